"""Random walks through shedding games, in which people leave now and then and seldom quit."""

from __future__ import annotations

import random
from typing import Any

from chatlama.core.game import AnyGame, opening
from chatlama.core.rng import Rng

ROUNDS = 8
"""Rounds of a walk at most."""


def walk(game: AnyGame, seed: int) -> list[Any]:
    """Return the positions of a random game under random options."""
    chance = random.Random(seed)
    options = {option.key: chance.choice(option.choices).value for option in game.info.options}
    standings = opening(chance.randint(2, 6))
    seen: list[Any] = []
    for _ in range(ROUNDS):
        state = game.deal(standings, options, Rng(b"walk", len(seen)))
        seen.append(state)
        while (result := game.result(state)) is None:
            (seat,) = game.to_move(state)
            step = Rng(b"step", len(seen))
            if chance.random() < 0.02:
                state = game.leave(state, chance.choice(state.standings.present), step).state
            else:
                moves = game.legal(state, seat)
                wanted = moves[:-1] if chance.random() < 0.8 and len(moves) > 1 else moves
                state = game.apply(state, seat, chance.choice(wanted), step).state
            seen.append(state)
        if result.outcome is not None:
            break
        standings = result.standings
    return seen
