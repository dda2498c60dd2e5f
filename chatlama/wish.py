"""What somebody wants to play at this screen: read from what was typed, and checked.

Nothing here plays, asks or prints. Whatever can't be read or had is a ``PlayError`` of one line.
"""

from __future__ import annotations

import getpass
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from chatlama.config import Config
from chatlama.config.settings import READERS
from chatlama.core.player import Player, Strength
from chatlama.core.table.model import Language
from chatlama.i18n.catalog import LANGUAGES
from chatlama.plugins import Plugins

SEATS = 4
"""How many play at one screen unless somebody says otherwise."""
STRENGTHS = ", ".join(strength.value for strength in Strength)


class PlayError(Exception):
    """The game that was asked for can't be played; the message says why in one line."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play."""

    game: str
    people: tuple[str, ...]
    """Names of those who sit at the screen, at least one."""
    seats: int
    """All who play, computers included."""
    language: Language
    options: Mapping[str, str] = field(default_factory=dict)
    """Those of the game's options that are not left at their default."""
    strengths: tuple[Strength, ...] = ()
    """How well the computers play: one for all of them or one for each; none: medium."""
    turn: timedelta | None = None
    seed: str | None = None
    """Makes the cards repeatable."""


def seats(game: str, people: int, plugins: Plugins) -> int:
    """Return how many play if nobody says: computers fill up where they know the game."""
    if game not in plugins.games:
        return people
    info = plugins.games[game].info
    usual = SEATS if _players(game, plugins) else info.min_seats
    return max(people, min(max(usual, info.min_seats), info.max_seats))


def check(wish: Wish, plugins: Plugins) -> None:
    """Raise ``PlayError`` if the wish can't be fulfilled."""
    game = plugins.games.get(wish.game)
    if game is None:
        wanted = wish.game or "without a name"
        raise PlayError(f"there is no game {wanted}; choose one of {_list(plugins.games)}")
    info = game.info
    least, most = info.min_seats, info.max_seats
    if not least <= wish.seats <= most:
        raise PlayError(f"{wish.game} takes {least} to {most} seats, not {wish.seats}")
    if len(wish.people) > wish.seats:
        raise PlayError(f"{len(wish.people)} people don't fit on {wish.seats} seats")
    if len(wish.people) < wish.seats and not _players(wish.game, plugins):
        raise PlayError(f"no computer plays {wish.game}; name {least} to {most} with --people")
    _check_strengths(wish, plugins)
    known = {option.key: [c.value for c in option.choices] for option in info.options}
    for key, value in wish.options.items():
        if key not in known:
            named = key or "without a name"
            raise PlayError(f"{wish.game} has no option {named}; it has {_list(known) or 'none'}")
        if value not in known[key]:
            choices = _list(sorted(known[key], key=_size))
            raise PlayError(f"{key} can't be {value or 'empty'}; choose {choices}")


def _check_strengths(wish: Wish, plugins: Plugins) -> None:
    """Raise ``PlayError`` if computers can't be had as strong, or as many, as they are wanted."""
    computers = wish.seats - len(wish.people)
    if wish.strengths and not computers:
        raise PlayError(f"no seat of {wish.seats} is left for a computer of any strength")
    if len(wish.strengths) > 1 and len(wish.strengths) != computers:
        raise PlayError(
            f"{len(wish.strengths)} strengths don't fit {computers} computers; name one for all"
        )
    there = {player.strength for player in _players(wish.game, plugins)}
    missing = next((each for each in wish.strengths if each not in there), None)
    if missing is not None:
        known = [each.value for each in Strength if each in there]
        raise PlayError(
            f"no computer plays {wish.game} {missing.value}; choose {_list(known) or 'none'}"
        )


def options(given: Sequence[tuple[str, str | None]]) -> dict[str, str]:
    """Return the options; what is said twice must be said alike."""
    options: dict[str, str] = {}
    for key, value in given:
        if value is not None and options.setdefault(key, value) != value:
            raise PlayError(f"{key} is given twice, as {options[key]} and as {value}")
    return options


def strengths(asked: str | None) -> tuple[Strength, ...]:
    """Return how well computers play: one word for all of them, or one for each."""
    words = [] if asked is None else [word.strip() for word in asked.split(",")]
    known = {strength.value: strength for strength in Strength}
    wrong = next((word for word in words if word not in known), None)
    if wrong is not None:
        raise PlayError(f"--strength {wrong or '(empty)'} is not known; choose {STRENGTHS}")
    return tuple(known[word] for word in words)


def pair(option: str) -> tuple[str, str]:
    key, equals, value = option.partition("=")
    if not equals:
        raise PlayError(f"--set {option}: write it as KEY=VALUE")
    return key, value


def language(asked: str | None, config: Config) -> Language:
    """Return what is spoken: as asked, else as set, which may mean as the system does."""
    if asked is not None and asked not in LANGUAGES:
        spoken = ", ".join(LANGUAGES)
        raise PlayError(f"--language {asked or '(empty)'} is not spoken; choose {spoken}")
    return config.chat.language if asked is None else Language(asked)


def turn(asked: str | None) -> timedelta | None:
    """Return the limit for a turn, written as in the settings; ``None``: nobody is hurried."""
    try:
        turn: timedelta | None = None if asked is None else READERS["clock.turn"](asked)
    except ValueError as error:
        raise PlayError(f"--turn-time: {error}") from None
    return turn


def alone(option: str, *others: object) -> None:
    """Raise if anything else was asked for together with the option."""
    if any(other not in {None, ()} for other in others):
        raise PlayError(f"{option} goes on with the game as it is; leave the others out")


def you() -> str:
    """Return what the person at this screen is called if nobody says."""
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):
        return "Ada"


def _players(game: str, plugins: Plugins) -> list[Player]:
    return [player for player in plugins.players.values() if player.game == game]


def _size(value: str) -> tuple[int, str]:
    """Return by what choices are sorted: numbers by their size, words by their letters."""
    return (len(value) if value.isdecimal() else 0), value


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
