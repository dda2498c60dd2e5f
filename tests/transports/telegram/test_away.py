"""People who are away, and pauses, in a Telegram group as its people see it."""

from __future__ import annotations

from chatlama.core.table.model import Phase
from tests.botapi import BotApi, Chat, Person
from tests.transports.telegram.club import HAND, Club


async def away(bot: Club, chat: Chat, somebody: Person, *others: Person) -> None:
    """Have one person miss turns until a computer plays for them."""
    for _ in range(30):
        table = await bot.table(chat)
        if any(person.absent for _, person in table.persons):
            return
        if table.phase is Phase.SCORED:
            for person in others:
                await bot.press(person, "Continue", chat)
            await bot.wait(46, step=23)
        elif (mover := await bot.mover(chat, somebody, *others)) is somebody:
            await bot.wait(92, step=23)
        else:
            await bot.press(mover, "Quit", chat)
    raise AssertionError("nobody went away")


async def test_a_computer_plays_for_who_is_away_until_they_press_anything(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    group = server.group("Evening", ada, ben)
    await bot.open(group, ada, ben)
    await bot.press(ada, "Target → 20", group)  # from 40 once around, to the longest game
    await bot.press(ada, "Target → 60", group)
    await bot.press(ada, "Target → 80", group)
    await bot.press(ada, "Start", group)
    await away(bot, group, ben, ada)
    seen = ada.last(group).text
    assert "Ben 💤" in seen
    assert "Ben is away" in seen
    for _ in range(20):
        table = await bot.table(group)
        if table.phase is Phase.SCORED:
            await bot.press(ada, "Continue", group)
        elif table.phase is Phase.PLAYING:
            assert await bot.mover(group, ada, ben) is ada
            await bot.press(ada, "Quit", group)
    assert len([text for text in pings(server, group) if "Ben" in text]) == 2
    if table.phase is not Phase.OVER:
        await bot.press(ben, HAND, group)
        assert "💤" not in ada.last(group).text


def pings(server: BotApi, group: Chat) -> list[str]:
    """Return every message that called somebody to their turn."""
    said = [str(call.params["text"]) for call in server.calls(group, "sendMessage")]
    return [text for text in said if "it’s your turn" in text]


async def test_a_pause_is_asked_for_by_a_command_and_agreed_to_by_a_button(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    group = server.group("Evening", ada, ben)
    await bot.start(group, ada, ben)
    await bot.says(ben, group, f"/pause@{server.bot.username}")
    assert "Ben would like a pause" in ada.last(group).text
    await bot.press(ada, "⏸ Pause", group)
    assert "The game is paused" in ben.last(group).text
    before = await bot.table(group)
    await bot.wait(600, step=60)
    assert (await bot.table(group)).log == before.log
    mover = await bot.mover(group, ada, ben)
    await bot.press(ada, "▶ Go on", group)
    assert "paused" not in ben.last(group).text
    await bot.press(mover, "Draw", group)
    assert len((await bot.table(group)).log) == len(before.log) + 1
    assert not server.calls(ok=False)
