"""What befalls chats and people: topics, migration, silence, blocks, names, administrators."""

from __future__ import annotations

import logging

import pytest
from telegram.constants import ChatID

from chatlama.core.table.model import Phase
from tests.botapi import Answer, BotApi, Chat, Person
from tests.transports.telegram.club import HAND, MENU, OPEN, Club


async def test_a_topic_has_a_table_of_its_own_and_all_answers(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    forum = server.group("Forum", ada, ben, forum=True)
    thread = server.topic(forum, "Lama")
    await bot.start(forum, ada, ben, thread=thread)
    await bot.open(forum, ada)
    assert (await bot.table(forum, thread)).phase is Phase.PLAYING
    assert (await bot.table(forum)).phase is Phase.LOBBY
    await bot.press(ada, HAND, forum, thread)
    assert ada.last(forum, thread).text.startswith("Your hand")
    await bot.press(await bot.mover(forum, ada, ben, thread=thread), "Draw", forum, thread)
    await bot.says(ben, forum, "/help", thread)
    assert ben.last(forum, thread).text.startswith("Open a table")
    general = [c for c in server.calls(forum, "sendMessage") if "message_thread_id" not in c.params]
    assert len(general) == 1
    assert "who is in?" in general[0].params["text"]
    assert not server.calls(ok=False)


@pytest.mark.parametrize("trouble", ["closed", "deleted", "mute", "removed"])
async def test_where_nothing_can_be_written_nothing_breaks_and_play_goes_on_later(
    server: BotApi,
    bot: Club,
    ada: Person,
    ben: Person,
    trouble: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    forum = server.group("Forum", ada, ben, forum=True)
    thread = server.topic(forum, "Lama")
    table = await bot.start(forum, ada, ben, thread=thread)
    mover = await bot.mover(forum, ada, ben, thread=thread)
    match trouble:
        case "closed":
            server.close_topic(forum, thread)
        case "deleted":
            server.delete_topic(forum, thread)
        case "mute":
            ada.makes_bot(forum, "restricted", mute=True)
        case _:
            ada.removes_bot(forum)
    await bot.settled()
    assert not (await mover.press(table, "Draw", stale=True)).timed_out or trouble == "deleted"
    await bot.settled()
    step = (await bot.table(forum, thread)).step
    assert step == 2
    await bot.says(ada, forum, f"/new@{server.bot.username}")
    await bot.wait(61, 61)  # the other one is called to the turn
    assert not bot.running.done()
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR], caplog.text
    if trouble == "closed":
        server.close_topic(forum, thread, closed=False)
        await bot.says(ada, forum, "/status", thread)
        (shown,) = [seen for seen in ada.sees(forum, thread) if seen.button(HAND)]
        assert shown.id > table.id
        assert "draws a card" in shown.text


async def test_a_hand_asked_for_in_a_closed_topic_is_an_alert_as_long_as_it_is_closed(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    forum = server.group("Forum", ada, ben, forum=True)
    thread = server.topic(forum, "Lama")
    table = await bot.start(forum, ada, ben, thread=thread)
    server.close_topic(forum, thread)
    answer = await ada.press(table, HAND)
    assert answer.alert
    assert "Your hand" in (answer.text or "")
    server.close_topic(forum, thread, closed=False)
    await bot.wait(11, 11)
    assert await ada.press(table, HAND) == Answer()
    await bot.settled()
    assert ada.last(forum, thread).text.startswith("Your hand")
    assert ada.last(forum, thread).ephemeral


async def test_a_group_becomes_a_supergroup_and_the_table_moves_along(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    group = server.group("Small", ada, ben, supergroup=False)
    await bot.start(group, ada, ben)
    new = server.migrate(group)
    await bot.settled()
    assert (await bot.table(new)).phase is Phase.PLAYING
    await bot.press(await bot.mover(new, ada, ben), "Draw", new)
    assert "draws a card" in ada.last(new).text
    assert await bot.press(ada, HAND, new) == Answer()
    assert len([seen for seen in ada.sees(new) if seen.button(HAND)]) == 1


async def test_a_migration_that_only_an_error_tells_is_noticed(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    group = server.group("Small", ada, ben, supergroup=False)
    await bot.open(group, ada, ben)
    new = server.migrate(group)
    server.updates.drop()  # nobody tells of it
    await bot.press(ada, "Start", group)
    assert (await bot.table(new)).phase is Phase.PLAYING
    assert ada.last(new).button(HAND)


async def test_an_anonymous_administrator_opens_by_a_button(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    ada.promotes(group, ben, anonymous=True)
    server.world.commands.clear()  # what only the bot sees is written in one's own name
    await bot.settled()
    await bot.says(ben, group, f"/new@{server.bot.username}")
    assert ben.last(group).labels == ((OPEN,),)
    answer = await bot.press(ben, OPEN, group)  # which would tell who he is
    assert answer == Answer(
        "You write here without your name. At the table everybody reads Ben. "
        "Do it again if you want to play all the same.",
        alert=True,
    )
    assert not any("Ben" in seen.text for seen in ada.sees(group))
    await bot.press(ben, OPEN, group)
    assert [person.name for _, person in (await bot.table(group)).persons] == ["Ben"]
    assert await bot.press(ada, "Join", group) == Answer()  # an administrator with a name
    assert len(server.calls(group, "getChatAdministrators")) == 1


async def test_administrators_close_the_table_and_are_asked_for_once(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    cem = server.person("Cem")
    cem.joins(group)
    await bot.open(group, ben)
    for _ in range(2):
        await bot.says(cem, group, "/stop")
        assert cem.last(group).text == "Only the host can do that."
    assert len(server.calls(group, "getChatAdministrators")) == 1
    await bot.press(ada, MENU, group)
    await bot.press(ada, "Close the table", group)
    assert len(server.calls(group, "getChatAdministrators")) == 1
    await bot.open(group, ben)
    ada.promotes(group, cem)
    await bot.wait(601, 601)
    await bot.says(cem, group, "/stop")
    assert "closed" in ada.last(group).text


async def test_where_administrators_are_not_told_the_host_alone_decides(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    group.hides_members = True
    await bot.open(group, ben)
    await bot.says(ada, group, "/stop")
    assert ada.last(group).text == "Only the host can do that."
    await bot.says(ben, group, "/stop")
    assert "closed" in ben.last(group).text


async def test_a_failure_to_ask_is_not_remembered(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    server.faults.fail("getChatAdministrators", times=2)
    await bot.open(group, ben)
    await bot.says(ada, group, "/stop")
    assert ada.last(group).text == "Only the host can do that."
    await bot.says(ada, group, "/stop")
    assert "closed" in ben.last(group).text


async def test_bots_and_edited_commands_are_let_be(
    server: BotApi, bot: Club, group: Chat, ada: Person
) -> None:
    robot = server.person("Robot")
    robot.user.is_bot = True
    robot.joins(group)
    await bot.says(robot, group, f"/new@{server.bot.username}")
    message = ada.says(group, "hello")
    ada.edits(message, f"/new@{server.bot.username}")
    await bot.settled()
    assert not server.calls(group, "sendMessage")


async def test_a_post_of_the_linked_channel_opens_no_table_that_nobody_could_lead(
    server: BotApi, bot: Club, group: Chat
) -> None:
    post = server.person("Telegram")
    post.user.id = ChatID.SERVICE_CHAT
    post.joins(group)
    await bot.says(post, group, f"/new@{server.bot.username}")
    assert not server.calls(group, "sendMessage")


async def test_commands_for_other_bots_are_let_be_and_ours_are_heard_however_they_are_written(
    server: BotApi, bot: Club, group: Chat, ada: Person
) -> None:
    server.settings.privacy = False
    server.world.commands.clear()
    for said in ("/new@other_bot", "what about /new", "new"):
        await bot.says(ada, group, said)
        assert not server.calls(group)
    await bot.says(ada, group, f"/NEW@{server.bot.username}".upper())
    assert "who is in?" in ada.last(group).text


@pytest.mark.parametrize(
    "name",
    ["<b>&amp;*_`[x](y)", "\u202e\u2066mirrored\u2069", "x", "y" * 64, "🦙" * 30, "\u200b\u00ad"],
)
async def test_any_name_can_be_played_under(
    server: BotApi, bot: Club, ben: Person, name: str
) -> None:
    odd, same = server.person(name), server.person(name)
    group = server.group("Names", odd, ben, same)
    await bot.start(group, odd, ben, same)
    await bot.wait(61, 61)
    mover = await bot.mover(group, odd, ben, same)
    assert any(seen.mentions(mover.id) for seen in ben.sees(group))
    await bot.press(mover, HAND, group)
    await bot.press(mover, "Draw", group)
    names = [person.name for _, person in (await bot.table(group)).persons]
    assert len(set(names)) == 3
    assert not server.calls(ok=False)


async def test_who_blocks_the_bot_in_private_stops_nothing(bot: Club, ada: Person) -> None:
    ada.starts()
    await bot.settled()
    await bot.press(ada, OPEN, None)
    ada.blocks()
    await bot.settled()
    await bot.wait(60 * 31, 60 * 31)  # the lobby times out
    assert not bot.running.done()
    ada.starts()
    await bot.settled()
    assert ada.last().labels == ((OPEN,),)


async def test_privacy_mode_and_no_rights_suffice(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    assert server.settings.privacy
    assert group.member(server.bot).status == "member"
    await bot.start(group, ada, ben)
    await bot.score(group, ada, ben)
    assert (await bot.table(group)).phase is Phase.SCORED
