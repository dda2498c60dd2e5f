from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.core.table import screens
from chatlama.core.table.model import Phase
from chatlama.session.present import Presenter
from chatlama.session.transport import Emphasis, Ink, Page, PageButton, Piece
from chatlama.session.words import meaning
from chatlama.transports.matrix.render import LONGEST, Manner, content, edit
from tests.core.played import GAMES
from tests.fakes import First, house, rig, spoken, user, who

BOARD = Page(
    lines=(
        (Piece("🦙 Alpaka", Ink.STRONG), Piece("  round 2")),
        (),
        (Piece("▶ Ada  6", Ink.MONO),),
        (Piece("  Ben  5", Ink.MONO),),
        (Piece("Ada", user="@ada:hs"), Piece(" is to move.")),
    ),
    buttons=(
        (PageButton("Play 4", "t.1.1.play:4", Emphasis.PRIMARY), PageButton("Draw", "t.1.1.draw")),
        (PageButton("⋯", "t.1.1.:menu"),),
    ),
)


def test_columns_stay_columns_and_spaces_stay_spaces() -> None:
    html = content(BOARD, Manner())["formatted_body"]
    assert "<pre><code>▶ Ada  6\n  Ben  5</code></pre>" in html
    assert "<strong>🦙 Alpaka</strong>\u00a0\u00a0round 2" in html
    assert "<table" not in html


def test_the_plain_body_holds_all_there_is_to_know() -> None:
    body = content(BOARD, Manner("!"), "Card round")["body"]
    assert body == (
        "Card round\n🦙 Alpaka  round 2\n\n▶ Ada  6\n  Ben  5\nAda is to move.\n\n!Play 4 · !Draw"
    )


def test_reactions_are_told_beside_what_is_typed() -> None:
    body = content(BOARD, Manner("", reactions=True))["body"]
    assert body.endswith("✅ Play 4 · 🇦 Draw\n🇧 ⋯")


def test_a_button_without_words_is_told_by_its_command() -> None:
    page = Page((), ((PageButton("⋯", "t.1.1.:menu", word="menu"),),))
    assert content(page, Manner("!"))["body"].endswith("\n!menu")
    assert content(page, Manner("", reactions=True))["body"].endswith("\n🇦 menu")


def test_a_number_that_may_be_that_of_several_cards_is_told_by_name() -> None:
    page = Page((), ((PageButton("🟩 11", "a", word="Grün\u00a011"), PageButton("7", "b")),))
    assert content(page, Manner())["body"].endswith("\nGrün 11 · 7")


@pytest.mark.parametrize("name", GAMES)
async def test_what_stands_below_a_hand_is_typed_for_that_move_and_no_other(name: str) -> None:
    installed = house(GAMES[name], players=(First(name),))
    at = rig(at=installed, game=name, repeat=True)
    await at.open("ada", "ben", "cem", "dora")
    await at.say("ada", "start")
    present, told = Presenter(spoken()), 0
    for _ in range(30):
        table = await at.table()
        if table.phase is not Phase.PLAYING:
            break
        mover = await at.mover()
        seat = table.seat_of(user(mover))
        assert seat is not None
        screen = screens.hand(table, seat, installed)
        assert screen is not None
        for language in present.catalogs:
            page = present.page(screen, table, language)
            for moves, row in zip(screen.buttons, page.buttons, strict=True):
                for move, button in zip(moves, row, strict=True):
                    said = content(Page((), ((button,),)), Manner())["body"].strip()
                    meant = meaning(said, table, who(mover), installed, present, language)
                    assert meant.code == move.code, said
                    told += 1
        await at.say(mover, "auto")
    assert told


def test_a_button_alone_in_its_row_is_no_table() -> None:
    page = Page(((Piece("Hello"),),), ((PageButton("Open a table", "new"),),))
    html = content(page, Manner("!"))["formatted_body"]
    assert html == "Hello<br><br><code>!Open a table</code>"


def test_only_a_call_notifies_and_only_those_it_calls() -> None:
    call = Page(((Piece("Ada", user="@ada:hs"), Piece(", please.")),), loud=True)
    said = content(call, Manner())
    assert (said["msgtype"], said["m.mentions"]) == ("m.text", {"user_ids": ["@ada:hs"]})
    assert '<a href="https://matrix.to/#/@ada:hs">Ada</a>' in said["formatted_body"]
    quiet = content(BOARD, Manner())
    assert (quiet["msgtype"], quiet["m.mentions"]) == ("m.notice", {})


def test_an_edit_notifies_nobody_and_holds_the_whole_page() -> None:
    new = content(replace(BOARD, loud=True), Manner("!"))
    assert new["m.mentions"] == {"user_ids": ["@ada:hs"]}
    changed = edit(new, "$1")
    assert changed["m.new_content"] == new
    assert changed["m.relates_to"] == {"rel_type": "m.replace", "event_id": "$1"}
    assert changed["m.mentions"] == {}
    assert changed["body"] == f"* {new['body']}"


def test_half_a_character_in_a_name_keeps_no_page_from_being_sent() -> None:
    said = content(Page(((Piece("Ada \ud83d"),),)), Manner(), "a room \udc4d")
    assert said["body"].encode() == b"a room \nAda "


def test_names_are_no_markup_and_turn_no_text_around() -> None:
    evil = '<b>"Ada"</b>\u202e&\u2066'
    page = Page(
        (
            (Piece(evil, user='@a"><script>:hs'), Piece(" moves")),
            (Piece(evil, Ink.MONO),),
        )
    )
    said = content(page, Manner(), evil)
    html = said["formatted_body"]
    assert "<b>" not in html
    assert "<script" not in html
    assert 'href="https://matrix.to/#/@a%22%3E%3Cscript%3E:hs"' in html
    assert "&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;&amp;" in html
    assert not {"\u202e", "\u2066"} & {*said["body"], *html}


@given(
    st.lists(st.text(max_size=3000), max_size=30),
    st.sampled_from(Ink),
    st.lists(st.text(min_size=1, max_size=40), max_size=20),
)
def test_messages_and_their_edits_stay_below_forty_kilobytes(
    lines: list[str], ink: Ink, labels: list[str]
) -> None:
    buttons = tuple(PageButton(label, f"t{at}") for at, label in enumerate(labels))
    page = Page(tuple((Piece(each, ink),) for each in lines), (buttons,))
    said = content(page, Manner("!", reactions=True))
    assert len(said["formatted_body"].encode()) <= LONGEST + 100
    assert len(json.dumps(edit(said, "$1"), ensure_ascii=False).encode()) < 40_000


def test_what_does_not_fit_is_cut_and_the_buttons_are_kept() -> None:
    page = Page(tuple((Piece("x" * 99),) for _ in range(1000)), BOARD.buttons)
    body = content(page, Manner("!"))["body"]
    assert body.endswith("…\n\n!Play 4 · !Draw")
