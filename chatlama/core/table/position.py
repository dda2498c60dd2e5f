"""Where a log leads to.

The same function follows one entry whether it is new or replayed, so a replay can't differ from
play. A checksum at the end of each round notices when the rules have changed under a log.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import assert_never

from chatlama.core.game import AnyGame, Public, Result, opening
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat, text

from .model import Dealt, Entry, Left, Played, Position, Scored, Table, TakenOver, options_of


class ReplayError(ValueError):
    """The log can't be followed under today's rules."""


def replay(table: Table, game: AnyGame) -> Table:
    """Return the table with its position, made from the log if it is not there yet."""
    if table.position is not None or not table.log:
        return table
    if table.rules != game.info.rules:
        raise ReplayError(f"rules {table.rules} of {table.game}, now {game.info.rules}")
    try:
        return follow(replace(table, log=()), game, *table.log)
    except ReplayError:
        raise
    except Exception as error:
        # The log was made under other rules or is damaged: a game may stumble anywhere over that.
        raise ReplayError(f"its log leads to {type(error).__name__}") from error


def follow(table: Table, game: AnyGame, *entries: Entry) -> Table:
    """Return the table with these entries at the end of its log, and where they lead to.

    Raises ``ReplayError`` if one of them can't follow.
    """
    position = table.position
    for entry in entries:
        position = _next(position, entry, table, game)
    return replace(table, log=(*table.log, *entries), position=position)


def checksum(result: Result) -> str:
    """Return eight characters that name all that a round's result says of the game."""
    s = result.standings
    told = (s.points, sorted(s.gone), s.rounds, s.dealer, s.starter, s.ticks, result.scores)
    said = repr([*map(_plain, told), result.reason])
    return blake2b(said.encode(), digest_size=4).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, int) else value


def _next(before: Position | None, entry: Entry, table: Table, game: AnyGame) -> Position:
    match entry:
        case Dealt(seed):
            return _deal(before, seed, table, game)
        case _ if before is None:
            raise ReplayError("the log does not begin with a deal")
        case Scored(check):
            if before.result is None or checksum(before.result) != check:
                raise ReplayError(f"step {before.step}: the round ends differently")
            return replace(before, step=before.step + 1, offered=before.step + 1)
        case TakenOver(seat, name):
            step = before.step + 1
            return replace(
                before,
                step=step,
                offered=before.offered if before.midway else step,
                epochs=_epochs(before.epochs, step, {seat}),
                history=(
                    *before.history,
                    Public(text("taken-over", player=seat, name=name)),
                ),
            )
        case Left() if before.result is not None and before.result.outcome is not None:
            return replace(before, step=before.step + 1, offered=before.step + 1)
        case Left(seat):
            done = game.leave(before.state, seat, Rng(before.seed, before.step))
            events = (Public(text("left", player=seat)), *done.events)
        case Played(seat, code, late):
            legal = game.legal(before.state, seat)
            move = next((m for m in legal if m.code == code), None)
            if move is None:
                raise ReplayError(f"step {before.step}: {code} is not legal")
            done = game.apply(before.state, seat, move, Rng(before.seed, before.step))
            events = (*((Public(text("late", player=seat)),) if late else ()), *done.events)
        case _:
            assert_never(entry)
    to_move, result = _ends(game, done.state)
    step = before.step + 1
    decided = set() if done.midway else set(before.to_move) ^ set(to_move) | {entry.seat}
    return Position(
        state=done.state,
        seed=before.seed,
        step=step,
        offered=before.offered if done.midway else step,
        epochs=_epochs(before.epochs, step, decided),
        to_move=to_move,
        midway=done.midway,
        result=result,
        history=before.history + events,
    )


def _deal(before: Position | None, seed: bytes, table: Table, game: AnyGame) -> Position:
    standings = opening(len(table.seats))
    if before is not None:
        if before.result is None or before.result.outcome is not None:
            raise ReplayError(f"step {before.step}: no round can begin here")
        standings = before.result.standings
    step = before.step + 1 if before else 1
    state = game.deal(standings, options_of(table, game.info), Rng(seed, step - 1))
    to_move, result = _ends(game, state)
    epochs = before.epochs if before else (0,) * len(table.seats)
    return Position(
        state=state,
        seed=seed,
        step=step,
        offered=step,
        epochs=_epochs(epochs, step, set(SEATS[: len(table.seats)])),
        to_move=to_move,
        result=result,
    )


def _ends(game: AnyGame, state: object) -> tuple[tuple[Seat, ...], Result | None]:
    """Return who is to move, and the round's result if it is over: one of both there must be."""
    to_move, result = game.to_move(state), game.result(state)
    if not to_move and result is None:
        raise ReplayError("nobody is to move, and the round is not over")
    return to_move, result


def _epochs(epochs: tuple[int, ...], step: int, changed: set[Seat]) -> tuple[int, ...]:
    return tuple(step if s in changed else e for s, e in zip(SEATS, epochs, strict=False))
