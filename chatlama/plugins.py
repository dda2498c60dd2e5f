"""What is installed: games, players, stores, transports and case adapters, by entry point.

Ours come through the same door as anybody's. A plug-in that can't be used is left out and named in
one line; everything else runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from inspect import isfunction
from typing import Any

from chatlama.core.game import AnyGame, Game, opening
from chatlama.core.player import Player, Strength
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS
from chatlama.i18n.catalog import CatalogError, Catalogs, add_package, catalogs


def methods(contract: type) -> tuple[str, ...]:
    """Return the names of what must be able to be called in all that fulfils the contract."""
    return tuple(n for n, each in vars(contract).items() if isfunction(each) and n[0] != "_")


CONTRACT = methods(Game)
"""What a game must be able to do."""
TAKEN = ("game", "language", "turn", "leaving", "hints")
"""What the lobby's own settings are called: no option of a game can have such a key."""
_WORD = re.compile("[a-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Plugins:
    """What can be used, and what can't."""

    games: Mapping[str, AnyGame]
    players: Mapping[str, Player]
    catalogs: Catalogs
    problems: tuple[str, ...]
    """One line for each plug-in that was left out."""


def names(group: str) -> tuple[str, ...]:
    """Return what is installed in the group ``chatlama.<group>``, whether it can be used or not."""
    return tuple(sorted({entry.name for entry in _entries(group)}))


@cache
def _choice() -> Callable[..., EntryPoints]:
    """Return what chooses of all that packages offer: finding it takes some milliseconds."""
    return entry_points().select


def _entries(group: str) -> EntryPoints:
    return _choice()(group=f"chatlama.{group}")


def load(group: str) -> tuple[dict[str, Any], list[str]]:
    """Return what is installed in the group ``chatlama.<group>`` by name, and what can't be used.

    Of several of one name the first on the path is taken.
    """
    found: dict[str, Any] = {}
    problems = []
    for entry in sorted(_entries(group), key=lambda e: e.name):
        try:
            _check_name(entry.name, found)
            found[entry.name] = entry.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it does, the others run
            problems.append(left_out(group, entry.name, error))
    return found, problems


def _check_name(name: str, found: Mapping[str, object]) -> None:
    """Raise if there is one of the name: nobody would know which is played."""
    if name in found:
        raise ValueError("there is another of this name")


def plugins() -> Plugins:
    """Return the games and players that can be used, with everything they say."""
    spoken = catalogs()

    def take(name: str, game: AnyGame) -> None:
        _check_game(name, game)
        _try_out(game)
        add_package(spoken, game.info.package, prefix=f"{name.replace('_', '-')}-")

    games, problems = _sound("games", take)
    players, troubles = _sound("players", lambda name, player: _check_player(name, player, games))
    return Plugins(games, players, spoken, (*problems, *troubles))


def _sound(group: str, check: Callable[[str, Any], None]) -> tuple[dict[str, Any], list[str]]:
    """Return what is installed in the group and does not fail the check, and what can't be used."""
    found, problems = load(group)
    sound = {}
    for name, each in found.items():
        try:
            check(name, each)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - of whatever made, the others run
            problems.append(left_out(group, name, error))
        else:
            sound[name] = each
    return sound, problems


def _check_game(name: str, game: AnyGame) -> None:
    """Raise if the game breaks what can be seen of its contract without playing it."""
    check_methods(game, CONTRACT)
    info = game.info
    if info.name != name:
        raise ValueError(f"it calls itself {info.name}")
    if not 1 <= info.min_seats <= info.max_seats <= len(SEATS):
        raise ValueError(
            f"it is for {info.min_seats} to {info.max_seats} players, not for 1 to {len(SEATS)}"
        )
    for option in info.options:
        if option.key in TAKEN:
            raise ValueError(f"its option {option.key} is called like a setting of the table")
        if not option.choices:
            raise ValueError(f"its option {option.key} has no choices")
        for word in (option.key, *(choice.value for choice in option.choices)):
            if not _WORD.fullmatch(word):
                raise ValueError(f"its option {option.key}: {word!r} is not made of a-z, 0-9, _, -")


def check_methods(plugged: object, names: Iterable[str]) -> None:
    """Raise ``TypeError`` if the plug-in lacks one of these methods."""
    for name in names:
        if not callable(getattr(plugged, name, None)):
            raise TypeError(f"it has no {name}()")


def _try_out(game: AnyGame) -> None:
    """Deal a round and make a move; raise if the game fails in it or breaks its contract.

    That is what a start can afford. What all games must promise, the tests of the contract hold.
    """
    chance = Rng(b"try", 0)
    options = {option.key: option.choices[0].value for option in game.info.options}
    state = game.deal(opening(game.info.min_seats), options, chance)
    seats = SEATS[: game.info.min_seats]
    if game.result(state) is not None or not set(game.to_move(state)) & set(seats):
        raise ValueError("nobody is to move in a round that has just been dealt")
    seat = game.to_move(state)[0]
    moves = game.legal(state, seat)
    if game.default(state, seat) not in moves:
        raise ValueError("its default move is not legal")
    for viewer in (None, *seats):
        game.screen(game.view(state, viewer), () if viewer is None else game.legal(state, viewer))
    game.redeal(state, seat, chance)
    game.refuse(state, seat, "?")
    game.leave(state, seat, chance)
    game.view(game.apply(state, seat, moves[0], chance).state, None)


def _check_player(name: str, player: Player, games: Mapping[str, AnyGame]) -> None:
    """Raise if the computer player breaks what can be seen of its contract."""
    if not callable(getattr(player, "think", None)):
        raise TypeError("it has no think()")
    if player.name != name:
        raise ValueError(f"it calls itself {player.name}")
    if player.game not in games:
        raise ValueError(f"there is no game {player.game} for it")
    if not isinstance(player.strength, Strength):
        raise TypeError(f"its strength is {player.strength!r}")


def left_out(group: str, name: str, error: BaseException) -> str:
    """Return the line that says which plug-in is left out, and why."""
    why = str(error) if isinstance(error, CatalogError) else reason(error)
    return f"{group} plug-in {name} left out: {why}"


def reason(error: BaseException) -> str:
    """Return what happened, in one line."""
    said = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
