"""What a move costs: whole games at random through the contract that every game fulfils.

Ours is all that a table asks of a game and no more: who is to move, what is legal, the step with
its validation and events, the result, fresh chance for each step. The peer is rlcard's UNO without
its environment, whose ``step`` also says what the next player sees and may do.
"""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass

from rlcard.games.uno.game import UnoGame

from bench.figures import Better, Figure, Goal, Part, Spread, in_turns, one
from chatlama.core.game import IllegalMove, opening
from chatlama.core.games.alpaka import GAME
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS

ROUNDS = 15
SLICE = 0.3
"""Seconds of processor time that each way gets in each round."""
GOAL = Goal(Better.MORE, 2)
OPTIONS = {"rules": "classic", "target": "40"}
DEALS, COPIES = 1_000, 40


@dataclass(slots=True)
class Played:
    """What was played in a slice."""

    games: int = 0
    rounds: int = 0
    moves: int = 0
    events: int = 0


def alpaka(chance: random.Random, played: Played, seats: int, *, seen: bool) -> None:
    """Play one game to its end; ``seen``: whoever is to move also gets the view of its seat."""
    to_move, legal, apply, ended = GAME.to_move, GAME.legal, GAME.apply, GAME.result
    standings, outcome = opening(seats), None
    while outcome is None:
        seed, step = chance.randbytes(16), 0
        state = GAME.deal(standings, OPTIONS, Rng(seed, step))
        while (result := ended(state)) is None:
            (seat,) = to_move(state)
            moves = legal(state, seat)
            if seen:
                GAME.view(state, seat)
            step += 1
            move = moves[int(chance.random() * len(moves))]
            done = apply(state, seat, move, Rng(seed, step))
            state = done.state
            played.events += len(done.events)
        played.moves += step
        played.rounds += 1
        standings, outcome = result.standings, result.outcome
    assert outcome.winners
    assert max(standings.points) >= 40
    assert standings.rounds
    played.games += 1


def uno(chance: random.Random, played: Played, *, seen: bool) -> None:
    """Play one game to its end; not ``seen``: past ``step``, which tells what a player sees."""
    game = UnoGame()
    game.np_random.seed(chance.getrandbits(32))
    actions = game.init_game()[0]["legal_actions"]
    moves, over, step = 0, game.is_over, game.step
    while not over():
        action = actions[int(chance.random() * len(actions))]
        moves += 1
        if seen:
            actions = step(action)[0]["legal_actions"]
        else:
            game.round.proceed_round(game.players, action)
            actions = game.get_legal_actions()
    assert not game.players[game.round.winner[0]].hand
    played.moves += moves
    played.games += 1


def pace(play: Callable[[random.Random, Played], None], total: Played) -> Callable[[int], float]:
    """Return a way that plays whole games for a slice and returns moves per second."""

    def way(number: int) -> float:
        chance, played = random.Random(number), Played()
        start = now = time.process_time()
        while now - start < SLICE:
            play(chance, played)
            now = time.process_time()
        total.games += played.games
        total.rounds += played.rounds
        total.moves += played.moves
        total.events += played.events
        return played.moves / (now - start)

    return way


def deals(seats: int) -> Callable[[int], float]:
    """Return a way that deals and returns microseconds."""

    def way(number: int) -> float:
        chance, standings = random.Random(number), opening(seats)
        seeds = [chance.randbytes(16) for _ in range(DEALS)]
        start = time.process_time()
        hands = {GAME.deal(standings, OPTIONS, Rng(seed, 0)).hands for seed in seeds}
        took = time.process_time() - start
        assert len(hands) > DEALS * 0.99
        return took / DEALS * 1e6

    return way


def uno_deals(number: int) -> float:
    """Deal UNO and return microseconds."""
    games = [UnoGame() for _ in range(DEALS)]
    for at, game in enumerate(games):
        game.np_random.seed(number * DEALS + at)
    start = time.process_time()
    for game in games:
        game.init_game()
    took = time.process_time() - start
    assert len({tuple(c.str for c in game.players[0].hand) for game in games}) > DEALS * 0.99
    return took / DEALS * 1e6


def uno_copies(number: int) -> float:
    """Copy a game of UNO as a search would have to, and return microseconds."""
    game = UnoGame()
    game.np_random.seed(number)
    game.init_game()
    start = time.process_time()
    copies = [copy.deepcopy(game) for _ in range(COPIES)]
    took = time.process_time() - start
    assert len(copies) == COPIES
    return took / COPIES * 1e6


def check() -> None:
    """Raise unless the step validates and a position can be shared instead of copied."""
    state = GAME.deal(opening(2), OPTIONS, Rng(b"check", 0))
    (seat,) = GAME.to_move(state)
    move = GAME.legal(state, seat)[0]
    after = GAME.apply(state, seat, move, Rng(b"check", 1))
    assert after.events
    assert isinstance(state, Hashable)
    assert hash(state) != hash(after.state)
    with suppress(IllegalMove):
        GAME.apply(state, SEATS[1 - seat], move, Rng(b"check", 1))
        raise AssertionError("a move out of turn was made")


def measure() -> Part:
    """Return the figures of the rules."""
    check()
    total: dict[str, Played] = {name: Played() for name in ("two", "four", "seen", "uno", "bare")}
    ways = {
        "two": pace(lambda c, p: alpaka(c, p, 2, seen=False), total["two"]),
        "four": pace(lambda c, p: alpaka(c, p, 4, seen=False), total["four"]),
        "seen": pace(lambda c, p: alpaka(c, p, 2, seen=True), total["seen"]),
        "uno": pace(lambda c, p: uno(c, p, seen=True), total["uno"]),
        "bare": pace(lambda c, p: uno(c, p, seen=False), total["bare"]),
    }
    for way in ways.values():  # once for nothing: what is made at first use is made
        way(ROUNDS)
    rate = in_turns(ways, ROUNDS)
    small = in_turns({"two": deals(2), "four": deals(4), "uno": uno_deals}, ROUNDS)
    copies = in_turns({"uno": uno_copies}, 5)["uno"]
    assert all(played.moves > 20 * played.games > 0 for played in (total["four"], total["uno"]))
    assert all(total[name].events >= total[name].moves for name in ("two", "four", "seen"))
    return Part(
        "Rules: whole games at random",
        f"{ROUNDS} rounds in one process, in each {SLICE} s of processor time for every way, in "
        "turns; a move is one decision of a player; every game, seed and choice is another one. "
        + " ".join(_lengths(total)),
        (
            _moves("Alpaka, 2 players, moves/s", rate["two"], rate["uno"], "UnoGame", GOAL),
            _moves("Alpaka, 4 players, moves/s", rate["four"], rate["uno"], "UnoGame", GOAL),
            _moves("2 players, a view at each move", rate["seen"], rate["uno"], "UnoGame"),
            _moves("2 players, and UNO without views", rate["two"], rate["bare"], "its round"),
            _moves("shuffle and deal, 2 players, µs", small["two"], small["uno"], "init_game"),
            _moves("shuffle and deal, 4 players, µs", small["four"], small["uno"], "init_game"),
            _moves("copy of a position, µs (frozen)", one(0), copies, "deepcopy"),
        ),
    )


def _moves(name: str, ours: Spread, peer: Spread, beside: str, goal: Goal | None = None) -> Figure:
    return Figure(name, ours, peer, beside, goal)


def _lengths(total: dict[str, Played]) -> list[str]:
    said = {"two": "Alpaka for 2", "four": "Alpaka for 4", "uno": "UNO"}
    return [
        f"{name}: {total[key].games:,} games of {total[key].moves / total[key].games:.1f} moves"
        + (f" in {total[key].rounds / total[key].games:.1f} rounds." if key != "uno" else ".")
        for key, name in said.items()
    ]
