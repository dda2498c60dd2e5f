from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input

from chatlama.session.transport import (
    Address,
    Chat,
    Emphasis,
    Handle,
    Page,
    PageButton,
    Unreachable,
)
from tests.transports.terminal.fakes import CHAT, Sitting, page, text_line

DOWN, RIGHT, LEFT = "\x1b[B", "\x1b[C", "\x1b[D"
PAGE_DOWN = "\x1b[6~"
CTRL_C, CTRL_D, TAB = "\x03", "\x04", "\t"


@pytest.fixture
def keyboard() -> Iterator[PipeInput]:
    with create_pipe_input() as keyboard:
        yield keyboard


def hands_on(text: str) -> list[str]:
    return [name for name in ("Ada", "Ben") if f"{name} holds secrets" in text]


# --- one person ----------------------------------------------------------------------------------


async def test_who_is_to_act_sees_the_table_then_the_hand_then_its_buttons(
    keyboard: PipeInput,
) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    lines = sitting.glass.text.splitlines()
    order = ["Move 1", "Ada is to move.", "Ada holds secrets 1", "[4 play] [Draw]", "[Quit]"]
    assert [line for line in lines if line in order] == order
    assert "Menu" not in sitting.glass.text
    assert "Arrows and Enter" in lines[-2]
    await sitting.quit()


async def test_on_a_hand_enter_alone_plays_nothing_and_points_to_the_help(
    keyboard: PipeInput,
) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    assert sitting.glass.inverted == ""
    keyboard.send_text("\r\r")
    await sitting.glass.until(lambda _: "Arrows and Enter" in sitting.glass.bold)
    assert sitting.shell.acts() == []
    keyboard.send_text(LEFT)
    await sitting.glass.until(lambda _: sitting.glass.inverted == "[4 play]")
    assert "Arrows and Enter" not in sitting.glass.bold
    await sitting.enter("\r", "Move 2")
    assert sitting.shell.acts() == [("Ada", "1:play:4")]
    await sitting.quit()


async def test_a_question_mark_alone_asks_for_a_hint_and_in_a_word_it_is_a_sign(
    keyboard: PipeInput,
) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter("?", "I don't understand hint.")
    assert sitting.shell.acts() == [("Ada", "“hint”")]
    await sitting.enter("why?", "why?")
    assert len(sitting.shell.acts()) == 1
    await sitting.quit()


async def test_a_hint_is_for_who_has_the_device_and_goes_with_them(keyboard: PipeInput) -> None:
    """Nobody can ask while it is passed on, and what one was told the next does not see."""
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin(step=1)
    keyboard.send_text("?")
    await sitting.enter("\r", "Ada holds secrets 1")
    assert sitting.shell.acts() == []
    await sitting.enter("?", "I don't understand hint.")
    sitting.shell.step = 2  # time has run out
    await sitting.shell.paint()
    await sitting.glass.until("Pass the device to Ben.")
    assert "hint" not in sitting.glass.text
    keyboard.send_text("?")
    await sitting.enter("\r", "Ben holds secrets 2")
    await sitting.enter("?", "I don't understand hint.")
    assert sitting.shell.acts() == [("Ada", "“hint”"), ("Ben", "“hint”")]
    await sitting.quit()


async def test_what_was_chosen_for_one_move_is_not_chosen_for_the_next(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter(RIGHT + RIGHT + "\r", "Move 2")
    await sitting.glass.until(lambda _: not sitting.glass.inverted)
    keyboard.send_text("\r")
    await sitting.glass.until(lambda _: "Arrows and Enter" in sitting.glass.bold)
    assert sitting.shell.acts() == [("Ada", "1:draw")]
    await sitting.quit()


async def test_arrows_stop_at_the_first_and_the_last_button(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    keyboard.send_text(RIGHT * 9)
    await sitting.glass.until(lambda _: sitting.glass.inverted == "[Quit]")
    keyboard.send_text(LEFT)
    await sitting.glass.until(lambda _: sitting.glass.inverted == "[Draw]")
    keyboard.send_text(LEFT * 9)
    await sitting.glass.until(lambda _: sitting.glass.inverted == "[4 play]")
    await sitting.quit()


async def test_what_the_table_comes_to_wait_for_is_chosen_unless_something_is(
    keyboard: PipeInput,
) -> None:
    def lobby(emphasis: Emphasis, seats: int) -> Page:
        start = PageButton("Start", "0:start", emphasis)
        return page(f"{seats} seats", rows=((PageButton("Computer", "0:computer"), start),))

    sitting = Sitting(keyboard, "Ada")
    await sitting.begin()
    show = sitting.shell.show
    await show(Address(CHAT), lobby(Emphasis.NORMAL, 1))
    await sitting.glass.until(lambda text: "1 seats" in text and not sitting.glass.inverted)
    await show(Address(CHAT), lobby(Emphasis.PRIMARY, 2))
    await sitting.glass.until(lambda _: sitting.glass.inverted == "[Start]")
    keyboard.send_text(LEFT)
    await sitting.glass.until(lambda _: sitting.glass.inverted == "[Computer]")
    await show(Address(CHAT), lobby(Emphasis.PRIMARY, 3))
    await sitting.glass.until("3 seats")
    assert sitting.glass.inverted == "[Computer]"
    await sitting.quit()


async def test_arrows_choose_and_enter_presses(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter(RIGHT + RIGHT + DOWN + LEFT + "\r", "Move 2")
    assert sitting.shell.acts() == [("Ada", "1:draw")]
    await sitting.quit()


async def test_an_empty_enter_presses_what_the_table_waits_for(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin()
    assert sitting.glass.inverted == "[Start]"
    await sitting.enter("\r", "Move 1")
    assert sitting.shell.acts() == [("Ada", "0:start")]
    await sitting.quit()


async def test_a_typed_number_is_a_move_not_a_button(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter("4\r", "Move 2")
    assert sitting.shell.acts() == [("Ada", "“4”")]
    await sitting.quit()


async def test_a_label_can_be_typed_and_tab_completes_it(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter("dr" + TAB, "Move: Draw")
    await sitting.enter("\r", "Move 2")
    assert sitting.shell.acts() == [("Ada", "1:draw")]
    await sitting.quit()


async def test_an_alert_stands_above_the_buttons_until_the_next_act(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter("fly\r", "I don't understand fly.")
    text = sitting.glass.text
    assert text.index("understand") < text.index("[4 play]") < text.index("Move:")
    await sitting.enter("4\r", "Move 2")
    assert "understand" not in sitting.glass.text
    await sitting.quit()


async def test_what_could_not_be_kept_is_said_and_can_be_done_again(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    sitting.shell.failing = True
    await sitting.enter("4\r", "That could not be kept.")
    sitting.shell.failing = False
    await sitting.enter("4\r", "Move 2")
    assert len({each.update for each in sitting.shell.done}) == 2
    await sitting.quit()


async def test_a_page_in_reply_is_read_from_its_top_until_enter(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter("rules\r", "Rule 1\n")
    assert sitting.glass.text.endswith("Press Enter.\nPgUp and PgDn.")
    assert "holds secrets" not in sitting.glass.text
    await sitting.enter(PAGE_DOWN * 4, "Rule 40")
    await sitting.enter("\r", "Move 1")
    await sitting.quit()


async def test_a_page_in_reply_may_have_buttons_and_a_way_back(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter("menu\r", "[Leave]\n[Back]")
    await sitting.enter(RIGHT + "\r", "I don't understand leave.")
    await sitting.enter("menu\r", "[Leave]\n[Back]")
    await sitting.enter(RIGHT + RIGHT + "\r", "Move 1")
    assert sitting.shell.acts()[1:] == [("Ada", "1:leave"), ("Ada", "“menu”")]
    await sitting.quit()


async def test_what_is_typed_stays_when_the_table_changes(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    await sitting.enter("dra", "Move: dra")
    await sitting.shell.show(
        Address(CHAT), page("Somebody coughs", rows=sitting.shell.table().buttons)
    )
    await sitting.glass.until("Somebody coughs")
    await sitting.enter("w", "Move: draw")
    await sitting.quit()


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
async def test_leaving_ends_the_run_and_leaves_only_what_all_may_see(
    keyboard: PipeInput, key: str
) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    keyboard.send_text(key)
    await sitting.end()
    assert "Ada is to move." in sitting.glass.text
    assert "secrets" not in sitting.glass.text + sitting.glass.scrollback
    assert sitting.shell.done == []


async def test_a_terminal_that_goes_away_ends_the_run(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    keyboard.close()
    await sitting.end()


async def test_a_cancelled_run_restores_the_terminal(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    sitting.running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sitting.running
    assert "secrets" not in sitting.glass.text


async def test_the_run_ends_with_the_table(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=4)
    await sitting.enter("stop\r", "Closed")
    await sitting.end()
    assert sitting.glass.text.splitlines()[0] == "Closed"


async def test_a_call_rings_and_takes_no_place(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin(step=1)
    call = Page((text_line("Ada, your turn!"),), loud=True)
    handle = await sitting.terminal.show(Address(CHAT), call, None)
    await sitting.glass.until(lambda _: sitting.glass.bells > 0)
    assert await sitting.terminal.show(Address(CHAT), call, handle) == handle
    await sitting.enter("4", "Move: 4")
    await sitting.enter("\r", "Move 2")
    assert sitting.glass.bells == 1
    assert await sitting.terminal.show(Address(CHAT), None, handle) is None
    await sitting.enter("4\r", "Seen by nobody")
    assert not any("your turn" in frame for frame in sitting.glass.frames)
    await sitting.quit()


async def test_who_is_not_at_this_screen_can_be_shown_nothing(keyboard: PipeInput) -> None:
    show = Sitting(keyboard, "Ada").terminal.show
    for to in Address(CHAT, "zoe"), Address(Chat("terminal", "elsewhere")):
        with pytest.raises(Unreachable):
            await show(to, page("Psst"), None)


async def test_a_handle_of_an_earlier_run_still_names_its_place(keyboard: PipeInput) -> None:
    show = Sitting(keyboard, "Ada").terminal.show
    first = await show(Address(CHAT), page("One"), None)
    assert await Sitting(keyboard, "Ada").terminal.show(Address(CHAT), page("Two"), first) == first
    assert await show(Address(CHAT), None, None) is None
    assert await show(Address(CHAT), None, Handle("table")) is None


async def test_a_long_table_shows_its_end_and_can_be_paged(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", lines=16)
    await sitting.begin(step=1)
    rows = sitting.shell.table().buttons
    await sitting.shell.show(Address(CHAT), page(*(f"Line {k}." for k in range(40)), rows=rows))
    await sitting.glass.until("Line 39.")
    assert "Ada holds secrets 1" in sitting.glass.text
    assert "Line 0." not in sitting.glass.text
    assert "PgUp and PgDn. Arrows and Enter" in sitting.glass.text
    await sitting.enter("\x1b[5~" * 9, "Line 0.")
    assert "[4 play] [Draw]" in sitting.glass.text
    await sitting.quit()


@pytest.mark.parametrize(("most", "hinted"), [(19, False), (20, True)])
async def test_how_to_scroll_is_said_where_not_everything_is_in_sight(
    keyboard: PipeInput, most: int, hinted: bool
) -> None:
    sitting = Sitting(keyboard, "Ada")
    await sitting.begin()
    # 24 lines: the text, an empty one, one of buttons, the prompt and two of help.
    text = page(*(f"Line {k}." for k in range(most)), rows=((PageButton("Menu", "0:menu"),),))
    await sitting.shell.show(Address(CHAT), text)
    await sitting.glass.until(f"Line {most - 1}.")
    assert ("PgUp and PgDn." in sitting.glass.text) is hinted
    assert ("Line 0." in sitting.glass.text) is not hinted
    await sitting.quit()


# --- several people ------------------------------------------------------------------------------


async def test_a_hand_is_seen_only_after_the_device_was_passed_on(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben", moves=4)
    await sitting.begin(step=1)
    assert "Pass the device to Ada." in sitting.glass.text
    assert "Ada is to move." in sitting.glass.text
    assert hands_on(sitting.glass.text) == []
    for move, (name, other) in enumerate([("Ada", "Ben"), ("Ben", "Ada"), ("Ada", "Ben")], 1):
        await sitting.enter("\r", f"{name} holds secrets {move}")
        await sitting.enter("4\r", f"Pass the device to {other}.")
        assert hands_on(sitting.glass.text) == []
    assert [name for name, _ in sitting.shell.acts()] == ["Ada", "Ben", "Ada"]
    await sitting.quit()
    assert all(len(hands_on(frame)) < 2 for frame in sitting.glass.frames)
    assert hands_on(sitting.glass.scrollback + sitting.glass.text) == []


async def test_nothing_can_be_typed_while_the_device_is_passed_on(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin(step=1)
    await sitting.enter("4\r", "Ada holds secrets 1")
    assert sitting.shell.done == []
    await sitting.quit()


async def test_what_one_had_begun_to_type_or_was_told_the_next_does_not_see(
    keyboard: PipeInput,
) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin(step=1)
    await sitting.enter("\r", "Ada holds secrets 1")
    await sitting.enter("fly\r", "I don't understand fly.")
    await sitting.enter("dr", "Move: dr")
    sitting.shell.step = 2  # time has run out
    await sitting.shell.paint()
    await sitting.glass.until("Pass the device to Ben.")
    await sitting.enter("\r", "Ben holds secrets 2")
    assert "dr" not in sitting.glass.text.splitlines()[-2].split("Move:")[-1]
    assert "understand" not in sitting.glass.text
    await sitting.quit()


async def test_an_enter_meant_for_a_turn_that_is_over_uncovers_nothing(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin(step=1)
    await sitting.enter("\r", "Ada holds secrets 1")
    keyboard.send_text(RIGHT)
    await sitting.glass.until(lambda _: sitting.glass.inverted == "[4 play]")
    sitting.shell.step = 2  # time has run out, and in this moment Ada presses Enter
    keyboard.send_text("\r")
    await sitting.shell.paint()
    await sitting.glass.until("Pass the device to Ben.")
    assert sitting.shell.acts() == [("Ada", "1:play:4")]
    assert not any("Ben holds" in frame for frame in sitting.glass.frames)
    await sitting.quit()


async def test_an_enter_for_one_does_not_uncover_the_hand_of_another(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin(step=1)
    sitting.shell.step = 2
    keyboard.send_text("\r")
    await sitting.shell.paint()
    await sitting.glass.until("Pass the device to Ben.")
    await sitting.enter("\r", "Ben holds secrets 2")
    assert not any("Ada holds" in frame for frame in sitting.glass.frames)
    await sitting.quit()


async def test_a_second_enter_meant_for_the_same_turn_does_nothing(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin(step=1)
    await sitting.enter("\r", "Ada holds secrets 1")
    await sitting.enter("4\r\r", "Pass the device to Ben.")
    assert sitting.shell.acts() == [("Ada", "“4”")]
    assert hands_on(sitting.glass.text) == []
    await sitting.quit()


async def test_who_moves_again_need_not_pass_the_device(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin(step=1)
    await sitting.enter("\r", "Ada holds secrets 1")
    hand = page("Ada holds secrets 1 and more", rows=sitting.shell.table().buttons)
    await sitting.shell.show(Address(CHAT, "ada"), hand)
    await sitting.glass.until("and more")
    await sitting.quit()


async def test_what_the_table_waits_for_everybody_here_presses_with_one_enter(
    keyboard: PipeInput,
) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben")
    await sitting.begin()
    await sitting.enter("\r", "Pass the device to Ada.")
    await sitting.enter("\r", "Ada holds secrets 1")
    await sitting.enter("4\r", "Pass the device to Ben.")
    await sitting.enter("\r", "Ben holds secrets 2")
    await sitting.enter("4\r", "Seen by nobody")
    assert hands_on(sitting.glass.text) == []
    await sitting.enter("\r", "The end")
    assert sitting.shell.acts()[-2:] == [("Ada", "3:next"), ("Ben", "3:next")]
    await sitting.enter(RIGHT + "\r", "Closed")
    assert sitting.shell.acts()[-1] == ("Ada", "4:stop")
    await sitting.end()


async def test_after_a_common_act_a_hand_is_covered_again(keyboard: PipeInput) -> None:
    sitting = Sitting(keyboard, "Ada", "Ben", moves=1)
    await sitting.begin(step=1)
    await sitting.enter("\r", "Ada holds secrets 1")
    await sitting.enter("4\r", "Seen by nobody")
    await sitting.enter("\r", "The end")
    sitting.shell.step = 1
    await sitting.shell.paint()
    await sitting.glass.until("Pass the device to Ada.")
    assert hands_on(sitting.glass.text) == []
    await sitting.quit()
