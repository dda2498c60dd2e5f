"""The rules of Eins drauf, in the order of the rulings, and what holds in every game."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatlama.core.game import IllegalMove, Private, Public, Result, Standings, opening
from chatlama.core.games.eins_drauf import GAME
from chatlama.core.games.eins_drauf.position import (
    DECK,
    JOKER,
    KING,
    MOVES,
    Rules,
    State,
    give_back,
    hand_value,
)
from chatlama.core.games.eins_drauf.rules import begins, is_choosing, penalised
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Draw, Quit
from chatlama.core.text import SEATS, Seat

from .walks import walk

PLAIN = Rules()
CHIPS = Rules(chips=True)
WILD = Rules(joker=True)
RNG = Rng(b"test", 0)


def position(
    *hands: tuple[int, ...],
    top: int,
    turn: int = 0,
    out: tuple[int, ...] = (),
    pile: tuple[int, ...] = (1, 2),
    points: tuple[int, ...] | None = None,
    gone: tuple[int, ...] = (),
    rules: Rules = PLAIN,
) -> State:
    return State(
        rules,
        Standings(points or (0,) * len(hands), frozenset(SEATS[s] for s in gone), rounds=2),
        hands,
        tuple(seat in out + gone for seat in range(len(hands))),
        top,
        pile,
        SEATS[turn],
    )


def do(state: State, *codes: str) -> State:
    """Return the position after these moves of whoever is on turn."""
    for code in codes:
        assert code in codes_of(state), (code, codes_of(state))
        state = GAME.apply(state, state.turn, MOVES[code], RNG).state
    return state


def codes_of(state: State, seat: int | None = None) -> list[str]:
    at = state.turn if seat is None else SEATS[seat]
    return [move.code for move in GAME.legal(state, at)]


def left(state: State, *seats: int) -> State:
    for seat in seats:
        state = GAME.leave(state, SEATS[seat], RNG).state
    return state


def over(state: State) -> Result:
    assert state.result is not None
    return state.result


def deal(standings: Standings, seed: bytes = b"seed", **options: str) -> State:
    return GAME.deal(standings, GAME.info.defaults() | options, Rng(seed, 0))


def test_the_deck_has_eight_cards_of_each_value() -> None:
    """E1"""
    assert Counter(DECK) == dict.fromkeys(range(1, KING + 1), 8)


@pytest.mark.parametrize(("seats", "pile"), [(2, 43), (3, 37), (4, 31), (5, 25), (6, 19)])
def test_everybody_gets_six_cards_and_one_lies_face_up(seats: int, pile: int) -> None:
    """E1, E12: one card more with the joker"""
    for more, joker in enumerate(("no", "yes")):
        state = deal(opening(seats), joker=joker)
        assert [len(hand) for hand in state.hands] == [6] * seats
        assert len(state.pile) == pile + more
        cards = [*(card for hand in state.hands for card in hand), state.top, *state.pile]
        assert sorted(cards) == sorted(DECK) + [JOKER] * more


def test_the_first_starter_is_drawn_and_there_is_no_dealer() -> None:
    """E2, G3"""
    states = [deal(opening(3), seed=bytes([n])) for n in range(60)]
    assert {state.turn for state in states} == {0, 1, 2}
    assert {state.standings.dealer for state in states} == {None}


def test_cards_are_dealt_one_by_one_from_the_starter_on() -> None:
    """E2, G1, G2, G8: leavers get none"""
    state = deal(Standings((7, 0, 0, 0), frozenset({Seat(3)}), 4, starter=Seat(2)))
    cards = Rng(b"seed", 0).shuffled(DECK)
    assert state.turn == 2
    assert state.hands == (*(tuple(sorted(cards[at:18:3])) for at in (1, 2, 0)), ())
    assert (state.top, state.pile) == (cards[18], cards[19:])
    assert state.standings == Standings((7, 0, 0, 0), frozenset({Seat(3)}), 4)


def test_a_turn_is_one_play_or_one_draw_or_quitting() -> None:
    """E3"""
    state = position((4, 5, 6), (1, 2), top=4)
    assert codes_of(state) == ["play:4", "play:5", "draw", "quit"]
    assert do(state, "play:5").turn == 1
    assert codes_of(state, 1) == []


@pytest.mark.parametrize("top", range(1, KING + 1))
def test_the_same_value_or_the_next_fits_never_a_lower_one(top: int) -> None:
    """E1, E3"""
    assert set(PLAIN.fitting[top]) == {top, 1 if top == KING else top + 1}


def test_the_example_of_the_rule_book() -> None:
    """E3"""
    state = position((2, 5, 7), (2, 3), (4, 6), (1, 7, 7), top=4, pile=(1, 6))
    state = do(state, "play:5", "draw", "play:6", "play:k", "play:k", "play:a")
    assert (state.top, state.turn) == (1, 2)
    assert state.hands == ((2,), (2, 3), (4,), (1, 7))


def test_a_drawn_card_cannot_be_played_in_the_same_turn() -> None:
    """E3"""
    state = do(position((3,), (5, 6), top=1, pile=(2, 5)), "draw")
    assert (state.hands[0], state.pile, state.turn) == ((2, 3), (5,), 1)


def test_an_empty_pile_is_never_rebuilt() -> None:
    """E4"""
    assert codes_of(position((2, 5), (1, 4), top=3, pile=())) == ["quit"]


def test_the_last_player_lays_on_until_stuck_and_then_has_to_quit() -> None:
    """E5, G6: the round does not end by itself"""
    state = position((2,), (5, 7), (3, 4, 6), top=3, turn=2, out=(0, 1))
    assert codes_of(state) == ["play:3", "play:4", "quit"]
    state = do(state, "play:3", "play:4")
    assert (codes_of(state), state.result) == (["quit"], None)
    result = over(do(state, "quit"))
    assert (result.reason, result.scores) == ("all_quit", (2, 15, 6))


def test_the_last_player_may_quit_early() -> None:
    """E5"""
    assert over(do(position((4, 1), (4, 5), top=4), "quit", "quit")).reason == "all_quit"


def test_drawing_ends_as_soon_as_all_others_are_out() -> None:
    """E5: also during the turn"""
    state = position((5, 7), (2,), (3,), top=3, out=(2,))
    assert codes_of(state) == ["draw", "quit"]
    assert codes_of(left(state, 1)) == ["quit"]


def test_the_round_ends_with_the_last_card() -> None:
    """E6"""
    result = over(do(position((4,), (5, 5), (2,), top=4), "play:4"))
    assert (result.reason, result.scores) == ("empty_hand", (0, 5, 2))


@pytest.mark.parametrize(
    ("hand", "value"),
    [((), 0), ((3, 3, 5, 7), 18), ((1, 1), 1), ((7, 7), 10), ((7, 8), 30), ((1, 2, 8), 23)],
)
def test_every_different_value_counts_once(hand: tuple[int, ...], value: int) -> None:
    """E7, E12b"""
    assert hand_value(hand) == value


@pytest.mark.parametrize(("had", "has"), [(0, 0), (1, 0), (9, 8), (10, 0), (12, 2), (39, 29)])
def test_who_finishes_gives_back_ten_or_one(had: int, has: int) -> None:
    """E8"""
    assert give_back(had) == has
    result = over(do(position((1,), (5, 5), top=7, points=(had, 4)), "play:a"))
    assert result.scores == (0, 5)
    assert result.standings.points == (has, 9)


def test_who_finishes_begins_the_next_round() -> None:
    """E9"""
    state = do(position((3,), (4,), (2,), top=2, turn=2), "play:2")
    assert over(state).standings.starter == 2
    assert deal(over(state).standings).turn == 2


def test_who_quits_last_begins_the_next_round() -> None:
    """E9"""
    state = do(position((3,), (4,), (6,), top=1, turn=1), "quit", "quit", "quit")
    assert over(state).standings.starter == 0


def test_who_leaves_last_has_quit_last() -> None:
    """E9: then the next one present begins, whenever the other left"""
    state = left(position((3,), (4,), (6,), top=1, turn=1, out=(0, 2)), 1)
    assert (over(state).reason, over(state).scores) == ("all_quit", (3, None, 6))
    assert begins(over(state).standings) == 2
    assert deal(over(state).standings).turn == 2
    later = left(do(position((3,), (4,), (2,), top=2, turn=2), "play:2"), 2)
    assert begins(over(later).standings) == deal(over(later).standings).turn == 0


def test_the_game_ends_at_the_target_and_the_fewest_points_win() -> None:
    """E10, G9"""
    state = do(position((6,), (2,), (3, 3), top=1, turn=1, points=(35, 12, 22)), "play:2")
    assert over(state).standings.points == (41, 2, 25)
    outcome = over(state).outcome
    assert outcome is not None
    assert outcome.ranks == (3, 1, 2)


def test_what_goes_back_comes_before_the_end_check() -> None:
    """E8, E10"""
    result = over(do(position((3, 5), (7,), top=6, turn=1, points=(31, 39)), "play:k"))
    assert (result.standings.points, result.outcome) == ((39, 29), None)


def choosing(points: tuple[int, ...] = (15, 30, 0)) -> State:
    """Return a position in which seat 0 has finished and may have to choose a chip."""
    return do(position((2,), (6, 7), (3,), top=2, points=points, rules=CHIPS), "play:2")


def test_who_finishes_chooses_a_chip() -> None:
    """E11: penalties come first, the end check last"""
    state = choosing()
    assert is_choosing(state)
    assert (GAME.to_move(state), codes_of(state)) == ((0,), ["chip:black", "chip:white"])
    settled = penalised(state)
    assert settled is not None
    assert (settled.scores, settled.standings.points) == ((0, 16, 3), (15, 46, 3))
    assert (settled.outcome, state.result) == (None, None)
    black, white = over(do(state, "chip:black")), over(do(state, "chip:white"))
    assert black.standings == Standings((5, 46, 3), rounds=3, starter=Seat(0))
    assert white.standings.points == (14, 46, 3)
    assert black.outcome is not None
    assert black.outcome.winners == (2,)


@pytest.mark.parametrize(
    ("points", "codes"), [(10, ["chip:black", "chip:white"]), (9, ["chip:white"])]
)
def test_a_chip_has_to_be_there(points: int, codes: list[str]) -> None:
    """E11"""
    assert codes_of(choosing((points, 0, 0))) == codes


def test_without_points_there_is_nothing_to_choose() -> None:
    """E11: nor for who has quit"""
    assert over(choosing((0, 1, 2))).standings.points == (0, 17, 5)
    quitted = do(position((2,), (6,), top=2, out=(1,), points=(12, 5), rules=CHIPS), "quit")
    assert over(quitted).standings.points == (14, 11)


@pytest.mark.parametrize(("had", "has"), [(15, 5), (9, 8)])
def test_out_of_time_the_dearer_chip_goes_back(had: int, has: int) -> None:
    """E11, G10"""
    state = choosing((had, 0, 0))
    late = GAME.apply(state, Seat(0), GAME.default(state, Seat(0)), RNG).state
    assert over(late).standings.points[0] == has


def test_out_of_time_on_a_turn_the_seat_quits() -> None:
    """G10"""
    state = position((4, 5), (1,), top=4)
    assert GAME.default(state, Seat(0)).code == "quit"


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_if_anybody_leaves_the_dearer_chip_goes_back_first(leaver: int) -> None:
    """E11, E9"""
    step = GAME.leave(choosing((12, 5, 5)), SEATS[leaver], RNG)
    result = over(step.state)
    assert result.standings.points == (2, 21, 8)
    assert result.scores == (0, 16, 3)
    assert result.standings.gone == {leaver}
    assert result.outcome is None
    assert begins(result.standings) == (1 if leaver == 0 else 0)
    assert [event.text.id for event in step.events] == ["eins-drauf-returned"]


def test_who_leaves_before_the_choice_neither_wins_nor_ends_the_game() -> None:
    """E11, G8, A21b"""
    assert over(left(choosing((12, 35, 5)), 1)).outcome is None
    ended = over(left(choosing((12, 35, 5)), 2)).outcome
    assert ended is not None
    assert ended.ranks == (1, 2, None)
    two = position((2,), (6,), top=2, points=(12, 5), rules=CHIPS)
    alone = over(left(do(two, "play:2"), 0))
    assert alone.standings.points == (2, 11)
    assert alone.outcome is not None
    assert alone.outcome.winners == (1,)


def test_while_a_chip_is_chosen_nothing_else_can_be_done() -> None:
    """E11"""
    state = choosing()
    for seat, code in ((0, "draw"), (0, "quit"), (1, "quit"), (1, "chip:black"), (0, "play:2")):
        with pytest.raises(IllegalMove, match=code):
            GAME.apply(state, SEATS[seat], MOVES[code], RNG)
    assert codes_of(state, 1) == []
    poor = choosing((9, 0, 0))
    with pytest.raises(IllegalMove, match="black"):
        GAME.apply(poor, Seat(0), MOVES["chip:black"], RNG)


@pytest.mark.parametrize("top", range(1, KING + 1))
def test_the_joker_fits_on_everything(top: int) -> None:
    """E12"""
    assert set(Rules(joker=True).fitting[top]) == {top, 1 if top == KING else top + 1, JOKER}


def test_on_the_joker_fit_kings_and_aces_alone() -> None:
    """E12, E12a: also if it was the first card face up"""
    tops = {deal(opening(2), seed=bytes([n]), joker="yes").top for n in range(250)}
    assert JOKER in tops
    state = position((1, 2, 6, 7), (2,), top=JOKER, rules=WILD)
    assert codes_of(state) == ["play:k", "play:a", "draw", "quit"]


def test_no_joker_lies_on_a_joker() -> None:
    """E12e: there is one"""
    assert JOKER not in WILD.fitting[JOKER]
    state = deal(opening(6), joker="yes")
    cards = [*(card for hand in state.hands for card in hand), state.top, *state.pile]
    assert cards.count(JOKER) == 1


def test_the_joker_may_be_the_last_card() -> None:
    """E12c"""
    result = over(do(position((8,), (4, 7), top=5, points=(7, 0), rules=WILD), "play:jk"))
    assert (result.reason, result.standings.points) == ("empty_hand", (6, 14))


def test_the_joker_is_a_fitting_card_for_the_last_player() -> None:
    """E12d"""
    state = position((3, 8), (7, 8), top=5, out=(1,), rules=WILD)
    assert codes_of(state) == ["play:jk", "quit"]
    assert over(do(state, "play:jk", "quit")).scores == (3, 30)


def test_the_options_are_fixed_lists_and_go_together() -> None:
    """E13"""
    assert GAME.info.defaults() == {"target": "40", "joker": "no", "chips": "no"}
    chosen = deal(opening(2), target="30", joker="yes", chips="yes")
    assert chosen.rules == Rules(30, joker=True, chips=True)
    for key, value in (("target", "20"), ("joker", "maybe"), ("chips", "")):
        with pytest.raises(ValueError, match="not played"):
            GAME.deal(opening(2), GAME.info.defaults() | {key: value}, RNG)


def test_the_short_game_ends_at_thirty() -> None:
    """E13"""
    short = Rules(target=30)
    result = over(do(position((6,), (2,), top=1, turn=1, points=(24, 8), rules=short), "play:2"))
    assert result.standings.points == (30, 7)
    assert result.outcome is not None


def test_below_two_players_the_game_ends_unscored() -> None:
    """G8"""
    result = over(left(position((7,), (5, 6), top=4, points=(30, 9)), 1))
    assert (result.reason, result.scores, result.standings.points) == (
        "too_few_players",
        None,
        (30, 9),
    )
    assert result.outcome is not None
    assert result.outcome.ranks == (1, None)


def test_leaving_after_the_round_voids_nothing() -> None:
    """G8"""
    state = left(do(position((4,), (5, 5), (2,), top=4, points=(9, 9, 9)), "play:4"), 1)
    assert over(state).standings == Standings(
        (8, 14, 11), frozenset({Seat(1)}), 3, None, starter=Seat(0)
    )
    assert over(left(state, 0)).outcome is not None


@pytest.mark.parametrize(
    ("seat", "code", "reason", "said"),
    [
        (0, "wish:4", "not_now", "no-such-move"),
        (0, "chip:red", "not_now", "no-such-move"),
        (0, "play:7", "not_now", "no-such-move"),
        (0, "chip:black", "not_now", "no-chip-now"),
        (3, "play:4", "not_now", "not-in-game"),
        (2, "play:4", "has_quit", "has-quit"),
        (1, "play:4+4", "not_your_turn", "not-your-turn"),
        (0, "play:k,jk", "one_card_per_turn", "one-card"),
        (0, "play:a", "card_not_in_hand", "not-in-hand"),
        (0, "play:jk", "card_not_in_hand", "not-in-hand"),
        (0, "play:k", "card_does_not_fit", "misfit"),
        (0, "draw", "draw_pile_empty", "no-draw-empty"),
    ],
)
def test_refusals_name_the_first_reason(seat: int, code: str, reason: str, said: str) -> None:
    """G4"""
    state = position((4, 7), (1,), (1,), (), top=4, out=(2,), gone=(3,), pile=())
    refusal = GAME.refuse(state, SEATS[seat], code)
    assert (refusal.reason, refusal.text.id) == (reason, f"eins-drauf-{said}")


@pytest.mark.parametrize(
    ("seat", "code", "reason", "said"),
    [
        (0, "draw", "not_now", "chip-first"),
        (1, "play:6", "not_now", "chip-first"),
        (3, "chip:white", "not_now", "not-in-game"),
        (2, "chip:white", "has_quit", "has-quit"),
        (1, "chip:white", "not_your_turn", "not-your-turn"),
        (0, "chip:black", "no_such_chip", "no-such-chip"),
        (0, "chip:none", "no_such_chip", "no-such-chip"),
    ],
)
def test_refusals_while_a_chip_is_chosen(seat: int, code: str, reason: str, said: str) -> None:
    """G4, E11"""
    state = position(
        (2,), (6,), (1,), (), top=2, out=(2,), gone=(3,), points=(9, 0, 0, 0), rules=CHIPS
    )
    refusal = GAME.refuse(do(state, "play:2"), SEATS[seat], code)
    assert (refusal.reason, refusal.text.id) == (reason, f"eins-drauf-{said}")


def test_refusals_alone_on_a_joker_and_after_the_round() -> None:
    """G4"""
    alone = position((4, 7), (1,), top=4, out=(1,), pile=())
    assert GAME.refuse(alone, Seat(0), "draw").reason == "sole_player_no_draw"
    joker = position((2,), (1,), top=JOKER, rules=WILD)
    assert GAME.refuse(joker, Seat(0), "play:2").text.id == "eins-drauf-misfit"
    wild = position((2,), (1,), top=3, rules=WILD)
    assert GAME.refuse(wild, Seat(0), "play:2").text.id == "eins-drauf-misfit-joker"
    ended = do(position((4,), (5, 5), top=4), "play:4")
    assert GAME.refuse(ended, Seat(0), "draw").reason == "not_now"
    assert codes_of(ended) == []
    with pytest.raises(IllegalMove, match="quit"):
        GAME.apply(ended, Seat(0), Quit(), RNG)


def test_a_legal_move_is_not_refused() -> None:
    for state, code in ((position((4,), (1,), top=4), "play:4"), (choosing(), "chip:black")):
        with pytest.raises(ValueError, match="legal"):
            GAME.refuse(state, Seat(0), code)


def test_views_hide_hands_until_the_round_is_over() -> None:
    """G5, E11: they lie open while a chip is chosen"""
    state = position((2, 2), (5, 5), (4,), top=2, out=(2,), points=(4, 0, 0), rules=CHIPS)
    view = GAME.view(state, Seat(1))
    assert (view.hand, view.counts, view.pile) == ((5, 5), (2, 2, 1), 2)
    assert view.revealed is None
    assert GAME.view(state, None).hand is None
    open_ = do(left(state, 1), "play:2", "play:2")
    assert GAME.view(open_, None).revealed == ((), (), (4,))
    assert GAME.view(do(open_, "chip:white"), None).revealed == ((), (), (4,))


def test_only_who_draws_learns_the_card() -> None:
    """G5"""
    public, private = GAME.apply(
        position((3,), (5,), top=1, pile=(2,)), Seat(0), Draw(), RNG
    ).events
    assert isinstance(public, Public)
    assert isinstance(private, Private)
    assert private.seat == 0
    assert dict(private.text.args) == {"card": 2}
    assert "card" not in dict(public.text.args)


def test_redealing_spares_what_lies_open() -> None:
    """G5, E11: while a chip is chosen leavers' cards and the pile alone are hidden"""
    state = left(position((2, 2), (5, 6), (4,), (3,), top=2, points=(4, 0, 0, 0), rules=CHIPS), 1)
    state = do(state, "play:2", "quit", "quit", "play:2")
    worlds = {GAME.redeal(state, None, Rng(bytes([n]), 0)) for n in range(30)}
    assert {world.hands[0] + world.hands[2] + world.hands[3] for world in worlds} == {(4, 3)}
    assert len({world.hands[1] for world in worlds}) > 1


# --- whole games -----------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_random_games_keep_the_rules(seed: int) -> None:
    """E1, E4, G7: no card is lost but by laying it down, and who is on turn has a move"""
    for state in walk(GAME, seed):
        cards = Counter(card for hand in state.hands for card in hand)
        cards.update(state.pile)
        assert not cards - Counter((*DECK, JOKER) if state.rules.joker else DECK)
        for seat in SEATS[: len(state.hands)]:
            legal = GAME.legal(state, seat)
            assert bool(legal) == (seat in GAME.to_move(state))
            if legal:
                assert GAME.default(state, seat) in legal
            for move in MOVES.values():
                if move in legal:
                    GAME.apply(state, seat, move, RNG)
                else:
                    assert GAME.refuse(state, seat, move.code).reason
                    with pytest.raises(IllegalMove):
                        GAME.apply(state, seat, move, RNG)


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
            assert all_cards(other) == all_cards(state)


def all_cards(state: State) -> list[int]:
    return sorted([*(card for hand in state.hands for card in hand), *state.pile])
