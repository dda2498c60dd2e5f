"""What every game promises, for every game that is installed and the toy, in games of chance."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields
from itertools import islice
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.core.game import IllegalMove, Outcome, Standings, opening
from chatlama.core.rng import Rng
from chatlama.core.screen import Row
from chatlama.core.table.intents import Press, Stamp, Who, read
from chatlama.core.table.model import TableId, UserId
from chatlama.core.text import Seat, Text
from chatlama.session import token
from chatlama.session.token import Token

from .played import CAP, FEW, GAMES, Scene, Scenes, few, many, prefix_of

REASONS = {
    "not_now",
    "has_quit",
    "sits_out",
    "not_your_turn",
    "one_card_per_turn",
    "card_not_in_hand",
    "card_not_on_top",
    "joker_not_in_layout",
    "wish_must_be_fulfilled",
    "layout_top_matches",
    "card_matches",
    "card_does_not_match",
    "card_does_not_fit",
    "must_follow_suit",
    "wish_required",
    "wish_invalid",
    "sole_player_no_draw",
    "draw_pile_empty",
    "no_such_chip",
}
"""Every reason for which an action may be refused (rulebook G4)."""

LONGEST_ID = TableId("z" * 12)
LATE = Stamp(number=999_999, step=9_999_999)
"""A table that was played at for years."""

every_game = pytest.mark.parametrize("name", GAMES)


# --- moves -----------------------------------------------------------------------------------


@many
def test_somebody_is_to_move_or_the_round_has_a_result(scenes: Scenes) -> None:
    for scene in scenes:
        to_move = scene.game.to_move(scene.state)
        assert bool(to_move) != (scene.result is not None)
        assert len(set(to_move)) == len(to_move)
        assert all(isinstance(seat, Seat) for seat in to_move)
        assert not set(to_move) & scene.standings.gone


@many
def test_who_is_to_move_and_nobody_else_has_legal_moves(scenes: Scenes) -> None:
    for scene in scenes:
        movers = {seat for seat, _ in scene.legal()}
        assert movers == set(scene.game.to_move(scene.state))


@many
def test_legal_moves_are_stable_and_their_codes_fit_everywhere(scenes: Scenes) -> None:
    printable = set(ascii_letters + digits + ":+-_,")
    for scene in scenes:
        for seat in scene.game.to_move(scene.state):
            moves = scene.game.legal(scene.state, seat)
            assert moves == scene.game.legal(scene.state, seat)
            codes = [move.code for move in moves]
            assert len(set(codes)) == len(codes)
            for code in codes:
                assert set(code) <= printable, "typed, logged and carried by buttons"
                assert 0 < len(code) <= 32
                assert not code.startswith(":"), "codes with a colon in front are the table's"


@few
def test_buttons_are_carried_by_tokens_and_understood_when_pressed(scenes: Scenes) -> None:
    who = Who(UserId("terminal:1"), "Ada")
    for code in {move.code for scene in scenes for _, move in scene.legal()}:
        carried = str(Token(LONGEST_ID, LATE, code))
        assert len(carried.encode()) <= token.LONGEST
        assert token.read(carried) == Token(LONGEST_ID, LATE, code)
        assert read(code, who) == Press(who, code)


@every_game
def test_settings_are_carried_by_tokens(name: str) -> None:
    info = GAMES[name].info
    codes = [f":set:{o.key}:{choice.value}" for o in info.options for choice in o.choices]
    for code in (f":set:game:{name}", *codes):
        assert len(str(Token(LONGEST_ID, LATE, code)).encode()) <= token.LONGEST
        assert code.isascii()
        assert code.count(":") == 3


@many
def test_the_default_move_is_legal(scenes: Scenes) -> None:
    for scene in scenes:
        for seat in scene.game.to_move(scene.state):
            move = scene.game.default(scene.state, seat)
            assert move in scene.game.legal(scene.state, seat)


@few
def test_a_round_ends_when_nobody_does_anything(scenes: Scenes) -> None:
    for scene in islice(scenes, 0, None, 20):
        game, state, step = scene.game, scene.state, 0
        while to_move := game.to_move(state):
            step += 1
            assert step < 200
            move = game.default(state, to_move[0])
            state = game.apply(state, to_move[0], move, Rng(scene.seed, step)).state


@many
def test_a_move_changes_nothing_but_makes_a_new_position(scenes: Scenes) -> None:
    for scene in scenes:
        if scene.seat is None:
            continue
        before = hash(scene.state)
        kept = deepcopy(scene.state) if scene.step % 20 == 0 else scene.state
        if scene.move is None:
            done = scene.game.leave(scene.state, scene.seat, scene.chance())
            again = scene.game.leave(scene.state, scene.seat, scene.chance())
        else:
            done = scene.game.apply(scene.state, scene.seat, scene.move, scene.chance())
            again = scene.game.apply(scene.state, scene.seat, scene.move, scene.chance())
        assert done == again
        assert kept == scene.state
        assert before == hash(scene.state)


@few
def test_an_illegal_move_raises(scenes: Scenes) -> None:
    known = {move.code: move for scene in scenes for _, move in scene.legal()}
    for scene in islice(scenes, 0, None, 5):
        for seat in scene.seats:
            legal = scene.game.legal(scene.state, seat)
            for move in known.values():
                if move not in legal:
                    with pytest.raises(IllegalMove):
                        scene.game.apply(scene.state, seat, move, scene.chance())


# --- refusals --------------------------------------------------------------------------------


def refused(scene: Scene, seat: Seat, code: str) -> None:
    refusal = scene.game.refuse(scene.state, seat, code)
    assert refusal.reason in REASONS
    assert isinstance(refusal.text, Text)
    assert refusal.text.id.startswith(prefix_of(scene.game.info.name))


@few
def test_every_move_that_is_not_legal_is_refused_with_a_reason(scenes: Scenes) -> None:
    known = {move.code for scene in scenes for _, move in scene.legal()}
    for scene in islice(scenes, 0, None, 5):
        for seat in scene.seats:
            legal = {move.code for move in scene.game.legal(scene.state, seat)}
            for code in known - legal:
                refused(scene, seat, code)


@every_game
def test_any_string_is_refused_with_a_reason(name: str) -> None:
    scenes = list(Scenes(name, FEW))
    implied = st.text(max_size=6).map(scenes[0].game.info.implied.__add__)

    @given(st.sampled_from(scenes), st.data(), st.text() | implied)
    def refuse(scene: Scene, data: st.DataObject, code: str) -> None:
        seat = data.draw(st.sampled_from(scene.seats))
        if code not in {move.code for move in scene.game.legal(scene.state, seat)}:
            refused(scene, seat, code)

    refuse()


@few
def test_who_is_not_to_move_is_told_so_while_the_round_is_played(scenes: Scenes) -> None:
    for scene in scenes:
        legal = scene.legal()
        for seat in set(scene.seats) - {seat for seat, _ in legal} - scene.standings.gone:
            if legal:
                reason = scene.game.refuse(scene.state, seat, legal[0][1].code).reason
                assert reason in {"not_your_turn", "has_quit", "sits_out"}
            else:
                assert scene.game.refuse(scene.state, seat, "draw").reason == "not_now"


# --- rounds and games ------------------------------------------------------------------------


def check_standings(before: Standings, after: Standings, scores: tuple[int | None, ...]) -> None:
    """Points add up; who brings nothing may give back a chip (rulebook A14, E8).

    Who left before a last choice was made has a score all the same (E11).
    """
    for seat, score in enumerate(scores):
        change = after.points[seat] - before.points[seat]
        assert score is not None or seat in before.gone
        assert change == (score or 0) or (score == 0 and change in {-1, -10})
    assert after.rounds == before.rounds + 1


@many
def test_points_are_those_before_and_what_the_round_brought(scenes: Scenes) -> None:
    for scene in scenes:
        result = scene.result
        if result is None:
            continue
        assert result.standings.gone == scene.standings.gone
        assert result.reason.replace("_", "").isalpha()
        if result.scores is None:
            assert result.standings.points == scene.standings.points
            assert result.standings.rounds == scene.standings.rounds
        else:
            check_standings(scene.standings, result.standings, result.scores)


def check_ranks(outcome: Outcome, standings: Standings) -> None:
    """Equal points are equal ranks, ranks count those before, and one direction wins."""
    ranks = {s: rank for s, rank in enumerate(outcome.ranks) if rank is not None}
    assert set(ranks) == set(standings.present)
    assert len(outcome.ranks) == len(standings.points)
    points = {seat: standings.points[seat] for seat in ranks}
    for rank in ranks.values():
        assert rank == 1 + sum(other < rank for other in ranks.values())
    for one, rank in ranks.items():
        for other, its in ranks.items():
            assert (rank == its) == (points[one] == points[other])
    best = sorted(ranks, key=lambda seat: ranks[seat])
    said = [points[seat] for seat in best]
    assert said in (sorted(said), sorted(said, reverse=True))
    assert outcome.winners == tuple(seat for seat in standings.present if ranks[seat] == 1)
    assert outcome.winners or not ranks


@many
def test_ranks_follow_from_points(scenes: Scenes) -> None:
    ends = [s.result for s in scenes if s.result is not None]
    outcomes = [(end.outcome, end.standings) for end in ends if end.outcome is not None]
    for outcome, standings in outcomes:
        check_ranks(outcome, standings)
    assert outcomes


def test_victories_are_shared_in_some_games() -> None:
    """Else the test above would not have seen equal ranks."""
    ends = [scene.result.outcome for scene in Scenes("toy", FEW) if scene.result is not None]
    assert any(len(outcome.winners) > 1 for outcome in ends if outcome is not None)


@many
def test_whole_games_end(scenes: Scenes) -> None:
    """A game of chance that reached the cap is reported, not passed over (rulebook G7)."""
    unended = [g[0] for g in scenes.games() if g[-1].result is None or not g[-1].result.outcome]
    assert not unended, f"{len(unended)} games were left after {CAP} rounds: {unended[:3]}"


@every_game
def test_rounds_are_dealt_alike_from_the_same_chance(name: str) -> None:
    game = GAMES[name]
    for seats in range(game.info.min_seats, game.info.max_seats + 1):
        before, options = opening(seats), game.info.defaults()
        assert game.deal(before, options, Rng(b"a", 0)) == game.deal(before, options, Rng(b"a", 0))
        assert len({game.deal(before, options, Rng(b"a", n)) for n in range(5)}) > 1


@every_game
def test_option_values_that_do_not_exist_are_rejected(name: str) -> None:
    game = GAMES[name]
    before = opening(game.info.max_seats)
    for option in game.info.options:
        assert len({choice.value for choice in option.choices}) == len(option.choices)
        for value in ("", "nonsense", "0", "-1", option.choices[0].value + " "):
            with pytest.raises(ValueError, match=r"\S"):
                game.deal(before, {**game.info.defaults(), option.key: value}, Rng(b"", 0))


# --- leaving ---------------------------------------------------------------------------------


def check_left(scene: Scene, state: object, seat: Seat) -> None:
    game = scene.game
    result = game.result(state)
    assert bool(game.to_move(state)) != (result is not None)
    assert seat not in game.to_move(state)
    assert not game.legal(state, seat)
    refusal = game.refuse(state, seat, game.info.implied)
    assert refusal.reason in REASONS
    for viewer in scene.viewers:
        assert game.screen(game.view(state, viewer), ()) is not None
        world = game.redeal(state, viewer, scene.chance())
        assert game.view(world, viewer) == game.view(state, viewer)
    if result is not None:
        assert seat in result.standings.gone
        if result.outcome is not None:
            assert set(result.outcome.winners) <= set(scene.standings.present)


@few
def test_anybody_may_leave_at_any_time_until_nobody_is_left(scenes: Scenes) -> None:
    for number, scene in enumerate(islice(scenes, 0, None, 5)):
        gone = scene.standings.gone if scene.result is None else scene.result.standings.gone
        present = [seat for seat in scene.seats if seat not in gone]
        state = scene.state
        for seat in Rng(b"who leaves", number).shuffled(present):
            state = scene.game.leave(state, seat, scene.chance()).state
            check_left(scene, state, seat)
        result = scene.game.result(state)
        assert result is not None
        assert result.outcome is not None


def is_played_out(scene: Scene) -> bool:
    """Return whether nothing but a choice of chips is missing for the score (rulebook E11)."""
    legal = scene.legal()
    return bool(legal) and all(move.code.startswith("chip:") for _, move in legal)


@few
def test_a_game_ends_when_too_few_are_left(scenes: Scenes) -> None:
    for scene in scenes:
        if scene.seat is None or scene.move is not None:
            continue
        left = len(scene.standings.present) - 1
        state = scene.game.leave(scene.state, scene.seat, scene.chance()).state
        result = scene.game.result(state)
        if left < scene.game.info.min_seats:
            assert result is not None
            assert result.outcome is not None
            if not is_played_out(scene):
                assert result.scores is None, "a round that can't be finished is not scored"
                assert result.standings.points == scene.standings.points
            check_ranks(result.outcome, result.standings)


@few
def test_who_leaves_after_the_round_keeps_points_and_gets_no_more_cards(scenes: Scenes) -> None:
    for scene in scenes:
        over = scene.result
        if over is None or over.outcome is not None:
            continue
        seat = over.standings.present[0]
        result = scene.game.result(scene.game.leave(scene.state, seat, scene.chance()).state)
        assert result is not None
        assert result.standings.points == over.standings.points
        assert result.scores == over.scores
        assert result.standings.gone == over.standings.gone | {seat}
        if result.outcome is None:
            dealt = scene.game.deal(result.standings, scene.options, scene.chance())
            assert seat not in scene.game.to_move(dealt)
            assert not scene.game.legal(dealt, seat)


# --- values ----------------------------------------------------------------------------------


@many
def test_positions_views_and_moves_are_values(scenes: Scenes) -> None:
    for scene in scenes:
        for value in (scene.state, *(scene.game.view(scene.state, v) for v in scene.viewers)):
            hash(value)
        for _, move in scene.legal():
            hash(move)


@few
def test_positions_views_and_moves_are_frozen(scenes: Scenes) -> None:
    for scene in islice(scenes, 50):
        views = [scene.game.view(scene.state, viewer) for viewer in scene.viewers]
        for value in (scene.state, *views, *(move for _, move in scene.legal())):
            plain = getattr(value, "_fields", None)  # a tuple with names is frozen too
            for name in [each.name for each in fields(value)] if plain is None else plain:
                with pytest.raises(AttributeError):  # FrozenInstanceError is one
                    setattr(value, name, None)


@many
def test_the_repr_of_a_position_shows_nothing_hidden(scenes: Scenes) -> None:
    """What looks the same to everybody reads the same in a traceback."""
    for scene in scenes:
        assert repr(scene.state) == repr(scene.world(None))


@few
def test_screens_offer_only_moves_and_name_only_seats_of_the_table(scenes: Scenes) -> None:
    known = {move.code for scene in scenes for _, move in scene.legal()}
    for scene in scenes:
        for viewer in scene.viewers:
            moves = () if viewer is None else scene.game.legal(scene.state, viewer)
            screen = scene.game.screen(scene.game.view(scene.state, viewer), moves)
            codes = [button.code for row in screen.buttons for button in row]
            assert len(set(codes)) == len(codes)
            if viewer is None:
                assert set(codes) <= known
            else:
                assert set(codes) == {move.code for move in moves}, "a hand offers what is legal"
            seats = {c for line in screen.lines if isinstance(line, Row) for c in line.cells}
            assert {seat for seat in seats if isinstance(seat, Seat)} <= set(scene.seats)
