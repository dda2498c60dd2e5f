"""People who play in Matrix rooms from what their clients show, by writing and by reactions.

They read the table in the room and their hand in the direct room, and what each button is called
and pressed by below it. They remember their own cards, notice when a hand can't have become what
they are shown, and add up the scores themselves.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Protocol, TypeVar

from tests.synapse.people import Person
from tests.synapse.timeline import Seen

from . import reading
from .decks import Deck, plain

T = TypeVar("T")

PATIENCE = 60.0
"""Real seconds: a homeserver and all its clients share the machine."""
BLINK = 3.0
"""Real seconds for which somebody waits for a reaction to be offered, before writing instead."""
KEYS = frozenset({"✅", *(chr(0x1F1E6 + at) for at in range(26))})
"""What may be pressed: signs that say nothing of any card."""
_WAY = re.compile(rf"(?:([{''.join(sorted(KEYS))}]) )?!?(\S.*)")
_ROUND = re.compile(r" · (?:Round|Runde) (\d+) · ")


class Sight(Protocol):
    """How one game looks."""

    def hand(self, text: str) -> tuple[Any, ...] | None:
        """Return the cards of a hand that is shown, sorted."""

    def shows(self, text: str) -> bool:
        """Return whether a text that all can read tells what only one may know."""

    def code(self, label: str) -> str | None:
        """Return how a stored log calls what a button does, if it is a move."""

    def midway(self, label: str) -> bool:
        """Return whether something more is to be chosen after that."""

    def allows(self, before: tuple[Any, ...], label: str, after: tuple[Any, ...]) -> bool:
        """Return whether a hand can have become another by what a button does."""

    def scores(self, text: str) -> dict[str, tuple[int, int]]:
        """Return what a round brought everybody, and what they have now."""

    def best(self, points: Sequence[int]) -> int:
        """Return the points that win."""


class Alpaka:
    """Alpaka as it looks."""

    def hand(self, text: str) -> tuple[Any, ...] | None:
        found = reading.hand(text)
        return None if found is None else found.cards

    def shows(self, text: str) -> bool:
        return reading.gives_away(text)

    def code(self, label: str) -> str | None:
        return reading.code(label)

    def midway(self, label: str) -> bool:
        return False

    def allows(self, before: tuple[Any, ...], label: str, after: tuple[Any, ...]) -> bool:
        return reading.same_but(before, after, label)

    def scores(self, text: str) -> dict[str, tuple[int, int]]:
        return {row.name: (row.change, row.total) for row in reading.scores(text)}

    def best(self, points: Sequence[int]) -> int:
        return min(points)


class Other:
    """Another game as its deck shows it."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.labels: dict[str, str] = {}
        """What is written for each of the deck's labels, if it is said for no other."""
        for label in deck.effects:
            self.labels[written(label)] = label

    def hand(self, text: str) -> tuple[Any, ...] | None:
        found = self.deck.hand(text)
        return None if found is None else tuple(sorted(found.elements()))

    def shows(self, text: str) -> bool:
        return self.hand(text) is not None

    def code(self, label: str) -> str | None:
        known = self.labels.get(plain(label))
        return None if known is None else self.deck.effects[known].code

    def midway(self, label: str) -> bool:
        return self.deck.effects[self.labels[plain(label)]].midway

    def allows(self, before: tuple[Any, ...], label: str, after: tuple[Any, ...]) -> bool:
        return self.deck.allows(Counter(before), self.labels[plain(label)], Counter(after))

    def scores(self, text: str) -> dict[str, tuple[int, int]]:
        return self.deck.scores(text)

    def best(self, points: Sequence[int]) -> int:
        return self.deck.best(points)


def written(label: str) -> str:
    """Return what a button's label is without signs."""
    return " ".join(word for word in label.split() if any(map(str.isalnum, word)))


@dataclass(frozen=True, slots=True)
class Offers:
    """What a message offers: each label with the key that presses it, if any does."""

    seen: Seen
    keys: dict[str, str]

    def find(self, labels: Sequence[str]) -> str | None:
        """Return which of these labels is offered."""
        return next((each for label in labels if (each := written(label)) in self.keys), None)


def offers(seen: Seen) -> Offers:
    """Return what stands below the last gap of a message, if there is one."""
    _, gap, block = seen.text.rpartition("\n\n")
    found = {}
    for line in block.split("\n") if gap else ():
        for way in line.split(" · "):
            if (parts := _WAY.fullmatch(way)) is not None:
                found[parts[2]] = parts[1] or ""
    return Offers(seen, found)


def round_of(text: str) -> str:
    """Return the number of the round that a table shows, ``""`` if it shows none."""
    found = _ROUND.search(text)
    return found[1] if found else ""


class Mate:
    """One person at one table."""

    def __init__(
        self, person: Person, room: str, bot: str, sight: Sight, *, title: str = "", seed: int = 0
    ) -> None:
        self.person = person
        self.room = room
        self.bot = bot
        self.sight = sight
        self.title = title
        """What stands above this table's hands."""
        self.name = person.name
        self.chance = random.Random(f"{seed} {self.name}")
        self.done: list[tuple[str, bool]] = []
        """The moves of this game, as a stored log calls them, and that they were taken."""
        self.confirmed = 0
        self.ways: Counter[str] = Counter()
        """How moves were made."""
        self._habit = cycle((True, False))
        """Whether one presses where one could write, too."""
        self.replying = False
        """Whether one says in the direct room which table is meant."""
        self.points: dict[str, int] = {}
        """What everybody has by one's own count."""
        self.winners: tuple[str, ...] = ()
        self._since = 0
        self._round = ""
        self._confirmed = ""
        self._cards: tuple[Any, ...] | None = None
        """The hand as it was seen last …"""
        self._move = ""
        """… and the move made since then, if any."""
        self._press = ""
        """The reaction by which one has pressed last."""
        self._page = ""
        """One's own page as it was when one made that move …"""
        self._picture = ""
        """… and the table, on which there is nothing more to do then."""
        self._old: set[str] = set()
        """Messages that show hands of rounds that are over."""

    async def until(self, condition: Callable[[], T | None], what: str) -> T:
        return await self.person.until(condition, what, PATIENCE)

    def view(self) -> str:
        """Return what one sees and knows, for whoever asks why it does not go on."""
        rooms = (self.room, *self.person.direct(self.bot))
        shown = (
            f"{each.text}\n{each.reactions}"
            for room in rooms
            for each in self.person.sees(room)[-4:]
        )
        known = f"{self.name} had {self._cards}, then did {self._move!r}, last {self.done[-1:]}"
        return "\n---\n".join((known, *shown))

    # --- seeing ------------------------------------------------------------------------------

    def newest(self, fits: Callable[[Seen], bool]) -> Seen | None:
        """Return the bot's newest message in the room that fits."""
        for seen in reversed(self.person.sees(self.room)):
            if seen.by == self.bot and seen.order >= self._since and fits(seen):
                return seen
        return None

    def table(self) -> Seen | None:
        """Return the table as it is seen now."""
        return self.newest(lambda seen: bool(round_of(seen.text)))

    def hand(self) -> Seen | None:
        """Return the newest message that shows one's hand at this table."""
        shown = [seen for seen in self._hands() if seen.id not in self._old]
        return max(shown, key=lambda seen: seen.order, default=None)

    def _hands(self) -> Iterator[Seen]:
        for room in self.person.direct(self.bot):
            for seen in self.person.sees(room):
                if seen.by == self.bot and self.cards(seen.text) is not None:
                    yield seen

    def is_mine(self, text: str) -> bool:
        """Return whether what stands in the direct room is about this table."""
        return text.partition("\n")[0] == self.title

    def cards(self, text: str) -> tuple[Any, ...] | None:
        """Return the hand of this table that is shown in the direct room."""
        return self.sight.hand(text.partition("\n")[2]) if self.is_mine(text) else None

    # --- doing -------------------------------------------------------------------------------

    async def presses(self, at: Offers, label: str) -> str:
        """Press a button of a message by its reaction, or write what it is called, in turns."""
        seen, key = at.seen, at.keys[label]
        if next(self._habit) and key and await self._offered(seen, key):
            self._press = await self.person.reacts(seen, key)
            return "reaction"
        if seen.room == self.room:
            await self.person.says(seen.room, f"!{label}")
        elif self.replying:
            await self.person.replies(seen, label)
        else:
            await self.person.says(seen.room, self.chance.choice(("", "!")) + label)
        return "text"

    async def _offered(self, seen: Seen, key: str) -> bool:
        """Return whether the reaction can be pressed on the message, which may take a moment."""

        def there() -> bool:
            now = next((each for each in self.person.sees(seen.room) if each.id == seen.id), seen)
            return key in now.keys or now.text != seen.text

        with suppress(AssertionError):
            await self.person.until(there, f"{key} is offered", BLINK)
        now = next((each for each in self.person.sees(seen.room) if each.id == seen.id), seen)
        return key in now.keys and now.text == seen.text

    async def plays(self) -> None:
        """Play until the game is over."""
        while True:
            table = await self.until(self._todo, "something to do")
            if (number := round_of(table.text)) != self._round:
                self._round, self._cards, self._move = number, None, ""
            if reading.ranks(table.text):
                self._adds_up(table.text)
                self._ends(table.text)
                return
            if self.name in reading.waited_for(table.text):
                await self._confirms(table)
            else:
                await self._moves(table)

    def looks_from(self, message: str) -> None:
        """Look at nothing that was written in the room before that."""
        shown = self.person.sees(self.room)
        last = max((seen.order for seen in shown), default=0)
        self._since = next((seen.order for seen in shown if seen.id == message), last + 1)

    def begins(self, lobby: str) -> None:
        """Forget the game before, and all that was written until its lobby."""
        self.looks_from(lobby)
        self.done, self.confirmed, self.points, self.winners = [], 0, {}, ()
        self._round = self._confirmed = self._move = self._page = self._picture = ""
        self._cards = None
        self._old = {seen.id for seen in self._hands()}

    def _todo(self) -> Seen | None:
        """Return the table if one has to do something there."""
        table = self.table()
        if table is None or table.text == self._picture:
            return None
        text = table.text
        if reading.ranks(text):
            return table
        if self.name in reading.waited_for(text):
            return table if round_of(text) != self._confirmed else None
        return table if self.name in reading.to_move(text) else None

    async def _confirms(self, table: Seen) -> None:
        self._adds_up(table.text)
        self._confirmed = round_of(table.text)
        self._old = {seen.id for seen in self._hands()}
        at = offers(table)
        label = at.find(reading.NEXT)
        assert label is not None, table.text
        await self.presses(at, label)
        self.confirmed += 1

        def heard() -> bool:
            now = self.table()
            return now is None or self.name not in reading.waited_for(now.text)

        await self.until(heard, "one's confirmation is seen")

    async def _moves(self, table: Seen) -> None:
        own = await self.until(lambda: self._fresh(table), "one's hand with something to do")
        if own.seen.id == table.id:
            return  # it is another picture already
        cards = self.cards(own.seen.text)
        assert cards is not None
        self._cards, self._move = cards, ""
        code_of = {label: code for label in own.keys if (code := self.sight.code(label))}
        label = self._chooses(code_of, table)
        public = {self.sight.code(each): each for each in offers(table).keys}
        at, said = own, label
        if code_of[label] in public and self.chance.random() < 0.4:
            at, said = offers(table), public[code_of[label]]
        place = "room" if at.seen.room == self.room else "direct"
        self._move, self._page = label, own.seen.text
        while True:
            way = await self.presses(at, said)
            self.ways[f"{way} in the {place}"] += 1
            if await self._comes_of(way, table, label):
                break
        self.done.append((code_of[label], True))

    async def _comes_of(self, way: str, table: Seen, label: str) -> bool:
        """Return once one's move is seen, or whether a press came to nothing and can be repeated.

        That can only be where a press was taken back and nothing has changed. Pressed again after a
        move that was taken but is not seen yet, it does nothing.
        """

        def taken() -> bool:
            return self._taken(table, label)

        def settled() -> bool:
            back = way == "reaction" and self.person.timeline.is_gone(self._press)
            return back or taken()

        await self.until(settled, f"{label} is taken")
        with suppress(AssertionError):
            await self.person.until(taken, "it is seen", BLINK)
        return taken()

    def _taken(self, table: Seen, label: str) -> bool:
        """Return whether one's move is seen: at the table, or on one's own page."""
        now = self.table()
        if now is None or now.text != table.text:
            return True
        own = self.hand()
        return self.sight.midway(label) and own is not None and own.text != self._page

    def _chooses(self, code_of: dict[str, str], table: Seen) -> str:
        """Return what somebody would do who knows nothing but that cards have to go."""
        away = sorted(label for label, code in code_of.items() if code.startswith("play"))
        if away and self.chance.random() < 0.9:
            return self.chance.choice(away)
        return self.chance.choice(sorted(code_of))

    def _fresh(self, table: Seen) -> Offers | None:
        """Return what one's own page offers, if that can be how things stand now."""
        now = self.table()
        if now is None or now.text != table.text:
            return Offers(table, {})
        seen = self.hand()
        if seen is None or seen.text == self._page:
            return None
        at = offers(seen)
        cards = self.cards(seen.text)
        if cards is None or not any(map(self.sight.code, at.keys)) or not self._possible(cards):
            return None
        return at

    def _possible(self, cards: tuple[Any, ...]) -> bool:
        """Return whether what one is shown can have become of what one had."""
        if self._cards is None:
            return True
        if not self._move:
            return cards == self._cards
        return self.sight.allows(self._cards, self._move, cards)

    # --- scores ------------------------------------------------------------------------------

    def _adds_up(self, text: str) -> None:
        """Add the round's scores to one's own count, and compare."""
        if self._confirmed == round_of(text):
            return
        for name, (brought, total) in self.sight.scores(text).items():
            self.points[name] = self.points.get(name, 0) + brought
            assert total == self.points[name], f"{name}: {self.points} by my count, {text}"

    def _ends(self, text: str) -> None:
        ranks = reading.ranks(text)
        assert {name: points for name, (_, points) in ranks.items()} == self.points, text
        best = self.sight.best(tuple(self.points.values()))
        self.winners = tuple(sorted(n for n, points in self.points.items() if points == best))
        assert tuple(sorted(reading.winners(text))) == self.winners, text
