"""What happens to rooms and to people's devices during a game, with the real program.

Rooms that are encrypted later, joined later, left, upgraded; people with a new device, with several
tables, or who can't be shown their cards; and a bot that may do nothing but write.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests.synapse.timeline import Seen
from tests.synapse.town import Town

from . import kept, reading
from .gathering import TITLE, Gathering, program
from .judging import agreed, nothing_lost
from .mates import Mate, offers

pytestmark = pytest.mark.slow  # each starts processes

WRONG = 2


async def mover(at: Gathering) -> Mate:
    """Return whose turn it is, once somebody's is."""

    def found() -> Mate | None:
        table = at.host.table()
        names = reading.to_move(table.text) if table is not None else ()
        return next((each for each in at.players if each.name in names), None)

    with at.explained():
        return await at.host.until(found, "somebody is to move")


async def quits(player: Mate) -> None:
    """Have somebody quit, by writing in the direct room, and return when the table tells it."""
    await player.until(player.hand, "one's hand")
    before = player.table()
    hand = player.hand()
    assert before is not None
    assert hand is not None
    await player.person.says(hand.room, reading.QUIT[0])
    await player.until(lambda: player.table() != before, "the table has changed")


async def asks_until_answered(player: Mate) -> None:
    """Ask for the table again and again: what was written before somebody reads it, is lost."""
    before = player.table()
    assert before is not None
    for _ in range(30):
        await player.person.says(player.room, "!status")
        with suppress(AssertionError):
            await player.person.until(
                lambda: (now := player.table()) is not None and now.id != before.id, "an answer", 2
            )
            return
    raise AssertionError("nobody answers")


async def test_a_room_may_be_encrypted_in_the_middle_of_a_game(town: Town, tmp_path: Path) -> None:
    people = (await town.person("Ada"), await town.person("Ben", strict=True))
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    async with program(tmp_path, account, CHATLAMA_CHAT_LANGUAGE="en") as bot:
        await at.meets()
        await at.opens(target="20")
        await at.starts()
        await mover(at)
        await people[0].encrypts(at.room)
        await at.plays()
        (table,) = kept.now(bot.data)
        assert not bot.said
    agreed(at)
    nothing_lost(at, table)
    at.judge(table)
    heard = [each for each in people[1].timeline.heard if each.room == at.room]
    since = next(n for n, each in enumerate(heard) if each.event["type"] == "m.room.encryption")
    ours = [e for e in heard[since:] if e.event["sender"] == account.user]
    said = [e for e in ours if e.event["type"] == "m.room.message"]
    assert len(said) > 1
    assert all(each.encrypted for each in said[1:])  # one may have been on its way


async def test_who_comes_late_into_an_encrypted_room_sees_the_table_and_plays(
    town: Town, tmp_path: Path
) -> None:
    ada, ben = await town.person("Ada"), await town.person("Ben", strict=True)
    account = await town.account("Lama")
    at = Gathering((ada,), account.user)
    async with program(tmp_path, account) as bot:
        await at.meets(encrypted=True)
        await ada.says(at.room, "!new")
        await at.lobby(at.host, reading.START)
        await ada.asks(at.room, ben.id)
        await ben.is_in(at.room)
        at.people = (ada, ben)
        at.sits()
        await ben.says(at.room, "!join")
        await at.host.until(
            lambda: at.host.newest(lambda seen: "Ben" in seen.text and bool(offers(seen).keys)),
            "Ben is in",
        )
        await at.sets("20")
        await at.starts()
        await at.plays()
        (table,) = kept.now(bot.data)
    agreed(at)
    nothing_lost(at, table)
    at.judge(table)


async def test_a_game_moves_with_its_room(town: Town, tmp_path: Path) -> None:
    people = (await town.person("Ada"), await town.person("Ben"))
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    async with program(tmp_path, account) as bot:
        await at.meets(version="11")
        await at.opens(target="20")
        await at.starts()
        await mover(at)
        answer = await people[0].account.call(
            "POST", f"/rooms/{at.room}/upgrade", {"new_version": "12"}
        )
        at.room = answer["replacement_room"]
        for each in (account.user, people[1].id):
            await people[0].asks(at.room, each)
        for player in at.players:
            await player.person.is_in(at.room)
            player.room = at.room
        await at.plays()
        (table,) = kept.now(bot.data)
        assert table.rooms[0].chat == f"matrix:{at.room}"
        assert not bot.said
    agreed(at)
    nothing_lost(at, table)


async def test_a_player_plays_on_with_a_new_device(town: Town, tmp_path: Path) -> None:
    ada, ben = await town.person("Ada"), await town.person("Ben")
    account = await town.account("Lama")
    at = Gathering((ada, ben), account.user)
    async with program(tmp_path, account) as bot:
        await at.meets(encrypted=True)
        await at.opens(target="20")
        await at.starts()
        old = await mover(at)
        new = await town.uses(old.name, await old.person.account.another())
        await new.is_in(at.room)
        second = Mate(new, at.room, account.user, old.sight, title=TITLE)
        await new.says(old.person.direct(account.user)[0], "!hand")
        hand = await second.until(
            lambda: _in(second, old.person.direct(account.user)[0]), "the hand on the new device"
        )
        assert hand.encrypted
        await new.says(hand.room, offers(hand).find(reading.QUIT) or "")
        other = next(each for each in at.players if each is not old)
        await other.until(lambda: other.name in _to_move(other), "the move is made")
        await new.says(at.room, "!status")
        await second.until(lambda: other.name in _to_move(second), "the table on the new device")
        (table,) = kept.now(bot.data)
        assert kept.moves(table)[old.name] == ["quit"]
        assert not bot.said


def _in(player: Mate, room: str) -> Seen | None:
    """Return the newest hand in a direct room to which a new device was not invited itself."""
    shown = [seen for seen in player.person.sees(room) if seen.by == player.bot]
    return next((seen for seen in reversed(shown) if player.cards(seen.text) is not None), None)


def _to_move(player: Mate) -> tuple[str, ...]:
    table = player.table()
    return () if table is None else reading.to_move(table.text)


def _confirming(player: Mate) -> tuple[str, ...]:
    table = player.table()
    return () if table is None else reading.waited_for(table.text)


async def test_a_bot_that_has_lost_its_keys_says_how_to_go_on_and_goes_on(
    town: Town, tmp_path: Path
) -> None:
    people = (await town.person("Ada"), await town.person("Ben"))
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    bot = program(tmp_path, account)
    async with bot:
        await at.meets(encrypted=True)
        await at.opens(target="20")
        await at.starts()
        await mover(at)
        assert await bot.stop() == 0
    shutil.rmtree(bot.data / "matrix")
    await bot.launch()
    assert await bot.ended() == WRONG
    (line,) = bot.said.splitlines()
    assert "signing.json" in line
    assert "docs/matrix.md" in line
    bot.log.unlink()
    again = program(tmp_path, account, CHATLAMA_MATRIX_IDENTITY="replace")
    async with again:
        await asks_until_answered(at.host)
        await at.plays()
        (table,) = kept.now(again.data)
        assert not again.said
    agreed(at)
    nothing_lost(at, table)
    at.judge(table)


async def test_several_tables_of_the_same_people_share_their_direct_rooms(
    town: Town, tmp_path: Path
) -> None:
    people = (await town.person("Ada"), await town.person("Ben", strict=True))
    account = await town.account("Lama")
    evenings = [Gathering(people, account.user, seed=seed) for seed in range(2)]
    async with program(tmp_path, account) as bot:
        for at, title in zip(evenings, ("Kitchen", "Garden"), strict=True):
            await at.meets(title=title)
            await at.opens(target="20")
            for player in at.players:
                player.replying = True
        await asyncio.gather(*(at.starts() for at in evenings))
        await asyncio.gather(*(at.plays() for at in evenings))
        tables = {table.rooms[0].chat: table for table in kept.now(bot.data)}
        assert not bot.said
    for at in evenings:
        table = tables[f"matrix:{at.room}"]
        agreed(at)
        nothing_lost(at, table)
        at.judge(table)


async def test_a_member_who_leaves_holds_up_nobody(town: Town, tmp_path: Path) -> None:
    people = [await town.person(name) for name in ("Ada", "Ben", "Cem")]
    account = await town.account("Lama")
    at = Gathering(people, account.user)
    async with program(tmp_path, account, CHATLAMA_CLOCK_TURN="20 s", CHATLAMA_CLOCK_PING="never"):
        await at.meets()
        await at.opens()
        await at.starts()
        gone = await mover(at)
        for room in (at.room, *gone.person.direct(account.user)):
            await gone.person.leaves(room)
        watching = next(each for each in at.players if each is not gone)

        def passed() -> bool:
            table = watching.table()
            return table is not None and gone.name not in reading.to_move(table.text)

        await watching.until(passed, "the turn of who has left is over")
        for _ in range(2):
            await watching.until(
                lambda: [n for n in _to_move(watching) if n != gone.name] or _confirming(watching),
                "it goes on",
            )
            for player in at.players:
                if player is not gone and player.name in _to_move(player):
                    await quits(player)
        await watching.until(lambda: _confirming(watching), "the round is over")


async def test_who_may_not_invite_is_declined(town: Town, tmp_path: Path) -> None:
    ada, ben = await town.person("Ada"), await town.person("Ben")
    account = await town.account("Lama")
    async with program(tmp_path, account, CHATLAMA_MATRIX_ALLOW=ada.id) as bot:
        refused = await ben.creates("No", account.user)
        await ben.until(
            lambda: ben.timeline.members[refused].get(account.user) == "leave", "it is declined"
        )
        welcome = await ada.creates("Yes", account.user)
        await ada.waits_for(lambda seen: seen.by == account.user, welcome, "a greeting")
        assert f"{ben.id} is declined" in bot.said
        assert len(bot.said.splitlines()) == 1


async def test_who_can_t_be_shown_their_cards_is_told_and_seated_when_they_can(
    town: Town, tmp_path: Path
) -> None:
    ada, ben = await town.person("Ada"), await town.person("Ben", welcoming=False)
    account = await town.account("Lama")
    at = Gathering((ada,), account.user)
    async with program(tmp_path, account) as bot:
        await at.meets()
        await ada.says(at.room, "!new")
        await at.lobby(at.host, reading.START)
        await ada.asks(at.room, ben.id)
        await ben.joins(at.room)
        await ben.says(at.room, "!join")
        hint = reading.said("unreached")
        await ben.waits_for(lambda seen: seen.text in hint, at.room, "how to mend it")
        (table,) = kept.now(bot.data)
        assert [each.name for each in table.seats] == ["Ada"]
        await ben.until(lambda: ben.timeline.invitations, "an invitation")
        (invitation,) = ben.timeline.invitations.values()
        assert invitation.direct
        assert invitation.by == account.user
        await ben.joins(invitation.room)
        await at.host.until(
            lambda: at.host.newest(lambda seen: "Ben" in seen.text and bool(offers(seen).keys)),
            "Ben is seated",
        )
        (table,) = kept.now(bot.data)
        assert [each.name for each in table.seats] == ["Ada", "Ben"]


@pytest.mark.parametrize("level", [0, 50])
async def test_a_reaction_can_be_pressed_again_whatever_the_bot_may(
    town: Town, tmp_path: Path, level: int
) -> None:
    ada = await town.person("Ada")
    account = await town.account("Lama")
    at = Gathering((ada,), account.user)
    async with program(tmp_path, account, CHATLAMA_MATRIX_REACTIONS="on") as bot:
        await at.meets()
        if level:
            await ada.empowers(at.room, account.user, level)
        await ada.says(at.room, "!new")
        pressed = []
        for number in range(1, 4):
            lobby = await at.lobby(at.host, reading.COMPUTER)
            key = lobby.keys[lobby.find(reading.COMPUTER) or ""]
            there = partial(_unpressed, at, key, number)
            seen = await at.host.until(there, "the button")
            await ada.reacts(seen, key)
            pressed.append(seen.id)
        await at.host.until(lambda: len(kept.now(bot.data)[0].seats) == 4, "three computers")
        assert (len(set(pressed)) == 1) == (level == 50)
        assert not bot.said


def _unpressed(at: Gathering, key: str, number: int) -> Seen | None:
    """Return the lobby with one more seat than before, if it can be pressed by this key."""
    seen = at.host.newest(lambda seen: offers(seen).find(reading.START) is not None)
    if seen is None or len(re.findall(r"(?m)^. .*?(?:🤖|Ada)", seen.text)) < number:
        return None
    mine = (key, at.people[0].id) in seen.reactions
    return seen if key in seen.keys and not mine else None
