"""What a client shows: edits in place, reactions with their message, nothing taken away."""

from __future__ import annotations

from typing import Any

from tests.synapse.timeline import Fields, Timeline

ME, BOT, ROOM = "@ada:localhost", "@lama:localhost", "!r"


def timeline() -> Timeline:
    return Timeline(ME, lambda: None)


def message(at: Timeline, id: str, text: str, by: str = BOT, **content: Any) -> None:  # noqa: ANN401  # JSON
    body = {"msgtype": "m.notice", "body": text} | content
    at.event(ROOM, {"event_id": id, "type": "m.room.message", "sender": by, "content": body})


def edit(at: Timeline, id: str, old: str, text: str, by: str = BOT) -> None:
    relation = {"rel_type": "m.replace", "event_id": old}
    more: Fields = {"m.new_content": {"body": text}, "m.relates_to": relation}
    message(at, id, f"* {text}", by, **more)


def press(at: Timeline, id: str, old: str, key: str, by: str = ME) -> None:
    content = {"m.relates_to": {"rel_type": "m.annotation", "event_id": old, "key": key}}
    at.event(ROOM, {"event_id": id, "type": "m.reaction", "sender": by, "content": content})


def redact(at: Timeline, id: str, gone: str) -> None:
    content = {"redacts": gone}
    at.event(ROOM, {"event_id": id, "type": "m.room.redaction", "sender": BOT, "content": content})


def test_an_edit_is_shown_in_the_place_of_what_it_changes_and_notifies_nobody() -> None:
    at = timeline()
    named: Fields = {"m.mentions": {"user_ids": [ME]}}
    message(at, "$1", "one", **named)
    message(at, "$2", "two")
    edit(at, "$3", "$1", "one and a half")
    assert [seen.text for seen in at.sees(ROOM)] == ["one and a half", "two"]
    assert at.sees(ROOM)[0].edits == 1
    assert at.sees(ROOM)[0].mentions == (ME,)


def test_nobody_edits_what_somebody_else_has_written() -> None:
    at = timeline()
    message(at, "$1", "one")
    edit(at, "$2", "$1", "mine", by=ME)
    assert [seen.text for seen in at.sees(ROOM)] == ["one"]


def test_reactions_stand_with_their_message_until_they_are_taken_away() -> None:
    at = timeline()
    message(at, "$1", "one")
    press(at, "$2", "$1", "✅", by=BOT)
    press(at, "$3", "$1", "✅")
    (seen,) = at.sees(ROOM)
    assert seen.reactions == (("✅", BOT), ("✅", ME))
    assert seen.keys == ("✅",)
    assert not at.is_gone("$3")
    redact(at, "$4", "$3")
    assert at.sees(ROOM)[0].reactions == (("✅", BOT),)
    assert at.is_gone("$3")


def test_what_was_taken_away_is_not_shown_even_if_it_comes_afterwards() -> None:
    at = timeline()
    message(at, "$1", "one")
    redact(at, "$2", "$1")
    redact(at, "$3", "$4")
    message(at, "$4", "late")
    assert not at.sees(ROOM)


def test_the_same_event_comes_once() -> None:
    at = timeline()
    message(at, "$1", "one")
    press(at, "$2", "$1", "✅")
    press(at, "$2", "$1", "✅")
    assert len(at.sees(ROOM)[0].reactions) == 1


def test_what_is_hidden_is_not_shown() -> None:
    at = timeline()
    body = {"msgtype": "m.text", "body": "psst"}
    event = {"event_id": "$1", "type": "m.room.message", "sender": BOT, "content": body}
    at.event(ROOM, event, encrypted=True, trust="unverified", hidden=True)
    assert not at.sees(ROOM)
    assert [seen.text for seen in at.hidden] == ["psst"]


def test_an_invitation_says_by_whom_and_whether_for_a_talk_between_two() -> None:
    at = timeline()
    content = {"membership": "invite", "is_direct": True}
    mine = {"type": "m.room.member", "state_key": ME, "sender": BOT, "content": content}
    at.invited(ROOM, [mine])
    assert at.invitations[ROOM].direct
    assert at.direct == {ROOM: BOT}
    at.joined(ROOM, [])
    assert not at.invitations
    assert at.rooms == {ROOM}
