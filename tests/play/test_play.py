"""``chatlama play`` as a person at a terminal has it: processes of their own behind ptys."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.play.glass import CTRL_C, DOWN, ENTER, LEFT, RIGHT, SHORT, TAB, UP, Screen
from tests.transports.terminal.test_pty import COLOUR

pytestmark = pytest.mark.slow

MOVE = "Your move:"
SAVED = "Saved."
HAND_OVER = "Pass the device to {}."
TURN = "It\u2019s your turn."


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def tables(data: Path) -> list[Path]:
    return sorted((data / "tables").glob("*.json"))


def cards(hand: str) -> list[str]:
    return hand.split()


def quiet(screen: Screen) -> None:
    assert "Traceback" not in screen.raw
    assert "WARNING" not in screen.raw
    assert "ERROR" not in screen.raw


# --- one person ------------------------------------------------------------------------------


def test_it_starts_with_the_table_the_hand_and_the_moves_and_asks_nothing_first(data: Path) -> None:
    screen = Screen(data, *SHORT)
    text = screen.until(MOVE)
    order = [
        "🦙 Alpaka · Round 1 · to 20",
        "On top: ",
        "▶ Ada ",
        "Ada is to move.",
        "Your hand · costs ",
    ]
    at = [text.index(each) for each in [*order, TURN, "[Draw] [Quit]", MOVE, "Ctrl-C"]]
    assert at == sorted(at)
    assert screen.inverted == ""
    assert screen.leave() == 0
    quiet(screen)


def test_moves_are_typed_or_chosen_with_arrows(data: Path) -> None:
    """With this seed: 3 4 5 5 🦙 🦙 in hand, 🦙 on top."""
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    assert screen.hand == "3 4 5 5 🦙 🦙"
    screen.enter(f"alpaca{ENTER}", "Ada plays an alpaca.")
    assert screen.hand == "3 4 5 5 🦙"
    screen.enter(f"{LEFT}{UP}{RIGHT}{LEFT}{LEFT}{DOWN}{ENTER}", "You draw ", "Ada draws a card.")
    assert len(cards(screen.hand)) == 6
    screen.enter(f"qu{TAB}", f"{MOVE} Quit")
    screen.enter(ENTER, "Round over", gone=TURN)
    assert screen.leave() == 0
    quiet(screen)


@pytest.mark.parametrize(
    ("language", "typed", "why"),
    [
        ("en", "4", "On the alpaca you may only play alpaca or 1."),
        ("en", "fly", "I don\u2019t understand “fly”."),
        ("de", "2", "Du hast keine 2 auf der Hand."),
    ],
)
def test_what_is_not_allowed_is_said_and_nothing_changes(
    language: str, typed: str, why: str, data: Path
) -> None:
    move = {"en": MOVE, "de": "Dein Zug:"}[language]
    screen = Screen(data, *SHORT, "--language", language)
    before = screen.until(move)
    kept = [path.read_bytes() for path in tables(data)]
    screen.enter(typed, f"{move} {typed}")
    screen.child.send(ENTER)
    while screen.text in {before, before.replace(move, f"{move} {typed}")}:
        assert screen.read()
    screen.until(move, gone=f"{move} {typed}")
    new = [line for line in screen.text.splitlines() if line not in before.splitlines()]
    assert len(new) == 1
    assert why in new[0]
    assert [path.read_bytes() for path in tables(data)] == kept
    assert screen.leave() == 0


def test_ctrl_c_leaves_the_terminal_as_it_was_and_says_how_to_go_on(data: Path) -> None:
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    assert screen.leave() == 0
    assert f"Ada is to move.\n{SAVED}" in screen.text
    assert "--resume" in screen.text.splitlines()[-1]
    assert "Your hand" not in screen.everything
    assert "^C" not in screen.raw
    assert screen.raw.rindex("\x1b[?1049h") < screen.raw.rindex("\x1b[?1049l")
    quiet(screen)


def test_being_asked_to_stop_is_as_clean(data: Path) -> None:
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    assert screen.kill(signal.SIGTERM) == 143
    assert screen.raw.rindex("\x1b[?1049h") < screen.raw.rindex("\x1b[?1049l")
    assert "Your hand" not in screen.everything
    quiet(screen)


@pytest.mark.parametrize("how", [CTRL_C, "kill"])
def test_a_game_goes_on_where_it_was_left_with_no_move_lost(how: str, data: Path) -> None:
    """Ctrl-C, or the end of the process without a warning, right after a move was seen."""
    screen = Screen(data, "--target", "20", "--seats", "3", "--people", "Ada", "--seed", "a")
    screen.until(MOVE)
    for turn in range(3):
        screen.move()
        left = screen.text
        assert screen.leave() == 0 if how == CTRL_C else screen.kill() == -signal.SIGKILL
        screen = Screen(data, "--resume")
        screen.until(MOVE, "Ctrl-C leaves.")  # the last words: it may come in pieces
        assert screen.text == left, turn
        quiet(screen)
    screen.leave()
    assert len(tables(data)) == 1


def test_a_whole_game_is_played_to_its_end_and_again(data: Path) -> None:
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    for _ in range(200):
        if "[Play again]" in screen.move():
            break
    text = screen.until("🏆", "[Play again]", MOVE)
    assert "Your hand" not in text
    assert re.search(r"^1\.  (Ada|Ida 🤖) +\d+$", text, re.MULTILINE)
    screen.enter(ENTER, "who is in?", "Ready")
    screen.until(MOVE)
    assert screen.inverted == "[Start]"
    screen.enter(ENTER, "Round 1 · to 20", TURN)
    assert screen.leave() == 0
    assert SAVED in screen.text
    quiet(screen)


def test_a_table_that_is_closed_ends_it_and_is_not_kept(data: Path) -> None:
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    screen.enter(f"stop{ENTER}", "closed.")
    assert screen.end() == 0
    assert SAVED not in screen.text
    assert tables(data) == []
    again = Screen(data, "--resume")
    assert again.end() == 2
    assert again.text == "chatlama: no game is kept here; begin one without --resume"


def test_a_new_game_leaves_the_one_that_is_kept_and_each_can_be_gone_on_with(data: Path) -> None:
    hands = []
    for seed in ("a", "b"):
        screen = Screen(data, *SHORT, "--seed", seed)
        screen.until(MOVE)
        hands.append(screen.hand)
        screen.leave()
    assert len(tables(data)) == 2
    for hand in reversed(hands):
        screen = Screen(data, "--resume")
        screen.until(MOVE)
        assert screen.hand == hand
        screen.enter(f"stop{ENTER}", "closed.")
        assert screen.end() == 0
    assert tables(data) == []


# --- two people ------------------------------------------------------------------------------


def test_the_hands_of_two_people_are_never_seen_by_the_other(data: Path) -> None:
    screen = Screen(data, "--people", "Ada,Ben", "--seats", "2", "--seed", "a")
    names = ["Ada", "Ben"]
    screen.until("Pass the device to")
    hands: dict[str, str] = {}
    for _ in range(4):
        (name,) = [each for each in names if HAND_OVER.format(each) in screen.text]
        (other,) = [each for each in names if each != name]
        assert "Your hand" not in screen.everything
        shown = len(screen.frames)
        screen.enter(ENTER, "Your hand", f"{name} is to move.", MOVE)
        hands[name] = screen.hand
        screen.enter(f"auto{ENTER}", HAND_OVER.format(other))
        for frame in screen.frames[shown:]:
            assert hands.get(other, "none yet") not in frame.splitlines()
    assert len(set(hands.values())) == 2
    assert screen.leave() == 0
    assert "Your hand" not in screen.everything
    assert SAVED in screen.text
    resumed = Screen(data, "--resume")
    resumed.until("Pass the device to")
    assert "Your hand" not in resumed.everything
    assert not any(hand in resumed.text.splitlines() for hand in hands.values())
    resumed.leave()
    quiet(screen)


def test_a_double_enter_on_the_page_between_two_people_plays_no_card(data: Path) -> None:
    screen = Screen(data, "--people", "Ada,Ben", "--seats", "2", "--seed", "a")
    screen.until("Pass the device to")
    screen.enter(ENTER, "Your hand", MOVE)
    hand, text = screen.hand, screen.text
    kept = [path.read_bytes() for path in tables(data)]
    screen.child.send(ENTER * 2)
    screen.enter("x", f"{MOVE} x")
    assert screen.hand == hand
    assert screen.text == text.replace(MOVE, f"{MOVE} x")
    assert [path.read_bytes() for path in tables(data)] == kept
    assert screen.leave() == 0


# --- the data folder -------------------------------------------------------------------------


def test_a_table_that_cannot_be_read_is_set_aside_and_named_and_the_game_starts(data: Path) -> None:
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    screen.leave()
    (file,) = tables(data)
    file.write_bytes(file.read_bytes()[:-30])
    broken = file.read_bytes()
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    assert screen.leave() == 0
    before, _, _ = screen.raw.partition("\x1b[?1049h")  # so it stands there again at the end
    assert f"{file.name} is no table" in before
    (aside,) = (data / "tables").glob("*.unreadable*")
    assert aside.read_bytes() == broken
    assert len(tables(data)) == 1
    assert "Traceback" not in screen.raw


def test_nothing_but_a_broken_table_is_nothing_to_go_on_with(data: Path) -> None:
    (data / "tables").mkdir(parents=True)
    (data / "tables" / "abc.json").write_text("{")
    screen = Screen(data, "--resume")
    assert screen.end() == 2
    assert screen.text.endswith("chatlama: no game is kept here; begin one without --resume")
    assert "abc.json" in screen.text
    assert "Traceback" not in screen.raw


def test_a_second_one_in_the_same_folder_is_refused_in_one_line(data: Path) -> None:
    first = Screen(data, *SHORT)
    first.until(MOVE)
    for args in ([*SHORT], ["--resume"]):
        second = Screen(data, *args, columns=300)
        assert second.end() == 2
        assert re.fullmatch(r"chatlama: data folder \S+ is in use by another .*", second.text)
    first.move()
    assert first.leave() == 0
    quiet(first)


def test_a_game_that_is_kept_nowhere_is_not_said_to_be_saved(data: Path) -> None:
    screen = Screen(data, *SHORT, CHATLAMA_STORE_KIND="memory")
    screen.until(MOVE)
    assert screen.leave() == 0
    assert SAVED not in screen.text
    assert not data.exists()
    quiet(screen)


def test_a_data_folder_that_is_gone_for_a_while_costs_neither_the_game_nor_the_screen(
    data: Path,
) -> None:
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    away = data.rename(data.with_name("away"))
    screen.enter(f"auto{ENTER}", "That could not be saved. Try again.")
    away.rename(data)
    screen.move()
    assert screen.leave() == 0
    assert screen.text.count(SAVED) == 1
    quiet(screen)


# --- any terminal ----------------------------------------------------------------------------


def test_a_window_of_40_by_24_shows_the_hand_and_all_moves(data: Path) -> None:
    args = ("--seats", "6", "--people", "Ada", "--seed", "a", "--language", "de")
    screen = Screen(data, *args, columns=40, lines=24)
    for _ in range(3):
        text = screen.until("Dein Zug:", "Deine Hand · kostet", "[Ziehen] [Aussteigen]")
        assert " ".join(text.splitlines()).endswith("Strg-C beendet.")
        screen.move()
    assert screen.leave() == 0
    quiet(screen)


@pytest.mark.parametrize(
    ("language", "typed", "hint", "saved"),
    [
        (
            "en",
            "rules",
            "PgUp/PgDn to scroll.",
            "Saved. It goes on with “chatlama play --resume” or “make play ARGS=--resume”.",
        ),
        (
            "de",
            "regeln",
            "Blättern: Bild ↑/↓.",
            (
                "Gespeichert. Weiter geht es mit „chatlama play --resume“ oder "
                "„make play ARGS=--resume“."
            ),
        ),
    ],
)
def test_in_40_columns_long_rules_say_how_to_scroll_and_the_last_words_are_whole(
    language: str, typed: str, hint: str, saved: str, data: Path
) -> None:
    screen = Screen(data, *SHORT, "--language", language, columns=40, lines=24)
    screen.until("-C")
    screen.enter(f"{typed}{ENTER}", hint)
    assert screen.leave() == 0
    assert saved in " ".join(screen.text.splitlines())


def test_a_window_may_change_its_size_in_the_middle(data: Path) -> None:
    screen = Screen(data, *SHORT)
    screen.until(MOVE)
    hand = screen.hand
    screen.enter("al", f"{MOVE} al")
    for columns, lines in ((40, 24), (120, 50), (60, 18)):
        screen.resize(columns, lines)
        screen.until(f"{MOVE} al", "─" * columns, "[Draw] [Quit]")
        assert screen.hand == hand
    screen.enter(f"paca{ENTER}", "Ada plays an alpaca.")
    assert screen.leave() == 0
    quiet(screen)


def test_no_color_means_no_colour(data: Path) -> None:
    for value, coloured in ("", True), ("1", False):
        screen = Screen(data, *SHORT, NO_COLOR=value)
        screen.until(MOVE)
        assert screen.leave() == 0
        assert bool(COLOUR.search(screen.raw)) is coloured


def test_where_nothing_can_be_drawn_a_whole_game_is_printed_and_nothing_kept(data: Path) -> None:
    screen = Screen(data, *SHORT, TERM="dumb")
    assert screen.end() == 0
    assert "🏆" in screen.raw
    assert "\x1b" not in screen.raw
    assert SAVED not in screen.raw
    assert not data.exists()


def test_letters_that_the_terminal_lacks_crash_nothing(data: Path) -> None:
    screen = Screen(data, *SHORT, LANG="C", LC_ALL="C", PYTHONIOENCODING="ascii")
    screen.until("Your move:")
    assert screen.leave() == 0
    assert "Traceback" not in screen.raw
    assert tables(data)
