"""A game at this screen: what ``chatlama play`` sets up and runs.

The same tables, stores and screens as in a chat; only the transport is a terminal, and nobody is
hurried unless asked for.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from rich.console import Console

from chatlama.app import Chance, open_store, session, table_id
from chatlama.config import Config
from chatlama.core.table.intents import AddComputer, Configure, Intent, Join, Start, Who
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Ping, Room, Table, TableId, Times, UserId
from chatlama.core.text import Text, text
from chatlama.plugins import Plugins
from chatlama.session.ports import Store
from chatlama.session.present import Presenter
from chatlama.session.tables import Tables
from chatlama.session.transport import Chat, Incoming, Reply, Sender
from chatlama.transports.terminal import SETTLE, Terminal, Words

CHAT = Chat("terminal", "here")
MEMORY = "memory"
"""The store that keeps nothing when the process ends."""
NARROWEST, WIDTH = 20, 80
"""Columns that are still believed, and what is taken where they aren't (``COLUMNS=0``)."""
SEATS = 4
"""How many play at one screen unless somebody says otherwise."""


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


@dataclass(frozen=True, slots=True)
class Here:
    """A store as it is seen from this screen: the tables of other chats are left alone."""

    store: Store

    async def load(self, id: TableId) -> Table | None:
        """As the store does."""
        return await self.store.load(id)

    async def commit(self, table: Table, *, expected: int) -> None:
        """As the store does."""
        await self.store.commit(table, expected=expected)

    async def remove(self, id: TableId) -> None:
        """As the store does."""
        await self.store.remove(id)

    async def in_chat(self, chat: str) -> TableId | None:
        """As the store does."""
        return await self.store.in_chat(chat)

    async def tables(self) -> Sequence[TableId]:
        """Return the table at this screen, if there is one."""
        kept = await self.store.in_chat(CHAT.key)
        return () if kept is None else (kept,)

    async def close(self) -> None:
        """As the store does."""
        await self.store.close()


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
        raise PlayError(f"there is no game {wish.game}; choose one of {_list(plugins.games)}")
    info = game.info
    least, most = info.min_seats, info.max_seats
    if not least <= wish.seats <= most:
        raise PlayError(f"{wish.game} takes {least} to {most} seats, not {wish.seats}")
    if len(wish.people) > wish.seats:
        raise PlayError(f"{len(wish.people)} people don't fit on {wish.seats} seats")
    if len(wish.people) < wish.seats and not _players(wish.game, plugins):
        raise PlayError(f"no computer plays {wish.game}; name {least} to {most} with --people")
    known = {option.key: [c.value for c in option.choices] for option in info.options}
    for key, value in wish.options.items():
        if key not in known:
            raise PlayError(f"{wish.game} has no option {key}; it has {_list(known) or 'none'}")
        if value not in known[key]:
            raise PlayError(f"{key} can't be {value}; choose {_list(sorted(known[key]))}")


async def play(wish: Wish, plugins: Plugins, config: Config) -> str:
    """Play a new game until it is over or left; return what is to be said at the end.

    The game of this screen that is kept in the data folder is replaced. Without a terminal nothing
    is kept.
    """
    store = _store(config)
    for kept in await store.tables():
        await store.remove(kept)
    people = tuple(Sender(str(n), name) for n, name in enumerate(wish.people, start=1))
    return await _run(people, wish, wish.language, plugins, config, store)


async def resume(plugins: Plugins, config: Config) -> str:
    """Go on with the game that is kept in the data folder, as ``play`` does."""
    if not _interactive():
        raise PlayError("--resume needs a terminal to play on; without one no game is kept")
    store = _store(config)
    kept = await store.in_chat(CHAT.key)
    table = None if kept is None else await store.load(kept)
    if table is None:
        await store.close()
        raise PlayError("no game is kept here; begin one without --resume")
    if table.game not in plugins.games:
        await store.close()
        raise PlayError(f"the game that is kept is {table.game}, which is not installed")
    people = tuple(
        Sender(person.user.removeprefix(f"{CHAT.transport}:"), person.name)
        for _, person in table.persons
    )
    return await _run(people, None, table.rooms[0].language, plugins, config, store)


def _store(config: Config) -> Store:
    kind = config.store.kind if _interactive() else MEMORY
    return Here(open_store(kind, config.store.path))


def _interactive() -> bool:
    """Return whether people can be asked: there are keys, and a screen that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not Console().is_dumb_terminal


def _players(game: str, plugins: Plugins) -> list[str]:
    return [name for name, player in plugins.players.items() if player.game == game]


async def _run(
    people: tuple[Sender, ...],
    wish: Wish | None,
    language: Language,
    plugins: Plugins,
    config: Config,
    store: Store,
) -> str:
    presenter = Presenter(plugins.catalogs, config.chat.zone, language)
    interactive, console = _interactive(), Console()
    terminal = Terminal(
        people,
        CHAT,
        _words(presenter),
        console=console if console.width >= NARROWEST else Console(width=WIDTH),
        interactive=interactive,
        settle=SETTLE if interactive else 0,
    )
    transports = {CHAT.transport: terminal}
    turn = None if wish is None else wish.turn
    chance = Chance(None if wish is None else wish.seed)
    keeps = interactive and config.store.kind != MEMORY
    if keeps:
        _log_to(config.store.path / "chatlama.log")
    async with session(plugins, config, _times(turn, config), store, transports, chance) as tables:

        async def dispatch(incoming: Incoming) -> Reply:
            """Without a terminal, return when all is shown: what is printed depends on no clock."""
            reply = await tables.dispatch(incoming)
            if not interactive:
                await tables.idle()
            return reply

        if wish is not None:
            await _begin(tables, wish, people)
            await tables.idle()
        stopped = asyncio.current_task()
        if stopped is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.cancel)
        await terminal.run(dispatch)
        await tables.idle()
        kept = await store.in_chat(CHAT.key)
    return presenter.say(Text("terminal-saved"), None, None) if kept and keeps else ""


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
    form, level = "%(asctime)s %(levelname)s %(name)s: %(message)s", logging.getLogger().level
    handler = logging.FileHandler(file, encoding="utf-8", delay=True)
    logging.basicConfig(handlers=[handler], format=form, level=level, force=True)


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
