"""Hands: in the direct room of who holds them, one message for each table.

A hand is brought up to date when its owner is to move or has just acted: what others do meanwhile
stands on the table, and would cost an edit each time. A word that is typed in a direct room is
meant for one of the tables whose hands are shown there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from chatlama.session.transport import Handle, Page, RetryLater

from .board import Boards, Spot
from .directs import Directs
from .notes import Notes, Shown
from .outbox import Rank

JOINING = 15.0
"""Seconds until a hand is tried again that has no room to be shown in."""
RECENT = 600.0
"""Seconds for which a word may be about what was answered last, or about a round that has ended."""
KEPT = 1000
"""People of whom something is remembered at most."""


@dataclass(slots=True)
class Hands:
    """Everybody's hands at all tables."""

    boards: Boards
    directs: Directs
    notes: Notes
    title: Callable[[str], str]
    """Returns what a room is called."""
    now: Callable[[], float]
    """Seconds that never go back."""
    _acted: set[tuple[str, str]] = field(default_factory=set)
    """Who has acted at which table since their hand was shown."""
    _asked: OrderedDict[str, tuple[str, float]] = field(default_factory=OrderedDict)
    """The table at which somebody has played or was answered last, and when."""

    def acted(self, chat: str, user: str) -> None:
        """Know that the person has done something at the table."""
        if self.notes.hand(user, chat) is not None:
            self._acted.add((chat, user))

    async def show(
        self, chat: str, user: str, page: Page | None, last: Handle | None
    ) -> Handle | None:
        """Show the hand, or none any more. Raises ``RetryLater`` also while there is no room."""
        event, shown = self._now(chat, user)
        if page is None:
            self._acted.discard((chat, user))
            if shown is not None:
                self.notes.note(event, replace(shown, over=True, waits=False))
                self.answered(chat, user)
            return None
        room = self.directs.room(user)
        if room is None:
            self.directs.ask(user, wanted=False)
            raise RetryLater(JOINING)
        if shown is not None and shown.room == room:
            last = Handle(f"{event}:{shown.chapter}")
            same = shown.chapter == page.chapter and not page.buttons and not shown.waits
            if same and (chat, user) not in self._acted:
                return last
        elif shown is not None:
            last = None
        new = shown is None or shown.chapter != page.chapter
        rank = Rank.NOW if page.buttons else Rank.TABLE if new else Rank.ASIDE
        acted = {(chat, user)} & self._acted
        self._acted -= acted
        try:
            return await self.boards.show(self._spot(chat, room, user), page, last, rank)
        except RetryLater:
            self._acted |= acted
            raise

    async def answer(self, chat: str, user: str, page: Page, rank: Rank = Rank.NOW) -> bool:
        """Show the hand anew to who asked for it; return whether they have a room for it."""
        room = self.directs.room(user)
        if room is None:
            return False
        event, shown = self._now(chat, user)
        await self.boards.show(self._spot(chat, room, user), page, None, rank)
        if shown is not None:
            await self.boards.take_away(shown.room, Handle(f"{event}:{shown.chapter}"))
        return True

    def meant(self, user: str, room: str, replied: str) -> tuple[str, ...]:
        """Return the rooms of the tables for which a word in the direct room may be meant.

        It is the one whose hand was replied to. Else it is most likely one that waits for the
        person, then the one whose round has just ended or about which they were answered, then
        another whose hand is shown, the latest first. Without all that it is the direct room.
        """
        shown = self.notes[replied]
        if shown is not None:
            return (shown.chat,)
        here = [each for _, each in self.notes.hands() if each.user == user and each.room == room]
        waiting = [each.chat for each in here if each.waits]
        chat, since = self._asked.get(user, (room, -RECENT))
        asked = [chat] if self.now() - since < RECENT else []
        found = (*waiting, *asked, *(each.chat for each in here))
        return tuple(dict.fromkeys(found)) or (room,)

    def aside(self, chat: str, room: str, user: str) -> Spot:
        """Return where the person is answered in their direct room.

        Which table is meant is said where the hands of several are shown.
        """
        chats = {each.chat for _, each in self.notes.hands() if each.room == room}
        return Spot(chat, room, heading=self.title(chat) if chats - {chat} else "")

    def answered(self, chat: str, user: str) -> None:
        """Know that the person was shown something of the table that can be pressed."""
        self._asked[user] = (chat, self.now())
        self._asked.move_to_end(user)
        if len(self._asked) > KEPT:
            self._asked.popitem(last=False)

    def moved(self, chat: str) -> None:
        """Know that no table is in the room any more: it has moved."""
        for event, shown in tuple(self.notes.hands()):
            if shown.chat == chat:
                self.notes.note(event, replace(shown, over=True, waits=False))

    def came(self, user: str, room: str) -> None:
        """Know that the person has come into their direct room: hands are shown there afresh."""
        for event, shown in tuple(self.notes.hands()):
            if shown.user == user and shown.room == room:
                self.notes.note(event, replace(shown, stuck=True))

    def _now(self, chat: str, user: str) -> tuple[str, Shown | None]:
        """Return the message that shows the hand, and what is known of it."""
        event = self.notes.hand(user, chat) or ""
        return event, self.notes[event]

    def _spot(self, chat: str, room: str, user: str) -> Spot:
        heading = self.title(chat) if chat != room else ""
        return Spot(chat, room, user, heading=heading)
