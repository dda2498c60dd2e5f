"""Computer players at the tables: each choice is an intent with a commit of its own.

A player gets its seat's sight and chance of its own, never the state. One that fails is logged and
makes the game's default move, so no table waits for it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chatlama.core.game import AnyGame, Move, Private, Sight
from chatlama.core.rng import Rng
from chatlama.core.table.intents import Choose
from chatlama.core.table.model import Computer, Phase, Position, Table, TableId
from chatlama.core.text import Seat

from .desk import Desk

log = logging.getLogger(__name__)

PATIENCE = 3
"""Choices in a row that may come to nothing, as when somebody else was quicker."""


@dataclass(frozen=True, slots=True)
class Computers:
    """Lets computers move."""

    desk: Desk

    async def settle(self, id: TableId) -> None:
        """Let computers move until a person is to, or nobody."""
        refused = 0
        while refused < PATIENCE:
            table = await self.desk.load(id)
            if table is None or table.phase is not Phase.PLAYING or table.position is None:
                return
            position = table.position
            seat = next((s for s in position.to_move if isinstance(table.seats[s], Computer)), None)
            if seat is None:
                return
            code = self.choice(table, position, seat).code
            done = await self.desk.act(id, Choose(seat, position.step, code))
            refused = 0 if done is not None and done.changed else refused + 1
        log.error("table %s: no move of its computers is accepted", id)

    def choice(self, table: Table, position: Position, seat: Seat) -> Move:
        """Return what a computer would do in this seat, whoever sits there."""
        game = self.desk.house.games[table.game]
        occupant = table.seats[seat]
        players = self.desk.house.players_of(table.game)
        name = occupant.player if isinstance(occupant, Computer) else next(iter(players), "")
        player = self.desk.house.players.get(name)
        default: Move = game.default(position.state, seat)
        if player is None:
            return default
        try:
            chance = self.desk.seeds(f"computer {table.number} {position.step} {seat:d}")
            chosen = player.choose(sight(game, position, seat), Rng(chance, position.step)).code
        except Exception:
            log.exception("table %s: player %s failed", table.id, name)
            return default
        legal: Sequence[Move] = game.legal(position.state, seat)
        move = next((move for move in legal if move.code == chosen), None)
        if move is None:
            log.error("table %s: player %s chose a move that is not legal", table.id, name)
            return default
        return move


def sight(game: AnyGame, position: Position, seat: Seat) -> Sight[Any, Any]:
    """Return all that the seat knows and may do."""
    return Sight(
        view=game.view(position.state, seat),
        moves=game.legal(position.state, seat),
        history=tuple(
            event
            for event in position.history
            if not isinstance(event, Private) or event.seat == seat
        ),
    )
