"""The computer players of Passt nicht!: always legal, and each better than the next weaker one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from chatlama.core.game import AnyGame, Event, Standings, opening
from chatlama.core.games import passt_nicht
from chatlama.core.games.passt_nicht.position import (
    DECK,
    EMPTY,
    JOKER,
    NAMES,
    PLAYS,
    WISHES,
    Stacks,
    State,
    colour,
)
from chatlama.core.player import Player, Sight, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat
from chatlama.players.passt_nicht import EASY, HARD, MEDIUM, hard
from chatlama.players.passt_nicht.hard import STEP, WORK, PlayOuts
from chatlama.players.passt_nicht.moves import move_of
from chatlama.players.passt_nicht.outlook import OUTLOOK
from chatlama.players.passt_nicht.rounds import LAID, WISHED, Round, seen
from chatlama.players.passt_nicht.thumb import pick
from chatlama.players.passt_nicht.unseen import Unseen, lacking
from tests.core.played import whole_game
from tests.players.arena import Anything, Checked, play, turns, wins

GAME: AnyGame = passt_nicht.GAME
SIZES = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


@pytest.mark.parametrize(("seats", "least"), [(2, 0.75), (4, 0.5)])
def test_even_an_easy_one_beats_chance_clearly(seats: int, least: float) -> None:
    """Even shares are .50 and .25; the seeds are fixed, so the count is always the same."""
    assert wins(GAME, {}, EASY, Anything(), seats, 8) > least


@pytest.mark.parametrize(("seats", "least"), [(2, 0.65), (4, 0.35)])
def test_medium_beats_easy(seats: int, least: float) -> None:
    assert wins(GAME, {}, MEDIUM, EASY, seats, 15) > least


@pytest.mark.slow
def test_hard_beats_medium() -> None:
    """Only the roughest failure shows here; ``make bench-players`` measures."""
    assert wins(GAME, {}, HARD, MEDIUM, 2, 12) > 0.55


@SIZES
def test_they_are_always_legal(seats: int) -> None:
    checked = [Checked(player) for player in (EASY, MEDIUM)]
    for seed in range(3):
        play(GAME, {}, (checked * seats)[:seats], seed)
    assert min(len(each.codes) for each in checked) > 50


@SIZES
def test_hard_is_always_legal_and_needs_no_more_than_its_sight(seats: int) -> None:
    """In any position: with a joker held out, after somebody left. The same sight and chance."""
    for at, (_, sight) in enumerate(positions(seats, 1)):
        if at % 31 == seats or sight.view.choosing:
            once, again = (list(HARD.think(sight, Rng(b"hard", at))) for _ in range(2))
            assert once == again
            assert all(thought.move in sight.moves for thought in once)


def test_every_reason_is_given_sometimes() -> None:
    checked = Checked(MEDIUM), Checked(EASY)
    for seed in range(8):
        play(GAME, {}, [checked[0], checked[1], checked[0]], seed)
    said = {reason.id for each in checked for reason in each.reasons}
    words = {"only", "lay", "cover", "play", "save", "fewer", "out", "uncover", "wish"}
    assert said == {f"passt-nicht-why-{word}" for word in words}


# --- what they stand on ----------------------------------------------------------------------


def positions(seats: int, games: int) -> Iterator[tuple[State, Sight[Any, Any]]]:
    """Yield positions of games of chance, in which seats leave now and then."""
    for number in range(games):
        history: list[Event] = []
        for scene in whole_game(GAME, seats, {}, f"passt {number}".encode()):
            if scene.result is not None:
                history = []
            elif scene.move is not None:
                assert scene.seat is not None
                yield scene.state, sight_of(GAME, scene.state, scene.seat, {}, history)
                done = GAME.apply(scene.state, scene.seat, scene.move, scene.chance())
                history += done.events


def as_it_is(state: State, sight: Sight[Any, Any]) -> Round:
    """Return the round with everybody's cards and the draw pile."""
    round = seen(sight.view)
    round.hands = [list(state.hands[seat]) for seat in sight.view.standings.present]
    round.pile = [*reversed(state.pile)]
    return round


def same_rounds(seats: int, games: int, kind: str) -> int:
    """Play rounds here and by the rules and compare all there is; return how many turns."""
    turns = 0
    for number in range(games):
        chance = Random(f"{seats} {number}")
        state: State = GAME.deal(opening(seats), {}, Rng(b"same", number))
        round, over = as_it_is(state, sight_of(GAME, state, state.turn, {})), False
        while state.result is None:
            turns += 1
            sight = sight_of(GAME, state, state.turn, {})
            round.hands[round.turn].sort()  # of equals the first is taken
            usual = pick(round)
            assert pick(seen(sight.view)) == usual, "a glance needs no hidden card"
            legal = round.legal()
            codes = {move_of(number, choosing=False).code for number in legal}
            assert codes == {move.code for move in sight.moves}
            jokers = [number for number in legal if number >= WISHED]
            assert len(jokers) == (len(WISHES) if PLAYS[JOKER] in sight.moves else 0) or (
                len(round.hands[round.turn]) == 1
            )
            lays = [number for number in legal if LAID <= number < WISHED]
            number_ = usual if kind == "thumbs" else chance.choice(lays or legal)
            if kind == "chance":
                number_ = chance.choice(legal)
            before, stream = state, Rng(b"same", turns)
            if number_ >= WISHED:
                state = GAME.apply(state, state.turn, PLAYS[JOKER], stream).state
            move = move_of(number_, choosing=state.choosing)
            state = GAME.apply(state, state.turn, move, stream).state
            anew = Rng(b"same", turns).shuffled(before.discards[:-1])

            def as_dealt(cards: list[int], anew: tuple[int, ...] = anew) -> None:
                assert sorted(cards) == sorted(anew)
                cards[:] = reversed(anew)

            round.shuffle = as_dealt
            twin = round.copy()
            over = round.play(number_)
            assert [sorted(hand) for hand in round.hands] == [list(hand) for hand in state.hands]
            assert tuple(round.discards) == state.discards
            assert [*reversed(round.pile)] == list(state.pile)
            assert over or round.turn == state.turn
            assert twin.legal() == legal, "a copy stands by itself"
        assert over
        assert tuple(round.scores()) == state.result.scores
    return turns


KINDS = pytest.mark.parametrize("kind", ["chance", "laying", "thumbs"])


@KINDS
@SIZES
def test_rounds_go_as_the_rules_go(seats: int, kind: str) -> None:
    """Also where the draw pile runs out (P12): who lays whenever he may makes that happen."""
    assert same_rounds(seats, 3, kind) > 12


@pytest.mark.slow
@KINDS
@SIZES
def test_rounds_go_as_the_rules_go_in_thousands_of_games(seats: int, kind: str) -> None:
    assert same_rounds(seats, 150, kind) > 1_000


@SIZES
def test_deals_agree_with_all_that_is_known(seats: int) -> None:
    """G5: sizes of hands and pile, all that lies open; the own hand stays."""
    chance = Random(seats)
    for at, (state, sight) in enumerate(positions(seats, 2)):
        if at % 5:
            continue
        view, round = sight.view, seen(sight.view)
        world = Unseen(round, view, sight.history).deal(chance)
        present = view.standings.present
        assert list(map(len, world.hands)) == [len(state.hands[seat]) for seat in present]
        assert sorted(world.hands[present.index(sight.seat)]) == list(state.hands[sight.seat])
        assert len(world.pile) == len(state.pile)
        hidden = [card for hand in world.hands for card in hand] + world.pile
        lies = [card for own in world.layouts for stack in own for card in stack]
        rest = list(DECK)
        for card in (*hidden, *lies, *world.discards, *state.aside):
            rest.remove(card)
        assert len(rest) == len(state.away)


@SIZES
def test_what_is_known_of_hands_is_true(seats: int) -> None:
    """P10: who lays while a wish is in force had nothing that meets it, jokers included."""
    known = 0
    for number in range(3):
        for state, sight in turns(GAME, {}, [EASY] * seats, number):
            for seat, barred in lacking(sight.history).items():
                hand = list(state.hands[seat])
                assert len(barred) == len(hand)
                for bars in barred:  # the best known first: a greedy choice finds one if any does
                    known += bool(bars)
                    hand.remove(next(card for card in hand if card not in bars))
    assert known > 20


def test_who_could_not_meet_a_wish_is_dealt_nothing_that_does() -> None:
    met = 0
    for number in range(6):
        for _, sight in turns(GAME, {}, [MEDIUM] * 3, number):
            barred = lacking(sight.history)
            world = Unseen(seen(sight.view), sight.view, sight.history).deal(Random(number))
            for seat, known in barred.items():
                if seat != sight.seat and any(known):
                    met += 1
                    hand = list(world.hands[seat])
                    for bars in known:
                        hand.remove(next(card for card in hand if card not in bars))
    assert met > 20


def test_a_play_out_is_worth_the_chance_to_win() -> None:
    """P16: with 50 points the game is over and most points win; the world stays as it is."""
    state = state_for("r5", own="b5 b4", points=(45, 54, 0))
    world = as_it_is(state, sight_of(GAME, state, Seat(0), {}))
    decision = PlayOuts(sight_of(GAME, state, Seat(0), {}), seen_by_first(state), [5])
    hands = [hand[:] for hand in world.hands]
    assert decision.value(world, 0) == 1
    assert world.hands == hands
    assert decision.points == [45, 54, 0]


def seen_by_first(state: State) -> Round:
    """Return the round as seat 0 sees it."""
    return seen(GAME.view(state, Seat(0)))


def test_chances_to_win_are_shares_of_one() -> None:
    for points in ([0, 10], [20, 20, 5], [49, 0, 30, -10]):
        for over in (False, True):
            chances = [OUTLOOK.chance(points, seat, over=over) for seat in range(len(points))]
            assert sum(chances) == pytest.approx(1)
            assert max(chances) == chances[points.index(max(points))]
    assert [OUTLOOK.chance([50, 60, 60], seat, over=True) for seat in range(3)] == [0, 0.5, 0.5]
    assert 0.5 < OUTLOOK.chance([60, 50], 0, over=False) < 1, "a round that goes on is not won"
    near, far = (OUTLOOK.chance([most, most - 8], 0, over=True) for most in (49, 0))
    assert near > far, "a lead counts for more the less is left"


@SIZES
def test_work_is_limited_by_counts(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two thoughts, and in all, there are so many turns of play-outs and not many more."""
    played = 0

    def counted(round: Round) -> int:
        nonlocal played
        played += 1
        return pick(round)

    monkeypatch.setattr(hard, "pick", counted)
    for at, (_, sight) in enumerate(positions(seats, 1)):
        if at % 19 == seats or sight.view.choosing:
            thoughts = HARD.think(sight, Rng(b"work", at))
            next(thoughts)
            before = played
            sums = [before, *[played for _ in thoughts]]
            assert played - before <= WORK
            assert max((after - to for to, after in pairwise(sums)), default=0) < 1.3 * STEP


# --- what medium does ------------------------------------------------------------------------


def cards(names: str) -> tuple[int, ...]:
    return tuple(sorted(NAMES.index(name) for name in names.split()))


def layout(names: str) -> Stacks:
    """Return stacks of the cards, laid in this order."""
    laid = [NAMES.index(name) for name in names.split()]
    return tuple(tuple(card for card in laid if colour(card) == c) for c in range(len(EMPTY)))


def state_for(
    hand: str,
    top: str = "r3",
    own: str = "",
    following: str = "",
    *,
    wish: str | None = None,
    choosing: bool = False,
    points: tuple[int, ...] = (0, 0, 0),
) -> State:
    """Return a position in which seat 0 of three is to move; nobody else laid but ``following``."""
    return State(
        Standings(points),
        Seat(0),
        (cards(hand), cards("g0 g1"), cards("b0 b1")),
        (layout(own), layout(following), EMPTY),
        cards(top),
        cards("y0 y1"),
        SEATS[0],
        wish,
        choosing,
    )


def choice(
    hand: str,
    top: str = "r3",
    own: str = "",
    following: str = "",
    *,
    choosing: bool = False,
    player: Player = MEDIUM,
) -> str:
    """Return what seat 0 of three does."""
    state = state_for(hand, top, own, following, choosing=choosing)
    sight = sight_of(GAME, state, Seat(0), {})
    return conclusion(player.think(sight, Rng(b"player", 0))).move.code


def test_it_lays_the_dearest_card_onto_the_dearest_top() -> None:
    assert choice("g1 g4 b2 r5") == "lay:g4"
    assert choice("g4 b4", own="b5") == "lay:b4"


def test_it_goes_out_when_it_can() -> None:
    assert choice("r5") == "play:r5"
    assert choice("jk", own="r5") == "play:jk"
    assert choice("r0", own="p3", following="p4") == "play:r0"


def test_it_pays_from_the_hand_rather_than_from_the_layout() -> None:
    """P7: a top that matches forbids to lay."""
    assert choice("r1 g5", own="r5") == "play:r1"
    assert choice("jk g5", own="r5") == "play:jk"


def test_it_keeps_a_joker_while_it_can_lay() -> None:
    assert choice("jk g4") == "lay:g4"


def test_it_binds_the_next_players_layout() -> None:
    assert choice("r1 r2 g5", own="r5") == "play:r2"
    assert choice("r1 r2 g5", own="r5", following="b1") == "play:r1"
    assert choice("jk g5", following="b4", choosing=True) in {"wish:b", "wish:4"}


def test_it_does_not_bind_its_own_layout_by_a_wish() -> None:
    assert choice("jk g5", own="y4", following="b4 y4", choosing=True) == "wish:b"


def test_of_equal_wishes_it_has_what_it_holds() -> None:
    assert choice("jk g5", choosing=True) == "wish:g"


def test_it_never_takes_a_joker_back() -> None:
    for own in ("", "r5", "b4 g1 y2 p3 r0"):
        assert choice("jk g5", own=own, choosing=True).startswith("wish:")
