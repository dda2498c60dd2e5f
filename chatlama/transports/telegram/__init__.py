"""Telegram: groups, topics and private chats, by long polling or webhook.

``inbox`` and ``webhook`` receive, ``updates`` says what somebody did, ``board`` shows tables,
``hands`` what one person alone may see, ``render`` turns pages into messages, ``budget`` keeps each
chat below Telegram's limits. Nothing here knows a rule, a game or a language.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    CallbackQuery,
    Update,
)
from telegram.error import InvalidToken, TelegramError

from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Gone,
    Handle,
    Incoming,
    Moved,
    NotKept,
    Page,
    Piece,
    Reply,
    RetryLater,
    Sender,
    Setup,
    TransportError,
    Unreachable,
)

from . import hands, render
from .board import Boards
from .budget import Budget
from .hands import Hands
from .inbox import UNKNOWN_BOT, Inbox
from .places import NAME, Spot, to_chat, to_spot
from .request import AiohttpRequest
from .updates import Heard, heard
from .webhook import Webhook

log = logging.getLogger(__name__)

COMMANDS = (
    "new",
    "neu",
    "join",
    "leave",
    "hand",
    "status",
    "rules",
    "settings",
    "stop",
    "help",
    "start",
)
"""In the order in which they are offered."""
CAPABILITIES = Capabilities(private=True)
REMEMBERED = 600.0
"""Seconds for which a chat's administrators are remembered."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """What Telegram is told in words, once, at the start."""

    commands: Mapping[str, tuple[tuple[str, str], ...]]
    """Language to commands and their descriptions; the first language is everybody else's too."""
    not_kept: Mapping[str, str]
    """Language to what a presser is told while what they did can't be kept."""
    hand_needs_press: Mapping[str, str]
    """Language to how a hand can be seen that could not be shown for a command."""
    ephemeral: tuple[str, ...] = ("hand",)
    """Commands that only their writer should see."""


def plug(setup: Setup) -> Telegram | None:
    """Return Telegram as it is set up; ``None`` if there is no bot's token."""
    token = setup.secrets.get("TOKEN", "").strip()
    if not token:
        return None
    settings = setup.settings
    webhook = None
    if settings["webhook"]:
        secret = setup.secrets.get("SECRET", "")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
            raise TransportError(
                "the webhook needs CHATLAMA_TELEGRAM_SECRET: 1 to 256 of A-Z, a-z, 0-9, _ and -"
            )
        webhook = Webhook(settings["webhook"], secret, settings["host"], settings["port"])
    return Telegram(
        token,
        Phrases(
            commands={
                language: tuple(
                    (name, setup.say(f"telegram-{name}", language))
                    for name in COMMANDS
                    if name != "neu" or language == "de"
                )
                for language in setup.languages
            },
            not_kept={language: setup.say("not-kept", language) for language in setup.languages},
            hand_needs_press={
                language: setup.say("hand-needs-press", language) for language in setup.languages
            },
        ),
        base_url=settings["base_url"],
        ephemeral=settings["hands"] == "ephemeral",
        webhook=webhook,
    )


@dataclass(slots=True)
class Telegram:
    """The chat system; ``run`` it once."""

    token: str = field(repr=False)
    phrases: Phrases = field(repr=False)
    base_url: str = "https://api.telegram.org/bot"
    """The Bot API server, in python-telegram-bot's form: the token is put right behind it."""
    ephemeral: bool = True
    """Whether hands may be shown by ephemeral messages where the server knows them."""
    webhook: Webhook | None = None
    """How updates are brought; ``None``: they are asked for."""
    name: str = NAME
    capabilities: Capabilities = CAPABILITIES
    _bot: Bot = field(init=False, repr=False)
    _budget: Budget = field(init=False)
    _hands: Hands = field(init=False)
    _boards: Boards = field(init=False)
    _dispatch: Dispatch = field(init=False, repr=False)
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _administrators: dict[int, tuple[float, frozenset[str]]] = field(default_factory=dict)
    _answers: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Connect to nothing yet."""
        self._bot = Bot(
            self.token,
            self.base_url,
            request=AiohttpRequest(),
            get_updates_request=AiohttpRequest(connection_pool_size=1),
        )
        self._budget = Budget(time.monotonic)
        self._hands = Hands(self._bot, self._budget, time.monotonic, self.ephemeral)
        self._boards = Boards(self._bot, self._budget, self._migrate)

    async def run(self, dispatch: Dispatch) -> None:
        """Bring in what people do until cancelled.

        Raises ``TransportError`` if Telegram does not know the token, or if another program
        receives the same bot's updates.
        """
        self._dispatch = dispatch
        inbox = Inbox(self._bot, self._take)
        await self._begin()
        self._ready.set()
        try:
            await self._present()
            if self.webhook is None:
                await _tried(self._bot.delete_webhook())
                await inbox.poll()
            else:
                await self.webhook.serve(self._bot, inbox)
        finally:
            await self._bot.shutdown()

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        """Make the page what the place shows; hands only where they are shown already."""
        await self._ready.wait()
        spot = to_spot(to.chat)
        if to.user is not None:
            await self._show_hand(spot, int(to.user), page)
            return None
        if page is None:
            if last is not None:
                await self._boards.take_away(spot, last)
            return None
        if page.loud:
            return await self._boards.call(spot, page, last)
        return await self._boards.show(spot, page, last)

    async def administers(self, chat: Chat, user: str) -> bool:
        """Return whether the person administers the chat, as far as Telegram tells us."""
        spot = to_spot(chat)
        known = self._administrators.get(spot.chat)
        if known is None or time.monotonic() - known[0] > REMEMBERED:
            try:
                members = await self._bot.get_chat_administrators(spot.chat)
                ids = frozenset(str(member.user.id) for member in members)
            except TelegramError as error:
                log.debug("who administers %s is not told: %s", spot.chat, error)
                ids = frozenset()
            known = self._administrators[spot.chat] = (time.monotonic(), ids)
        return user in known[1]

    async def _begin(self) -> None:
        """Ask who we are until Telegram answers."""
        failures = 0
        while True:
            try:
                await self._bot.initialize()
            except InvalidToken as error:
                raise TransportError(UNKNOWN_BOT) from error
            except TelegramError as error:
                failures += 1
                log.warning("Telegram does not answer, trying again: %s", error)
                await asyncio.sleep(min(2.0**failures, 30.0))
            else:
                return

    async def _present(self) -> None:
        """Tell Telegram which commands there are."""
        for at, (language, commands) in enumerate(self.phrases.commands.items()):
            menu = [
                BotCommand(
                    name,
                    said,
                    api_kwargs={"is_ephemeral": True} if name in self.phrases.ephemeral else None,
                )
                for name, said in commands
            ]
            for scope in (BotCommandScopeAllGroupChats(), BotCommandScopeAllPrivateChats()):
                code = None if at == 0 else language
                await _tried(self._bot.set_my_commands(menu, scope, code))

    async def _take(self, update: Update) -> None:
        """Take in one update; return once what it did is kept."""
        what = heard(update, self._bot.username)
        if what is None:
            return
        if what.message is None and what.query is None:
            self._boards.wrote(what.spot)
        if what.incoming is None:
            return
        try:
            reply = await self._dispatch(what.incoming)
        except NotKept:
            await self._excuse(what)
            raise
        task = asyncio.create_task(self._answer(what, reply))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answer(self, what: Heard, reply: Reply) -> None:
        """Tell the person who acted, and nobody else if that can be had."""
        try:
            if what.query is not None:
                await self._answer_press(what.query, what.spot, reply)
            else:
                await self._answer_message(what, reply)
        except (TelegramError, RetryLater, Unreachable, Gone) as error:
            log.info("an answer did not arrive: %s", error)

    async def _answer_press(self, query: CallbackQuery, spot: Spot, reply: Reply) -> None:
        self._hands.acted(spot, query.from_user.id)
        if reply.page is not None:
            await self._hands.answer(query, spot, reply.page, hand=reply.hand)
        elif reply.alert is not None:
            await hands.end(query, render.alert(reply.alert), show_alert=True)
        else:
            await hands.end(query)

    async def _answer_message(self, what: Heard, reply: Reply) -> None:
        page = reply.page
        if page is not None and reply.hand and what.message is not None and not what.spot.private:
            if await self._hands.reply(what.message, what.spot, page):
                return
            page = Page(((Piece(_in_language(self.phrases.hand_needs_press, what)),),))
        if page is None and reply.alert is not None:
            page = Page(((Piece(reply.alert),),))
        if page is not None:
            await self._boards.say(what.spot, page, what.message)

    async def _excuse(self, what: Heard) -> None:
        """Say that what was done is not kept yet and is tried again."""
        if what.query is not None:
            await hands.end(what.query, _in_language(self.phrases.not_kept, what))

    async def _show_hand(self, spot: Spot, user: int, page: Page | None) -> None:
        try:
            await self._hands.refresh(spot, user, page)
        except TelegramError as error:
            log.info("a hand is not up to date: %s", error)

    async def _migrate(self, old: Spot, new: Spot) -> None:
        update = f"moved {old.chat} {new.chat}"
        await self._dispatch(Incoming(update, to_chat(old), Sender("", ""), Moved(to_chat(new))))


def _in_language(said: Mapping[str, str], what: Heard) -> str:
    """Return what is said in the language of the person who acted, if it is spoken here."""
    language = what.incoming.sender.language if what.incoming else None
    spoken = (language or "").partition("-")[0]
    return said.get(spoken) or next(iter(said.values()))


async def _tried(call: Coroutine[Any, Any, object]) -> None:
    """Make a call without which we can do."""
    try:
        await call
    except TelegramError as error:
        log.warning("Telegram did not take something: %s", error)
