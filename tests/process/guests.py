"""People who know no game: when it is their turn they press any button that their hand offers.

They remember their own cards, and notice when a hand can't have become what they are shown; they
add up the scores themselves. What they pressed is kept for the test.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from tests.botapi import Answer, Button, Chat, Person, Seen
from tests.botapi.waiting import PATIENCE, until

from . import reading
from .decks import Cards, Deck

T = TypeVar("T")

BLINK = 0.5
"""Real seconds for which somebody looks at an old picture before asking for a new one."""
AT_THE_TABLE = 0.3
"""How often a button is pressed that all can see, if there is one."""
_ROUND = re.compile(r" · (?:Round|Runde) (\d+) · ")


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody may do, as it came: in a message of one's own, at the table, or by numbers."""

    seen: Seen
    """Where the buttons are."""
    moves: dict[str, str]
    """What can be done, and what stands on the button that does it."""
    cards: Cards | None
    """The hand, if it was shown."""
    page: str = ""
    """One's own page as it was then."""


class Guest:
    """One person at one table."""

    def __init__(self, person: Person, chat: Chat, deck: Deck, seed: int) -> None:
        self.person = person
        self.chat = chat
        self.deck = deck
        self.name = person.name
        self.chance = random.Random(f"{seed} {self.name}")
        self.done: list[tuple[str, bool]] = []
        """The moves of this game, as a stored log calls them, and that they were answered."""
        self.confirmed = 0
        self.refused: list[str] = []
        self.told: list[str] = []
        """Every answer with words."""
        self.ways: Counter[str] = Counter()
        """How hands were shown."""
        self.points: dict[str, int] = {}
        """What everybody has by one's own count."""
        self.winners: tuple[str, ...] = ()
        self._since = 0
        self._round = ""
        self._confirmed = ""
        self._cards: Cards | None = None
        """The hand as it was seen last, if it was …"""
        self._move = ""
        """… and the move made since then, if any."""
        self._page = ""
        """One's own page as it was when one made that move …"""
        self._picture = ""
        """… and the table, if there is nothing more to do as long as it looks like that."""

    @property
    def actions(self) -> int:
        """How much was done in this game: moves and confirmations."""
        return len(self.done) + self.confirmed

    @property
    def unanswered(self) -> int:
        """How many moves of this game were made whose answer never came."""
        return sum(not sure for _, sure in self.done)

    def begins(self, since: int) -> None:
        """Look at nothing that was written until then."""
        self._since = since

    def nudge(self) -> None:
        """Look again at what seems done."""
        self._picture = ""

    async def until(
        self, condition: Callable[[], T | None], what: str, patience: float = PATIENCE
    ) -> T:
        return await until(self.person.core, condition, f"{self.name}: {what}", patience)

    async def presses(self, seen: Seen, button: Button) -> Answer:
        return await self.person.press(seen, button).answer(PATIENCE)

    async def plays(self) -> None:
        """Play until the game is over."""
        while True:
            table = await self.until(self._table, "something to do")
            if (number := _round_of(table)) != self._round:
                self._round, self._cards, self._move = number, None, ""
            if reading.has(table, reading.AGAIN):
                self._adds_up(table.text)
                self._ends(table.text)
                return
            if reading.has(table, reading.NEXT):
                self._adds_up(table.text)
                answer = await self.presses(table, reading.button(table, reading.NEXT))
                assert answer == Answer()
                self._confirmed = self._round
                self.confirmed += 1
            else:
                await self._moves(table)

    def _table(self) -> Seen | None:
        """Return the table if one has to do something there."""
        table = self._newest()
        if table is None or reading.has(table, reading.AGAIN):
            return table
        if reading.has(table, reading.NEXT):
            return None if _round_of(table) == self._confirmed else table
        mine = self.name in reading.to_move(table.text)
        return table if mine and table.text != self._picture else None

    def _newest(self) -> Seen | None:
        """Return the table as it is seen now."""
        for seen in reversed(self.person.sees(self.chat)):
            if seen.message.order >= self._since and not seen.ephemeral and _round_of(seen):
                return seen
        return None

    # --- moving ------------------------------------------------------------------------------

    async def _moves(self, table: Seen) -> None:
        offer = self._fresh()
        if offer is None and self._own() is not None:
            with suppress(AssertionError):
                offer = await self.until(self._fresh, "one's own page", BLINK)
        if offer is None:
            offer = await self._asks(table)
        if offer is None:
            return
        public = self._public(table, offer)
        if public and self.chance.random() < AT_THE_TABLE:
            offer = replace(offer, seen=table, moves=public)
        if offer.cards is not None or self._move:
            self._cards, self._move = offer.cards, ""
        held = self._cards
        known = [
            move
            for move in offer.moves
            if (card := self.deck.effects[move].card) is None or held is None or card in held
        ]
        move = self.chance.choice(sorted(known))
        button = offer.seen.button(offer.moves[move])
        assert button is not None, f"{self.name} is offered {move}, but sees {offer.seen.labels}"
        answer = await self.presses(offer.seen, button)
        if answer.text is not None:
            self.refused.append(f"{move}: {answer.text}")
            return
        effect, last = self.deck.effects[move], held is not None and held.total() == 1
        self.done.append((effect.code, True))
        self._move, self._page = move, offer.page
        if last or not effect.midway:
            self._picture = table.text

    def _public(self, table: Seen, offer: Offer) -> dict[str, str]:
        """Return which of these moves can be made at the table, too, and may be said otherwise."""
        codes = {self.deck.effects[move].code for move in offer.moves}
        moves = self.deck.moves(table).items()
        return {move: label for move, label in moves if self.deck.effects[move].code in codes}

    def _own(self) -> Seen | None:
        """Return the newest message of the bot that oneself alone can see."""
        bot, shown = self.person.core.world.bot, reversed(self.person.sees(self.chat))
        return next((one for one in shown if one.ephemeral and one.message.sender is bot), None)

    def _fresh(self) -> Offer | None:
        """Return what one's own page offers, if that can be how things stand now."""
        seen = self._own()
        moves = self.deck.moves(seen) if seen is not None else {}
        if seen is None or not moves or seen.text == self._page:
            return None
        cards = self.deck.hand(seen.text)
        if cards is not None and not self._possible(cards):
            return None
        return Offer(seen, moves, cards, seen.text)

    def _possible(self, cards: Cards) -> bool:
        """Return whether what one is shown can have become of what one had."""
        if self._cards is None:
            return True
        if not self._move:
            return cards == self._cards
        return self.deck.allows(self._cards, self._move, cards)

    async def _asks(self, table: Seen) -> Offer | None:
        """Ask for one's hand, and return what may be done with it, in whichever way it comes."""
        answer = await self.presses(table, reading.button(table, reading.HAND_BUTTON))
        if answer.text is None:
            self.ways["ephemeral"] += 1
            return await self.until(self._fresh, f"the hand that became of {self._cards}")
        self.ways["alert"] += 1
        self.told.append(answer.text)
        cards = self.deck.hand(answer.text)
        assert cards is None or self._possible(cards), f"{self._cards} became {answer.text}"
        if moves := self.deck.listed(answer.text):
            last = max(moves.values(), key=int)
            table = await self.until(lambda: self._with(last), "the numbers at the table")
            return Offer(table, moves, cards)
        moves = self.deck.moves(table)
        return Offer(table, moves, cards) if moves else None

    def _with(self, label: str) -> Seen | None:
        table = self._newest()
        return table if table is not None and table.button(label) is not None else None

    # --- scores ------------------------------------------------------------------------------

    def _adds_up(self, text: str) -> None:
        """Add the round's scores to one's own count, and compare."""
        for name, (brought, total) in self.deck.scores(text).items():
            self.points[name] = self.points.get(name, 0) + brought
            assert total == self.points[name], f"{name}: {self.points} by my count, {text}"

    def _ends(self, text: str) -> None:
        ranks = reading.ranks(text)
        assert {name: points for name, (_, points) in ranks.items()} == self.points, text
        best = self.deck.best(self.points.values())
        self.winners = tuple(sorted(n for n, points in self.points.items() if points == best))
        assert tuple(sorted(reading.winners(text))) == self.winners, text
        assert {name for name, (rank, _) in ranks.items() if rank == 1} == set(self.winners)


def _round_of(seen: Seen) -> str:
    found = _ROUND.search(seen.text)
    return found[1] if found else ""
