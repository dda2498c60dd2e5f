"""What happens in Alpaka: deal, play, draw, quit, leave, score.

Rules and nothing else: words are said by ``screen`` and the catalogs, time is the table's business.
Citations name the rule book's rulings.

Rule 1: whoever quit or left is out of the round; the others are active and take turns (A21d).
Rule 2: a round that is not over has a card that fits in its only active hand, if it has only one
(A12). So when one seat plays on alone, everybody knows that it can.
Rule 3: a leaver's cards lie face down beside the round, unscored and never shown (A21c).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import compress

from chatlama.core.game import (
    Event,
    IllegalMove,
    Options,
    Outcome,
    Private,
    Public,
    Result,
    Standings,
    Step,
    clockwise,
)
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat, text

from .position import (
    ALPACA,
    DECK,
    DRAW,
    HIGHER,
    LOWER,
    MOVES,
    PLAYS,
    QUIT,
    Draw,
    Hands,
    Move,
    Play,
    Quit,
    Rules,
    State,
    View,
    chips,
    fits,
    fitting,
    give_back,
    hand_value,
)

__all__ = [
    "ALPACA",
    "DECK",
    "MOVES",
    "Draw",
    "Move",
    "Play",
    "Quit",
    "Rules",
    "State",
    "View",
    "apply",
    "chips",
    "deal",
    "fits",
    "give_back",
    "hand_value",
    "leave",
    "legal",
    "redeal",
    "to_move",
    "view",
]

HAND = 6
"""Cards dealt to each seat (rulebook A2)."""
TARGETS = (40, 20, 60, 80)
"""The target scores that the host chooses between, the default first (rulebook A16)."""
_RULES = {
    (name, str(target)): Rules(englert, target)
    for name, englert in (("classic", False), ("englert", True))
    for target in TARGETS
}


def deal(standings: Standings, options: Options, rng: Rng) -> State:
    """Return a new round: six cards each and one face up (rulebook A2, G2).

    The deal moves to the left; the first dealer is drawn, unless the standings name the starter
    (rulebook A3, G3).
    """
    rules = _RULES.get((options["rules"], options["target"]))
    if rules is None:
        raise ValueError(f"Alpaka is not played with {dict(options)}")
    points, gone = standings.points, standings.gone
    if standings.dealer is not None:
        dealer = standings.after(standings.dealer)
    elif standings.starter is not None:
        present = standings.present
        dealer = present[present.index(standings.starter) - 1]
    else:
        dealer = rng.choice(standings.present)
    order = [seat for seat in clockwise(dealer, len(points)) if seat not in gone]
    cards, dealt = rng.shuffled(DECK), HAND * len(order)
    hands: list[tuple[int, ...]] = [()] * len(points)
    for at, seat in enumerate(order):
        hands[seat] = tuple(sorted(cards[at : dealt : len(order)]))
    before = Standings(points, gone, standings.rounds, dealer)
    out = tuple([seat in gone for seat in range(len(points))])
    top, pile = cards[dealt], cards[dealt + 1 :]
    return State(rules, before, tuple(hands), out, top, pile, order[0])


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the one seat whose turn it is, none if the round is over."""
    return (state.turn,) if state.result is None else ()


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Return the plays that fit, then draw, then quit (rulebook A4-A9, A11, A17)."""
    if seat != state.turn or state.result is not None:
        return ()
    top, hand = state.top, state.hands[seat]
    lower = state.rules.englert and LOWER[top] in hand
    may_draw = state.quit.count(False) > 1 and bool(state.pile)
    return _choices(top, lower, top in hand, HIGHER[top] in hand, may_draw)


@cache
def _choices(top: int, lower: bool, same: bool, higher: bool, draw: bool) -> tuple[Move, ...]:
    plays = compress(fitting(top, englert=True), (lower, same, higher))
    return (*[PLAYS[card] for card in plays], *((DRAW,) if draw else ()), QUIT)


def apply(state: State, seat: Seat, move: Move) -> Step[State]:
    """Return the position after the move, with which the round may be over (rulebook A10, A12)."""
    if seat != state.turn or state.result is not None:
        raise IllegalMove(move.code)
    rules, standings, hand = state.rules, state.standings, state.hands[seat]
    out, top, pile = state.quit, state.top, state.pile
    match move:
        case Play() if (card := move.value) in hand and card in fitting(top, rules.englert):
            at = hand.index(card)
            top, hand = card, hand[:at] + hand[at + 1 :]
            events = _played(seat, card)
        case Draw() if pile and out.count(False) > 1:
            events = _drew(seat, pile[0])
            hand, pile = tuple(sorted((*hand, pile[0]))), pile[1:]
        case Quit():
            out = _without(out, seat)
            events = _quit(seat)
        case _:
            raise IllegalMove(move.code)
    after = list(state.hands)
    after[seat] = hand
    hands = tuple(after)
    reason = _end(rules, hands, out, top) if hand else "empty_hand"
    if reason is None:
        turn = _active(out, seat + 1)
        return Step(State(rules, standings, hands, out, top, pile, turn), events)
    score = _score(rules, standings, hands, reason)
    return Step(State(rules, standings, hands, out, top, pile, state.turn, score), events)


def leave(state: State, seat: Seat) -> Step[State]:
    """Return the position without the seat, which is out of the game (rulebook A21).

    Below two players the game ends, the round unscored. After the round the standings change.
    """
    over = state.result
    last = state.standings if over is None else over.standings
    standings = Standings(last.points, last.gone | {seat}, last.rounds, last.dealer)
    too_few = len(standings.present) < 2  # noqa: PLR2004
    if over is not None:
        outcome = _outcome(standings) if too_few and over.outcome is None else over.outcome
        over = Result(standings, over.scores, over.reason, outcome)
        return Step(replace(state, result=over))
    out = _without(state.quit, seat)
    reason = _end(state.rules, state.hands, out, state.top)
    turn = state.turn
    if too_few:
        over = Result(standings, None, "too_few_players", _outcome(standings))
    elif reason is not None:
        over = _score(state.rules, standings, state.hands, reason)
    else:
        turn = _active(out, turn)
    return Step(replace(state, standings=standings, quit=out, turn=turn, result=over))


def view(state: State, viewer: Seat | None) -> View:
    """Return what the viewer may know: the own hand, and every hand once scored (rulebook G5)."""
    hands, gone, over = state.hands, state.standings.gone, state.result
    return View(
        viewer,
        state.rules,
        state.standings,
        None if viewer is None else hands[viewer],
        tuple([0 if seat in gone else len(hand) for seat, hand in enumerate(hands)]),
        state.quit,
        state.top,
        len(state.pile),
        state.turn,
        over,
        None if over is None or over.scores is None else _revealed(hands, over.scores),
    )


def _revealed(hands: Hands, scores: Sequence[int | None]) -> Hands:
    return tuple([hand if scores[seat] is not None else () for seat, hand in enumerate(hands)])


def redeal(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Return the position with all cards that the viewer has not seen dealt anew.

    A seat that plays on alone gets a card that fits, as everybody knows that it has one (rule 2).
    """
    rules, out, top, over = state.rules, state.quit, state.top, state.result
    seats = range(len(state.hands))
    scores = (over and over.scores) or (None,) * len(seats)
    hidden = [seat for seat in seats if seat != viewer and scores[seat] is None]
    unseen = [*(card for seat in hidden for card in state.hands[seat]), *state.pile]
    while True:
        hands, cards = list(state.hands), rng.shuffled(unseen)
        for seat in hidden:
            size = len(hands[seat])
            hands[seat], cards = tuple(sorted(cards[:size])), cards[size:]
        if over is not None or _end(rules, hands, out, top) == _end(rules, state.hands, out, top):
            return replace(state, hands=tuple(hands), pile=cards)


def _end(rules: Rules, hands: Sequence[Sequence[int]], out: Sequence[bool], top: int) -> str | None:
    """Return why the round ends though nobody has played the last card (rulebook A10, A12)."""
    active = out.count(False)
    if active > 1:
        return None
    if not active:
        return "all_quit"
    hand = hands[out.index(False)]
    return None if any(card in hand for card in fitting(top, rules.englert)) else "sole_no_fit"


def _score(rules: Rules, before: Standings, hands: Hands, reason: str) -> Result:
    """Return the result: penalties, then the chip, then the end check (rulebook A13-A15, A18)."""
    gone = before.gone
    scores = [None if seat in gone else hand_value(hand) for seat, hand in enumerate(hands)]
    if rules.englert:
        most = max([value for value in scores if value is not None])
        scores = [value if value in (None, most) else 0 for value in scores]
    points, over = list(before.points), False
    for seat, value in enumerate(scores):
        if value is not None:
            points[seat] = points[seat] + value if hands[seat] else give_back(points[seat])
            over = over or points[seat] >= rules.target
    after = Standings(tuple(points), gone, before.rounds + 1, before.dealer)
    return Result(after, tuple(scores), reason, _outcome(after) if over else None)


def _outcome(standings: Standings) -> Outcome:
    """Return the ranks: fewest points first, ties shared, leavers unranked (rulebook A15, A21b)."""
    points, present = standings.points, standings.present
    rank = {seat: 1 + sum(points[other] < points[seat] for other in present) for seat in present}
    return Outcome(tuple([rank.get(seat) for seat in SEATS[: len(points)]]))


@cache
def _active(out: tuple[bool, ...], first: int) -> Seat:
    """Return the first active seat clockwise from ``first``, itself included."""
    seats = SEATS[: len(out)]
    return next(seat for seat in seats[first:] + seats if not out[seat])


@cache
def _without(out: tuple[bool, ...], seat: Seat) -> tuple[bool, ...]:
    return (*out[:seat], True, *out[seat + 1 :])


# The same few events happen over and over: each is made once. SEATS makes seats of equal numbers.


@cache
def _played(seat: int, card: int) -> tuple[Event, ...]:
    return (Public(text("alpaka-played", player=SEATS[seat], card=card)),)


@cache
def _drew(seat: int, card: int) -> tuple[Event, ...]:
    drawn = Private(SEATS[seat], text("alpaka-drawn", card=card))
    return (Public(text("alpaka-drew", player=SEATS[seat])), drawn)


@cache
def _quit(seat: int) -> tuple[Event, ...]:
    return (Public(text("alpaka-quits", player=SEATS[seat])),)
