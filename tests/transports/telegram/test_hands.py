"""The ladder by which somebody sees what others must not: each rung, and each step down."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from chatlama.transports.telegram.budget import KEPT
from chatlama.transports.telegram.ephemeral import RESTS
from chatlama.transports.telegram.places import Spot
from chatlama.transports.telegram.recent import Recent
from chatlama.transports.telegram.shown import Shown
from chatlama.transports.telegram.ways import Way
from tests.botapi import Answer, BotApi, Chat, Person, Seen
from tests.transports.telegram.club import HAND, MENU, Club, club


def hands(person: Person, chat: Chat | None) -> list[Seen]:
    return [seen for seen in person.sees(chat) if re.search("^Your hand", seen.text, re.MULTILINE)]


def leaks(server: BotApi, group: Chat) -> list[str]:
    """Return every text with a hand that ever was in a public message of the group."""
    sent = [call for call in server.calls(group) if call.ok and "text" in call.params]
    public = [
        call
        for call in sent
        if not (isinstance(call.answer, dict) and call.answer["message_id"] == 0)
        and "Ephemeral" not in call.method
    ]
    return [call.params["text"] for call in public if "Your hand" in call.params["text"]]


async def test_a_hand_is_an_ephemeral_message_in_the_group(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    for person, other in ((ada, ben), (ben, ada)):
        assert await bot.press(person, HAND, group) == Answer()
        (hand,) = hands(person, group)
        assert hand.ephemeral
        assert hand.text not in [seen.text for seen in other.sees(group)]
    assert [call.params["text"] for call in server.calls(group, "sendMessage")].count("🂠") == 1
    assert not leaks(server, group)


async def test_the_press_is_answered_after_the_hand(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    before = len(server.calls())
    await bot.press(ada, HAND, group)
    methods = [call.method for call in server.calls()[before:]]
    assert methods[-2:] == ["sendMessage", "answerCallbackQuery"]
    assert methods.count("answerCallbackQuery") == 1


@pytest.mark.parametrize("probed", [False, True])
async def test_an_old_server_never_posts_a_hand_that_stays(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person, *, probed: bool
) -> None:
    await bot.start(group, ada, ben)
    if probed:
        await bot.press(ben, HAND, group)
    server.settings.ephemeral = "old"
    answer = await bot.press(ada, HAND, group)
    assert answer.alert
    assert answer.text is not None
    assert answer.text.startswith("Your hand")
    assert not hands(ben, group) or probed
    assert not [seen for seen in ben.sees(group) if not seen.ephemeral and "hand" in seen.text]
    assert not [seen for seen in ben.sees(group) if seen.text == "🂠"]
    sent = len(server.calls(group, "sendMessage"))
    await bot.wait(11, 11)
    assert (await bot.press(ada, HAND, group)).alert
    assert (await bot.press(ben, HAND, group)).alert
    assert len(server.calls(group, "sendMessage")) == sent
    assert bool(leaks(server, group)) == probed  # then it was there for a moment, and deleted


async def test_two_first_presses_share_one_probe(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    server.settings.ephemeral = "old"
    answers = await asyncio.gather(ada.taps(HAND, group), ben.taps(HAND, group))
    assert all(answer.alert for answer in answers)
    await bot.settled()
    assert not leaks(server, group)
    assert [call.params["text"] for call in server.calls(group, "sendMessage")].count("🂠") == 1


async def test_a_server_that_refuses_leads_to_alerts(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    server.settings.ephemeral = "refuse"
    await bot.start(group, ada, ben)
    assert (await bot.press(ada, HAND, group)).alert
    refused = len(server.calls(group, "sendMessage", ok=False))
    assert (await bot.press(ben, HAND, group)).alert
    assert len(server.calls(group, "sendMessage", ok=False)) == refused == 1


async def test_who_was_refused_is_shown_the_hand_in_the_group_again_once_that_is_allowed(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    server.settings.ephemeral = "refuse"
    await bot.start(group, ada, ben)
    assert (await bot.press(ada, HAND, group)).alert
    server.settings.ephemeral = "10.3"
    await bot.wait(11, 11)
    assert (await bot.press(ada, HAND, group)).alert
    await bot.wait(11, 11)
    bot.telegram._hands.ephemerals._refused.put(group.id, bot.time.seconds() - RESTS)
    assert await bot.press(ada, HAND, group) == Answer()
    assert hands(ada, group)
    assert not leaks(server, group)


async def test_the_setting_alone_leads_to_alerts(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    async with club(server, hands="alert") as bot:
        await bot.start(group, ada, ben)
        answer = await bot.press(ada, HAND, group)
        assert answer.alert
        assert len(answer.text or "") <= 200
        assert not any(call.ephemeral for call in server.calls(group))


async def test_without_budget_the_hand_is_an_alert_this_once(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    while bot.telegram._budget.wait(group.id) == 0:
        bot.telegram._budget.spend(group.id)
    assert (await bot.press(ada, HAND, group)).alert
    await bot.wait(61, 61)
    assert await bot.press(ada, HAND, group) == Answer()
    assert hands(ada, group)


async def test_a_limit_on_the_chat_is_respected_and_the_hand_an_alert(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    server.flood.hold(group, 30)
    assert (await bot.press(ada, HAND, group)).alert
    assert (await bot.press(ben, HAND, group)).alert
    assert server.flood.ignored == 1


async def test_a_hand_that_is_late_is_an_alert_first(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    await bot.press(ben, HAND, group)
    bot.telegram._hands.patience = 0.01
    held = server.faults.hold("sendMessage")
    assert (await ada.taps(HAND, group)).alert
    held.release()
    await bot.settled()
    assert hands(ada, group)


async def test_pressing_twice_steps_down_and_down_again(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    ada.starts()
    await bot.start(group, ada, ben)
    await bot.press(ada, HAND, group)
    await bot.wait(10.5, 10.5)
    assert await bot.press(ada, HAND, group) == Answer()  # later is no second press
    assert len(hands(ada, group)) == 1
    answer = await bot.press(ada, HAND, group)
    assert answer.alert
    assert not hands(ada, group)
    assert await bot.press(ada, HAND, group) == Answer()
    assert hands(ada, None)
    await bot.wait(30, 30)
    await bot.press(ada, HAND, group)
    assert len(hands(ada, None)) == 1
    assert not hands(ada, group)
    assert await bot.press(ben, HAND, group) == Answer()  # each for themselves
    assert hands(ben, group)


async def test_who_has_not_started_the_bot_keeps_alerts(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    answers = [await bot.press(ben, HAND, group) for _ in range(4)]
    assert [answer.alert for answer in answers] == [False, True, True, True]


async def test_who_blocks_the_bot_gets_alerts(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    ben.starts()
    await bot.start(group, ada, ben)
    answers = [await bot.press(ben, HAND, group) for _ in range(3)]
    assert not answers[2].alert
    ben.blocks()
    await bot.settled()
    assert (await bot.press(ben, HAND, group)).alert


async def test_a_hand_is_edited_after_its_owners_press_and_when_the_turn_comes(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    mover = await bot.mover(group, ada, ben)
    other = ben if mover is ada else ada
    for person in (ada, ben):
        await bot.press(person, HAND, group)
    (mine,), (theirs,) = hands(mover, group), hands(other, group)
    assert mine.buttons
    assert not theirs.buttons
    assert await mover.press(mine, "Draw") == Answer()
    await bot.settled()
    assert not hands(mover, group)[0].buttons
    assert "You draw" in hands(mover, group)[0].text
    assert hands(other, group)[0].buttons
    edits = server.calls(group, "editEphemeralMessageText")
    assert len(edits) == 2
    assert len(server.calls(group, counted=True)) == 4  # table, join, start, one move


async def test_a_hand_that_is_gone_does_no_harm_and_comes_back_by_a_press(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    mover = await bot.mover(group, ada, ben)
    await bot.press(mover, HAND, group)
    server.expire_ephemerals(group, mover)
    await bot.press(mover, "Draw", group)
    assert not hands(mover, group)
    assert await bot.press(mover, HAND, group) == Answer()
    assert hands(mover, group)


async def test_a_hand_is_taken_away_when_it_is_no_hand_any_more(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    for person in (ada, ben):
        await bot.press(person, HAND, group)
    await bot.score(group, ada, ben)
    assert not hands(ada, group)
    assert not hands(ben, group)


async def test_edits_of_hands_leave_room_for_the_table(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    mover = await bot.mover(group, ada, ben)
    other = ben if mover is ada else ada
    await bot.press(other, HAND, group)
    while bot.telegram._budget.wait(group.id, spare=KEPT) == 0:
        bot.telegram._budget.spend(group.id)
    await bot.press(mover, "Draw", group)
    assert f"{other.name} is to move" in mover.last(group).text  # the table is up to date
    assert not hands(other, group)[0].buttons
    await bot.wait(61, 61)
    assert hands(other, group)[0].buttons


async def test_hands_that_everybody_asks_for_leave_room_for_the_table(
    server: BotApi, bot: Club, ada: Person
) -> None:
    people = [ada, *(server.person(name) for name in ("Ben", "Cem", "Dora", "Emil", "Fee"))]
    group = server.group("Lama evening", *people)
    await bot.start(group, *people)
    while bot.telegram._budget.wait(group.id, spare=KEPT) == 0:
        bot.telegram._budget.spend(group.id)
    answers = [await bot.press(person, HAND, group) for person in people]
    assert answers[0] == Answer()
    assert answers[-1].alert  # it is seen, though not with buttons
    mover = await bot.mover(group, *people)
    before = people[-1].last(group).text
    await bot.press(mover, "Draw", group)
    assert people[-1].last(group).text != before


async def test_a_hand_typed_for_is_seen_by_its_writer_alone(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    await bot.says(ada, group, "/hand")
    assert hands(ada, group)[0].ephemeral
    assert not leaks(server, group)
    server.settings.ephemeral = "old"
    await bot.says(ben, group, "/hand")
    assert not hands(ada, group)[1:]
    assert "Press “My hand”" in ben.last(group).text


async def test_a_hint_is_told_to_one_person_alone_on_every_rung(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.open(group, ada, ben)
    await bot.press(ada, MENU, group)
    await bot.press(ada, "Hints → on", group)
    await bot.press(ada, "Start", group)
    mover = await bot.mover(group, ada, ben)
    await bot.says(mover, group, "/hint")
    assert mover.last(group).text.startswith("💡")
    assert mover.last(group).ephemeral
    server.settings.ephemeral = "refuse"
    await bot.press(mover, MENU, group)
    answer = await bot.press(mover, "💡 Hint", group)
    assert answer.text is not None
    assert answer.text.startswith("💡")
    await bot.says(mover, group, f"/hint@{server.bot.username}")
    assert mover.last(group).text.startswith("Press “My hand” or ⋯")
    mover.starts()
    await bot.settled()
    await bot.says(mover, group, f"/hint@{server.bot.username}")
    assert mover.last().text.startswith("Lama evening\n💡")
    public = [seen.text for seen in ada.sees(group) if not seen.ephemeral]
    assert not any(text.startswith("💡") for text in public)


async def test_a_server_that_ignores_ephemeral_commands_never_gets_a_hand(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    """Bot API 10.2 has the commands, but other parameters for their answers."""
    await bot.start(group, ada, ben)
    ada.says(group, "/hand")
    server.settings.ephemeral = "old"
    await bot.settled()
    assert not leaks(server, group)
    assert not [seen for seen in ben.sees(group) if seen.text == "🂠"]


async def test_a_public_hand_command_is_answered_in_the_private_chat(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    server.world.commands.clear()  # clients that know nothing of ephemeral commands
    ada.starts()
    await bot.settled()
    await bot.says(ada, group, "/hand")
    assert hands(ada, None)
    await bot.says(ben, group, "/hand")
    assert "Press “My hand”" in ben.last(group).text
    assert not leaks(server, group)
    assert await bot.press(ada, HAND, group) == Answer()
    assert hands(ada, group)  # a command says nothing of what presses show


async def test_a_press_older_than_its_answer_may_be_steps_nobody_down(
    server: BotApi, group: Chat, ada: Person, ben: Person
) -> None:
    async with club(server) as bot:
        await bot.start(group, ada, ben)
        store = bot.store
    ada.taps(HAND, group)
    server.advance(20)
    async with club(server, store=store) as bot:
        assert await bot.press(ada, HAND, group) == Answer()
        assert hands(ada, group)


async def test_menus_on_the_lower_rungs_are_pressed_in_the_chat(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    server.settings.ephemeral = "refuse"
    await bot.open(group, ada, ben)
    await bot.press(ben, MENU, group)
    assert not ben.last(group).ephemeral
    await bot.press(ben, "Leave the table", group)
    assert len((await bot.table(group)).seats) == 1


async def test_a_hand_survives_a_lost_answer(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    server.faults.lose("sendMessage", times=2, when="before")
    assert (await bot.press(ada, HAND, group)).alert
    await bot.wait(11, 11)
    server.faults.clear()
    assert await bot.press(ada, HAND, group) == Answer()
    assert hands(ada, group)


async def test_in_the_private_chat_a_hand_says_to_which_group_it_belongs(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    other = server.group("Sunday club", ada, ben)
    ada.starts()
    for place in (group, other):
        await bot.start(place, ada, ben)
        for _ in range(3):
            await bot.press(ada, HAND, place)
    assert [hand.text.split("\n")[0] for hand in hands(ada, None)] == [group.title, other.title]
    for place in (group, other):
        while await bot.mover(place, ada, ben) is ben:
            await bot.press(ben, "Draw", place)
        await bot.press(ada, "Draw", place)
    await bot.wait(6, 6)  # one's private chat has a limit, too
    assert all("You draw" in hand.text for hand in hands(ada, None))
    assert [hand.text.split("\n")[0] for hand in hands(ada, None)] == [group.title, other.title]


async def test_a_way_that_somebody_has_gone_down_is_kept_over_a_restart_for_a_month(
    server: BotApi, group: Chat, ada: Person, ben: Person, tmp_path: Path
) -> None:
    ada.starts()
    async with club(server, folder=tmp_path) as bot:
        await bot.start(group, ada, ben)
        for _ in range(3):
            await bot.press(ada, HAND, group)
        store = bot.store
    file = tmp_path / "telegram" / "ways.json"
    assert b"Your hand" not in file.read_bytes()
    async with club(server, store=store, folder=tmp_path) as bot:
        assert await bot.press(ada, HAND, group) == Answer()
        assert hands(ada, None)
        assert not hands(ada, group)
        assert await bot.press(ben, HAND, group) == Answer()
        assert hands(ben, group)
    server.advance(31 * 24 * 3600)
    async with club(server, store=store, folder=tmp_path) as bot:
        await bot.press(ada, HAND, group)
        assert hands(ada, group)


@pytest.mark.parametrize("kept", ["", "[]", '{"-1 2": [9, 0]}', "{"])
async def test_ways_that_cannot_be_read_are_begun_anew(
    server: BotApi, group: Chat, ada: Person, ben: Person, tmp_path: Path, kept: str
) -> None:
    file = tmp_path / "telegram" / "ways.json"
    file.parent.mkdir()
    file.write_text(kept)
    async with club(server, folder=tmp_path) as bot:
        await bot.start(group, ada, ben)
        await bot.press(ada, HAND, group)
        assert hands(ada, group)
        assert (await bot.press(ada, HAND, group)).alert
    assert b"[2," in file.read_bytes()


async def test_ways_that_cannot_be_written_keep_nobody_from_their_hand(
    server: BotApi, group: Chat, ada: Person, ben: Person, tmp_path: Path
) -> None:
    (tmp_path / "telegram").write_text("in the way")
    async with club(server, folder=tmp_path) as bot:
        await bot.start(group, ada, ben)
        await bot.press(ada, HAND, group)
        assert (await bot.press(ada, HAND, group)).alert


async def test_what_is_known_of_people_and_chats_has_bounds() -> None:
    """A bot may serve for years: what it has not used for long is forgotten."""
    lately = Recent[int, str](3)
    for number in range(3):
        lately.put(number, f"{number}")
    assert lately.get(0) == "0"
    lately.put(3, "3")
    assert [key for key, _ in lately.items()] == [2, 0, 3]
    assert lately.get(1) is None
    assert (lately.forget(2), lately.forget(2)) == ("2", None)


async def test_a_bot_that_has_met_thousands_of_chats_holds_the_last_ones(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    telegram = bot.telegram
    for chat in range(-5000, 0):
        spot = Spot(chat)
        telegram._people.know(spot, ada.id, Shown(Way.ALERT))
        telegram._boards._at(spot)
        telegram._budget.spend(chat)
        telegram._budget.block(chat, 1)
        telegram._hands.ephemerals._works.put(chat, True)
    held = (
        telegram._people._people,
        telegram._boards._boards,
        telegram._budget._calls,
        telegram._budget._blocked,
        telegram._hands.ephemerals._works,
    )
    assert max(len(each.items()) for each in held) <= 2048
    for user in range(500):
        telegram._people.know(Spot(-1), user, Shown(Way.ALERT))
    assert len((telegram._people._people.get(Spot(-1)) or Recent(0)).items()) <= 64
    assert await bot.press(ada, HAND, group) == Answer()


async def test_a_hand_whose_edit_may_not_have_arrived_is_edited_again_and_further_on(
    server: BotApi, bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    await bot.start(group, ada, ben)
    mover = await bot.mover(group, ada, ben)
    other = ben if mover is ada else ada
    await bot.press(mover, HAND, group)
    server.faults.lose("editEphemeralMessageText")
    await bot.press(mover, "Draw", group)
    await bot.wait(3)
    refused = server.calls(method="editEphemeralMessageText", ok=False)
    assert ["not modified" in str(call.answer) for call in refused] == [True]
    await bot.press(other, "Draw", group)
    (hand,) = hands(mover, group)
    assert "It’s your turn" in hand.text


async def test_who_has_left_the_group_and_presses_takes_the_hands_in_it_from_nobody(
    bot: Club, group: Chat, ada: Person, ben: Person
) -> None:
    table = await bot.start(group, ada, ben)
    ben.leaves(group)
    answer = await ben.press(table, HAND, stale=True)
    assert answer.alert
    assert "Your hand" in (answer.text or "")
    assert await bot.press(ada, HAND, group) == Answer()
    assert hands(ada, group)
