"""What is true of an evening, whatever was played and whatever went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from chatlama.core.table.model import Phase, Table

from . import kept, reading
from .evening import Evening, Eyes


class Sitter(Protocol):
    """Somebody who has played, on whatever chat system."""

    name: str
    done: list[tuple[str, bool]]
    points: dict[str, int]
    winners: tuple[str, ...]


class Sitting(Protocol):
    """People who have played at one table."""

    number: int

    @property
    def players(self) -> Sequence[Sitter]:
        """Everybody, the host first."""


def nothing_lost(evening: Sitting, table: Table) -> None:
    """Raise unless the game holds every move that was taken once, in order, and no other."""
    assert table.number == evening.number
    made = kept.moves(table)
    for player in evening.players:
        stored = made[player.name]
        assert _fits(player.done, stored), f"{player.name}: {player.done}, but kept is {stored}"


def nothing_lost_yet(evening: Sitting, table: Table) -> None:
    """Raise as above in the middle of a game: each may have one press on its way."""
    if table.phase is Phase.LOBBY or table.number != evening.number:
        return
    made = kept.moves(table)
    for player in evening.players:
        stored = made[player.name]
        known = _fits(player.done, stored) or _fits(player.done, stored[:-1])
        assert known, f"{player.name}: {player.done}, but kept is {stored}"


def _fits(done: Sequence[tuple[str, bool]], stored: Sequence[str]) -> bool:
    """Return whether what is stored is what was done; what was never answered may be missing."""
    ends = {0}
    for code, sure in done:
        taken = {at + 1 for at in ends if at < len(stored) and stored[at] == code}
        ends = taken if sure else ends | taken
    return len(stored) in ends


def nothing_seen(eyes: Eyes, evenings: Sequence[Evening], tables: Iterable[Table]) -> None:
    """Raise if anybody was ever shown a hand that was not their own."""
    held: dict[str, set[tuple[int, ...]]] = {}
    for table in tables:
        for name, cards in kept.hands(table).items():
            held.setdefault(name, set()).update(cards)
    for text in eyes.public:
        assert not reading.gives_away(text), text
    for person in eyes.people:
        told = [t for e in evenings for p in e.players if p.person is person for t in p.told]
        shown = [*eyes.own[person.id], *told]
        hands = [hand for text in shown if (hand := reading.hand(text)) is not None]
        assert hands, f"{person.name} has never seen a hand"
        for hand in hands:
            assert hand.cards in held[person.name], f"{person.name} was shown {hand}"
        for text in shown:
            language = reading.hand_language(text)
            assert language in (None, person.user.language_code), text


def nothing_seen_by_guests(eyes: Eyes, evening: Evening, table: Table) -> None:
    """Raise as above, of a game whose cards are known by their deck alone."""
    deck = evening.deck
    assert deck is not None
    held = {
        name: {tuple(sorted(map(deck.name_of, cards))) for cards in hands}
        for name, hands in kept.hands(table).items()
    }
    for text in eyes.public:
        assert deck.hand(text) is None, text
    for player in evening.players:
        shown = [*eyes.own[player.person.id], *player.told]
        hands = [hand for text in shown if (hand := deck.hand(text)) is not None]
        assert hands, f"{player.name} has never seen a hand"
        for hand in hands:
            assert tuple(sorted(hand.elements())) in held[player.name], f"{player.name}: {hand}"


def agreed(evening: Sitting) -> None:
    """Raise unless everybody came to the same scores and winners by their own count."""
    (points,) = {tuple(sorted(player.points.items())) for player in evening.players}
    assert points
    assert len({player.winners for player in evening.players}) == 1
    assert evening.players[0].winners
