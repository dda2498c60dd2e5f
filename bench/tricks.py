"""What a move of a trick-taking game costs: Foppen at random beside OpenSpiel's hearts.

Ours is pure Python and all that a table asks of a game: who is to move, what is legal, the step
with its validation and events, the result, fresh chance for each step. The peer's rules are
compiled and only driven from Python: it deals card by card, lists what is legal, and moves without
asking whether that is legal; it tells nobody what happened.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial

import pyspiel

from bench.figures import Better, Figure, Goal, Part, in_turns, one
from bench.rules import Played, pace
from chatlama.core.game import IllegalMove, opening
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.position import State
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS

ROUNDS = 15
GOAL = Goal(Better.MORE, 0.3)
HEARTS = pyspiel.load_game("hearts")
WORLDS = 500
"""Positions that are drawn or cloned in each round."""
OPENED = 20
"""Moves after which that happens: tricks lie open, most cards are still in hand."""


def fool(chance: random.Random, played: Played, seats: int) -> None:
    """Play one game to its end."""
    to_move, legal, apply, ended = GAME.to_move, GAME.legal, GAME.apply, GAME.result
    standings, outcome = opening(seats), None
    while outcome is None:
        seed, step = chance.randbytes(16), 0
        state = GAME.deal(standings, {}, Rng(seed, step))
        while (result := ended(state)) is None:
            (seat,) = to_move(state)
            moves = legal(state, seat)
            step += 1
            move = moves[int(chance.random() * len(moves))]
            done = apply(state, seat, move, Rng(seed, step))
            state = done.state
            played.events += len(done.events)
        played.moves += step
        played.rounds += 1
        standings, outcome = result.standings, result.outcome
    assert outcome.winners
    assert min(standings.points) <= -80 or standings.ticks >= 6
    played.games += 1


def hearts(chance: random.Random, played: Played, *, checked: bool) -> None:
    """Play one deal, which is the whole game; ``checked``: moves are validated, as ours are."""
    state = HEARTS.new_initial_state()
    legal, over, dealing = state.legal_actions, state.is_terminal, state.is_chance_node
    apply = state.apply_action_with_legality_check if checked else state.apply_action
    while dealing():  # whether and where cards are passed on, then 52 cards: no player's moves
        actions = legal()
        state.apply_action(actions[int(chance.random() * len(actions))])
    moves = 0
    while not over():
        actions = legal()
        moves += 1
        apply(actions[int(chance.random() * len(actions))])
    assert sum(state.returns()) in {26, 78}  # the second: nobody took all of them
    played.moves += moves
    played.rounds += 1
    played.games += 1


def opened(chance: random.Random, seats: int) -> State:
    """Return a position of a round that has been played for a while."""
    seed = chance.randbytes(16)
    state = GAME.deal(opening(seats), {}, Rng(seed, 0))
    for step in range(1, OPENED + 1):
        (seat,) = GAME.to_move(state)
        state = GAME.apply(
            state, seat, chance.choice(GAME.legal(state, seat)), Rng(seed, step)
        ).state
    return state


def redeals(seats: int) -> Callable[[int], float]:
    """Return a way that draws worlds for who is to move and returns microseconds."""

    def way(number: int) -> float:
        chance = random.Random(number)
        states = [opened(chance, seats) for _ in range(WORLDS // 10)] * 10
        seed = chance.randbytes(16)
        start = time.process_time()
        worlds = [GAME.redeal(state, state.turn, Rng(seed, at)) for at, state in enumerate(states)]
        took = time.process_time() - start
        assert len({world.hands for world in worlds}) > WORLDS * 0.99
        return took / WORLDS * 1e6

    return way


def clones(number: int) -> float:
    """Clone a game of hearts that has been played for as long, and return microseconds."""
    chance, state = random.Random(number), HEARTS.new_initial_state()
    left = OPENED
    while left:
        left -= not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    start = time.process_time()
    worlds = [state.clone() for _ in range(WORLDS)]
    took = time.process_time() - start
    assert all(world.history() == state.history() for world in worlds[:: WORLDS - 1])
    return took / WORLDS * 1e6


def check() -> None:
    """Raise unless the step validates and a position can be shared instead of copied."""
    chance = random.Random(0)
    state = opened(chance, 4)
    assert isinstance(state, Hashable)
    before = hash(state)
    (seat,) = GAME.to_move(state)
    move = GAME.legal(state, seat)[0]
    after = GAME.apply(state, seat, move, Rng(b"check", 1))
    assert after.events
    assert before == hash(state) != hash(after.state)
    other = next(s for s in SEATS[:4] if s != seat)
    with suppress(IllegalMove):
        GAME.apply(state, other, move, Rng(b"check", 1))
        raise AssertionError("a move out of turn was made")
    world = GAME.redeal(state, seat, Rng(b"check", 2))
    assert world.hands != state.hands
    assert GAME.view(world, seat) == GAME.view(state, seat)


def measure() -> Part:
    """Return the figures of the tricks."""
    check()
    total = {name: Played() for name in ("four", "six", "hearts", "checked")}
    ways = {
        "four": pace(partial(fool, seats=4), total["four"]),
        "six": pace(partial(fool, seats=6), total["six"]),
        "hearts": pace(partial(hearts, checked=False), total["hearts"]),
        "checked": pace(partial(hearts, checked=True), total["checked"]),
    }
    forks = {"four": redeals(4), "six": redeals(6), "clone": clones}
    for way in (*ways.values(), *forks.values()):  # once for nothing: caches are filled
        way(ROUNDS)
    rate, fork = in_turns(ways, ROUNDS), in_turns(forks, ROUNDS)
    assert all(played.moves > 20 * played.games > 0 for played in total.values())
    assert all(total[name].events >= total[name].moves for name in ("four", "six"))
    return Part(
        "Tricks: whole games at random",
        f"{ROUNDS} rounds in one process, in each 0.3 s of processor time for every way, in turns; "
        "a move is one decision of a player, in hearts also a card that is passed on; dealing "
        "takes time on both sides and is no move. Every game, seed and choice is another one. "
        f"{_lengths(total)} A fork is what a search starts a play-out from, here after {OPENED} "
        "moves: our positions are values and are shared, but a search that does not know the "
        "other hands has to draw them, which `game.redeal` does; a clone keeps them as they are.",
        (
            Figure("Foppen, 4 players, moves/s", rate["four"], rate["hearts"], "hearts", GOAL),
            Figure("Foppen, 6 players, moves/s", rate["six"], rate["hearts"], "hearts", GOAL),
            Figure("4 players, hearts validates, too", rate["four"], rate["checked"], "checked"),
            Figure("fork of a state for search, µs", one(0), fork["clone"], "clone"),
            Figure("game.redeal, 4 players, µs", fork["four"], fork["clone"], "clone"),
            Figure("game.redeal, 6 players, µs", fork["six"], fork["clone"], "clone"),
        ),
    )


def _lengths(total: dict[str, Played]) -> str:
    said = {"four": "Foppen for 4", "six": "Foppen for 6", "hearts": "Hearts"}
    return " ".join(
        f"{name}: {total[key].games:,} games of {total[key].moves / total[key].games:.1f} moves in "
        f"{total[key].rounds / total[key].games:.1f} rounds."
        for key, name in said.items()
    )
