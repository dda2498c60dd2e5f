"""What is installed: games, players, stores, transports and case adapters, by entry point.

Ours come through the same door as anybody's. A plug-in that can't be used is left out and named in
one line; everything else runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from chatlama.core.game import AnyGame, Player
from chatlama.i18n.catalog import CatalogError, Catalogs, add_package, catalogs

CONTRACT = (
    "deal",
    "to_move",
    "legal",
    "refuse",
    "apply",
    "leave",
    "default",
    "result",
    "view",
    "redeal",
    "screen",
)
"""What a game must be able to do (``core.game.Game``)."""


@dataclass(frozen=True, slots=True)
class Plugins:
    """What can be used, and what can't."""

    games: Mapping[str, AnyGame]
    players: Mapping[str, Player]
    catalogs: Catalogs
    problems: tuple[str, ...]
    """One line for each plug-in that was left out."""


def load(group: str) -> tuple[dict[str, Any], list[str]]:
    """Return what is installed in the group ``chatlama.<group>`` by name, and what can't be."""
    found: dict[str, Any] = {}
    problems = []
    for entry in sorted(entry_points(group=f"chatlama.{group}"), key=lambda e: e.name):
        try:
            found[entry.name] = entry.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it does, the others run
            problems.append(left_out(group, entry.name, error))
    return found, problems


def plugins() -> Plugins:
    """Return the games and players that can be used, with everything they say."""
    spoken = catalogs()
    found, problems = load("games")
    games = {}
    for name, game in found.items():
        try:
            _check(name, game)
            add_package(spoken, game.info.package, prefix=f"{name.replace('_', '-')}-")
        except Exception as error:  # noqa: BLE001 - whatever it is made of, the others run
            problems.append(left_out("games", name, error))
        else:
            games[name] = game
    players, troubles = load("players")
    playable = {n: p for n, p in players.items() if getattr(p, "game", None) in games}
    return Plugins(games, playable, spoken, (*problems, *troubles))


def _check(name: str, game: AnyGame) -> None:
    """Raise if the game breaks what can be seen of its contract without playing it."""
    missing = [each for each in CONTRACT if not callable(getattr(game, each, None))]
    if missing:
        raise TypeError(f"it has no {missing[0]}()")
    info = game.info
    if info.name != name:
        raise ValueError(f"it calls itself {info.name}")
    if not 1 <= info.min_seats <= info.max_seats:
        raise ValueError(f"it is for {info.min_seats} to {info.max_seats} players")


def left_out(group: str, name: str, error: BaseException) -> str:
    """Return the line that says which plug-in is left out, and why."""
    said = (str(error).strip().splitlines() or [""])[0]
    why = said if isinstance(error, CatalogError) else f"{type(error).__name__}: {said}"
    return f"{group} plug-in {name} left out: {why}"
