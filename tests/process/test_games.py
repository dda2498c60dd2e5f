"""Whole games with the real program: people play who see only what their clients show."""

from __future__ import annotations

import asyncio
from itertools import product
from pathlib import Path

import pytest

from tests.botapi import BotApi, Person

from . import kept
from .bot import SLOWEST, Bot
from .decks import DECKS, Deck
from .evening import Evening, Eyes, Place
from .judging import agreed, nothing_lost, nothing_seen, nothing_seen_by_guests

pytestmark = pytest.mark.slow  # each starts a process

MOST_CALLS = 1.1
"""Public chat-limited calls for each move or confirmation of a person (Telegram: 20 a minute)."""
NAMES = ("Ada", "Ben", "Cem", "Dora")
SEATS = ((2, 0), (3, 1), (1, 3), (4, 0), (2, 2), (3, 0))
"""People and computers."""
PLACES = ("supergroup", "topic", "group")
OPTIONS = {
    ("eins_drauf", "de"): (
        "Zielpunktzahl → 30 Minuspunkte",
        "Wilder Joker → ja",
        "Chips → ja",
    ),
    ("eins_drauf", "en"): ("Target score → 30 penalty points", "Wild joker → yes", "Chips → yes"),
}
"""Buttons of the lobby that make a game short, or show more of it."""
RUNGS = ("ephemeral", "alert", "private")


def some(server: BotApi, count: int, *, first: str = "de", started: bool = False) -> list[Person]:
    """Return people of both languages; the first one speaks as is asked."""
    second = "en" if first == "de" else "de"
    return [
        server.person(name, language=(first, second)[at % 2], started=started)
        for at, name in enumerate(NAMES[:count])
    ]


def place_for(server: BotApi, kind: str, people: list[Person]) -> Place:
    chat = server.group("Lama evening", *people, supergroup=kind != "group", forum=kind == "topic")
    return Place(chat, server.topic(chat, "Cards") if kind == "topic" else None)


@pytest.mark.parametrize(
    ("number", "language", "rules", "rung"),
    [(at, *each) for at, each in enumerate(product(("de", "en"), ("classic", "englert"), RUNGS))],
)
async def test_a_whole_game_is_played(
    server: BotApi, tmp_path: Path, number: int, language: str, rules: str, rung: str
) -> None:
    humans, computers = SEATS[number % len(SEATS)]
    if rung != "ephemeral":
        server.settings.ephemeral = "old" if number % 2 else "refuse"
    people = some(server, humans, first=language, started=rung == "private")
    place = place_for(server, PLACES[number // 3 % len(PLACES)], people)
    evening = Evening(server, place, people, seed=number, insists=rung == "private")
    eyes = Eyes(server, people, place)
    async with Bot(server, tmp_path) as bot:
        await evening.opens(computers=computers, englert=rules == "englert")
        await evening.starts()
        await evening.plays()
        (table,) = kept.now(bot.data)
        assert await bot.stop() == 0
        assert all("posts ephemeral messages" in line for line in bot.said.splitlines())
    agreed(evening)
    nothing_lost(evening, table)
    nothing_seen(eyes, [evening], [table])
    assert dict(table.options)["rules"] == rules
    assert table.rooms[0].language == language
    assert evening.calls <= MOST_CALLS
    for player in evening.players:
        assert not player.refused
        assert set(player.ways) == ({"alert", "private"} if rung == "private" else {rung})
        if rung == "private":
            assert player.ways["alert"] == 1


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("rung", ["ephemeral", "alert"])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
async def test_a_whole_game_of_each_other_kind_is_played(
    server: BotApi, tmp_path: Path, deck: Deck, rung: str, language: str
) -> None:
    if rung != "ephemeral":
        server.settings.ephemeral = "refuse"
    people = some(server, 2, first=language)
    place = place_for(server, "supergroup", people)
    evening = Evening(server, place, people, deck=deck)
    eyes = Eyes(server, people, place)
    async with Bot(server, tmp_path) as bot:
        await evening.opens(computers=2, options=OPTIONS.get((deck.name, language), ()))
        await evening.starts()
        await evening.plays()
        (table,) = kept.now(bot.data)
        assert await bot.stop() == 0
        assert all("posts ephemeral messages" in line for line in bot.said.splitlines())
    assert table.game == deck.name
    agreed(evening)
    nothing_lost(evening, table)
    nothing_seen_by_guests(eyes, evening, table)
    assert evening.calls <= MOST_CALLS
    for player in evening.players:
        assert not player.refused
        assert set(player.ways) == {rung}


async def test_the_same_people_play_in_two_chats_at_once(server: BotApi, tmp_path: Path) -> None:
    people = some(server, 3)
    places = [place_for(server, kind, people) for kind in ("supergroup", "topic")]
    evenings = [Evening(server, place, people, seed=at) for at, place in enumerate(places)]
    eyes = Eyes(server, people, *places)
    async with Bot(server, tmp_path) as bot:
        await asyncio.gather(*(evening.opens() for evening in evenings))
        await asyncio.gather(*(evening.starts() for evening in evenings))
        await asyncio.gather(*(evening.plays() for evening in evenings))
        tables = kept.now(bot.data)
        assert await bot.stop() == 0
        assert not bot.said
    assert len(tables) == 2
    for evening in evenings:
        (table,) = (t for t in tables if t.rooms[0].chat == evening.place.key)
        agreed(evening)
        nothing_lost(evening, table)
        assert evening.calls <= MOST_CALLS
        assert all(set(player.ways) == {"ephemeral"} for player in evening.players)
    nothing_seen(eyes, evenings, tables)


async def test_one_game_follows_another_at_the_same_table(server: BotApi, tmp_path: Path) -> None:
    people = some(server, 2, first="en")
    place = place_for(server, "supergroup", people)
    evening = Evening(server, place, people, seed=5)
    async with Bot(server, tmp_path) as bot:
        await evening.opens(computers=1, target="40")
        for _ in range(3):
            await evening.starts()
            await evening.plays()
            (table,) = kept.now(bot.data)
            agreed(evening)
            nothing_lost(evening, table)
            assert evening.calls <= MOST_CALLS
        assert not bot.said


async def test_a_game_under_telegrams_limits_is_never_refused(
    server: BotApi, tmp_path: Path
) -> None:
    server.flood.on = True
    server.flood.group = (20, 3.0)  # a minute is three seconds long
    people = some(server, 3)
    place = place_for(server, "supergroup", people)
    evening = Evening(server, place, people, seed=2, patience=SLOWEST)
    async with Bot(server, tmp_path, hurry={"HURRY_BUDGET": "3"}) as bot:
        await evening.opens(computers=1)
        await evening.starts()
        await evening.plays()
        (table,) = kept.now(bot.data)
        assert await bot.stop() == 0
        assert not bot.said
    agreed(evening)
    nothing_lost(evening, table)
    assert not server.flood.ignored
    assert not [call for call in server.calls() if call.code == 429]


async def test_the_command_as_everybody_has_it_plays(server: BotApi, tmp_path: Path) -> None:
    people = some(server, 1)
    place = place_for(server, "supergroup", people)
    evening = Evening(server, place, people, seed=2, cheap=99)
    async with Bot(server, tmp_path, hurry={}) as bot:
        # Fewer calls than a minute allows, and no round of two costs 40: a second one follows.
        await evening.opens(computers=1, target="40")
        await evening.starts()
        playing = asyncio.create_task(evening.plays())
        await server.until(lambda: evening.host.confirmed, "the first round is over")
        playing.cancel()
        assert await bot.stop() == 0
        assert not bot.said
        (table,) = kept.now(bot.data)
    nothing_lost(evening, table)


async def test_commands_are_offered_in_both_languages(server: BotApi, tmp_path: Path) -> None:
    people = some(server, 2)
    place = place_for(server, "supergroup", people)
    async with Bot(server, tmp_path):
        await server.until(
            lambda: len(server.calls(method="setMyCommands")) == 4, "all commands are offered"
        )
        german, english = (
            {each["command"]: each["description"] for each in person.menu(place.chat)}
            for person in people
        )
    assert german["hand"] == "Deine Karten sehen"
    assert english["hand"] == "See your hand"
    assert set(german) - set(english) == {"neu"}
