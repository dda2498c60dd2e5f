"""Computer players at the tables: each choice is an intent with a commit of its own.

A player gets its seat's sight and chance of its own, never the state. One that fails is logged and
makes the game's default move, so no table waits for it.

Thinking is done in the event loop, one player of the whole process at a time, in short steps:
between any two of them everybody else is served, as often as a press wants. So it waits for one
step at most, never for a thought.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from chatlama.core.game import Move
from chatlama.core.player import Player, Sight, Strength, Thought, sight_of
from chatlama.core.rng import Rng
from chatlama.core.table.intents import Choose
from chatlama.core.table.model import Computer, Phase, Position, Table, TableId, options_of
from chatlama.core.text import Seat

from .desk import Desk, GameFailed, playing

log = logging.getLogger(__name__)

PATIENCE = 3
"""Choices in a row that may come to nothing though nobody else has done anything meanwhile."""
BREATH = 6
"""Turns of the event loop between two steps. A press is read, unpacked and handed on in several of
them, and waits for one step in all, not for one in each."""
STEPS = 1_000
"""Steps of one choice after which the last thought counts, however much is left to think."""


@dataclass(frozen=True, slots=True)
class Computers:
    """Lets computers move."""

    desk: Desk
    _thinking: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one player that thinks."""

    async def settle(self, id: TableId) -> int:
        """Let computers move until a person is to, or nobody; return how many moves they made.

        Who asks for the same table meanwhile waits, so that nothing is thought twice.
        """
        async with self.desk.lock(f"computers {id}"):
            return await self._settle(id)

    async def _settle(self, id: TableId) -> int:
        made = refused = 0
        while refused < PATIENCE:
            table = await self.desk.load(id)
            if table is None or table.phase is not Phase.PLAYING or table.position is None:
                return made
            position = table.position
            still = table.paused is not None
            seat = next((s for s in position.to_move if not still and table.automatic(s)), None)
            if seat is None:
                return made
            code = (await self.choice(table, position, seat)).code
            done = await self.desk.act(id, Choose(seat, position.step, code))
            if done is not None and done.changed:
                made, refused = made + 1, 0
            elif done is None or done.table.version == table.version:
                refused += 1
        raise GameFailed(f"table {id}: no move of its computers is accepted")

    async def choice(self, table: Table, position: Position, seat: Seat) -> Move:
        """Return what a computer would do in this seat, whoever sits there."""
        occupant = table.seats[seat]
        strength = occupant.strength if isinstance(occupant, Computer) else Strength.MEDIUM
        thought = await self.thought(table, position, seat, strength)
        if thought is not None:
            return thought.move
        with playing(table):
            default: Move = self.desk.house.games[table.game].default(position.state, seat)
        return default

    async def thought(
        self, table: Table, position: Position, seat: Seat, strength: Strength
    ) -> Thought | None:
        """Return what a computer of about this strength would do in this seat, and why.

        ``None`` if none plays the game here, or if it fails, which is logged.
        """
        house = self.desk.house
        game, player = house.games[table.game], house.player(table.game, strength)
        if player is None:
            return None
        options = options_of(table, game.info)
        with playing(table):
            sight = sight_of(game, position.state, seat, options, position.history)
        secret = self.desk.seeds(f"computer {table.number} {position.step} {seat:d}")
        try:
            thought = await self._thought(player, sight, Rng(secret, position.step))
            chosen = None if thought is None else thought.move.code
        except Exception:
            log.exception("table %s: player %s failed", table.id, player.name)
            return None
        legal: Sequence[Move] = sight.moves
        move = next((move for move in legal if move.code == chosen), None)
        if move is None or thought is None:
            log.error("table %s: player %s chose a move that is not legal", table.id, player.name)
            return None
        return Thought(move, thought.why)

    async def _thought(
        self, player: Player, sight: Sight[object, Move], rng: Rng
    ) -> Thought | None:
        """Return the last thought, if there is any."""
        thought = None
        async with self._thinking:
            for step, thought in enumerate(player.think(sight, rng), start=1):  # noqa: B007 - the last one is what counts
                for _ in range(BREATH):
                    await asyncio.sleep(0)
                if step >= STEPS:
                    break
        return thought
