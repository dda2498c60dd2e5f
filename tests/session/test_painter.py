"""What places show is made equal to what their tables are, late but never wrong."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from chatlama.core.table.house import Ping, Times
from chatlama.core.table.model import Phase
from chatlama.session.painter import Painter
from chatlama.session.transport import Address, Chat, Gone, RetryLater, Typed, Unreachable
from tests.fakes import CHAT, OTHER, FakeTransport, Rig, codes, house, labels, rig

ADA, BEN = Address(CHAT, "ada"), Address(CHAT, "ben")
GROUP = Address(CHAT)


async def playing(at: Rig, *people: str) -> Rig:
    await at.open(*people)
    await at.say(people[0], "start")
    return at


async def turns() -> None:
    """Let every task that can do something do it."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_one_living_message_shows_the_table() -> None:
    at = await rig().open("ada", "ben")
    before = at.transport.shown(CHAT)
    await at.say("ada", "start")
    await at.say(await at.mover(), "draw")
    assert at.transport.shown(CHAT) == before + 2
    assert len(at.transport.pages()) == 1


async def test_what_is_shown_already_is_not_shown_again() -> None:
    at = await rig().open("ada", "ben")
    table, before = await at.table(), len(at.transport.calls)
    at.tables.painter.mark(table.id)
    at.tables.painter.mark(table.id)
    await at.tables.idle()
    assert len(at.transport.calls) == before
    await at.say("ada", "start", admin=True)
    await at.say("ada", "join")
    assert at.transport.shown(CHAT) == len([c for c in at.transport.calls if c.to == GROUP])


async def test_a_burst_of_changes_while_a_show_is_blocked_ends_in_one_more() -> None:
    at = await rig().open("ada")
    gate = at.transport.blocked[GROUP] = asyncio.Event()
    before = at.transport.shown(CHAT)
    for target in 5 * ("20", "60", "80", "40"):
        await at.tables.dispatch(at.incoming("ada", Typed(target)))
        await turns()
    assert at.transport.shown(CHAT) == before + 1
    gate.set()
    await at.tables.idle()
    assert at.transport.shown(CHAT) == before + 2
    assert "40" in at.transport.page().text


async def test_a_person_s_move_and_all_computers_moves_are_one_edit() -> None:
    at = rig()
    await at.open("ada", computers=3)
    await at.say("ada", "start")
    for _ in range(3):
        if (await at.table()).phase is Phase.PLAYING:
            before = at.transport.shown(CHAT)
            steps = (await at.table()).step
            await at.say("ada", "draw")
            assert at.transport.shown(CHAT) == before + 1
            assert (await at.table()).step > steps + 1


async def test_a_slow_chat_delays_no_other() -> None:
    at = await rig().open("ada")
    await at.open("ben", chat=OTHER)
    gate = at.transport.blocked[GROUP] = asyncio.Event()
    await at.tables.dispatch(at.incoming("ada", Typed("20")))
    await turns()
    before = at.transport.shown(OTHER)
    await at.tables.dispatch(at.incoming("ben", Typed("20"), OTHER))
    await turns()
    assert at.transport.shown(OTHER) == before + 1
    gate.set()
    await at.tables.idle()


async def test_a_chat_that_asks_to_wait_delays_no_other_and_gets_the_newest() -> None:
    at = await rig().open("ada")
    await at.open("ben", chat=OTHER)
    at.transport.failing[GROUP] = [RetryLater(3600)]
    await at.tables.dispatch(at.incoming("ada", Typed("20")))
    await turns()
    before = at.transport.shown(OTHER)
    await at.tables.dispatch(at.incoming("ben", Typed("20"), OTHER))
    await turns()
    assert at.transport.shown(OTHER) == before + 1
    assert (await at.tables.dispatch(at.incoming("ada", Typed("60")))).alert is None
    await at.tables.stop()


async def test_after_the_wait_the_newest_page_is_painted() -> None:
    at = await rig().open("ada")
    at.transport.failing[GROUP] = [RetryLater(0), RetryLater(0)]
    before = at.transport.shown(CHAT)
    await at.say("ada", "20")
    assert at.transport.shown(CHAT) == before + 3
    assert "20" in at.transport.page().text


async def test_hands_do_not_wait_for_the_public_page() -> None:
    at = await rig().open("ada", "ben")
    at.transport.failing[GROUP] = [RetryLater(3600)]
    await at.tables.dispatch(at.incoming("ada", Typed("start")))
    await turns()
    assert at.transport.pages(CHAT, "ada")
    assert at.transport.pages(CHAT, "ben")
    await at.tables.stop()


async def test_a_message_that_is_gone_is_shown_anew() -> None:
    at = await rig().open("ada", "ben")
    at.transport.failing[GROUP] = [Gone()]
    at.transport.messages[GROUP].clear()
    await at.say("ada", "start")
    assert len(at.transport.pages()) == 1
    assert dict((await at.table()).shown)[CHAT.key] in at.transport.messages[GROUP]
    assert at.transport.calls[-1].last is None or at.transport.calls[-1].to != GROUP


async def test_a_message_that_is_gone_and_was_to_go_is_forgotten() -> None:
    at = await playing(rig(), "ada", "ben")
    at.transport.failing[ADA] = [Gone()]
    await at.score()
    assert f"{CHAT.key} fake:ada" not in dict((await at.table()).shown)


async def test_an_unreachable_place_is_tried_once_per_change() -> None:
    at = await rig().open("ada", "ben")
    at.transport.failing[ADA] = [Unreachable("blocked")] * 9
    await at.say("ada", "start")
    assert at.transport.shown(CHAT, "ada") == 1
    assert len(at.transport.pages(CHAT, "ben")) == 1
    before = at.transport.shown(CHAT, "ada")
    await at.say(await at.mover(), "draw")
    assert at.transport.shown(CHAT, "ada") == before + 1


async def test_a_table_of_a_chat_system_that_is_not_set_up_is_let_be(
    caplog: pytest.LogCaptureFixture,
) -> None:
    at = await rig().open("ada", "ben")
    table = await at.table()
    del at.tables.painter.transports[CHAT.transport]  # type: ignore[attr-defined] # a dict here
    at.tables.painter.anew(table.id)
    await at.tables.idle()
    assert not caplog.records


async def test_a_chat_in_which_nothing_can_be_shown_does_not_stop_the_table() -> None:
    at = rig()
    at.transport.failing[GROUP] = [Unreachable("put out")] * 99
    await at.open("ada", "ben")
    await at.say("ada", "start")
    await at.say(await at.mover(), "draw")
    assert (await at.table()).phase is Phase.PLAYING


async def no_time(_: float) -> None:
    """Wait for nothing."""


async def test_a_lost_answer_is_logged_and_the_next_change_is_shown(
    caplog: pytest.LogCaptureFixture,
) -> None:
    at = await rig().open("ada", "ben")
    at.tables.painter.sleep = no_time
    at.transport.lost[GROUP] = [OSError("lost")]
    await at.say("ada", "20")
    assert "could not be painted" in caplog.text
    await at.say("ada", "60")
    assert "60" in at.transport.page().text


# --- hands -----------------------------------------------------------------------------------


async def test_hands_are_shown_to_their_owners_alone() -> None:
    at = await playing(rig(), "ada", "ben")
    table = await at.table()
    assert table.position is not None
    assert set(at.transport.messages) == {GROUP, ADA, BEN}
    mover = await at.mover()
    waiting = "ben" if mover == "ada" else "ada"
    assert "draw" in codes(at.transport.page(CHAT, mover))
    assert not codes(at.transport.page(CHAT, waiting))
    assert "Your hand" in at.transport.page(CHAT, "ada").text
    assert "Your hand" not in at.transport.page().text


async def test_hands_that_a_chat_system_does_not_want_are_not_even_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Painter, "hand", lambda *_: pytest.fail("a hand was made"))
    at = await playing(rig(transport=FakeTransport(private=False)), "ada", "ben")
    assert set(at.transport.messages) == {GROUP}


async def test_a_hand_is_taken_away_when_the_round_is_over() -> None:
    at = await playing(rig(), "ada", "ben")
    await at.score()
    assert not at.transport.pages(CHAT, "ada")
    assert not at.transport.pages(CHAT, "ben")


async def test_a_hand_is_taken_away_from_who_leaves() -> None:
    at = await playing(rig(), "ada", "ben", "cem")
    await at.say("cem", "leave")
    assert not at.transport.pages(CHAT, "cem")
    assert f"{CHAT.key} fake:cem" not in dict((await at.table()).shown)


async def test_the_last_hand_is_taken_away_when_the_table_closes() -> None:
    at = await playing(rig(), "ada", "ben")
    await at.say("ben", "leave")
    await at.say("ada", "leave")
    assert not at.transport.pages(CHAT, "ada")
    assert not at.transport.pages(CHAT, "ben")


async def test_pages_speak_the_room_s_language_and_hands_their_owner_s() -> None:
    at = rig()
    await at.say("ada", "new", language="de")
    await at.say("ben", "join", language="en")
    await at.say("cem", "join")
    await at.say("ada", "start")
    assert "Meine Hand" in " ".join(labels(at.transport.page()))
    assert "Deine Hand" in at.transport.page(CHAT, "ada").text
    assert "Your hand" in at.transport.page(CHAT, "ben").text
    assert "Deine Hand" in at.transport.page(CHAT, "cem").text


# --- the ping --------------------------------------------------------------------------------


async def test_a_ping_is_a_loud_message_of_its_own_and_is_taken_away_with_the_move() -> None:
    at = await playing(rig(), "ada", "ben")
    mover = await at.mover()
    await at.wait(61)
    public, call = at.transport.pages()
    assert (public.loud, call.loud) == (False, True)
    assert call.lines[0][0].user == mover
    assert "12:01" in call.text
    await at.say(mover, "draw")
    assert len(at.transport.pages()) == 1
    assert len(dict((await at.table()).shown)) == 3


async def test_one_ping_per_turn_at_most() -> None:
    at = await playing(rig(at=house(times=replace(Times(), ping=Ping.ALWAYS))), "ada", "ben")
    await at.wait(1)
    await at.wait(1)
    loud = [call for call in at.transport.calls if call.page and call.page.loud]
    assert len(loud) == 1
    assert loud[0].last is None


# --- opening again, closing, restarting ------------------------------------------------------


async def test_opening_again_shows_the_table_at_the_end_of_the_chat() -> None:
    at = await rig().open("ada", "ben")
    (before,) = at.transport.messages[GROUP]
    for asked in ("new", "status"):
        await at.say("eve", asked)
        (after,) = at.transport.messages[GROUP]
        assert after != before
        before = after
    assert dict((await at.table()).shown) == {CHAT.key: before}


async def test_moving_to_the_end_survives_a_rate_limit_and_a_message_that_is_gone() -> None:
    at = await rig().open("ada")
    (before,) = at.transport.messages[GROUP]
    at.transport.failing[GROUP] = [RetryLater(0), Gone()]
    at.transport.messages[GROUP].clear()
    await at.say("ada", "status")
    (after,) = at.transport.messages[GROUP]
    assert after != before


async def test_a_closed_table_is_painted_and_then_forgotten() -> None:
    at = await playing(rig(), "ada", "ben")
    table = await at.table()
    await at.say("ada", "stop")
    assert "closed" in at.transport.page().text
    page = at.transport.page()
    assert page.closed
    assert [button.token for row in page.buttons for button in row] == ["new"]
    assert await at.store.load(table.id) is None
    assert table.id not in at.timers.due
    assert not at.tables.painter._pages
    assert not at.tables.painter._moved


async def test_a_closed_table_is_kept_until_it_could_be_painted() -> None:
    at = await rig().open("ada")
    table = await at.table()
    at.transport.failing[GROUP] = [RetryLater(3600)]
    await at.tables.dispatch(at.incoming("ada", Typed("stop")))
    await turns()
    assert await at.store.load(table.id) is not None
    await at.tables.stop()
    later = rig(store=at.store, transport=at.transport, clock=at.clock)
    await later.tables.start()
    await later.tables.idle()
    assert "closed" in at.transport.page().text
    assert await at.store.load(table.id) is None


async def test_a_call_that_was_left_over_is_taken_away_after_a_restart() -> None:
    at = await playing(rig(), "ada", "ben")
    await at.wait(61)
    assert len(at.transport.pages()) == 2
    at.transport.failing[GROUP] = [RetryLater(3600)]
    await at.tables.dispatch(at.incoming(await at.mover(), Typed("draw")))
    await at.tables.stop()
    later = rig(store=at.store, transport=at.transport, clock=at.clock)
    at.transport.failing.clear()
    await later.tables.start()
    await later.tables.idle()
    assert len(at.transport.pages()) == 1


async def test_a_table_that_is_gone_is_not_painted() -> None:
    at = await rig().open("ada")
    table, before = await at.table(), len(at.transport.calls)
    await at.tables.desk.forget(table.id)
    at.tables.painter.mark(table.id)
    await at.tables.idle()
    assert len(at.transport.calls) == before


async def test_places_of_other_rooms_are_left_alone() -> None:
    at = await rig().open("ada")
    table = await at.table()
    other = replace(table, shown=(*table.shown, ("fake:other", "m9")), version=table.version + 1)
    await at.store.commit(other, expected=table.version)
    at.tables.desk._recent.clear()
    await at.say("ada", "20")
    assert ("fake:other", "m9") in (await at.table()).shown
    assert Address(Chat("fake", "other")) not in at.transport.messages
