"""What rounds hand to each other, and how seats are counted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from chatlama.core.clock import TURN, overdue
from chatlama.core.game import Event, Outcome, Private, Public, Standings, clockwise, opening
from chatlama.core.player import Thought, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.text import Seat, Text
from tests.toy import GAME


def test_a_game_opens_with_nothing() -> None:
    assert opening(3) == Standings((0, 0, 0))
    assert opening(3).present == (Seat(0), Seat(1), Seat(2))
    assert all(isinstance(seat, Seat) for seat in opening(3).present)


def test_who_left_is_passed_over() -> None:
    """Left of a seat is the next one that is still there (rulebook G1)."""
    standings = Standings((0,) * 5, gone=frozenset({Seat(1), Seat(2), Seat(4)}))
    assert standings.present == (Seat(0), Seat(3))
    assert standings.after(Seat(0)) == Seat(3)
    assert standings.after(Seat(2)) == Seat(3)
    assert standings.after(Seat(3)) == Seat(0)
    assert standings.after(Seat(4)) == Seat(0)


def test_who_is_alone_follows_himself() -> None:
    assert Standings((0, 0), gone=frozenset({Seat(0)})).after(Seat(1)) == Seat(1)


def test_seats_follow_each_other_clockwise() -> None:
    assert clockwise(Seat(2), 4) == (Seat(3), Seat(0), Seat(1), Seat(2))
    assert clockwise(Seat(3), 4) == (Seat(0), Seat(1), Seat(2), Seat(3))


def test_everybody_of_the_best_rank_has_won() -> None:
    """Victories are shared (rulebook G9)."""
    assert Outcome((1, 3, 1, None)).winners == (Seat(0), Seat(2))
    assert Outcome((None, None)).winners == ()


def test_the_first_choice_of_an_option_is_its_default() -> None:
    assert GAME.info.defaults() == {"rounds": "2"}


def test_the_last_instant_of_a_turn_belongs_to_the_player() -> None:
    """More than 90 seconds are too late (rulebook A20)."""
    assert not overdue(TURN)
    assert overdue(TURN + timedelta(microseconds=1))
    assert not overdue(timedelta(minutes=2), limit=timedelta(minutes=3))


def test_the_last_thought_counts_and_there_has_to_be_one() -> None:
    moves = GAME.legal(GAME.deal(opening(2), {"rounds": "2"}, Rng(b"", 0)), Seat(0))
    thoughts = [Thought(move, Text("why")) for move in moves]
    assert conclusion(iter(thoughts)) == thoughts[-1]
    with pytest.raises(ValueError, match="thinks nothing"):
        conclusion(())


def test_a_sight_holds_what_its_seat_knows_and_nothing_that_others_were_told() -> None:
    state = GAME.deal(opening(2), {"rounds": "2"}, Rng(b"", 0))
    told: list[Event] = [
        Public(Text("a")),
        Private(Seat(0), Text("b")),
        Private(Seat(1), Text("c")),
    ]
    sight = sight_of(GAME, state, Seat(1), {"rounds": "2"}, told)
    assert (sight.seat, sight.options) == (1, {"rounds": "2"})
    assert sight.view == GAME.view(state, Seat(1))
    assert sight.moves == GAME.legal(state, Seat(1))
    assert sight.history == (told[0], told[2])
