"""What one person alone may see in a group: three ways, tried from the best to the plainest.

1. An ephemeral message: only the presser sees it, inside the group, with buttons.
2. An alert: 200 characters on top of the screen; numbers at the table press what it lists.
3. The private chat with the bot, for those who have begun one.

Which way works is remembered for each chat and person. Pressing twice within ten seconds says that
the first did not show, so that person goes one way further down. A hand is never sent where others
could read it, and no way depends on an earlier message still being there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any

from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from chatlama.session.transport import Ink, Page, Piece, RetryLater

from . import render
from .budget import KEPT, TABLE, Budget
from .calls import Calls, quietly, seconds
from .ephemeral import Ephemerals, NotHere, Trigger, commanded, pressed
from .places import Spot
from .shown import People, Shown
from .ways import Way
from .wire import CallbackQuery, Message

log = logging.getLogger(__name__)

AGAIN = 10.0
"""Seconds within which a second press says that the first showed nothing."""
PATIENCE = 3.0
"""Seconds after which a press is answered even if the hand is still on its way."""
SOON = 2.0
"""Seconds until the next try after the network has failed."""
SAME = "message is not modified"


@dataclass(slots=True)
class Hands:
    """Private pages in groups."""

    calls: Calls = field(repr=False)
    budget: Budget
    now: Callable[[], float]
    ephemerals: Ephemerals
    people: People
    patience: float = PATIENCE
    _sending: set[asyncio.Task[bool]] = field(default_factory=set, repr=False)

    def shows(self, spot: Spot, user: int) -> bool:
        """Return whether the person has been shown a hand there that is not over yet."""
        return self.people.of(spot, user).page is not None

    def acted(self, query: CallbackQuery, spot: Spot) -> None:
        """Know that the person presses something just now; what can be pressed has been seen."""
        user = query.from_user.id
        shown = self.people.known(spot, user)
        if shown is not None:
            shown = replace(shown, acted=True)
            alone = query.message is not None and query.message.message_id == 0
            self.people.know(spot, user, replace(shown, asked=None) if alone else shown)

    async def answer(self, query: CallbackQuery, spot: Spot, page: Page) -> None:
        """Show who pressed their hand, in the best way that works, and end the press."""
        user = query.from_user.id
        title = "" if query.message is None else query.message.chat.title
        shown = replace(self.people.of(spot, user), title=title)
        self.people.know(spot, user, self._asked(shown, spot, user, page))
        if await self._within_patience(self._show(spot, user, pressed(query), page)):
            await self.calls.end(query)
        else:
            await self.calls.end(query, render.short(page))

    async def aside(self, query: CallbackQuery, spot: Spot, page: Page) -> bool:
        """Show a page that is no secret to who pressed, and end the press, if that can be done."""
        user = query.from_user.id
        direct = not spot.private and self.people.of(spot, user).way is Way.EPHEMERAL
        if direct and await self._within_patience(
            self._ephemeral(spot, user, pressed(query), page)
        ):
            await self.calls.end(query)
            return True
        if page.buttons or render.alert(page.text) != page.text:
            return False
        await self.calls.end(query, page.text)
        return True

    async def reply(
        self, message: Message, spot: Spot, page: Page, *, hand: bool, secret: bool
    ) -> bool:
        """Answer a command so that only its writer sees it; return whether that could be done.

        What is no secret need not be shown in the private chat: everybody may read it.
        """
        person, trigger = message.from_user, commanded(message)
        if person is None:
            return False
        user = person.id
        if not hand:
            if trigger is not None and await self._ephemeral(spot, user, trigger, page):
                return True
            return secret and await self._whispered(user, _titled(page, message.chat.title))
        self.people.know(spot, user, replace(self.people.of(spot, user), title=message.chat.title))
        direct = trigger is not None and self.people.of(spot, user).way is Way.EPHEMERAL
        if direct and await self._ephemeral(spot, user, trigger or {}, page, hand=True):
            return True
        return await self._private(spot, user, page)

    async def refresh(self, spot: Spot, user: int, page: Page | None) -> None:
        """Have a hand that is shown already show this instead; nobody is shown one unasked.

        That is done when its owner has just acted, is to move, or has no hand any more: what others
        do meanwhile stands on the table, and would cost an edit each time. Raises ``RetryLater``.
        """
        shown = self.people.of(spot, user)
        if page is None:
            if shown.page is not None:
                self.people.know(spot, user, replace(shown, message=None, page=None, asked=None))
                await self._take_away(spot, user, shown)
            return
        if shown.message is None or shown.page is None or shown.page == page:
            return
        if not page.buttons and not shown.acted:
            return
        chat = user if shown.private else spot.chat
        wait = self.budget.wait(chat, spare=KEPT)
        if wait > 0:
            raise RetryLater(wait)
        self.budget.spend(chat)
        there = await self._edited(spot, user, shown, page)
        now = self.people.of(spot, user)
        if now.message == shown.message:  # nobody has shown another meanwhile
            now = replace(now, page=page, acted=False)
            self.people.know(spot, user, now if there else replace(now, message=None, asked=None))

    def _asked(self, shown: Shown, spot: Spot, user: int, page: Page) -> Shown:
        """Return what a press on "my hand" says of the way it was shown last time.

        Who asks again after something has changed wants to see that, and may well have seen the
        last one.
        """
        now = self.now()
        again = shown.asked is not None and now - shown.asked < AGAIN and shown.page == page
        if again and shown.way is not Way.PRIVATE:
            shown = replace(shown, way=Way(shown.way + 1))
            self.people.ways.take(spot, user, shown.way)
        return replace(shown, asked=now)

    async def _within_patience(self, sending: Coroutine[Any, Any, bool]) -> bool:
        """Return whether it was shown in time; it may still be shown later, and be known then."""
        task = asyncio.create_task(sending)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        await asyncio.wait({task}, timeout=self.patience)
        return task.done() and task.result()

    async def _show(self, spot: Spot, user: int, trigger: Trigger, page: Page) -> bool:
        """Return whether a message shows the hand; otherwise an alert has to."""
        way = self._way(spot, user)
        if way is Way.EPHEMERAL:
            return await self._ephemeral(spot, user, trigger, page, hand=True)
        if way is Way.PRIVATE:
            return await self._private(spot, user, page)
        before = self.people.of(spot, user)
        self._plainly(spot, user, page)
        await self._take_away(spot, user, before)
        return False

    def _way(self, spot: Spot, user: int) -> Way:
        """Return the way to try now: the best again for who left it only as it did not work."""
        shown = self.people.of(spot, user)
        chosen = self.people.ways.of(spot, user) is not None
        if shown.way is Way.ALERT and not chosen and self.ephemerals.may_work(spot.chat):
            self.people.know(spot, user, replace(shown, way=Way.EPHEMERAL))
            return Way.EPHEMERAL
        return shown.way

    def _plainly(self, spot: Spot, user: int, page: Page) -> None:
        """Know that the person gets alerts from now on."""
        way = Way.PRIVATE if spot.private else Way.ALERT
        shown = replace(self.people.of(spot, user), way=way, message=None, page=page)
        self.people.know(spot, user, shown)

    async def _ephemeral(
        self, spot: Spot, user: int, trigger: Trigger, page: Page, *, hand: bool = False
    ) -> bool:
        try:
            number = await self.ephemerals.send(
                spot, user, trigger, page, spare=TABLE if hand else KEPT
            )
        except NotHere:
            if hand:
                self._plainly(spot, user, page)
            return False
        if hand and number is not None:
            before = self.people.of(spot, user)
            self._shown(spot, user, number, page, private=False)
            if before.message not in {None, number}:  # the same one: the old had expired
                await self._take_away(spot, user, before)
        return number is not None

    async def _private(self, spot: Spot, user: int, page: Page) -> bool:
        """Return whether the hand is shown in the private chat."""
        try:
            sent = await self._sent(user, _titled(page, self.people.of(spot, user).title))
        except NotHere:
            if self.people.of(spot, user).way is Way.PRIVATE:
                self._plainly(spot, user, page)
            return False
        if sent is None:
            return False
        before = self.people.of(spot, user)
        self._shown(spot, user, sent, page, private=True)
        await self._take_away(spot, user, before)
        return True

    async def _whispered(self, user: int, page: Page) -> bool:
        """Return whether something that is no hand is said in the private chat."""
        try:
            return await self._sent(user, page) is not None
        except NotHere:
            return False

    async def _sent(self, user: int, page: Page) -> int | None:
        """Return the new message in the private chat; ``None`` if none can be sent now.

        Raises ``NotHere`` if the person has begun none, or blocks us.
        """
        if self.budget.wait(user) > 0:
            return None
        self.budget.spend(user)
        said, entities = render.text(page)
        try:
            sent = await self.calls.send(
                chat_id=user, text=said, entities=entities, reply_markup=render.keyboard(page)
            )
        except RetryAfter as error:
            self.budget.block(user, seconds(error))
        except (BadRequest, Forbidden) as error:
            log.debug("no private message to %s: %s", user, error)
            raise NotHere from error
        except TelegramError as error:
            log.info("a private message may not have come: %s", error)
        else:
            return sent.message_id
        return None

    def _shown(self, spot: Spot, user: int, message: int, page: Page, *, private: bool) -> None:
        shown = replace(self.people.of(spot, user), message=message, page=page, private=private)
        self.people.know(spot, user, replace(shown, acted=False))

    async def _edited(self, spot: Spot, user: int, shown: Shown, page: Page) -> bool:
        """Return whether the message still exists; if so, it shows the page now."""
        message, chat = shown.message or 0, spot.chat
        try:
            if shown.private:
                said, entities = render.text(_titled(page, shown.title))
                chat = user
                await self.calls.make(
                    "editMessageText",
                    chat_id=user,
                    message_id=message,
                    text=said,
                    entities=entities,
                    reply_markup=render.keyboard(page),
                )
            else:
                await self.ephemerals.edit(spot, user, message, page)
        except RetryAfter as error:
            self.budget.block(chat, seconds(error))
            raise RetryLater(seconds(error)) from error
        except (BadRequest, Forbidden) as error:
            self.budget.give_back(chat)
            return SAME in error.message.casefold()
        except TelegramError as error:
            raise RetryLater(SOON) from error
        return True

    async def _take_away(self, spot: Spot, user: int, shown: Shown) -> None:
        if shown.message is None:
            return
        if shown.private:
            gone = self.calls.make("deleteMessage", chat_id=user, message_id=shown.message)
            await quietly(gone)
        else:
            await self.ephemerals.delete(spot, user, shown.message)


def _titled(page: Page, title: str) -> Page:
    """Return the page below the name of the chat to which it belongs, if that has one."""
    if not title:
        return page
    return replace(page, lines=((Piece(title, Ink.STRONG),), *page.lines))
