"""People in Matrix rooms who are away, or want a pause, by what they write to the real program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from chatlama.core.table.model import Rest
from tests.synapse.timeline import Seen
from tests.synapse.town import Town

from . import kept, reading
from .bot import HURRY
from .gathering import Gathering, program
from .mates import Mate

pytestmark = pytest.mark.slow  # each starts processes

PAUSED = reading.said("paused")
NOBODY = reading.said("paused-nobody")


async def sees(player: Mate, fits: Callable[[str], bool], what: str) -> Seen:
    """Return the table as soon as it is like this."""

    def there() -> Seen | None:
        table = player.table()
        return table if table is not None and fits(table.text) else None

    return await player.until(there, what)


def says(texts: tuple[str, ...]) -> Callable[[str], bool]:
    """Return what finds one of the texts."""
    return lambda shown: any(each in shown for each in texts)


async def test_a_pause_is_asked_for_agreed_to_and_over_by_words_in_one_s_own_room(
    town: Town, tmp_path: Path
) -> None:
    people = (await town.person("Ada"), await town.person("Ben", strict=True))
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    async with program(tmp_path, account, CHATLAMA_CHAT_LANGUAGE="en") as bot:
        await at.meets()
        await at.opens(target="20")
        await at.starts()
        ada, ben = at.players
        await sees(ada, lambda shown: bool(reading.to_move(shown)), "somebody is to move")
        own = {each.name: await each.until(each.hand, "one's hand") for each in at.players}
        await ben.person.says(own["Ben"].room, "pause")
        await sees(ada, says(("Ben would like a pause",)), "a pause is asked for")
        assert kept.now(bot.data)[0].paused is None
        await ada.person.says(own["Ada"].room, "pause")
        await sees(ben, says(PAUSED), "the pause")
        assert kept.now(bot.data)[0].due is None
        await bot.kill()
        await bot.start()
        await ada.person.says(own["Ada"].room, "resume")
        await sees(ben, lambda shown: not says(PAUSED)(shown), "the pause is over")
        await at.plays()
        assert not bot.said


async def test_alone_a_game_waits_for_who_is_away_and_goes_on_when_they_say_a_word(
    town: Town, tmp_path: Path
) -> None:
    person = await town.person("Ada")
    account = await town.account("Lama")
    at = Gathering((person,), account.user)
    quick = {"CHATLAMA_CLOCK_TURN": "6 s", "CHATLAMA_CLOCK_CONFIRM": "5 s"}
    async with program(tmp_path, account, **HURRY, HURRY_TURN="1 s", **quick) as bot:
        await at.meets(encrypted=True)
        await at.opens(computers=2)
        await at.starts()
        (ada,) = at.players
        await sees(ada, says(NOBODY), "the game stands still")
        (table,) = kept.now(bot.data)
        assert table.paused is not None
        assert table.paused.why is Rest.NOBODY
        hand = await ada.until(ada.hand, "one's hand")
        await ada.person.says(hand.room, "hand")
        await sees(ada, lambda shown: not says(NOBODY)(shown), "the game goes on")
        assert not bot.said
