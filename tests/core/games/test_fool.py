"""The rules of Foppen, in the order of the rule book's rulings, and what holds in every game."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.core.game import IllegalMove, Public, Result, Standings, opening
from chatlama.core.games.fool import GAME
from chatlama.core.games.fool.cards import (
    CODES,
    DECKS,
    JOKER,
    MOVES,
    OPEN,
    Play,
    card_of,
    cards_for,
    penalty,
)
from chatlama.core.games.fool.position import Deal, State, Trick
from chatlama.core.games.fool.rules import voids
from chatlama.core.games.fool.tricks import LIMIT, TICKS, judge, lead_suit, settle
from chatlama.core.ranking import ranked
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat

RNG = Rng(b"test", 0)


def cards(said: str) -> tuple[int, ...]:
    """Return the cards of ``g10 y3 1``, in this order."""
    return tuple(MOVES[f"play:{each}"].card for each in said.split())


def position(
    *hands: str,
    leader: int = 0,
    holders: tuple[int, ...] = (),
    plays: str = "",
    starter: int | None = None,
    points: tuple[int, ...] | None = None,
    ticks: int = 0,
    gone: tuple[int, ...] = (),
) -> State:
    seats = len(hands)
    around = [SEATS[(leader + at) % seats] for at in range(seats)]
    order = tuple(seat for seat in around if seat not in holders + gone)
    away = frozenset(SEATS[seat] for seat in gone)
    standings = Standings(points or (0,) * seats, away, rounds=2, ticks=ticks)
    deal = Deal(
        standings,
        SEATS[leader if starter is None else starter],
        DECKS[seats - len(gone)].discs,
    )
    played = cards(plays)
    return State(
        Trick(deal, order, tuple(SEATS[seat] for seat in holders), ()),
        tuple(tuple(sorted(cards(hand))) for hand in hands),
        played,
        lead_suit(played),
        order[len(played)],
    )


def do(state: State, *said: str) -> State:
    """Return the position after these cards of whoever is on turn."""
    for each in said:
        assert each in legal(state), (each, legal(state))
        state = GAME.apply(state, state.turn, MOVES[f"play:{each}"], RNG).state
    return state


def legal(state: State, seat: int | None = None) -> list[str]:
    at = state.turn if seat is None else SEATS[seat]
    return [move.code.removeprefix("play:") for move in GAME.legal(state, at)]


def left(state: State, *seats: int) -> State:
    for seat in seats:
        state = GAME.leave(state, SEATS[seat], RNG).state
    return state


def over(state: State) -> Result:
    result = GAME.result(state)
    assert result is not None
    return result


def deal(standings: Standings, seed: bytes = b"seed") -> State:
    return GAME.deal(standings, {}, Rng(seed, 0))


def judged(said: str, discs: int = 1) -> tuple[int, list[int]]:
    plays = cards(said)
    winner, fools = judge(plays, lead_suit(plays), discs)
    return winner, list(fools)


# --- cards, players, the deal ----------------------------------------------------------------


def test_four_to_eight_play() -> None:
    """F1"""
    assert (GAME.info.min_seats, GAME.info.max_seats) == (4, 8)
    for seats in (3, 9):
        with pytest.raises(ValueError, match=f"by {seats}"):
            deal(opening(seats))


@pytest.mark.parametrize(
    ("seats", "tops", "jokers", "count", "hand", "discs"),
    [
        (4, (17, 11, 13, 8), 3, 48, 12, 1),
        (5, (20, 14, 16, 10), 4, 60, 12, 1),
        (6, (23, 17, 19, 12), 5, 72, 12, 1),
        (7, (26, 20, 22, 14), 6, 84, 12, 2),
        (8, (27, 21, 23, 15), 6, 88, 11, 2),
    ],
)
def test_decks_depend_on_the_number_of_players(
    seats: int, tops: tuple[int, ...], jokers: int, count: int, hand: int, discs: int
) -> None:
    """F2, F3: green, yellow, orange, blue; all cards are dealt"""
    state = deal(opening(seats))
    dealt = [card for each in state.hands for card in each]
    expected = [
        card_of(suit, number) for suit, top in enumerate(tops) for number in range(2, top + 1)
    ]
    assert Counter(dealt) == Counter([*expected, *[JOKER] * jokers])
    assert len(dealt) == count
    assert {len(each) for each in state.hands} == {hand}
    assert DECKS[seats].hand == hand
    assert state.trick.deal.discs == discs


def test_hands_are_sorted_by_suit_and_jokers_lie_last() -> None:
    state = deal(opening(4))
    assert all(hand == tuple(sorted(hand)) for hand in state.hands)
    assert sorted(cards("1 b2 g17 o3 y2")) == list(cards("g17 y2 o3 b2 1"))


def test_cards_are_dealt_one_by_one_from_the_starter_on() -> None:
    """G2"""
    state = deal(Standings((0,) * 4, starter=Seat(2)))
    dealt = Rng(b"seed", 0).shuffled(cards_for(4))
    assert state.turn == 2
    assert state.hands == tuple(tuple(sorted(dealt[at::4])) for at in (2, 3, 0, 1))


def test_the_first_starter_is_drawn() -> None:
    """G3"""
    assert {deal(opening(4), bytes([n])).turn for n in range(60)} == {0, 1, 2, 3}


def test_left_of_the_dealer_leads_the_first_round() -> None:
    """F4, G3: where somebody names the dealer; leavers are skipped"""
    assert deal(Standings((0,) * 4, dealer=Seat(3))).turn == 0
    assert deal(Standings((0,) * 5, frozenset({Seat(0)}), dealer=Seat(4))).turn == 1


def test_who_left_gets_no_cards_and_the_deck_shrinks() -> None:
    """G8"""
    state = deal(Standings((5,) * 6, frozenset({Seat(1), Seat(3)}), starter=Seat(3), ticks=2))
    assert [len(hand) for hand in state.hands] == [12, 0, 12, 0, 12, 12]
    assert state.trick.order == (4, 5, 0, 2)


# --- the trick -------------------------------------------------------------------------------


def test_any_card_may_be_led() -> None:
    """F4; equal jokers are one choice"""
    state = position("g3 y5 b2 1 1", "g4", "g5", "g6")
    assert legal(state) == ["g3", "y5", "b2", "1"]


def test_everybody_plays_once_clockwise_and_holders_are_skipped() -> None:
    """F4, F10, G1"""
    state = position("g3 g5", "g8 o3", "g6 b2", "y2 y3 y4", leader=2, holders=(3,))
    turns = []
    for each in ("g6", "g3", "g8"):
        turns.append(state.turn)
        state = do(state, each)
    assert turns == [2, 0, 1]
    assert state.trick.order == (1, 2, 3)


def test_who_has_the_lead_suit_must_follow_or_play_a_joker() -> None:
    """F5, F6"""
    state = position("g9 o2", "g2 g4 y5 1 1", "g4", "b2", plays="g10")
    assert legal(state) == ["g2", "g4", "1"]
    assert legal(position("g9", "g2 y5", "g4", "b2", plays="g10")) == ["g2"]


def test_who_has_not_may_play_anything() -> None:
    """F5, F6: a joker alone does not bind, and need not be played"""
    state = position("g9", "y5 b3 1", "g4", "b2", plays="g10")
    assert legal(state) == ["y5", "b3", "1"]
    assert legal(position("g9", "1 1", "g4", "b2", plays="g10")) == ["1"]


def test_the_first_card_that_is_no_joker_sets_the_suit() -> None:
    """F7"""
    state = position("g9 1", "1 o5 y2", "o2 y5", "o4 b7")
    state = do(state, "1")
    assert (state.suit, legal(state)) == (OPEN, ["y2", "o5", "1"])
    state = do(state, "1")
    assert (state.suit, legal(state)) == (OPEN, ["y5", "o2"])
    assert legal(do(state, "o2")) == ["o4"]
    assert legal(do(state, "y5")) == ["o4", "b7"]


@pytest.mark.parametrize(
    ("plays", "winner", "fools"),
    [
        ("g10 g5 g17 g2", 2, [3]),
        ("o5 b7 g3 o9", 3, [2]),
        ("o5 b4 g4 o2", 0, [2]),
        ("1 y3 y7 g9", 2, [3]),
        ("1 1 b5 b2", 2, [1]),
        ("1 1 1 1", 0, [3]),
        ("g2 y17 1 b8", 0, [3]),
        ("g2 1 g9", 2, [1]),
    ],
)
def test_the_best_card_wins_and_the_worst_makes_a_fool(
    plays: str, winner: int, fools: list[int]
) -> None:
    """F7, F8, F9, F10"""
    assert judged(plays) == (winner, fools)


@pytest.mark.parametrize(
    ("plays", "winner", "fools"),
    [
        ("g10 g12 y3 o3 g4 g20 g8", 5, [3, 2]),
        ("g10 g12 y20 1 g2", 1, [2, 3]),
        ("1 1 1 1 1 1", 0, [5, 4]),
        ("g10 1 1 g3 g2", 0, [2, 1]),
        ("g10 y2 b2 o9 g2", 0, [2, 1]),
    ],
)
def test_with_two_discs_the_two_worst_are_fools(plays: str, winner: int, fools: list[int]) -> None:
    """F10"""
    assert judged(plays, 2) == (winner, fools)


@given(st.integers(0, 2**32), st.sampled_from(sorted(DECKS)))
def test_who_wins_is_never_a_fool(seed: int, players: int) -> None:
    """F11"""
    discs = DECKS[players].discs
    plays = tuple(random.Random(seed).sample(cards_for(players), players - discs))
    winner, fools = judge(plays, lead_suit(plays), discs)
    assert len({winner, *fools}) == 1 + discs


def test_in_the_first_trick_all_play() -> None:
    """F12"""
    state = deal(opening(7))
    assert len(state.trick.order) == 7
    assert state.trick.fools == ()


def test_fools_sit_out_the_next_trick_and_hand_their_discs_on() -> None:
    """F10, F11, F13"""
    state = position("g3 g5 o2", "g8 o3 o4", "g6 b2 b3", "y2 y3 y4", leader=2)
    state = do(state, "g6", "y2", "g3", "g8")
    assert (state.trick.fools, state.turn, state.trick.order) == ((3,), 1, (1, 2, 0))
    state = do(state, "o4", "b2", "o2")
    assert (state.trick.fools, state.trick.order) == ((2,), (1, 3, 0))
    assert [len(hand) for hand in state.hands] == [1, 1, 1, 2]


def test_with_seven_players_two_sit_out() -> None:
    """F3, F10"""
    hands = ["g10 o2", "g11 o3", "y3 o4", "o3 y9", "g4 o5", "g20 o6", "g8 o7"]
    state = do(position(*hands), "g10", "g11", "y3", "o3", "g4", "g20", "g8")
    assert (state.trick.fools, state.trick.order) == ((3, 2), (5, 6, 0, 1, 4))


# --- the end of a round ----------------------------------------------------------------------


def test_the_last_trick_is_completed_and_its_fool_named() -> None:
    """F14"""
    state = position("g5", "g9 y2", "g7 1", "1 o7 y3", holders=(3,))
    state = do(state, "g5", "g9")
    assert state.result is None
    state = do(state, "g7")
    assert over(state).reason == "empty_hand"
    assert GAME.to_move(state) == ()
    assert state.last is not None
    assert (state.last.winner, state.last.fools, state.last.order) == (1, (0,), (0, 1, 2))


def test_cards_left_cost_their_numbers_and_a_joker_five() -> None:
    """F15"""
    assert penalty(cards("1 o7 y3")) == 15
    assert penalty(cards("1 1")) == 10
    assert penalty(()) == 0
    state = do(position("g5", "g9 y2", "g7 1", "1 o7 y3", holders=(3,)), "g5", "g9", "g7")
    assert over(state).scores == (0, -2, -5, -15)
    assert over(state).standings.ticks == 0


def test_an_empty_hand_brings_ten_but_not_to_the_fool() -> None:
    """F15, F16, G6: several may get it, each is ticked"""
    state = position("g5", "g9", "g7", "o2 o3", holders=(3,), ticks=2, points=(1, 2, 3, 4))
    result = over(do(state, "g5", "g9", "g7"))
    assert result.scores == (0, 10, 10, -5)
    assert result.standings == Standings((1, 12, 13, -1), rounds=3, starter=Seat(3), ticks=4)
    assert result.outcome is None


def test_a_fool_with_cards_left_scores_the_cards() -> None:
    """F15"""
    state = position("g5 b8", "g9", "g7 y2", "o2", holders=(3,))
    assert over(do(state, "g5", "g9", "g7")).scores == (-8, 10, -2, -2)


@pytest.mark.parametrize(
    ("points", "former", "starter"),
    [
        ((-79, 22, -39, 1), 1, 0),
        ((-20, -20, 5, 0), 0, 1),
        ((-20, -19, 5, 0), 0, 0),
        ((-20, 0, -20, -20), 2, 3),
        ((-20, 0, -20, -20), 3, 0),
        ((-20, 0, -20, 7), 0, 2),
        ((0, 0, 0, 0), 3, 0),
    ],
)
def test_who_stands_lowest_begins(points: tuple[int, ...], former: int, starter: int) -> None:
    """F17"""
    result = settle(Standings(points), SEATS[former], (0,) * 4, 0)
    assert result.standings.starter == starter
    assert deal(result.standings).turn == starter


def test_the_starter_is_who_led_the_first_trick() -> None:
    """F17c: the search begins left of him, whoever leads now"""
    state = position("g5", "g9", "g7", "o2", holders=(3,), starter=1, points=(-10, 0, -10, 2))
    assert over(do(state, "g5", "g9", "g7")).standings.starter == 0
    state = position("g9", "g5", "g7", "o8", holders=(3,), starter=0, points=(-6, -4, -6, 12))
    result = over(do(state, "g9", "g5", "g7"))
    assert result.standings.points == (4, -4, 4, 4)
    assert result.standings.starter == 1


@pytest.mark.parametrize(
    ("points", "ticks", "ended"),
    [((-79, 0, 0, 5), 5, False), ((-80, 0, 0, 5), 0, True), ((0,) * 4, 6, True)],
)
def test_the_game_ends_at_minus_eighty_or_with_six_tens(
    points: tuple[int, ...], ticks: int, ended: bool
) -> None:
    """F18"""
    result = settle(Standings(points, ticks=ticks), Seat(0), (0,) * 4, 0)
    assert (result.outcome is not None) == ended
    assert (LIMIT, TICKS) == (-80, 6)


def test_both_ends_are_tested_after_the_whole_round() -> None:
    """F18: the tens of this round count, and so do its minus points"""
    state = position("g5", "g9", "g7", "o2 o3", holders=(3,), ticks=4)
    assert over(do(state, "g5", "g9", "g7")).outcome is not None
    state = position("g5", "g9", "g7 y2", "o2 o3", holders=(3,), points=(0, 0, -79, 3))
    ended = over(do(state, "g5", "g9", "g7"))
    assert ended.standings.points == (0, 10, -81, -2)
    assert ended.outcome is not None
    assert ended.outcome.ranks == (2, 1, 4, 3)


def test_most_points_win_and_ties_share() -> None:
    """F19, G9"""
    assert ranked(Standings((3, -2, 3, -80)), max).ranks == (1, 3, 1, 4)
    assert ranked(Standings((3, -2, 3, -80)), max).winners == (0, 2)


# --- leaving, time ---------------------------------------------------------------------------


def test_leaving_voids_the_round_and_deals_it_again() -> None:
    """G8: scores and ticks stay, the deck is that for fewer, the same seat begins"""
    standings = Standings((1, 2, 3, 4, 5, -6, 7), rounds=2, starter=Seat(5), ticks=3)
    state = left(do(deal(standings), legal(deal(standings))[0]), 2)
    assert state.result is None
    assert state.trick.deal.discs == 1
    assert state.turn == 5
    assert state.plays == ()
    assert [len(hand) for hand in state.hands] == [12, 12, 0, 12, 12, 12, 12]
    assert state.trick.deal.standings == standings._replace(gone=frozenset({Seat(2)}))
    again = left(state, 5)
    assert again.turn == 6
    assert sorted(card for hand in again.hands for card in hand) == list(cards_for(5))


def test_dealing_again_is_told() -> None:
    """G8"""
    (event,) = GAME.leave(deal(opening(5)), Seat(1), RNG).events
    assert isinstance(event, Public)
    assert event.text.id == "fool-dealt-again"


def test_below_four_the_game_ends_as_it_stood() -> None:
    """G8"""
    state = left(deal(Standings((5, -7, 9, 0), rounds=2, ticks=1)), 2)
    result = over(state)
    assert (result.reason, result.scores) == ("too_few_players", None)
    assert result.standings == Standings((5, -7, 9, 0), frozenset({Seat(2)}), 2, ticks=1)
    assert result.outcome is not None
    assert result.outcome.ranks == (1, 3, None, 2)
    assert GAME.view(state, Seat(0)).revealed is None


def test_leaving_after_the_round_voids_nothing() -> None:
    """G8: the search for a starter skips who left"""
    hands = ["g5", "g9", "g7 o3", "o2", "o3 o9"]
    state = position(*hands, holders=(3, 4), points=(-9, 0, -8, 1, 0))
    scored = do(state, "g5", "g9", "g7")
    assert over(scored).standings.starter == 4
    five = left(scored, 4)
    assert over(five).scores == over(scored).scores
    assert over(five).standings.points == over(scored).standings.points
    assert over(five).standings.starter == 2
    assert over(five).outcome is None
    three = left(five, 0)
    ended = over(three).outcome
    assert ended is not None
    assert ended.ranks == (None, 1, 3, 2, None)
    assert over(left(three, 1)).outcome == ended
    assert over(left(three, 1, 2, 3)).standings.starter is None


def test_leavers_neither_end_the_game_nor_begin_nor_win() -> None:
    """G8"""
    away = frozenset({Seat(4)})
    result = settle(Standings((0, 0, 0, -5, -90), away), Seat(3), (0, 0, 0, 0, None), 0)
    assert result.outcome is None
    assert result.standings.starter == 3
    assert result.standings.points == (0, 0, 0, -5, -90)


@pytest.mark.parametrize(
    ("hand", "plays", "card"),
    [
        ("g3 y2 o2 1", "", "y2"),
        ("g3 o2 b2 1", "", "o2"),
        ("1 1", "", "1"),
        ("g3 g2 y2 1", "g9", "g2"),
        ("y3 b2 1", "g9", "b2"),
        ("1", "g9", "1"),
    ],
)
def test_out_of_time_the_lowest_number_is_played(hand: str, plays: str, card: str) -> None:
    """G10: of several the first suit; a joker only if there is nothing else"""
    hands = ["g4", hand, "g4", "g4"] if plays else [hand, "g4", "g4", "g4"]
    state = position(*hands, plays=plays)
    assert GAME.default(state, state.turn) == MOVES[f"play:{card}"]


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "code", "reason", "said"),
    [
        (1, "draw", "not_now", "fool-no-such-move"),
        (1, "play:g28", "not_now", "fool-no-such-move"),
        (1, "play:g1", "not_now", "fool-no-such-move"),
        (1, "", "not_now", "fool-no-such-move"),
        (4, "play:g2", "not_now", "fool-not-in-game"),
        (3, "play:b2", "sits_out", "fool-sits-out"),
        (3, "play:b9", "sits_out", "fool-sits-out"),
        (2, "play:g4", "not_your_turn", "fool-not-your-turn"),
        (2, "play:y4", "not_your_turn", "fool-not-your-turn"),
        (1, "play:g2+y5", "one_card_per_turn", "fool-one-card"),
        (1, "play:1,1", "one_card_per_turn", "fool-one-card"),
        (1, "play:g9", "card_not_in_hand", "fool-not-in-hand"),
        (1, "play:b9", "card_not_in_hand", "fool-not-in-hand"),
        (1, "play:y5", "must_follow_suit", "fool-must-follow"),
    ],
)
def test_refusals_name_the_first_reason(seat: int, code: str, reason: str, said: str) -> None:
    """G4"""
    state = position("g9", "g2 y5 1", "g4", "b2", "", holders=(3,), plays="g10", gone=(4,))
    refusal = GAME.refuse(state, SEATS[seat], code)
    assert (refusal.reason, refusal.text.id) == (reason, said)
    if (move := MOVES.get(code)) is not None:
        with pytest.raises(IllegalMove, match=code):
            GAME.apply(state, SEATS[seat], move, RNG)


def test_after_the_round_nothing_can_be_done() -> None:
    """G4"""
    state = do(position("g5", "g9", "g7", "o2 o3", holders=(3,)), "g5", "g9", "g7")
    assert all(legal(state, seat) == [] for seat in range(4))
    assert GAME.refuse(state, Seat(3), "play:o2").reason == "not_now"
    with pytest.raises(IllegalMove, match="o2"):
        GAME.apply(state, Seat(3), MOVES["play:o2"], RNG)


@pytest.mark.parametrize(("plays", "card"), [("", "y5"), ("g10", "g2"), ("g10", "1"), ("b3", "y5")])
def test_a_legal_card_is_not_refused(plays: str, card: str) -> None:
    hands = ["g9", "g2 y5 1"] if plays else ["g2 y5 1", "g9"]
    state = position(*hands, "g4", "b2", plays=plays)
    with pytest.raises(ValueError, match="is legal"):
        GAME.refuse(state, state.turn, f"play:{card}")


# --- what is seen ----------------------------------------------------------------------------


def test_views_hide_hands_until_the_score() -> None:
    """G5, F13"""
    state = position("g5", "g9 y2", "g7 1", "1 o7 y3", holders=(3,))
    assert GAME.view(state, Seat(1)).hand == cards("g9 y2")
    view = GAME.view(state, None)
    assert (view.hand, view.revealed, view.counts) == (None, None, (1, 2, 2, 3))
    assert (view.order, view.fools, view.last) == ((0, 1, 2), (3,), None)
    scored = GAME.view(do(state, "g5", "g9", "g7"), None)
    assert scored.revealed == tuple(tuple(sorted(cards(c))) for c in ("", "y2", "1", "1 o7 y3"))
    assert scored.last is not None
    assert scored.last.plays == cards("g5 g9 g7")


def test_who_discards_shows_a_void() -> None:
    """G5: a joker shows nothing, neither does a card before the suit is set"""
    state = position("1 g2", "y3 g3", "o3 g4", "y5 1 1")
    state = do(state, "1", "y3", "o3")
    assert voids(state) == (0, 0, 0b0010, 0)
    assert GAME.view(state, None).voids == (0, 0, 0b0010, 0)
    state = do(state, "1", "g3", "1")
    assert voids(state) == (0, 0, 0b0010, 0)


def test_a_redealt_hand_never_holds_a_void_suit() -> None:
    """G5: however many are known"""
    state = position("y9 g2 g3", "g4 g5 o5", "o3 b4 b5", "b7 b6 1")
    state = do(state, "y9", "g4", "o3", "b6")
    assert voids(state) == (0, 2, 2, 2)
    hands = {GAME.redeal(state, None, Rng(bytes([n]), 0)).hands for n in range(60)}
    assert len(hands) > 20


def test_redealing_finds_the_only_way_there_is() -> None:
    """G5: where nothing else is possible the deal is found without trying for ever"""
    state = position("g2 y9", "g3 g4 g5", "y3 y4 y5", "o3 o4 1", leader=0)
    state = do(state, "y9", "g5", "y5", "o4")
    worlds = {GAME.redeal(state, Seat(0), Rng(bytes([n]), 0)).hands for n in range(100)}
    assert {world[2] for world in worlds} >= {cards("y3 y4")}
    for world in worlds:
        assert not {*cards("y3 y4")} & {*world[1], *world[3]}
        assert world[2] == cards("y3 y4")


# --- whole games -----------------------------------------------------------------------------


def walk(seed: int, rounds: int) -> list[State]:
    """Return the positions of a game of chance; sometimes somebody leaves."""
    chance = random.Random(seed)
    standings = opening(chance.randint(4, 8))
    seen = []
    for step in range(rounds):
        state = GAME.deal(standings, {}, Rng(seed.to_bytes(8, "big"), step))
        seen.append(state)
        while GAME.result(state) is None:
            if chance.random() < 0.004:
                present = state.trick.deal.standings.present
                state = GAME.leave(state, chance.choice(present), Rng(b"left", step)).state
            else:
                (seat,) = GAME.to_move(state)
                move = chance.choice(GAME.legal(state, seat))
                state = GAME.apply(state, seat, move, RNG).state
            seen.append(state)
        if over(state).outcome is not None:
            break
        standings = over(state).standings
    return seen


def check(state: State) -> None:
    """Compare a position with what holds in all of them."""
    trick = state.trick
    standings, present = trick.deal.standings, trick.deal.standings.present
    held = [card for hand in state.hands for card in hand]
    played = [card for done in trick.tricks for card in done.plays]
    result = state.result
    if result is None or result.scores is not None:
        assert sorted([*held, *played, *state.plays]) == list(cards_for(len(present)))
    for done in trick.tricks:
        assert done.winner not in done.fools
        assert len(done.fools) == trick.deal.discs
    if result is None:
        assert GAME.to_move(state) == (state.turn,)
        assert state.turn == trick.order[len(state.plays)]
        assert {*trick.order, *trick.fools} == {*present}
        assert not {*trick.order} & {*trick.fools}
        assert GAME.default(state, state.turn) in GAME.legal(state, state.turn)
    elif result.scores is not None:
        total = zip(standings.points, result.scores, result.standings.points, strict=True)
        assert all(before + (score or 0) == after for before, score, after in total)
        assert result.standings.ticks - standings.ticks == result.scores.count(10)
    for seat in SEATS[: len(state.hands)]:
        moves = GAME.legal(state, seat)
        assert bool(moves) == (seat in GAME.to_move(state))
        assert all(move.card in state.hands[seat] for move in moves)


@given(st.integers(0, 2**32))
def test_random_games_keep_the_rules(seed: int) -> None:
    """F13, F18, G7: no card is lost, somebody is to move or the round is over, scores add up"""
    for state in walk(seed, rounds=2):
        check(state)


@given(st.integers(0, 2**32))
def test_only_legal_cards_can_be_played_and_all_others_are_refused(seed: int) -> None:
    """G4"""
    for state in walk(seed, rounds=1)[::30]:
        for seat in SEATS[: len(state.hands)]:
            moves = GAME.legal(state, seat)
            for move in MOVES.values():
                if move in moves:
                    GAME.apply(state, seat, move, RNG)
                else:
                    assert GAME.refuse(state, seat, move.code).reason
                    with pytest.raises(IllegalMove):
                        GAME.apply(state, seat, move, RNG)


@given(st.integers(0, 2**32))
def test_a_redealt_position_looks_the_same(seed: int) -> None:
    """G5: views and legal moves agree, voids are kept, the same cards are somewhere"""
    for step, state in enumerate(walk(seed, rounds=1)[::20]):
        for viewer in (None, *SEATS[: len(state.hands)]):
            other = GAME.redeal(state, viewer, Rng(b"other", step))
            assert GAME.view(other, viewer) == GAME.view(state, viewer)
            assert GAME.to_move(other) == GAME.to_move(state)
            if viewer is not None:
                assert GAME.legal(other, viewer) == GAME.legal(state, viewer)
            if state.result is None:
                check(other)
                for hand, shown in zip(other.hands, voids(state), strict=True):
                    assert not any(shown >> (card >> 5) & 1 for card in hand if card != JOKER)


def test_codes_are_short_and_unique() -> None:
    assert len(MOVES) == 83
    assert all(code == move.code and code.isascii() for code, move in MOVES.items())
    assert Play(JOKER).code == "play:1"
    assert CODES[card_of(2, 23)] == "play:o23"
