"""A strict fake of Telegram's Bot API 10.3 for tests: server, world, and people with clients.

    async with BotApi() as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        group = server.group("Lama evening", ada, ben)
        …  # start the bot with base_url=server.base_url, token=server.token
        ada.says(group, "/play")
        table = await ada.waits_for(lambda seen: seen.button("Join") is not None, group)
        answer = await ben.press(table, "Join")
        server.advance(60)

Needs aiohttp only. What it does not play it refuses, and says so in ``server.violations``.
"""

from __future__ import annotations

from tests.botapi.botapi import TOKEN, BotApi
from tests.botapi.client import Press
from tests.botapi.clock import FakeClock, RealClock
from tests.botapi.core import Settings
from tests.botapi.log import Call
from tests.botapi.people import Person
from tests.botapi.seen import Answer, Button, Seen
from tests.botapi.world import Chat, Message

__all__ = [
    "TOKEN",
    "Answer",
    "BotApi",
    "Button",
    "Call",
    "Chat",
    "FakeClock",
    "Message",
    "Person",
    "Press",
    "RealClock",
    "Seen",
    "Settings",
]
