"""What people do in rooms comes in, and what they are told goes out.

An answer goes to the direct room of who acted, where there is one, and else into the room; what may
tell what somebody holds never does. Who can't be shown their cards yet is invited to a direct room,
and what they wanted is done when they come.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from chatlama.session.transport import (
    Address,
    Arrived,
    Chat,
    Dispatch,
    Gone,
    Handle,
    Incoming,
    Moved,
    NotKept,
    Page,
    Piece,
    Pressed,
    Reply,
    RetryLater,
    Sender,
    Typed,
    Unreachable,
)

from .asked import Asked
from .board import MESSAGE, Boards, Spot, read
from .directs import Directs
from .events import Event
from .hands import Hands
from .heard import SIGN, Reacted, Said, TakenAway, command, heard
from .keys import normal
from .notes import Notes
from .outbox import Outbox, Pace, Rank
from .reactions import Mode, Reactions
from .rooms import Doors, Rooms
from .wire import Wire

log = logging.getLogger(__name__)

NAME = "matrix"
WAITED = 1800.0
"""Seconds for which somebody may take to come into their direct room, for what they wanted."""
LATE = 60.0
"""Seconds after which an answer is no answer any more."""
PATIENT = 30.0
"""Seconds after the start in which a reaction may come before we know what it presses."""
KEPT = 1000
"""People of whom something is remembered at most."""


@dataclass(slots=True)
class Talk:
    """The conversation in all rooms of the account."""

    rooms: Rooms
    dispatch: Dispatch = field(repr=False)
    boards: Boards
    hands: Hands
    directs: Directs
    notes: Notes
    reactions: Reactions
    asked: Asked
    now: Callable[[], float]
    """Seconds that never go back."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _wanted: OrderedDict[str, tuple[float, Incoming]] = field(default_factory=OrderedDict)
    """What people wanted who could not be shown their cards, and when."""
    _early: deque[tuple[Event, Reacted]] = field(
        default_factory=lambda: deque(maxlen=KEPT), repr=False
    )
    """Reactions that press nothing we know of, from the time after the start."""
    _begun: float = field(init=False)
    _answers: set[asyncio.Task[None]] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        """Begin now."""
        self._begun = self.now()

    async def take(self, event: Event) -> None:
        """Take in one event; return once what it did is kept. Raises ``NotKept``."""
        edit = event.text("m.relates_to", "rel_type") == "m.replace"
        if event.kind == MESSAGE and not edit:
            self.boards.wrote(event.room)
        what = heard(event)
        if isinstance(what, TakenAway):
            self.boards.lost(what.event)
        elif event.sender == self.rooms.me:
            if edit:
                self.boards.came_back(event.id, event.text("m.relates_to", "event_id"))
        elif event.kind == "m.room.member":
            await self._came(event)
        elif isinstance(what, Reacted):
            await self._reacted(event, what)
        elif isinstance(what, Said):
            await self._said(event, what)

    async def greet(self, room: str, by: str, update: str) -> None:
        """Say hello in a room into which somebody has brought us. Raises ``NotKept``."""
        await self._act(Incoming(update, Chat(NAME, room), self._sender(room, by), Arrived()), room)

    async def moved(self, room: str, to: str, update: str) -> None:
        """Have a room's table stand in another one from now on. Raises ``NotKept``."""
        self.hands.moved(room)
        where = Moved(Chat(NAME, to))
        await self.dispatch(Incoming(update, Chat(NAME, room), Sender("", ""), where))

    async def tell(
        self, room: str, page: Page, to: str, *, quoted: bool = True, rank: Rank = Rank.NOW
    ) -> None:
        """Answer the event ``to`` in its room, unless that takes too long."""
        spot = Spot(room, room, sign=self.sign(room))
        await self._send(spot, page, to, quoted=quoted, rank=rank)

    def whisper(self, event: Event, page: Page) -> None:
        """Answer in a while, so that only the event's sender sees it, or else in its room."""
        direct = self.directs.room(event.sender) or event.room
        spot = Spot(direct, direct, sign=self.sign(direct))
        self._later(self._send(spot, page, event.id, quoted=direct == event.room))

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        """Make the page what the place shows; a hand's is the direct room of who holds it."""
        shown = await self._show(to, page, last)
        self._catch_up(shown)
        return shown

    async def _show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        room = to.chat.id
        if to.user is not None:
            return await self.hands.show(room, to.user, page, last)
        if page is None:
            if last is not None:
                await self.boards.take_away(room, last)
            return None
        spot = Spot(room, room, sign=self.sign(room))
        if page.loud:
            return await self.boards.call(spot, page, last)
        return await self.boards.show(spot, page, last, Rank.TABLE)

    def reaches(self, to: Address) -> bool:
        """Return whether the person can be shown their cards: whether they are in a direct room."""
        return to.user is None or self.directs.room(to.user) is not None

    def sign(self, room: str) -> str:
        """Return what a typed command begins with in the room."""
        return SIGN if self.rooms.direct_with(room) is None else ""

    async def finish(self, within: float) -> None:
        """Return when all answers have gone out, or after so many seconds."""
        if self._answers:
            await asyncio.wait(self._answers, timeout=within)
        for task in self._answers:
            task.cancel()

    async def _came(self, event: Event) -> None:
        """Do what somebody wanted who has come into their direct room just now."""
        user = event.key or ""
        if event.text("membership") != "join" or self.directs.room(user) != event.room:
            return
        self.hands.came(user, event.room)
        since, wanted = self._wanted.pop(user, (0.0, None))
        if wanted is not None and self.now() - since < WAITED:
            await self._act(wanted, event.room)

    async def _reacted(self, event: Event, what: Reacted) -> None:
        shown, key = self.boards.seen(what.to), normal(what.key)
        if self.reactions.mode is Mode.OFF or (shown and shown.room != event.room):
            return
        token = None
        if shown is not None:
            token = shown.tokens.get(key) or (shown.coming or {}).get(key)  # was never there before
        if shown is None or token is None:
            if self.now() - self._begun < PATIENT:
                self._early.append((event, what))
            return
        chat, private = Chat(NAME, shown.chat), shown.room != shown.chat
        sender = self._sender(event.room, event.sender)
        free = self.rooms.may_redact(event.room)
        if not free:
            self.reactions.stays(what.to)
        await self._act(Incoming(event.id, chat, sender, Pressed(token), private), event.room)
        if free:
            self._later(self.reactions.give_back(event.room, event.id, what.to))

    def _catch_up(self, shown: Handle | None) -> None:
        """Have what was pressed be done that came before we knew again what we had shown there.

        After a crash a message of ours, or what it says, may be known to people before it is to us.
        """
        message, _ = read(shown)
        early = [each for each in self._early if each[1].to == message]
        for each in early:
            self._early.remove(each)
            self._later(self._press(*each))

    async def _press(self, event: Event, what: Reacted) -> None:
        with suppress(NotKept):  # the person sees that nothing has come of it
            await self._reacted(event, what)

    async def _said(self, event: Event, what: Said) -> None:
        direct = self.rooms.direct_with(event.room) == event.sender
        asked = command(what.text, direct=direct)
        if asked is None:
            return
        room = event.room
        chat = self.hands.meant(event.sender, room, what.replied) if direct else room
        sender = self._sender(room, event.sender)
        await self._act(Incoming(event.id, Chat(NAME, chat), sender, Typed(asked), direct), room)

    def _sender(self, room: str, user: str) -> Sender:
        return Sender(user, self.rooms.name(room, user))

    async def _act(self, incoming: Incoming, room: str) -> None:
        """Hand in what was done in the room, and answer in a while."""
        user = incoming.sender.user
        self.hands.acted(incoming.chat.id, user)
        reply = await self.dispatch(incoming)
        if reply.unreached:
            self._wanted[user] = (self.now(), incoming)
            self._wanted.move_to_end(user)
            if len(self._wanted) > KEPT:
                self._wanted.popitem(last=False)
            self.directs.ask(user, wanted=True)
        page = reply.page
        if page is None and reply.alert is not None:
            page = Page(tuple((Piece(line),) for line in reply.alert.split("\n")))
        rank = None if page is None else self.asked.urgency(user)
        if page is not None and rank is not None:
            self._later(self._answer(incoming, reply, page, room, rank))

    async def _answer(
        self, incoming: Incoming, reply: Reply, page: Page, room: str, rank: Rank
    ) -> None:
        user, chat = incoming.sender.user, incoming.chat.id
        direct = self.directs.room(user)
        if isinstance(incoming.act, Arrived):
            await self.tell(chat, page, incoming.update, quoted=False)
        elif reply.hand:
            await self._patiently(lambda: self.hands.answer(chat, user, page, rank))
        elif direct is not None:
            if page.buttons:
                self.hands.answered(chat, user)
            quoted = direct == room and isinstance(incoming.act, Typed)
            spot = self.hands.aside(chat, direct, user)
            await self._send(spot, page, incoming.update, quoted=quoted, rank=rank)
        elif not reply.secret:
            await self._answer_in(room, incoming, page, rank)

    async def _answer_in(self, room: str, incoming: Incoming, page: Page, rank: Rank) -> None:
        """Answer where everybody can read it; who presses again and again is not told each time."""
        if isinstance(incoming.act, Typed):
            await self.tell(room, page, incoming.update, rank=rank)
            return
        sender = incoming.sender
        if not self.asked.pressing(room, sender.user):
            return
        named = (Piece(sender.name, user=sender.user), Piece(": "))
        first, *rest = page.lines or ((),)
        page = replace(page, lines=((*named, *first), *rest))
        await self.tell(room, page, incoming.update, quoted=False, rank=rank)

    async def _send(
        self, spot: Spot, page: Page, to: str, *, quoted: bool, rank: Rank = Rank.NOW
    ) -> None:
        await self._patiently(lambda: self.boards.answer(spot, page, to, quoted=quoted, rank=rank))

    async def _patiently(self, send: Callable[[], Awaitable[object]]) -> None:
        """Send an answer as soon as the server allows, if that is soon enough."""
        until = self.now() + LATE
        while True:
            try:
                await send()
            except RetryLater as wait:
                if self.now() + wait.after > until:
                    log.info("an answer came too late to be given")
                    return
                await self.sleep(wait.after)
            except (Gone, Unreachable) as error:
                log.info("an answer did not arrive: %s", error)
                return
            else:
                return

    def _later(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)


def talk(
    wire: Wire,
    rooms: Rooms,
    doors: Doors,
    dispatch: Dispatch,
    notes: Notes,
    mode: Mode,
    now: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]],
) -> Talk:
    """Return the conversation over a wire; ``reactions.run`` is to be run beside it."""
    outbox = Outbox(wire, Pace(now))
    reactions = Reactions(outbox, notes, mode, sleep)
    boards = Boards(outbox, notes, reactions)
    directs = Directs(rooms, doors, outbox.pace, sleep)
    hands = Hands(boards, directs, notes, rooms.title, now)
    asked = Asked(now)
    return Talk(rooms, dispatch, boards, hands, directs, notes, reactions, asked, now, sleep)
