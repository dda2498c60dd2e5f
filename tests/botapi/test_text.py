"""Texts come back as the server keeps them: trimmed, entities in UTF-16 units and in order."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.botapi.errors import Refused
from tests.botapi.html import parse, units
from tests.botapi.text import formatted, found

Fields: TypeAlias = dict[str, Any]


def nobody(_: int) -> Fields | None:
    return None


def known(id: int) -> Fields | None:
    return {"id": id, "is_bot": False, "first_name": "Ada"}


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("a &lt;b&gt; &amp; &quot;c&quot; &#65;&#x42; &nbsp;", 'a <b> & "c" AB &nbsp;', []),
        ("🦙<b>x</b>", "🦙x", [("bold", 2, 1, {})]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2, {}), ("italic", 1, 1, {})]),
        ('<span class="tg-spoiler">x</span>', "x", [("spoiler", 0, 1, {})]),
        ("<tg-spoiler>x</tg-spoiler>", "x", [("spoiler", 0, 1, {})]),
        ("<blockquote expandable>x</blockquote>", "x", [("expandable_blockquote", 0, 1, {})]),
        ("<pre>x</pre>", "x", [("pre", 0, 1, {})]),
        (
            '<pre><code class="language-py">x</code></pre>',
            "x",
            [("pre", 0, 1, {"language": "py"})],
        ),
        (
            '<a href="https://x.y/?a=1&amp;b">x</a>',
            "x",
            [("text_link", 0, 1, {"url": "https://x.y/?a=1&b"})],
        ),
        ("<a>x</a>", "x", []),
        (
            '<tg-emoji emoji-id="5">🦙</tg-emoji>',
            "🦙",
            [("custom_emoji", 0, 2, {"custom_emoji_id": "5"})],
        ),
        (
            '<tg-time unix="1790000000" format="t">18:42</tg-time>',
            "18:42",
            [("date_time", 0, 5, {"unix_time": 1790000000, "date_time_format": "t"})],
        ),
        ("<u></u>x", "x", []),
    ],
)
def test_html(source: str, text: str, entities: list[tuple[str, int, int, Fields]]) -> None:
    kept = formatted(source, "html", None, nobody)
    assert kept.text == text
    assert kept.entities == tuple(
        {"type": kind, "offset": offset, "length": length, **more}
        for kind, offset, length, more in entities
    )


def test_a_link_to_a_person_is_a_mention() -> None:
    kept = formatted('<a href="tg://user?id=7">Ada</a>', "HTML", None, known)
    assert kept.entities == ({"type": "text_mention", "offset": 0, "length": 3, "user": known(7)},)


def test_texts_are_trimmed_but_not_where_an_entity_begins() -> None:
    bold = {"type": "bold", "offset": 3, "length": 5}
    kept = formatted(" \n x  \n ", None, [bold], nobody)
    assert (kept.text, kept.entities) == ("x", ({"type": "bold", "offset": 0, "length": 1},))
    mono = {"type": "code", "offset": 1, "length": 3}
    kept = formatted("   x", None, [mono], nobody)
    assert (kept.text, kept.entities) == ("  x", ({"type": "code", "offset": 0, "length": 3},))


def test_commands_and_mentions_are_found_but_not_inside_of_others() -> None:
    assert found("/play@lama_bot 🦙 @ada a/b x@y /1") == [
        {"type": "bot_command", "offset": 0, "length": 14},
        {"type": "mention", "offset": 18, "length": 4},
        {"type": "bot_command", "offset": 31, "length": 2},
    ]
    code = {"type": "code", "offset": 0, "length": 5}
    assert formatted("/play", None, [code], nobody).entities == (code,)


@given(
    st.text(st.sampled_from("a🦙ü\u20e3"), min_size=1, max_size=8),
    st.integers(0, 20),
    st.integers(1, 20),
)
def test_an_entity_is_taken_exactly_if_it_lies_between_characters(
    text: str, offset: int, length: int
) -> None:
    edges = {units(text[:at]) for at in range(len(text) + 1)}
    sound = {offset, offset + length} <= edges
    entity = {"type": "bold", "offset": offset, "length": length}
    try:
        kept = formatted(text, None, [entity], nobody)
    except Refused:
        assert not sound
    else:
        assert sound
        assert kept.entities == (entity,)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_escaped_text_comes_back_unchanged(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert parse(escaped) == (text, [])
    assert parse(f"<b>{escaped}</b>") == (
        text,
        [{"type": "bold", "offset": 0, "length": units(text)}],
    )
