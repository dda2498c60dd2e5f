"""People who are away from the real program's tables, and come back: turns, pauses, hints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from chatlama.core.table.model import Played, Rest, Table
from chatlama.core.text import text as message_of
from tests.botapi import Answer, BotApi, Seen

from . import kept, reading
from .bot import HURRY, SLOWEST, Bot
from .evening import Evening, Eyes, Place
from .players import Player

pytestmark = pytest.mark.slow  # each starts a process, and waits for turns to run out

QUICK = {"CHATLAMA_CLOCK_TURN": "6 s", "CHATLAMA_CLOCK_CONFIRM": "5 s"}
"""Long enough to press on a busy machine, short enough to wait for."""
AWAY = "\N{SLEEPING SYMBOL}"
BULB = "\N{ELECTRIC LIGHT BULB}"
MENU = reading.said("button-menu")
HINT = reading.said("button-hint")
PAUSE = reading.said("button-pause")
RESUME = reading.said("button-resume")
PAUSED = reading.said("paused")
NOBODY = reading.said("paused-nobody")
HINTS_ON = reading.said(
    "button-set", name=message_of("setting-hints"), value=message_of("hints", value="on")
)


async def begun(server: BotApi, *names: str, computers: int) -> tuple[Evening, Eyes]:
    """Return people in a group who know each other."""
    people = [server.person(name, language="en") for name in names]
    place = Place(server.group("Lama evening", *people))
    evening = Evening(server, place, people, patience=SLOWEST)
    eyes = Eyes(server, people, place)
    await evening.opens(computers=computers, target="80")
    return evening, eyes


def quick(server: BotApi, folder: Path) -> Bot:
    return Bot(server, folder, hurry=HURRY | {"HURRY_TURN": "1 s"}, **QUICK)


def says(texts: tuple[str, ...]) -> Callable[[str], bool]:
    """Return what finds one of the texts on a table."""
    return lambda shown: any(each in shown for each in texts)


async def sees(one: Player, fits: Callable[[str], bool]) -> Seen:
    """Return the table as soon as it is like this; who waits does nothing."""

    def there() -> Seen | None:
        table = one.table()
        return table if table is not None and fits(table.text) else None

    return await one.until(there, "a table like this", SLOWEST)


async def quits(one: Player, fits: Callable[[str], bool]) -> None:
    """Quit and confirm whenever one has to, until the table is like this."""
    done = ""

    def todo() -> Seen | None:
        table = one.table()
        if table is None or table.text == done:
            return None
        mine = one.name in (*reading.to_move(table.text), *reading.waited_for(table.text))
        return table if mine or fits(table.text) else None

    while not fits((table := await one.until(todo, "something to do", SLOWEST)).text):
        done = table.text
        moving = one.name in reading.to_move(done)
        await one.presses(table, reading.button(table, reading.QUIT if moving else reading.NEXT))


async def from_menu(one: Player, table: Seen, labels: tuple[str, ...]) -> Answer:
    """Press something that is seldom needed, which only the presser is offered."""
    await one.presses(table, reading.button(table, MENU))
    offered = await one.person.waits_for(
        lambda seen: seen.ephemeral and reading.has(seen, labels), one.chat, patience=SLOWEST
    )
    return await one.presses(offered, reading.button(offered, labels))


def player(evening: Evening, at: int) -> Player:
    one = evening.players[at]
    assert isinstance(one, Player)
    return one


def table_of(bot: Bot) -> Table:
    (table,) = kept.now(bot.data)
    return table


async def test_who_is_away_is_played_for_until_they_press_something(
    server: BotApi, tmp_path: Path
) -> None:
    async with quick(server, tmp_path) as bot:
        evening, _ = await begun(server, "Ada", "Ben", computers=1)
        ada, ben = player(evening, 0), player(evening, 1)
        await evening.starts()
        await quits(ada, lambda shown: f"Ben {AWAY}" in shown)
        await bot.kill()
        await bot.start()
        away = ada.table()
        assert away is not None
        number = reading.round_of(away.text)
        await quits(ada, lambda shown: reading.round_of(shown) != number)
        await quits(ada, lambda shown: bool(reading.scores(shown)))
        table = table_of(bot)
        made = [e for e in table.log if isinstance(e, Played) and table.seats[e.seat].name == "Ben"]
        assert [each.late for each in made[:2]] == [True, True]
        assert any(not each.late for each in made[2:])
        assert not ben.done
        board = ben.table()
        assert board is not None
        await ben.presses(board, reading.button(board, reading.NEXT))
        await sees(ada, lambda shown: AWAY not in shown)
        assert not bot.said


async def test_alone_a_game_waits_for_who_is_away_and_goes_on_when_they_look(
    server: BotApi, tmp_path: Path
) -> None:
    async with quick(server, tmp_path) as bot:
        evening, _ = await begun(server, "Ada", computers=2)
        ada = player(evening, 0)
        await evening.starts()
        board = await sees(ada, says(NOBODY))
        table = table_of(bot)
        assert table.paused is not None
        assert table.paused.why is Rest.NOBODY
        await ada.presses(board, reading.button(board, MENU))
        await sees(ada, lambda shown: not says(NOBODY)(shown))
        assert not bot.said


async def test_a_pause_is_asked_for_agreed_to_and_over_and_a_hint_is_one_s_own(
    server: BotApi, tmp_path: Path
) -> None:
    async with Bot(server, tmp_path) as bot:
        evening, eyes = await begun(server, "Ada", "Ben", computers=1)
        ada, ben = player(evening, 0), player(evening, 1)
        lobby = await ada.person.waits_for(lambda seen: reading.has(seen, MENU), ada.chat)
        await from_menu(ada, lobby, HINTS_ON)
        await evening.starts()
        board = await sees(ada, lambda shown: bool(reading.to_move(shown)))
        (name,) = reading.to_move(board.text)
        mover, other = (ada, ben) if name == "Ada" else (ben, ada)
        hint = await from_menu(mover, board, HINT)
        assert hint.text is not None
        assert hint.text.startswith(BULB)
        refused = await from_menu(other, board, HINT)
        assert refused.text in reading.said("hint-not-now")
        mover.person.says(mover.chat, "/hint@lama_test_bot")
        own = eyes.own[mover.person.id]
        await mover.until(
            lambda: any(each.startswith(BULB) for each in own), "a hint in words", SLOWEST
        )
        assert not any(BULB in each for each in (*eyes.public, *eyes.own[other.person.id]))

        ben.person.says(ben.chat, "/pause@lama_test_bot")
        asked = says(("Ben would like a pause",))
        board = await sees(ada, asked)
        assert table_of(bot).paused is None
        await ada.presses(board, reading.button(board, PAUSE))
        board = await sees(ada, says(PAUSED))
        assert not reading.has(board, reading.QUIT)
        table = table_of(bot)
        assert table.paused is not None
        assert table.due is None
        await ada.presses(board, reading.button(board, RESUME))
        board = await sees(ada, lambda shown: not says(PAUSED)(shown))
        assert reading.has(board, reading.QUIT)
        assert table_of(bot).due is not None
        assert not bot.said
