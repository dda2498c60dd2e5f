"""People who are away and come back, pauses and hints, as the shell lives through them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from chatlama.core.game import opening
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.player import Strength, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.table.model import Phase, Played, Rest, Table
from chatlama.plugins import plugins
from chatlama.session.transport import Address, Pressed
from tests.fakes import (
    CHAT,
    OTHER,
    First,
    Raising,
    Rig,
    alert,
    house,
    labels,
    rig,
    user,
)


async def playing(*people: str, computers: int = 0) -> Rig:
    at = await rig().open(*people, computers=computers)
    await at.press(people[0], ":set:target:80")
    await at.say(people[0], "start")
    return at


async def away(at: Rig, name: str) -> None:
    """Have one person miss turns until they are absent; the others quit and confirm."""
    for _ in range(40):
        table = await at.table()
        if any(p.absent for _, p in table.persons if p.user == user(name)):
            return
        if table.phase is Phase.SCORED:
            await at.wait(46)
        elif (mover := await at.mover()) == name:
            await at.wait(91)
        else:
            await at.say(mover, "quit")
    raise AssertionError("they never went away")


async def absent(at: Rig, name: str) -> bool:
    return any(p.absent for _, p in (await at.table()).persons if p.user == user(name))


async def test_a_game_never_waits_for_who_is_absent_and_the_board_says_so() -> None:
    at = await playing("ada", "ben", "cem")
    await away(at, "ben")
    page = at.transport.page().text
    assert "Ben 💤" in page
    assert "Ben is away: a computer plays on" in page
    seat = (await at.table()).seat_of(user("ben"))
    for _ in range(40):
        table = await at.table()
        if table.phase is Phase.SCORED:
            await at.say("ada", "next")
            await at.say("cem", "next")
        elif table.phase is Phase.PLAYING:
            assert await at.mover() != "ben"
            await at.say(await at.mover(), "quit")
    log = (await at.table()).log
    assert any(isinstance(e, Played) and e.seat == seat and not e.late for e in log)


@pytest.mark.parametrize("typed", ["hand", "rules", "help", "status", "menu", "nonsense", "new"])
async def test_whatever_is_typed_at_the_table_brings_one_back(typed: str) -> None:
    at = await playing("ada", "ben", "cem")
    await away(at, "ben")
    await at.say("ben", typed)
    assert not await absent(at, "ben")
    assert "💤" not in at.transport.pages()[-1].text


async def test_a_press_brings_one_back_though_it_is_stale_and_others_words_do_not() -> None:
    at = await playing("ada", "ben", "cem")
    old = await at.token("quit")
    await away(at, "ben")
    await at.say("ada", "rules")
    await at.say("ben", "new", OTHER)
    assert await absent(at, "ben")
    reply = await at.send(at.incoming("ben", Pressed(old)))
    assert reply.alert
    assert not await absent(at, "ben")


async def test_alone_with_computers_the_game_waits_and_goes_on_with_a_word() -> None:
    at = await playing("ada", computers=2)
    await away(at, "ada")
    table = await at.table()
    assert table.paused is not None
    assert table.paused.why is Rest.NOBODY
    assert "Nobody is there" in at.transport.page().text
    await at.wait(3600)
    assert (await at.table()).log == table.log
    await at.say("ada", "hand")
    assert (await at.table()).paused is None
    assert "Nobody is there" not in at.transport.pages()[-1].text


async def test_a_restart_knows_who_was_absent() -> None:
    at = await playing("ada", "ben", "cem")
    await away(at, "ben")
    await at.tables.stop()
    later = rig(store=at.store, clock=at.clock, transport=at.transport)
    await later.tables.start()
    await later.tables.idle()
    assert await absent(later, "ben")


async def test_a_table_that_nobody_comes_back_to_is_closed_and_says_so() -> None:
    at = await playing("ada", computers=1)
    await away(at, "ada")
    await at.wait(timedelta(days=1, minutes=1).total_seconds())
    assert await at.store.in_chat(CHAT.key) is None
    assert "Nobody did anything" in at.transport.page().text


# --- pauses ----------------------------------------------------------------------------------


async def test_a_pause_is_asked_for_agreed_to_and_over() -> None:
    at = await playing("ada", "ben")
    assert (await at.say("ben", "pause")).alert is None
    assert "Ben would like a pause" in at.transport.page().text
    await at.send(at.incoming("ada", Pressed(labels(at.transport.page())["⏸ Pause"])))
    assert "paused" in at.transport.page().text
    assert not at.timers.due
    reply = await at.say(await at.mover(), "quit")
    assert reply.alert == alert("paused")
    await at.wait(100_000)
    await at.say("ada", "continue")
    assert "paused" not in at.transport.page().text
    assert at.timers.due


async def test_next_goes_on_after_a_pause() -> None:
    at = await playing("ada", "ben")
    await at.say("ada", "pausieren")
    await at.say("ada", "weiter")
    assert (await at.table()).paused is None


# --- pace ------------------------------------------------------------------------------------


async def test_computers_moves_wait_a_moment_all_together_and_are_one_edit() -> None:
    at = await playing("ada", "ben", computers=3)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    at.tables.painter.sleep, at.tables.painter.pace = sleep, 0.5
    for _ in range(4):
        table, before = await at.table(), at.transport.shown(CHAT)
        if table.phase is not Phase.PLAYING:
            break
        slept.clear()
        await at.say(await at.mover(), "quit")
        moves = len((await at.table()).log) - len(table.log)
        assert slept == ([0.5] if moves > 1 and moved_by_computers(await at.table(), moves) else [])
        assert at.transport.shown(CHAT) == before + 1


def moved_by_computers(table: Table, moves: int) -> bool:
    return any(isinstance(e, Played) and table.automatic(e.seat) for e in table.log[-moves:])


# --- hints -----------------------------------------------------------------------------------


async def hinting(*players: First) -> Rig:
    at = await rig(at=house(ALPAKA, players=players) if players else house()).open("ada", "ben")
    await at.press("ada", ":set:hints:on")
    await at.say("ada", "start")
    return at


async def test_a_hint_is_what_the_strongest_computer_would_do_said_to_one_alone() -> None:
    weaker = Raising("alpaka"), Raising("alpaka", "easy", Strength.EASY)
    at = await hinting(*weaker, First("alpaka", "hard", Strength.HARD))
    mover = await at.mover()
    before, calls = await at.table(), len(at.transport.calls)
    reply = await at.say(mover, "hint")
    assert reply.secret
    assert reply.alert is not None
    assert reply.alert.startswith("💡 ")
    seat = before.seat_of(user(mover))
    assert seat is not None
    assert len(at.transport.calls) == calls
    assert await at.table() == before
    assert (await at.say(mover, "tipp", language="de")).alert not in {None, reply.alert}
    assert (await at.press(mover, ":hint")).alert == reply.alert


async def test_hints_are_given_where_the_host_allowed_them_to_whom_it_helps() -> None:
    at = await playing("ada", "ben")
    assert (await at.say(await at.mover(), "hint")).alert == alert("hints-off")
    at = await hinting()
    other = "ben" if await at.mover() == "ada" else "ada"
    for person, told in ((other, "hint-not-now"), ("cem", "not-seated")):
        reply = await at.say(person, "hint")
        assert reply.alert == alert(told)
        assert not reply.secret
    await at.score()
    assert (await at.say("ada", "hint")).alert == alert("hint-not-now")


async def test_in_a_pause_and_after_being_away_a_hint_is_given_as_moves_are() -> None:
    at = await hinting()
    mover = await at.mover()
    await at.say("ada", "pause")
    assert (await at.say(mover, "hint")).alert == alert("paused")
    await at.say("ada", "resume")
    assert ((await at.say(mover, "hint")).alert or "").startswith("\N{ELECTRIC LIGHT BULB}")
    await away(at, mover)
    hint = await at.say(mover, "hint")
    assert not await absent(at, mover)
    assert hint.secret is (hint.alert != alert("hint-not-now"))


async def test_without_a_player_that_can_think_there_is_no_hint(
    caplog: pytest.LogCaptureFixture,
) -> None:
    at = await hinting(Raising("alpaka"))
    assert (await at.say(await at.mover(), "hint")).alert == alert("no-computer")
    assert "always fails" in caplog.text


async def test_a_hint_reaches_nobody_else() -> None:
    at = await hinting()
    mover = await at.mover()
    reply = await at.say(mover, "hint")
    assert reply.alert is not None
    others = [call.page for call in at.transport.calls if call.to != Address(CHAT, mover)]
    assert not any(page is not None and "💡" in page.text for page in others)


@pytest.mark.parametrize(
    "name",
    sorted({p.game for p in plugins().players.values() if p.strength is Strength.HARD}),
)
def test_a_hint_follows_from_what_its_person_knows(name: str) -> None:
    """Other hands that look the same from there change neither the move nor the reason."""
    found = plugins()
    game, options = found.games[name], found.games[name].info.defaults()
    at = house(game, players=tuple(found.players.values()))
    player = at.player(name, Strength.HARD)
    assert player is not None
    chance = Rng(b"game", 1)
    state = game.deal(opening(max(game.info.min_seats, 3)), options, chance)
    for move in range(3):
        seat = game.to_move(state)[0]
        world = game.redeal(state, seat, Rng(b"elsewhere", move))
        here, there = (
            conclusion(player.think(sight_of(game, each, seat, options), Rng(b"hint", move)))
            for each in (state, world)
        )
        assert here == there
        state = game.apply(state, seat, here.move, chance).state
