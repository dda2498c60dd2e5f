from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatlama.transports.matrix.events import Event
from chatlama.transports.matrix.heard import Reacted, Said, TakenAway, command, heard

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["m.relates_to", "body", "msgtype", "rel_type", "event_id", "key"]),
            inner,
        )
    ),
    max_leaves=8,
)
REPLY = {"m.in_reply_to": {"event_id": "$1"}}


def event(kind: str, content: dict[str, Any], redacts: str | None = None) -> Event:
    return Event("!r:hs", "$e", "@ada:hs", kind, content, redacts=redacts)


def said(body: str, relation: object = None, msgtype: str = "m.text") -> Event:
    content = {"msgtype": msgtype, "body": body, "m.relates_to": relation}
    return event("m.room.message", content)


def test_a_message_is_heard_with_what_it_replies_to() -> None:
    assert heard(said("!join")) == Said("!join")
    quoted = "> <@lama:hs> Your hand\n> 1 2 3\n\n4"
    assert heard(said(quoted, REPLY)) == Said("4", "$1")
    assert heard(said("4", REPLY)) == Said("4", "$1")


def test_a_thread_is_a_place_to_write_like_any_other() -> None:
    thread = {"rel_type": "m.thread", "event_id": "$0", **REPLY}
    assert heard(said("!draw", thread)) == Said("!draw", "$1")


@pytest.mark.parametrize(
    "ignored",
    [
        said("!draw", msgtype="m.notice"),
        said("!draw", msgtype="m.emote"),
        said("* !draw", {"rel_type": "m.replace", "event_id": "$1"}),
        said("me", msgtype="m.key.verification.request"),
        event("m.room.member", {"membership": "join"}),
        event("org.matrix.msc3381.poll.response", {}),
        event("m.reaction", {}),
        event("m.room.redaction", {}),
    ],
)
def test_notices_corrections_and_the_rest_are_no_commands(ignored: Event) -> None:
    assert heard(ignored) is None


def test_reactions_and_what_is_taken_away_are_heard() -> None:
    relation = {"rel_type": "m.annotation", "event_id": "$1", "key": "✅"}
    assert heard(event("m.reaction", {"m.relates_to": relation})) == Reacted("$1", "✅")
    assert heard(event("m.room.redaction", {}, "$1")) == TakenAway("$1")


@given(
    st.sampled_from(["m.room.message", "m.reaction", "m.room.redaction"]),
    st.dictionaries(st.sampled_from(["m.relates_to", "body", "msgtype"]), JSON),
)
def test_whatever_somebody_sends_nothing_raises(kind: str, content: dict[str, Any]) -> None:
    heard(event(kind, content))


@pytest.mark.parametrize(
    ("text", "in_room", "in_direct"),
    [
        ("!4", "4", "4"),
        ("! quit ", "quit", "quit"),
        ("4", None, "4"),
        ("ziehen", None, "ziehen"),
        ("!!!", None, "!!"),
        ("!", None, None),
        ("", None, None),
        ("hello!", None, "hello!"),
    ],
)
def test_a_command_has_its_sign_in_a_room_and_needs_none_in_a_direct_room(
    text: str, in_room: str | None, in_direct: str | None
) -> None:
    assert command(text, direct=False) == in_room
    assert command(text, direct=True) == in_direct
