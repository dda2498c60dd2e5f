"""The living message: edited in place, posted anew when it must be; calls to a turn; limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chatlama.core.table.house import Ping, Times
from chatlama.core.table.model import Phase
from tests.botapi import BotApi, Chat, Person, Seen
from tests.transports.telegram.club import HAND, MENU, Club, club


def tables(person: Person, chat: Chat, thread: int | None = None) -> list[Seen]:
    shown = person.sees(chat, thread)
    return [s for s in shown if s.button(HAND) or s.button("Join") or s.button("Continue")]


def pings(person: Person, chat: Chat) -> list[Seen]:
    return [seen for seen in person.sees(chat) if "it’s your turn" in seen.text]


async def test_lobby_and_play_are_one_message_and_a_round_begins_in_a_new_one(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    lobby = await bot.open(group, ada, ben)
    await bot.press(ada, "Turn time → 3 min", group)
    assert ada.last(group).id == lobby.id
    await bot.press(ada, "Start", group)
    first = ada.last(group)
    assert first.id != lobby.id
    await bot.score(group, ada, ben)
    assert ada.last(group).id == first.id
    assert ada.last(group).button("Continue")
    await bot.press(ada, "Continue", group)
    await bot.press(ben, "Continue", group)
    assert ada.last(group).id != first.id
    assert (await bot.table(group)).phase is Phase.PLAYING
    assert all(call.ok for call in server.calls())


async def test_one_public_call_for_each_press_that_changes_something(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    before = len(server.calls(group, counted=True))
    for _ in range(3):
        await bot.press(await bot.mover(group, ada, ben), "Draw", group)
    assert len(server.calls(group, counted=True)) == before + 3
    await bot.press(ada, "Draw", group)
    await bot.press(ben, "⋯", group)
    assert len(server.calls(group, counted=True)) <= before + 4


async def test_a_message_an_administrator_deleted_is_posted_anew(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    table = await bot.start(group, ada, ben)
    mover = await bot.mover(group, ada, ben)
    await bot.press(mover, HAND, group)
    hand = mover.last(group)
    ada.deletes(table)
    await mover.press(hand, "Draw")
    await bot.settled()
    (shown,) = [seen for seen in ada.sees(group) if seen.button(HAND)]
    assert shown.id != table.id


@pytest.mark.parametrize("supergroup", [True, False])
async def test_what_has_scrolled_far_away_comes_back_down(
    server: BotApi, bot: Club, ada: Person, ben: Person, *, supergroup: bool
) -> None:
    group = server.group("Chatty", ada, ben, supergroup=supergroup)
    table = await bot.start(group, ada, ben)
    server.settings.privacy = supergroup
    for n in range(30):
        ada.says(group, f"hm {n}")
    await bot.says(ben, group, f"/help@{server.bot.username}")
    server.world.commands.clear()
    await bot.says(ben, group, f"/help@{server.bot.username}")  # seen by all: its id counts
    await bot.press(await bot.mover(group, ada, ben), "Draw", group)
    (shown,) = [seen for seen in ada.sees(group) if seen.button(HAND)]
    assert shown.id > table.id
    await bot.press(await bot.mover(group, ada, ben), "Draw", group)
    assert [seen.id for seen in ada.sees(group) if seen.button(HAND)] == [shown.id]


async def test_what_is_too_old_to_be_deleted_stays_and_the_table_goes_on_below(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    """Bots delete what they wrote for 48 hours; a turn may take three days."""
    async with club(server, times=replace(Times(), ping=Ping.ALWAYS, turn=None)) as bot:
        table = await bot.start(group, ada, ben)
        await bot.wait(50 * 3600, 3600)
        await bot.says(ada, group, "/status")
        await bot.press(await bot.mover(group, ada, ben), "Draw", group)
        old, shown = [seen for seen in ada.sees(group) if seen.button(HAND)]
        assert old.id == table.id
        assert "draws a card" in shown.text
        await bot.wait(60, 5)
        assert len(server.calls(group, "deleteMessage", ok=False)) == 2  # the table, the call


async def test_a_message_that_can_not_be_seen_any_more_is_pressed_all_the_same(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    table = await bot.start(group, ada, ben)
    table.message.inaccessible = True
    mover = await bot.mover(group, ada, ben)
    await mover.press(table, HAND)
    await bot.settled()
    assert mover.last(group).text.startswith("Your hand")
    await mover.press(table, "Draw")
    await bot.settled()
    assert (await bot.table(group)).step == 2
    assert not server.calls(ok=False)


async def test_who_asks_is_answered_though_an_administrator_has_deleted_the_question(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    server.world.commands.clear()  # so that all can see what is asked
    held = server.faults.hold("sendMessage", when="before")
    asked = ben.says(group, f"/help@{server.bot.username}")
    await server.until(lambda: not server.updates.pending() or None)
    ada.deletes(asked)
    held.release()
    await bot.settled()
    assert ben.last(group).text.startswith("Open a table")


async def test_status_shows_the_table_below_and_only_there(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    table = await bot.start(group, ada, ben)
    await bot.says(ben, group, "/status")
    (shown,) = [seen for seen in ada.sees(group) if seen.button(HAND)]
    assert shown.id > table.id


async def test_a_lost_answer_to_an_edit_is_no_second_message(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    server.faults.lose("editMessageText")
    await bot.press(await bot.mover(group, ada, ben), "Draw", group)
    await bot.wait(3)
    assert len([seen for seen in ada.sees(group) if seen.button(HAND)]) == 1
    assert "draws a card" in ada.last(group).text


@pytest.mark.parametrize("status", [500, 502])
async def test_what_a_server_error_swallowed_is_shown_later(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person, status: int
) -> None:
    await bot.start(group, ada, ben)
    server.faults.fail("editMessageText", status=status)
    await bot.press(await bot.mover(group, ada, ben), "Draw", group)
    assert "draws a card" not in ada.last(group).text
    await bot.wait(3)
    assert "draws a card" in ada.last(group).text


# --- the call to a turn ----------------------------------------------------------------------


async def test_a_late_call_mentions_the_player_once_and_goes_with_the_move(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    mover = await bot.mover(group, ada, ben)
    await bot.wait(58, 29)
    assert not pings(ada, group)
    await bot.wait(4, 2)
    (ping,) = pings(ada, group)
    assert ping.mentions(mover.id)
    assert not ping.silent
    await bot.wait(20, 10)
    assert len(pings(ada, group)) == 1
    await bot.press(mover, "Draw", group)
    assert not pings(ada, group)


@pytest.mark.parametrize(("when", "calls"), [(Ping.NEVER, 0), (Ping.ALWAYS, 4)])
async def test_calls_follow_the_setting(
    server: BotApi, group: Chat, ada: Person, ben: Person, when: Ping, calls: int
) -> None:
    async with club(server, times=replace(Times(), ping=when)) as bot:
        await bot.start(group, ada, ben)
        for _ in range(3):
            await bot.wait(1)
            await bot.press(await bot.mover(group, ada, ben), "Draw", group)
        await bot.wait(1)
        sent = [c for c in server.calls(group, "sendMessage") if "your turn" in c.params["text"]]
        assert len([c for c in sent if c.counted]) == calls
        assert len(pings(ada, group)) == bool(calls)


async def test_a_call_that_could_not_be_taken_away_passes_for_no_later_one(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    async with club(server, times=replace(Times(), ping=Ping.ALWAYS)) as bot:
        await bot.start(group, ada, ben)
        await bot.wait(1)
        server.faults.fail("deleteMessage", times=2)
        await bot.press(await bot.mover(group, ada, ben), "Draw", group)
        mover = await bot.mover(group, ada, ben)
        await bot.wait(8)
        (ping,) = pings(ada, group)
        assert ping.mentions(mover.id)


async def test_a_deletion_that_telegram_refuses_for_now_is_tried_when_it_may_be(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    async with club(server, times=replace(Times(), ping=Ping.ALWAYS)) as bot:
        await bot.start(group, ada, ben)
        await bot.wait(1)
        server.faults.fail("deleteMessage", status=429)
        await bot.press(await bot.mover(group, ada, ben), "Draw", group)
        asked = len(server.calls(group))
        await bot.wait(25, 5)
        assert len(server.calls(group)) == asked  # it is told to wait, so it waits
        await bot.wait(10, 5)
        (ping,) = pings(ada, group)
        assert ping.mentions((await bot.mover(group, ada, ben)).id)


# --- limits ----------------------------------------------------------------------------------


async def test_a_group_stays_below_eighteen_calls_a_minute_and_shows_the_newest(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    for person in (ada, ben):
        await bot.press(person, HAND, group)
    for _ in range(40):
        if (await bot.table(group)).phase is not Phase.PLAYING:
            break
        mover = await bot.mover(group, ada, ben)
        assert not (await mover.press(tables(mover, group)[-1], "Draw")).timed_out
        await bot.wait(1)
    counted = [c.at for c in server.calls(group, ok=True) if c.counted or c.ephemeral]
    assert max(sum(at <= other < at + 60 for other in counted) for at in counted) < 20
    public = [c.at for c in server.calls(group, counted=True)]
    assert max(sum(at <= other < at + 60 for other in public) for at in public) < 18
    assert server.flood.ignored == 0
    assert not server.calls(group, ok=False)
    await bot.wait(70, 10)
    step = (await bot.table(group)).step
    button = tables(ada, group)[-1].button("Draw")
    assert button is None or f".{step}." in (button.data or "")


async def test_who_keeps_asking_for_help_does_not_stop_the_game(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    eve = server.person("Eve")
    eve.joins(group)
    await bot.start(group, ada, ben)
    for _ in range(20):
        await bot.says(eve, group, "/help")
    answers = [await bot.press(eve, MENU, group) for _ in range(20)]
    assert answers[-1].text is not None
    assert "Try again soon" in answers[-1].text
    for _ in range(3):
        await bot.press(await bot.mover(group, ada, ben), "Draw", group)
        assert "draws a card" in newest(ada, group)
        assert f"{await mover_name(bot, group)} is to move" in newest(ada, group)


def newest(person: Person, chat: Chat) -> str:
    """Return what the table says to a person now."""
    return next(seen.text for seen in reversed(person.sees(chat)) if seen.button(HAND))


async def mover_name(bot: Club, chat: Chat) -> str:
    table = await bot.table(chat)
    assert table.position is not None
    return dict(table.persons)[table.position.to_move[0]].name


async def test_a_limited_chat_delays_no_other(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    other = server.group("Other", ada, ben)
    await bot.start(group, ada, ben)
    await bot.start(other, ada, ben)
    server.flood.hold(group, 40)
    first, second = await bot.mover(group, ada, ben), await bot.mover(other, ada, ben)
    before = tables(ada, group)[-1].text
    await bot.press(first, "Draw", group)
    await bot.press(second, "Draw", other)
    assert tables(ada, group)[-1].text == before
    assert "draws a card" in tables(ada, other)[-1].text
    await bot.says(await bot.mover(group, ada, ben), group, "/draw")
    await bot.wait(41, 41)
    assert tables(ada, group)[-1].text.count("draws a card") == 2
    assert server.flood.ignored == 1  # the one that told us


async def test_presses_are_answered_at_once_under_any_limit(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    server.flood.hold(group, 500)
    for _ in range(5):
        mover = await bot.mover(group, ada, ben)
        assert not (await mover.press(tables(mover, group)[-1], "Draw", stale=True)).timed_out
    assert server.fake_clock.now() == server.calls()[0].at
