"""From being added to the first card."""

from __future__ import annotations

from tests.botapi import BotApi, Person
from tests.transports.telegram.club import HAND, OPEN, Club


async def test_four_presses_lead_to_the_first_card(
    server: BotApi, bot: Club, ada: Person, ben: Person
) -> None:
    group = server.group("New", ada, ben, bot=None)
    ada.adds_bot(group)
    await bot.settled()
    print(ada.sees(group))
    await bot.press(ada, OPEN, group)
    print(ada.sees(group))
    await bot.press(ben, "Join", group)
    await bot.press(ada, "Start", group)
    print(ada.sees(group))
    print(await bot.press(ada, HAND, group))
    print(ada.sees(group))
    for c in server.calls():
        print(c)
