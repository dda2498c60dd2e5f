"""How the cards of a game look on a screen, in English or German, and what its buttons do to them.

Read by their signs, as people do: the game itself is not asked. Cards and moves are named as a
stored log names them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chatlama.core.game import Move
from chatlama.core.games.eins_drauf import position as eins_drauf
from chatlama.core.games.fool import cards as fool
from chatlama.core.games.passt_nicht import position as passt_nicht
from tests.botapi import Seen

from .reading import said

Cards: TypeAlias = "Counter[str]"

_TITLE = "Your hand|You have quit|You sit out|Deine Hand|Ausgestiegen|Du setzt|Joker: "
_HAND = re.compile(rf"(?s)^(?:\W*(?:{_TITLE})[^\n:]*(?:costs|kostet)\s\d+|🃏 Joker: [^\n]*\?)(.*)")
_AFTER = re.compile(
    r"\n(?:Layout|Auslage) |\s\((?:on top|oben|trick|Stich): |\n\n|\n(?:On top|Oben)"
)
"""What follows the cards on one's own page."""
SIGNS = "🔴🌸⭐🍀🔷🟩🔶🔵🃏"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a button does."""

    code: str
    """As a stored log calls it."""
    card: str | None = None
    """The card that leaves the hand."""
    draws: tuple[int, ...] = (0,)
    """How many cards may come into it."""
    midway: bool = False
    """Whether something more is to be chosen, which nobody else can see."""


@dataclass(frozen=True, slots=True)
class Deck:
    """One game as it looks."""

    name: str
    title: tuple[str, ...]
    """What it is called in the lobby."""
    read: Callable[[str], Cards]
    """Finds the cards in a text that shows nothing else."""
    effects: Mapping[str, Effect]
    """By what stands on the button."""
    fair: Callable[[Cards, Sequence[int]], bool]
    """Whether the numbers of a score row are right for what is left of a hand."""
    columns: int
    """Numbers in a score row."""
    best: Callable[[Iterable[int]], int]
    """The points that win."""
    plays: Mapping[int, Move] | Sequence[Move]
    """The game's own move for each of its cards."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """A move in signs, where words have no room, to its code."""

    def name_of(self, card: int) -> str:
        """Return what a stored log calls a card of the game."""
        return self.plays[card].code.removeprefix("play:")

    def hand(self, text: str) -> Cards | None:
        """Return the hand that a private text shows."""
        found = _HAND.search(plain(text))
        return self.read(_AFTER.split(found[1])[0]) if found else None

    def allows(self, before: Cards, label: str, after: Cards) -> bool:
        """Return whether a hand can have become another by what a button does."""
        effect = self.effects[label]
        rest = before - Counter([effect.card] if effect.card else [])
        return not rest - after and (after - rest).total() in effect.draws

    def moves(self, seen: Seen) -> dict[str, str]:
        """Return the buttons of a message that make a move, and what stands on them exactly."""
        labels = [button.label for row in seen.buttons for button in row]
        return {plain(label): label for label in labels if plain(label) in self.effects}

    def listed(self, alert: str) -> dict[str, str]:
        """Return the moves that an alert lists, in words or in signs, and their numbers."""
        last = plain(alert).split("\n")[-1]
        pairs = [each.partition(" ") for each in last.split(" · ")]
        if listed := {label: number for number, _, label in pairs if label in self.effects}:
            return listed
        labels = {effect.code: label for label, effect in self.effects.items()}
        moves: dict[str, str] = {}
        suit = ""
        for number, sign in re.findall(r"(\d+)=(\S+)", last):
            suit = suit if sign[0].isdecimal() else sign[0]  # which the first of a suit tells
            code = self.signs.get(sign) or self.signs[f"{suit}{sign}"]
            moves[labels[code]] = number
        return moves

    def scores(self, text: str) -> dict[str, tuple[int, int]]:
        """Return what a round brought everybody and what they have now; it must be fair."""
        rows = {}
        row = rf"(?m)^(\w+)(?: 🤖)?  (.*?)((?: +[+-]?\d+){{{self.columns}}})$"
        for name, cells, numbers in re.findall(row, plain(text)):
            brought = [int(each) for each in numbers.split()]
            rest = re.search(rf"(?m)^{name}(?:(?: 🤖)? +|: )([{SIGNS}].*)$", plain(text))
            left = self.read(rest[1] if rest else cells)
            assert self.fair(left, brought), f"{name} with {left}: {text}"
            rows[name] = (brought[-2], brought[-1])
        return rows


def plain(text: str) -> str:
    """Return a text as it is read: no gap is different from another."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _labels(effects: Iterable[tuple[str, Effect, dict[str, Any]]]) -> dict[str, Effect]:
    return {
        plain(label): effect
        for message, effect, arguments in effects
        for label in said(message, **arguments)
    }


# --- Eins drauf --------------------------------------------------------------------------------

FACES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "K": 10, "🃏": 20}
"""What each card costs."""
TIMES = "\N{MULTIPLICATION SIGN}"
_CODES = {"A": "a", "K": "k", "🃏": "jk"}


def _faces(text: str) -> Cards:
    cards: Cards = Counter()
    for face, times in re.findall(rf"([A2-6K🃏])(?:{TIMES}(\d+))?(?=\s|$)", text.lstrip(": ")):
        cards[_CODES.get(face, face)] += int(times or 1)
    return cards


def _eins_drauf() -> Iterable[tuple[str, Effect, dict[str, Any]]]:
    for at, face in enumerate(FACES, 1):
        card = _CODES.get(face, face)
        yield "eins-drauf-play", Effect(f"play:{card}", card), {"card": at}
    yield "eins-drauf-draw", Effect("draw", draws=(1,)), {}
    yield "eins-drauf-quit", Effect("quit"), {}
    yield "eins-drauf-chip", Effect("chip:black"), {"points": 10}
    yield "eins-drauf-chip", Effect("chip:white"), {"points": 1}


def _each_face_once(left: Cards, row: Sequence[int]) -> bool:
    cost = sum(worth for face, worth in FACES.items() if left[_CODES.get(face, face)])
    return row[-2] == cost if cost else row[-2] in {0, -1, -10}


# --- Passt nicht! ------------------------------------------------------------------------------

COLOURS = {"🔴": "red", "🌸": "pink", "⭐": "yellow", "🍀": "green", "🔷": "blue"}


def _coloured(text: str) -> Cards:
    found = re.findall(r"([🔴🌸⭐🍀🔷]) ?(\d)|(🃏)", text)
    return Counter("jk" if joker else COLOURS[sign][0] + n for sign, n, joker in found)


def _passt_nicht() -> Iterable[tuple[str, Effect, dict[str, Any]]]:
    for sign, colour in COLOURS.items():
        letter = colour[0]
        for n in range(6):
            card, named = f"{letter}{n}", {"sign": sign, "colour": colour, "number": n}
            yield "passt-nicht-play", Effect(f"play:{card}", card), named
            yield "passt-nicht-uncover", Effect(f"top:{card}"), named
            yield "passt-nicht-lay", Effect(f"lay:{card}", card, (0, 1)), named
        wish = Effect(f"wish:{letter}", "jk")
        yield "passt-nicht-wish-colour", wish, {"sign": sign, "colour": colour}
    for n in range(6):
        yield "passt-nicht-button-number", Effect(f"wish:{n}", "jk"), {"number": n}
    yield "passt-nicht-play-joker", Effect("play:jk", midway=True), {"sign": "🃏"}
    yield "passt-nicht-back", Effect("back", midway=True), {}


def _in_signs() -> Iterable[tuple[str, str]]:
    yield from (("🃏", "play:jk"), ("↩", "back"), *((f"{n}", f"wish:{n}") for n in range(6)))
    for sign, colour in COLOURS.items():
        yield sign, f"wish:{colour[0]}"
        for n in range(6):
            for mark, does in (("", "play"), ("↑", "top"), ("↓", "lay")):
                yield f"{sign}{n}{mark}", f"{does}:{colour[0]}{n}"


def _plus_and_minus(left: Cards, row: Sequence[int]) -> bool:
    plus, minus, brought, _ = row
    cost = sum(10 if card == "jk" else int(card[1]) for card in left.elements())
    return minus == -cost and brought == plus + minus


# --- Foppen ------------------------------------------------------------------------------------

SUITS = {"🟩": "g", "⭐": "y", "🔶": "o", "🔵": "b", "🃏": ""}


def _suited(text: str) -> Cards:
    groups = re.findall(r"([🟩⭐🔶🔵🃏])([^🟩⭐🔶🔵🃏]*)", text)
    return Counter(SUITS[s] + n for s, numbers in groups for n in re.findall(r"\d+", numbers))


def _fool() -> Iterable[tuple[str, Effect, dict[str, Any]]]:
    for sign, letter in SUITS.items():
        for n in range(2, 28) if letter else (1,):
            card = f"{letter}{n}"
            yield "fool-play", Effect(f"play:{card}", card), {"card": f"{sign} {n}"}


def _all_that_is_left(left: Cards, row: Sequence[int]) -> bool:
    cost = sum(5 if card == "1" else int(card[1:]) for card in left.elements())
    return row[-2] == -cost if left else row[-2] in {0, 10}


DECKS = (
    Deck(
        "eins_drauf",
        said("eins-drauf-title"),
        _faces,
        _labels(_eins_drauf()),
        _each_face_once,
        2,
        min,
        eins_drauf.PLAYS,
    ),
    Deck(
        "passt_nicht",
        said("passt-nicht-title"),
        _coloured,
        _labels(_passt_nicht()),
        _plus_and_minus,
        4,
        max,
        passt_nicht.PLAYS,
        dict(_in_signs()),
    ),
    Deck(
        "fool",
        said("fool-title"),
        _suited,
        _labels(_fool()),
        _all_that_is_left,
        2,
        max,
        fool.PLAYS,
        {label.replace(" ", ""): effect.code for label, effect in _labels(_fool()).items()},
    ),
)
