"""The numbers of Passt nicht!'s players: what moves are worth, and what points are.

python -m bench.tune.passt_nicht thumb 2      # Thumb, with two players
python -m bench.tune.passt_nicht outlook 2    # Outlook, with the thumbs that are installed
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields, replace
from random import Random

from bench.tune.climb import climb, fit, from_every_seat, share, surprised
from chatlama.core.games.passt_nicht.position import COLOURS, DECK, JOKER
from chatlama.core.games.passt_nicht.rounds import HAND, TARGET
from chatlama.players.passt_nicht.outlook import OUTLOOK, Outlook
from chatlama.players.passt_nicht.rounds import Round
from chatlama.players.passt_nicht.thumb import Thumb, pick, thumb_for

GAMES_TRIED = 2_000
GAMES = 4_000
ROUNDS = 200
"""Rounds after which a game is given up (rulebook G7)."""


def games(thumbs: Sequence[Thumb], chance: Random) -> Iterator[list[int]]:
    """Yield everybody's points after each round of a game."""
    seats = len(thumbs)
    points, starter = [0] * seats, chance.randrange(seats)
    for number in range(ROUNDS):
        stream, cards = Random(f"{chance.random()} {number}"), list(DECK)
        stream.shuffle(cards)
        while cards[-1] == JOKER:
            stream.shuffle(cards)
        top = cards.pop()
        hands = [[cards.pop() for _ in range(HAND)] for _ in thumbs]
        layouts: list[list[list[int]]] = [[[] for _ in COLOURS] for _ in thumbs]
        round = Round(hands, layouts, [top], cards, starter, top, stream.shuffle)
        while not round.play(pick(round, thumbs[round.turn])):
            pass
        points = [had + got for had, got in zip(points, round.scores(), strict=True)]
        starter = (starter + 1) % seats
        yield points
        if max(points) >= TARGET:
            return


def ended(thumbs: Sequence[Thumb], chance: Random) -> list[int]:
    """Return everybody's points at the end of a game."""
    *_, points = games(thumbs, chance)
    return points


def nearby(thumb: Thumb) -> Iterator[Thumb]:
    """Yield thumbs that differ in one number."""
    for name in (field.name for field in fields(thumb)):
        value = getattr(thumb, name)
        for factor in (0, 0.5, 0.75, 1.33, 2):
            yield replace(thumb, **{name: round(value * factor, 3)})
        yield replace(thumb, **{name: round(value - 0.5, 3)})
        yield replace(thumb, **{name: round(value + 0.5, 3)})


def outlook(seats: int) -> tuple[Outlook, float]:
    """Return the numbers under which what happened was most likely, and how surprising it was."""
    known = []
    for number in range(GAMES):
        course = list(games([thumb_for(seats)] * seats, Random(f"outlook {number}")))
        won = [share(course[-1], seat, max) for seat in range(seats)]
        known += [(points, won) for points in course[:-1]]

    def surprise(numbers: Sequence[float]) -> float:
        tried = Outlook(*numbers)
        return surprised(
            (tried.chance(points, seat, over=True), won[seat])
            for points, won in known
            for seat in range(seats)
        )

    best, least = fit(astuple(OUTLOOK), surprise)
    return Outlook(*best), least


def main() -> None:
    """Find and print."""
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    if sys.argv[1:2] == ["outlook"]:
        print(*outlook(seats))
    else:
        print(
            climb(
                thumb_for(seats),
                nearby,
                from_every_seat(ended, seats, max),
                1 / seats,
                GAMES_TRIED // seats,
            )
        )


if __name__ == "__main__":
    main()
