"""What players of shedding games stand on: play-outs as by the rules, deals as by what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise
from random import Random
from typing import Any, Final

import pytest

from chatlama.core.game import AnyGame, Event, Move, Public
from chatlama.core.games import alpaka as alpaka_game
from chatlama.core.games import eins_drauf as eins_drauf_game
from chatlama.core.player import Sight, conclusion, sight_of
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Play, Quit
from chatlama.core.text import Text, text
from chatlama.players import alpaka, eins_drauf
from chatlama.players.search import Budget
from chatlama.players.shedding.hard import HardPlayer, acts_of, play_outs, search_choices
from chatlama.players.shedding.kind import BIT, CARDS, DRAW, ONE, hand_of, mask_of
from chatlama.players.shedding.lore import Lore
from chatlama.players.shedding.outlook import Outlook
from chatlama.players.shedding.rounds import World
from chatlama.players.shedding.thumb import preferred, reason
from chatlama.players.shedding.unseen import HAND, Act, Known, Unseen
from tests.core.played import combinations, whole_game
from tests.players.arena import turns

ALPAKA, EINS_DRAUF = alpaka_game.GAME, eins_drauf_game.GAME
BOTH = pytest.mark.parametrize(
    ("game", "lore"),
    [
        pytest.param(ALPAKA, alpaka.LORE, id="alpaka"),
        pytest.param(EINS_DRAUF, eins_drauf.LORE, id="eins_drauf"),
    ],
)
FAIR: Final = 1.0
"""Nothing that somebody does would be a surprise."""
SURE: Final = 0.0
CHANCE: Final = Rng(b"shedding", 0)


def positions(game: AnyGame, games: int) -> Iterator[tuple[Any, Sight[Any, Any]]]:
    """Yield positions of games of chance, with every option, seats leaving now and then."""
    for seats, options in combinations(game):
        for number in range(games):
            history: list[Event] = []
            for scene in whole_game(game, seats, options, f"shed {number}".encode()):
                if scene.result is not None:
                    history = []
                elif scene.move is None:
                    history.append(Public(text("left", player=scene.seat or scene.seats[0])))
                else:
                    assert scene.seat is not None
                    sight = sight_of(game, scene.state, scene.seat, options, history)
                    if isinstance(sight.moves[-1], Quit):
                        yield scene.state, sight
                    done = game.apply(scene.state, scene.seat, scene.move, scene.chance())
                    history += done.events


def as_it_is(state: Any) -> World:  # noqa: ANN401 - a game's state
    """Return the world in which all cards are where they are."""
    hands = state.hands
    return World([*map(hand_of, hands)], [*map(mask_of, hands)], list(state.pile))


def decode(world: World) -> list[list[int]]:
    """Return everybody's cards."""
    return [
        [card for card in range(CARDS) for _ in range(hand // ONE[card] % 16)]
        for hand in world.hands
    ]


def by_the_rules(game: AnyGame, lore: Lore, state: Any, move: Move, options: Any) -> Any:  # noqa: ANN401 - a game's state and result
    """Return how the round ends after the move if everybody goes by the rules of thumb."""
    seat = game.to_move(state)[0]
    while True:
        state = game.apply(state, seat, move, CHANCE).state
        result = game.result(state)
        if result is not None:
            return result
        (seat,) = game.to_move(state)
        move = preferred(lore, sight_of(game, state, seat, options))


def compare(game: AnyGame, lore: Lore, games: int) -> int:
    """Play every choice of every position out here and by the rules; return how many there were."""
    compared = 0
    for state, sight in positions(game, games):
        decision = play_outs(lore, sight, FAIR)
        for choice, move in zip(search_choices(sight), sight.moves, strict=True):
            ended = decision.round.play_out(as_it_is(state), choice)
            result = by_the_rules(game, lore, state, move, sight.options)
            assert tuple(ended.points) == result.standings.points, (state.hands, state.pile, move)
            assert not lore.last_starts or ended.last == result.standings.starter
            compared += 1
    return compared


@BOTH
def test_play_outs_end_as_the_rules_end(game: AnyGame, lore: Lore) -> None:
    assert compare(game, lore, 1) > 2_000


@pytest.mark.slow
@BOTH
def test_play_outs_end_as_the_rules_end_in_thousands_of_games(game: AnyGame, lore: Lore) -> None:
    """With every option, every number of seats, and seats leaving."""
    assert compare(game, lore, 15) > 30_000


@BOTH
@pytest.mark.parametrize("surprise", [FAIR, alpaka.HARD.surprise, SURE])
def test_a_world_is_one_that_looks_the_same(game: AnyGame, lore: Lore, surprise: float) -> None:
    """Own cards, counts and the pile are as seen; each card of the deck is in one place."""
    chance, worlds = Random(7), 0
    for state, sight in positions(game, 1):
        if chance.random() > 0.2:
            continue
        decision, view = play_outs(lore, sight, surprise), sight.view
        laid = Counter(dict(e.text.args)["card"] for e in sight.history if "played" in e.text.id)
        for _ in range(3):
            world = decision.sample(chance)
            worlds += 1
            assert world.hands[sight.seat] == hand_of(state.hands[sight.seat])
            dealt: Counter[int] = Counter(world.pile)
            for seat, cards in enumerate(decode(world)):
                assert len(cards) == view.counts[seat]
                assert world.masks[seat] == mask_of(cards)
                dealt.update(cards)
            assert len(world.pile) >= view.pile
            whole = Counter(lore.kind(view.rules).deck)
            assert not dealt + (laid or Counter([view.top])) - whole
    assert worlds > 300


@BOTH
def test_from_the_first_deal_on_a_pile_has_no_order(game: AnyGame, lore: Lore) -> None:
    """Of seven values one in seven follows the next lower one."""
    chance, following, pairs = Random(11), 0, 0
    for _, sight in positions(game, 1):
        pile = play_outs(lore, sight, FAIR).sample(chance).pile
        following += sum(card % 7 + 1 == after for card, after in pairwise(pile))
        pairs += max(len(pile) - 1, 0)
    assert pairs > 3_000
    assert following / pairs == pytest.approx(1 / 7, abs=0.02)


@BOTH
def test_who_could_not_play_is_dealt_nothing_that_fitted(game: AnyGame, lore: Lore) -> None:
    """Of those who have only drawn or quit it is certain, among players by rules of thumb."""
    players = [alpaka.MEDIUM if game is ALPAKA else eins_drauf.MEDIUM] * 3
    chance, checked = Random(3), 0
    for seed in range(12):
        for state, sight in turns(game, game.info.defaults(), players, seed):
            if not isinstance(sight.moves[-1], Quit):
                continue
            acts = list(acts_of(lore, sight.history))
            played = {act.seat for act in acts if act.choice > 0}
            fitting = lore.kind(sight.view.rules).fitting
            top = 0 if played else sight.view.top
            world = play_outs(lore, sight, SURE).sample(chance)
            for act in acts:
                top = act.choice if act.choice > 0 else top
                if act.seat in played or act.seat == sight.seat or not top:
                    continue
                for hands in (state.hands, decode(world)):
                    may = sum(not BIT[card] & fitting[top] for card in hands[act.seat])
                    assert may >= HAND  # the six cards dealt; only later ones may be others
                checked += 1
    assert checked > 30


@BOTH
def test_what_is_inferred_comes_nearer_to_the_truth(game: AnyGame, lore: Lore) -> None:
    """Hands dealt by what play tells share more with the true ones than hands dealt fairly."""
    players = [alpaka.MEDIUM if game is ALPAKA else eins_drauf.MEDIUM] * 2
    near = {FAIR: 0, alpaka.HARD.surprise: 0}
    for surprise in near:
        chance = Random(5)
        for seed in range(25):
            for state, sight in turns(game, game.info.defaults(), players, seed):
                if not isinstance(sight.moves[-1], Quit):
                    continue
                decision, other = play_outs(lore, sight, surprise), 1 - sight.seat
                for _ in range(5):
                    mask = decision.sample(chance).masks[other]
                    near[surprise] += (mask & mask_of(state.hands[other])).bit_count()
                    near[surprise] -= (mask & ~mask_of(state.hands[other])).bit_count()
    fair, told = near.values()
    assert told > fair + 500


def test_deals_come_up_as_often_as_they_are_likely() -> None:
    """Compared with deals drawn anew until one goes with what was done: a 4 on a 3, then a draw.

    So among the six cards dealt there were one 4, no 3, no 5, and then enough to cost something.
    """
    rules = alpaka_game.position.Rules(englert=False, target=40)
    kind, thumb, mine = alpaka.kind_of(rules), alpaka.thumb_of(rules, 2), (1, 6, 6, 7)
    acts = (Act(0, 3), Act(1, 4), Act(0, 4), Act(1, DRAW))
    known = Known(kind, thumb, 0, mine, (4, 6), 4, 56 - 6 - 7 - 1, acts)
    chance, unseen, chain, fresh = Random(1), Unseen(known, SURE), Counter[int](), Counter[int]()
    unseen.shuffle(chance)
    for _ in range(deals := 6_000):
        chain.update(card for card in range(CARDS) if unseen.deal(chance).masks[1] & BIT[card])
    pool, drawn = list((Counter(kind.deck) - Counter((3, 4, *mine))).elements()), 0
    while drawn < 1_500:
        first, *cards = chance.sample(pool, 8)  # the card turned up first, six dealt, one drawn
        had = Counter(cards[:6])
        cost = sum(10 if card == 7 else card for card in {*cards[:6]} - {4})
        if first in (2, 3) and had[4] == 1 and not had[3] and not had[5] and cost > thumb.far:
            cards.remove(4)
            fresh.update({*cards})
            drawn += 1
    for card in range(1, 8):
        assert chain[card] / deals == pytest.approx(fresh[card] / drawn, abs=0.05)


def test_a_late_seat_tells_nothing_of_its_hand() -> None:
    """A seat that ran out of time quits with any hand."""
    options = ALPAKA.info.defaults()
    state, sight = next(turns(ALPAKA, options, [alpaka.MEDIUM] * 3, 1))
    seat = (sight.seat + 1) % 3
    quits = (Public(text("alpaka-quits", player=seat)),)
    late = (Public(text("late", player=seat)), *quits)

    def fit(history: tuple[Event, ...]) -> list[bool]:
        """Return for some deals whether the seat held a card that fitted."""
        seen = Sight(sight.seat, sight.view, sight.moves, options, history)
        decision, chance = play_outs(alpaka.LORE, seen, SURE), Random(0)
        fitting = decision.round.kind.fitting[state.top]
        return [bool(decision.sample(chance).masks[seat] & fitting) for _ in range(50)]

    assert not any(fit(quits))
    assert any(fit(late))


def test_chances_are_shares_of_one_and_grow_as_points_shrink() -> None:
    outlook = Outlook(30, 5, 2)
    for points in ((0, 10, 39, 12), (5, 5, 5, 5), (38, 39, 37, 39)):
        chances = [outlook.chance(points, range(4), 40, seat, -1) for seat in range(4)]
        assert sum(chances) == pytest.approx(1)
        by_points = [chance for _, chance in sorted(zip(points, chances, strict=True))]
        assert by_points == sorted(by_points, reverse=True)


def test_who_begins_the_next_round_is_a_little_ahead() -> None:
    outlook = Outlook(30, 5, 2)
    assert outlook.chance((9, 9), (0, 1), 40, 0, 0) > 0.5 > outlook.chance((9, 9), (0, 1), 40, 0, 1)


def test_a_lead_counts_for_more_the_less_is_left_to_play() -> None:
    outlook = Outlook(30, 5, 0)
    early, late = ((0, 5), (30, 35))
    assert outlook.chance(late, (0, 1), 40, 0, -1) > outlook.chance(early, (0, 1), 40, 0, -1)


def test_ten_points_to_give_back_are_better_than_nine_if_that_is_worth_something() -> None:
    for outlook, better in ((Outlook(30, 5, 0), False), (Outlook(30, 5, 0, ten=3), True)):
        chances = [outlook.chance((9, 10), (0, 1), 40, seat, -1) for seat in (0, 1)]
        assert sum(chances) == pytest.approx(1)
        assert (chances[1] > chances[0]) is better
        assert outlook.chance((19, 20), (0, 1), 40, 1, -1) < 0.5, "only ten can be given back"


def test_how_far_the_second_last_is_says_how_much_is_left_to_play() -> None:
    def lead(outlook: Outlook, *points: int) -> float:
        """Return how many times as likely as the third the first seat is to win."""
        first, third = (outlook.chance(points, (0, 1, 2), 40, seat, -1) for seat in (0, 2))
        return first / third

    for outlook, more in ((Outlook(30, 5, 0), False), (Outlook(30, 5, 0, second=5), True)):
        far, near = lead(outlook, 20, 20, 30), lead(outlook, 20, 29, 30)
        assert (near > far + 0.1) is more
        assert outlook.chance((20, 39), (0,), 40, 0, -1) == 1, "nobody else is left"


def test_a_game_that_is_over_is_won_shared_or_lost() -> None:
    """A15, A21b; who left is not counted, whatever his points."""
    outlook = Outlook(30, 5, 2)
    assert outlook.chance((40, 12, 12, 0), (0, 1, 2), 40, 1, 0) == 0.5
    assert outlook.chance((40, 12, 13, 0), (0, 1, 2), 40, 1, 0) == 1
    assert outlook.chance((40, 12, 13, 0), (0, 1, 2), 40, 2, 0) == 0
    assert outlook.chance((39, 12, 13, 50), (0, 1, 2), 40, 0, 0) > 0


@BOTH
def test_every_kind_of_decision_has_its_reason(game: AnyGame, lore: Lore) -> None:
    """Each of them is met, and each has one reason, the same one always."""
    seen: dict[tuple[str, str], Text] = {}
    players = [alpaka.MEDIUM if game is ALPAKA else eins_drauf.MEDIUM] * 2
    played = (turns(game, game.info.defaults(), players, seed) for seed in range(4))
    for _, sight in chain(positions(game, 1), *played):
        if not isinstance(sight.moves[-1], Quit):
            continue
        usual = preferred(lore, sight)
        for move in sight.moves:
            why = reason(lore, sight, move)
            if isinstance(move, Play) and move == usual:
                kind = "same" if move.value == sight.view.top else "next"
                kind = "wild" if kind == "next" and move.value == lore.wild else kind
            else:
                kind = type(move).__name__ if len(sight.moves) > 1 else "only"
            assert seen.setdefault((kind, type(usual).__name__), why).id == why.id
            assert why.id.startswith(f"{lore.words}-why-")
    kinds = {why.id for why in seen.values()} | {lore.why.only.id}  # in Alpaka it is rare
    assert len(kinds) == (10 if game is ALPAKA else 11)


@BOTH
def test_an_easy_one_slips_in_some_decisions_and_knows_no_reason_for_it(
    game: AnyGame, lore: Lore
) -> None:
    easy = alpaka.EASY if game is ALPAKA else eins_drauf.EASY
    slips = decisions = 0
    for number, (_, sight) in enumerate(positions(game, 1)):
        thought = conclusion(easy.think(sight, Rng(b"easy", number)))
        usual = preferred(lore, sight)
        assert (thought.why == lore.why.slip) == (thought.move != usual)
        slips += thought.move != usual
        decisions += len(sight.moves) > 1
    assert 0.1 < slips / decisions < 0.4


@pytest.mark.parametrize("player", [alpaka.HARD, eins_drauf.HARD], ids=lambda player: player.name)
def test_hard_thinks_under_every_option_at_every_seat(player: HardPlayer) -> None:
    """Also when seats have left; with few deals, for it is not about strength."""
    game: AnyGame = ALPAKA if player is alpaka.HARD else EINS_DRAUF
    hard = replace(player, budget=Budget(16, batch=8, least=8, gate=1, drop=2, sure=3))
    left = searched = 0
    met: Counter[tuple[int, str]] = Counter()
    for number, (_, sight) in enumerate(positions(game, 2)):
        table = len(sight.view.counts), str(sorted(sight.options.items()))
        gone = bool(sight.view.standings.gone)
        if met[table] > 8 and not (gone and left < 40):
            continue
        met[table] += 1
        left += gone
        thoughts = list(hard.think(sight, Rng(b"hard", number)))
        assert all(thought.move in sight.moves for thought in thoughts)
        searched += len(thoughts) > 1
    assert len(met) == len(list(combinations(game)))
    assert left == 40
    assert searched > 100
