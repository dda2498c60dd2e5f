"""What every transport keeps, whatever the chat system: the contract in session/transport.py."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib.metadata import entry_points

import pytest

from chatlama.session.transport import (
    Address,
    Chat,
    Gone,
    Page,
    Piece,
    Reply,
    RetryLater,
    Typed,
    Unreachable,
)

from .stages import ADA, BEN, CHATS, STAGES, Stage

LOCAL = {"terminal"}
"""Transports that are not served but are there wherever somebody sits."""
NASTY = "<b>Eve</b> & *all* [of](us) _or_ `not`"
everywhere = pytest.mark.parametrize("name", sorted(STAGES))
in_chats = pytest.mark.parametrize("name", CHATS)


@pytest.fixture
async def stage(name: str) -> AsyncIterator[Stage]:
    async with STAGES[name]() as set_up:
        yield set_up


def page(text: str, *, chapter: int = 0, loud: bool = False, user: str | None = None) -> Page:
    return Page(((Piece(text, user=user),),), chapter=chapter, loud=loud)


def test_every_transport_that_is_installed_has_a_stage() -> None:
    installed = {each.name for each in entry_points(group="chatlama.transports")}
    assert set(STAGES) == installed | LOCAL


@everywhere
async def test_the_same_page_shown_twice_changes_nothing(stage: Stage) -> None:
    to = Address(stage.chat)
    first = await stage.transport.show(to, page("the table"), None)
    await _seen(stage, "the table")
    before = stage.shown()
    assert await stage.transport.show(to, page("the table"), first) == first
    await _seen(stage, "the table")
    assert stage.shown() == before


@everywhere
async def test_another_page_takes_the_place_of_the_one_before(stage: Stage) -> None:
    to = Address(stage.chat)
    last = await stage.transport.show(to, page("the table"), None)
    await _seen(stage, "the table")
    count = len(stage.shown())
    await stage.transport.show(to, page("the next table"), last)
    await _seen(stage, "the next table")
    assert len(stage.shown()) == count
    assert not any(text == "the table" for _, text in stage.shown())


@in_chats
async def test_a_new_chapter_is_a_new_message_below(stage: Stage) -> None:
    to = Address(stage.chat)
    last = await stage.transport.show(to, page("round one", chapter=1), None)
    last = await stage.transport.show(to, page("round two", chapter=2), last)
    assert [text for _, text in stage.shown()] == ["round one", "round two"]
    await stage.transport.show(to, page("still round two", chapter=2), last)
    assert [text for _, text in stage.shown()] == ["round one", "still round two"]


@in_chats
async def test_who_is_called_is_called_once(stage: Stage) -> None:
    to = Address(stage.chat)
    call = page("Your turn, Ada", loud=True, user=stage.user(ADA))
    last = await stage.transport.show(to, call, None)
    assert await stage.transport.show(to, call, last) == last
    assert [text for _, text in stage.shown()] == ["Your turn, Ada"]
    assert await stage.transport.show(to, None, last) is None
    assert stage.shown() == []


@in_chats
async def test_a_message_that_is_gone_is_named_so_or_replaced(stage: Stage) -> None:
    to = Address(stage.chat)
    last = await stage.transport.show(to, page("the table"), None)
    await stage.loses()
    assert stage.shown() == []
    try:
        await stage.transport.show(to, page("the next table"), last)
    except Gone:
        await stage.transport.show(to, page("the next table"), None)
    assert [text for _, text in stage.shown()] == ["the next table"]


@in_chats
async def test_a_limit_is_told_with_the_time_to_wait(stage: Stage) -> None:
    to = Address(stage.chat)
    last = await stage.transport.show(to, page("the table"), None)
    stage.limits()
    with pytest.raises(RetryLater) as wait:
        await stage.transport.show(to, page("the next table"), last)
    assert wait.value.after > 0
    assert [text for _, text in stage.shown()] == ["the table"]


@in_chats
async def test_where_we_were_put_out_nothing_can_be_shown(stage: Stage) -> None:
    to = Address(stage.chat)
    last = await stage.transport.show(to, page("the table"), None)
    stage.shuts()
    with pytest.raises(Unreachable):
        await stage.transport.show(to, page("the next table"), last)


@pytest.mark.parametrize("name", ["terminal"])
async def test_where_nobody_sits_nothing_can_be_shown(stage: Stage) -> None:
    with pytest.raises(Unreachable):
        await stage.transport.show(Address(Chat("terminal", "elsewhere")), page("x"), None)


@everywhere
async def test_a_hand_is_seen_by_its_owner_alone(stage: Stage) -> None:
    stage.session.reply = Reply(page=page("Ada holds 4 4 6"), hand=True)
    await stage.says(ADA, "hand")
    assert stage.session.heard[-1].act == Typed("hand")
    assert stage.session.heard[-1].sender.user == stage.user(ADA)
    assert any("Ada holds 4 4 6" in text for text in stage.own(ADA))
    assert not any("holds" in text for text in stage.own(BEN))
    if stage.chat.transport != "terminal":  # where all that is seen, is seen by her
        assert not any("holds" in text for _, text in stage.shown())


@everywhere
async def test_an_answer_is_for_who_acted_alone(stage: Stage) -> None:
    stage.session.reply = Reply(alert="You have no 5.", secret=True)
    await stage.says(ADA, "leave")
    assert any("You have no 5." in text for text in stage.own(ADA))
    assert not any("You have no 5." in text for text in stage.own(BEN))
    if stage.chat.transport != "terminal":
        assert not any("You have no 5." in text for _, text in stage.shown())


@everywhere
async def test_what_people_are_called_is_no_markup(stage: Stage) -> None:
    await stage.transport.show(Address(stage.chat), page(NASTY), None)
    await _seen(stage, NASTY)


async def _seen(stage: Stage, text: str) -> None:
    """Return when this is shown; at once where showing is done when it returns."""
    glass = getattr(stage, "glass", None)
    if glass is not None:
        await glass.until(text)
    assert any(text in shown for _, shown in stage.shown())
