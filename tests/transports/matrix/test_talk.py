"""The table side as people see it, in a room and in their direct rooms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chatlama.core.table.model import Phase
from chatlama.session.ports import StoreError
from chatlama.session.transport import Incoming, NotKept, Reply
from chatlama.stores.memory import MemoryStore
from chatlama.transports.matrix.asked import LATELY, MOST
from chatlama.transports.matrix.calls import Limited
from chatlama.transports.matrix.ears import Ears, Phrases
from chatlama.transports.matrix.events import Event
from chatlama.transports.matrix.keys import PRIMARY
from chatlama.transports.matrix.reactions import Mode
from tests.fakes import Failing, alert
from tests.transports.matrix.hall import ADA, BEN, EVE, ME, ROOM, Hall, Lines, hall


async def playing(at: Hall, *people: str) -> Hall:
    await at.open(*(people or (ADA, BEN)))
    await at.say(people[0] if people else ADA, "!start")
    return at


async def others(at: Hall) -> str:
    return BEN if await at.mover() == ADA else ADA


# --- sitting down ------------------------------------------------------------------------------


async def test_who_has_no_direct_room_is_told_and_seated_when_they_come() -> None:
    async with hall() as at:
        await at.open(ADA)
        await at.say(BEN, "!join")
        assert "Accept my invitation" in at.last().body
        assert at.server.invited(at.direct(BEN)) == [BEN]
        assert [o.name for _, o in (await at.table()).present] == ["Ada"]
        await at.comes(BEN, at.direct(BEN))
        assert [o.name for _, o in (await at.table()).present] == ["Ada", "Ben"]


async def test_an_invitation_is_sent_once_and_a_room_used_for_ever() -> None:
    async with hall() as at:
        for _ in range(3):
            await at.say(ADA, "!new")
        await at.comes(ADA, at.direct(ADA))
        await at.say(ADA, "!stop")
        await at.say(ADA, "!new")
        assert len(at.server.direct(ADA)) == 1


async def test_what_was_wanted_long_ago_is_not_done_any_more() -> None:
    async with hall() as at:
        await at.open(ADA)
        await at.say(BEN, "!join")
        await at.time.pass_by(3600)
        await at.comes(BEN, at.direct(BEN))
        assert [o.name for _, o in (await at.table()).present] == ["Ada"]


async def test_who_cannot_be_invited_is_told_another_way_and_not_seated() -> None:
    async with hall() as at:
        at.server.closed.add(BEN)
        await at.open(ADA)
        await at.say(BEN, "!join")
        assert "invite me" in at.last().body
        assert [o.name for _, o in (await at.table()).present] == ["Ada"]


async def test_who_leaves_their_direct_room_is_asked_back_once_and_finds_their_hand_again() -> None:
    async with hall() as at:
        await playing(at)
        user, room = await at.mover(), at.direct(await at.mover())
        del at.server.members[room][user]
        await at.say(user, "!draw")
        await at.time.pass_by(60)
        assert at.server.invited(room) == [user]
        del at.server.members[room][user]  # declined
        await at.time.pass_by(600)
        assert at.server.invited(room) == []
        before = at.hand(user).id
        await at.comes(user, room)
        await at.time.pass_by(20)
        assert at.hand(user).id != before
        assert "You draw" in at.hand(user).body


# --- who sees what -----------------------------------------------------------------------------


async def test_a_hand_is_shown_in_its_owner_s_direct_room_and_nowhere_else() -> None:
    async with hall() as at:
        await playing(at)
        for user in (ADA, BEN):
            assert "Your hand" in at.hand(user).body
            assert at.hand(user).body.startswith("Card round\n")
        assert all("Your hand" not in message.body for message in at.seen())
        assert at.hand(ADA).body.splitlines()[2] != at.hand(BEN).body.splitlines()[2]


async def test_asking_for_a_hand_shows_it_in_the_direct_room_below_everything() -> None:
    async with hall() as at:
        await playing(at)
        before = at.hand(ADA).id
        await at.say(ADA, "!hand")
        (only,) = [m for m in at.seen(at.direct(ADA)) if "Your hand" in m.body]
        assert only.id != before
        assert all("Your hand" not in message.body for message in at.seen())


async def test_after_that_the_new_message_is_kept_up_to_date() -> None:
    async with hall() as at:
        await playing(at)
        user = await at.mover()
        await at.say(user, "!hand")
        cards = at.hand(user).body
        await at.say(user, "draw", at.direct(user))
        assert "You draw" in at.hand(user).body
        assert at.hand(user).body != cards
        assert at.hand(user).edits == 1


async def test_an_answer_goes_to_the_direct_room_of_who_acted() -> None:
    async with hall() as at:
        await playing(at)
        room = len(at.seen())
        await at.say(BEN, "!rules")
        assert "Alpaka" in at.last(at.direct(BEN)).body
        assert len(at.seen()) == room
        assert len(at.seen(at.direct(ADA))) == 1


async def test_who_has_no_direct_room_is_answered_in_the_room() -> None:
    async with hall() as at:
        await playing(at)
        typed = await at.say(EVE, "!draw")
        answer = at.last()
        assert answer.body == alert("not-seated")
        assert answer.content["m.relates_to"]["m.in_reply_to"]["event_id"] == typed
        assert answer.content["msgtype"] == "m.notice"


async def test_what_may_tell_what_somebody_holds_is_never_said_in_the_room() -> None:
    async with hall() as at:
        await playing(at)
        user = await at.mover()
        at.server.members[at.direct(user)][user] = "leave"
        illegal = next(c for c in "123456" if c not in at.hand(user).body.splitlines()[2])
        await at.say(user, f"!{illegal}")
        assert "Accept my invitation" in at.last().body


async def test_a_secret_is_said_nowhere_if_its_direct_room_is_gone_meanwhile() -> None:
    async with hall() as at:

        async def reply(_: Incoming) -> Reply:
            return Reply(alert="a secret", secret=True)

        at.talk.dispatch = reply
        await at.say(ADA, "!draw")
        assert not at.seen()
        await at.befriend(ADA)
        await at.say(ADA, "!draw")
        assert at.last(at.direct(ADA)).body == "a secret"
        assert not at.seen()


async def test_strangers_who_press_again_and_again_are_told_once() -> None:
    async with hall(mode=Mode.ON) as at:
        await playing(at)
        before, board = len(at.seen()), at.last()
        for key in ("🇦", "🇧", "🇨"):
            await at.react(EVE, key, board.id)
        assert [m.body for m in at.seen()[before:]] == [f"Eve: {alert('not-seated')}"]


async def test_who_asks_and_asks_is_not_answered_any_more() -> None:
    async with hall() as at:
        await playing(at)
        before = len(at.seen())
        for _ in range(3 * MOST):
            await at.say(EVE, "!draw")
        assert len(at.seen()) - before == MOST
        await at.say(BEN, "!rules")
        assert "Alpaka" in at.last(at.direct(BEN)).body
        await at.time.pass_by(LATELY)
        await at.say(EVE, "!draw")
        assert len(at.seen()) - before == MOST + 1


async def test_who_brings_us_is_greeted_in_the_room() -> None:
    async with hall() as at:
        await at.befriend(ADA)
        await at.talk.greet(ROOM, ADA, "$invite")
        await at.idle()
        assert at.last().body.endswith("!Open a table")
        await at.say(ADA, "!open a table")
        assert (await at.table()).phase is Phase.LOBBY


async def test_a_table_follows_its_room() -> None:
    async with hall() as at:
        await at.open(ADA)
        at.server.members["!new:hs"] = dict(at.server.members[ROOM])
        await at.talk.moved(ROOM, "!new:hs", "$tombstone")
        await at.idle()
        assert "who is in?" in at.last("!new:hs").body
        await at.say(BEN, "!join", "!new:hs")


async def test_a_game_goes_on_in_the_room_that_takes_its_room_s_place() -> None:
    async with hall() as at:
        await playing(at)
        at.server.members["!new:hs"] = dict(at.server.members[ROOM])
        await at.talk.moved(ROOM, "!new:hs", "$tombstone")
        await at.idle()
        for user in (ADA, BEN, ADA, BEN):
            await at.say(user, "draw", at.direct(user))
        assert "draws a card" in at.last("!new:hs").body


# --- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("draw", "quit"), ("ziehen", "aussteigen"), ("!draw", "!quit")])
async def test_moves_are_typed_in_the_direct_room(words: tuple[str, str]) -> None:
    async with hall() as at:
        await playing(at)
        for word in words:
            user = await at.mover()
            await at.say(user, word, at.direct(user))
            assert await at.mover() != user or (await at.table()).phase is not Phase.PLAYING


async def test_in_a_room_what_has_no_sign_is_talk() -> None:
    async with hall() as at:
        await playing(at)
        before = len(at.server.sent)
        await at.say(await at.mover(), "draw")
        assert len(at.server.sent) == before
        await at.say(await at.mover(), "!draw")
        assert "draws a card" in at.last().body


async def test_our_own_words_and_those_of_other_bots_are_no_commands() -> None:
    async with hall() as at:
        await playing(at)
        step = (await at.table()).step
        await at.say(ME, "!draw")
        notice = {"msgtype": "m.notice", "body": "!draw"}
        await at.happens(await at.mover(), ROOM, "m.room.message", notice)
        edit = {"rel_type": "m.replace", "event_id": "$1"}
        content = {"msgtype": "m.text", "body": "!draw", "m.relates_to": edit}
        await at.happens(await at.mover(), ROOM, "m.room.message", content)
        assert (await at.table()).step == step


async def test_the_same_event_twice_moves_once() -> None:
    async with hall() as at:
        await playing(at)
        user = await at.mover()
        event = await at.say(user, "!draw")
        step = (await at.table()).step
        at._ids = iter([int(event.removeprefix("$theirs"))])
        await at.say(user, "!draw")
        assert (await at.table()).step == step


async def test_what_cannot_be_kept_comes_out_to_be_handed_in_again() -> None:
    store = Failing()
    async with hall(store=store) as at:
        await playing(at)
        store.failures.append(StoreError("no room"))
        with pytest.raises(NotKept):
            await at.say(await at.mover(), "!draw")


async def test_what_cannot_be_kept_is_told_once_to_who_did_it() -> None:
    store = Failing()
    nobody: Any = None
    async with hall(store=store) as at:
        await playing(at)
        server: Any = at.server
        phrases = Phrases("unreadable", "crowded", "not kept")
        ears = Ears(server, at.talk, nobody, nobody, nobody, phrases, at.time.now)
        user = await at.mover()
        content = {"msgtype": "m.text", "body": "!draw"}
        event = Event(ROOM, "$move", user, "m.room.message", content)
        store.failures = [StoreError("no room"), StoreError("no room")]
        for _ in range(2):
            with pytest.raises(NotKept):
                await ears.hear(event)
        await ears.hear(event)
        await at.idle()
        assert [m.body for m in at.seen(at.direct(user))].count("not kept") == 1
        assert "draws a card" in at.last().body


# --- one living message ------------------------------------------------------------------------


async def test_a_table_is_edited_in_place_and_new_with_a_round() -> None:
    async with hall() as at:
        await at.open(ADA, BEN)
        (lobby,) = at.seen()
        assert lobby.edits == 1
        await at.say(ADA, "!start")
        assert at.seen()[0].id == lobby.id
        board = at.last()
        await at.say(await at.mover(), "!draw")
        await at.say(await at.mover(), "!draw")
        assert (at.last().id, at.last().edits) == (board.id, 2)


async def test_a_move_costs_one_edit_of_the_table_and_the_hands_of_two() -> None:
    async with hall() as at:
        await playing(at, ADA, BEN, EVE)
        before = len(at.server.sent)
        await at.say(await at.mover(), "!draw")
        rooms = [room for room, _, _ in at.server.sent[before:]]
        assert rooms.count(ROOM) == 1
        assert len(rooms) == 3


async def test_a_table_that_has_scrolled_away_is_posted_anew() -> None:
    async with hall() as at:
        await playing(at)
        board = at.last().id
        for n in range(25):
            await at.say(EVE, f"talk {n}")
        await at.say(await at.mover(), "!draw")
        assert at.last().id != board
        assert board in at.server.redacted


async def test_a_table_that_somebody_took_away_is_posted_anew() -> None:
    async with hall() as at:
        await playing(at)
        board = at.last().id
        at.server.messages[ROOM].pop()
        await at.talk.take(Event(ROOM, "$r", EVE, "m.room.redaction", {}, redacts=board))
        await at.say(await at.mover(), "!draw")
        assert at.last().id != board
        assert "draws a card" in at.last().body


async def test_asked_for_twice_the_table_comes_twice() -> None:
    async with hall() as at:
        await at.open(ADA)
        seen = {at.last().id}
        for _ in range(3):
            await at.say(ADA, "!status")
            assert len(at.seen()) == 1
            seen.add(at.last().id)
        assert len(seen) == 4


async def test_a_setting_that_is_set_back_is_seen_to_be() -> None:
    async with hall() as at:
        await at.open(ADA)
        english = at.last().body
        await at.say(ADA, "!language deutsch")
        german = at.last().body
        assert german != english
        for word, shown in (("!sprache english", english), ("!language deutsch", german)) * 2:
            await at.say(ADA, word)
            assert at.last().body == shown


async def test_a_call_is_a_new_message_that_goes_with_the_move() -> None:
    async with hall() as at:
        await playing(at)
        user = await at.mover()
        at.clock.wait(61)
        at.timers.go_off(at.clock.time)
        await at.idle()
        call = at.last()
        assert call.content["m.mentions"] == {"user_ids": [user]}
        assert call.content["msgtype"] == "m.text"
        await at.say(user, "!draw")
        assert call.id in at.server.redacted


# --- several tables ----------------------------------------------------------------------------

SECOND = "!second:hs"


async def two_tables(at: Hall) -> tuple[str, str]:
    """Have Ada to move at both of two tables; return her hands there, the first table's first."""
    at.server.members[SECOND] = dict(at.server.members[ROOM])
    await at.open(ADA)
    for room in (ROOM, SECOND):
        await at.say(ADA, "!new", room)
        await at.say(ADA, "!add computer", room)
        await at.say(ADA, "!start", room)
    first, second = at.seen(at.direct(ADA))
    return first.id, second.id


async def test_a_word_is_for_the_table_whose_hand_was_replied_to() -> None:
    async with hall() as at:
        first, second = await two_tables(at)
        for hand, room in ((first, ROOM), (second, SECOND)):
            before = at.last(room).body
            await at.say(ADA, "draw", at.direct(ADA), replies=hand)
            assert at.last(room).body != before


async def test_a_word_without_a_reply_is_for_the_latest_table_that_waits() -> None:
    async with hall() as at:
        await two_tables(at)
        before = at.last(ROOM).body, at.last(SECOND).body
        await at.say(ADA, "draw", at.direct(ADA))
        assert at.last(ROOM).body == before[0]
        assert at.last(SECOND).body != before[1]


async def test_a_word_that_means_nothing_at_the_likeliest_table_is_for_another_one() -> None:
    async with hall() as at:
        await two_tables(at)
        await at.say(ADA, "!pause", ROOM)
        before = at.last(SECOND).body
        assert (await at.table()).paused is not None
        for word in ("resume", "next"):
            await at.say(ADA, "!pause", ROOM)
            await at.say(ADA, word, at.direct(ADA))
            assert (await at.table()).paused is None
        await at.say(ADA, "nonsense", at.direct(ADA))
        assert "nonsense" in at.last(at.direct(ADA)).body
        assert at.last(SECOND).body == before


async def test_after_a_round_the_next_word_goes_on_there_and_not_at_another_table() -> None:
    async with hall() as at:
        await playing(at)
        at.server.members[SECOND] = dict(at.server.members[ROOM])
        await at.say(ADA, "!new", SECOND)
        await at.say(BEN, "!join", SECOND)
        await at.say(ADA, "!start", SECOND)
        for _ in (ADA, BEN):
            await at.say(await at.mover(), "!quit")
        for user in (ADA, BEN):
            await at.say(user, "next", at.direct(user))
        assert (await at.table()).phase is Phase.PLAYING


async def test_where_several_tables_show_hands_an_answer_says_of_which_it_speaks() -> None:
    async with hall() as at:
        first, _ = await two_tables(at)
        await at.say(ADA, "nonsense", at.direct(ADA), replies=first)
        assert at.last(at.direct(ADA)).body.startswith("Card round\n")
        await at.say(ADA, "!stop", SECOND)
        await at.say(ADA, "nonsense", at.direct(ADA))
        assert "Card round" not in at.last(at.direct(ADA)).body


async def test_a_menu_in_the_direct_room_is_about_the_table_it_was_asked_at() -> None:
    async with hall() as at:
        await at.open(ADA, BEN)
        await at.say(BEN, "!menu")
        assert "Leave the table" in at.last(at.direct(BEN)).body
        await at.say(BEN, "leave the table", at.direct(BEN))
        assert [o.name for _, o in (await at.table()).present] == ["Ada"]
        await at.time.pass_by(3600)
        await at.say(BEN, "new", at.direct(BEN))
        assert "who is in?" in at.last(at.direct(BEN)).body


async def test_in_a_pause_a_hand_says_so_and_calls_nobody_to_move() -> None:
    async with hall() as at:
        await playing(at)
        mover = await at.mover()
        await at.say(ADA, "pause", at.direct(ADA))
        assert at.hand(mover).body.splitlines()[-1] == alert("paused")
        await at.say(ADA, "resume", at.direct(ADA))
        assert "your turn" in at.hand(mover).body


async def test_a_word_that_comes_after_the_round_is_still_about_the_table() -> None:
    async with hall() as at:
        await playing(at)
        for _ in (ADA, BEN):
            await at.say(await at.mover(), "!quit")
        assert (await at.table()).phase is Phase.SCORED
        await at.say(ADA, "draw", at.direct(ADA))
        assert "The round is over" in at.last(at.direct(ADA)).body
        for user in (ADA, BEN):
            await at.say(user, "continue", at.direct(user))
        assert (await at.table()).phase is Phase.PLAYING


async def test_without_any_hand_the_direct_room_is_a_place_to_play() -> None:
    async with hall() as at:
        await at.befriend(ADA)
        room = at.direct(ADA)
        await at.say(ADA, "new", room)
        assert "Join" in at.last(room).body
        assert "!Join" not in at.last(room).body
        await at.say(ADA, "add computer", room)
        await at.say(ADA, "start", room)
        assert "Your hand" in at.last(room).body


# --- reactions ---------------------------------------------------------------------------------


async def test_reactions_press_buttons_and_can_press_again() -> None:
    async with hall(mode=Mode.ON) as at:
        await at.open(ADA, BEN)
        pressed = await at.react(ADA, PRIMARY + "\ufe0f", at.last().id)
        assert (await at.table()).phase is Phase.PLAYING
        assert pressed in at.server.redacted


async def test_keys_never_say_what_somebody_holds() -> None:
    async with hall(mode=Mode.ON) as at:
        await playing(at)
        for user in (ADA, BEN):
            assert set(at.hand(user).keys) <= {PRIMARY, *"🇦🇧🇨🇩🇪🇫🇬🇭"}


async def test_a_reaction_on_a_hand_moves_at_its_table() -> None:
    async with hall(mode=Mode.ON) as at:
        await playing(at)
        user = await at.mover()
        await at.react(user, at.hand(user).key("Draw"), at.hand(user).id, at.direct(user))
        assert "draws a card" in at.last().body


async def test_an_old_message_s_buttons_do_nothing_and_say_so() -> None:
    async with hall(mode=Mode.ON) as at:
        await at.open(ADA, BEN)
        lobby = at.last().id
        await at.say(ADA, "!start")
        step = (await at.table()).step
        await at.react(ADA, PRIMARY, lobby)
        assert (await at.table()).step == step
        assert at.last(at.direct(ADA)).body


async def test_a_press_means_what_stood_there_when_it_was_made() -> None:
    async with hall(mode=Mode.ON) as at:
        await at.open(ADA, BEN)
        (lobby,) = at.seen()
        key = next(key for key in "🇦🇧🇨🇩🇪" if lobby.body.split(f"{key} !")[1].startswith("Game"))
        at.server.late = []
        await at.say(ADA, "!add computer")
        assert f"{key} !Remove" in lobby.body
        await at.react(ADA, key, lobby.id)  # before anybody can have seen that
        table = await at.table()
        assert (table.game, len(table.present)) == ("toy", 3)
        late, at.server.late = at.server.late, None
        for event in late:
            await at.talk.take(event)
        await at.say(ADA, "!game alpaka")
        await at.react(ADA, at.last().key("!Remove Ida"), lobby.id)
        assert len((await at.table()).present) == 2


async def test_where_presses_stay_the_table_comes_as_a_fresh_message() -> None:
    async with hall(mode=Mode.ON) as at:
        at.server.weak.add(ROOM)
        await at.open(ADA, BEN)
        for number in range(3):
            lobby = at.last().id
            await at.react(ADA, at.last().key("!Add computer"), lobby)
            assert len((await at.table()).present) == 3 + number
            assert at.last().id != lobby
            assert lobby in at.server.redacted


async def test_switched_off_there_are_no_reactions_and_none_press() -> None:
    async with hall(mode=Mode.OFF) as at:
        await at.open(ADA, BEN)
        assert at.last().keys == []
        assert PRIMARY not in at.last().body
        await at.react(ADA, PRIMARY, at.last().id)
        assert (await at.table()).phase is Phase.LOBBY


async def test_under_a_limit_there_are_no_reactions_by_themselves() -> None:
    async with hall(mode=Mode.AUTO) as at:
        at.server.limit()
        await playing(at)
        for _ in range(10):
            await at.say(await at.mover(), "!draw")
            await at.time.pass_by(1)
        assert at.talk.reactions.outbox.pace.limited
        await at.time.pass_by(60)
        assert "🇦" not in at.last().body
        seeds = [kind for _, kind, _ in at.server.sent].count("m.reaction")
        await at.time.pass_by(600)
        assert [kind for _, kind, _ in at.server.sent].count("m.reaction") == seeds


async def test_where_there_was_a_limit_reactions_wait_until_there_surely_is_none() -> None:
    async with hall(mode=Mode.AUTO, limited=True) as at:
        await playing(at)
        await at.time.pass_by(60)
        assert "m.reaction" not in [kind for _, kind, _ in at.server.sent]
        for _ in range(12):
            await at.say(await at.mover(), "!draw")
        assert at.talk.reactions.outbox.pace.limited is False
        await at.time.pass_by(60)
        assert "m.reaction" in [kind for _, kind, _ in at.server.sent]


# --- under a limit -----------------------------------------------------------------------------


async def test_under_a_default_limit_a_game_goes_on_by_typing() -> None:
    async with hall(mode=Mode.AUTO) as at:
        at.server.limit()
        await playing(at)
        for _ in range(12):
            user = await at.mover()
            await at.say(user, "draw", at.direct(user))
            await at.time.pass_by(5)
            mover = await at.mover()
            assert "your turn" in at.hand(mover).body  # who is to move is told first
        await at.time.pass_by(60)
        name = at.server.name(ROOM, await at.mover())
        assert f"{name} is to move" in at.last().body


async def test_under_a_limit_who_asks_and_asks_holds_up_nobody_s_cards() -> None:
    async with hall() as at:
        at.server.limit()
        await playing(at)
        for _ in range(3):
            for _ in range(10):
                await at.say(EVE, "!nonsense")
            user = await at.mover()
            await at.say(user, "draw", at.direct(user))
            await at.time.pass_by(12)
            assert "your turn" in at.hand(await at.mover()).body
        name = at.server.name(ROOM, await at.mover())
        await at.time.pass_by(12)
        board = next(m for m in reversed(at.seen()) if "Draw pile" in m.body)
        assert f"{name} is to move" in board.body


# --- a restart ---------------------------------------------------------------------------------


async def test_a_restart_shows_nothing_twice_and_sends_nothing() -> None:
    store = MemoryStore()
    async with hall(mode=Mode.ON, store=store) as at:
        await playing(at)
        await at.time.pass_by(1)
        journal, server, sent = at.journal, at.server, len(at.server.sent)
    async with hall(mode=Mode.ON, store=store, server=server, journal=journal) as at:
        await at.time.pass_by(1)
        assert len(server.sent) == sent


async def test_a_press_from_before_a_restart_arrives_after_it() -> None:
    store = MemoryStore()
    async with hall(mode=Mode.ON, store=store) as at:
        await playing(at)
        journal, server, user = at.journal, at.server, await at.mover()
        hand, room = at.hand(user), at.direct(user)
    async with hall(mode=Mode.ON, store=store, server=server, journal=journal) as at:
        at._ids = iter([9001])
        await at.react(user, hand.key("Draw"), hand.id, room)
        assert "draws a card" in at.last().body


async def test_killed_before_it_knew_what_it_had_posted_it_posts_nothing_twice() -> None:
    store = MemoryStore()
    async with hall(mode=Mode.ON, store=store) as at:
        await at.open(ADA, BEN)
        before, known = list(at.journal), await at.table()
        await at.say(ADA, "!start")
        server, hands = at.server, {user: at.hand(user).id for user in (ADA, BEN)}
        boards = [message.id for message in at.seen()]
        shown = await at.table()
        await store.commit(
            replace(shown, shown=known.shown, version=shown.version + 1), expected=shown.version
        )
    async with hall(mode=Mode.ON, store=store, server=server, journal=Lines(before)) as at:
        assert [message.id for message in at.seen()] == boards
        assert {user: at.hand(user).id for user in (ADA, BEN)} == hands
        at._ids = iter([9003])
        user = await at.mover()
        await at.react(user, at.hand(user).key("Draw"), hands[user], at.direct(user))
        assert "draws a card" in at.last().body


async def test_what_is_pressed_before_we_know_again_what_we_had_posted_is_done_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    async with hall(mode=Mode.ON, store=store) as at:
        await at.open(ADA, BEN)
        before, known = list(at.journal), await at.table()
        await at.say(ADA, "!start")
        user, server = await at.mover(), at.server
        hand = at.hand(user)
        shown = await at.table()
        await store.commit(
            replace(shown, shown=known.shown, version=shown.version + 1), expected=shown.version
        )

    async def refuses(*_: object) -> str:
        raise Limited(3.0)

    sends = server.send
    monkeypatch.setattr(server, "send", refuses)
    async with hall(mode=Mode.ON, store=store, server=server, journal=Lines(before)) as at:
        at._ids = iter([9007])
        await at.react(user, hand.key("Draw"), hand.id, at.direct(user))
        monkeypatch.setattr(server, "send", sends)
        assert (await at.table()).step == shown.step
        await at.time.pass_by(20)
        assert (await at.table()).step == shown.step + 1
        assert "draws a card" in at.last().body


async def test_a_key_that_was_never_there_presses_what_comes_with_it() -> None:
    store = MemoryStore()
    async with hall(mode=Mode.ON, store=store) as at:
        await playing(at)
        before = list(at.journal)
        await at.say(await at.mover(), "!draw")
        server = at.server
    async with hall(mode=Mode.ON, store=store, server=server, journal=Lines(before)) as at:
        at._ids = iter([9005])
        user = await at.mover()
        step = (await at.table()).step
        await at.react(user, at.hand(user).key("Draw"), at.hand(user).id, at.direct(user))
        assert (await at.table()).step > step


async def test_an_edit_that_came_back_before_a_restart_is_not_waited_for() -> None:
    store = MemoryStore()
    async with hall(mode=Mode.ON, store=store) as at:
        await playing(at)
        before = list(at.journal)
        await at.say(await at.mover(), "!draw")
        server = at.server
    async with hall(mode=Mode.ON, store=store, server=server, journal=Lines(before)) as at:
        await at.time.pass_by(6)
        at._ids = iter([9004])
        user = await at.mover()
        step = (await at.table()).step
        await at.react(user, at.hand(user).key("Draw"), at.hand(user).id, at.direct(user))
        assert (await at.table()).step > step


@pytest.mark.parametrize("lines", [[], [b"", b"[1]", b"\xff", b'["$1",{"chat":']])
async def test_without_what_it_remembered_it_goes_on_all_the_same(lines: list[bytes]) -> None:
    store = MemoryStore()
    async with hall(store=store) as at:
        await playing(at)
        server, count = at.server, len(at.seen())
    async with hall(store=store, server=server, journal=Lines(lines)) as at:
        at._ids = iter([9002])
        user = await at.mover()
        await at.say(user, "draw", at.direct(user))
        assert len(at.seen()) == count
        assert "draws a card" in at.last().body
