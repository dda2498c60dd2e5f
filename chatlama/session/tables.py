"""The session: what people do comes in, answers go out, tables change in between.

Commit, then speak: the answer is given once what was done is kept; painting comes after it. Every
answer goes to the person who acted and to nobody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import assert_never

from chatlama.core.table.intents import (
    Alarm,
    Awake,
    Here,
    PersonIntent,
    Press,
    Relocate,
    Who,
    read,
)
from chatlama.core.table.lobby import open_table
from chatlama.core.table.model import Language, Phase, Room, Table, TableId
from chatlama.core.text import Text

from . import token
from .answers import Answers
from .asker import language_of, stands_here, update_of, who_of
from .commands import CODES, Command, Label, command, named
from .computers import Computers
from .desk import Desk, GameFailed, NotInstalled
from .door import JOIN, Door
from .hints import HINT, hint
from .painter import Painter
from .ports import StoreError, Taken
from .positions import numbered
from .present import Presenter
from .transport import Arrived, Chat, Incoming, Moved, NotKept, Pressed, Reply, Typed
from .words import meaning, spelt

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Tables:
    """All tables of this installation."""

    desk: Desk
    presenter: Presenter
    painter: Painter
    computers: Computers
    ids: Callable[[], TableId]
    """Fresh ids that nobody can guess."""
    game: str
    """What is played at a new table."""
    language: Language
    """What is spoken at a new table if its opener's language is not known."""
    _answers: Answers = field(init=False, repr=False)
    _door: Door = field(init=False, repr=False)
    _rung: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Have what is said where it is said."""
        house, transports = self.desk.house, self.painter.transports
        self._answers = Answers(self.presenter, transports, house, self.game)
        self._door = Door(self._answers, transports)

    async def start(self, only: Collection[TableId] | None = None) -> None:
        """Take up every kept table, or ``only`` these: arm alarms, wake computers, paint."""
        self.desk.timers.start(self.ring)
        for kept in await self.desk.store.tables() if only is None else only:
            await self._take_up(kept, Awake())

    async def stop(self) -> None:
        """Leave everything as it is; ``start`` takes it up again."""
        self.desk.timers.stop()
        await asyncio.gather(*self._rung)
        await self.painter.stop()

    async def idle(self) -> None:
        """Return when nothing is left to do but to wait for people and alarms."""
        while self._rung:
            await asyncio.wait(self._rung)
        await self.painter.idle()

    def ring(self, id: TableId) -> None:
        """Let the table see whether anything is due."""
        task = asyncio.create_task(self._take_up(id, Alarm()), name=f"alarm {id}")
        self._rung.add(task)
        task.add_done_callback(self._rung.discard)

    async def dispatch(self, incoming: Incoming) -> Reply:
        """Take in what somebody did and return what they alone are told.

        Raises ``NotKept`` if the store fails: the same must then be handed in again.
        """
        try:
            return await self._taken_in(incoming)
        except NotInstalled:
            return self._answers.alert(Text("game-missing"), None, incoming)
        except StoreError as error:
            raise NotKept(str(error)) from error
        except Exception as error:  # noqa: BLE001 - a game's own, as a rule; who acted is answered
            self.desk.fails(error)
            return self._answers.alert(Text("failed"), None, incoming)

    async def _taken_in(self, incoming: Incoming) -> Reply:
        match incoming.act:
            case Arrived():
                return await self._arrived(incoming)
            case Pressed(token.OPEN):
                return await self._open(incoming, await self._in_chat(incoming.chat))
            case Pressed(pressed):
                button = token.read(pressed)
                if button is None:
                    return self._answers.closed(incoming)
                table = await self.desk.load(button.table)
                return await self._press(incoming, table, button.code, button)
            case Typed(typed):
                table = await self._in_chat(incoming.chat) or await self._opened(incoming.chat)
                return await self._typed(incoming, table, typed)
            case Moved(to):
                return await self._move(incoming.chat, to)
            case _:
                assert_never(incoming.act)

    async def _arrived(self, incoming: Incoming) -> Reply:
        """Greet; where a table stands already it is shown instead."""
        table = await self._in_chat(incoming.chat)
        if table is None:
            return self._answers.welcome(incoming)
        self.painter.anew(table.id)
        return Reply()

    async def _move(self, chat: Chat, to: Chat) -> Reply:
        """Have the chat's table stand in its new place."""
        found = await self.desk.store.in_chat(chat.key)
        if found is not None:
            try:
                await self.desk.act(found, Relocate(chat.key, to.key))
            except Taken:
                log.error("table %s stays behind: another one stands in %s", found, to.key)  # noqa: TRY400 - one line
            self.painter.anew(found)
        return Reply()

    async def _take_up(self, id: TableId, intent: Alarm | Awake) -> None:
        """Let the clock speak to a table. One that can't be reached now is asked again later."""
        try:
            await self._look_at(id, intent)
        except NotInstalled as error:
            log.error("%s", error)  # noqa: TRY400 - one line says it all
        except Exception:
            log.exception("table %s could not be taken up", id)
            self.desk.timers.set(id, self.desk.clock.now() + self.desk.house.times.grace)

    async def _look_at(self, id: TableId, intent: Alarm | Awake) -> None:
        try:
            if isinstance(intent, Alarm):  # a computer is late only if painting held it up
                await self.computers.settle(id)
            done = await self.desk.act(id, intent)
        except GameFailed as error:
            if await self.desk.give_up(id, error):
                self.painter.mark(id)
            return
        if done is not None:
            self.desk.arm(done.table)
            self.painter.mark(id)

    async def _in_chat(self, chat: Chat) -> Table | None:
        found = await self.desk.store.in_chat(chat.key)
        return None if found is None else await self.desk.load(found)

    async def _opened(self, chat: Chat) -> Table | None:
        """Return the table that somebody is opening in the chat just now, once it stands."""
        async with self.desk.lock(chat.key):
            return await self._in_chat(chat)

    async def _typed(self, incoming: Incoming, table: Table | None, typed: str) -> Reply:
        asked = command(typed, self.presenter.catalogs)
        table = None if table is None else await self._here(table, who_of(incoming))
        if asked is Command.NEW:
            return await self._open(incoming, table)
        if asked is Command.HELP:
            return self._answers.help(incoming, table)
        if table is None:
            opening = Label(token.OPEN, self.presenter.everywhere(Text("button-open"), None))
            if named(typed, [opening]):
                return await self._open(incoming, None)
            return self._answers.welcome(incoming)
        if asked is not None and len(typed.split()) > 1:  # a button may begin like a command
            who, house = who_of(incoming), self.desk.house
            code = spelt(typed, table, who, house, self.presenter)
            if code is not None:
                return await self._press(incoming, table, code, None)
        match asked:
            case None:
                return await self._named(incoming, table, typed)
            case Command.STATUS:
                return self._status(table)
            case Command.NEXT | Command.RESUME:
                code = _next(table) if asked is Command.NEXT else CODES[asked]
                reply = await self._press(incoming, table, code, None)
                return replace(reply, unmeant=reply.alert is not None)
            case Command.AUTO:
                return await self._auto(incoming, table)
            case Command.HINT:
                return await self._hint(incoming, table)
            case _:
                return await self._press(incoming, table, CODES[asked], None)

    def _status(self, table: Table) -> Reply:
        """Have the table shown again, below what was written since."""
        self.painter.anew(table.id)
        return Reply()

    async def _open(self, incoming: Incoming, table: Table | None) -> Reply:
        """Open a table in the chat; where one stands already it is shown."""
        async with self.desk.lock(incoming.chat.key):
            table = table or await self._in_chat(incoming.chat)
            if table is None:
                told = await self._door.stops(incoming, None, JOIN)
                if told is not None:
                    return told
                who = who_of(incoming)
                spoken = who.language if who.language in self.desk.house.languages else None
                room = Room(incoming.chat.key, spoken or self.language)
                moment = self.desk.moment(update_of(incoming))
                table = open_table(self.ids(), who, room, self.game, self.desk.house, moment)
                try:
                    await self.desk.open(table)
                except Taken:  # another process was quicker
                    return await self._arrived(incoming)
        self.painter.anew(table.id)
        return Reply()

    async def _named(self, incoming: Incoming, table: Table, typed: str) -> Reply:
        """Press the button that was named, or say why nothing was pressed."""
        language = self.presenter.catalog(language_of(incoming, table)).language
        house, who = self.desk.house, who_of(incoming)
        meant = meaning(typed, table, who, house, self.presenter, language)
        if meant.said is not None:
            reply = self._answers.alert(meant.said, table, incoming, secret=meant.secret)
            return replace(reply, unmeant=not meant.understood)
        return await self._press(incoming, table, meant.code or "", None)

    async def _auto(self, incoming: Incoming, table: Table) -> Reply:
        """Make the move that a computer would make in the person's place."""
        who = who_of(incoming)
        seat = table.seat_of(who.user)
        position = table.position
        if seat is None or position is None or seat not in position.to_move:
            return await self._press(incoming, table, ":ok", None)
        code = (await self.computers.choice(table, position, seat)).code
        return await self._press(incoming, table, code, None)

    async def _hint(self, incoming: Incoming, table: Table) -> Reply:
        said = await hint(table, who_of(incoming).user, self.computers)
        return self._answers.alert(said, table, incoming, secret=said.id == HINT)

    async def _press(
        self, incoming: Incoming, table: Table | None, code: str, button: token.Token | None
    ) -> Reply:
        if table is None:
            return self._answers.closed(incoming)
        who = who_of(incoming)
        if table.seat_of(who.user) is None and not stands_here(incoming, table):
            return self._answers.welcome(incoming)
        table = await self._here(table, who)
        if code == ":help":
            return self._answers.help(incoming, table)
        if code == ":status":
            return self._status(table)
        if code == ":hint":
            return await self._hint(incoming, table)
        if code == ":menu" and who.user != table.host:
            who = replace(who, admin=await self._administers(incoming, table))
        told = await self._door.stops(incoming, table, code) or self._answers.shown(
            code, table, who, incoming
        )
        if told is not None:
            return told
        code = numbered(code, table, who.user, self.desk.house)
        intent = read(code, who, None if button is None else button.stamp)
        if intent is None:
            return self._answers.alert(Text("stale"), table, incoming)
        return await self._act(incoming, table, intent)

    async def _here(self, table: Table, who: Who) -> Table:
        """Return the table at which ``who`` is not absent, as they have done something."""
        if not any(person.missed for _, person in table.persons if person.user == who.user):
            return table
        done = await self.desk.act(table.id, Here(who))
        self.painter.mark(table.id)
        return table if done is None else done.table

    async def _act(self, incoming: Incoming, table: Table, intent: PersonIntent) -> Reply:
        done = await self.desk.act(table.id, intent, update_of(incoming))
        if done is None:
            return self._answers.closed(incoming)
        refused = done.answer == Text("host-only") and not intent.who.admin
        if refused and await self._administers(incoming, table):
            who = replace(intent.who, admin=True)
            return await self._act(incoming, table, replace(intent, who=who))
        if done.answer is not None:
            seated = done.table.seat_of(intent.who.user) is not None
            secret = seated and isinstance(intent, Press)
            return self._answers.alert(done.answer, done.table, incoming, secret=secret)
        self.painter.mark(table.id)  # also if nothing changed: it may have, and the answer was lost
        return Reply()

    async def _administers(self, incoming: Incoming, table: Table) -> bool:
        """Return whether who acts administers the table's own chat."""
        if not stands_here(incoming, table):
            return False
        transport = self.painter.transports[incoming.chat.transport]
        return await transport.administers(incoming.chat, incoming.sender.user)


def _next(table: Table) -> str:
    """Return the code of the button by which the table goes on."""
    if table.paused is not None:
        return ":resume"
    return ":again" if table.phase is Phase.OVER else ":ok"
