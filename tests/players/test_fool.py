"""The computer players of Foppen: always legal, and each better than the next weaker one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from chatlama.core.game import AnyGame, opening
from chatlama.core.games import fool
from chatlama.core.games.fool.cards import JOKER, OPEN, PLAYS, SUITS, card_of
from chatlama.core.games.fool.position import Deal, Done, State, Trick
from chatlama.core.games.fool.tricks import lead_suit
from chatlama.core.player import Player, Sight, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat
from chatlama.players.fool import EASY, HARD, MEDIUM, hard, unseen
from chatlama.players.fool.hard import BUDGET, STEP, WORK, PlayOuts, liked
from chatlama.players.fool.outlook import OUTLOOK
from chatlama.players.fool.rounds import Round, packed, seen
from chatlama.players.fool.thumb import pick
from chatlama.players.fool.unseen import Unseen
from tests.core.played import whole_game
from tests.players.arena import Anything, Checked, play, wins

GAME: AnyGame = fool.GAME
SIZES = pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])


@pytest.mark.parametrize(("seats", "least"), [(4, 0.55), (7, 0.4)])
def test_even_an_easy_one_beats_chance_clearly(seats: int, least: float) -> None:
    """Even shares are .25 and .14; the seeds are fixed, so the count is always the same."""
    assert wins(GAME, {}, EASY, Anything(), seats, 6) > least


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "least"), [(4, 0.35), (7, 0.2)])
def test_medium_beats_easy(seats: int, least: float) -> None:
    assert wins(GAME, {}, MEDIUM, EASY, seats, 40) > least


@pytest.mark.slow
def test_hard_beats_medium() -> None:
    """Only the roughest failure shows here; ``make bench-players`` measures."""
    assert wins(GAME, {}, HARD, MEDIUM, 4, 3) > 0.4


@SIZES
def test_they_are_always_legal(seats: int) -> None:
    checked = [Checked(player) for player in (EASY, MEDIUM)]
    for seed in range(2):
        play(GAME, {}, (checked * seats)[:seats], seed)
    assert min(len(each.codes) for each in checked) > 100


@SIZES
def test_hard_is_always_legal_and_needs_no_more_than_its_sight(seats: int) -> None:
    """In any position: also after somebody left. The same sight and chance, the same thoughts."""
    for at, (_, sight) in enumerate(positions(seats, 1)):
        if at % 23 == seats:
            once, again = (list(HARD.think(sight, Rng(b"hard", at))) for _ in range(2))
            assert once == again
            assert all(thought.move in sight.moves for thought in once)


def test_every_reason_is_given_sometimes() -> None:
    checked = Checked(MEDIUM)
    for seed in range(6):
        play(GAME, {}, [checked] * 4, seed)
    easy = Checked(EASY)
    play(GAME, {}, [easy] * 4, 0)
    said = {reason.id.removeprefix("fool-why-") for reason in checked.reasons | easy.reasons}
    followed = {"follow", "discard", "lost", "low", "dear", "joker", "joker-safe"}
    assert said == {"only", "lead", "lead-void", *followed}


# --- what they stand on ----------------------------------------------------------------------


def positions(seats: int, games: int) -> Iterator[tuple[State, Sight[Any, Any]]]:
    """Yield positions of games of chance, in which seats leave now and then."""
    for number in range(games):
        for scene in whole_game(GAME, seats, {}, f"fool {number}".encode()):
            if scene.result is None and scene.move is not None:
                assert scene.seat is not None
                yield scene.state, sight_of(GAME, scene.state, scene.seat, {})


def as_it_is(state: State, sight: Sight[Any, Any]) -> Round:
    """Return the round with everybody's cards."""
    round = seen(sight.view)
    present = sight.view.standings.present
    round.hands = [packed(state.hands[seat]) for seat in present]
    return round


def same_rounds(seats: int, games: int) -> int:
    """Play rounds of chance here and by the rules and compare all there is; return how many."""
    for number in range(games):
        chance = Random(f"{seats} {number}")
        state: State = GAME.deal(opening(seats), {}, Rng(b"same", number))
        discs, order, hands = state.trick.deal.discs, state.trick.order, state.hands
        round, over = Round(discs, [*map(packed, hands)], order), False
        while state.result is None:
            moves = GAME.legal(state, state.turn)
            assert [move.card for move in moves] == round.legal()
            sight = sight_of(GAME, state, state.turn, {})
            assert pick(seen(sight.view)) == pick(round), "a glance needs no hidden card"
            move = chance.choice(moves)
            twin = round.copy()
            state = GAME.apply(state, state.turn, move, Rng(b"", 0)).state
            over = round.play(move.card)
            assert twin.legal() == [move.card for move in moves], "a copy stands by itself"
        assert over
        assert tuple(round.scores()) == state.result.scores
        assert round.fools == state.trick.fools
    return games


@SIZES
def test_rounds_go_as_the_rules_go(seats: int) -> None:
    assert same_rounds(seats, 4) == 4


@pytest.mark.slow
@SIZES
def test_rounds_go_as_the_rules_go_in_thousands_of_games(seats: int) -> None:
    assert same_rounds(seats, 400) == 400


@SIZES
def test_a_play_out_ends_as_the_rules_end(seats: int) -> None:
    """From any position, after any choice, also when somebody has left; mediums play on."""
    for at, (state, sight) in enumerate(positions(seats, 1)):
        if at % 17:
            continue
        world = as_it_is(state, sight)
        place = sight.view.standings.present.index(sight.seat)
        for choice, move in enumerate(sight.moves):
            cards = [other.card for other in sight.moves]
            value = PlayOuts(sight.view, world, place, cards).value(world, choice)
            after = GAME.apply(state, sight.seat, move, Rng(b"", 0)).state
            while after.result is None:
                known = sight_of(GAME, after, after.turn, {})
                going_on = conclusion(MEDIUM.think(known, Rng(b"", 0))).move
                after = GAME.apply(after, after.turn, going_on, Rng(b"", 0)).state
            standings = after.result.standings
            points = [standings.points[seat] for seat in standings.present]
            assert value == OUTLOOK.chance(points, standings.ticks, place)


@SIZES
@pytest.mark.parametrize("guesses", [unseen.TRIES, 0], ids=["guessed", "solved"])
def test_deals_agree_with_all_that_is_known(
    seats: int, guesses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F13, F5: sizes of hands, cards that were played, voids; the own hand stays."""
    monkeypatch.setattr(unseen, "TRIES", guesses)
    chance = Random(seats)
    for at, (state, sight) in enumerate(positions(seats, 3)):
        if at % 5:
            continue
        round, view = seen(sight.view), sight.view
        place = view.standings.present.index(sight.seat)
        world = Unseen(round, place).deal(chance)
        assert world.hands[place] == packed(state.hands[sight.seat])
        assert [sum(map(int.bit_count, hand[:OPEN])) + hand[OPEN] for hand in world.hands] == [
            len(state.hands[seat]) for seat in view.standings.present
        ]
        held = [sum(suit) for suit in zip(*world.hands, strict=True)]
        assert held == round.held == as_it_is(state, sight).held
        for hand, voids in zip(world.hands, round.voids, strict=True):
            assert not any(hand[suit] for suit in range(OPEN) if voids >> suit & 1)


def test_deals_reach_everything_about_equally() -> None:
    """Seat 2 has no blue: whoever else plays may hold the others' blue cards."""
    view = sight_for("g9 o8 b2 y9", void=2).view
    found: Counter[int] = Counter()
    world = Unseen(seen(view), 0)
    for number in range(300):
        for seat, hand in enumerate(world.deal(Random(number)).hands[1:], start=1):
            found[seat] += bool(hand[3] >> 3 & 1)
    assert found[2] == 0
    assert abs(found[1] - found[3]) < 60


def test_chances_to_win_are_shares_of_one() -> None:
    """F18, F19: at -80 or with six prizes it is over, and most points win."""
    for points, ticks in (([0, -5, -12, 3], 2), ([-20] * 4, 0), ([-79, 5, 1, 0, -3], 5)):
        chances = [OUTLOOK.chance(points, ticks, seat) for seat in range(len(points))]
        assert sum(chances) == pytest.approx(1)
        assert sorted(range(len(points)), key=points.__getitem__) == sorted(
            range(len(points)), key=lambda seat: (chances[seat], points[seat])
        )
    assert [OUTLOOK.chance([-81, 4, 4, 0], 0, seat) for seat in range(4)] == [0, 0.5, 0.5, 0]
    assert [OUTLOOK.chance([-1, 4, 3, 0], 6, seat) for seat in range(4)] == [0, 1, 0, 0]
    near, far = (OUTLOOK.chance([10, 0, 0, 0], ticks, 0) for ticks in (5, 0))
    assert near > far, "a lead counts for more the less is left"


@SIZES
def test_work_is_limited_by_counts(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two thoughts, and in all, so many cards are played in play-outs and not many more."""
    played = 0

    def counted(round: Round) -> int:
        nonlocal played
        played += 1
        return pick(round)

    for at, (_, sight) in enumerate(positions(seats, 1)):
        if at % 9:
            continue
        monkeypatch.setattr(hard, "pick", pick)
        thoughts = HARD.think(sight, Rng(b"work", at))
        first = next(thoughts)
        assert first.move == PLAYS[pick(seen(sight.view))], "at once what the rules of thumb do"
        monkeypatch.setattr(hard, "pick", counted)
        before = played
        sums = [before, *[played for _ in thoughts]]
        assert played - before < 1.5 * WORK + BUDGET.least * STEP
        assert max((after - to for to, after in pairwise(sums)), default=0) < 1.5 * STEP


@SIZES
def test_what_is_tried_is_legal_and_begins_with_what_the_rules_of_thumb_do(seats: int) -> None:
    for _, sight in positions(seats, 1):
        round, legal = seen(sight.view), [move.card for move in sight.moves]
        assert liked(round, len(legal))[0] == pick(round)
        assert sorted(liked(round, len(legal))) == legal
        assert seen(sight.view).hands == round.hands, "the round stays as it is"


# --- what medium does ------------------------------------------------------------------------


def cards(names: str) -> tuple[int, ...]:
    return tuple(
        JOKER if name == "1" else card_of(SUITS.index(name[0]), int(name[1:]))
        for name in names.split()
    )


SHOWN = cards("b8 b7 b6 g2")


def sight_for(
    hand: str, plays: str = "", *, void: int | None = None, discs: int = 1
) -> Sight[Any, Any]:
    """Return what seat 0 of four sees; the others hold three cards and played before it.

    In a trick before everybody but ``void`` followed blue, which that seat has none of.
    """
    on_table = cards(plays)
    order = (*SEATS[4 - len(on_table) : 4], *SEATS[: 4 - len(on_table)])
    tricks: tuple[Done, ...] = ()
    if void is not None:
        before = tuple(seat for seat in SEATS[:4] if seat != void)
        tricks = (Done((*before, SEATS[void]), SHOWN, SUITS.index("b"), before[0], ()),)
    state = State(
        Trick(Deal(opening(4), Seat(0), discs), order, (), tricks),
        (tuple(sorted(cards(hand))), *[cards("y2 y3 y4")] * 3),
        on_table,
        lead_suit(on_table) if on_table else OPEN,
        SEATS[0],
    )
    return sight_of(GAME, state, Seat(0), {})


def choice(
    hand: str,
    plays: str = "",
    *,
    void: int | None = None,
    discs: int = 1,
    player: Player = MEDIUM,
) -> str:
    """Return what seat 0 of four does."""
    sight = sight_for(hand, plays, void=void, discs=discs)
    return conclusion(player.think(sight, Rng(b"player", 0))).move.code


def test_it_plays_its_dearest_card_if_it_is_safe() -> None:
    """F9: with a discard on the table no follower is a fool, with a lower one no discard is."""
    assert choice("g3 g5 g9", "g10 y2 g4") == "play:g9"
    assert choice("y4 o5 g9", "b7 y3 b4") == "play:g9"


def test_it_gets_rid_of_a_one_once_others_discarded() -> None:
    """F6, F9: a "1" counts as having followed."""
    assert choice("g5 g9 1", "g10 y2 g4") == "play:1"
    assert choice("o5 y9 1", "g10 y2 g4") == "play:1"


def test_two_discs_make_fools_of_followers_too() -> None:
    """F10: one discard takes the first disc only."""
    assert choice("g3 g5 1", "g10 y2 g4", discs=2) == "play:g5"


def test_it_does_not_make_itself_a_fool_with_a_one() -> None:
    assert choice("g5 g9 1", "g10 g12 g4") == "play:g9"


def test_it_gives_the_dearest_card_that_is_not_the_worst() -> None:
    assert choice("g5 g12 1", "g13 g10 g6") == "play:g12"


def test_a_fool_in_any_case_throws_the_dearest_card() -> None:
    assert choice("y4 o12 b8", "g10 g12 g4") == "play:o12"


def test_it_leads_what_somebody_has_shown_to_lack() -> None:
    """F9: who discards makes the leader safe."""
    assert choice("g9 o8 b2 y9", void=2) == "play:b2"
    assert choice("g14 o3 b2 y3") == "play:g14"
