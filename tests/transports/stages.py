"""Every transport on a stage: people, one place, and a session that says what a test tells it.

A stage knows what people see there, in the platform's own way of showing; nothing is asked of the
transport but its contract.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from itertools import count
from typing import Protocol

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from rich.console import Console

from chatlama.session.transport import Address, Chat, Incoming, Page, Piece, Reply, Transport
from chatlama.transports.matrix.events import Event
from chatlama.transports.matrix.notes import Notes
from chatlama.transports.matrix.outbox import Pace
from chatlama.transports.matrix.reactions import Mode
from chatlama.transports.matrix.talk import talk
from chatlama.transports.telegram import Telegram, plug
from chatlama.transports.terminal import Terminal
from tests.botapi import BotApi, Person
from tests.botapi import Chat as Group
from tests.transports.matrix import hall
from tests.transports.telegram.club import Time, setup
from tests.transports.terminal import fakes

ADA, BEN = "Ada", "Ben"


@dataclass
class Session:
    """What stands behind a transport: it answers as a test has said."""

    reply: Reply = field(default_factory=Reply)
    heard: list[Incoming] = field(default_factory=list)

    async def dispatch(self, incoming: Incoming) -> Reply:
        self.heard.append(incoming)
        return self.reply


class Stage(Protocol):
    """One place, with Ada and Ben."""

    session: Session

    @property
    def chat(self) -> Chat:
        """The place."""

    @property
    def transport(self) -> Transport:
        """What is tried."""

    def user(self, name: str) -> str:
        """Return a person's id."""

    def shown(self) -> list[tuple[object, str]]:
        """Return what all see of us: each message, and what it says."""

    def own(self, name: str) -> list[str]:
        """Return what one person alone sees of us."""

    async def says(self, name: str, word: str) -> None:
        """Have somebody ask for something, and return when all that follows has happened."""

    async def loses(self) -> None:
        """Have somebody else take the newest message away."""

    def limits(self) -> None:
        """Have nothing go out for a while."""

    def shuts(self) -> None:
        """Have us put out of the place."""


# --- Telegram --------------------------------------------------------------------------------


@dataclass
class OnTelegram:
    """The strict fake of its server."""

    server: BotApi
    transport: Telegram
    group: Group
    people: dict[str, Person]
    session: Session

    @property
    def chat(self) -> Chat:
        return Chat("telegram", str(self.group.id))

    def user(self, name: str) -> str:
        return str(self.people[name].id)

    def shown(self) -> list[tuple[object, str]]:
        bot = self.server.world.bot
        seen = self.people[BEN].sees(self.group)
        return [(s.id, s.text) for s in seen if s.message.sender is bot and not s.ephemeral]

    def own(self, name: str) -> list[str]:
        person = self.people[name]
        seen = [each for each in person.sees(self.group) if each.ephemeral]
        return [each.text for each in (*seen, *person.sees())]

    async def says(self, name: str, word: str) -> None:
        self.people[name].says(self.group, f"/{word}@{self.server.bot.username}")
        await self.server.fetched()
        while self.transport._answers:
            await asyncio.wait(self.transport._answers)

    async def loses(self) -> None:
        self.people[ADA].deletes(self.people[ADA].last(self.group))

    def limits(self) -> None:
        self.server.flood.hold(self.group, 40)

    def shuts(self) -> None:
        self.people[ADA].removes_bot(self.group)


@asynccontextmanager
async def telegram() -> AsyncIterator[Stage]:
    async with BotApi() as server:
        people = {name: server.person(name, started=True) for name in (ADA, BEN)}
        group = server.group("Lama evening", *people.values())
        made, time, session = plug(setup(server)), Time(server), Session()
        assert made is not None
        made.now = made._budget.now = made._hands.now = made._admins.now = time.seconds
        made.sleep = time.sleep
        running = asyncio.create_task(made.run(session.dispatch))
        await server.fetched()
        try:
            yield OnTelegram(server, made, group, people, session)
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


# --- Matrix ----------------------------------------------------------------------------------


@dataclass
class OnMatrix:
    """The homeserver in small."""

    server: hall.Server
    transport: hall.Side
    session: Session
    _ids: count[int] = field(default_factory=count)

    chat = Chat("matrix", hall.ROOM)

    def user(self, name: str) -> str:
        return {ADA: hall.ADA, BEN: hall.BEN}[name]

    def shown(self) -> list[tuple[object, str]]:
        return [(each.id, _read(each)) for each in self.server.messages.get(hall.ROOM, [])]

    def own(self, name: str) -> list[str]:
        (room,) = self.server.direct(self.user(name))
        return [_read(each) for each in self.server.messages.get(room, [])]

    async def says(self, name: str, word: str) -> None:
        content = {"msgtype": "m.text", "body": f"!{word}"}
        id, user = f"$theirs{next(self._ids)}", self.user(name)
        await self.transport.talk.take(Event(hall.ROOM, id, user, "m.room.message", content))
        await hall.settled()

    async def loses(self) -> None:
        gone = self.server.messages[hall.ROOM].pop()
        event = Event(hall.ROOM, "$gone", hall.EVE, "m.room.redaction", {}, redacts=gone.id)
        await self.transport.talk.take(event)

    def limits(self) -> None:
        self.server.limit(burst=0)

    def shuts(self) -> None:
        del self.server.members[hall.ROOM][hall.ME]


def _read(message: hall.Message) -> str:
    """Return what a client shows, which is the same with HTML and without."""
    html = message.content["formatted_body"].replace("<br>", "\n").replace("<pre>", "\n<pre>")
    shown = unescape(re.sub(r"<[^>]*>", "", html)).replace("\N{NO-BREAK SPACE}", " ").strip()
    assert re.sub(r" +", " ", shown) == re.sub(r" +", " ", message.body)
    return message.body


@asynccontextmanager
async def matrix() -> AsyncIterator[Stage]:
    time, session = hall.Time(), Session()
    here = (hall.ME, hall.ADA, hall.BEN, hall.EVE)
    server = hall.Server(time, members={hall.ROOM: dict.fromkeys(here, "join")})
    side, notes = hall.Side(), Notes(hall.Lines())
    side.talk = talk(
        server, server, server, session.dispatch, notes, Mode.OFF, Pace(time.now), time.sleep
    )
    server.hears = side.talk.take
    for user in (hall.ADA, hall.BEN):
        room = await server.create_direct(user)
        server.members[room][user] = "join"
    try:
        yield OnMatrix(server, side, session)
    finally:
        await side.talk.answers.finish(0)
        await side.talk.directs.stop()


# --- the terminal ----------------------------------------------------------------------------


@dataclass
class OnTerminal:
    """A glass on which a person would look."""

    glass: fakes.Glass
    keyboard: PipeInput
    transport: Terminal
    session: Session

    chat = fakes.CHAT

    def user(self, name: str) -> str:
        return name.lower()

    def shown(self) -> list[tuple[object, str]]:
        return [("screen", self.glass.text)]

    def own(self, name: str) -> list[str]:
        return [self.glass.text] if name == ADA else []  # she alone sits there

    async def says(self, name: str, word: str) -> None:
        assert name == ADA
        known = len(self.session.heard)
        self.keyboard.send_text(f"{word}\r")
        reply = self.session.reply
        said = reply.alert or (reply.page.text if reply.page else "")
        await self.glass.until(lambda text: len(self.session.heard) > known and said in text)

    async def loses(self) -> None:
        raise NotImplementedError

    def limits(self) -> None:
        raise NotImplementedError

    def shuts(self) -> None:
        raise NotImplementedError


@asynccontextmanager
async def terminal() -> AsyncIterator[Stage]:
    glass, session = fakes.Glass(), Session()
    with create_pipe_input() as keyboard:
        made = Terminal(
            fakes.people(ADA),
            fakes.CHAT,
            fakes.WORDS,
            console=Console(file=glass, width=40, force_terminal=True, color_system="standard"),
            input=keyboard,
            output=Vt100_Output(glass, lambda: Size(24, 40), term="xterm"),
            interactive=True,
            settle=0.005,
        )
        running = asyncio.create_task(made.run(session.dispatch))
        await made.show(Address(fakes.CHAT), Page(((Piece("Welcome"),),)), None)
        await glass.until("Welcome")
        try:
            yield OnTerminal(glass, keyboard, made, session)
        finally:
            keyboard.send_text("\x03")
            await asyncio.wait_for(running, timeout=60)


STAGES: dict[str, Callable[[], AbstractAsyncContextManager[Stage]]] = {
    "telegram": telegram,
    "matrix": matrix,
    "terminal": terminal,
}
"""By the transport's name."""
CHATS = ("telegram", "matrix")
"""Where there are messages, limits, and people who put others out."""
