"""The living message of a table: edited in place, posted anew when it must be.

It is posted anew when it is gone, when a chapter begins, and when so much was written since that it
has scrolled away. One that was scrolled away is deleted; one of an earlier chapter stays to be read
and keeps its buttons, which are stale then and say so: taking them away would cost one more call of
the few that a chat is allowed. Every refusal of Telegram that can happen is known by its words (the
server gives no other name to it).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from telegram.constants import ChatType
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from chatlama.session.transport import Gone, Handle, Page, RetryLater, Unreachable

from . import render
from .budget import KEPT, Budget
from .calls import Calls, seconds
from .places import Spot
from .recent import Recent
from .wire import Message

log = logging.getLogger(__name__)

T = TypeVar("T")

FAR = 25
"""Messages below the table after which it is posted anew."""
SOON = 2.0
"""Seconds until the next try after the network has failed."""
KNOWN = 2048
"""Spots of which anything is known: more than there are calls on their way. Of another one, it is
only not known how much was written since its table was posted."""
SAME = "message is not modified"
LOST = ("message to edit not found", "message can't be edited", "message_id_invalid")
SHUT = (
    "not enough rights",
    "have no rights",
    "topic_closed",
    "message thread not found",
    "chat not found",
)

Migrate = Callable[[Spot, Spot], Awaitable[None]]


@dataclass(slots=True)
class _Board:
    """What is known of one spot's table message."""

    painting: asyncio.Lock = field(default_factory=asyncio.Lock)
    message: int = 0
    page: Page | None = None
    """What the message is to show; ``None`` if nothing was shown since the start."""
    newest: int = 0
    """The highest id of a message there, where ids count within the chat."""
    below: int = 0
    """Messages since the table was posted, where they don't."""


@dataclass(slots=True)
class Boards:
    """Public pages in chats."""

    calls: Calls = field(repr=False)
    budget: Budget
    migrate: Migrate = field(repr=False)
    """Told that a chat has another id from now on."""
    numbered: Callable[[Spot], bool] = field(repr=False)
    """Whether somebody there needs the page's numbers."""
    _boards: Recent[Spot, _Board] = field(default_factory=lambda: Recent(KNOWN), repr=False)

    def wrote(self, spot: Spot, message: Message) -> None:
        """Know that something was written. Much is not told to us, but ids of messages count it."""
        board = self._at(spot)
        if message.chat.type == ChatType.SUPERGROUP and not message.chat.is_forum:
            board.newest = max(board.newest, message.message_id)
        else:
            board.below += 1

    async def show(self, spot: Spot, page: Page, last: Handle | None) -> Handle:
        """Show the page and return which message shows it, and in which chapter."""
        message, chapter = _read(last)
        board = self._at(spot)
        board.page = page
        async with board.painting:
            if message is None or page.chapter > chapter:
                return await self._post(spot, board)
            board.message = message
            if board.below >= FAR or board.newest - message >= FAR:
                shown = await self._post(spot, board)
                await self._delete(spot, message)
                return shown
            await self._edit(spot, board)
        return _handle(message, max(chapter, page.chapter))

    async def again(self, spot: Spot) -> None:
        """Show the same page again, as somebody there needs its numbers now. Raises as ``show``."""
        board = self._at(spot)
        async with board.painting:
            if board.page is not None and board.message and board.page.positions:
                await self._edit(spot, board)

    async def call(self, spot: Spot, page: Page, last: Handle | None) -> Handle:
        """Call people to their turn, once, by a message that makes itself heard."""
        return last or _handle((await self._send(spot, page)).message_id, 0)

    async def take_away(self, spot: Spot, last: Handle) -> None:
        """Take a message away; one that can't be is let be. Raises ``RetryLater``."""
        message, _ = _read(last)
        if message is None:
            return
        asked = self.budget.blocked(spot.chat)
        if asked > 0 or not await self._delete(spot, message):
            raise RetryLater(asked or SOON)

    async def say(self, spot: Spot, page: Page, to: Message | None = None) -> None:
        """Answer where everybody can read it, if that leaves enough calls for the table."""
        if self.budget.wait(spot.chat, spare=KEPT) > 0:
            return
        reply = None if to is None else to.message_id or None
        await self._send(spot, page, reply)

    def _at(self, spot: Spot) -> _Board:
        board = self._boards.get(spot)
        if board is None:
            self._boards.put(spot, board := _Board())
        return board

    async def _edit(self, spot: Spot, board: _Board) -> None:
        page = board.page or Page(())
        said, entities = render.text(page)
        markup = render.keyboard(page, positions=self.numbered(spot))
        edit = self.calls.make(
            "editMessageText",
            chat_id=spot.chat,
            message_id=board.message,
            text=said,
            entities=entities,
            reply_markup=markup,
        )
        await self._call(spot, edit)

    async def _post(self, spot: Spot, board: _Board) -> Handle:
        page = board.page or Page(())
        sent = await self._send(spot, page)
        board.message, board.below = sent.message_id, 0
        return _handle(sent.message_id, page.chapter)

    async def _send(self, spot: Spot, page: Page, reply: int | None = None) -> Message:
        said, entities = render.text(page)
        markup = render.keyboard(page, positions=self.numbered(spot))
        to = {"message_id": reply, "allow_sending_without_reply": True} if reply else None
        send = self.calls.send(
            chat_id=spot.chat,
            message_thread_id=spot.thread,
            text=said,
            entities=entities,
            reply_markup=markup,
            disable_notification=not page.loud,
            reply_parameters=to,
        )
        sent = await self._call(spot, send)
        if sent is None:
            raise Unreachable("no message was sent")
        self.wrote(spot, sent)
        return sent

    async def _delete(self, spot: Spot, message: int) -> bool:
        """Return whether the message is gone, or will not go."""
        try:
            await self.calls.make("deleteMessage", chat_id=spot.chat, message_id=message)
        except (BadRequest, Forbidden, ChatMigrated) as error:
            log.debug("a message stays: %s", error)
        except RetryAfter as error:
            self.budget.block(spot.chat, seconds(error))
            return False
        except TelegramError as error:
            log.info("a message is not deleted yet: %s", error)
            return False
        return True

    async def _call(self, spot: Spot, call: Coroutine[Any, Any, T]) -> T | None:
        """Make one call that the chat's limit counts, and say its refusals in our words.

        ``None`` is a refusal that is as good as success.
        """
        wait = self.budget.wait(spot.chat)
        if wait > 0:
            call.close()
            raise RetryLater(wait)
        self.budget.spend(spot.chat)
        try:
            return await call
        except RetryAfter as error:
            self.budget.block(spot.chat, seconds(error))
            raise RetryLater(seconds(error)) from error
        except ChatMigrated as error:
            await self.migrate(spot, Spot(error.new_chat_id))
            raise Unreachable("the group has become a supergroup") from error
        except Forbidden as error:
            raise Unreachable(str(error)) from error
        except BadRequest as error:
            self.budget.give_back(spot.chat)
            _refused(error)
            return None
        except NetworkError as error:
            raise RetryLater(SOON) from error


def _refused(error: BadRequest) -> None:
    """Return if the refusal is as good as success, else raise what it means."""
    said = error.message.casefold()
    if SAME in said:
        return
    if any(words in said for words in LOST):
        raise Gone(said) from error
    if any(words in said for words in SHUT):
        raise Unreachable(error.message) from error
    raise error


def _handle(message: int, chapter: int) -> Handle:
    return Handle(f"{message}:{chapter}")


def _read(handle: Handle | None) -> tuple[int | None, int]:
    message, _, chapter = (handle or "").partition(":")
    return (int(message), int(chapter)) if message and chapter else (None, 0)
