"""What people do in rooms comes in, and pages go out; what they are told is for ``answers``.

Who can't be shown their cards yet is invited to a direct room, and what they wanted is done when
they come.
"""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from chatlama.session.transport import (
    Address,
    Arrived,
    Chat,
    Dispatch,
    Handle,
    Incoming,
    Moved,
    NotKept,
    Page,
    Pressed,
    Reply,
    Sender,
    Typed,
)

from .answers import Answers
from .asked import Asked
from .board import MESSAGE, Boards, Spot, read
from .directs import Directs
from .events import Event
from .hands import Hands
from .heard import Reacted, Said, TakenAway, command, heard
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
    answers: Answers
    now: Callable[[], float]
    """Seconds that never go back."""
    _wanted: OrderedDict[str, tuple[float, Incoming]] = field(default_factory=OrderedDict)
    """What people wanted who could not be shown their cards, and when."""
    _early: deque[tuple[Event, Reacted]] = field(
        default_factory=lambda: deque(maxlen=KEPT), repr=False
    )
    """Reactions that press nothing we know of, from the time after the start."""
    _begun: float = field(init=False)

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
        spot = Spot(room, room, sign=self.answers.sign(room))
        if page.loud:
            return await self.boards.call(spot, page, last)
        return await self.boards.show(spot, page, last, Rank.TABLE)

    def reaches(self, to: Address) -> bool:
        """Return whether the person can be shown their cards: whether they are in a direct room."""
        return to.user is None or self.directs.room(to.user) is not None

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
        chat = Chat(NAME, shown.chat)
        sender = self._sender(event.room, event.sender)
        free = self.rooms.may_redact(event.room)
        if not free:
            self.reactions.stays(what.to)
        await self._act(Incoming(event.id, chat, sender, Pressed(token)), event.room)
        if free:
            self.answers.later(self.reactions.give_back(event.room, event.id, what.to))

    def _catch_up(self, shown: Handle | None) -> None:
        """Have what was pressed be done that came before we knew again what we had shown there.

        After a crash a message of ours, or what it says, may be known to people before it is to us.
        """
        message, _ = read(shown)
        early = [each for each in self._early if each[1].to == message]
        for each in early:
            self._early.remove(each)
            self.answers.later(self._press(*each))

    async def _press(self, event: Event, what: Reacted) -> None:
        with suppress(NotKept):  # the person sees that nothing has come of it
            await self._reacted(event, what)

    async def _said(self, event: Event, what: Said) -> None:
        direct = self.rooms.direct_with(event.room) == event.sender
        asked = command(what.text, direct=direct)
        if asked is None:
            return
        room, sender = event.room, self._sender(event.room, event.sender)
        chat, *others = self.hands.meant(event.sender, room, what.replied) if direct else (room,)
        said = Incoming(event.id, Chat(NAME, chat), sender, Typed(asked))
        await self._act(said, room, others)

    def _sender(self, room: str, user: str) -> Sender:
        return Sender(user, self.rooms.name(room, user))

    async def _act(self, incoming: Incoming, room: str, others: Iterable[str] = ()) -> None:
        """Hand in what was done in the room, and answer in a while.

        What means nothing at its table is tried at the ``others``, before the answer says so.
        """
        user = incoming.sender.user
        reply = await self._handed_in(incoming)
        for chat in others if reply.unmeant else ():
            there = replace(incoming, chat=Chat(NAME, chat))
            told = await self._handed_in(there)
            if not told.unmeant:
                incoming, reply = there, told
                break
        if reply.unreached:
            self._wanted[user] = (self.now(), incoming)
            self._wanted.move_to_end(user)
            if len(self._wanted) > KEPT:
                self._wanted.popitem(last=False)
            self.directs.ask(user, wanted=True)
        self.answers.give(incoming, reply, room)

    async def _handed_in(self, incoming: Incoming) -> Reply:
        self.hands.acted(incoming.chat.id, incoming.sender.user)
        return await self.dispatch(incoming)


def talk(
    wire: Wire,
    rooms: Rooms,
    doors: Doors,
    dispatch: Dispatch,
    notes: Notes,
    mode: Mode,
    pace: Pace,
    sleep: Callable[[float], Awaitable[None]],
) -> Talk:
    """Return the conversation over a wire; ``reactions.run`` is to be run beside it."""
    outbox, now = Outbox(wire, pace), pace.now
    reactions = Reactions(outbox, notes, mode, sleep)
    boards = Boards(outbox, notes, reactions)
    directs = Directs(rooms, doors, pace, sleep)
    hands = Hands(boards, directs, notes, rooms.title, now)
    answers = Answers(rooms, boards, hands, directs, Asked(now), now, sleep)
    return Talk(rooms, dispatch, boards, hands, directs, notes, reactions, answers, now)
