"""What happens in a turn of Passt nicht!: discard, lay and draw, play a joker and wish.

Rules and nothing else: words are said by ``words`` and the catalogs, time is the table's business,
rounds begin and end in ``rounds``. Citations name the rule book's rulings.

Rule 1: no hand is empty at the start of a turn, so there is always a legal move (P11).
Rule 2: a joker and its wish are two small moves. Until the wish is said, nothing has happened that
anybody else could see; the joker may be taken back, once a turn, so that every turn ends.
Rule 3: a wish is in force exactly as long as the joker that asked for it lies on top (P10e).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from chatlama.core.game import Event, IllegalMove, Step, clockwise
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat

from .position import (
    BACK,
    COLOURS,
    JOKER,
    LAYS,
    LETTERS,
    MATCHING,
    PLAYS,
    SAID,
    UNCOVERS,
    Back,
    Lay,
    Move,
    Play,
    Stacks,
    State,
    Uncover,
    View,
    Wish,
    colour,
    number,
    tops,
)
from .rounds import score
from .words import NOTHING_DRAWN, SHUFFLED, drew, laid, played, uncovered, wished

WISHING: tuple[Move, ...] = tuple(SAID.values())
WISHING_OR_BACK: tuple[Move, ...] = (*WISHING, BACK)


def to_move(state: State) -> tuple[Seat, ...]:
    """Return the one seat whose turn it is, none if the round is over."""
    return (state.turn,) if state.result is None else ()


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Return what may be discarded from hand and layout, then what may be laid (P5-P10)."""
    if seat != state.turn or state.result is not None:
        return ()
    if state.choosing:
        return WISHING if state.taken_back else WISHING_OR_BACK
    matching, hand = matches(state), dict.fromkeys(state.hands[seat])
    moves: list[Move] = [PLAYS[card] for card in hand if card in matching]
    must = moves and state.wish is not None
    if own := [UNCOVERS[card] for card in tops(state.layouts[seat]) if card in matching]:
        moves += own
    elif not must:
        moves += [LAYS[card] for card in hand if card not in matching]
    return tuple(moves)


def matches(state: State) -> frozenset[int]:
    """Return the cards that match the top card, or the wish in its place (rulebook P5, P10)."""
    return MATCHING[state.wish or state.discards[-1]]


def may_lay(state: State, seat: Seat) -> bool:
    """Return whether no top card of the layout matches and no wish can be met (P7, P10c)."""
    matching = matches(state)
    if not matching.isdisjoint(tops(state.layouts[seat])):
        return False
    return state.wish is None or matching.isdisjoint(state.hands[seat])


def apply(state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
    """Return the position after the move, with which the round may be over (rulebook P13)."""
    if seat != state.turn or state.result is not None:
        raise IllegalMove(move.code)
    if state.choosing:
        return _chosen(state, move)
    hand, layout, matching = state.hands[seat], state.layouts[seat], matches(state)
    match move:
        case Play(card) if card in hand and card in matching:
            if card == JOKER and len(hand) > 1:
                return Step(replace(state, choosing=True), midway=True)
            return _discarded(state, _without(hand, card), layout, card, played(seat, card))
        case Uncover(card) if card in matching and card in tops(layout):
            less = _with(layout, colour(card), layout[colour(card)][:-1])
            return _discarded(state, hand, less, card, uncovered(seat, card))
        case Lay(card) if card in hand and card not in matching and may_lay(state, seat):
            return _laid(state, card, rng)
        case _:
            raise IllegalMove(move.code)


def _chosen(state: State, move: Move) -> Step[State]:
    """Return the position after the second half of a joker (rule 2)."""
    match move:
        case Wish(wish):
            seat = state.turn
            hand, layout = _without(state.hands[seat], JOKER), state.layouts[seat]
            return _discarded(state, hand, layout, JOKER, wished(seat, wish), wish)
        case Back() if not state.taken_back:
            return Step(replace(state, choosing=False, taken_back=True), midway=True)
        case _:
            raise IllegalMove(move.code)


def _discarded(
    state: State,
    hand: tuple[int, ...],
    layout: Stacks,
    card: int,
    events: tuple[Event, ...],
    wish: str | None = None,
) -> Step[State]:
    """Return the position with the card on top of the discards; the wish before is gone (P10g)."""
    return _next(state, hand, layout, (*state.discards, card), state.pile, wish, events)


def _laid(state: State, card: int, rng: Rng) -> Step[State]:
    """Return the position with the card laid and another one drawn, if there is one (P5, P12)."""
    seat, discards, pile = state.turn, state.discards, state.pile
    hand, layout = _without(state.hands[seat], card), state.layouts[seat]
    layout = _with(layout, colour(card), (*layout[colour(card)], card))
    events = laid(seat, card)
    if not pile and len(discards) > 1:
        pile, discards = rng.shuffled(discards[:-1]), discards[-1:]
        events += SHUFFLED
    if pile:
        events += drew(seat, pile[0])
        hand, pile = tuple(sorted((*hand, pile[0]))), pile[1:]
    else:
        events += NOTHING_DRAWN
    return _next(state, hand, layout, discards, pile, state.wish, events)


def _next(
    state: State,
    hand: tuple[int, ...],
    layout: Stacks,
    discards: tuple[int, ...],
    pile: tuple[int, ...],
    wish: str | None,
    events: tuple[Event, ...],
) -> Step[State]:
    """Return the position after a turn: the next one's, or the score if no card is left (P13)."""
    seat, standings, starter = state.turn, state.standings, state.starter
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    layouts = (*state.layouts[:seat], layout, *state.layouts[seat + 1 :])
    if hand:
        turn, result = _after(standings.gone, len(hands), seat), None
    else:
        turn, result = seat, score(standings, starter, hands, layouts)
    away, aside = state.away, state.aside
    after = State(
        standings,
        starter,
        hands,
        layouts,
        discards,
        pile,
        turn,
        wish,
        False,
        False,
        away,
        aside,
        result,
    )
    return Step(after, events)


def default(state: State, seat: Seat) -> Move:
    """Return the move of a seat whose time has run out (rulebook G10): it never takes back."""
    if state.choosing:
        return SAID[_frequent(state, seat)]
    moves = legal(state, seat)
    if lays := [move for move in moves if isinstance(move, Lay)]:
        return max(lays, key=lambda move: number(move.card))
    if plays := [move for move in moves if isinstance(move, Play) and move.card != JOKER]:
        return min(plays, key=lambda move: number(move.card))
    if own := [move for move in moves if isinstance(move, Uncover)]:
        return min(own, key=lambda move: number(move.card))
    return PLAYS[JOKER]


def _frequent(state: State, seat: Seat) -> str:
    """Return the colour most frequent in the seat's hand and visible layout (rulebook G10)."""
    seen = [*state.hands[seat], *tops(state.layouts[seat])]
    colours = [colour(card) for card in seen if card != JOKER]
    return LETTERS[max(range(len(COLOURS)), key=colours.count)]


def view(state: State, viewer: Seat | None) -> View:
    """Return what the viewer may know: the own hand, and every hand once scored (rulebook G5)."""
    over = state.result
    return View(
        viewer,
        state.standings,
        None if viewer is None else state.hands[viewer],
        tuple(map(len, state.hands)),
        state.layouts,
        state.discards,
        len(state.pile),
        state.turn,
        state.wish,
        state.choosing and viewer == state.turn,
        state.aside,
        over,
        None if over is None or over.scores is None else state.hands,
    )


def redeal(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Return the position with all cards that the viewer has not seen dealt anew.

    Whether another seat is holding out a joker is not seen either (rule 2).
    """
    scored = state.result is not None and state.result.scores is not None
    hidden = [] if scored else [s for s in SEATS[: len(state.hands)] if s != viewer]
    unseen = [*state.pile, *state.away, *(card for seat in hidden for card in state.hands[seat])]
    hands, cards = list(state.hands), rng.shuffled(unseen)
    for seat in hidden:
        size = len(hands[seat])
        hands[seat], cards = tuple(sorted(cards[:size])), cards[size:]
    mine, size = viewer == state.turn, len(state.pile)
    return replace(
        state,
        hands=tuple(hands),
        pile=cards[:size],
        away=cards[size:],
        choosing=state.choosing and mine,
        taken_back=state.taken_back and mine,
    )


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _with(layout: Stacks, at: int, stack: tuple[int, ...]) -> Stacks:
    return (*layout[:at], stack, *layout[at + 1 :])


@cache
def _after(gone: frozenset[Seat], seats: int, seat: Seat) -> Seat:
    """Return the next seat that is present (rulebook G1)."""
    return next(other for other in clockwise(seat, seats) if other not in gone)
