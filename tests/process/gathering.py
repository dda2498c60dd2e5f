"""A gathering: a Matrix room, people who open a table there and sit down, and the program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from chatlama.core.table.model import Table
from tests.synapse.account import PASSWORD, Account
from tests.synapse.people import Person
from tests.synapse.timeline import Seen

from . import hurried, kept, reading
from .bot import Program
from .decks import Deck
from .mates import KEYS, Alpaka, Mate, Offers, Other, offers

TITLE = "Lama evening"


def program(folder: Path, account: Account, **env: str) -> Program:
    """Return the program with an account on Matrix, as everybody has it unless hurried."""
    hurry = any(name.startswith("HURRY_") for name in env)
    command = [hurried.__file__] if hurry else ["-m", "chatlama"]
    return Program(folder, command, **matrix(account) | env)


def matrix(account: Account) -> dict[str, str]:
    """Return the environment that names the account."""
    return {
        "CHATLAMA_MATRIX_HOMESERVER": account.server.url,
        "CHATLAMA_MATRIX_USER": account.user,
        "CHATLAMA_MATRIX_PASSWORD": PASSWORD,
        "CHATLAMA_CLOCK_TURN": "10 min",  # a busy machine makes nobody late
        "CHATLAMA_CLOCK_CONFIRM": "off",
    }


class Gathering:
    """One table in one room, where people play Alpaka unless a deck says what else."""

    def __init__(
        self, people: Sequence[Person], bot: str, *, deck: Deck | None = None, seed: int = 0
    ) -> None:
        self.people = people
        self.bot = bot
        self.deck = deck
        self.seed = seed
        self.room = ""
        self.players: list[Mate] = []
        self.number = 0
        """Of the game that is or was played last."""

    @property
    def host(self) -> Mate:
        return self.players[0]

    async def meets(
        self, *, encrypted: bool = False, title: str = TITLE, version: str = ""
    ) -> None:
        """Come together in a new room, into which the first one brings the bot."""
        first, *others = self.people
        fields = {"room_version": version} if version else {}
        names = [each.id for each in others]
        self.room = await first.creates(title, *names, encrypted=encrypted, **fields)
        for each in others:
            await each.is_in(self.room)
        await first.asks(self.room, self.bot)
        self.sits(title)
        await first.waits_for(lambda seen: seen.by == self.bot, self.room, "a greeting")

    def sits(self, title: str = TITLE) -> None:
        """Know where to sit."""
        sight = Alpaka() if self.deck is None else Other(self.deck)
        self.players = [
            Mate(each, self.room, self.bot, sight, title=title, seed=self.seed)
            for each in self.people
        ]

    async def opens(self, *, computers: int = 0, target: str = "") -> None:
        """Open a table, let everybody sit down, and agree on where it ends."""
        await self.host.person.says(self.room, "!new")
        lobby = await self.lobby(self.host, reading.START)
        assert self.host.name in lobby.seen.text
        for player in self.players[1:]:
            await self.presses(player, reading.JOIN, player.name)
        for number in range(computers):
            await self.presses(self.host, reading.COMPUTER, "🤖", number + 1)
        if target:
            await self.sets(target)

    async def starts(self) -> None:
        """Begin a game, after another one too."""
        host = self.host
        if self.number:
            over = await self.lobby(host, reading.AGAIN)
            host.looks_from(over.seen.id)
            await self._presses(
                host, reading.AGAIN, lambda: host.newest(_is_lobby) is not None, "the lobby"
            )
        lobby = await self.lobby(host, reading.START)
        for player in self.players:
            player.begins(lobby.seen.id)
        await self._presses(host, reading.START, lambda: host.table() is not None, "the table")
        self.number += 1

    async def plays(self) -> None:
        """Play one whole game."""
        with self.explained():
            async with asyncio.TaskGroup() as group:
                for player in self.players:
                    group.create_task(player.plays())

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Have a failure say what everybody sees."""
        try:
            yield
        except Exception as error:
            for player in self.players:
                error.add_note(player.view())
            raise

    async def lobby(self, player: Mate, labels: Sequence[str]) -> Offers:
        """Return the newest message that offers one of these."""

        def there() -> Offers | None:
            found = player.newest(lambda seen: offers(seen).find(labels) is not None)
            return None if found is None else offers(found)

        return await player.until(there, f"{labels[0]} is offered")

    async def presses(self, player: Mate, labels: Sequence[str], seen: str, times: int = 1) -> None:
        """Press one of these, and return when the lobby tells it that often."""

        def told() -> bool:
            now = player.newest(_is_lobby)
            return now is not None and now.text.count(seen) >= times

        await self._presses(player, labels, told, seen)

    async def _presses(
        self, player: Mate, labels: Sequence[str], told: Callable[[], bool], what: str
    ) -> None:
        """Press one of these until something is told, again where the message has been replaced."""
        while not told():
            at = await self.lobby(player, labels)
            await player.presses(at, at.find(labels) or "")

            def answered(pressed: str = at.seen.id) -> bool:
                there = any(seen.id == pressed for seen in player.person.sees(self.room))
                return told() or not there

            with self.explained():
                await player.until(answered, f"{what} is seen")

    async def sets(self, value: str) -> None:
        """Have something in the lobby be of this value."""
        host = self.host
        at = await self.lobby(host, reading.START)
        label = next(label for label in at.keys if label.endswith(f" {value}"))
        await self._presses(
            host,
            (label,),
            lambda: host.newest(lambda seen: f": {value}\n" in seen.text) is not None,
            value,
        )

    # --- what was shown ----------------------------------------------------------------------

    def judge(self, *tables: Table) -> None:
        """Raise if a hand was ever shown to anybody else, or anything in the wrong way.

        ``tables`` are the last of every game that was played here.
        """
        for player in self.players:
            held = {cards for table in tables for cards in self._held(table)[player.name]}
            person = player.person
            for text in said(person, self.room, self.bot):
                assert not player.sight.shows(text), f"the room was told: {text}"
            directs = [room for room, by in person.timeline.direct.items() if by == self.bot]
            assert len(directs) == 1, f"{player.name} has the direct rooms {directs}"
            shown = [text for text in said(person, directs[0], self.bot) if player.is_mine(text)]
            hands = [hand for text in shown if (hand := player.cards(text)) is not None]
            assert hands, f"{player.name} has never seen a hand"
            for hand in hands:
                assert hand in held, f"{player.name} was shown {hand}"
            secret = [seen for seen in person.sees(directs[0]) if seen.by == self.bot]
            assert all(seen.encrypted for seen in secret), "a hand in the clear"
            assert all(set(seen.keys) <= KEYS for seen in secret), "a reaction says too much"
            assert set(person.timeline.members[directs[0]]) == {person.id, self.bot}
            hidden = [seen for seen in person.timeline.hidden if seen.by == self.bot]
            assert not hidden, "the device of the bot is not trusted"
            seen_by = {seen.trust for seen in secret}
            assert seen_by == ({None} if seen_by == {None} else {"cross-signed-tofu"})

    def _held(self, table: Table) -> dict[str, set[tuple[Any, ...]]]:
        """Return every hand that each has held, as its sight has it."""
        hands = kept.hands(table)
        if self.deck is None:
            return dict(hands)
        name = self.deck.name_of
        return {
            who: {tuple(sorted(map(name, cards))) for cards in held} for who, held in hands.items()
        }


def _is_lobby(seen: Seen) -> bool:
    return offers(seen).find(reading.START) is not None


def said(person: Person, room: str, by: str) -> Iterator[str]:
    """Yield all that somebody has ever shown to a person in a room."""
    for heard in person.timeline.heard:
        event = heard.event
        if heard.room == room and event["sender"] == by and event["type"] == "m.room.message":
            content = event["content"]
            yield content.get("m.new_content", content).get("body", "")
