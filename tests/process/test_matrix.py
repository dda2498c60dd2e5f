"""Whole games in Matrix rooms, with the real program, a real homeserver and people's clients."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.synapse.people import Person
from tests.synapse.town import Town

from . import kept
from .decks import DECKS, Deck
from .gathering import Gathering, program
from .judging import agreed, nothing_lost

pytestmark = pytest.mark.slow  # each starts processes

EINS_DRAUF = DECKS[0]
GAMES: tuple[tuple[Deck | None, bool, str, str, int], ...] = (
    (None, False, "en", "on", 1),
    (None, True, "de", "off", 0),
    (EINS_DRAUF, True, "en", "on", 0),
)
"""What is played, whether encrypted, in which language, with reactions or not, with computers."""


@pytest.mark.parametrize(("deck", "encrypted", "language", "reactions", "computers"), GAMES)
async def test_a_whole_game_is_played(
    town: Town,
    tmp_path: Path,
    deck: Deck | None,
    encrypted: bool,
    language: str,
    reactions: str,
    computers: int,
) -> None:
    people = (await town.person("Ada"), await town.person("Ben", strict=True))
    account = await town.account("Lama")
    at = Gathering(people, account.user, deck=deck)
    env = {
        "CHATLAMA_CHAT_GAME": "alpaka" if deck is None else deck.name,
        "CHATLAMA_CHAT_LANGUAGE": language,
        "CHATLAMA_MATRIX_REACTIONS": reactions,
        "CHATLAMA_CLOCK_PING": "always" if computers else "never",
    }
    async with program(tmp_path, account, **env) as bot:
        await at.meets(encrypted=encrypted)
        await at.opens(computers=computers, target="20" if deck is None else "")
        await at.starts()
        await at.plays()
        await at.host.until(lambda: at.host.newest(lambda seen: not seen.notice) is None, "no call")
        (table,) = kept.now(bot.data)
        assert await bot.stop() == 0
        assert not bot.said
    agreed(at)
    nothing_lost(at, table)
    at.judge(table)
    assert table.rooms[0].language == language
    called = [call for person in people for call in calls(person, at)]
    assert bool(called) == bool(computers)
    ways = {way for player in at.players for way in player.ways}
    typed = {"text in the room", "text in the direct"}
    pressed = {"reaction in the room", "reaction in the direct"}
    assert ways & typed
    assert bool(ways & pressed) == (reactions == "on")


def calls(person: Person, at: Gathering) -> list[str]:
    """Return what has notified somebody: new messages that name nobody else."""
    found = []
    for heard in person.timeline.heard:
        event, content = heard.event, heard.event["content"]
        ours = heard.room == at.room and event["sender"] == at.bot
        if ours and content.get("msgtype") == "m.text" and "m.new_content" not in content:
            (user,) = content["m.mentions"]["user_ids"]
            if user == person.id:
                assert person.name in content["body"]
                found.append(content["body"])
    return found
