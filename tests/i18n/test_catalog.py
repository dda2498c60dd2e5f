"""A catalog is strict when it is read and forgiving when it speaks."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from textwrap import dedent

import pytest

from chatlama.core.text import Arg, Seat, Text, text
from chatlama.i18n.catalog import CatalogError, Catalogs, Speech, add_package, catalogs

NAMES = ("Ada", "Ben", "Cem", "<b>Dana</b>")
SPEECH = Speech(NAMES.__getitem__, UTC)
EN = """
    x-both = both
    x-lone = only in English, { $n }
    x-macro = { $n ->
        [one] a day
       *[other] { $n } days
     }
    x-made = in { x-macro }
"""
DE = """
    x-both = beide
    x-lone = ganz allein, { $n }
    x-macro-dat = { $n ->
        [one] einem Tag
       *[other] { $n } Tagen
     }
    x-macro = unbenutzt
    x-made = in { x-macro-dat }
"""

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Return what writes catalogs into a fresh package and returns its name."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def written(**languages: str) -> str:
        name = f"catalogs_of_{tmp_path.name}"
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        for language, source in languages.items():
            path = tmp_path / name / f"{language}.ftl"
            path.write_text(dedent(source), "utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
        return name

    return written


@pytest.fixture
def spoken() -> Catalogs:
    return catalogs()


def say(spoken: Catalogs, language: str, id: str, **args: Arg) -> str:
    return spoken[language].say(text(id, **args), SPEECH)


# --- speaking --------------------------------------------------------------------------------


def test_each_language_says_the_message_in_its_words(spoken: Catalogs, write: Write) -> None:
    add_package(spoken, write(en=EN, de=DE), prefix="x-")
    assert (say(spoken, "en", "x-both"), say(spoken, "de", "x-both")) == ("both", "beide")
    assert [say(spoken, "en", "x-made", n=n) for n in (1, 2)] == ["in a day", "in 2 days"]
    assert [say(spoken, "de", "x-made", n=n) for n in (1, 2)] == ["in einem Tag", "in 2 Tagen"]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Ada, Ben and Cem"), ("de", "Ada, Ben und Cem")]
)
def test_several_are_listed_as_the_language_does(
    spoken: Catalogs, language: str, said: str
) -> None:
    seats = (Seat(0), Seat(1), Seat(2))
    assert say(spoken, language, "confirm", players=seats).endswith(f" {said}.")
    assert say(spoken, language, "confirm", players=seats[:1]).endswith(" Ada.")
    assert say(spoken, language, "confirm", players=()).endswith(" .")
    assert " Ada und Ben." in say(spoken, "de", "confirm", players=seats[:2])


@pytest.mark.parametrize("id", ["turn", "turn-until"])
@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Ada is to move", "Ada and Ben are to move"),
        ("de", "Ada ist dran", "Ada und Ben sind dran"),
    ],
)
def test_one_is_and_several_are_to_move(
    spoken: Catalogs, id: str, language: str, one: str, two: str
) -> None:
    seats, due = (Seat(0), Seat(1)), datetime(2026, 1, 1, tzinfo=UTC)
    args: dict[str, Arg] = {} if id == "turn" else {"due": due}
    assert say(spoken, language, id, players=seats[:1], count=1, **args).startswith(one)
    assert say(spoken, language, id, players=seats, count=2, **args).startswith(two)


def test_lists_hold_texts_and_numbers_too(spoken: Catalogs) -> None:
    choices = (text("button-start"), 4, "draw")
    assert say(spoken, "de", "ambiguous", choices=choices) == (
        "Das passt auf Starten, 4 und draw. Was meinst du?"
    )


def test_times_are_said_in_the_zone_of_the_page(spoken: Catalogs) -> None:
    due = datetime(2026, 1, 1, 23, 30, tzinfo=UTC)
    in_berlin = Speech(NAMES.__getitem__, timezone(timedelta(hours=1)))
    said = text("your-turn-until", due=due)
    assert spoken["de"].say(said, SPEECH) == "Du bist dran, bis 23:30."
    assert spoken["de"].say(said, in_berlin) == "Du bist dran, bis 00:30."


def test_the_same_text_is_said_anew_for_other_names(spoken: Catalogs) -> None:
    said = text("late", player=Seat(0))
    others = Speech(lambda _: "Zoe", UTC)
    assert spoken["en"].say(said, SPEECH) == "Ada ran out of time."
    assert spoken["en"].say(said, others) == "Zoe ran out of time."


def test_arguments_are_put_in_as_they_are(spoken: Catalogs) -> None:
    """Neither markup nor Fluent's own syntax nor isolating marks reach a page by a name."""
    assert say(spoken, "en", "late", player=Seat(3)) == "<b>Dana</b> ran out of time."
    assert say(spoken, "de", "not-understood", said="{ $x }") == "„{ $x }“ verstehe ich nicht."
    for language in spoken:
        assert not set(say(spoken, language, "late", player=Seat(0))) & {"\u2068", "\u2069"}


def test_a_message_is_said_with_all_that_it_is_made_of(spoken: Catalogs, write: Write) -> None:
    made = """
        x-made = { x-half }{ -x-term(case: "dat") }
        x-half = { -x-term } und
        -x-term = { $case ->
           *[nom] { -x-lama }
            [dat] den{ -x-lama }
         }
        -x-lama = { " {Lama} " }
    """
    add_package(spoken, write(en=made, de=made), prefix="x-")
    assert say(spoken, "de", "x-made") == " {Lama}  undden {Lama} "


def test_words_of_a_message_are_listed(spoken: Catalogs) -> None:
    assert spoken["en"].words("command-leave") == ("leave",)
    assert spoken["de"].words("command-leave") == ("verlassen", "gehen")


# --- forgiving -------------------------------------------------------------------------------


def test_what_is_missing_is_said_in_english_and_logged(
    write: Write, spoken: Catalogs, caplog: pytest.LogCaptureFixture
) -> None:
    add_package({"en": spoken["en"]}, write(en=EN), prefix="x-")
    with caplog.at_level(logging.ERROR):
        assert say(spoken, "de", "x-lone", n=1) == "only in English, 1"
    assert caplog.messages == ["no message x-lone in de"]


def test_what_nobody_can_say_is_its_id(spoken: Catalogs, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert say(spoken, "de", "x-nothing") == "x-nothing"
        assert say(spoken, "en", "x-nothing", deep=(text("x-deep"), Seat(0))) == "x-nothing"
        assert spoken["de"].words("x-nothing") == ()
    assert "no message x-nothing in de" in caplog.messages
    assert "no message x-nothing in en" in caplog.messages


def test_a_missing_argument_falls_back_and_is_logged(
    spoken: Catalogs, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        assert say(spoken, "de", "late") == "late"
    assert [message.partition(":")[0] for message in caplog.messages] == [
        "message late in de",
        "message late in en",
    ]


def test_a_message_that_says_nothing_is_logged(
    write: Write, spoken: Catalogs, caplog: pytest.LogCaptureFixture
) -> None:
    empty = "x-empty =\n    .attribute = a\n"
    add_package(spoken, write(en=empty, de=empty), prefix="x-")
    with caplog.at_level(logging.ERROR):
        assert say(spoken, "en", "x-empty") == "x-empty"
    assert caplog.messages == ["message x-empty in en says nothing"]


def test_one_broken_message_keeps_no_other_from_being_said(
    write: Write, spoken: Catalogs, caplog: pytest.LogCaptureFixture
) -> None:
    """What only Fluent can see is seen when it is to be said, and said in English then."""
    broken = DE + "\n    x-lone = { $n ->\n        [one] keine sonst\n     }\n"
    broken = broken.replace("x-lone = ganz allein, { $n }", "", 1)
    add_package(spoken, write(en=EN, de=broken), prefix="x-")
    with caplog.at_level(logging.ERROR):
        assert say(spoken, "de", "x-lone", n=1) == "only in English, 1"
        assert say(spoken, "de", "x-both") == "beide"
    assert caplog.messages == ["message x-lone in de is broken", "no message x-lone in de"]


def test_an_error_is_logged_once_for_each_saying(
    spoken: Catalogs, caplog: pytest.LogCaptureFixture
) -> None:
    """Painting the same page for hours must not fill the log."""
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            spoken["en"].say(Text("x-nothing"), SPEECH)
    assert len(caplog.messages) == 1


def test_english_needs_no_english_behind_it() -> None:
    alone = catalogs(["de"])
    assert say(alone, "de", "button-start") == "Starten"


# --- strict ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("en", "de", "why"),
    [
        (EN, None, r"/de\.ftl can't be read: FileNotFoundError"),
        (EN, DE + "\n    junk here\n", r"/de\.ftl is broken near: junk here"),
        (EN, DE + "\n    x-bad = { $n\n", r"/de\.ftl is broken near: x-bad = \{ \$n"),
        (EN, DE + "\n    x-both = noch einmal\n", r"/de\.ftl: x-both stands there twice"),
        (EN, DE + "\n    x-more = mehr\n", r"/de\.ftl: x-more is not said in every language"),
        (EN + "\n    x-more = more\n", DE, r"/en\.ftl: x-more is not said in every language"),
        (EN + "\n    y = y\n", DE + "\n    y = y\n", r"\.ftl: y must begin with x-"),
        (EN + "\n    -y = y\n", DE, r"/en\.ftl: -y must begin with x-"),
        ("", DE, r"/de\.ftl: x-both is not said in every language"),
    ],
)
def test_catalogs_that_can_t_be_used_are_refused_whole(
    write: Write, spoken: Catalogs, en: str, de: str | None, why: str
) -> None:
    package = write(en=en) if de is None else write(en=en, de=de)
    with pytest.raises(CatalogError, match=why):
        add_package(spoken, package, prefix="x-")
    for catalog in spoken.values():
        assert catalog.say(Text("x-both"), SPEECH) == "x-both"


def test_no_package_changes_what_another_says(write: Write, spoken: Catalogs) -> None:
    package = write(en="lobby-ready = Mine", de="lobby-ready = Meins")
    with pytest.raises(CatalogError, match=r"/en\.ftl: lobby-ready is there already"):
        add_package(spoken, package, prefix="lobby-")
    assert spoken["en"].say(Text("lobby-ready"), SPEECH) == "Ready: the host can start."


def test_bytes_that_are_no_text_are_refused(write: Write, spoken: Catalogs, tmp_path: Path) -> None:
    package = write(en=EN, de=DE)
    (tmp_path / package / "de.ftl").write_bytes(b"x-both = \xff")
    with pytest.raises(CatalogError, match=r"de\.ftl can't be read: UnicodeDecodeError"):
        add_package(spoken, package)


def test_a_package_that_is_not_there_is_refused(spoken: Catalogs) -> None:
    with pytest.raises(CatalogError, match=r"nowhere/en\.ftl can't be read: ModuleNotFoundError"):
        add_package(spoken, "nowhere")
