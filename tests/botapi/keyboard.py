"""Inline keyboards: what the server takes, in rows of plain fields, and its words for what not."""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.botapi.errors import faulty, unplayed

Fields: TypeAlias = dict[str, Any]
Rows: TypeAlias = tuple[tuple[Fields, ...], ...]

MOST_BUTTONS = 100
WIDEST = 8
LONGEST_DATA = 64
LONGEST_COPY = 256
STYLES = {"primary", "success", "danger"}
UNPLAYED_KINDS = {"callback_game", "pay", "login_url"}
KINDS = UNPLAYED_KINDS | {"url", "callback_data", "web_app", "copy_text", "disabled"}
KINDS |= {
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
}


def rows(markup: Fields | None, *, private: bool, old: bool) -> Rows:
    """Return a keyboard's rows, empty ones left out; raise in the server's words."""
    if markup is None:
        return ()
    if "force_reply" in markup:
        raise unplayed("force_reply of an inline keyboard")
    result = tuple(tuple(row) for row in markup["inline_keyboard"] if row)
    if sum(map(len, result)) > MOST_BUTTONS:
        raise faulty("reply markup is too long", f"more than {MOST_BUTTONS} buttons")
    if any(len(row) > WIDEST for row in result):
        raise faulty("reply markup is too long", f"more than {WIDEST} buttons in a row")
    for row in result:
        for button in row:
            _check(button, private=private, old=old)
    return result


def _check(button: Fields, *, private: bool, old: bool) -> None:
    if not button["text"].strip():
        raise faulty("can't parse inline keyboard button: button text must be non-empty")
    kinds = (set(button) & KINDS) - ({"disabled"} if old else set())
    kinds -= {kind for kind in ("callback_data", "url") if not button.get(kind)}
    if not kinds:
        raise faulty(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if len(kinds) > 1:
        raise faulty(f"can't parse inline keyboard button: more than one of {sorted(kinds)}")
    if kinds & UNPLAYED_KINDS:
        raise unplayed(f"a button with {kinds.pop()}")
    if len(button.get("callback_data", "").encode()) > LONGEST_DATA:
        raise faulty("BUTTON_DATA_INVALID", f"callback_data over 64 bytes: {button}")
    if "copy_text" in button and not 1 <= len(button["copy_text"]["text"]) <= LONGEST_COPY:
        raise faulty("BUTTON_COPY_TEXT_INVALID", f"copy_text of 1 to 256 characters: {button}")
    if "url" in button and not button["url"].startswith(("https://", "http://", "tg://")):
        raise faulty("BUTTON_URL_INVALID", f"no url: {button}")
    if "web_app" in button and not private:
        raise faulty("BUTTON_TYPE_INVALID", "web_app buttons are for private chats")
    if button.get("style", "primary") not in STYLES:
        raise faulty("can't parse inline keyboard button: Invalid button style specified")
