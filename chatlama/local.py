"""A game at this screen: what ``chatlama play`` sets up and runs.

The same tables, stores and screens as in a chat; only the transport is a terminal, and nobody is
hurried unless asked for. What draws on the screen is imported when it is drawn on: ``chatlama run``
comes by here, too.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path

from chatlama.app import Chance, open_store, session, table_id
from chatlama.config import Config
from chatlama.core.player import Strength
from chatlama.core.table.house import Ping, Times
from chatlama.core.table.intents import AddComputer, Configure, Intent, Join, Start, Who
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Phase, Room, Table, UserId
from chatlama.core.text import Text, text
from chatlama.plugins import Plugins
from chatlama.session.desk import GameFailed
from chatlama.session.painter import chat_of
from chatlama.session.ports import Store
from chatlama.session.present import Presenter
from chatlama.session.tables import Tables
from chatlama.session.transport import Chat, Incoming, Reply, Sender
from chatlama.wish import PlayError, Wish

log = logging.getLogger(__name__)
TERMINAL = "terminal"
KEPT = 5
"""How many games are kept at most."""
CHATS = tuple(Chat(TERMINAL, f"here{number}" if number else "here") for number in range(KEPT))
"""Where games at this screen stand: one in each."""
MEMORY = "memory"
"""The store that keeps nothing when the process ends."""
NARROWEST, WIDTH = 20, 80
"""Columns that are still believed, and what is taken where they aren't (``COLUMNS=0``)."""


class Failed(Exception):
    """A game's own code has failed, so that nobody can go on; the message says how in one line."""


async def play(wish: Wish, plugins: Plugins, config: Config) -> str:
    """Play a new game until it is over or left; return what is to be said at the end.

    Games of this screen that were left stay in the data folder, the last ``KEPT`` of them with this
    one; what was finished goes. Without a terminal nothing is kept.
    """
    store = _store(config)
    async with _closed_on_error(store):
        kept = await _kept(store)
        for late, table in enumerate(kept):
            if late >= KEPT - 1 or not _unfinished(table):
                await store.remove(table.id)
        free = [chat for chat in CHATS if await store.in_chat(chat.key) is None]
    people = tuple(Sender(str(n), name) for n, name in enumerate(wish.people, start=1))
    return await _run(people, free[0], wish, wish.language, plugins, config, store)


async def resume(plugins: Plugins, config: Config) -> str:
    """Go on with the game that was left last, as ``play`` does."""
    if not _interactive():
        raise PlayError("--resume needs a terminal to play on; without one no game is kept")
    store = _store(config)
    async with _closed_on_error(store):
        kept = await _kept(store)
        if not kept:
            raise PlayError("no game is kept here; begin one without --resume")
        table = next((each for each in kept if each.game in plugins.games), None)
        if table is None:
            raise PlayError(f"the game that is kept is {kept[0].game}, which is not installed")
    people = tuple(
        Sender(person.user.removeprefix(f"{TERMINAL}:"), person.name) for _, person in table.persons
    )
    room = table.rooms[0]
    return await _run(people, chat_of(room.chat), table, room.language, plugins, config, store)


async def _kept(store: Store) -> list[Table]:
    """Return the tables at this screen, unfinished ones first, of those the newest first."""
    found = [await store.load(id) for chat in CHATS if (id := await store.in_chat(chat.key))]
    tables = [table for table in found if table is not None]
    begun = datetime.min.replace(tzinfo=UTC)
    return sorted(tables, key=lambda t: (_unfinished(t), t.since or begun), reverse=True)


def _unfinished(table: Table) -> bool:
    return table.phase in {Phase.PLAYING, Phase.SCORED}


@asynccontextmanager
async def _closed_on_error(store: Store) -> AsyncIterator[None]:
    try:
        yield
    except BaseException:
        await store.close()
        raise


def _store(config: Config) -> Store:
    return open_store(config.store.kind if _interactive() else MEMORY, config.store.path)


def _interactive() -> bool:
    """Return whether people can be asked: there are keys, and a screen that can be drawn on."""
    from rich.console import Console  # noqa: PLC0415 - see above

    return sys.stdin.isatty() and sys.stdout.isatty() and not Console().is_dumb_terminal


async def _run(
    people: tuple[Sender, ...],
    chat: Chat,
    game: Wish | Table,
    language: Language,
    plugins: Plugins,
    config: Config,
    store: Store,
) -> str:
    from rich.console import Console  # noqa: PLC0415 - see above

    from chatlama.transports.terminal import SETTLE, Terminal, Words  # noqa: PLC0415 - see above

    presenter = Presenter(plugins.catalogs, config.chat.zone, language)
    interactive, console = _interactive(), Console()
    terminal = Terminal(
        people,
        chat,
        Words(**_words(presenter)),
        console=console if console.width >= NARROWEST else Console(width=WIDTH),
        interactive=interactive,
        settle=SETTLE if interactive else 0,
    )
    wish = game if isinstance(game, Wish) else None
    times = _times(None if wish is None else wish.turn, config)
    chance = Chance(None if wish is None else wish.seed)
    # The data folder may be the bot's as well: its tables are let be.
    only = () if isinstance(game, Wish) else (game.id,)
    keeps = interactive and config.store.kind != MEMORY
    if keeps:
        _log_to(config.store.path / "chatlama.log")
    served = {TERMINAL: terminal}
    pace = config.table.pace if interactive else timedelta()
    saved = presenter.say(Text("terminal-saved"), None, None) if keeps else ""
    async with (
        _ended_by_failures(saved) as fails,
        session(plugins, config, times, store, served, chance, only, pace, fails) as tables,
    ):

        async def dispatch(incoming: Incoming) -> Reply:
            """Without a terminal, return when all is shown: what is printed depends on no clock."""
            reply = await tables.dispatch(incoming)
            if not interactive:
                await tables.idle()
            return reply

        if wish is not None:
            await _begin(tables, wish, chat, people)
            await tables.idle()
        stopped = asyncio.current_task()
        if stopped is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.cancel)
        await terminal.run(dispatch)
        await tables.idle()
        kept = await store.in_chat(chat.key)
    return saved if kept else ""


@asynccontextmanager
async def _ended_by_failures(saved: str) -> AsyncIterator[Callable[[Exception], bool]]:
    """Give what is to be told of failures, and end with the first one all that is done within.

    The game stays as it is, for when its code is mended; ``saved`` says so.
    """
    sitting, failures = asyncio.current_task(), list[Exception]()

    def fails(error: Exception) -> bool:
        failures.append(error)
        if sitting is not None:
            sitting.cancel()
        return False

    try:
        yield fails
    except GameFailed as error:
        failures.append(error)
    except asyncio.CancelledError:
        if not failures:
            raise
    if failures:
        log.debug("the game has failed", exc_info=failures[0])
        first = failures[0]
        why = str(first) if isinstance(first, GameFailed) else repr(first)
        raise Failed(f"{why}. {saved}" if saved else why) from first


def _times(turn: timedelta | None, config: Config) -> Times:
    """Return the times of a game at one screen: nobody is hurried unless they ask for it."""
    turns = (turn, *(each for each in (None, *config.clock.turns) if each != turn))
    return Times(
        turn=turn,
        turns=turns,
        confirm=None,
        lobby=None,
        wait=None,
        ping=Ping.NEVER,
        absent=config.table.absent,
    )


async def _begin(tables: Tables, wish: Wish, chat: Chat, people: tuple[Sender, ...]) -> None:
    """Seat everybody and begin."""
    desk = tables.desk
    host, *others = [Who(UserId(f"{TERMINAL}:{p.user}"), p.name) for p in people]
    room = Room(chat.key, wish.language)
    table = open_table(table_id(), host, room, wish.game, desk.house, desk.moment())
    await desk.open(table)
    computers = wish.seats - len(people)
    strengths = wish.strengths or (desk.house.usual(wish.game) or Strength.MEDIUM,)
    intents: list[Intent] = [
        *(Join(who) for who in others),
        *(AddComputer(host, strength) for strength in islice(cycle(strengths), computers)),
        Configure(host, "hints", "on"),
        *(Configure(host, key, value) for key, value in wish.options.items()),
        Start(host),
    ]
    for intent in intents:
        done = await desk.act(table.id, intent)
        if done is not None and done.answer is not None:
            raise PlayError(tables.presenter.say(done.answer, done.table, wish.language))
    tables.painter.mark(table.id)


class LogFile(logging.FileHandler):
    """A log beside a game's screen: what it can't write is lost, not shown there and not raised.

    A disk that is full or gone is told to who plays by what can't be saved.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record if that is possible now."""
        with suppress(OSError):  # the file is opened here, too
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base's name
        """Do without the record."""


def _log_to(file: Path) -> None:
    """Have what is logged from now on written to the file: the screen belongs to the game."""
    form, level = "%(asctime)s %(levelname)s %(name)s: %(message)s", logging.getLogger().level
    handler = LogFile(file, encoding="utf-8", delay=True)
    logging.basicConfig(handlers=[handler], format=form, level=level, force=True)


def _words(presenter: Presenter) -> dict[str, str]:
    """Return what the terminal says of its own accord, by the names of its words."""

    def say(said: Text) -> str:
        return presenter.say(said, None, None)

    return {
        "prompt": say(Text("terminal-prompt")),
        "hand_over": say(text("terminal-pass", name="{name}")),
        "press_enter": say(Text("terminal-enter")),
        "back": say(Text("terminal-back")),
        "failed": say(Text("terminal-failed")),
        "help": say(Text("terminal-keys")),
        "scroll": say(Text("terminal-scroll")),
    }
