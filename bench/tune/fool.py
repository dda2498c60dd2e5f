"""The numbers of Foppen's players: what cards are worth, and what points are.

    python -m bench.tune.fool thumb       # Thumb, with four players
    python -m bench.tune.fool outlook     # Outlook, with the thumb that is installed

A second word is the number of players.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields, replace
from random import Random
from typing import Any

from bench.tune.climb import climb, fit, from_every_seat, share, surprised
from chatlama.core.games.fool.cards import DECKS, cards_for
from chatlama.core.games.fool.tricks import LIMIT, PRIZE, TICKS
from chatlama.players.fool.outlook import OUTLOOK, Outlook
from chatlama.players.fool.rounds import Round, order_of, packed
from chatlama.players.fool.thumb import THUMB, Thumb, pick

GAMES_TRIED = 1_200
GAMES = 3_000


def games(thumbs: Sequence[Thumb], chance: Random) -> Iterator[tuple[list[int], int]]:
    """Yield everybody's points and the prizes so far after each round of a game."""
    seats = len(thumbs)
    points, ticks, starter = [0] * seats, 0, chance.randrange(seats)
    while ticks < TICKS and min(points) > LIMIT:
        cards = list(cards_for(seats))
        chance.shuffle(cards)
        hands = [packed(cards[seat::seats]) for seat in range(seats)]
        round = Round(DECKS[seats].discs, hands, order_of(seats, starter, ()))
        while not round.play(pick(round, thumbs[round.order[len(round.keys)]])):
            pass
        scores = round.scores()
        points = [had + got for had, got in zip(points, scores, strict=True)]
        ticks += scores.count(PRIZE)
        after = [(starter + 1 + seat) % seats for seat in range(seats)]
        starter = min(after, key=points.__getitem__)
        yield points, ticks


def ended(thumbs: Sequence[Thumb], chance: Random) -> list[int]:
    """Return everybody's points at the end of a game."""
    *_, (points, _) = games(thumbs, chance)
    return points


def nearby(thumb: Thumb) -> Iterator[Thumb]:
    """Yield thumbs that differ in one number."""
    for factor in (0.7, 0.85, 1.2, 1.4):
        yield replace(thumb, fooled=round(thumb.fooled * factor, 1))
        yield replace(thumb, joker=round(thumb.joker * factor, 1))
    for name in (field.name for field in fields(thumb) if field.name not in {"fooled", "joker"}):
        early, late = getattr(thumb, name)
        for by in (-0.5, -0.2, 0.2, 0.5):
            for pair in ((round(early + by, 2), late), (early, round(late + by, 2))):
                changed: dict[str, Any] = {name: pair}
                yield replace(thumb, **changed)


def outlook(seats: int) -> tuple[Outlook, float]:
    """Return the numbers under which what happened was most likely, and how surprising it was."""
    known = []
    for number in range(GAMES):
        course = list(games([THUMB] * seats, Random(f"outlook {number}")))
        final = course[-1][0]
        known += [
            (points, ticks, [share(final, s, max) for s in range(seats)])
            for points, ticks in course[:-1]
        ]

    def surprise(numbers: Sequence[float]) -> float:
        tried = Outlook(*numbers)
        return surprised(
            (tried.chance(points, ticks, seat), won[seat])
            for points, ticks, won in known
            for seat in range(seats)
        )

    best, least = fit(astuple(OUTLOOK), surprise)
    return Outlook(*best), least


def main() -> None:
    """Find and print."""
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    if sys.argv[1:2] == ["outlook"]:
        print(*outlook(seats))
    else:
        print(
            climb(
                THUMB,
                nearby,
                from_every_seat(ended, seats, max),
                1 / seats,
                GAMES_TRIED // seats,
            )
        )


if __name__ == "__main__":
    main()
