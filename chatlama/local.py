"""A game at this screen: what ``chatlama play`` sets up and runs.

The same tables, stores and screens as in a chat; only the transport is a terminal, and nobody is
hurried unless asked for.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from chatlama.app import Chance, open_store, session, table_id
from chatlama.config import Config
from chatlama.core.table.intents import AddComputer, Configure, Intent, Join, Start, Who
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Ping, Room, Times, UserId
from chatlama.core.text import Text, text
from chatlama.plugins import Plugins
from chatlama.session.ports import Store
from chatlama.session.present import Presenter
from chatlama.session.tables import Tables
from chatlama.session.transport import Chat, Sender
from chatlama.transports.terminal import Terminal, Words

CHAT = Chat("terminal", "here")


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
    turn: timedelta | None = None
    seed: str | None = None
    """Makes the cards repeatable."""


def check(wish: Wish, plugins: Plugins) -> None:
    """Raise ``PlayError`` if the wish can't be fulfilled."""
    game = plugins.games.get(wish.game)
    if game is None:
        raise PlayError(f"there is no game {wish.game}; choose one of {_list(plugins.games)}")
    info = game.info
    if not info.min_seats <= wish.seats <= info.max_seats:
        raise PlayError(f"{wish.game} takes {info.min_seats} to {info.max_seats} seats")
    if len(wish.people) > wish.seats:
        raise PlayError(f"{len(wish.people)} people don't fit on {wish.seats} seats")
    known = {option.key: [c.value for c in option.choices] for option in info.options}
    for key, value in wish.options.items():
        if key not in known:
            raise PlayError(f"{wish.game} has no option {key}; it has {_list(known)}")
        if value not in known[key]:
            raise PlayError(f"{key} can't be {value}; choose one of {_list(known[key])}")


async def play(wish: Wish, plugins: Plugins, config: Config) -> str:
    """Play a new game until it is over or left; return what is to be said at the end.

    A game that is kept in the data folder is replaced. Without a terminal nothing is kept.
    """
    store = _store(config)
    for kept in await store.tables():
        await store.remove(kept)
    people = tuple(Sender(str(n), name) for n, name in enumerate(wish.people, start=1))
    return await _run(people, wish, wish.language, plugins, config, store)


async def resume(plugins: Plugins, config: Config) -> str:
    """Go on with the game that is kept in the data folder, as ``play`` does."""
    store = _store(config)
    kept = await store.in_chat(CHAT.key)
    table = None if kept is None else await store.load(kept)
    if table is None:
        await store.close()
        raise PlayError("no game is kept here; begin one without --resume")
    people = tuple(
        Sender(person.user.removeprefix(f"{CHAT.transport}:"), person.name)
        for _, person in table.persons
    )
    return await _run(people, None, table.rooms[0].language, plugins, config, store)


def _store(config: Config) -> Store:
    return open_store(config.store.kind if _interactive() else "memory", config.store.path)


def _interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


async def _run(
    people: tuple[Sender, ...],
    wish: Wish | None,
    language: Language,
    plugins: Plugins,
    config: Config,
    store: Store,
) -> str:
    presenter = Presenter(plugins.catalogs, config.chat.zone, language)
    terminal = Terminal(people, CHAT, _words(presenter))
    transports = {CHAT.transport: terminal}
    turn = None if wish is None else wish.turn
    chance = Chance(None if wish is None else wish.seed)
    if _interactive():
        _log_to(config.store.path / "chatlama.log")
    async with session(plugins, config, _times(turn, config), store, transports, chance) as tables:
        if wish is not None:
            await _begin(tables, wish, people)
        await terminal.run(tables.dispatch)
        await tables.idle()
        kept = await store.in_chat(CHAT.key)
    return presenter.say(Text("terminal-saved"), None, None) if kept and _interactive() else ""


def _times(turn: timedelta | None, config: Config) -> Times:
    """Return the times of a game at one screen: nobody is hurried unless they ask for it."""
    turns = (turn, *(each for each in (None, *config.clock.turns) if each != turn))
    return Times(turn=turn, turns=turns, confirm=None, lobby=None, ping=Ping.NEVER)


async def _begin(tables: Tables, wish: Wish, people: tuple[Sender, ...]) -> None:
    """Seat everybody and begin."""
    desk = tables.desk
    host, *others = [Who(UserId(f"{CHAT.transport}:{p.user}"), p.name) for p in people]
    room = Room(CHAT.key, wish.language)
    table = open_table(table_id(), host, room, wish.game, desk.house, desk.moment())
    await desk.open(table)
    computers = wish.seats - len(people)
    player = next(iter(desk.house.players_of(wish.game)), "")
    intents: list[Intent] = [
        *(Join(who) for who in others),
        *(AddComputer(host, player) for _ in range(computers)),
        *(Configure(host, key, value) for key, value in wish.options.items()),
        Start(host),
    ]
    for intent in intents:
        done = await desk.act(table.id, intent)
        if done is not None and done.answer is not None:
            raise PlayError(tables.presenter.say(done.answer, done.table, wish.language))
    tables.painter.mark(table.id)


def _log_to(file: Path) -> None:
    """Have what is logged from now on written to the file: the screen belongs to the game."""
    logging.basicConfig(filename=file, level=logging.getLogger().level, force=True)


def _words(presenter: Presenter) -> Words:
    def say(said: Text) -> str:
        return presenter.say(said, None, None)

    return Words(
        prompt=say(Text("terminal-prompt")),
        hand_over=say(text("terminal-pass", name="{name}")),
        press_enter=say(Text("terminal-enter")),
        back=say(Text("terminal-back")),
        failed=say(Text("terminal-failed")),
        help=say(Text("terminal-keys")),
    )


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
