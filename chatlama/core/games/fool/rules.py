"""What happens in Foppen: deal, play to tricks, leave.

Rules and nothing else: words are said by ``screen`` and the catalogs, time is the table's business.
Citations name the rule book's rulings. Who wins a trick and what a round brings is in ``tricks``.

Rule 1: who holds a disc sits out the next trick; every other seat plays exactly one card (F4, F10).
The first trick of a round is played by all (F12).
Rule 2: lead suit unset: any card. Lead suit in hand: a card of it or a "1". Else any card (F5-F7).
Rule 3: a trick in which somebody plays the last card is completed, its fools are named, and then
the round is scored (F14). So nobody is ever to move with an empty hand.
Rule 4: when somebody leaves, the running round is void and dealt again for those who stay; below
four players the game ends as it was last scored (G8).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

from chatlama.core.game import (
    Event,
    IllegalMove,
    Result,
    Standings,
    Step,
    clockwise,
)
from chatlama.core.ranking import ranked
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat

from .cards import DECKS, JOKER, NUMBER, OPEN, PLAYS, SHIFT, Play, cards_for
from .events import dealt_again, discarded, led, played, taken
from .position import (
    Deal,
    Hands,
    State,
    Trick,
    View,
    made_done,
    made_state,
    made_step,
    made_trick,
)
from .tricks import PRIZE, judge, next_starter, round_scores, settle

FEWEST = min(DECKS)
"""Players below whom the game ends (rulebook F1, G8)."""

_play_of = PLAYS.__getitem__


def deal(standings: Standings, rng: Rng) -> State:
    """Return a new round: all cards dealt one by one, from the starter on (rulebook F2, G2).

    The first starter is drawn, unless the standings name him or, with the dealer, his right-hand
    neighbour (rulebook F4, G3). A starter who left is followed by the next seat present.
    """
    present = standings.present
    if len(present) not in DECKS:
        raise ValueError(f"Foppen is not played by {len(present)}")
    if standings.starter is not None:
        named = standings.starter
        starter = standings.after(named) if named in standings.gone else named
    elif standings.dealer is not None:
        starter = standings.after(standings.dealer)
    else:
        starter = rng.choice(present)
    deck = DECKS[len(present)]
    order = _order(starter, len(standings.points), standings.gone, ())
    hands: list[tuple[int, ...]] = [()] * len(standings.points)
    cards = rng.shuffled(cards_for(len(present)))
    for at, seat in enumerate(order):
        hands[seat] = tuple(sorted(cards[at :: len(order)]))
    trick = Trick(Deal(standings, starter, deck.discs), order, (), ())
    return State(trick, tuple(hands), (), OPEN, starter)


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the one seat whose turn it is, none if the round is over."""
    return (state.turn,) if state.trick.result is None else ()


def legal(state: State, seat: Seat) -> Sequence[Play]:
    """Return the cards that may be played, sorted; a "1" is offered once (rule 2)."""
    trick, hands, _, suit, turn = state
    if seat != turn or trick.result is not None:
        return ()
    hand = hands[seat]
    if suit != OPEN:
        first = bisect_left(hand, suit << SHIFT)
        after = bisect_left(hand, (suit + 1) << SHIFT, first)
        if first < after:
            following = tuple(map(_play_of, hand[first:after]))
            return (*following, PLAYS[JOKER]) if hand[-1] == JOKER else following
    if hand[-2:] == (JOKER, JOKER):
        hand = hand[: hand.index(JOKER) + 1]
    return tuple(map(_play_of, hand))


def default(state: State, seat: Seat) -> Play:
    """Return the lowest legal number card, else a "1" (rulebook G10)."""
    return min(legal(state, seat), key=_by_number)


def _by_number(play: Play) -> tuple[bool, int, int]:
    card = play.card
    return card == JOKER, card & NUMBER, card


def follows(hand: Sequence[int], suit: int) -> bool:
    """Return whether the hand holds a card of the lead suit, so that it binds (rule 2)."""
    first = bisect_left(hand, suit << SHIFT)
    return first < len(hand) and hand[first] >> SHIFT == suit


def apply(state: State, seat: Seat, move: Play, rng: Rng) -> Step[State]:  # noqa: ARG001 - contract
    """Return the position after the card; with the last one of a trick the next may begin."""
    trick, hands, plays, suit, turn = state
    hand, card = hands[seat], move.card
    if seat != turn or card not in hand or trick.result is not None:
        raise IllegalMove(move.code)
    own = card >> SHIFT
    if suit == OPEN:
        event = led(seat, card) if not plays else played(seat, card)
        suit = own
    elif own == suit or card == JOKER:
        event = played(seat, card)
    elif follows(hand, suit):
        raise IllegalMove(move.code)
    else:
        event = discarded(seat, card)
    at = hand.index(card)
    after = list(hands)
    after[seat] = hand[:at] + hand[at + 1 :]
    hands = tuple(after)
    plays, order = (*plays, card), trick.order
    if len(plays) < len(order):
        return made_step((made_state((trick, hands, plays, suit, order[len(plays)])), event, False))
    return _complete(trick, hands, plays, suit, event)


def _complete(
    trick: Trick, hands: Hands, plays: tuple[int, ...], suit: int, event: tuple[Event, ...]
) -> Step[State]:
    """Return the position with the next trick, or with the result (rules 1 and 3)."""
    order, dealt, gone = trick.order, trick.deal, trick.deal.standings.gone
    best, worst = judge(plays, suit, dealt.discs)
    winner, fools, following, told = _taken(order, best, worst, len(hands), gone)
    result = None
    if hands.count(()) > len(gone):
        scores = round_scores(hands, fools, gone)
        following, result = (), settle(dealt.standings, dealt.starter, scores, scores.count(PRIZE))
    tricks = (*trick.tricks, made_done((order, plays, suit, winner, fools)))
    after = made_trick((dealt, following, fools, tricks, result))
    return made_step((made_state((after, hands, (), OPEN, winner)), event + told, False))


@cache
def _taken(
    order: tuple[Seat, ...], best: int, worst: tuple[int, ...], seats: int, gone: frozenset[Seat]
) -> tuple[Seat, tuple[Seat, ...], tuple[Seat, ...], tuple[Event, ...]]:
    """Return who takes a trick, who the fools are, who plays to the next one, and what is told."""
    winner, fools = order[best], tuple([order[place] for place in worst])
    return winner, fools, _order(winner, seats, gone, fools), taken(winner, fools)


def leave(state: State, seat: Seat, rng: Rng) -> Step[State]:
    """Return the position without the seat, which is out of the game (rule 4).

    After the round only the standings change: the next starter is looked for among those who are
    still there. The table says who left.
    """
    trick, over = state.trick, state.trick.result
    last = trick.deal.standings if over is None else over.standings
    gone = last.gone | {seat}
    standings = last._replace(gone=gone)
    too_few = len(standings.present) < FEWEST
    if over is not None:
        starter = next_starter(standings.points, standings.present, trick.deal.starter)
        standings = standings._replace(starter=starter)
        outcome = ranked(standings, max) if too_few and over.outcome is None else over.outcome
        over = Result(standings, over.scores, over.reason, outcome)
        return Step(state._replace(trick=trick._replace(result=over)))
    if too_few:
        void = Result(standings, None, "too_few_players", ranked(standings, max))
        hands: Hands = ((),) * len(state.hands)
        return Step(state._replace(trick=trick._replace(result=void), hands=hands))
    dealt = deal(standings._replace(starter=trick.deal.starter), rng)
    return Step(dealt, dealt_again(len(standings.present)))


def view(state: State, viewer: Seat | None) -> View:
    """Return what the viewer may know: the own hand, and every hand once scored (rulebook G5)."""
    trick, hands = state.trick, state.hands
    result = trick.result
    return View(
        viewer,
        trick.deal.standings,
        trick.deal.discs,
        None if viewer is None else hands[viewer],
        tuple(map(len, hands)),
        trick.order,
        trick.fools,
        state.plays,
        state.suit,
        state.turn,
        trick.tricks,
        voids(state),
        result,
        None if result is None or result.scores is None else hands,
    )


def voids(state: State) -> tuple[int, ...]:
    """Return the suits that each seat has shown not to have, as bits of a number.

    Who discarded has nothing of that lead suit left, since it binds (rule 2).
    """
    trick = state.trick
    shown = [0] * len(state.hands)
    running = (trick.order, state.plays, state.suit)
    for order, plays, suit in (*((d.order, d.plays, d.suit) for d in trick.tricks), running):
        for seat, card in zip(order, plays, strict=False):
            if card >> SHIFT not in (suit, OPEN):
                shown[seat] |= 1 << suit
    return tuple(shown)


@cache
def _order(
    leader: Seat, seats: int, gone: frozenset[Seat], fools: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """Return who plays to a trick, clockwise from the leader (rule 1)."""
    around = (SEATS[leader], *clockwise(leader, seats)[:-1])
    return tuple([seat for seat in around if seat not in gone and seat not in fools])
