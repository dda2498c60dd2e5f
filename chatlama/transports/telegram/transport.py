"""The chat system as the session sees it: people's acts in, pages out."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
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
    TransportError,
    Unreachable,
    serving,
)

from . import render
from .admins import Administrators
from .board import Boards
from .budget import KEPT, Budget
from .calls import Calls, quietly
from .ephemeral import Ephemerals, commanded
from .hands import Hands
from .inbox import SLOWEST, UNKNOWN_BOT, Inbox
from .phrases import Phrases
from .places import NAME, Spot, to_chat, to_spot
from .recent import Recent
from .request import AiohttpRequest
from .shown import People
from .updates import Heard, heard
from .ways import Ways
from .webhook import Webhook
from .wire import CallbackQuery, Update

log = logging.getLogger(__name__)

CAPABILITIES = Capabilities(sign="/")
GREETED = 60.0
"""Seconds after which a chat may be greeted again. A link that adds us also says hello."""
CHATS = 256
"""Chats that may have been greeted just now."""
FAREWELL = 1.0
"""Seconds for which answers may still be on their way when we stop."""


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
    ways: Ways = field(default_factory=Ways)
    """How people are shown their hands, as far as they have shown what works."""
    now: Callable[[], float] = time.monotonic
    """Seconds that never go back."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    name: str = NAME
    capabilities: Capabilities = CAPABILITIES
    _polling: AiohttpRequest = field(init=False, repr=False)
    _bot: Bot = field(init=False, repr=False)
    _calls: Calls = field(init=False, repr=False)
    _budget: Budget = field(init=False, repr=False)
    _people: People = field(init=False, repr=False)
    _hands: Hands = field(init=False, repr=False)
    _boards: Boards = field(init=False, repr=False)
    _admins: Administrators = field(init=False, repr=False)
    _dispatch: Dispatch = field(init=False, repr=False)
    _ready: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    _greeted: Recent[int, float] = field(default_factory=lambda: Recent(CHATS), repr=False)
    _answers: set[asyncio.Task[None]] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        """Connect to nothing yet."""
        self._polling = AiohttpRequest(connection_pool_size=1)
        request = AiohttpRequest()
        self._bot = Bot(
            self.token, self.base_url, request=request, get_updates_request=self._polling
        )
        self._calls = Calls(request, self._bot.base_url)
        self._budget = Budget(self.now)
        ephemerals = Ephemerals(self._calls, self._budget, self.ephemeral)
        self._people = People(self.ways)
        self._hands = Hands(self._calls, self._budget, self.now, ephemerals, self._people)
        self._boards = Boards(self._calls, self._budget, self._migrate, self._people.alerted)
        self._admins = Administrators(self._bot, self.now)

    async def run(self, dispatch: Dispatch) -> None:
        """Bring in what people do until cancelled.

        Raises ``TransportError`` if Telegram does not know the token, or if another program
        receives the same bot's updates.
        """
        self._dispatch = dispatch
        inbox = Inbox(self._bot, self._polling, self._take, self.sleep, self.now)
        try:
            await self._begin()
            self._ready.set()
            serving.info("Telegram: @%s", self._bot.username)
            self._later(self._offer_commands())
            if self.webhook is None:
                await quietly(self._bot.delete_webhook(), logging.WARNING)
                await inbox.poll()
            else:
                await self.webhook.serve(self._bot, inbox)
        finally:
            self._ready.clear()
            if self._answers:
                await asyncio.wait(self._answers, timeout=FAREWELL)
            await self._bot.shutdown()

    def wants(self, to: Address) -> bool:
        """Return whether the person is shown a hand there, which is then kept up to date."""
        return to.user is not None and self._hands.shows(to_spot(to.chat), int(to.user))

    def reaches(self, to: Address) -> bool:
        """Return True: a hand is shown as the answer to a press, if in no other way."""
        return True

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        """Make the page what the place shows; hands only where they are shown already."""
        await self._ready.wait()
        spot = to_spot(to.chat)
        if to.user is not None:
            await self._hands.refresh(spot, int(to.user), page)
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
        return not spot.private and await self._admins.has(spot.chat, int(user))

    async def hides(self, to: Address) -> bool:
        """Return whether the person is an administrator of the chat who stays anonymous."""
        spot = to_spot(to.chat)
        return not spot.private and await self._admins.hides(spot.chat, int(to.user or 0))

    async def _begin(self) -> None:
        """Ask who we are until Telegram answers."""
        failures = 0
        while True:
            try:
                await self._bot.initialize()
            except InvalidToken:  # which says the token
                raise TransportError(UNKNOWN_BOT) from None
            except TelegramError as error:
                failures += 1
                log.warning("Telegram does not answer, trying again: %s", error)
                await self.sleep(min(2.0**failures, SLOWEST))
            else:
                return

    async def _offer_commands(self) -> None:
        """Tell Telegram which commands there are."""
        for at, (language, commands) in enumerate(self.phrases.commands.items()):
            code = None if at == 0 else language
            private = [BotCommand(name, said) for name, said in commands]
            hidden = {"is_ephemeral": True}
            group = [BotCommand(name, said, api_kwargs=hidden) for name, said in commands]
            for menu, scope in (
                (group, BotCommandScopeAllGroupChats()),
                (private, BotCommandScopeAllPrivateChats()),
            ):
                await quietly(self._bot.set_my_commands(menu, scope, code), logging.WARNING)

    async def _take(self, update: Update) -> None:
        """Take in one update; return once what it did is kept."""
        what = heard(update, self._bot.username)
        if what is None:
            return
        if what.message is not None and not commanded(what.message):
            self._boards.wrote(what.spot, what.message)
        if what.incoming is None or self._is_greeted(what):
            return
        if what.query is not None:
            self._hands.acted(what.query, what.spot)
        try:
            reply = await self._dispatch(what.incoming)
        except NotKept:
            if what.query is not None:
                said = self.phrases.in_language(self.phrases.not_kept, _language(what))
                await self._calls.end(what.query, said)
            raise
        self._later(self._answer(what, reply))

    def _is_greeted(self, what: Heard) -> bool:
        """Return whether the chat has been greeted just now, for having taken us in."""
        if what.spot.private or not what.arrived:
            return False
        if what.added:
            self._greeted.put(what.spot.chat, self.now())
            return False
        at = self._greeted.forget(what.spot.chat)
        return at is not None and self.now() - at < GREETED

    def _later(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answer(self, what: Heard, reply: Reply) -> None:
        """Tell the person who acted, and nobody else if that can be had."""
        try:
            if what.query is not None:
                await self._answer_press(what, what.query, reply)
            else:
                await self._answer_message(what, reply)
        except (TelegramError, RetryLater, Unreachable, Gone) as error:
            log.info("an answer did not arrive: %s", error)

    async def _answer_press(self, what: Heard, query: CallbackQuery, reply: Reply) -> None:
        spot, page = what.spot, reply.page
        if page is None:
            said = None if reply.alert is None else render.alert(reply.alert)
            await self._calls.end(query, said)
        elif reply.hand:
            before = self._people.alerted(spot)
            await self._hands.answer(query, spot, page)
            if self._people.alerted(spot) and not before:
                self._later(self._number(spot))
        elif not await self._hands.aside(query, spot, page):
            busy = self._budget.wait(spot.chat, spare=KEPT) > 0
            said = self.phrases.in_language(self.phrases.too_much, _language(what))
            await self._calls.end(query, said if busy else None)
            await self._boards.say(spot, page)

    async def _number(self, spot: Spot) -> None:
        """Have the table show its numbers, as soon as the chat's limit allows."""
        while True:
            try:
                await self._boards.again(spot)
            except RetryLater as wait:
                await self.sleep(wait.after)
            except (TelegramError, Unreachable, Gone) as error:
                log.info("a table does not show its numbers: %s", error)
                return
            else:
                return

    async def _answer_message(self, what: Heard, reply: Reply) -> None:
        page, message, hand = reply.page, what.message, reply.hand
        if page is None and reply.alert is not None:
            page = Page(((Piece(reply.alert),),))
        if page is None:
            return
        if message and await self._hands.reply(
            message, what.spot, page, hand=hand, secret=reply.secret and not what.spot.private
        ):
            return
        if reply.secret and not what.spot.private:
            said = self.phrases.in_language(self.phrases.hand_needs_press, _language(what))
            page = Page(((Piece(said),),))
        await self._boards.say(what.spot, page, message)

    async def _migrate(self, old: Spot, new: Spot) -> None:
        update = f"moved {old.chat} {new.chat}"
        await self._dispatch(Incoming(update, to_chat(old), Sender("", ""), Moved(to_chat(new))))


def _language(what: Heard) -> str | None:
    return None if what.incoming is None else what.incoming.sender.language
