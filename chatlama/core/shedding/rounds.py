"""What happens in a round of a shedding game: deal, play, draw, quit, leave, and who is ahead.

Rule 1: whoever quit or left is out of the round; the others are active and take turns (A21d, E9).
Rule 2: a round ends at once with a last card played, and when nobody is active any more (A10, E6).
Rule 3: where a round ends by itself when nothing fits the only active hand (``Shedding.stuck``), it
does so at that very moment (A12). So when one seat plays on alone, everybody knows that it can.
Rule 4: a leaver's cards lie face down beside the round, unscored and never shown (A21c, G8).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from chatlama.core.game import Event, IllegalMove, Move, Outcome, Result, Standings, Step
from chatlama.core.ranking import ranked
from chatlama.core.rng import Rng
from chatlama.core.text import SEATS, Seat

from .position import (
    DRAW,
    HAND,
    QUIT,
    Draw,
    Hands,
    Play,
    Quit,
    R,
    Shed,
    State,
    View,
    active,
    hand_value,
    is_open,
    made_state,
    made_step,
    may_draw,
    without,
)

DRAW_OR_QUIT: tuple[Shed, ...] = (DRAW, QUIT)
QUIT_ONLY: tuple[Shed, ...] = (QUIT,)


def deal(
    rules: R, before: Standings, order: Sequence[Seat], deck: Sequence[int], rng: Rng
) -> State[R]:
    """Return a new round: six cards each, dealt one by one to ``order``, and one face up.

    Rulebook A2, E1, G2.
    """
    cards, dealt, count = rng.shuffled(deck), HAND * len(order), len(order)
    hands: list[tuple[int, ...]] = [()] * len(before.points)
    out = [True] * len(hands)
    for at, seat in enumerate(order):
        hands[seat] = tuple(sorted(cards[at:dealt:count]))
        out[seat] = False
    top, pile = cards[dealt], cards[dealt + 1 :]
    return made_state((rules, before, tuple(hands), tuple(out), top, pile, order[0], None))


def to_move(state: State[R]) -> tuple[Seat, ...]:
    """Return the one seat whose turn it is, none if the round is over."""
    return (state.turn,) if state.result is None else ()


def view(state: State[R], viewer: Seat | None) -> View[R]:
    """Return what the viewer may know: the own hand, and every hand once scored (rulebook G5)."""
    hands, gone = state.hands, state.standings.gone
    theirs = tuple([() if seat in gone else hand for seat, hand in enumerate(hands)])
    return View(
        viewer,
        state.rules,
        state.standings,
        None if viewer is None else hands[viewer],
        tuple(map(len, theirs)),
        state.quit,
        state.top,
        state.rules.fitting[state.top],
        len(state.pile),
        state.turn,
        state.result,
        theirs if is_open(state) else None,
    )


@dataclass(frozen=True, slots=True)
class Shedding(Generic[R]):
    """What a shedding game says of itself; the rest is the same in all of them."""

    plays: Mapping[int, Play]
    """Every card's play."""
    stuck: bool
    """Whether a round ends by itself when nothing fits the only active hand (rulebook A12)."""
    score: Callable[[R, Standings, Hands, str, Seat], Result | None]
    """How the round, which has ended for this reason and through this seat, is scored; ``None`` if
    the seat has first to choose something (rulebook E11)."""
    played: Callable[[Seat, int], tuple[Event, ...]]
    """What is said when a seat plays a card."""
    drew: Callable[[Seat, int], tuple[Event, ...]]
    quits: Callable[[Seat], tuple[Event, ...]]

    def legal(self, state: State[R], seat: Seat) -> tuple[Shed, ...]:
        """Return the plays that fit, then draw, then quit (rulebook A4-A9, A11, A17, E3-E5)."""
        rules, _, hands, out, top, pile, turn, result = state
        if seat != turn or result is not None:
            return ()
        hand, plays = hands[seat], self.plays
        moves: tuple[Shed, ...] = ()
        for card in rules.fitting[top]:
            if card in hand:
                moves += (plays[card],)
        return moves + (DRAW_OR_QUIT if may_draw(pile, out) else QUIT_ONLY)

    def apply(self, state: State[R], seat: Seat, move: Move, rng: Rng) -> Step[State[R]]:
        """Return the position after the move, with which the round may be over (rules 2 and 3)."""
        rules, before, hands, out, top, pile, turn, result = state
        if seat != turn or result is not None:
            raise IllegalMove(move.code)
        cards = list(hands[seat])
        if isinstance(move, Quit):
            out, events = without(out, seat), self.quits(seat)
        else:
            if isinstance(move, Play):
                card = move.value
                if card not in cards or card not in rules.fitting[top]:
                    raise IllegalMove(move.code)
                cards.remove(card)
                top, events = card, self.played(seat, card)
            elif isinstance(move, Draw) and may_draw(pile, out):
                card, pile = pile[0], pile[1:]
                insort(cards, card)
                events = self.drew(seat, card)
            else:
                raise IllegalMove(move.code)
            after = list(hands)
            after[seat] = tuple(cards)
            hands = tuple(after)
        reason = self._end(rules, hands, out, top) if cards else "empty_hand"
        if reason is None:
            turn = active(out, seat + 1)
        else:
            result = self.score(rules, before, hands, reason, seat)
        done = made_state((rules, before, hands, out, top, pile, turn, result))
        return made_step((done, events, False))

    def leave(self, state: State[R], seat: Seat, rng: Rng) -> Step[State[R]]:
        """Return the position without the seat, which is out of the game (rulebook A21, G8).

        Below two players the game ends, the round unscored. After the round the standings change.
        """
        over, turn = state.result, state.turn
        last = state.standings if over is None else over.standings
        standings = last._replace(gone=last.gone | {seat})
        too_few = is_too_few(standings)
        if over is not None:
            outcome = ranked(standings, min) if too_few and over.outcome is None else over.outcome
            return Step(state._replace(result=over._replace(standings=standings, outcome=outcome)))
        out = without(state.quit, seat)
        reason = self._end(state.rules, state.hands, out, state.top)
        if too_few:
            over = Result(standings, None, "too_few_players", ranked(standings, min))
        elif reason is not None:
            over = self.score(state.rules, standings, state.hands, reason, seat)
        else:
            turn = active(out, turn)
        return Step(state._replace(standings=standings, quit=out, turn=turn, result=over))

    def redeal(self, state: State[R], viewer: Seat | None, rng: Rng) -> State[R]:
        """Return the position with all cards that the viewer has not seen dealt anew.

        A seat that is known to have a card that fits gets one (rule 3).
        """
        rules, hands, out, top = state.rules, state.hands, state.quit, state.top
        seen = set(state.standings.present) if is_open(state) else set()
        hidden = [seat for seat in SEATS[: len(hands)] if seat != viewer and seat not in seen]
        unseen = [*(card for seat in hidden for card in hands[seat]), *state.pile]
        end = self._end(rules, hands, out, top)
        while True:
            dealt, cards = list(hands), rng.shuffled(unseen)
            for seat in hidden:
                size = len(hands[seat])
                dealt[seat], cards = tuple(sorted(cards[:size])), cards[size:]
            if state.result is not None or self._end(rules, dealt, out, top) == end:
                return state._replace(hands=tuple(dealt), pile=cards)

    def _end(
        self, rules: R, hands: Sequence[tuple[int, ...]], out: tuple[bool, ...], top: int
    ) -> str | None:
        """Return why the round ends though nobody has played the last card (rules 2 and 3)."""
        playing = out.count(False)
        if playing > 1:
            return None
        if not playing:
            return "all_quit"
        if not self.stuck:
            return None
        fitting = set(rules.fitting[top])
        return "sole_no_fit" if fitting.isdisjoint(hands[out.index(False)]) else None


# --- scoring ---------------------------------------------------------------------------------


def penalties(before: Standings, hands: Hands, worth: Sequence[int]) -> list[int | None]:
    """Return what each seat's hand costs, ``None`` for who left (rulebook A13, A21c, E7)."""
    gone = before.gone
    return [None if seat in gone else hand_value(hand, worth) for seat, hand in enumerate(hands)]


def scored(
    target: int | None,
    before: Standings,
    scores: Sequence[int | None],
    reason: str,
    back: tuple[Seat, int] | None = None,
    starter: Seat | None = None,
) -> Result:
    """Return the result: penalties, then what a seat gives ``back``, then the end check.

    Rulebook A15, E8, E10. No ``target``: no end check yet.
    """
    points = [had + (value or 0) for had, value in zip(before.points, scores, strict=True)]
    if back is not None:
        points[back[0]] -= back[1]
    after = Standings(tuple(points), before.gone, before.rounds + 1, before.dealer, starter)
    return Result(after, tuple(scores), reason, ended(target, after) if target else None)


def ended(target: int, standings: Standings) -> Outcome | None:
    """Return how the game ended, if somebody present has reached the target (A15, A21b, E10)."""
    gone = standings.gone
    for seat, total in enumerate(standings.points):
        if total >= target and seat not in gone:
            return ranked(standings, min)
    return None


def is_too_few(standings: Standings) -> bool:
    """Return whether nobody is left to play against (rulebook A21)."""
    return len(standings.present) < 2  # noqa: PLR2004 - nobody to play with
