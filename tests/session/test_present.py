"""From screens to pages: words, names, columns and tokens."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, timedelta

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from chatlama.core.names import tidy
from chatlama.core.player import Strength
from chatlama.core.screen import Line, Row, Screen, Span, Style, line
from chatlama.core.table import screens
from chatlama.core.table.intents import AddComputer, Join
from chatlama.core.table.model import Person
from chatlama.core.text import Seat, Text, text
from chatlama.session.present import NAME_WIDTH, Presenter, clip
from chatlama.session.token import LONGEST
from chatlama.session.transport import Emphasis, Ink, Page
from tests.fakes import HOUSE, NOON, PEOPLE, Life, codes, spoken, who

PRESENT = Presenter(spoken(), UTC)


def page(*lines: Line | Row, life: Life | None = None, language: str | None = "en") -> Page:
    return PRESENT.page(Screen(lines), (life or Life("ada", "ben")).table, language)


def test_a_page_is_said_in_its_language_and_else_in_the_fallback() -> None:
    assert page(line(Text("time-off"))).text == "no limit"
    assert page(line(Text("time-off")), language="de").text == "ohne Limit"
    assert page(line(Text("time-off")), language="DE-AT").text == "ohne Limit"
    for unknown in ("fr", "", None):
        assert page(line(Text("time-off")), language=unknown).text == "no limit"
    german = Presenter(spoken(), UTC, "de")
    assert german.say(Text("time-off"), None, "fr") == "ohne Limit"
    assert german.everywhere(Text("time-off"), Life().table) == {
        "en": "no limit",
        "de": "ohne Limit",
    }


def test_a_span_mentions_its_person_by_the_transport_s_own_id() -> None:
    life = Life("ada", computers=1)
    shown = page(Line((Span(Seat(0)), Span(NOON), Span(Seat(1), Style.STRONG))), life=life)
    ada, noon, ida = shown.lines[0]
    assert (ada.text, ada.user) == ("Ada", "ada")
    assert noon.text == "12:00"
    assert (ida.text, ida.user, ida.ink) == ("Ida", None, Ink.STRONG)


def test_a_text_of_several_lines_is_several_lines() -> None:
    said = text("help", moves=(), count=0)
    shown = page(line(said, Style.STRONG))
    assert len(shown.lines) == 3
    assert all(piece.ink is Ink.STRONG for (piece,) in shown.lines)
    assert PRESENT.plain(said, "en").text == shown.text


def test_empty_lines_stay() -> None:
    assert page(line(Text("menu")), Line(), line(Text("menu"))).lines[1] == ()


def test_columns_stand_below_each_other_and_the_marked_row_is_found() -> None:
    life = Life("ada")
    life.done(Join(who("ben", called="漢字漢字漢字漢字")))
    life.done(AddComputer(who("ada"), Strength.MEDIUM))
    rows = [Row((Seat(s), Text("role-host"))) for s in range(3)]
    plain = page(*rows, life=life).text.splitlines()
    assert len({wcswidth(said.partition("host")[0]) for said in plain}) == 1
    marked = page(rows[0], replace(rows[1], marked=True), life=life).text.splitlines()
    assert [said[0] for said in marked] == [" ", "▶"]
    assert "🤖" in plain[2]


def test_rows_of_different_lengths_and_groups_apart_are_laid_out_apart() -> None:
    short, long = Row((Seat(0),)), Row((Seat(0), Text("role-host")))
    assert page(short, long).text == "Ada\nAda  host"
    assert len(page(short, Line(), long).lines) == 3


@given(st.text(max_size=40))
def test_any_name_fits_its_column(called: str) -> None:
    name = clip(tidy(called), NAME_WIDTH)
    assert max(wcswidth(name), 0) <= NAME_WIDTH
    assert "\n" not in name


def test_a_short_name_is_not_cut() -> None:
    assert clip("Ada", 3) == "Ada"
    assert clip("Adam", 3) == "Ad…"


def test_buttons_carry_what_they_were_painted_for() -> None:
    life = Life("ada", "ben").start()
    shown = PRESENT.page(screens.public(life.table, HOUSE), life.table, "en")
    assert codes(shown)[":hand"] == f"t1.1.{life.table.step}.:hand"
    for row in shown.buttons:
        for button in row:
            assert button.token.isascii()
            assert button.token.isprintable()
            assert len(button.token) <= LONGEST


def test_emphasis_and_end_are_told() -> None:
    life = Life("ada", "ben")
    shown = PRESENT.page(screens.menu(life.table, who("ada")), life.table, "en")
    assert shown.buttons[-1][-1].emphasis is Emphasis.DANGER
    assert not shown.final
    over = life.start().finish()
    assert PRESENT.page(screens.public(over.table, HOUSE), over.table, "de").final
    assert PRESENT.page(screens.public(over.table, HOUSE), over.table, "de", loud=True).loud


def test_a_name_is_data_and_never_markup() -> None:
    life = Life("ada")
    life.done(Join(who("ben", called="{ $x } <b>")))
    shown = PRESENT.page(screens.public(life.table, HOUSE), life.table, "en")
    assert "{ $x } <b>"[: NAME_WIDTH - 1] in shown.text


def test_a_seat_that_nobody_has_is_still_said() -> None:
    assert PRESENT.say(text("left", player=Seat(5)), Life().table, "en") == "? has left."
    assert PRESENT.say(text("left", player=Seat(5)), None, "en") == "? has left."


def test_every_screen_of_a_full_table_can_be_said_in_every_language() -> None:
    life = Life(*PEOPLE[:6])
    for _ in range(2):
        for language in spoken():
            for screen in (
                screens.public(life.table, HOUSE),
                screens.menu(life.table, who("ada")),
                screens.rules(life.table, HOUSE),
                screens.hand(life.table, Seat(0), HOUSE),
            ):
                if screen is not None:
                    said = PRESENT.page(screen, life.table, language)
                    assert "-" not in {button.label for row in said.buttons for button in row}
                    assert len(said.short) <= 200
        life.start()
        break
    life.finish()
    assert PRESENT.page(screens.public(life.table, HOUSE), life.table, "de").text


def test_a_welcome_opens_a_table() -> None:
    shown = PRESENT.welcome("de")
    assert shown.buttons[0][0].token == "new"  # noqa: S105 - a button's


def test_a_time_of_another_day_says_which() -> None:
    life = Life("ada", "ben")
    for days, en, de in (
        (0, "12:00", "12:00"),
        (1, "Tue 12:00", "Di 12:00"),
        (6, "Sun 12:00", "So 12:00"),
        (7, "12/7 12:00", "7.12. 12:00"),
        (-1, "11/29 12:00", "29.11. 12:00"),
    ):
        due = NOON + timedelta(days=days)
        shown = text("your-turn-until", due=due)
        assert page(line(shown), life=life).text.endswith(f", until {en}.")
        assert page(line(shown), life=life, language="de").text == f"Du bist dran, bis {de}."
        (piece,) = page(Line((Span(due),)), life=life, language="de").lines[0]
        assert piece.text == de


def test_computers_and_who_is_absent_are_marked() -> None:
    life = Life("ada", "ben", computers=1)
    ada, ben, ida = life.table.seats
    assert isinstance(ben, Person)
    life.table = replace(life.table, seats=(ada, replace(ben, missed=2), ida))
    rows = [Row((Seat(s), Text("role-guest"))) for s in range(3)]
    assert page(*rows, life=life).text.split("\n") == [
        "Ada     is in",
        "Ben 💤  is in",
        "Ida 🤖  is in",
    ]
