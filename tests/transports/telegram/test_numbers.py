"""Who sees their hand as an alert plays by numbers at the table; they tell nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.botapi import Answer, BotApi, Chat, Person, Seen
from tests.transports.telegram.club import HAND, Club, club

NUMBERS = tuple(f"{n}" for n in range(1, 17))


@pytest.fixture(params=["fool", "passt_nicht"])
async def bot(server: BotApi, request: pytest.FixtureRequest) -> AsyncIterator[Club]:
    async with club(server, game=request.param) as running:
        yield running


@pytest.fixture
def others(server: BotApi, ben: Person) -> list[Person]:
    """Return whom Ada plays with: as many as every game needs."""
    return [ben, server.person("Cem"), server.person("Dora")]


@pytest.fixture
def group(server: BotApi, ada: Person, others: list[Person]) -> Chat:
    return server.group("Lama evening", ada, *others)


def table(person: Person, chat: Chat) -> Seen:
    return next(s for s in reversed(person.sees(chat)) if s.button(HAND))


def numbers(person: Person, chat: Chat) -> tuple[str, ...]:
    shown = [label for row in table(person, chat).labels for label in row]
    return tuple(label for label in shown if label.isdecimal())


async def test_numbers_come_with_the_first_alert_and_press_what_it_lists(
    server: BotApi, bot: Club, group: Chat, ada: Person, others: list[Person]
) -> None:
    server.settings.ephemeral = "refuse"
    await bot.start(group, ada, *others)
    assert numbers(ada, group) == ()
    mover = await bot.mover(group, ada, *others)
    answer = await bot.press(mover, HAND, group)
    assert answer.text is not None
    assert len(answer.text) <= 200
    assert numbers(ada, group) == NUMBERS
    move = answer.text.partition("1 ")[2]
    assert " · 2 " in move
    step = (await bot.table(group)).step
    assert await bot.press(mover, "1", group) == Answer()
    assert (await bot.table(group)).step == step + 1
    assert numbers(ada, group) == NUMBERS  # they stay as long as the round is played


async def test_a_whole_turn_order_is_played_on_the_second_rung(
    server: BotApi, bot: Club, group: Chat, ada: Person, others: list[Person]
) -> None:
    server.settings.ephemeral = "refuse"
    await bot.start(group, ada, *others)
    step = (await bot.table(group)).step
    for _ in range(6):
        mover = await bot.mover(group, ada, *others)
        await bot.wait(11, 11)
        await bot.press(mover, HAND, group)
        await bot.press(mover, "1", group)
    assert (await bot.table(group)).step == step + 6


async def test_a_number_is_the_pressers_own_and_only_in_turn(
    server: BotApi, bot: Club, group: Chat, ada: Person, others: list[Person]
) -> None:
    server.settings.ephemeral = "refuse"
    await bot.start(group, ada, *others)
    mover = await bot.mover(group, ada, *others)
    other = others[0] if mover is ada else ada
    await bot.press(other, HAND, group)
    before = await bot.table(group)
    assert (await bot.press(other, "1", group)).alert
    eve = server.person("Eve")
    eve.joins(group)
    await bot.settled()
    assert (await bot.press(eve, "1", group)).alert
    assert (await bot.press(mover, "16", group)).alert
    assert await bot.table(group) == before
    old = table(mover, group)
    assert await bot.press(mover, "1", group) == Answer()
    assert (await mover.press(old, "1", stale=True)).alert
    assert (await bot.table(group)).step == before.step + 1


async def test_nobody_on_the_second_rung_no_numbers(
    bot: Club, group: Chat, ada: Person, others: list[Person]
) -> None:
    await bot.start(group, ada, *others)
    mover = await bot.mover(group, ada, *others)
    await bot.press(mover, HAND, group)
    hand = mover.last(group)
    assert hand.ephemeral
    await mover.press(hand, hand.labels[0][0])
    await bot.settled()
    assert numbers(ada, group) == ()


async def test_numbers_wait_for_the_chats_limit(
    server: BotApi, bot: Club, group: Chat, ada: Person, others: list[Person]
) -> None:
    server.settings.ephemeral = "refuse"
    await bot.start(group, ada, *others)
    await bot.press(ada, HAND, group)
    await bot.wait(61, 61)
    assert numbers(ada, group) == NUMBERS


async def test_where_all_moves_are_seen_by_all_there_are_no_numbers(
    server: BotApi, ada: Person, ben: Person
) -> None:
    group = server.group("Alpaka", ada, ben)
    server.settings.ephemeral = "refuse"
    async with club(server, game="alpaka") as bot:
        await bot.start(group, ada, ben)
        answer = await bot.press(ada, HAND, group)
        assert answer.text is not None
        assert "·" not in answer.text.partition(":")[2]
        assert numbers(ada, group) == ()
