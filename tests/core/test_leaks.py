"""Nobody sees what is hidden: whatever a viewer can't know may change and nothing looks different.

``redeal`` draws another position that looks the same to the viewer; no list of secrets is needed.
That these tests would notice is tested with games that leak.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from chatlama.core.game import AnyGame, Public, Step, opening
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat, text

from .played import FEW, GAMES, Scene, Scenes, few, heard, many

every_game = pytest.mark.parametrize("name", GAMES)


def look(scene: Scene, state: object, viewer: Seat | None) -> dict[str, object]:
    """Return all that the viewer is shown of a position."""
    game = scene.game
    view = game.view(state, viewer)
    moves = () if viewer is None else game.legal(state, viewer)
    return {
        "view": view,
        "moves": moves,
        "screen": game.screen(view, moves),
        "to move": game.to_move(state),
        "result": game.result(state),
    }


def check_looks(scene: Scene) -> None:
    for viewer in scene.viewers:
        world = scene.world(viewer)
        assert look(scene, world, viewer) == look(scene, scene.state, viewer), viewer


def check_events(scene: Scene) -> None:
    """What a viewer hears of the next move follows from what the viewer may know after it.

    What was hidden before differs in the other world, and so does what the move's chance brings.
    """
    if scene.seat is None:
        return
    game, here = scene.game, acted(scene, scene.seat, scene.state, scene.chance())
    for viewer in scene.viewers:
        world = scene.world(viewer)
        if scene.move is not None and scene.move not in game.legal(world, scene.seat):
            continue
        for chance in (scene.chance(), Rng(b"other chance", scene.step)):
            there = acted(scene, scene.seat, world, chance)
            if game.view(here.state, viewer) == game.view(there.state, viewer):
                assert heard(here, viewer) == heard(there, viewer), viewer


def acted(scene: Scene, seat: Seat, state: object, chance: Rng) -> Step[Any]:
    """Return what the scene's action leads to from ``state``."""
    if scene.move is None:
        left: Step[Any] = scene.game.leave(state, seat, chance)
        return left
    done: Step[Any] = scene.game.apply(state, seat, scene.move, chance)
    return done


@many
def test_every_viewer_sees_the_same_whatever_is_hidden(scenes: Scenes) -> None:
    for scene in scenes:
        check_looks(scene)


@many
def test_nobody_hears_more_of_a_move_than_a_view_shows(scenes: Scenes) -> None:
    for scene in scenes:
        check_events(scene)


@many
def test_refusals_tell_a_seat_nothing_new(scenes: Scenes) -> None:
    codes = {move.code for scene in Scenes(scenes.name, 1) for _, move in scene.legal()}
    for scene in scenes:
        seat = scene.seats[scene.step % len(scene.seats)]
        world, game = scene.world(seat), scene.game
        for code in codes - {move.code for move in game.legal(scene.state, seat)}:
            assert game.refuse(world, seat, code) == game.refuse(scene.state, seat, code)


@few
def test_the_default_move_tells_only_what_its_seat_knows(scenes: Scenes) -> None:
    for scene in scenes:
        for seat in scene.game.to_move(scene.state):
            move = scene.game.default(scene.state, seat)
            assert scene.game.default(scene.world(seat), seat) == move


# --- redeal itself: without it the tests above would prove nothing -----------------------------


@every_game
def test_redeal_changes_what_each_other_seat_holds(name: str) -> None:
    game = GAMES[name]
    for seats in range(game.info.min_seats, game.info.max_seats + 1):
        state = game.deal(opening(seats), game.info.defaults(), Rng(b"redeal", seats))
        for viewer in (None, *SEATS[:seats]):
            worlds = [game.redeal(state, viewer, Rng(b"world", n)) for n in range(20)]
            assert len(set(worlds)) > 10
            for other in SEATS[:seats]:
                seen = {game.view(world, other) for world in worlds}
                assert len(seen) == 1 if other == viewer else len(seen) > 5


@few
def test_redeal_finds_other_worlds_whenever_cards_are_hidden(scenes: Scenes) -> None:
    """In all phases of play most positions have another that looks the same to the chat."""
    played = [scene for scene in scenes if scene.result is None]
    other = sum(scene.world(None) != scene.state for scene in played)
    assert other > 0.95 * len(played)


@few
def test_redeal_is_a_function_of_its_chance_and_chains(scenes: Scenes) -> None:
    for scene in scenes:
        viewer = scene.viewers[scene.step % len(scene.viewers)]
        world = scene.world(viewer)
        assert world == scene.world(viewer)
        again = scene.game.redeal(world, viewer, scene.chance())
        assert scene.game.view(again, viewer) == scene.game.view(scene.state, viewer)
        assert scene.game.to_move(again) == scene.game.to_move(scene.state)


@few
def test_the_game_goes_on_in_another_world(scenes: Scenes) -> None:
    """A searching player plays on from a redealt position: nothing there may be broken."""
    for scene in scenes:
        if scene.step % 10:
            continue
        game, seats = scene.game, scene.seats
        state = scene.world(seats[scene.step // 10 % len(seats)])
        chooser, step = Rng(b"go on", scene.step), 0
        while movers := game.to_move(state):
            step += 1
            assert step < 1_000
            seat = chooser.choice(movers)
            move = chooser.choice(game.legal(state, seat))
            state = game.apply(state, seat, move, Rng(scene.seed, step)).state
        assert game.result(state) is not None


# --- games that leak: each must be caught ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Around:
    """A game as it is, but for what a subclass does differently."""

    game: AnyGame

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any part of a game
        return getattr(self.game, name)


@dataclass(frozen=True, slots=True)
class Shown:
    view: Any
    extra: int
    """Something that depends on all that is hidden."""


class ExtraField(Around):
    def view(self, state: object, viewer: Seat | None) -> Shown:
        return Shown(self.game.view(state, viewer), hash(state))

    def screen(self, view: Shown, moves: Any) -> Any:  # noqa: ANN401 - as the game has them
        return self.game.screen(view.view, moves)


class Loud(Around):
    """Says in public what only the seat may know: e.g. which card it drew."""

    def apply(self, state: object, seat: Seat, move: Any, rng: Rng) -> Step[Any]:  # noqa: ANN401 - any game's
        done = self.game.apply(state, seat, move, rng)
        seen = hash(self.game.view(done.state, seat))
        return done._replace(events=(*done.events, Public(text("x", seen=seen))))


class Prompting(Around):
    """Orders the moves of a seat by what another holds."""

    def legal(self, state: object, seat: Seat) -> Any:  # noqa: ANN401 - as the game has them
        moves = self.game.legal(state, seat)
        return moves if hash(state) % 2 else tuple(reversed(moves))


class Whispering(Around):
    """Announces something hidden whenever somebody leaves."""

    def leave(self, state: object, seat: Seat, rng: Rng) -> Step[Any]:
        done = self.game.leave(state, seat, rng)
        return done._replace(events=(*done.events, Public(text("x", state=hash(state)))))


def check_scenes(scenes: Iterable[Scene]) -> None:
    for scene in scenes:
        check_looks(scene)
        check_events(scene)


@every_game
@pytest.mark.parametrize("leaky", [ExtraField, Loud, Prompting, Whispering])
def test_a_leak_is_caught(name: str, leaky: type[Around]) -> None:
    game = cast(AnyGame, leaky(GAMES[name]))
    with pytest.raises(AssertionError):
        check_scenes(replace(scene, game=game) for scene in Scenes(name, FEW))
