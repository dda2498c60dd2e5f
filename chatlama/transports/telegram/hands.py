"""What one person alone may see in a group: three ways, tried from the best to the plainest.

1. An ephemeral message (Bot API 10.3): only the presser sees it, inside the group, with buttons.
   An older server would ignore what makes it ephemeral and post it for all to read. So a chat's
   first one is a harmless probe, and a hand follows only if the probe came back as ephemeral.
2. An alert: 200 characters on top of the screen, nothing to press.
3. The private chat with the bot, for those who have begun one.

Which way works is remembered for each chat and person. Pressing twice within ten seconds says that
the first did not show, so that person goes one way further down. A hand is never sent where others
could read it, and no way depends on an earlier message still being there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from telegram import Bot, CallbackQuery, Message
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from chatlama.session.transport import Page

from . import render
from .budget import Budget
from .inbox import seconds
from .places import Spot

log = logging.getLogger(__name__)

AGAIN = 10.0
"""Seconds within which a second press says that the first showed nothing."""
LATELY = 5.0
"""Seconds after a press in which its presser's hand is kept up to date."""
PROBE = "🂠"


class Way(IntEnum):
    """How somebody is shown what others must not see."""

    EPHEMERAL = 1
    ALERT = 2
    PRIVATE = 3


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of one person in one chat."""

    way: Way = Way.EPHEMERAL
    pressed: float | None = None
    """When the hand was last asked for."""
    acted: float | None = None
    """When anything was last pressed."""
    message: int | None = None
    """The message that shows it: an ephemeral one's own id, or one in the private chat."""
    page: Page | None = None
    """What it shows."""


@dataclass(slots=True)
class Hands:
    """Private pages in groups."""

    bot: Bot
    budget: Budget
    now: Callable[[], float]
    ephemeral: bool = True
    """Whether ephemeral messages are to be tried at all."""
    _seen: dict[tuple[Spot, int], Seen] = field(default_factory=dict)
    _probed: dict[int, bool] = field(default_factory=dict)
    """Chat to whether ephemeral messages work there."""

    async def answer(self, query: CallbackQuery, spot: Spot, page: Page, *, hand: bool) -> None:
        """Show the page to who pressed, in the best way that works, and end the press."""
        key = (spot, query.from_user.id)
        seen = self._seen.get(key, Seen())
        if hand:
            seen = self._pressed(seen, page)
        if spot.private:
            seen = replace(seen, way=Way.PRIVATE)
        seen = await self._show(key, seen, query, page)
        if hand:
            self._seen[key] = replace(seen, page=page)

    def acted(self, spot: Spot, user: int) -> None:
        """Know that the person has just pressed something."""
        key = (spot, user)
        if key in self._seen:
            self._seen[key] = replace(self._seen[key], acted=self.now())

    async def reply(self, message: Message, spot: Spot, page: Page) -> bool:
        """Show the hand to who asked by a command; return whether it could be shown to them alone.

        An ephemeral command is answered ephemerally (Bot API 10.3, BotCommand.is_ephemeral), any
        other in the private chat.
        """
        person = message.from_user
        if person is None:
            return False
        key, seen = (spot, person.id), self._seen.get((spot, person.id), Seen())
        number = message.api_kwargs.get("ephemeral_message_id")
        if isinstance(number, int) and self.ephemeral:
            to = {
                "ephemeral_message_parameters": {"receiver_user_id": person.id},
                "reply_parameters": {"ephemeral_message_id": number},
            }
            try:
                shown = await self._ephemeral(spot, to, page)
            except TelegramError as error:
                log.info("an ephemeral command is not answered: %s", error)
            else:
                self._seen[key] = replace(seen, way=Way.EPHEMERAL, message=shown, page=page)
                return shown is not None
        private = await self._send_private(person.id, page)
        if private is not None:
            self._seen[key] = replace(seen, way=Way.PRIVATE, message=private, page=page)
        return private is not None

    async def refresh(self, spot: Spot, user: int, page: Page | None) -> None:
        """Have a hand that is shown already show this instead; nobody is shown one unasked.

        That is done when its owner has just acted, is to move, or has no hand any more: what others
        do meanwhile stands on the table, and would cost an edit each time.
        """
        key = (spot, user)
        seen = self._seen.get(key)
        if seen is None or seen.message is None or seen.page == page:
            return
        lately = seen.acted is not None and self.now() - seen.acted < LATELY
        if page is not None and not page.buttons and not lately:
            return
        try:
            if page is None:
                await self._take_away(key, seen, seen.message)
            else:
                await self._edit(key, seen, seen.message, page)
        except (BadRequest, Forbidden) as error:
            log.debug("a hand is gone: %s", error)
            self._seen[key] = replace(seen, message=None, page=None)
        else:
            message = None if page is None else seen.message
            self._seen[key] = replace(seen, message=message, page=page)

    def _pressed(self, seen: Seen, page: Page) -> Seen:
        """Return what a press on "my hand" says of the way it was shown last time.

        Who asks again after something has changed wants to see that, and may well have seen the
        last one.
        """
        now = self.now()
        lately = seen.pressed is not None and now - seen.pressed < AGAIN
        again = lately and seen.page == page
        if again and seen.way is not Way.PRIVATE:
            return Seen(Way(seen.way + 1), now)
        return replace(seen, pressed=now)

    async def _show(
        self, key: tuple[Spot, int], seen: Seen, query: CallbackQuery, page: Page
    ) -> Seen:
        spot, user = key
        way, message = seen.way, None
        if way is Way.EPHEMERAL:
            message = await self._send_ephemeral(spot, user, query, page)
            if message is None and not self._works(spot):
                way = Way.ALERT
        if way is Way.PRIVATE:
            message = await self._send_private(user, page)
            if message is None:
                way = Way.ALERT
        if message is None:
            said = page.short or page.text
            await end(query, render.alert(said), show_alert=True)
        else:
            await end(query)
        return replace(seen, way=way, message=message)

    def _works(self, spot: Spot) -> bool:
        return self.ephemeral and self._probed.get(spot.chat, True)

    async def _send_ephemeral(
        self, spot: Spot, user: int, query: CallbackQuery, page: Page
    ) -> int | None:
        """Return the id of the ephemeral message; ``None`` if there is none."""
        if not self._works(spot) or self.budget.wait(spot.chat) > 0:
            return None
        try:
            if spot.chat not in self._probed:
                self._probed[spot.chat] = await self._probe(spot, user, query)
            if not self._probed[spot.chat]:
                return None
            return await self._ephemeral(spot, _to(user, query), page)
        except RetryAfter as error:
            self.budget.block(spot.chat, seconds(error))
        except (BadRequest, Forbidden) as error:
            log.info("no ephemeral messages in %s: %s", spot.chat, error)
            self._probed[spot.chat] = False
        except NetworkError as error:
            log.info("an ephemeral message may not have come: %s", error)
        return None

    async def _probe(self, spot: Spot, user: int, query: CallbackQuery) -> bool:
        """Return whether the server keeps ephemeral what is sent so."""
        self.budget.spend(spot.chat)
        sent = await self.bot.send_message(
            spot.chat,
            PROBE,
            message_thread_id=spot.thread,
            disable_notification=True,
            api_kwargs=_to(user, query),
        )
        number = _ephemeral_id(sent.message_id, sent.api_kwargs)
        if number is None:
            await _quietly(self.bot.delete_message(spot.chat, sent.message_id))
            return False
        await _quietly(self._delete_ephemeral(spot, user, number))
        return True

    async def _ephemeral(self, spot: Spot, to: dict[str, Any], page: Page) -> int | None:
        self.budget.spend(spot.chat)
        said, entities = render.text(page)
        sent = await self.bot.send_message(
            spot.chat,
            said,
            message_thread_id=spot.thread,
            entities=entities,
            reply_markup=render.keyboard(page),
            api_kwargs=to,
        )
        return _ephemeral_id(sent.message_id, sent.api_kwargs)

    async def _send_private(self, user: int, page: Page) -> int | None:
        if self.budget.wait(user) > 0:
            return None
        self.budget.spend(user)
        said, entities = render.text(page)
        try:
            sent = await self.bot.send_message(
                user, said, entities=entities, reply_markup=render.keyboard(page)
            )
        except TelegramError as error:
            log.debug("no private message to %s: %s", user, error)
            return None
        return sent.message_id

    async def _edit(self, key: tuple[Spot, int], seen: Seen, message: int, page: Page) -> None:
        spot, user = key
        said, entities = render.text(page)
        markup = render.keyboard(page)
        if seen.way is Way.PRIVATE:
            await self.bot.edit_message_text(
                said, user, message, entities=entities, reply_markup=markup
            )
            return
        await self.bot.do_api_request(
            "editEphemeralMessageText",
            {
                "chat_id": spot.chat,
                "receiver_user_id": user,
                "ephemeral_message_id": message,
                "text": said,
                "entities": entities,
                "reply_markup": markup,
            },
        )

    async def _take_away(self, key: tuple[Spot, int], seen: Seen, message: int) -> None:
        spot, user = key
        if seen.way is Way.PRIVATE:
            await self.bot.delete_message(user, message)
        else:
            await self._delete_ephemeral(spot, user, message)

    async def _delete_ephemeral(self, spot: Spot, user: int, message: int) -> None:
        await self.bot.do_api_request(
            "deleteEphemeralMessage",
            {"chat_id": spot.chat, "receiver_user_id": user, "ephemeral_message_id": message},
        )


async def end(query: CallbackQuery, said: str | None = None, *, show_alert: bool = False) -> None:
    """End the press, with words or without; one that has grown too old is ended already."""
    await _quietly(query.answer(said, show_alert=show_alert, cache_time=0))


async def _quietly(call: Coroutine[Any, Any, object]) -> None:
    """Make a call whose failing changes nothing."""
    try:
        await call
    except TelegramError as error:
        log.debug("%s", error)


def _to(user: int, query: CallbackQuery) -> dict[str, Any]:
    """Return what makes a message ephemeral (Bot API 10.3, EphemeralMessageParameters)."""
    return {
        "ephemeral_message_parameters": {"receiver_user_id": user, "callback_query_id": query.id}
    }


def _ephemeral_id(message_id: int, extra: Mapping[str, Any]) -> int | None:
    """Return the ephemeral message's own id; ``None`` if everybody can read the message."""
    number = extra.get("ephemeral_message_id")
    return number if message_id == 0 and isinstance(number, int) else None
