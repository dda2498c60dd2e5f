"""The contract of computer players: a seat's sight goes in, thoughts come out.

A player is never given a state, so it can't know more than a person in its seat. It draws its own
chance from its own stream, and looks at no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, Protocol

from .game import AnyGame, Event, M, Move, Options, Public, V
from .rng import Rng
from .text import Seat, Text


@dataclass(frozen=True, slots=True)
class Sight(Generic[V, M]):
    """All that a computer player is told when it is to move.

    It is enough to deal what the seat can't see: what it knows, and by which rules is played.
    """

    seat: Seat
    """Whose eyes these are."""
    view: V
    moves: Sequence[M]
    """The seat's legal moves, never empty."""
    options: Options
    """The game's options, every one."""
    history: tuple[Event, ...] = ()
    """What this seat could see happen in this round, oldest first."""


def sight_of(
    game: AnyGame, state: object, seat: Seat, options: Options, history: Iterable[Event] = ()
) -> Sight[Any, Any]:
    """Return all that the seat knows and may do, after this history of the round."""
    return Sight(
        seat=seat,
        view=game.view(state, seat),
        moves=game.legal(state, seat),
        options=options,
        history=tuple(
            [event for event in history if isinstance(event, Public) or event.seat == seat]
        ),
    )


class Strength(Enum):
    """How well a computer plays, the weakest first."""

    EASY = "easy"
    """Sensible, with mistakes that people make."""
    MEDIUM = "medium"
    """By rules of thumb."""
    HARD = "hard"
    """By looking ahead."""


class Thought(NamedTuple):
    """What a computer player would do as far as it has thought."""

    move: Move
    why: Text
    """Why, in one sentence to the person in whose place it thinks; an id of the game's catalogs,
    ``<game>-why-…``. It may name all that the seat can see."""


class Player(Protocol):
    """A computer player of one game."""

    @property
    def name(self) -> str:
        """ASCII name: the entry point, e.g. ``alpaka_hard``."""

    @property
    def game(self) -> str:
        """The name of the game it plays."""

    @property
    def strength(self) -> Strength:
        """How well it plays; tables choose their players by game and strength."""

    def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
        """Yield what it would do, one thought at least; the last one counts.

        Each step of the work up to the next thought takes less than 3 ms, for people are served
        between two steps. What is thought depends on sight and chance alone: a search counts what
        it does and never looks at a clock.
        """


def conclusion(thoughts: Iterable[Thought]) -> Thought:
    """Return the last thought; raise ``ValueError`` if there is none."""
    last = None
    for last in thoughts:  # noqa: B007 - it is returned
        pass
    if last is None:
        raise ValueError("a player that is to move thinks nothing")
    return last
