"""From being added to the first card: greeting, commands, the same by buttons, private chats."""

from __future__ import annotations

import logging

import pytest

from chatlama.core.table.model import Phase
from chatlama.session.transport import serving
from tests.botapi import Answer, BotApi, Chat, Person
from tests.transports.telegram.club import HAND, MENU, OPEN, Club, club

NAMES = [
    "new",
    "join",
    "leave",
    "hand",
    "status",
    "rules",
    "settings",
    "hint",
    "pause",
    "resume",
    "stop",
    "help",
    "start",
]


async def test_four_presses_lead_from_being_added_to_the_first_card(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    group = server.group("New", ada, ben, bot=None)
    ada.adds_bot(group)
    await bot.settled()
    await bot.press(ada, OPEN, group)
    await bot.press(ben, "Join", group)
    await bot.press(ada, "Start", group)
    mover = await bot.mover(group, ada, ben)
    presses = {ada: 2, ben: 1}
    await bot.press(mover, HAND, group)
    hand = mover.last(group)
    assert hand.ephemeral
    assert await mover.press(hand, hand.labels[0][0]) == Answer()
    await bot.settled()
    assert (await bot.table(group)).step == 2
    assert presses[mover] + 2 <= 4
    assert all(call.ok for call in server.calls())


async def test_a_group_is_greeted_once_with_a_button(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    group = server.group("New", ada, ben, bot=None)
    ada.adds_bot(group, payload="hello")
    await bot.settled()
    (greeting,) = [seen for seen in ada.sees(group) if seen.by == "Lama"]
    assert greeting.labels == ((OPEN,),)
    await bot.wait(61, 61)
    await bot.says(ada, group, f"/start@{server.bot.username} hello")
    assert len([seen for seen in ada.sees(group) if seen.labels == ((OPEN,),)]) == 2  # asked for


async def test_a_bot_that_comes_back_shows_the_table_that_stands_there(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.open(group, ada)
    ada.removes_bot(group)
    await bot.settled()
    ada.says(group, "…")
    ada.adds_bot(group)
    await bot.settled()
    assert "who is in?" in ada.last(group).text
    await bot.press(ben, "Join", group)
    assert len((await bot.table(group)).seats) == 2
    assert not any(OPEN in str(seen.labels) for seen in ada.sees(group))


async def test_the_greeting_is_in_the_language_of_who_brought_us(server: BotApi, bot: Club) -> None:
    guel = server.person("Gül", language="de")
    group = server.group("Neu", guel, bot=None)
    guel.adds_bot(group)
    await bot.settled()
    await bot.press(guel, guel.last(group).labels[0][0], group)
    assert "Wer" in guel.last(group).text or "wer" in guel.last(group).text


async def test_commands_are_offered_in_both_languages(
    server: BotApi, bot: Club, group: Chat, ada: Person
) -> None:
    guel = server.person("Gül", language="de")
    guel.joins(group)
    english, german = ada.menu(group), guel.menu(group)
    assert {command["command"] for command in english} == {*NAMES}
    assert {command["command"] for command in german} == {*NAMES, "neu"}
    assert not bot.running.done()
    said = {command["command"]: command["description"] for command in english}
    assert all(c["description"] != said.get(c["command"]) for c in german)
    assert all(command["is_ephemeral"] for command in german)
    assert {command["command"] for command in ada.menu()} == {*NAMES}
    assert not any("is_ephemeral" in command for command in ada.menu())


async def test_every_command_does_what_its_button_does(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.says(ada, group, "/neu")
    await bot.says(ben, group, "/join")
    assert len((await bot.table(group)).seats) == 2
    await bot.says(ben, group, "/leave")
    assert len((await bot.table(group)).seats) == 1
    await bot.says(ben, group, "/join")
    before = ada.last(group)
    await bot.says(ada, group, "/status")
    assert ada.last(group).text == before.text
    assert ada.last(group).id > before.id
    for command, words in (
        ("/rules", "Alpaka\n"),
        ("/settings", "What would"),
        ("/help", "Open a"),
    ):
        await bot.says(ben, group, command)
        assert ben.last(group).text.startswith(words)
        assert ben.last(group).ephemeral
        assert not ada.last(group).text.startswith(words)
    await bot.says(ada, group, "/start")
    assert (await bot.table(group)).phase is Phase.PLAYING
    await bot.says(ben, group, "/hand")
    assert ben.last(group).text.startswith("Your hand")
    assert not ada.last(group).text.startswith("Your hand")
    await bot.says(ada, group, "/stop")
    assert ada.last(group).text == "This table has been closed."


async def test_the_menu_stops_leaves_and_tells_the_rules(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.open(group, ada, ben)
    await bot.press(ben, MENU, group)
    looks = (("Rules", "Help"), ("Show the table down here",))
    assert ben.last(group).labels == (*looks, ("Leave the table",))
    await bot.press(ben, "Rules", group)
    assert ben.last(group).ephemeral
    await bot.press(ben, "Leave the table", group)
    assert len((await bot.table(group)).seats) == 1
    await bot.press(ada, MENU, group)
    await bot.press(ada, "Close the table", group)
    assert "closed" in [seen for seen in ben.sees(group) if not seen.ephemeral][-1].text


@pytest.mark.parametrize("command", ["/join", "/hand", "/move", "/start 5"])
async def test_where_no_table_stands_any_command_says_how_to_open_one(
    bot: Club, group: Chat, ada: Person, command: str
) -> None:
    await bot.says(ada, group, command)
    assert ada.last(group).labels == ((OPEN,),)


async def test_what_makes_no_sense_is_answered_in_private_and_changes_nothing(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    table = await bot.start(group, ada, ben)
    mover = await bot.mover(group, ada, ben)
    other = ben if mover is ada else ada
    version = (await bot.table(group)).version
    answer = await bot.press(other, "Draw", group)
    assert answer == Answer(f"It is {mover.name}’s turn.", alert=True)
    cem = server.person("Cem")
    cem.joins(group)
    await bot.settled()
    assert (await bot.press(cem, HAND, group)).text == "You don’t sit at this table."
    assert (await bot.press(cem, "Draw", group)).alert
    await bot.says(cem, group, "/join")
    assert cem.last(group).text.startswith("A game is being played.")
    assert cem.last(group).ephemeral
    await bot.says(other, group, "/join")
    assert other.last(group).text == "You already sit at this table."
    await bot.says(other, group, "/play9")
    assert other.last(group).text == "I don’t understand “play9”."
    assert (await bot.table(group)).version == version
    await bot.press(mover, "Draw", group)
    again = await mover.press(table, "Draw", stale=True)
    assert again.alert
    await bot.says(ada, group, "/stop")
    closed = await mover.press(table, "Draw", stale=True)
    assert closed.text is not None
    assert "/new" in closed.text


async def test_a_private_chat_holds_a_table_against_computers(bot: Club, ada: Person) -> None:
    ada.starts()
    await bot.settled()
    await bot.press(ada, OPEN, None)
    await bot.press(ada, "🤖 Add computer", None)
    await bot.press(ada, "Start", None)
    await bot.press(ada, HAND, None)
    hand = ada.last()
    assert hand.text.startswith("Your hand")
    await bot.wait(5, 5)
    await bot.press(ada, HAND, None)
    assert len([seen for seen in ada.sees() if seen.text.startswith("Your hand")]) == 1
    await bot.wait(5, 5)
    await bot.says(ada, None, "draw")
    assert (await bot.table(ada.private)).step > 1
    assert "Your hand" in ada.last().text


async def test_start_in_private_greets_and_begins(bot: Club, ada: Person) -> None:
    ada.starts("anything")
    await bot.settled()
    assert ada.last().labels == ((OPEN,),)
    await bot.says(ada, None, "/new")
    await bot.press(ada, "🤖 Add computer", None)
    await bot.wait(5, 5)
    ada.starts("again")
    await bot.settled()
    assert "who is in?" in ada.last().text
    await bot.says(ada, None, "/start")
    assert (await bot.table(ada.private)).phase is Phase.PLAYING


async def test_it_says_as_whom_it_serves_in_one_line(
    server: BotApi, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, serving.name):
        async with club(server):
            pass
    assert [one.getMessage() for one in caplog.records if one.name == serving.name] == [
        f"Telegram: @{server.bot.username}"
    ]
