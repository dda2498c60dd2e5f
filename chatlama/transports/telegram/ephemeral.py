"""Messages in a group that one person alone sees (Bot API 10.3), on servers that keep them so.

A server older than that ignores what makes a message ephemeral and posts it for all to read. So a
chat's first one is a harmless probe, and every answer is looked at: what came back as a public
message is deleted at once, and nothing more is sent so in that chat as long as we run. Where the
server refuses, that is tried again after a day: chats, and what is allowed in them, change.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from telegram.error import BadRequest, RetryAfter, TelegramError

from chatlama.session.transport import Page, Piece

from . import render
from .budget import Budget
from .calls import Calls, quietly, seconds
from .places import Spot
from .recent import Recent
from .wire import CallbackQuery, Message

log = logging.getLogger(__name__)

Trigger: TypeAlias = dict[str, Any]
"""What allows the message and names its reader: parameters of sendMessage."""

PROBE = Page(((Piece("🂠"),),))
PASSING = (
    "query is too old",
    "user_not_participant",
    "not enough rights",
    "topic_closed",
    "message thread not found",
    "message to be replied not found",
)
"""Refusals that say nothing about whether ephemeral messages work in the chat."""
TRIES = 3
RESTS = 24 * 3600.0
"""Seconds for which a chat that refused is not asked again."""
KNOWN = 2048
"""Chats whose probe is remembered."""


class NotHere(Exception):
    """Messages of this kind don't work in this chat."""


@dataclass(slots=True)
class Ephemerals:
    """Messages that come back as ephemeral, or not at all."""

    calls: Calls = field(repr=False)
    budget: Budget
    allowed: bool = True
    """Whether they are to be tried at all."""
    _works: Recent[int, bool] = field(default_factory=lambda: Recent(KNOWN))
    """Chat to what its probe has shown."""
    _refused: Recent[int, float] = field(default_factory=lambda: Recent(KNOWN))
    """Chat to when it refused."""
    _probing: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def send(
        self, spot: Spot, user: int, trigger: Trigger, page: Page, *, spare: int
    ) -> int | None:
        """Return the id of the new message; ``None`` if this one can't be sent.

        So many of the chat's calls are left to ``spare`` for what is more urgent. Raises
        ``NotHere`` if no other will do either.
        """
        if not self.may_work(spot.chat):
            raise NotHere
        try:
            if await self._probed(spot, user, trigger, spare=spare):
                return await self._post(spot, trigger, page, spare=spare)
        except RetryAfter as error:
            self.budget.block(spot.chat, seconds(error))
        except BadRequest as error:
            self.budget.give_back(spot.chat)
            log.info("no ephemeral message in %s: %s", spot.chat, error)
            if _says_never(error, trigger):
                self._works.put(spot.chat, False)
                self._refused.put(spot.chat, self.budget.now())
                raise NotHere from error
        except TelegramError as error:
            log.info("an ephemeral message may not have come: %s", error)
        return None

    def may_work(self, chat: int) -> bool:
        """Return whether it makes sense to send one there."""
        refused = self._refused.get(chat)
        if refused is not None and self.budget.now() - refused >= RESTS:
            self._refused.forget(chat)
            self._works.forget(chat)
        return self.allowed and self._works.get(chat) is not False

    async def edit(self, spot: Spot, user: int, number: int, page: Page) -> None:
        """Have the message show this page. Raises what Telegram refuses."""
        said, entities = render.text(page)
        await self.calls.make(
            "editEphemeralMessageText",
            chat_id=spot.chat,
            receiver_user_id=user,
            ephemeral_message_id=number,
            text=said,
            entities=entities,
            reply_markup=render.keyboard(page),
        )

    async def delete(self, spot: Spot, user: int, number: int) -> None:
        """Take the message away, if it is still there."""
        await quietly(
            self.calls.make(
                "deleteEphemeralMessage",
                chat_id=spot.chat,
                receiver_user_id=user,
                ephemeral_message_id=number,
            )
        )

    async def _probed(self, spot: Spot, user: int, trigger: Trigger, *, spare: int) -> bool:
        """Return whether the chat keeps ephemeral what is sent so; ``False``: not told yet.

        Raises ``NotHere`` if it doesn't.
        """
        async with self._probing.setdefault(spot.chat, asyncio.Lock()):
            if self._works.get(spot.chat) is None:
                number = await self._post(spot, trigger, PROBE, spare=spare)
                if number is not None:
                    self._works.put(spot.chat, True)
                    await self.delete(spot, user, number)
        works = self._works.get(spot.chat)
        if works is False:
            raise NotHere
        return works is True

    async def _post(self, spot: Spot, trigger: Trigger, page: Page, *, spare: int) -> int | None:
        """Return the message's own id; ``None`` if there is no room for it in the chat's budget."""
        if self.budget.wait(spot.chat, spare=spare) > 0:
            return None
        self.budget.spend(spot.chat)
        said, entities = render.text(page)
        sent = await self.calls.send(
            chat_id=spot.chat,
            text=said,
            message_thread_id=spot.thread,
            disable_notification=True,
            entities=entities,
            reply_markup=render.keyboard(page),
            **trigger,
        )
        if sent.message_id == 0 and sent.ephemeral_message_id is not None:
            return sent.ephemeral_message_id
        self._works.put(spot.chat, False)
        await self._withdraw(sent)
        raise NotHere

    async def _withdraw(self, sent: Message) -> None:
        """Delete what everybody can read."""
        chat = sent.chat.id
        log.warning("the server of %s posts ephemeral messages for all to read", chat)
        for _ in range(TRIES):
            try:
                await self.calls.make("deleteMessage", chat_id=chat, message_id=sent.message_id)
            except TelegramError as error:
                log.warning("a message that all can read is not deleted: %s", error)
            else:
                return


def _says_never(error: BadRequest, trigger: Trigger) -> bool:
    """Return whether the refusal is about the chat, not about this press or command."""
    passing = any(words in error.message.casefold() for words in PASSING)
    return not passing and "reply_parameters" not in trigger


def pressed(query: CallbackQuery) -> Trigger:
    """Return what a press allows for 15 seconds (Bot API, EphemeralMessageParameters)."""
    return {
        "ephemeral_message_parameters": {
            "receiver_user_id": query.from_user.id,
            "callback_query_id": query.id,
        }
    }


def commanded(message: Message) -> Trigger | None:
    """Return what a command allows that only its writer can see; ``None`` if all can see it."""
    number = message.ephemeral_message_id
    if message.from_user is None or number is None:
        return None
    return {
        "ephemeral_message_parameters": {"receiver_user_id": message.from_user.id},
        "reply_parameters": {"ephemeral_message_id": number},
    }
