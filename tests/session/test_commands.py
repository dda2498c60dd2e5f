"""What people type: commands in both languages, buttons by naming them, refusals in words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.core.games.passt_nicht.position import COLOURS, JOKER, colour
from chatlama.core.table import screens
from chatlama.core.table.model import Phase
from chatlama.core.text import Seat
from chatlama.session.commands import CODES, Command, Label, begun, command, named
from chatlama.session.present import Presenter
from chatlama.session.transport import Reply
from tests.core.played import GAMES
from tests.fakes import BOTH, CHAT, Rig, alert, house, rig, spoken

PRESENT = Presenter(spoken())
PLAY = Label("play:4", {"en": "Play 4", "de": "4 legen"})
LLAMA = Label("play:al", {"en": "Play llama", "de": "Lama legen"})
DRAW = Label("draw", {"en": "Draw", "de": "Ziehen"})
LEAVE = Label(":leave", {"en": "Leave the table", "de": "Tisch verlassen"})
REMOVE = Label(":remove:2:7", {"en": "Remove 4", "de": "4 entfernen"})
STOP = Label(":stop", {"en": "Close the table", "de": "Tisch schließen"})
ALL = (PLAY, LLAMA, DRAW, LEAVE, REMOVE, STOP)


@pytest.mark.parametrize("each", Command)
def test_every_command_has_words_in_both_languages_and_none_is_another_s(each: Command) -> None:
    for catalog in spoken().values():
        words = catalog.words(f"command-{each.value}")
        assert words
        for word in words:
            assert command(word, spoken()) is each
            assert command(f"  {word.upper()} please", spoken()) is each


@pytest.mark.parametrize("typed", ["", "   ", "\n", "neuu", "joi", ":join", "4"])
def test_what_is_no_command_is_none(typed: str) -> None:
    assert command(typed, spoken()) is None


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("4", [PLAY]),
        ("play 4", [PLAY]),
        ("  PLAY   4 ", [PLAY]),
        ("play:4", [PLAY]),
        ("4 legen", [PLAY]),
        ("al", [LLAMA]),
        ("lama", [LLAMA]),
        ("ll", [LLAMA]),
        ("draw", [DRAW]),
        ("dr", [DRAW]),
        ("zieh", [DRAW]),
        ("play", [PLAY, LLAMA]),
        ("legen", [PLAY, LLAMA]),
        ("p", []),
        ("d", []),
        ("leave the table", [LEAVE]),
        ("tisch schließen", [STOP]),
        ("TISCH SCHLIESSEN", [STOP]),
        ("remove 4", [REMOVE]),
        ("remove", []),
        (":remove:2:7", [REMOVE]),
        ("", []),
        ("  ", []),
        ("5", []),
        ("nonsense", []),
    ],
)
def test_a_button_is_named_by_what_stands_on_it(typed: str, found: list[Label]) -> None:
    assert list(named(typed, ALL) or begun(typed, ALL)) == found


@pytest.mark.parametrize(
    "typed", ["l", "leave", "the", "table", "tisch", "t", "re", "rem", "7", "close"]
)
def test_what_takes_somebody_away_is_not_reached_by_a_slip(typed: str) -> None:
    assert not any(
        each in (LEAVE, REMOVE, STOP) for each in (*named(typed, ALL), *begun(typed, ALL))
    )


def test_a_button_that_is_seen_twice_is_one() -> None:
    assert named("draw", (DRAW, Label("draw", dict(DRAW.said)))) == (DRAW,)


@given(st.text(max_size=30))
def test_anything_can_be_typed(typed: str) -> None:
    command(typed, spoken())
    named(typed, ALL)
    begun(typed, ALL)


# --- at a table ------------------------------------------------------------------------------


async def playing(*people: str) -> Rig:
    at = await rig(repeat=True).open(*people)
    await at.say(people[0], "start")
    return at


async def hand(at: Rig, person: str) -> tuple[int, ...]:
    table = await at.table()
    assert table.position is not None
    seat = table.seat_of(table.seats[["ada", "ben", "cem"].index(person)].user)  # type: ignore[union-attr]
    cards: tuple[int, ...] = table.position.state.hands[seat]
    return cards


async def test_a_whole_round_can_be_typed_in_either_language() -> None:
    at = rig()
    await at.say("ada", "neu")
    await at.say("ben", "mitspielen")
    await at.say("ada", "starten")
    first = await at.mover()
    assert await at.say(first, "ziehen") == await at.say(await at.mover(), "draw")
    assert await at.mover() == first
    await at.say(first, "aussteigen")
    while (await at.table()).phase is Phase.PLAYING:
        await at.say(await at.mover(), "Quit")
    await at.say("ada", "weiter")
    await at.say("ben", "next")
    assert (await at.table()).phase is Phase.PLAYING


async def test_a_button_that_begins_like_a_command_is_pressed_by_all_that_stands_on_it() -> None:
    at = await rig().open("ada", "ben")
    assert await at.say("ada", "Rules Englert") == Reply()  # not the rules
    assert dict((await at.table()).options)["rules"] == "englert"
    assert await at.say("ben", "Tisch verlassen") == Reply()  # not the table, once more
    assert len((await at.table()).present) == 1


async def test_continue_confirms_the_scores() -> None:
    at = await playing("ada", "ben")
    await at.score()
    for person in ("ada", "ben"):
        assert await at.say(person, "Continue") == Reply()
    assert (await at.table()).phase is Phase.PLAYING


async def test_every_command_that_is_a_button_does_what_the_button_does() -> None:
    for each in CODES:
        word = spoken()["en"].words(f"command-{each.value}")[0]
        typed = await (await playing("ada", "ben")).say("ben", word)
        pressed = await (await playing("ada", "ben")).press("ben", CODES[each])
        assert typed.alert == pressed.alert
        assert (typed.page is None) == (pressed.page is None)


async def test_auto_makes_the_move_that_a_computer_would_make() -> None:
    at = await playing("ada", "ben")
    before = (await at.table()).version
    first = await at.mover()
    assert (await at.say(first, "auto")).alert is None
    table = await at.table()
    assert table.version > before
    assert len(table.log) >= 2
    waiting = "ben" if await at.mover() == "ada" else "ada"
    said = await at.say(waiting, "auto")
    assert said.alert is not None
    assert "over already" in said.alert
    assert (await at.table()).version == table.version


async def test_auto_confirms_and_strangers_have_no_auto() -> None:
    at = await playing("ada", "ben")
    await at.score()
    await at.say("ada", "auto")
    await at.say("ben", "auto")
    assert (await at.table()).phase is Phase.PLAYING
    assert (await at.say("eve", "auto")).alert == alert("not-seated")


async def test_a_typed_card_that_does_not_fit_is_refused_with_the_reason() -> None:
    at = await playing("ada", "ben", "cem")
    first = await at.mover()
    before = await at.table()
    cards = await hand(at, first)
    missing = next(n for n in range(1, 7) if n not in cards)
    said = await at.say(first, str(missing))
    assert said.alert is not None
    assert "understand" not in said.alert
    waiting = next(each for each in ("ada", "ben", "cem") if each != first)
    turn = await at.say(waiting, "quit")
    assert turn.alert is not None
    assert first.title() in turn.alert
    assert (await at.table()) == before


async def test_the_beginning_of_a_move_that_is_not_legal_is_refused_with_the_reason_too() -> None:
    at = await playing("ada", "ben", "cem")
    first = await at.mover()
    waiting = next(each for each in ("ada", "ben", "cem") if each != first)
    before = await at.table()
    for typed in ("alpaka", "Alp", "zieh", "aus", "qui"):
        said = await at.say(waiting, typed)
        assert first.title() in str(said.alert), typed
        assert said.secret
    assert await at.table() == before


@pytest.mark.parametrize("name", GAMES)
async def test_every_beginning_of_every_move_is_answered(name: str) -> None:
    """Legal or not, it does something or is told why not."""
    game = GAMES[name]
    at = rig(at=house(game), game=name, repeat=True)
    people = ("ada", "ben", "cem", "dora")
    await at.open(*people)
    await at.say("ada", "start")
    beginnings = {
        word[:length].casefold()
        for _, called in game.info.moves
        for said in PRESENT.everywhere(called, None).values()
        for word in said.split()
        for length in range(2, len(word) + 1)
    }
    for typed in sorted(beginnings):
        for person in people:
            before = await at.table()
            reply = await at.say(person, typed)
            assert reply.alert or reply.page or await at.table() != before, typed


async def test_a_button_is_found_by_its_beginning_before_a_move_that_is_not_legal() -> None:
    """A colour alone is a wish, and the beginning of a card of that colour."""
    game = GAMES["passt_nicht"]
    at = rig(at=house(game), game="passt_nicht", repeat=True)
    await at.open("ada", "ben")
    await at.say("ada", "start")
    table, mover = await at.table(), await at.mover()
    assert table.position is not None
    (seat,) = game.to_move(table.position.state)
    held: tuple[int, ...] = table.position.state.hands[seat]
    colours = [COLOURS[colour(card)] for card in held if card != JOKER]
    alone = next(each for each in colours if colours.count(each) == 1)
    assert (await at.say(mover, alone)).alert is None
    assert (await at.table()).step > table.step


async def test_who_has_quit_is_told_so() -> None:
    at = await playing("ada", "ben", "cem")
    first = await at.mover()
    await at.say(first, "quit")
    assert "quit" in str((await at.say(first, "draw")).alert)


async def test_nonsense_is_not_understood_and_kept_short() -> None:
    at = await rig().open("ada")
    said = await at.say("ada", "x" * 500)
    assert said.alert == alert("not-understood", said="x" * 20)
    await at.say("ben", "join")
    await at.say("ada", "start")
    assert (await at.say("ada", "nonsense")).alert == alert("not-understood", said="nonsense")
    assert (await at.say("eve", "nonsense")).alert == alert("not-understood", said="nonsense")


async def test_a_move_that_comes_after_its_round_is_told_that_it_is_late() -> None:
    at = await playing("ada", "ben")
    for _ in ("ada", "ben"):
        await at.say(await at.mover(), "quit")
    assert (await at.table()).phase is Phase.SCORED
    for word in ("4", "draw", "zieh", "quit"):
        assert (await at.say("ada", word)).alert == alert("alpaka-round-over")
    late = await at.say("ada", "nonsense")
    assert (late.alert, late.unmeant) == (alert("not-understood", said="nonsense"), True)


async def test_what_could_mean_several_things_does_none_of_them() -> None:
    at = await playing("ada", "ben")
    before = await at.table()
    said = await at.say(await at.mover(), "play")
    assert said.alert is not None
    assert said.alert.startswith("That fits ")
    assert (await at.table()) == before
    german = await at.say(await at.mover(), "play", language="de-AT")
    assert "Was meinst du" in str(german.alert)


async def test_what_stands_on_a_card_is_that_card_where_its_number_alone_is_several() -> None:
    game = GAMES["fool"]
    at = rig(at=house(game), game="fool", repeat=True)
    await at.open("ada", "ben", "cem", "dora")
    await at.say("ada", "start")
    table, mover = await at.table(), await at.mover()
    (seat,) = game.to_move(table.position.state)  # type: ignore[union-attr]
    hand = screens.hand(table, seat, house(game))
    assert hand is not None
    labels = [
        PRESENT.everywhere(button.label, None)["de"] for row in hand.buttons for button in row
    ]
    numbers = [label.split()[-1] for label in labels]
    twice = next(label for label in labels if numbers.count(label.split()[-1]) > 1)
    assert "Which one?" in str((await at.say(mover, twice.split()[-1])).alert)
    assert (await at.say(mover, twice)).alert is None
    assert (await at.table()).step > table.step


async def test_a_number_in_the_lobby_is_a_setting_and_never_a_seat() -> None:
    at = await rig().open("ada", "ben", computers=2)
    table = await at.table()
    await at.say("ada", str(table.roster))
    assert len((await at.table()).seats) == 4
    await at.say("ada", "20")
    assert dict((await at.table()).options)["target"] == "20"


async def test_settings_are_typed_by_what_their_buttons_say() -> None:
    at = await rig(at=BOTH).open("ada")
    await at.say("ada", "deutsch")
    assert (await at.table()).rooms[0].language == "de"
    await at.say("ada", "englert")
    assert dict((await at.table()).options)["rules"] == "englert"


async def test_an_implied_word_is_understood_where_the_game_says_so() -> None:
    at = rig(at=BOTH, game="toy")
    await at.open("ada", "ben")
    await at.say("ada", "start")
    table = await at.table()
    assert table.position is not None
    mine = table.position.state.hands[Seat(0)]
    missing = next(n for n in range(1, 9) if n not in mine)
    assert (await at.say("ada", str(missing))).alert == alert("toy-not-in-hand")
    assert (await at.say("ada", str(mine[0]))).alert is None


async def test_help_and_rules_go_to_who_asked_alone() -> None:
    at = await rig().open("ada")
    shown = at.transport.shown(CHAT)
    page = (await at.say("eve", "hilfe", language="de")).page
    assert page is not None
    assert "mitspielen" in page.text
    assert (await at.say("eve", "rules")).page is not None
    assert at.transport.shown(CHAT) == shown


@pytest.mark.parametrize("name", GAMES)
def test_what_the_help_says_can_be_typed_is_a_move(name: str) -> None:
    info = GAMES[name].info
    moves = [Label(code, PRESENT.everywhere(said, None)) for code, said in info.moves]
    for each in info.typed:
        for said in PRESENT.everywhere(each, None).values():
            assert named(said, moves) or begun(said, moves), said
            assert re.match(r"[A-Za-z0-9]+(\s|$)", said), "all that a command may begin with"


@pytest.mark.parametrize("name", GAMES)
async def test_the_help_has_examples_of_the_game_that_is_played(name: str) -> None:
    at = rig(at=house(GAMES[name]), game=name)
    for language in PRESENT.catalogs:
        page = (await at.say("ada", "help", language=language)).page
        assert page is not None
        assert not page.text.count(" .")
        for each in GAMES[name].info.typed:
            assert PRESENT.say(each, None, language) in page.text


async def test_where_no_table_stands_one_is_told_how_to_open_one() -> None:
    at = rig()
    page = (await at.say("ada", "join")).page
    assert page is not None
    assert page.buttons
    assert (await at.say("ada", "help")).page is not None


async def test_a_move_that_is_not_legal_is_refused_by_every_name_it_has() -> None:
    at = await rig().open("ada", "ben")
    await at.say("ada", "start")
    mover = await at.mover()
    other = "ben" if mover == "ada" else "ada"
    table = await at.table()
    for code, called in at.tables.desk.house.games["alpaka"].info.moves:
        for said in at.tables.presenter.everywhere(called, table).values():
            for typed in (said, code):
                reply = await at.say(other, typed)
                assert mover.title() in (reply.alert or ""), typed  # whose turn it is
