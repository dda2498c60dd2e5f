"""The shell as a whole: what comes in, what is kept, what goes out, and what a restart finds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chatlama.core.game import Private
from chatlama.core.games.alpaka import GAME as ALPAKA
from chatlama.core.player import Player, Sight, Thought, sight_of
from chatlama.core.rng import Rng
from chatlama.core.table.house import House
from chatlama.core.table.intents import Alarm, Shown, Stamp
from chatlama.core.table.model import Computer, Phase, Played, Table, TableId
from chatlama.core.text import SEATS, Text
from chatlama.session.ports import StoreError
from chatlama.session.token import Token
from chatlama.session.transport import (
    Address,
    Arrived,
    Chat,
    Incoming,
    Moved,
    NotKept,
    Pressed,
    Reply,
    Sender,
    Typed,
)
from chatlama.stores.memory import MemoryStore
from tests.fakes import (
    BOTH,
    CHAT,
    OTHER,
    Code,
    Endless,
    Failing,
    First,
    Nonsense,
    Raising,
    Rig,
    Thoughtless,
    alert,
    codes,
    house,
    rig,
)
from tests.toy import GAME as TOY

GROUP = Address(CHAT)


async def playing(at: Rig, *people: str, chat: Chat = CHAT) -> Rig:
    await at.open(*people, chat=chat)
    await at.say(people[0], "start", chat)
    return at


def with_player(player: Player) -> House:
    return house(ALPAKA, players=[player])


def names(table: Table) -> list[str]:
    return [occupant.name for _, occupant in table.present]


# --- commit, then answer, then paint ---------------------------------------------------------


async def test_a_press_is_kept_before_it_is_answered_and_painted() -> None:
    store = Failing()
    at = await playing(rig(store=store), "ada", "ben")
    order: list[str] = []
    store.before = [lambda _: order.append("commit")]
    at.transport.blocked[GROUP] = gate = asyncio.Event()
    before = at.transport.shown(CHAT)
    pressed = at.incoming(await at.mover(), Pressed(await at.token("draw")))
    reply = await at.tables.dispatch(pressed)
    assert order == ["commit"]
    assert reply.alert is None
    assert at.transport.shown(CHAT) == before
    gate.set()
    await at.tables.idle()
    assert at.transport.shown(CHAT) == before + 1


async def test_if_a_save_fails_nothing_is_painted_and_the_same_update_works_later() -> None:
    store = Failing()
    at = await playing(rig(store=store), "ada", "ben")
    before, calls = await at.table(), len(at.transport.calls)
    pressed = at.incoming(await at.mover(), Pressed(await at.token("draw")))
    store.failures = [StoreError("full")]
    with pytest.raises(NotKept):
        await at.send(pressed)
    assert await at.table() == before
    assert len(at.transport.calls) == calls
    assert (await at.send(pressed)).alert is None
    assert (await at.table()).step == before.step + 1
    assert (await at.send(pressed)).alert is None
    assert (await at.table()).step == before.step + 1


async def test_if_opening_fails_there_is_no_table() -> None:
    store = Failing()
    at = rig(store=store)
    store.failures = [StoreError("full")]
    with pytest.raises(NotKept):
        await at.say("ada", "new")
    assert await at.store.in_chat(CHAT.key) is None
    assert not at.transport.calls
    assert (await at.open("ada")).transport.pages()


async def test_a_second_press_changes_nothing_and_is_told_so() -> None:
    at = await playing(rig(), "ada", "ben")
    mover, token = await at.mover(), await at.token("draw")
    await at.send(at.incoming(mover, Pressed(token)))
    before = await at.table()
    reply = await at.send(at.incoming(mover, Pressed(token)))
    assert reply.alert is not None
    assert "over already" in reply.alert
    assert await at.table() == before


async def test_two_people_in_the_same_moment_each_move_once() -> None:
    at = await playing(rig(), "ada", "ben")
    token = await at.token("draw")
    before = (await at.table()).step
    replies = await asyncio.gather(
        *(at.tables.dispatch(at.incoming(each, Pressed(token))) for each in ("ada", "ben", "ada"))
    )
    await at.tables.idle()
    assert (await at.table()).step == before + 1
    assert sum(reply.alert is None for reply in replies) == 1


async def test_two_who_open_in_the_same_moment_open_one_table() -> None:
    at = rig()
    await asyncio.gather(
        *(at.tables.dispatch(at.incoming(each, Typed("new"))) for each in ("ada", "ben"))
    )
    await at.tables.idle()
    assert len(await at.store.tables()) == 1
    assert len(at.transport.pages()) == 1


# --- chats -----------------------------------------------------------------------------------


async def test_a_person_plays_in_two_chats_at_once_and_nothing_mixes_them_up() -> None:
    at = await playing(rig(), "ada", "ben")
    await playing(at, "ada", "cem", chat=OTHER)
    here, there = await at.table(), await at.table(OTHER)
    mover = await at.mover(OTHER)
    await at.send(at.incoming(mover, Pressed(await at.token("draw", OTHER)), OTHER))
    assert await at.table() == here
    assert (await at.table(OTHER)).step == there.step + 1
    await at.say("ada", "leave")
    assert names(await at.table(OTHER)) == ["Ada", "Cem"]
    assert len(at.transport.pages(OTHER, "ada")) == 1
    assert not at.transport.pages(CHAT, "ada")


async def test_a_token_of_another_chat_s_table_acts_on_nothing_for_who_does_not_sit_there() -> None:
    at = await rig().open("ada", "ben")
    await at.open("eve", chat=OTHER)
    here, there = await at.table(), await at.table(OTHER)
    for code in (":join", ":leave", ":start", ":stop", ":hand", ":menu", "draw", ":set:target:20"):
        token = await at.token(code)
        await at.send(at.incoming("eve", Pressed(token), OTHER, admin=True))
    assert (await at.table(), await at.table(OTHER)) == (here, there)


async def test_an_administrator_of_another_chat_is_none_here() -> None:
    at = await rig().open("ada", "ben")
    token = await at.token(":stop")
    reply = await at.send(at.incoming("ben", Pressed(token), OTHER, admin=True))
    assert reply.alert == alert("host-only")
    assert (await at.send(at.incoming("ben", Pressed(token), admin=True))).alert is None
    assert await at.store.in_chat(CHAT.key) is None


async def test_the_seat_comes_from_who_pressed() -> None:
    at = await playing(rig(), "ada", "ben")
    mover, before = await at.mover(), await at.table()
    token = codes(at.transport.page(CHAT, mover))["draw"]
    waiting = "ben" if mover == "ada" else "ada"
    assert (await at.send(at.incoming(waiting, Pressed(token)))).alert is not None
    assert (await at.send(at.incoming("eve", Pressed(token)))).alert == alert("not-seated")
    assert await at.table() == before


async def test_people_of_other_transports_are_other_people() -> None:
    at = await rig().open("ada")
    token = await at.token(":leave")
    sender = Sender("ada", "Ada")
    await at.send(Incoming("u1", Chat("other", "group"), sender, Pressed(token)))
    assert names(await at.table()) == ["Ada"]


async def test_a_chat_that_moves_takes_its_table_along() -> None:
    at = await rig().open("ada")
    table = await at.table()
    larger = Chat("fake", "larger")
    await at.send(Incoming("u9", CHAT, Sender("ada", "Ada"), Moved(larger)))
    assert (await at.table(larger)).id == table.id
    assert len(at.transport.pages(larger)) == 1
    await at.send(Incoming("u9", CHAT, Sender("ada", "Ada"), Moved(larger)))


async def test_a_chat_that_moves_to_where_a_table_stands_leaves_both_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    at = await rig().open("ada")
    await at.open("ben", chat=OTHER)
    await at.send(Incoming("u9", CHAT, Sender("ada", "Ada"), Moved(OTHER)))
    assert names(await at.table()) == ["Ada"]
    assert names(await at.table(OTHER)) == ["Ben"]
    assert "stays behind" in caplog.text


# --- answers ---------------------------------------------------------------------------------


async def test_private_answers_speak_the_person_s_language() -> None:
    at = rig()
    await at.say("ada", "new", language="de")
    assert (await at.say("eve", "leave", language="en-GB")).alert == alert("not-seated")
    assert (await at.say("eve", "leave", language="de")).alert == alert("not-seated", "de")
    assert (await at.say("eve", "leave")).alert == alert("not-seated", "de")
    page = (await at.say("ada", "menu", language="en")).page
    assert page is not None
    assert "What would you like" in page.text


async def test_a_new_table_speaks_its_opener_s_language_if_it_is_spoken_here() -> None:
    for language, spoken in (("DE-at", "de"), ("fr", "en"), (None, "en"), ("", "en")):
        at = rig()
        await at.say("ada", "new", language=language)
        assert (await at.table()).rooms[0].language == spoken


async def test_a_hand_is_answered_to_its_owner_and_to_nobody_else() -> None:
    at = await playing(rig(), "ada", "ben")
    page = (await at.press("ada", ":hand")).page
    assert page is not None
    assert "Your hand" in page.text
    assert (await at.press("eve", ":hand")).alert == alert("not-seated")
    await at.score()
    assert (await at.press("ada", ":hand")).alert == alert("no-hand")


async def test_rules_and_menu_are_answered() -> None:
    at = await playing(rig(), "ada", "ben")
    for code in (":rules", ":menu"):
        assert (await at.press("ben", code)).page is not None
    menu = (await at.press("ada", ":menu")).page
    assert menu is not None
    await at.send(at.incoming("ada", Pressed(codes(menu)[":stop"])))
    assert await at.store.in_chat(CHAT.key) is None
    assert (await at.send(at.incoming("ada", Pressed(codes(menu)[":stop"])))).alert == alert(
        "table-closed"
    )


async def test_who_brings_us_into_a_chat_is_told_how_to_begin() -> None:
    at = rig()
    reply = await at.send(at.incoming("ada", Arrived()))
    assert reply.page is not None
    token = reply.page.buttons[0][0].token
    await at.send(at.incoming("ada", Pressed(token)))
    assert names(await at.table()) == ["Ada"]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(garbage=st.text(max_size=70), pressed=st.booleans())
def test_anything_may_come_in_and_nothing_raises(garbage: str, *, pressed: bool) -> None:
    async def attack() -> None:
        at = await playing(rig(), "ada", "ben")
        before = await at.table()
        table = before.id
        for act in (
            Pressed(garbage) if pressed else Typed(garbage),
            Pressed(f"{table}.1.1.{garbage}"[:64]),
            Pressed(f"{table}.1.1.:{garbage}"[:64]),
            Pressed(f"{table}.{garbage}"),
        ):
            await at.send(at.incoming("eve", act))
        assert replace(await at.table(), shown=(), version=0) == replace(
            before, shown=(), version=0
        )

    asyncio.run(attack())


async def test_a_code_that_means_nothing_is_over_already() -> None:
    at = await rig().open("ada")
    assert (await at.press("ada", ":nonsense")).alert == alert("stale")
    assert (await at.send(at.incoming("ada", Pressed("nonsense")))).alert == alert("table-closed")
    unknown = str(Token(TableId("nope"), Stamp(0, 0), ":join"))
    assert (await at.send(at.incoming("ada", Pressed(unknown)))).alert == alert("table-closed")


async def test_a_table_that_goes_while_somebody_presses_is_closed() -> None:
    class Going(MemoryStore):
        armed = False

        async def load(self, id: TableId) -> Table | None:
            return None if self.armed else await super().load(id)

    store = Going()
    at = await rig(store=store).open("ada")
    token, press = await at.token(":set:target:20"), at.tables.desk.act

    async def too_late(*args: object) -> None:
        store.armed = True
        at.tables.desk._recent.clear()
        assert await press(*args) is None  # type: ignore[arg-type]

    object.__setattr__(at.tables, "desk", _Desk(at, too_late))
    assert (await at.send(at.incoming("ada", Pressed(token)))).alert == alert("table-closed")


class _Desk:
    """A desk whose tables are gone when they are to change."""

    def __init__(self, at: Rig, act: object) -> None:
        self._desk, self.act = at.tables.desk, act

    def __getattr__(self, name: str) -> object:
        return getattr(self._desk, name)


@pytest.mark.parametrize("word", ["next", "continue", "Weiter"])
async def test_next_confirms_and_takes_a_finished_game_to_the_lobby(word: str) -> None:
    at = await rig().open("ada", "ben")
    await at.say("ada", "20")
    await at.say("ada", "start")
    for _ in range(40):
        await at.score()
        if (await at.table()).phase is Phase.OVER:
            break
        await at.say("ada", word)
        await at.say("ben", "weiter")
    assert at.transport.page().final
    await at.say("ben", word)
    assert (await at.table()).phase is Phase.LOBBY


# --- the clock -------------------------------------------------------------------------------


async def test_a_turn_that_runs_out_is_ended_by_its_alarm() -> None:
    at = await playing(rig(), "ada", "ben")
    mover = await at.mover()
    await at.wait(90)
    assert await at.mover() == mover
    await at.wait(1)
    late = [e for e in (await at.table()).log if isinstance(e, Played) and e.late]
    assert len(late) == 1


async def test_a_lobby_in_which_nothing_happens_closes_and_is_forgotten() -> None:
    at = await rig().open("ada")
    await at.wait(1801)
    assert await at.store.tables() == ()
    assert "Nobody did anything" in at.transport.page().text
    await at.open("ada")


async def test_an_alarm_that_comes_too_early_is_set_again() -> None:
    at = await playing(rig(), "ada", "ben")
    table = await at.table()
    due = at.timers.due.pop(table.id)
    at.tables.ring(table.id)
    await at.tables.idle()
    assert at.timers.due[table.id] == due
    assert await at.table() == table


async def test_an_alarm_whose_save_fails_is_set_again(caplog: pytest.LogCaptureFixture) -> None:
    store = Failing()
    at = await playing(rig(store=store), "ada", "ben")
    at.clock.wait(91)
    store.failures = [StoreError("full")]
    at.timers.go_off(at.clock.time)
    await at.tables.idle()
    assert "could not be taken up" in caplog.text
    assert at.timers.due
    await at.wait(31)
    assert any(isinstance(e, Played) and e.late for e in (await at.table()).log)


async def test_an_alarm_for_a_table_that_is_gone_does_nothing() -> None:
    at = rig()
    at.tables.ring(TableId("gone"))
    await at.tables.idle()
    assert not at.timers.due


# --- computers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "player",
    [
        Raising("alpaka"),
        Thoughtless("alpaka"),
        Nonsense("alpaka", "b", Code("play:99")),
        Nonsense("alpaka", "c", Code("")),
    ],
)
async def test_a_computer_player_that_fails_does_not_block_its_table(
    player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    at = await rig(at=with_player(player)).open("ada")
    await at.say("ada", ":add:medium")
    await at.say("ada", "start")
    for _ in range(9):
        if (await at.table()).phase is Phase.PLAYING:
            await at.say("ada", "quit")
    assert (await at.table()).phase is Phase.SCORED
    assert player.name in caplog.text


async def test_a_player_that_never_comes_to_an_end_is_taken_at_its_last_word() -> None:
    at = await rig(at=with_player(Endless("alpaka"))).open("ada", computers=1)
    await at.say("ada", "start")
    while (await at.table()).phase is Phase.PLAYING:
        await at.say("ada", "quit")
    table = await at.table()
    codes = [e.code for e in table.log if isinstance(e, Played) and e.seat == 1]
    assert codes
    assert set(codes) == {"quit"}


async def test_between_any_two_steps_of_a_thought_others_are_served() -> None:
    """One player thinks at a time, and a press waits for one step of it at most."""
    steps: list[int] = []
    thoughts = count()
    begun = asyncio.Event()

    class Slow(First):
        def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
            thinker = next(thoughts)
            for _ in range(50):
                steps.append(thinker)
                begun.set()
                yield Thought(sight.moves[-1], Text("menu"))

    at = rig(at=with_player(Slow("alpaka")))
    for chat in (CHAT, OTHER):
        await at.open("ada", computers=1, chat=chat)
    for typed in ("start", "draw"):
        for chat in (CHAT, OTHER):
            await at.tables.dispatch(at.incoming("ada", Typed(typed), chat))
    asked = at.incoming("ben", Typed("rules"))
    await begun.wait()
    assert len(steps) < 50
    before = len(steps)
    for _ in range(4):  # so many turns of the loop it takes to come in
        await asyncio.sleep(0)
    assert (await at.tables.dispatch(asked)).page is not None
    assert len(steps) <= before + 1
    await at.tables.idle()
    assert len(set(steps)) > 1
    assert steps == sorted(steps)


async def test_nothing_is_thought_twice_though_a_table_is_settled_twice() -> None:
    thoughts = count()

    class Counted(First):
        def think(self, sight: Sight[Any, Any], rng: Rng) -> Iterator[Thought]:
            next(thoughts)
            yield Thought(sight.moves[-1], Text("menu"))

    at = await rig(at=with_player(Counted("alpaka"))).open("ada", computers=3)
    await at.tables.dispatch(at.incoming("ada", Typed("start")))
    id = (await at.table()).id
    await asyncio.gather(*(at.tables.computers.settle(id) for _ in range(3)))
    await at.tables.idle()
    made = [e for e in (await at.table()).log if isinstance(e, Played)]
    assert next(thoughts) == len(made)


async def test_a_computer_hears_what_it_was_told_and_nothing_that_others_were_told() -> None:
    at = await playing(rig(), "ada", "ben")
    await at.say(await at.mover(), "draw")
    position = (await at.table()).position
    assert position is not None
    (told,) = [event for event in position.history if isinstance(event, Private)]
    for seat in SEATS[:2]:
        assert (told in sight_of(ALPAKA, position.state, seat, {}, position.history).history) is (
            seat == told.seat
        )


async def test_auto_with_a_player_that_fails_makes_the_default_move() -> None:
    at = await playing(rig(at=with_player(Raising("alpaka"))), "ada", "ben")
    await at.say(await at.mover(), "auto")
    table = await at.table()
    assert [e.code for e in table.log if isinstance(e, Played)] == ["quit"]


async def test_auto_without_any_computer_player_makes_the_default_move() -> None:
    at = await playing(rig(at=with_player(First("chess"))), "ada", "ben")
    await at.say(await at.mover(), "auto")
    assert [e.code for e in (await at.table()).log if isinstance(e, Played)] == ["quit"]


async def test_a_computer_that_painting_held_up_is_not_late() -> None:
    at = await rig(at=with_player(First("alpaka"))).open("ada")
    await at.say("ada", ":add:medium")
    await at.say("ada", "start")
    while (await at.table()).phase is not Phase.PLAYING:
        await at.say("ada", "next")
    at.transport.blocked[GROUP] = gate = asyncio.Event()
    await at.tables.dispatch(at.incoming("ada", Typed("draw")))
    await asyncio.sleep(0)
    at.clock.wait(91)
    at.tables.ring((await at.table()).id)
    gate.set()
    await at.tables.idle()
    assert not any(isinstance(e, Played) and e.late and e.seat == 1 for e in (await at.table()).log)


# --- restart ---------------------------------------------------------------------------------


async def test_a_restart_takes_everything_up_again() -> None:
    at = await playing(rig(), "ada", "ben", "cem")
    await at.open("dora", chat=OTHER)
    before, there = await at.table(), await at.table(OTHER)
    assert before.position is not None
    await at.tables.stop()
    at.clock.wait(75)
    later = rig(store=at.store, clock=at.clock, transport=at.transport)
    assert not later.timers.due
    await later.tables.start()
    await later.tables.idle()
    after = await later.table()
    assert after.position is not None
    assert after.position.state == before.position.state
    assert after.log == before.log
    assert after.due is not None
    assert (after.due - at.clock.time).total_seconds() == 30
    assert set(later.timers.due) == {before.id, there.id}
    assert len(at.transport.pages()) == 1
    await later.say(await later.mover(), "draw")
    assert (await later.table()).step == before.step + 1
    await later.wait(20)
    assert not any(isinstance(e, Played) and e.late for e in (await later.table()).log)


async def test_a_restart_wakes_the_computers() -> None:
    at = await rig(at=with_player(First("alpaka"))).open("ada")
    await at.say("ada", ":add:medium")
    gate = at.transport.blocked[GROUP] = asyncio.Event()
    at.tables.painter.settle = _nothing
    await at.tables.dispatch(at.incoming("ada", Typed("start")))
    for _ in range(9):
        table = await at.table()
        assert table.position is not None
        if isinstance(table.seats[table.position.to_move[0]], Computer):
            break
        await at.tables.dispatch(at.incoming("ada", Typed("draw")))
    gate.set()
    await at.tables.stop()
    later = rig(
        at=with_player(First("alpaka")), store=at.store, clock=at.clock, transport=at.transport
    )
    at.transport.blocked.clear()
    await later.tables.start()
    await later.tables.idle()
    after = await later.table()
    assert after.position is not None
    assert after.phase is Phase.SCORED or after.position.to_move == (0,)


async def _nothing(_: TableId) -> int:
    """Let no computer move."""
    return 0


async def test_one_table_that_cannot_be_taken_up_harms_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(Failing):
        async def load(self, id: TableId) -> Table | None:
            if id == broken:
                raise StoreError("unreadable")
            return await super().load(id)

    store, broken = Broken(), TableId("none")
    at = await rig(store=store).open("ada")
    await at.open("ben", chat=OTHER)
    broken = (await at.table()).id
    await at.tables.stop()
    later = rig(store=store, clock=at.clock, transport=at.transport)
    with caplog.at_level(logging.ERROR):
        await later.tables.start()
    await later.tables.idle()
    assert broken in caplog.text
    assert (await later.say("cem", "join", OTHER)).alert is None
    assert broken in later.timers.due


async def test_tables_of_a_missing_game_are_left_alone_and_others_work(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore()
    at = await playing(rig(at=BOTH, store=store, game="toy"), "ada", "ben")
    await rig(at=BOTH, store=store).open("eve", chat=OTHER)
    kept = await store.load((await at.table()).id)
    await at.tables.stop()
    later = rig(at=house(ALPAKA), store=store, transport=at.transport)
    await later.tables.start()
    await later.tables.idle()
    for typed in ("new", "join", "status", "nonsense"):
        assert (await later.say("ada", typed)).alert == alert("game-missing")
    assert (await later.send(later.incoming("ada", Pressed("new")))).alert == alert("game-missing")
    assert kept is not None
    assert await store.load(kept.id) == kept
    assert (await later.say("ben", "join", OTHER)).alert is None
    assert "toy" in caplog.text
    back = rig(at=BOTH, store=store, transport=at.transport)
    await back.tables.start()
    assert (await back.table()).game == TOY.info.name
    await back.tables.idle()


async def test_stopping_leaves_no_task_behind() -> None:
    at = await rig().open("ada", "ben")
    at.transport.blocked[GROUP] = asyncio.Event()
    await at.tables.dispatch(at.incoming("ada", Typed("20")))
    at.tables.ring((await at.table()).id)
    await at.tables.stop()
    assert not [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
    assert not at.timers.ring
    at.timers.due.clear()


async def test_the_fake_transport_brings_in_what_it_has() -> None:
    at = rig()
    at.transport.incoming = [at.incoming("ada", Typed("new")), at.incoming("ben", Typed("join"))]
    await at.transport.run(at.tables.dispatch)
    await at.tables.idle()
    assert names(await at.table()) == ["Ada", "Ben"]
    await at.tables.desk.act((await at.table()).id, Shown(CHAT.key, "m7"))
    await at.tables.desk.act((await at.table()).id, Alarm())


# --- what may tell what somebody holds ---------------------------------------------------------


async def test_what_may_tell_what_somebody_holds_is_secret() -> None:
    at = await rig(at=BOTH).open("ada", "ben")
    await at.say("ada", "start")
    mover = await at.mover()
    hand = await at.press(mover, ":hand")
    assert (hand.secret, hand.hand) == (True, True)
    other = "ben" if mover == "ada" else "ada"
    refused = await at.press(other, "draw")
    assert (refused.alert is not None, refused.secret) == (True, True)
    assert not (await at.say(mover, "what?")).secret
    assert not (await at.press("eve", ":join")).secret


# --- who can't be shown their cards ------------------------------------------------------------


async def test_who_cannot_be_shown_their_cards_is_told_how_to_mend_it_and_not_seated() -> None:
    at = await rig().open("ada")
    at.transport.unreached.add("ben")
    refused = await at.press("ben", ":join")
    assert (refused.alert, refused.unreached) == (alert("unreached"), True)
    assert names(await at.table()) == ["Ada"]
    at.transport.unreached.clear()
    assert await at.say("ben", "join") == Reply()
    assert names(await at.table()) == ["Ada", "Ben"]


async def test_who_cannot_be_shown_their_cards_opens_no_table() -> None:
    at = rig()
    at.transport.unreached.add("ada")
    assert (await at.say("ada", "new")).unreached
    assert await at.store.in_chat(CHAT.key) is None


async def test_who_sits_and_cannot_be_shown_their_cards_any_more_is_told_how_to_mend_it() -> None:
    at = await playing(rig(), "ada", "ben")
    mover = await at.mover()
    at.transport.unreached.update({"ada", "ben"})
    assert (await at.say(mover, "hand")).unreached
    refused = await at.press("ada" if mover == "ben" else "ben", "draw")
    assert (refused.alert, refused.secret) == (alert("unreached"), False)
    assert not refused.unreached  # nothing that could be made later
    assert (await at.say(mover, "draw")).alert is None


async def test_while_a_game_is_played_nobody_is_invited_to_see_cards() -> None:
    at = await playing(rig(), "ada", "ben")
    at.transport.unreached.add("eve")
    assert (await at.say("eve", "join")).alert == alert("join-later")


async def test_who_writes_without_a_name_is_seated_only_once_they_know_that_it_tells_it() -> None:
    at = rig()
    at.transport.nameless.update({"ada", "ben"})
    assert "reads Ada" in ((await at.say("ada", "new")).alert or "")
    assert await at.store.in_chat(CHAT.key) is None
    assert await at.say("ada", "new") == Reply()
    assert "reads Ben" in ((await at.press("ben", ":join")).alert or "")
    assert names(await at.table()) == ["Ada"]
    assert await at.press("ben", ":join") == Reply()
    assert await at.press("cem", ":join") == Reply()
    assert names(await at.table()) == ["Ada", "Ben", "Cem"]


async def test_the_button_that_opens_a_table_can_be_typed_too() -> None:
    at = rig()
    assert await at.say("ada", "Tisch aufmachen") == Reply()
    assert names(await at.table()) == ["Ada"]


async def test_a_move_that_is_spelt_oddly_is_made() -> None:
    at = await rig().open("ada", "ben")
    await at.say("ada", "start")
    before = await at.table()
    reply = await at.say(await at.mover(), "dr aw")
    assert reply.alert is None
    assert (await at.table()).step == before.step + 1
