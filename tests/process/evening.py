"""An evening: a chat, people who open a table there and sit down, and what each of them saw."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tests.botapi import Answer, BotApi, Button, Chat, Person, Seen
from tests.botapi.waiting import PATIENCE, until

from . import reading
from .decks import Deck
from .guests import Guest
from .players import CHEAP, Player

GAME = tuple(f"{word} → " for word in reading.said("setting-game"))
"""How the button begins that changes the game."""

TARGETS = ("40", "20", "60", "80")
"""In the order in which the lobby offers them, from the one it begins with."""


@dataclass(frozen=True, slots=True)
class Place:
    """A group, or a topic of one."""

    chat: Chat
    thread: int | None = None

    @property
    def key(self) -> str:
        """What the program calls it."""
        return f"telegram:{self.chat.id}" + (f"/{self.thread}" if self.thread else "")


class Eyes:
    """All that each person's client has shown at any moment: public texts, and what is theirs."""

    def __init__(self, server: BotApi, people: Sequence[Person], *places: Place) -> None:
        self.people = people
        self.places = places
        self.public: set[str] = set()
        self.own: dict[int, set[str]] = {person.id: set() for person in people}
        self._known: dict[int, set[tuple[int, str]]] = {person.id: set() for person in people}
        server.core.listen(self.look)

    def look(self) -> None:
        for person in self.people:
            known, own = self._known[person.id], self.own[person.id]
            for place in self.places:
                for seen in person.sees(place.chat, place.thread):
                    key = (seen.message.order, seen.text)
                    if key not in known:
                        known.add(key)
                        (own if seen.ephemeral else self.public).add(seen.text)
            if person.user.started:
                own.update(seen.text for seen in person.sees())


class Sitter(Protocol):
    """Somebody who plays at a table, whatever is played there."""

    person: Person
    name: str
    done: list[tuple[str, bool]]
    """The moves of this game, as a stored log calls them, and whether they were answered."""
    confirmed: int
    refused: list[str]
    told: list[str]
    """Every answer with words."""
    ways: Counter[str]
    """How hands were shown."""
    points: dict[str, int]
    """What everybody has by one's own count."""
    winners: tuple[str, ...]

    @property
    def actions(self) -> int:
        """How much was done in this game: moves and confirmations."""

    @property
    def unanswered(self) -> int:
        """How many moves of this game were made whose answer never came."""

    def begins(self, since: int) -> None:
        """Forget the game before, and all that was written until then."""

    def nudge(self) -> None:
        """Wait no longer for an answer that does not come now, and trust no old picture."""

    async def plays(self) -> None:
        """Play until the game is over."""

    async def presses(self, seen: Seen, button: Button) -> Answer:
        """Press and return the answer."""


class Evening:
    """One table in one place, where people play Alpaka unless a deck says what else."""

    def __init__(
        self,
        server: BotApi,
        place: Place,
        people: Sequence[Person],
        *,
        seed: int = 0,
        patience: float = PATIENCE,
        cheap: int = CHEAP,
        insists: bool = False,
        deck: Deck | None = None,
    ) -> None:
        self.server = server
        self.place = place
        self.deck = deck
        self.players: list[Sitter] = [
            Guest(each, place.chat, deck, seed)
            if deck is not None
            else Player(
                each,
                place.chat,
                place.thread,
                seed=seed,
                patience=patience,
                cheap=cheap,
                insists=insists,
            )
            for each in people
        ]
        self.host = self.players[0]
        self.patience = patience
        self.number = 0
        """Of the game that is or was played last."""
        self._spent = 0

    async def opens(
        self,
        *,
        computers: int = 0,
        englert: bool = False,
        target: str = "20",
        options: Sequence[str] = (),
    ) -> None:
        """Open a table, agree on the game and its rules, and let everybody sit down.

        ``options`` are what the buttons of another game than Alpaka say.
        """
        chat, thread = self.place.chat, self.place.thread
        self.host.person.says(chat, "/new@lama_test_bot", thread)
        lobby = await self._lobby(lambda seen: reading.has(seen, reading.START))
        if self.deck is not None:
            while not lobby.text.startswith(self.deck.title):
                await self._presses(self.host, _game_button(lobby))
                lobby = await self._lobby(lambda seen: reading.has(seen, reading.START))
            target = TARGETS[0]
        for option in options:
            await self._presses(self.host, (option,))
        for player in self.players[1:]:
            await self._presses(player, reading.JOIN)
        for _ in range(computers):
            await self._presses(self.host, reading.COMPUTER)
        if englert:
            await self._sets("Englert")
        for value in TARGETS[1 : TARGETS.index(target) + 1]:
            await self._sets(value)

    async def starts(self) -> None:
        """Begin a game, after another one too."""
        if self.number:
            await self._presses(self.host, reading.AGAIN)
        lobby = await self._lobby(lambda seen: reading.has(seen, reading.START))
        for player in self.players:
            player.begins(lobby.message.order)
        await self._presses(self.host, reading.START)
        self._spent = self._counted()
        self.number += 1

    async def plays(self) -> None:
        """Play one whole game."""
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.plays())

    @property
    def calls(self) -> float:
        """Public sends and edits that the chat's limit counts, for each action since the deal."""
        return (self._counted() - self._spent) / sum(player.actions for player in self.players)

    def _counted(self) -> int:
        return len(self.server.calls(self.place.chat, counted=True))

    async def _sets(self, value: str) -> None:
        """Press the button that sets something to the value."""
        found = await self._lobby(lambda seen: bool(_setting(seen, value)))
        await self._presses(self.host, _setting(found, value))

    async def _lobby(self, fits: Callable[[Seen], bool]) -> Seen:
        return await self.host.person.waits_for(
            lambda seen: not seen.ephemeral and fits(seen),
            self.place.chat,
            self.place.thread,
            self.patience,
        )

    async def _presses(self, player: Sitter, labels: Sequence[str]) -> None:
        """Press the newest button of these labels, and wait until the message has changed."""
        seen = await self._lobby(lambda seen: reading.has(seen, labels))
        answer = await player.presses(seen, reading.button(seen, labels))
        assert answer.text is None, answer

        def changed() -> bool:
            shown = player.person.sees(self.place.chat, self.place.thread)
            newest = max(shown, key=lambda one: one.message.order)
            now = next((one for one in shown if one.message is seen.message), None)
            return newest.message.order > seen.message.order or now != seen

        what = f"{player.name}: the table has changed"
        await until(self.server.core, changed, what, self.patience)


def _game_button(seen: Seen) -> tuple[str, ...]:
    """Return the label of the button that changes the game."""
    return tuple(label for row in seen.labels for label in row if label.startswith(GAME))


def _setting(seen: Seen, value: str) -> tuple[str, ...]:
    """Return the labels of the buttons that set something to a value."""
    labels = (button.label for row in seen.buttons for button in row)
    return tuple(each for each in labels if re.search(rf" → {value}\b", each))
