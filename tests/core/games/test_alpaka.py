"""The rules of Alpaka, in the order of the rule book's rulings, and what holds in every game."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatlama.core.game import IllegalMove, Private, Public, Standings, opening
from chatlama.core.games.alpaka import GAME
from chatlama.core.games.alpaka.position import (
    ALPACA,
    DECK,
    MOVES,
    Rules,
    State,
    give_back,
    hand_value,
)
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Draw, Play, Quit, chips
from chatlama.core.text import SEATS, Seat

from .walks import walk

CLASSIC = Rules(englert=False, target=40)
ENGLERT = Rules(englert=True, target=40)
RNG = Rng(b"test", 0)


def position(
    *hands: tuple[int, ...],
    top: int,
    turn: int = 0,
    out: tuple[int, ...] = (),
    pile: tuple[int, ...] = (1, 2),
    points: tuple[int, ...] | None = None,
    gone: tuple[int, ...] = (),
    rules: Rules = CLASSIC,
) -> State:
    return State(
        rules,
        Standings(
            points or (0,) * len(hands),
            frozenset(SEATS[seat] for seat in gone),
            rounds=2,
            dealer=SEATS[(turn - 1) % len(hands)],
        ),
        hands,
        tuple(seat in out + gone for seat in range(len(hands))),
        top,
        pile,
        SEATS[turn],
    )


def do(state: State, *codes: str) -> State:
    """Return the position after these moves of whoever is on turn."""
    for code in codes:
        seat = state.turn
        assert code in codes_of(state), (code, codes_of(state))
        state = GAME.apply(state, seat, MOVES[code], RNG).state
    return state


def codes_of(state: State, seat: int | None = None) -> list[str]:
    at = state.turn if seat is None else SEATS[seat]
    return [move.code for move in GAME.legal(state, at)]


def left(state: State, *seats: int) -> State:
    for seat in seats:
        state = GAME.leave(state, SEATS[seat], RNG).state
    return state


def reason_of(state: State) -> str | None:
    return None if state.result is None else state.result.reason


def scores_of(state: State) -> tuple[int | None, ...] | None:
    assert state.result is not None
    return state.result.scores


def deal(
    standings: Standings, seed: bytes = b"seed", rules: str = "classic", target: str = "40"
) -> State:
    return GAME.deal(standings, {"rules": rules, "target": target}, Rng(seed, 0))


def test_the_deck_has_eight_cards_of_each_value() -> None:
    """A1"""
    assert Counter(DECK) == dict.fromkeys(range(1, ALPACA + 1), 8)


@pytest.mark.parametrize(("seats", "pile"), [(2, 43), (3, 37), (4, 31), (5, 25), (6, 19)])
def test_everybody_gets_six_cards_and_one_lies_face_up(seats: int, pile: int) -> None:
    """A2"""
    state = deal(opening(seats))
    assert [len(hand) for hand in state.hands] == [6] * seats
    assert len(state.pile) == pile
    assert all(hand == tuple(sorted(hand)) for hand in state.hands)
    cards = [*(card for hand in state.hands for card in hand), state.top, *state.pile]
    assert sorted(cards) == sorted(DECK)


def test_any_card_may_lie_face_up_first() -> None:
    """A2"""
    tops = {deal(opening(2), seed=bytes([n])).top for n in range(100)}
    assert tops == set(range(1, ALPACA + 1))


def test_cards_are_dealt_one_by_one_from_the_starter_on() -> None:
    """G2"""
    state = deal(Standings((0, 0, 0), dealer=Seat(0)))
    cards = Rng(b"seed", 0).shuffled(DECK)
    assert state.turn == 2
    assert state.hands == tuple(tuple(sorted(cards[at:18:3])) for at in (1, 2, 0))
    assert (state.top, state.pile) == (cards[18], cards[19:])


def test_left_of_the_dealer_starts_and_the_deal_moves_left() -> None:
    """A3"""
    state = deal(Standings((0, 0, 0), dealer=Seat(2)))
    assert (state.standings.dealer, state.turn) == (0, 1)


def test_who_left_neither_deals_nor_starts_nor_gets_cards() -> None:
    """A3, G1, G8"""
    state = deal(Standings((5, 5, 5, 5), frozenset({Seat(1), Seat(3)}), dealer=Seat(0)))
    assert (state.standings.dealer, state.turn) == (2, 0)
    assert [len(hand) for hand in state.hands] == [6, 0, 6, 0]
    assert state.quit == (False, True, False, True)
    assert len(state.pile) == 43


def test_the_first_dealer_is_drawn() -> None:
    """G3"""
    states = [deal(opening(3), seed=bytes([n])) for n in range(60)]
    assert {state.standings.dealer for state in states} == {0, 1, 2}
    assert all(state.turn == ((state.standings.dealer or 0) + 1) % 3 for state in states)


@pytest.mark.parametrize(("starter", "dealer"), [(0, 2), (2, 0)])
def test_the_first_starter_can_be_named(starter: int, dealer: int) -> None:
    """G3"""
    state = deal(Standings((0, 0, 0), frozenset({Seat(1)}), starter=SEATS[starter]))
    assert (state.turn, state.standings.dealer) == (starter, dealer)
    assert state.standings.starter is None


def test_a_turn_is_one_play_or_one_draw_or_quitting() -> None:
    """A4"""
    state = position((4, 5, 6), (1, 2), top=4)
    assert codes_of(state) == ["play:4", "play:5", "draw", "quit"]
    assert do(state, "play:5").turn == 1
    assert codes_of(state, 1) == []


@pytest.mark.parametrize("top", range(1, ALPACA + 1))
def test_the_same_value_or_the_next_fits_round_the_circle(top: int) -> None:
    """A5"""
    assert set(CLASSIC.fitting[top]) == {top, 1 if top == ALPACA else top + 1}


def test_the_alpaca_follows_the_six_and_the_one_the_alpaca() -> None:
    """A5"""
    state = do(position((2, 7), (1, 5), top=6), "play:al", "play:1")
    assert (state.top, state.turn, state.hands) == (1, 0, ((2,), (5,)))


def test_a_drawn_card_cannot_be_played_in_the_same_turn() -> None:
    """A6"""
    state = do(position((3,), (5, 6), top=1, pile=(2, 5)), "draw")
    assert (state.hands[0], state.pile, state.turn) == ((2, 3), (5,), 1)


def test_an_empty_pile_is_never_rebuilt() -> None:
    """A7, A9: quitting is the only move, and has to be made"""
    state = position((2, 5), (1, 4), top=3, pile=())
    assert codes_of(state) == ["quit"]
    assert do(position((2, 5), (1, 4), top=3, pile=(7,)), "draw").pile == ()


def test_who_plays_on_alone_may_not_draw() -> None:
    """A7, A11"""
    state = do(position((5,), (4, 6), top=4), "quit")
    assert state.turn == 1
    assert codes_of(state) == ["play:4", "quit"]


def test_who_quits_is_skipped_for_the_round() -> None:
    """A8"""
    state = do(position((1,), (2, 6), (4, 4), top=4), "quit", "draw", "play:4")
    assert (state.turn, state.quit) == (1, (True, False, False))


def test_the_round_ends_with_the_last_card() -> None:
    """A10, A12: the end is an empty hand even for who played on alone"""
    state = position((4,), (5, 5), (2,), top=4)
    assert reason_of(do(state, "play:4")) == "empty_hand"
    alone = state._replace(quit=(False, True, True))
    assert reason_of(do(alone, "play:4")) == "empty_hand"
    assert GAME.to_move(do(alone, "play:4")) == ()


def test_the_round_ends_when_all_have_quit() -> None:
    """A10, A11: who plays on alone may quit though a card fits"""
    state = do(position((4, 1), (4, 5), top=4), "quit", "quit")
    assert (reason_of(state), scores_of(state)) == ("all_quit", (5, 9))


def test_quitting_alone_can_change_who_wins() -> None:
    """A11: playing makes seat 2 win, quitting does not"""
    state = position((2, 6), (5,), (1,), top=6, out=(1, 2), points=(20, 39, 0), rules=ENGLERT)
    played, quitted = do(state, "play:6"), do(state, "quit")
    assert reason_of(played) == "sole_no_fit"
    assert played.result is not None
    assert quitted.result is not None
    assert played.result.outcome is not None
    assert played.result.standings.points == (20, 44, 0)
    assert played.result.outcome.winners == (2,)
    assert quitted.result.standings.points == (28, 39, 0)
    assert quitted.result.outcome is None


def test_the_round_ends_by_itself_when_nothing_fits_the_only_hand() -> None:
    """A12: after a play"""
    state = do(position((2,), (5, 7), (3, 4, 6), top=3, turn=2, out=(0, 1)), "play:3")
    assert (reason_of(state), state.turn) == (None, 2)
    state = do(state, "play:4")
    assert (reason_of(state), scores_of(state)) == ("sole_no_fit", (2, 15, 6))


def test_quitting_ends_the_round_if_nothing_fits_the_hand_that_is_left() -> None:
    """A12: after a quit, also by time-out"""
    state = position((6,), (2, 5), top=3)
    late = GAME.apply(state, Seat(0), GAME.default(state, Seat(0)), RNG).state
    assert late == do(state, "quit")
    assert (reason_of(late), scores_of(late)) == ("sole_no_fit", (6, 7))


def test_under_englert_the_lower_card_keeps_the_round_alive() -> None:
    """A12, A17"""
    state = do(position((6,), (2, 5), top=3, rules=ENGLERT), "quit")
    assert reason_of(state) is None
    assert codes_of(state) == ["play:2", "quit"]


def test_the_last_but_one_leaving_ends_the_round_if_nothing_fits() -> None:
    """A12, A21d: after a leave, on the leaver's turn and on the other's"""
    for turn in (0, 1):
        state = left(position((6,), (2, 5), (3,), top=3, turn=turn, out=(2,)), 0)
        assert (reason_of(state), scores_of(state)) == ("sole_no_fit", (None, 7, 3))


def test_somebody_may_leave_while_one_plays_on_alone() -> None:
    """A12, A21d"""
    state = left(position((6,), (2, 3), (3,), top=3, turn=1, out=(0, 2)), 0)
    assert (reason_of(state), state.turn, codes_of(state)) == (None, 1, ["play:3", "quit"])


@pytest.mark.parametrize(
    ("hand", "value"),
    [((), 0), ((3, 3, 5, 7), 18), ((4, 4, 4, 4), 4), ((7, 7), 10), ((1, 2, 3, 4, 5, 6, 7), 31)],
)
def test_every_different_value_counts_once(hand: tuple[int, ...], value: int) -> None:
    """A13"""
    assert hand_value(hand) == value


def test_those_who_quit_pay_too() -> None:
    """A13"""
    state = position((3, 3, 5, 7), (4, 4, 4), (1, 2, 3), (7, 7), top=5, turn=2, out=(0, 1))
    assert scores_of(do(state, "quit")) == (18, 4, 6, 10)


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (9, 8), (10, 9), (30, 29)])
def test_an_empty_hand_returns_one_point(before: int, after: int) -> None:
    """A14"""
    assert give_back(before) == after
    state = do(position((1,), (5, 5), top=7, points=(before, 4)), "play:1")
    assert state.result is not None
    assert state.result.scores == (0, 5)
    assert state.result.standings.points == (after, 9)


def test_points_are_shown_as_chips_of_ten_and_one() -> None:
    """A14"""
    assert [chips(points) for points in (0, 9, 12, 30)] == [(0, 0), (0, 9), (1, 2), (3, 0)]


def test_the_game_ends_at_the_target_and_the_fewest_points_win() -> None:
    """A15, G9"""
    state = do(position((5,), (3,), (2,), top=2, turn=2, points=(38, 25, 12)), "play:2")
    assert state.result is not None
    assert state.result.standings == Standings((43, 28, 11), rounds=3, dealer=Seat(1))
    assert state.result.outcome is not None
    assert state.result.outcome.ranks == (3, 2, 1)


def test_exactly_the_target_ends_the_game_and_ties_share() -> None:
    """A15, G9"""
    twenty = Rules(englert=False, target=20)
    state = position((6,), (2,), (2,), top=1, turn=1, points=(14, 3, 0), rules=twenty)
    state = do(state, "play:2")
    assert state.result is not None
    assert state.result.standings.points == (20, 2, 2)
    assert state.result.outcome is not None
    assert state.result.outcome.ranks == (3, 1, 1)
    assert state.result.outcome.winners == (1, 2)


def test_below_the_target_the_game_goes_on() -> None:
    """A15: the penalty comes first, then the check"""
    state = do(position((6,), (2,), top=1, turn=1, points=(33, 39)), "play:2")
    assert state.result is not None
    assert state.result.standings.points == (39, 38)
    assert state.result.outcome is None


def test_the_options_are_fixed_lists() -> None:
    """A16"""
    assert GAME.info.defaults() == {"rules": "classic", "target": "40"}
    assert deal(opening(2), rules="englert", target="80").rules == Rules(englert=True, target=80)
    with pytest.raises(ValueError, match="30"):
        deal(opening(2), target="30")
    with pytest.raises(ValueError, match="wild"):
        deal(opening(2), rules="wild")


@pytest.mark.parametrize("top", range(1, ALPACA + 1))
def test_under_englert_the_next_lower_value_fits_too(top: int) -> None:
    """A17"""
    fitting = {ALPACA if top == 1 else top - 1, top, 1 if top == ALPACA else top + 1}
    assert set(ENGLERT.fitting[top]) == fitting
    everything = tuple(range(1, ALPACA + 1))
    legal = GAME.legal(position(everything, (1,), top=top, rules=ENGLERT), Seat(0))
    assert {move.value for move in legal if isinstance(move, Play)} == fitting


def test_under_englert_the_dearest_hand_alone_pays() -> None:
    """A18"""
    state = position((3, 3, 5, 7), (4, 4), (1, 2, 3), top=6, turn=1, out=(0,), rules=ENGLERT)
    assert scores_of(do(state, "quit")) == (18, 0, 0)


def test_under_englert_all_of_the_dearest_hands_pay() -> None:
    """A18"""
    state = position((6,), (1, 5), (6, 6), top=3, turn=2, out=(0, 1), rules=ENGLERT)
    assert scores_of(do(state, "quit")) == (6, 6, 6)


def test_under_englert_an_empty_hand_still_returns_a_chip() -> None:
    """A18, A19"""
    state = position((3,), (1, 6), (2, 7), top=2, points=(15, 20, 5), rules=ENGLERT)
    state = do(state, "play:3")
    assert state.result is not None
    assert state.result.scores == (0, 0, 12)
    assert state.result.standings.points == (14, 20, 17)


def test_who_runs_out_of_time_quits_also_alone() -> None:
    """A20"""
    state = position((4, 5), (1,), top=4, out=(1,))
    late = GAME.apply(state, Seat(0), GAME.default(state, Seat(0)), RNG).state
    assert reason_of(late) == "all_quit"


def test_below_two_players_the_game_ends_unscored() -> None:
    """A21a"""
    state = left(position((7,), (5, 6), top=4, points=(30, 9)), 1)
    assert state.result is not None
    assert state.result.reason == "too_few_players"
    assert state.result.scores is None
    assert state.result.standings == Standings((30, 9), frozenset({Seat(1)}), 2, Seat(1))
    assert state.result.outcome is not None
    assert state.result.outcome.ranks == (1, None)


def test_leavers_neither_win_nor_end_the_game() -> None:
    """A21b"""
    state = position((6,), (1,), (2, 2), (1,), top=6, points=(10, 45, 0, 3), gone=(1,))
    state = do(left(state, 2), "play:al" if "play:al" in codes_of(state) else "play:6")
    assert state.result is not None
    assert state.result.standings.points == (9, 45, 0, 4)
    assert state.result.outcome is None
    ended = left(state, 3)
    assert ended.result is not None
    assert ended.result.outcome is not None
    assert ended.result.outcome.ranks == (1, None, None, None)


def test_a_leavers_cards_are_not_scored_nor_the_dearest() -> None:
    """A21c"""
    state = left(position((1, 7), (2, 5), (3,), top=3, turn=2, rules=ENGLERT), 0)
    assert scores_of(do(state, "play:3")) == (None, 7, 0)


def test_if_all_who_remain_had_quit_the_round_is_scored() -> None:
    """A21d"""
    state = left(position((4, 5), (2,), (3,), top=4, out=(1, 2)), 0)
    assert (reason_of(state), scores_of(state)) == ("all_quit", (None, 2, 3))


@pytest.mark.parametrize(("leaver", "turn"), [(0, 1), (1, 0), (2, 0)])
def test_the_turn_passes_if_the_leaver_had_it(leaver: int, turn: int) -> None:
    """A21e"""
    state = left(position((1,), (2,), (3,), top=4), leaver)
    assert (reason_of(state), state.turn) == (None, turn)


def test_leaving_after_the_round_voids_nothing() -> None:
    """A21, G8"""
    scored = do(position((4,), (5, 5), (2,), top=4, points=(9, 9, 9)), "play:4")
    assert scored.result is not None
    two = left(scored, 0)
    assert two.result is not None
    assert two.result.scores == (0, 5, 2)
    assert two.result.standings.points == (8, 14, 11)
    assert two.result.standings.present == (1, 2)
    assert two.result.outcome is None
    one = left(two, 1)
    assert one.result is not None
    assert one.result.outcome is not None
    assert one.result.outcome.ranks == (None, None, 1)
    nobody = left(one, 2)
    assert nobody.result is not None
    assert nobody.result.outcome == one.result.outcome


def test_the_next_deal_goes_on_from_the_result() -> None:
    """A3"""
    state = do(position((1,), (5, 5), top=7, points=(13, 4)), "play:1")
    assert state.result is not None
    following = deal(state.result.standings)
    assert (following.standings.dealer, following.turn) == (0, 1)
    assert following.standings.points == (12, 9)


@pytest.mark.parametrize(
    ("seat", "code", "reason", "said"),
    [
        (0, "wish:4", "not_now", "alpaka-no-such-move"),
        (0, "play:7", "not_now", "alpaka-no-such-move"),
        (3, "play:4", "not_now", "alpaka-not-in-game"),
        (2, "play:4", "has_quit", "alpaka-has-quit"),
        (1, "play:4+4", "not_your_turn", "alpaka-not-your-turn"),
        (0, "play:4+4", "one_card_per_turn", "alpaka-one-card"),
        (0, "play:al,1", "one_card_per_turn", "alpaka-one-card"),
        (0, "play:1", "card_not_in_hand", "alpaka-not-in-hand"),
        (0, "play:al", "card_does_not_fit", "alpaka-misfit"),
        (0, "draw", "draw_pile_empty", "alpaka-no-draw-empty"),
    ],
)
def test_refusals_name_the_first_reason(seat: int, code: str, reason: str, said: str) -> None:
    """G4"""
    state = position((4, 7), (1,), (1,), (), top=4, out=(2,), gone=(3,), pile=())
    refusal = GAME.refuse(state, SEATS[seat], code)
    assert (refusal.reason, refusal.text.id) == (reason, said)


def test_playing_on_alone_is_the_first_reason_not_to_draw() -> None:
    """G4"""
    state = position((4, 7), (1,), top=4, out=(1,), pile=())
    assert GAME.refuse(state, Seat(0), "draw").reason == "sole_player_no_draw"


def test_under_englert_the_refusal_names_three_cards() -> None:
    """G4"""
    state = position((2, 7), (1,), top=4, rules=ENGLERT)
    refusal = GAME.refuse(state, Seat(0), "play:2")
    assert (refusal.reason, refusal.text.id) == ("card_does_not_fit", "alpaka-misfit-englert")


def test_after_the_round_nothing_can_be_done() -> None:
    """G4"""
    state = do(position((4,), (5, 5), top=4), "play:4")
    assert codes_of(state, 0) == []
    assert GAME.refuse(state, Seat(0), "draw").reason == "not_now"
    with pytest.raises(IllegalMove, match="quit"):
        GAME.apply(state, Seat(0), Quit(), RNG)


def test_a_legal_move_is_not_refused() -> None:
    with pytest.raises(ValueError, match="legal"):
        GAME.refuse(position((4,), (1,), top=4), Seat(0), "quit")


def test_views_hide_hands_and_the_order_of_the_pile_until_the_score() -> None:
    """G5"""
    state = position((4, 4), (5, 5), (2,), top=4, out=(2,))
    view = GAME.view(state, Seat(1))
    assert (view.hand, view.counts, view.pile) == ((5, 5), (2, 2, 1), 2)
    assert view.revealed is None
    assert GAME.view(state, None).hand is None
    scored = do(left(state, 1), "play:4", "play:4")
    assert GAME.view(scored, None).revealed == ((), (), (2,))
    assert GAME.view(left(state, 1, 2), None).revealed is None
    assert GAME.view(left(state, 1), None).counts == (2, 0, 1)


def test_only_who_draws_learns_the_card() -> None:
    """G5"""
    state = position((3,), (5,), top=1, pile=(2,))
    public, private = GAME.apply(state, Seat(0), Draw(), RNG).events
    assert isinstance(public, Public)
    assert isinstance(private, Private)
    assert private.seat == 0
    assert dict(private.text.args) == {"card": 2}
    assert "card" not in dict(public.text.args)


def test_cards_stay_out_of_the_representation() -> None:
    """G5"""
    assert "hands" not in repr(position((3,), (5,), top=1))
    assert "pile" not in repr(position((3,), (5,), top=1))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_random_games_keep_the_rules(seed: int) -> None:
    """A1, A7, A12, G7: no card is lost but by laying it down, and a round goes on with a move"""
    for state in walk(GAME, seed):
        cards = Counter(card for hand in state.hands for card in hand)
        cards.update(state.pile)
        assert not cards - Counter(DECK)
        for seat in SEATS[: len(state.hands)]:
            legal = GAME.legal(state, seat)
            assert bool(legal) == (seat in GAME.to_move(state))
            for move in MOVES.values():
                if move in legal:
                    GAME.apply(state, seat, move, RNG)
                else:
                    assert GAME.refuse(state, seat, move.code).reason
                    with pytest.raises(IllegalMove):
                        GAME.apply(state, seat, move, RNG)
        if state.result is None and state.quit.count(False) == 1:
            assert isinstance(GAME.legal(state, state.turn)[0], Play)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_a_redealt_position_looks_the_same(seed: int) -> None:
    """G5: views and legal moves agree, and the same cards are somewhere"""
    for step, state in enumerate(walk(GAME, seed)[::5]):
        for viewer in (None, *SEATS[: len(state.hands)]):
            other = GAME.redeal(state, viewer, Rng(b"other", step))
            assert GAME.view(other, viewer) == GAME.view(state, viewer)
            assert GAME.to_move(other) == GAME.to_move(state)
            if viewer is not None:
                assert GAME.legal(other, viewer) == GAME.legal(state, viewer)
            if state.result is None and state.quit.count(False) == 1:
                assert isinstance(GAME.legal(other, other.turn)[0], Play)
            assert all_cards(other) == all_cards(state)


def all_cards(state: State) -> list[int]:
    return sorted([*(card for hand in state.hands for card in hand), *state.pile])


def test_redealing_moves_leavers_cards_too_and_spares_what_was_scored() -> None:
    """G5, A21c"""
    start = left(deal(opening(4)), 3)
    hands = {GAME.redeal(start, Seat(0), Rng(bytes([n]), 0)).hands for n in range(30)}
    assert len({hand[0] for hand in hands}) == 1
    assert all(len({hand[seat] for hand in hands}) > 1 for seat in (1, 2, 3))
    scored = do(start, *["quit"] * 3) if reason_of(start) is None else start
    over = {GAME.redeal(scored, None, Rng(bytes([n]), 0)).hands for n in range(30)}
    assert all(len({hand[seat] for hand in over}) == 1 for seat in (0, 1, 2))
    assert len({hand[3] for hand in over}) > 1
