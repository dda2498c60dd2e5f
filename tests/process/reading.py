"""What a person reads off their screen, in English or German: turns, hands, scores.

Pure functions; ``None`` where a text is about something else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from chatlama.core.text import SEATS
from chatlama.core.text import text as message_of
from chatlama.i18n.catalog import Speech
from chatlama.plugins import plugins
from tests.botapi import Button, Seen

ALPACA = 7
FACES = {"🦙": ALPACA} | {str(card): card for card in range(1, ALPACA)}
_CATALOGS = plugins().catalogs.values()
_NAME = "Somebody"
_NOON = datetime(2026, 11, 30, 12, 34, tzinfo=UTC)
_SPEECH = Speech(lambda _: _NAME, UTC)


def said(message: str, **arguments: Any) -> tuple[str, ...]:  # noqa: ANN401  # what a text takes
    """Return a message in every language."""
    return tuple(catalog.say(message_of(message, **arguments), _SPEECH) for catalog in _CATALOGS)


def _names(message: str, **arguments: Any) -> tuple[re.Pattern[str], ...]:  # noqa: ANN401  # as above
    """Return what finds the names in a line that says the message, in every language."""
    lines = said(message, players=SEATS[:1], **arguments)
    found = (re.escape(line).replace(_NAME, "(.+?)", 1) for line in lines)
    time = r"(?:\w+ )?[0-9:]+"  # shortly before midnight with its weekday
    return tuple(re.compile(f"(?m)^{each.replace('12:34', time)}$") for each in found)


HAND_BUTTON = said("button-hand")
NEXT = said("button-next")
AGAIN = said("button-again")
START = said("button-start")
JOIN = said("button-join")
COMPUTER = said("button-add")
DRAW = said("alpaka-draw")
QUIT = said("alpaka-quit")

_TURN = tuple(
    each
    for count in (1, 2)
    for each in (*_names("turn-until", count=count, due=_NOON), *_names("turn", count=count))
)
_CONFIRM = (*_names("confirm-until", due=_NOON), *_names("confirm"))  # the longer one first
_HEADER = re.compile(r"(?m)^🦙 Alpaka · (?:Round|Runde) (\d+) · (?:to|bis) (\d+)( · Englert)?$")
_TOP = re.compile(r"(?m)^(?:On top|Oben): ([1-6]|🦙)")
_HAND = re.compile(
    r"(?m)^(?:Your hand|You have quit|Deine Hand|Ausgestiegen) · (?:costs|kostet) (\d+)"
    r"(?:\n|: )(.*?)(?:$| \((?:on top|oben): [1-6🦙]\))"
)
_LANGUAGE = {"de": "kostet", "en": "costs"}
_LIST = re.compile(r", | and | und ")
_TIMES = "\N{MULTIPLICATION SIGN}"
_CARD = rf"[1-6🦙](?:{_TIMES}\d+)?"
_CARDS = re.compile(f"{_CARD}(?: {_CARD})*")
_SCORE = re.compile(
    r"(?m)^(?:▶ |  )?(\S.*?) {2,}(-|[1-6🦙](?: [1-6🦙])*) {2,} ?([+-]\d+) {2,} *(-?\d+)$"
)
_WINNERS = re.compile(r"(?m)^🏆 (.+) (?:wins?|gewinn(?:t|en))!$")
_RANK = re.compile(r"(?m)^ *(\d+)\. {2,}(\S.*?) {2,} *(-?\d+)$")
_DRAWN = re.compile(r"(?m)^(?:You draw|Du ziehst) ")


@dataclass(frozen=True, slots=True)
class Hand:
    """One's own cards."""

    cards: tuple[int, ...]
    cost: int

    def __post_init__(self) -> None:
        assert self.cost == worth(self.cards), f"{self} costs something else"


@dataclass(frozen=True, slots=True)
class Row:
    """What a round brought somebody."""

    name: str
    values: tuple[int, ...]
    change: int
    total: int


def has(seen: Seen, labels: Sequence[str]) -> bool:
    """Return whether a message has a button with one of these labels."""
    return any(seen.button(label) is not None for label in labels)


def button(seen: Seen, labels: Sequence[str]) -> Button:
    """Return the button with one of these labels."""
    found = next((b for label in labels if (b := seen.button(label)) is not None), None)
    assert found is not None, f"none of {labels} on {seen.text!r}: {seen.labels}"
    return found


def worth(cards: tuple[int, ...]) -> int:
    """Return what a hand costs: each value once, the alpaca 10."""
    return sum(10 if card == ALPACA else card for card in set(cards))


def to_move(text: str) -> tuple[str, ...]:
    """Return whose turn it is."""
    return _listed(_TURN, text)


def waited_for(text: str) -> tuple[str, ...]:
    """Return who has not confirmed the scores yet."""
    return _listed(_CONFIRM, text)


def _listed(patterns: Iterable[re.Pattern[str]], text: str) -> tuple[str, ...]:
    found = next((each for pattern in patterns if (each := pattern.search(text))), None)
    return tuple(_LIST.split(found[1])) if found else ()


def round_of(text: str) -> int | None:
    found = _HEADER.search(text)
    return int(found[1]) if found else None


def englert(text: str) -> bool:
    found = _HEADER.search(text)
    return found is not None and found[3] is not None


def top(text: str) -> int | None:
    """Return the card on top of the discard pile."""
    found = _TOP.search(text)
    return FACES[found[1]] if found else None


def hand(text: str) -> Hand | None:
    """Return the hand that a private text shows."""
    found = _HAND.search(text)
    if found is None:
        return None
    cards: list[int] = []
    for token in found[2].split():
        face, _, times = token.partition(_TIMES)
        cards += [FACES[face]] * int(times or 1)
    return Hand(tuple(sorted(cards)), int(found[1]))


def hand_language(text: str) -> str | None:
    found = _HAND.search(text)
    return None if found is None else next(k for k, v in _LANGUAGE.items() if v in found[0])


def gives_away(text: str) -> bool:
    """Return whether a text that all can read shows a hand, or a drawn card, during a round."""
    if _HAND.search(text) or _DRAWN.search(text):
        return True
    return not scores(text) and any(
        _CARDS.fullmatch(line.strip()) is not None for line in text.split("\n")
    )


def scores(text: str) -> tuple[Row, ...]:
    """Return what a round brought everybody, in the order of their seats."""
    return tuple(
        Row(
            name.removesuffix(" 🤖"),
            () if values == "-" else tuple(FACES[face] for face in values.split()),
            int(change),
            int(total),
        )
        for name, values, change, total in _SCORE.findall(text)
    )


def winners(text: str) -> tuple[str, ...]:
    found = _WINNERS.search(text)
    return tuple(_LIST.split(found[1])) if found else ()


def ranks(text: str) -> dict[str, tuple[int, int]]:
    """Return everybody's rank and points at the end of a game."""
    return {
        name.removesuffix(" 🤖"): (int(rank), int(points))
        for rank, name, points in _RANK.findall(text)
    }


def plays(label: str) -> int | None:
    """Return which card a button plays."""
    if found := re.fullmatch(r"(?:Play )?([1-6]|[Aa]lpa[ck]a)(?: legen)?", label):
        return FACES.get(found[1], ALPACA)
    return None


def code(label: str) -> str | None:
    """Return how a stored log calls what a button does, if it is a move."""
    card = plays(label)
    if card is not None:
        return "play:al" if card == ALPACA else f"play:{card}"
    return "draw" if label in DRAW else "quit" if label in QUIT else None


def same_but(before: tuple[int, ...], after: tuple[int, ...], label: str) -> bool:
    """Return whether a hand can have become another by what a button does."""
    lost, won = Counter(before) - Counter(after), Counter(after) - Counter(before)
    card = plays(label)
    if card is not None:
        return lost == Counter([card]) and not won
    return not lost and won.total() == (1 if label in DRAW else 0)
