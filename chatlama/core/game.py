"""The contract every game fulfils: pure functions over one immutable state, a round's position.

Rule 1: a game never sees a person, a clock, a seed or a chat; seats, options and chance come in.
Rule 2: nothing hidden can travel. A view has no field for what its viewer may not know, and an
event names its audience: ``Public`` or ``Private``, never "public unless".
Rule 3: legal moves are looked up by their code, never parsed from it.

Whole games are chains of rounds: ``deal`` begins one from the standings, ``result`` says when it is
over and what the standings are then. Points are whatever the game counts; which direction wins is
told by the outcome alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from .rng import Rng
from .screen import Screen
from .text import SEATS, Seat, Text


class Move(Protocol):
    """One legal choice of one seat."""

    @property
    def code(self) -> str:
        """Short, stable ASCII notation: ``play:7``.

        At most 32 bytes, unique among the legal moves of a position: button payload, record in the
        log and typed command in one.
        """


class IllegalMove(ValueError):
    """The move is not legal for this seat in this state; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Public:
    """Something everybody in the chat may know."""

    text: Text


@dataclass(frozen=True, slots=True)
class Private:
    """Something one seat alone may know."""

    seat: Seat
    text: Text


Event: TypeAlias = Public | Private


NOT_NOW = "not_now"
"""The reason of a refusal that no rule of the game gives."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal."""

    reason: str
    """One of the rulebook's reason codes, e.g. ``card_does_not_fit`` (rulebook G4).

    ``NOT_NOW`` says that no rule speaks against it: it is no move at all, or not the time for one.
    """
    text: Text
    """The same in the player's words."""


class Standings(NamedTuple):
    """What one round hands to the next."""

    points: tuple[int, ...]
    """Each seat's points in whole numbers; a seat that left keeps what it had."""
    gone: frozenset[Seat] = frozenset()
    """Seats whose player left the game."""
    rounds: int = 0
    """Rounds scored so far."""
    dealer: Seat | None = None
    """Who dealt the last round, where the game has a dealer; ``None`` before the first round."""
    starter: Seat | None = None
    """Who begins the next round, where the last one decided that; ``None``: the game draws."""
    ticks: int = 0
    """A count of the whole game, where it has one (Foppen: awards of +10)."""

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats still in the game, clockwise from 0."""
        seats, gone = SEATS[: len(self.points)], self.gone
        return tuple([seat for seat in seats if seat not in gone]) if gone else seats

    def after(self, seat: Seat) -> Seat:
        """Return the next seat still in the game, clockwise from ``seat`` (rulebook G1)."""
        return next(s for s in clockwise(seat, len(self.points)) if s not in self.gone)


def opening(seats: int) -> Standings:
    """Return the standings before the first round."""
    return Standings((0,) * seats)


def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats in the order in which they follow ``seat``, itself last.

    >>> clockwise(Seat(1), 3)
    (Seat(2), Seat(0), Seat(1))
    """
    return SEATS[seat + 1 : seats] + SEATS[: seat + 1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    ranks: tuple[int | None, ...]
    """Each seat's rank, 1 is best, equal numbers are ties; ``None`` for seats that left."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Every seat of the best rank (rulebook G9)."""
        return tuple(Seat(s) for s, rank in enumerate(self.ranks) if rank == 1)


class Result(NamedTuple):
    """How a round ended."""

    standings: Standings
    """The standings after it, as the next round needs them."""
    scores: tuple[int | None, ...] | None
    """What the round's cards counted for each seat, ``None`` for seats that had left; ``None`` as a
    whole if the round was not scored. Chips given back show in the standings alone."""
    reason: str
    """Why it ended, in the rulebook's words, e.g. ``empty_hand``."""
    outcome: Outcome | None = None
    """How the game ended, if it ended with this round."""


S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
M = TypeVar("M", bound=Move)
V = TypeVar("V")


class Step(NamedTuple, Generic[S_co]):
    """What a move led to. A tuple, because one is made with every move."""

    state: S_co
    events: tuple[Event, ...] = ()
    """What happened, in order."""
    midway: bool = False
    """Whether the seat that moved is in the middle of its choice, as after a joker whose wish is
    still to come: its time runs on, and running out of it completes the choice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option."""

    value: str
    """Short ASCII, stored with the table and part of a button's code."""
    label: Text


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that the host chooses in the lobby and that is fixed at the start."""

    key: str
    label: Text
    choices: tuple[Choice, ...]
    """What may be chosen; the first is the default."""


Options: TypeAlias = Mapping[str, str]
"""The chosen value of every option of a game."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game before anybody plays it."""

    name: str
    """ASCII name: entry point, stored with every table, name in case files."""
    title: Text
    rules: int
    """Rises when the same log would lead elsewhere; older tables are then not replayed."""
    min_seats: int
    max_seats: int
    package: str
    """Where the catalogs lie: ``<package>/<language>.ftl``; all their ids begin with ``name-``."""
    explanation: Text
    """The rules in a few lines, at most 900 characters."""
    full: Text | None = None
    """All rules, as far as people need them at a table."""
    options: tuple[Option, ...] = ()
    moves: tuple[tuple[str, Text], ...] = ()
    """Codes of moves and what they are called: what is typed and names no button is looked for
    here, so that the rule against it can be said."""
    typed: tuple[Text, ...] = ()
    """Some moves as they may be typed: examples for the help. They begin with plain letters or
    digits, because chat systems know nothing else behind the sign of a command."""
    open_moves: bool = False
    """Whether every move is a button of the whole chat's screen, because the moves that somebody
    could make never tell what they hold."""
    implied: str = ""
    """What comes before a typed word that names no button, so that ``refuse`` can say why it is
    none: ``play:`` lets ``5`` be understood."""

    def defaults(self) -> dict[str, str]:
        """Return the first choice of every option."""
        return {option.key: option.choices[0].value for option in self.options}


class Game(Protocol[S, M, V]):
    """A game: pure functions, all of whose results depend on their arguments alone."""

    @property
    def info(self) -> GameInfo:
        """What is known of the game before anybody plays it."""

    def deal(self, standings: Standings, options: Options, rng: Rng) -> S:
        """Return a new round among the seats present; ``options`` holds every option."""

    def to_move(self, state: S) -> tuple[Seat, ...]:
        """Return who must choose now: several seats if they choose at once, none if it is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Return the seat's legal moves in a stable order; empty if it is not to move."""

    def refuse(self, state: S, seat: Seat, code: str) -> Refusal:
        """Return why ``code`` is refused; any string is answered.

        Raises ``ValueError`` if it is legal.
        """

    def apply(self, state: S, seat: Seat, move: M, rng: Rng) -> Step[S]:
        """Return the position after a legal move; raise ``IllegalMove`` for any other."""

    def leave(self, state: S, seat: Seat, rng: Rng) -> Step[S]:
        """Return the position without the seat's player, who is present; also after the round."""

    def default(self, state: S, seat: Seat) -> M:
        """Return the legal move that is made when the seat's time has run out."""

    def result(self, state: S) -> Result | None:
        """Return how the round ended, or ``None`` while it is played."""

    def view(self, state: S, viewer: Seat | None) -> V:
        """Return all that the viewer may know; ``None`` is the whole chat."""

    def redeal(self, state: S, viewer: Seat | None, rng: Rng) -> S:
        """Return a position drawn from all that look the same to the viewer.

        Views, legal moves and everybody's turn agree. Leak tests and searching players live on it.
        """

    def screen(self, view: V, moves: Sequence[M]) -> Screen:
        """Return what the viewer sees.

        The whole chat's screen may carry buttons for moves that give nothing away whoever presses
        them.
        """


AnyGame: TypeAlias = Game[Any, Any, Any]
