"""What players of shedding games stand on: play-outs as by the rules, deals as by what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from chatlama.core.game import AnyGame, Event, Move, Public, Sight, sight_of
from chatlama.core.games import alpaka as alpaka_game
from chatlama.core.games import eins_drauf as eins_drauf_game
from chatlama.core.rng import Rng
from chatlama.core.shedding.position import Quit
from chatlama.core.text import text
from chatlama.players import alpaka, eins_drauf
from chatlama.players.shedding.hard import play_outs, search_choices
from chatlama.players.shedding.kind import BIT, CARDS, ONE, hand_of, mask_of
from chatlama.players.shedding.lore import Lore
from chatlama.players.shedding.rounds import World
from chatlama.players.shedding.thumb import preferred
from chatlama.players.shedding.unseen import HAND, Trust
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
FAIR: Final = Trust(doubt=1, tries=0, slack=0)
SURE: Final = Trust(doubt=0, tries=60, slack=0)
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
    assert compare(game, lore, 60) > 100_000


@BOTH
@pytest.mark.parametrize("trust", [FAIR, alpaka.HARD.trust, SURE])
def test_a_world_is_one_that_looks_the_same(game: AnyGame, lore: Lore, trust: Trust) -> None:
    """Own cards, counts and the pile are as seen; each card of the deck is in one place."""
    chance, worlds = Random(7), 0
    for state, sight in positions(game, 1):
        if chance.random() > 0.2:
            continue
        decision, view = play_outs(lore, sight, trust), sight.view
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
def test_who_could_not_play_is_dealt_nothing_that_fitted(game: AnyGame, lore: Lore) -> None:
    """Of those who have only drawn or quit it is certain, among players by rules of thumb."""
    players = [alpaka.MEDIUM if game is ALPAKA else eins_drauf.MEDIUM] * 3
    chance, checked = Random(3), 0
    for seed in range(12):
        for state, sight in turns(game, game.info.defaults(), players, seed):
            if not isinstance(sight.moves[-1], Quit):
                continue
            playing = {dict(e.text.args)["player"] for e in sight.history if "played" in e.text.id}
            decision = play_outs(lore, sight, SURE)
            world = decision.sample(chance)
            for hand in decision.unseen.followed(chance):
                oldest = hand.never[0]
                if hand.seat in playing or not oldest:
                    continue
                for hands in (state.hands, decode(world)):
                    may = sum(not BIT[card] & oldest for card in hands[hand.seat])
                    assert may >= HAND  # the six cards dealt; only later ones may be others
                checked += 1
    assert checked > 30


@BOTH
def test_what_is_inferred_comes_nearer_to_the_truth(game: AnyGame, lore: Lore) -> None:
    """Hands dealt with trust share more with the true ones than hands dealt fairly."""
    players = [alpaka.MEDIUM if game is ALPAKA else eins_drauf.MEDIUM] * 2
    near: dict[Trust, int] = {FAIR: 0, alpaka.HARD.trust: 0}
    for trust in near:
        chance = Random(5)
        for seed in range(25):
            for state, sight in turns(game, game.info.defaults(), players, seed):
                if not isinstance(sight.moves[-1], Quit):
                    continue
                decision, other = play_outs(lore, sight, trust), 1 - sight.seat
                for _ in range(5):
                    mask = decision.sample(chance).masks[other]
                    near[trust] += (mask & mask_of(state.hands[other])).bit_count()
                    near[trust] -= (mask & ~mask_of(state.hands[other])).bit_count()
    fair, trusting = near.values()
    assert trusting > fair + 500


def test_a_late_seat_tells_nothing_of_its_hand() -> None:
    """A seat that ran out of time quits with any hand."""
    options = ALPAKA.info.defaults()
    state, sight = next(turns(ALPAKA, options, [alpaka.MEDIUM] * 3, 1))
    seat = (sight.seat + 1) % 3
    quits = (Public(text("alpaka-quits", player=seat)),)
    late = (Public(text("late", player=seat)), *quits)

    def never(history: tuple[Event, ...]) -> list[int]:
        seen = Sight(sight.seat, sight.view, sight.moves, options, history)
        followed = play_outs(alpaka.LORE, seen, SURE).unseen.followed(Random(0))
        return next(hand.never for hand in followed if hand.seat == seat)

    assert all(mask & BIT[state.top] for mask in never(quits))
    assert not any(never(late))
