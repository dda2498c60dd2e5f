"""People who play Alpaka from what their clients show and know nothing else.

They read the table, look at their hand in the way in which it comes, and press buttons they see.
They remember their own cards, and notice when a hand can't have become what they are shown; they
add up the scores themselves. What they pressed, and with what answer, is kept for the test.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from tests.botapi import Answer, Button, Chat, Person, Seen
from tests.botapi.core import Core
from tests.botapi.waiting import PATIENCE, until

from . import reading
from .reading import Hand

T = TypeVar("T")

CHEAP = 9
"""A hand that costs no more is worth quitting with."""
BLINK = 0.5
"""Real seconds for which somebody looks at an old picture before pressing again."""


@dataclass(frozen=True, slots=True)
class Known:
    """What one's hand was, and the button pressed since, if any."""

    cards: tuple[int, ...]
    since: str | None = None

    def allows(self, hand: Hand) -> bool:
        if self.since is None:
            return hand.cards == self.cards
        return reading.same_but(self.cards, hand.cards, self.since)


class Player:
    """One person at one table."""

    def __init__(
        self,
        person: Person,
        chat: Chat,
        thread: int | None = None,
        *,
        seed: int = 0,
        patience: float = PATIENCE,
        cheap: int = CHEAP,
        insists: bool = False,
    ) -> None:
        self.person = person
        self.chat = chat
        self.thread = thread
        self.name = person.name
        self.chance = random.Random(f"{seed} {self.name}")
        self.patience = patience
        self.cheap = cheap
        self.insists = insists
        """Presses again at once where a hand came as an alert: wants it as a message."""
        self.doubts = False
        """Looks at a fresh picture of the hand next time, whatever is shown."""
        self.done: list[tuple[str, bool]] = []
        """The moves of this game, as a stored log calls them, and whether they were answered."""
        self.confirmed = 0
        self.refused: list[str] = []
        self.told: list[str] = []
        """Every answer with words."""
        self.ways: Counter[str] = Counter()
        """How hands were shown."""
        self.points: dict[str, int] = {}
        """What everybody has by one's own count."""
        self.winners: tuple[str, ...] = ()
        self.rounds = 0
        self._round: int | None = None
        self._seen_scores: int | None = None
        self._known: tuple[Known, ...] = ()
        self._old: dict[int, str] = {}
        self._done: str | None = None
        self._scored: set[int] = set()
        self._since = 0
        self._nudge = asyncio.Event()

    @property
    def core(self) -> Core:
        return self.person.core

    @property
    def actions(self) -> int:
        """How much was done in this game: moves and confirmations."""
        return len(self.done) + self.confirmed

    @property
    def unanswered(self) -> int:
        """How many moves of this game were made whose answer never came."""
        return sum(not sure for _, sure in self.done)

    def nudge(self) -> None:
        """Wait no longer for an answer that does not come now, and trust no old picture."""
        self.doubts = True
        self._nudge.set()

    # --- seeing ------------------------------------------------------------------------------

    def table(self) -> Seen | None:
        """Return the table as it is seen now: the newest message that shows a game."""
        for seen in reversed(self.person.sees(self.chat, self.thread)):
            public = not seen.ephemeral and seen.message.sender is self.core.world.bot
            new = seen.message.order >= self._since
            if public and new and reading.round_of(seen.text) is not None:
                return seen
        return None

    def hand(self) -> Seen | None:
        """Return the newest message, seen by oneself alone, that shows a hand of this round."""
        mine = [one for one in self.person.sees(self.chat, self.thread) if one.ephemeral]
        mine += self.person.sees()
        shown = [
            one
            for one in mine
            if reading.hand(one.text) and self._old.get(one.message.order) != one.text
        ]
        return max(shown, key=lambda one: one.message.order, default=None)

    async def until(
        self, condition: Callable[[], T | None], what: str, patience: float | None = None
    ) -> T:
        return await until(self.core, condition, f"{self.name}: {what}", patience or self.patience)

    # --- playing -----------------------------------------------------------------------------

    async def plays(self) -> None:
        """Play until the game is over."""
        while True:
            table = await self.until(self._mine, "something to do")
            text = table.text
            number = reading.round_of(text)
            if number is not None and reading.scores(text) and number not in self._scored:
                self._adds_up(table, number)
            if reading.ranks(text):
                self._ends(table)
                return
            if self.name in reading.waited_for(text):
                await self._confirms(table)
            else:
                await self._moves(table)

    def begins(self, since: int) -> None:
        """Forget the game before, and all that was written until then."""
        self._since = since
        self.done, self.confirmed = [], 0
        self.points, self.winners, self.rounds = {}, (), 0
        self._round = self._seen_scores = None
        self._known, self._scored = (), set()

    def _mine(self) -> Seen | None:
        """Return the table if one has to do something there that one has not done yet."""
        table = self.table()
        if table is None or table.text == self._done:
            return None
        text = table.text
        waited = self._seen_scores != reading.round_of(text) and reading.waited_for(text)
        mine = self.name in (*reading.to_move(text), *(waited or ()))
        return table if mine or reading.ranks(text) else None

    async def _confirms(self, table: Seen) -> None:
        answer = await self._presses(table, reading.button(table, reading.NEXT), table)
        if answer.text is None and not answer.timed_out:
            self.confirmed += 1
            self._seen_scores = reading.round_of(table.text)

    async def _moves(self, table: Seen) -> None:
        number = reading.round_of(table.text)
        if number != self._round:
            self._begins_round(number)
        hand = await self._looks(table)
        now = self.table()
        if hand is None or now is None or now.text != table.text:
            return  # it was somebody's who was quicker: look again
        button = self._chooses(hand, table)
        shown = self.hand()
        fresh = shown is not None and reading.top(shown.text) == reading.top(table.text)
        there = shown.button(button.label) if shown is not None and fresh else None
        known = Known(hand.cards)
        if shown is not None and there is not None and self.chance.random() < 0.5:
            answer = await self._presses(shown, there, table)
        else:
            answer = await self._presses(table, button, table)
        code = reading.code(button.label)
        assert code is not None
        after = Known(hand.cards, button.label)
        if answer.timed_out:
            self.done.append((code, False))
            self._known = (known, after)
        elif answer.text is None:
            self.done.append((code, True))
            self._known = (after,)
        else:
            self._known = (known,)

    def _begins_round(self, number: int | None) -> None:
        self._round = number
        self._known = ()
        shown = [one for one in self.person.sees(self.chat, self.thread) if one.ephemeral]
        self._old = {one.message.order: one.text for one in (*shown, *self.person.sees())}

    def _chooses(self, hand: Hand, table: Seen) -> Button:
        """Return the button that somebody would press who knows the rules and is in a hurry."""
        buttons = [button for row in table.buttons for button in row]
        fitting = [one for one in buttons if reading.plays(one.label) in hand.cards]
        on_top = reading.top(table.text)
        quits = reading.button(table, reading.QUIT)
        draws = next((one for one in buttons if one.label in reading.DRAW), None)
        if fitting and self.chance.random() < 0.9:
            same = [one for one in fitting if reading.plays(one.label) == on_top]
            return self.chance.choice(same or fitting)
        if hand.cost <= self.cheap or draws is None or self.chance.random() < 0.15:
            return quits
        return draws

    async def _looks(self, table: Seen) -> Hand | None:
        """Return one's hand: as it is shown, or as it comes for a press; None if there is none."""

        def there() -> Hand | None:
            seen = self.hand()
            hand = reading.hand(seen.text) if seen else None
            return hand if hand and self._possible(hand) else None

        doubts, self.doubts = self.doubts, False
        if not doubts and (hand := there()) is not None:
            return self._learns(hand)
        if not doubts and self.hand() is not None:
            try:
                return self._learns(await self.until(there, "a fresh hand", BLINK))
            except AssertionError:
                pass  # it is an old picture: press for a new one
        before = self.hand()
        answer = await self._presses(table, reading.button(table, reading.HAND_BUTTON), None)
        if answer.text is not None:
            found = reading.hand(answer.text)
            if found is None:
                return None
            assert self._possible(found), f"{self.name} had {self._known}, is shown {found}"
            self.ways["alert"] += 1
            self._learns(found)
            if self.insists:
                self.insists = False
                return await self._looks(table)
            return found
        if answer.timed_out:
            return None

        def fresh() -> Seen | None:
            seen = self.hand()
            old = before is not None and seen is not None and seen.message is before.message
            if seen is None or (old and seen == before):
                return None
            hand = reading.hand(seen.text)  # an edit of what was before may come in between
            return seen if hand is not None and self._possible(hand) else None

        seen = await self.until(fresh, "the hand that was asked for")
        found = reading.hand(seen.text)
        assert found is not None
        assert self._possible(found), f"{self.name} had {self._known}, is shown {found}"
        self.ways["ephemeral" if seen.ephemeral else "private"] += 1
        return self._learns(found)

    def _possible(self, hand: Hand) -> bool:
        return not self._known or any(known.allows(hand) for known in self._known)

    def _learns(self, hand: Hand) -> Hand:
        self._known = (Known(hand.cards),)
        return hand

    async def _presses(self, seen: Seen, button: Button, table: Seen | None) -> Answer:
        """Press; ``table``: the picture of it on which there is nothing more to do then."""
        answer = await self.presses(seen, button)
        if answer.text is not None:
            self.told.append(answer.text)
        if table is None:
            return answer
        if answer.text is None and not answer.timed_out:
            self._done = table.text
            return answer
        self.refused.append(f"{button.label}: {answer.text}")

        def changed() -> bool:
            now = self.table()
            return now is None or now.text != table.text

        with suppress(AssertionError):
            await self.until(changed, "another picture", BLINK)
        return answer

    async def presses(self, seen: Seen, button: Button) -> Answer:
        """Press and return the answer; who is nudged waits for a moment only."""
        self._nudge.clear()
        press = self.person.press(seen, button)
        answered = asyncio.ensure_future(press.answer(self.patience))
        nudged = asyncio.ensure_future(self._nudge.wait())
        try:
            await asyncio.wait({answered, nudged}, return_when=asyncio.FIRST_COMPLETED)
            done, _ = await asyncio.wait({answered}, timeout=BLINK)
            return await answered if done else Answer(timed_out=True)
        finally:
            answered.cancel()
            nudged.cancel()

    # --- scores ------------------------------------------------------------------------------

    def _adds_up(self, table: Seen, number: int) -> None:
        """Add the round's scores to one's own count, and compare."""
        self._scored.add(number)
        self.rounds += 1
        rows = reading.scores(table.text)
        worth = {row.name: reading.worth(row.values) for row in rows}
        dearest = max(worth.values())
        for row in rows:
            due = worth[row.name]
            if reading.englert(table.text) and due != dearest:
                due = 0
            before = self.points.get(row.name, 0)
            if not row.values and before > 0:
                assert row.change in (-1, -10), f"{row}: no chip was returned"
                due = row.change
            assert row.change == due, f"{row} should pay {due}: {table.text}"
            self.points[row.name] = before + due
            assert row.total == self.points[row.name], f"{row}: {self.points} by my count"

    def _ends(self, table: Seen) -> None:
        ranks = reading.ranks(table.text)
        assert {name: points for name, (_, points) in ranks.items()} == self.points
        fewest = min(self.points.values())
        best = {name for name, points in self.points.items() if points == fewest}
        assert set(reading.winners(table.text)) == best
        assert {name for name, (rank, _) in ranks.items() if rank == 1} == best
        self.winners = tuple(sorted(best))
        self._done = table.text
