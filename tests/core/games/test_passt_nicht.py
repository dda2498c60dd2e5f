"""The rules of Passt nicht!, in the order of the rule book's rulings, and what always holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from chatlama.core.game import Event, IllegalMove, Private, Public, Standings, Step, opening
from chatlama.core.games.passt_nicht import GAME
from chatlama.core.games.passt_nicht.position import (
    COLOURS,
    DECK,
    JOKER,
    MATCHING,
    MOVES,
    NAMES,
    Back,
    Lay,
    Move,
    Play,
    Stacks,
    State,
    Uncover,
    Wish,
    hand_value,
    layout_value,
)
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat, Text

RNG = Rng(b"test", 0)
CARD = {name: card for card, name in enumerate(NAMES)}


def cards(said: str) -> tuple[int, ...]:
    """Return the cards of a list such as ``r5 g3 jk``."""
    return tuple(CARD[name] for name in said.split())


def layout(said: str) -> Stacks:
    """Return a layout; each stack's top card is named last."""
    laid = cards(said)
    return tuple(tuple(card for card in laid if card // 6 == at) for at in range(len(COLOURS)))


def position(
    *hands: str,
    layouts: Mapping[int, str] | None = None,
    discards: str = "r3",
    turn: int = 0,
    pile: str = "y2 p1",
    wish: str | None = None,
    points: tuple[int, ...] | None = None,
    starter: int = 0,
) -> State:
    laid = layouts or {}
    return State(
        Standings(points or (0,) * len(hands), rounds=2),
        SEATS[starter],
        tuple(tuple(sorted(cards(hand))) for hand in hands),
        tuple(layout(laid.get(seat, "")) for seat in range(len(hands))),
        cards(discards),
        cards(pile),
        SEATS[turn],
        wish,
    )


def step(state: State, code: str, rng: Rng = RNG) -> Step[State]:
    assert code in codes_of(state), (code, codes_of(state))
    return GAME.apply(state, state.turn, MOVES[code], rng)


def do(state: State, *codes: str) -> State:
    """Return the position after these moves of whoever is on turn."""
    for code in codes:
        state = step(state, code).state
    return state


def codes_of(state: State, seat: int | None = None) -> list[str]:
    at = state.turn if seat is None else SEATS[seat]
    return [move.code for move in GAME.legal(state, at)]


def reason(state: State, code: str, seat: int | None = None) -> str:
    at = state.turn if seat is None else SEATS[seat]
    return GAME.refuse(state, at, code).reason


def left(state: State, *seats: int) -> State:
    for seat in seats:
        state = GAME.leave(state, SEATS[seat], RNG).state
    return state


def hand_of(state: State, seat: int) -> str:
    return " ".join(NAMES[card] for card in state.hands[seat])


def laid_by(state: State, seat: int) -> str:
    return " ".join(NAMES[card] for stack in state.layouts[seat] for card in stack)


def deal(standings: Standings, seed: bytes = b"seed", number: int = 0) -> State:
    return GAME.deal(standings, {}, Rng(seed, number))


def scores_of(state: State) -> tuple[int | None, ...] | None:
    assert state.result is not None
    return state.result.scores


def said(events: tuple[Event, ...]) -> list[str]:
    return [event.text.id.removeprefix("passt-nicht-") for event in events]


# --- set-up ----------------------------------------------------------------------------------


def test_the_deck_has_every_number_twice_in_five_colours_and_four_jokers() -> None:
    """P1"""
    names = Counter(NAMES[card] for card in DECK)
    assert names.pop("jk") == 4
    assert names == {f"{colour}{n}": 2 for colour in "rpygb" for n in range(6)}


@pytest.mark.parametrize(("seats", "pile"), [(2, 53), (3, 48), (4, 43), (5, 38), (6, 33)])
def test_everybody_gets_five_cards_and_one_lies_face_up(seats: int, pile: int) -> None:
    """P2"""
    state = deal(opening(seats))
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert (len(state.pile), len(state.discards)) == (pile, 1)
    assert all(hand == tuple(sorted(hand)) for hand in state.hands)
    assert everywhere(state) == Counter(DECK)


def test_cards_are_dealt_one_by_one_from_the_starter_on() -> None:
    """G2"""
    state = deal(Standings((0, 0, 0), starter=Seat(2)))
    dealt = Rng(b"seed", 0).shuffled(DECK)
    assert state.turn == state.starter == 2
    assert state.hands == tuple(tuple(sorted(dealt[at:15:3])) for at in (1, 2, 0))
    assert (*state.discards, *state.pile) == dealt[15:]


def test_the_first_card_up_is_no_joker() -> None:
    """P3: one that comes is shuffled back"""
    turned = 0
    for number in range(200):
        state = deal(opening(2), number=number)
        turned += Rng(b"seed", number).shuffled(DECK)[10] == JOKER
        assert state.discards[-1] != JOKER
        assert everywhere(state) == Counter(DECK)
    assert turned > 5


def test_the_first_starter_is_drawn_or_told() -> None:
    """P4, G3"""
    assert {deal(opening(3), number=n).turn for n in range(40)} == {0, 1, 2}
    assert deal(Standings((0, 0, 0), starter=Seat(1))).turn == 1


def test_the_next_round_starts_one_seat_further() -> None:
    """P4"""
    state = do(position("r5", "y1", "y5", starter=2), "play:r5")
    assert state.result is not None
    assert state.result.standings.starter == 0
    assert deal(state.result.standings).turn == 0


def test_who_left_neither_starts_nor_gets_cards() -> None:
    """P4, G1, G8"""
    state = left(do(position("r5", "y1", "y5", "g1"), "play:r5"), 1)
    assert state.result is not None
    following = deal(state.result.standings)
    assert following.turn == 2
    assert [len(hand) for hand in following.hands] == [5, 0, 5, 5]
    assert len(following.pile) == 48


# --- a turn ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["play:r5", "play:g3", "play:r3"])
def test_colour_or_number_matches_and_nothing_is_drawn(code: str) -> None:
    """P5a"""
    state = position("r5 g3 r3 b1", "g2")
    after = do(state, code)
    assert after.discards == (CARD["r3"], CARD[code[-2:]])
    assert len(after.hands[0]) == 3
    assert (after.pile, after.turn) == (state.pile, 1)


def test_what_matches_is_what_shares_colour_or_number_and_every_joker() -> None:
    """P5: all pairs of cards"""
    for top in range(JOKER):
        for card in range(JOKER):
            alike = NAMES[top][0] == NAMES[card][0] or NAMES[top][1] == NAMES[card][1]
            assert (card in MATCHING[top]) == alike
        assert JOKER in MATCHING[top]


def test_a_card_that_does_not_match_is_laid_and_another_drawn() -> None:
    """P5b"""
    done = step(position("g5 b1", "g2"), "lay:b1")
    assert (hand_of(done.state, 0), laid_by(done.state, 0)) == ("y2 g5", "b1")
    assert (done.state.pile, done.state.turn) == (cards("p1"), 1)
    assert done.state.discards == cards("r3")
    assert said(done.events) == ["laid", "drawn"]


def test_laying_is_allowed_although_something_in_hand_matches() -> None:
    """P6; a joker in hand is no duty either"""
    assert codes_of(position("r5 g3 b5 jk", "g2")) == ["play:r5", "play:g3", "play:jk", "lay:b5"]


def test_a_matching_top_card_of_the_layout_forbids_laying() -> None:
    """P7"""
    state = position("g5 r1 jk", "g2", layouts={0: "b3"})
    assert codes_of(state) == ["play:r1", "play:jk", "top:b3"]
    assert reason(state, "lay:g5") == "layout_top_matches"
    assert codes_of(position("g5", "g2", layouts={0: "b3", 1: "r5"})) == ["top:b3"]


def test_the_layout_of_others_does_not_matter() -> None:
    """P7"""
    assert codes_of(position("g5", "g2", layouts={1: "r5"})) == ["lay:g5"]


def test_covered_cards_neither_play_nor_count() -> None:
    """P8"""
    state = position("g5", "g2", layouts={0: "b3 b5"})
    assert codes_of(state) == ["lay:g5"]
    assert reason(state, "top:b3") == "card_not_on_top"
    assert reason(state, "top:b4") == "card_not_in_hand"


def test_playing_a_top_card_uncovers_the_next_and_leaves_the_hand_alone() -> None:
    """P8"""
    state = position("g5 p4", "g2", layouts={0: "b3 b5 b3"})
    after = do(state, "top:b3")
    assert (laid_by(after, 0), hand_of(after, 0)) == ("b3 b5", "p4 g5")
    assert (after.pile, after.discards) == (state.pile, cards("r3 b3"))


def test_a_new_card_covers_its_stack_and_no_other() -> None:
    """P8"""
    after = do(position("b1 g0", "g2", layouts={0: "b5 y4"}), "lay:b1")
    assert after.layouts[0] == layout("b5 b1 y4")
    assert after.layouts[0][COLOURS.index("blue")][-1] == CARD["b1"]


def test_neither_what_matches_nor_a_joker_goes_into_the_layout() -> None:
    """P9"""
    state = position("r5 jk", "g2")
    assert codes_of(state) == ["play:r5", "play:jk"]
    assert reason(state, "lay:r5") == "card_matches"
    assert reason(state, "lay:jk") == "joker_not_in_layout"


# --- the joker -------------------------------------------------------------------------------


def test_a_joker_takes_a_wish_for_one_of_six_numbers_or_five_colours() -> None:
    """P10a"""
    state = do(position("jk p4", "g2"), "play:jk")
    wishes = [f"wish:{wish}" for wish in "rpygb012345"]
    assert codes_of(state) == [*wishes, "back"]
    for code in wishes:
        after = do(state, code)
        assert (after.wish, after.turn) == (code[-1], 1)
        assert after.discards == cards("r3 jk")
        assert hand_of(after, 0) == "p4"
    assert reason(state, "wish:7") == "wish_invalid"


def test_until_the_wish_is_said_nothing_has_happened_for_the_others() -> None:
    """P10, G5"""
    before = position("jk p4", "g2", "b1")
    done = step(before, "play:jk")
    assert done.events == ()
    for viewer in (None, Seat(1), Seat(2)):
        assert GAME.view(done.state, viewer) == GAME.view(before, viewer)
    assert GAME.view(done.state, Seat(0)).choosing
    assert repr(done.state) == repr(before)


def test_a_joker_is_taken_back_once_a_turn() -> None:
    """P10: the first of the small moves can be undone, but a turn must end"""
    before = position("jk p4", "g2")
    back = do(before, "play:jk", "back")
    assert replace(back, taken_back=False) == before
    assert codes_of(back) == codes_of(before)
    again = do(back, "play:jk")
    assert "back" not in codes_of(again)
    assert reason(again, "back") == "wish_required"
    with pytest.raises(IllegalMove):
        GAME.apply(again, Seat(0), MOVES["back"], RNG)
    after = do(again, "wish:g")
    assert (after.choosing, after.taken_back) == (False, False)
    other = do(back, "lay:p4")
    assert not other.taken_back


def test_only_the_wish_can_follow_the_joker() -> None:
    """P10"""
    state = do(position("jk r5 p4", "g2"), "play:jk")
    for code in ("play:jk", "play:r5", "lay:p4"):
        assert reason(state, code) == "wish_required"
        with pytest.raises(IllegalMove):
            GAME.apply(state, Seat(0), MOVES[code], RNG)


def test_a_wish_must_be_fulfilled_if_it_can_be() -> None:
    """P10c: from hand or layout, or with another joker; P6 is suspended"""
    state = position("p4", "g1 r2 jk", layouts={1: "y4"}, discards="r3 jk", wish="g", turn=1)
    assert codes_of(state) == ["play:g1", "play:jk"]
    assert reason(state, "lay:r2") == "wish_must_be_fulfilled"
    number = position("p4", "r2 b1", layouts={1: "y4"}, discards="r3 jk", wish="4", turn=1)
    assert codes_of(number) == ["top:y4"]
    assert reason(number, "lay:r2") == "wish_must_be_fulfilled"


def test_a_joker_must_be_played_if_nothing_else_fulfils_the_wish() -> None:
    """P10b"""
    state = position("p4", "r2 jk", discards="r3 jk", wish="g", turn=1)
    assert codes_of(state) == ["play:jk"]


def test_covered_cards_fulfil_no_wish() -> None:
    """P8, P10"""
    state = position("p4", "r2", layouts={1: "g4 g1"}, discards="r3 jk", wish="4", turn=1)
    assert codes_of(state) == ["lay:r2"]


def test_who_cannot_fulfil_the_wish_lays_any_card_and_does_not_play_the_drawn_one() -> None:
    """P10d"""
    state = position("p4", "b1 r2", discards="r3 jk", wish="g", turn=1, pile="g0")
    assert codes_of(state) == ["lay:r2", "lay:b1"]
    after = do(state, "lay:r2")
    assert (hand_of(after, 1), after.turn, after.wish) == ("g0 b1", 0, "g")


def test_the_wish_binds_each_player_until_a_card_lies_on_the_joker() -> None:
    """P10e, P10g"""
    state = position("p4 g2", "r2 b1", "g5 r1", discards="r3 jk", wish="g", turn=1, pile="g0 p1")
    state = do(state, "lay:r2")
    assert codes_of(state) == ["play:g5"]
    state = do(state, "play:g5")
    assert (state.wish, state.turn) == (None, 0)
    assert codes_of(state) == ["play:g2", "lay:p4"]


def test_a_joker_on_a_joker_replaces_the_wish() -> None:
    """P10f"""
    state = position("p4", "jk b1", discards="r3 jk", wish="g", turn=1)
    after = do(state, "play:jk", "wish:0")
    assert (after.wish, after.discards) == ("0", cards("r3 jk jk"))


def test_a_wish_may_be_for_what_nobody_can_have() -> None:
    """P10a"""
    state = position("jk p4", "g5 g5", discards="g5 g5 r3")
    after = do(state, "play:jk", "wish:5")
    assert codes_of(after) == ["play:g5"]
    assert codes_of(do(state, "play:jk", "wish:b")) == ["lay:g5"]


def test_there_is_always_a_legal_move() -> None:
    """P11: any hand of one or two, on any top or wish, with any top of the own layout"""
    tops = [(NAMES[top], None) for top in range(JOKER)] + [("jk", wish) for wish in "rpygb012345"]
    for top, wish in tops:
        for card in range(JOKER + 1):
            for own in ("", "r0", "b5"):
                hand = f"{NAMES[card]} y3"
                state = position(hand, "g2", discards=top, wish=wish, layouts={0: own})
                assert codes_of(state)


# --- the draw pile ---------------------------------------------------------------------------


def test_an_empty_pile_is_made_anew_of_all_discards_but_the_top_one() -> None:
    """P12"""
    state = position("b5 p4", "g2", discards="g1 b2 y0 r3", pile="")
    done = step(state, "lay:b5")
    assert said(done.events) == ["laid", "shuffled", "drawn"]
    assert done.state.discards == cards("r3")
    drawn = next(iter(Counter(done.state.hands[0]) - Counter(cards("p4"))))
    assert sorted((drawn, *done.state.pile)) == sorted(cards("g1 b2 y0"))
    seen = {
        GAME.apply(state, Seat(0), MOVES["lay:b5"], Rng(b"t", n)).state.hands[0] for n in range(30)
    }
    assert len(seen) == 3


def test_the_pile_is_made_anew_only_when_a_card_must_be_drawn() -> None:
    """P12"""
    state = position("r5 b5", "g2", discards="g1 b2 r3", pile="y0")
    state = do(state, "lay:b5")
    assert (state.pile, len(state.discards)) == ((), 3)
    state = do(state, "lay:g2")
    assert (len(state.pile), len(state.discards)) == (1, 1)


def test_a_joker_on_top_keeps_its_wish_when_the_pile_is_made_anew() -> None:
    """P12"""
    state = do(position("b5 p4", "g2", discards="b1 jk", wish="g", pile=""), "lay:b5")
    assert (state.discards, state.wish, hand_of(state, 0)) == (cards("jk"), "g", "p4 b1")


def test_if_only_the_top_card_is_left_no_card_is_drawn() -> None:
    """P12"""
    done = step(position("b5 p4", "g2", pile=""), "lay:b5")
    assert said(done.events) == ["laid", "nothing-drawn"]
    assert (hand_of(done.state, 0), done.state.turn, done.state.result) == ("p4", 1, None)


def test_laying_the_last_card_with_nothing_to_draw_ends_the_round() -> None:
    """P12, P13"""
    state = do(position("b5", "g2", pile="", layouts={0: "y1"}), "lay:b5")
    assert scores_of(state) == (6, -2)


# --- the end ---------------------------------------------------------------------------------


def test_discarding_the_last_card_ends_the_round() -> None:
    """P13"""
    state = do(position("r5", "g2"), "play:r5")
    assert state.result is not None
    assert state.result.reason == "empty_hand"
    assert GAME.to_move(state) == ()
    assert codes_of(state, 0) == codes_of(state, 1) == []


def test_laying_the_last_card_draws_another_and_goes_on() -> None:
    """P13"""
    state = do(position("b5", "g2"), "lay:b5")
    assert (hand_of(state, 0), state.result) == ("y2", None)


def test_playing_from_the_layout_never_ends_the_round() -> None:
    """P13"""
    state = do(position("g5", "g2", layouts={0: "r1"}), "top:r1")
    assert (laid_by(state, 0), state.result, state.turn) == ("", None, 1)


def test_a_joker_as_last_card_needs_no_wish() -> None:
    """P14"""
    done = step(position("jk", "y5 r0", layouts={1: "r1 r4"}), "play:jk")
    assert scores_of(done.state) == (0, 0)
    assert done.state.wish is None
    assert done.state.discards == cards("r3 jk")
    assert said(done.events) == ["played"]


def test_the_score_is_the_layout_minus_the_hand() -> None:
    """P15: covered cards count, a joker in hand costs 10, totals may be negative"""
    state = position("r5", "y5 jk", layouts={0: "b5 b2 g4", 1: "r1"}, points=(20, 10))
    state = do(state, "play:r5")
    assert scores_of(state) == (11, -14)
    assert state.result is not None
    assert state.result.standings.points == (31, -4)
    assert state.result.standings.rounds == 3
    assert (hand_value(cards("y5 jk r0")), layout_value(layout("b5 b2 g4"))) == (15, 11)


def test_the_game_ends_at_50_and_the_most_points_win() -> None:
    """P16: not necessarily who ended the round"""
    state = position("r5", "y1", layouts={0: "b2", 1: "g5 g4"}, points=(48, 44))
    state = do(state, "play:r5")
    assert state.result is not None
    assert state.result.standings.points == (50, 52)
    assert state.result.outcome is not None
    assert state.result.outcome.ranks == (2, 1)


def test_exactly_50_is_enough() -> None:
    """P16"""
    state = do(position("r5", "y1", layouts={0: "b2"}, points=(48, 48)), "play:r5")
    assert state.result is not None
    assert state.result.standings.points == (50, 47)
    assert state.result.outcome is not None


def test_49_is_not_enough() -> None:
    """P16"""
    state = do(position("r5", "y1", "y5", points=(49, 0, 3)), "play:r5")
    assert state.result is not None
    assert state.result.outcome is None


def test_ties_share() -> None:
    """P16, G9"""
    state = position("r5", "y1", "g0", layouts={1: "b2"}, points=(51, 50, 7))
    state = do(state, "play:r5")
    assert state.result is not None
    assert state.result.outcome is not None
    assert state.result.outcome.ranks == (1, 1, 3)
    assert state.result.outcome.winners == (0, 1)


# --- leaving ---------------------------------------------------------------------------------


def test_a_leavers_hand_and_layout_are_out_of_the_round() -> None:
    """G8: neither scored nor shuffled in again"""
    state = position("r5 g1", "y5 jk", "g2", layouts={1: "b5 b2"}, pile="")
    state = left(state, 1)
    assert (state.hands[1], laid_by(state, 1)) == ((), "")
    assert (state.away, state.aside) == (cards("y5 jk"), cards("b5 b2"))
    assert (state.discards, state.pile, state.turn) == (cards("r3"), (), 0)
    state = do(state, "play:r5")
    assert state.turn == 2
    state = do(state, "lay:g2")
    assert (hand_of(state, 2), state.pile) == ("r3", ())
    assert scores_of(do(state, "lay:g1")) == (1, None, -1)


@pytest.mark.parametrize(("leaver", "turn"), [(0, 1), (1, 0), (2, 0)])
def test_the_turn_passes_if_the_leaver_had_it(leaver: int, turn: int) -> None:
    """G8"""
    state = left(position("r5 g1", "y5", "g2"), leaver)
    assert (state.turn, state.result) == (turn, None)


def test_a_joker_that_is_held_out_goes_with_its_seat_and_stays_with_others() -> None:
    """G8, P10"""
    state = do(position("jk p4", "g2", "b1"), "play:jk", "back", "play:jk")
    gone = left(state, 0)
    assert (gone.choosing, gone.taken_back, gone.turn) == (False, False, 1)
    assert codes_of(gone) == ["lay:g2"]
    stays = left(state, 1)
    assert (stays.choosing, stays.taken_back, stays.turn) == (True, True, 0)
    assert do(stays, "wish:b").turn == 2


def test_a_wish_outlives_who_asked_for_it() -> None:
    """G8, P10e"""
    state = left(do(position("jk p4", "g2 r1", "b1"), "play:jk", "wish:g"), 0)
    assert (state.wish, codes_of(state)) == ("g", ["play:g2"])


def test_below_two_players_the_game_ends_with_the_last_scored_standing() -> None:
    """G8"""
    state = left(position("r5", "y5", layouts={0: "b5"}, points=(7, 9)), 1)
    assert state.result is not None
    assert (state.result.reason, state.result.scores) == ("too_few_players", None)
    assert state.result.standings.points == (7, 9)
    assert state.result.outcome is not None
    assert state.result.outcome.ranks == (1, None)


def test_leavers_neither_win_nor_end_the_game() -> None:
    """G8"""
    state = left(position("r5", "y1", "g0", points=(4, 60, 7)), 1)
    state = do(state, "play:r5")
    assert state.result is not None
    assert state.result.standings.points == (4, 60, 7)
    assert state.result.outcome is None


def test_leaving_after_the_round_voids_nothing() -> None:
    """G8"""
    scored = do(position("r5", "y1", "g0", points=(4, 6, 7)), "play:r5")
    two = left(scored, 0)
    assert two.result is not None
    assert two.result.scores == (0, -1, 0)
    assert two.result.standings.points == (4, 5, 7)
    assert two.result.outcome is None
    one = left(two, 1)
    assert one.result is not None
    assert one.result.outcome is not None
    assert one.result.outcome.ranks == (None, None, 1)
    nobody = left(one, 2)
    assert nobody.result is not None
    assert nobody.result.outcome == one.result.outcome


# --- out of time -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "own", "expected"),
    [
        ("p2 b5 g1", "", "lay:b5"),
        ("p5 b5 y5 r4", "", "lay:p5"),
        ("r1 r0 p4", "y3", "play:r0"),
        ("r2 p3 y3", "", "play:r2"),
        ("p5", "r4 g3 y3", "top:y3"),
        ("r5", "y3", "play:r5"),
        ("jk", "p3", "top:p3"),
        ("jk", "", "play:jk"),
        ("jk r0", "", "play:r0"),
    ],
)
def test_the_default_move_lays_high_then_discards_low(hand: str, own: str, expected: str) -> None:
    """G10"""
    state = position(hand, "g2", layouts={0: own})
    assert GAME.default(state, Seat(0)).code == expected


@pytest.mark.parametrize(
    ("hand", "own", "wish"),
    [
        ("jk jk", "", "wish:r"),
        ("jk b5", "", "wish:b"),
        ("jk y5 g1", "", "wish:y"),
        ("jk y5 g1", "g2", "wish:g"),
        ("jk y5 y1", "g2 g3 g4 g5", "wish:y"),
    ],
)
def test_the_default_wish_is_the_most_frequent_colour(hand: str, own: str, wish: str) -> None:
    """G10: of hand and visible layout; covered cards don't count"""
    state = position(hand, "g2", layouts={0: own}, discards="p0")
    state = do(state, "play:jk")
    assert GAME.default(state, Seat(0)).code == wish
    assert GAME.default(replace(state, taken_back=True), Seat(0)).code == wish


def test_running_out_of_time_ends_every_turn_in_two_moves() -> None:
    """G10: a joker that is held out gets its wish"""
    state = position("jk jk", "g2", discards="p0 jk", wish="b")
    state = do(state, "play:jk", "back")
    for _ in range(2):
        assert state.turn == 0
        state = do(state, GAME.default(state, Seat(0)).code)
    assert state.turn == 1


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "code", "expected", "text"),
    [
        (0, "", "not_now", "no-such-move"),
        (0, "draw", "not_now", "no-such-move"),
        (0, "play:r6", "not_now", "no-such-move"),
        (2, "play:r5", "not_now", "not-in-game"),
        (1, "play:y4", "not_your_turn", "not-your-turn"),
        (1, "wish:7", "not_your_turn", "not-your-turn"),
        (1, "play:r5+r1", "not_your_turn", "not-your-turn"),
        (0, "play:r5+jk", "one_card_per_turn", "one-card"),
        (0, "lay:p0,p1", "one_card_per_turn", "one-card"),
        (0, "play:y4", "card_not_in_hand", "not-in-hand"),
        (0, "play:b2", "card_not_in_hand", "not-in-hand"),
        (0, "top:r5", "card_not_in_hand", "not-in-layout"),
        (0, "top:jk", "card_not_in_hand", "not-in-layout"),
        (0, "top:b3", "card_not_on_top", "covered"),
        (0, "play:b1", "card_does_not_match", "misfit"),
        (0, "top:b2", "card_does_not_match", "misfit"),
        (0, "lay:y4", "card_not_in_hand", "not-in-hand"),
        (0, "lay:jk", "joker_not_in_layout", "no-joker-there"),
        (0, "lay:r5", "card_matches", "card-matches"),
        (0, "wish:g", "wish_invalid", "wish-without-joker"),
        (0, "wish:no", "wish_invalid", "wish-without-joker"),
        (0, "back", "not_now", "nothing-to-take-back"),
    ],
)
def test_refusals_name_the_first_reason(seat: int, code: str, expected: str, text: str) -> None:
    """G4"""
    state = left(position("r5 jk b1", "y4", "g1", layouts={0: "b3 b2"}), 2)
    refusal = GAME.refuse(state, SEATS[seat], code)
    assert (refusal.reason, refusal.text.id) == (expected, f"passt-nicht-{text}")


@pytest.mark.parametrize(
    ("code", "expected", "text"),
    [
        ("lay:y4", "card_not_in_hand", "not-in-hand"),
        ("lay:jk", "joker_not_in_layout", "no-joker-there"),
        ("lay:g1", "wish_must_be_fulfilled", "must-fulfil"),
        ("lay:b1", "wish_must_be_fulfilled", "must-fulfil"),
        ("play:b1", "card_does_not_match", "not-wished"),
        ("top:b2", "card_does_not_match", "not-wished"),
    ],
)
def test_refusals_under_a_wish(code: str, expected: str, text: str) -> None:
    """G4: the duty to fulfil goes before what matches"""
    state = position("g1 jk b1", "y4", layouts={0: "b2 g2"}, discards="r3 jk", wish="g")
    refusal = GAME.refuse(state, Seat(0), code)
    assert (refusal.reason, refusal.text.id) == (expected, f"passt-nicht-{text}")


def test_a_matching_layout_goes_before_a_matching_card() -> None:
    """G4"""
    state = position("r1 b1", "y4", layouts={0: "b3"})
    assert reason(state, "lay:r1") == reason(state, "lay:b1") == "layout_top_matches"


def test_after_the_round_nothing_can_be_done() -> None:
    """G4"""
    state = do(position("r5", "g2"), "play:r5")
    for code in ("play:g2", "lay:g2", "back", "wish:g", "play:r5+r1"):
        assert reason(state, code, 1) == "not_now"
    with pytest.raises(IllegalMove):
        GAME.apply(state, Seat(1), MOVES["lay:g2"], RNG)


@pytest.mark.parametrize("code", ["play:r5", "top:b3", "lay:b1"])
def test_a_legal_move_is_not_refused(code: str) -> None:
    state = position("r5 b1", "y4", layouts={0: "" if code == "lay:b1" else "b3"})
    assert code in codes_of(state)
    with pytest.raises(ValueError, match=code[-2:]):
        GAME.refuse(state, Seat(0), code)


# --- what is hidden --------------------------------------------------------------------------


def test_views_hide_hands_and_the_order_of_the_pile_until_the_score() -> None:
    """G5"""
    state = position("r5", "y4 jk", layouts={1: "b3 b2"})
    view = GAME.view(state, Seat(1))
    assert (view.hand, view.counts, view.pile) == (cards("y4 jk"), (1, 2), 2)
    assert view.layouts == state.layouts
    assert view.revealed is None
    assert GAME.view(state, None).hand is None
    assert GAME.view(do(state, "play:r5"), None).revealed == ((), cards("y4 jk"))
    assert GAME.view(left(state, 0), None).revealed is None


def test_only_who_draws_learns_the_card() -> None:
    """G5"""
    public, private = step(position("b1 g1", "y4"), "lay:b1").events
    assert isinstance(public, Public)
    assert isinstance(private, Private)
    assert private.seat == 0
    card = dict(private.text.args)["card"]
    assert isinstance(card, Text)
    assert dict(card.args)["number"] == 2


def test_cards_stay_out_of_the_representation() -> None:
    """G5"""
    shown = repr(left(position("b1 g1", "y4", "p2"), 2))
    assert not {"hands", "pile", "away", "choosing", "taken_back"} & set(
        shown.replace("=", " ").split()
    )


def test_redealing_moves_leavers_cards_too_and_spares_what_was_scored() -> None:
    """G5, G8"""
    start = left(deal(opening(4)), 3)
    worlds = [GAME.redeal(start, Seat(0), Rng(bytes([n]), 0)) for n in range(30)]
    assert {world.hands[0] for world in worlds} == {start.hands[0]}
    assert all(len({world.hands[seat] for world in worlds}) > 1 for seat in (1, 2))
    assert len({world.away for world in worlds}) > 1
    assert all(everywhere(world) == Counter(DECK) for world in worlds)
    scored = do(position("r5", "y4 jk", "g1"), "play:r5")
    assert GAME.redeal(scored, None, RNG).hands == scored.hands


def test_whether_another_seat_holds_out_a_joker_is_not_known() -> None:
    """G5, P10"""
    state = do(position("jk p4", "g2"), "play:jk")
    assert GAME.redeal(state, Seat(0), RNG).choosing
    assert not GAME.redeal(state, Seat(1), RNG).choosing
    assert not GAME.redeal(state, None, RNG).choosing


# --- whole games -----------------------------------------------------------------------------


def everywhere(state: State) -> Counter[int]:
    found = Counter((*state.pile, *state.discards, *state.away, *state.aside))
    found.update(card for hand in state.hands for card in hand)
    found.update(card for stacks in state.layouts for stack in stacks for card in stack)
    return found


def whole_game(seats: int, seed: int, leaves: float = 0.01) -> Iterator[tuple[State, Move | None]]:
    """Yield each position of a random game and the move made there, ``None`` if none was."""
    chance, number = random.Random(seed * 10 + seats), 0
    standings = opening(seats)
    bold = chance.random()
    for _ in range(400):
        state = deal(standings, b"whole", number + 1_000_000 * seed)
        while GAME.result(state) is None:
            number += 1
            if chance.random() < leaves:
                yield state, None
                state = left(state, chance.choice(state.standings.present))
                continue
            (seat,) = GAME.to_move(state)
            moves = list(GAME.legal(state, seat))
            lays = [move for move in moves if isinstance(move, Lay)]
            move = chance.choice(lays if lays and chance.random() < bold else moves)
            yield state, move
            state = GAME.apply(state, seat, move, Rng(b"step", number)).state
        yield state, None
        assert state.result is not None
        standings = state.result.standings
        if state.result.outcome is not None:
            return
    pytest.fail("a game that does not end")


def check(state: State) -> None:
    """Fail if anything does not hold that holds in every position."""
    assert everywhere(state) == Counter(DECK)
    present, gone = state.standings.present, state.standings.gone
    for seat, stacks in enumerate(state.layouts):
        assert all(card // 6 == at for at, stack in enumerate(stacks) for card in stack)
        assert seat not in gone or (not any(stacks) and not state.hands[seat])
        assert list(state.hands[seat]) == sorted(state.hands[seat])
        assert len(state.hands[seat]) <= 5
    assert state.wish is None or state.discards[-1] == JOKER
    if state.result is None:
        assert state.turn in present
        assert all(state.hands[seat] for seat in present)
        assert state.wish is not None or state.discards[-1] != JOKER
        moves = GAME.legal(state, state.turn)
        assert moves
        assert len(set(moves)) == len(moves)
        assert GAME.default(state, state.turn) in moves
        assert all(not GAME.legal(state, seat) for seat in present if seat != state.turn)
    elif state.result.scores is not None:
        for seat, score in enumerate(state.result.scores):
            points = state.result.standings.points[seat] - state.standings.points[seat]
            assert points == (score or 0)
        assert state.result.standings.starter == present_after(state)


def present_after(state: State) -> Seat:
    seat = state.starter
    while True:
        seat = SEATS[(seat + 1) % len(state.hands)]
        if seat not in state.standings.gone:
            return seat


def check_moves(state: State) -> None:
    """Fail unless exactly the legal moves can be made and all others are refused."""
    for seat in SEATS[: len(state.hands)]:
        legal = GAME.legal(state, seat)
        for move in MOVES.values():
            if move not in legal:
                assert GAME.refuse(state, seat, move.code).reason
                with pytest.raises(IllegalMove):
                    GAME.apply(state, seat, move, RNG)


def play(games: range, seats: int, moves_every: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in games:
        for at, (state, move) in enumerate(whole_game(seats, seed)):
            check(state)
            if at % moves_every == 0:
                check_moves(state)
            match move:
                case Play(card):
                    seen["joker" if card == JOKER else "play"] += 1
                case Uncover():
                    seen["uncover"] += 1
                case Lay():
                    seen["lay"] += 1
                    seen["rebuilt"] += not state.pile and len(state.discards) > 1
                    seen["nothing drawn"] += not state.pile and len(state.discards) == 1
                case Wish():
                    seen["wish"] += 1
                case Back():
                    seen["back"] += 1
                case None:
                    seen["over or left"] += 1
            if state.result is not None:
                seen["over"] += state.result.outcome is not None
    return seen


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_games_keep_the_rules(seats: int) -> None:
    """P1, P8, P10e, P11, P15, G10"""
    seen = play(range(6), seats, moves_every=100)
    assert seen["over"] == 6
    assert all(seen[what] for what in ("play", "joker", "uncover", "lay", "wish", "back"))


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
def test_in_many_games_piles_are_made_anew_and_drawn_empty(seats: int) -> None:
    """P11, P12: with many players nothing is left to draw"""
    seen = play(range(100, 200), seats, moves_every=500)
    assert seen["over"] == 100
    assert bool(seen["rebuilt"]) or seats < 5
    assert bool(seen["nothing drawn"]) or seats < 6


@pytest.mark.parametrize("seats", range(2, 7))
def test_rounds_of_default_moves_end(seats: int) -> None:
    """G7, G10: a table of people who all fell asleep"""
    for number in range(10):
        state, moves = deal(opening(seats), b"asleep", number), 0
        while GAME.result(state) is None:
            seat = state.turn
            state = GAME.apply(state, seat, GAME.default(state, seat), Rng(b"s", moves)).state
            moves += 1
        assert moves < 200
