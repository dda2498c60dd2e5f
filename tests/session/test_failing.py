"""A game, or what else is plugged in, fails in the middle of play: its people are told, and go on.

Other tables never notice. What computer players do wrong stands in ``test_tables``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from chatlama.core.game import Step
from chatlama.core.rng import Rng
from chatlama.core.screen import Screen
from chatlama.core.table.model import Phase
from chatlama.core.text import Seat
from chatlama.session.ports import StoreError
from chatlama.session.transport import Chat
from chatlama.stores.memory import MemoryStore
from tests.fakes import CHAT, OTHER, Failing, Rig, alert, house, labels, rig
from tests.toy import Markt, Move, State, View


class Wrong(Markt):
    """Fails in whatever it is told to."""

    def __init__(self) -> None:
        self.fails: Callable[..., bool] = lambda *_: False

    def _do(self, *what: object) -> None:
        if self.fails(*what):
            raise ZeroDivisionError

    def apply(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        self._do("apply", seat, move.code)
        return super().apply(state, seat, move, rng)

    def default(self, state: State, seat: Seat) -> Move:
        self._do("default", seat)
        return super().default(state, seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        self._do("view", viewer)
        return super().view(state, viewer)

    def screen(self, view: View, moves: Sequence[Move]) -> Screen:
        self._do("screen", view.viewer)
        return super().screen(view, moves)


async def begun(game: Wrong, *, computers: int = 0, store: MemoryStore | None = None) -> Rig:
    """Return a session in which Ada and Ben play the game, and others another one elsewhere."""
    at = rig(at=house(game), game="toy", store=store)
    at.stands_failures = True
    await at.open("eve", "finn", chat=OTHER)
    await at.say("eve", "start", OTHER)
    await at.open("ada", "ben", computers=computers)
    await at.say("ada", "start")
    return at


async def told(at: Rig) -> None:
    """Raise unless all at the table see that their game is given up, and others play on."""
    table = await at.table()
    assert (table.phase, table.broken, len(table.persons)) == (Phase.LOBBY, True, 2)
    shown = "\n".join(str(each) for each in at.transport.page(CHAT).lines)
    assert alert("given-up") in shown
    assert "Start" in labels(at.transport.page(CHAT))
    before = await at.table(OTHER)
    assert before.phase is Phase.PLAYING
    assert (await at.say("eve", (await codes(at, "eve", OTHER))[0], OTHER)).alert is None
    assert (await at.table(OTHER)).version > before.version


async def test_who_makes_a_move_in_which_the_game_fails_is_told_and_can_make_another() -> None:
    game = Wrong()
    at = await begun(game)
    table = await at.table()
    one, other = await codes(at, "ada")
    game.fails = lambda *what: what == ("apply", 0, one)
    assert (await at.press("ada", one)).alert == alert("failed")
    assert (await at.table()) == table
    assert [type(each.__cause__) for each in at.failures] == [ZeroDivisionError]
    assert (await at.press("ada", other)).alert is None
    assert (await at.table()).version > table.version


@pytest.mark.parametrize(
    "what",
    [("view", None), ("view", 1), ("screen", None), ("screen", 0)],
    ids=lambda what: f"{what[0]} of {'all' if what[1] is None else what[1]}",
)
async def test_a_game_whose_page_can_not_be_made_is_given_up(what: tuple[Any, ...]) -> None:
    game = Wrong()
    at = await begun(game)
    game.fails = lambda *asked: asked == what
    at.tables.painter.mark((await at.table()).id)
    await at.tables.idle()
    game.fails = lambda *_: False
    await told(at)


@pytest.mark.parametrize("what", ["apply", "default"])
async def test_a_game_that_fails_when_time_runs_out_is_given_up(what: str) -> None:
    game = Wrong()
    at = await begun(game)
    game.fails = lambda *asked: asked[0] == what
    del at.timers.due[(await at.table(OTHER)).id]
    await at.wait(91)
    game.fails = lambda *_: False
    await told(at)


@pytest.mark.parametrize("what", ["apply", "view"])
async def test_a_game_that_fails_when_a_computer_is_to_move_is_given_up(what: str) -> None:
    game = Wrong()
    game.fails = lambda *asked: asked[:2] == (what, 2)
    at = await begun(game, computers=1)
    assert at.failures
    game.fails = lambda *_: False
    await told(at)


async def test_a_game_that_can_not_be_given_up_now_is_given_up_later() -> None:
    game, store = Wrong(), Failing()
    at = await begun(game, store=store)
    game.fails = lambda *asked: asked[0] == "default"
    del at.timers.due[(await at.table(OTHER)).id]
    await at.wait(61)
    store.failures = [StoreError("full")]
    await at.wait(30)
    assert (await at.table()).phase is Phase.PLAYING
    await at.wait(31)
    game.fails = lambda *_: False
    await told(at)


async def test_a_lobby_that_can_not_be_shown_is_no_game_to_give_up() -> None:
    game = Wrong()
    at = await begun(game)
    game.fails = lambda *asked: asked[0] == "view"
    await at.say("ada", ":stop")
    await at.say("ada", "new")
    before = await at.table()
    at.tables.painter.mark(before.id)
    await at.tables.idle()
    assert await at.table() == before


async def codes(at: Rig, person: str, chat: Chat = CHAT) -> tuple[str, ...]:
    """Return what the person can do on their own page."""
    page = at.transport.page(chat, person)
    return tuple(token.split(".", 3)[3] for token in labels(page).values())
