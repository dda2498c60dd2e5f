"""Which reaction presses which button of a page.

Keys are neutral: a reaction is never encrypted, so it must not say what somebody holds. Nor may it
depend on its place, as every client sorts reactions in its own way. They are letters: a number
would be taken for a card, and typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from chatlama.session.transport import Emphasis, Page, PageButton

PRIMARY = "✅"
"""Presses the one button that stands out, where there is one."""
LETTERS = tuple(chr(0x1F1E6 + at) for at in range(26))
"""Press the others, in their order; more than these can only be typed."""
_LEFT_OUT = {0xFE0E, 0xFE0F, *range(0x1F3FB, 0x1F400)}
"""Variation selectors and skin tones: clients differ in them."""


def keyed(page: Page) -> Iterator[tuple[str, PageButton]]:
    """Yield the page's buttons with their keys."""
    buttons = [button for row in page.buttons for button in row]
    primary = [button for button in buttons if button.emphasis is Emphasis.PRIMARY]
    letters = iter(LETTERS)
    for button in buttons:
        key = PRIMARY if primary == [button] else next(letters, None)
        if key is not None:
            yield key, button


@lru_cache(maxsize=256)
def normal(key: str) -> str:
    r"""Return the key without what clients write in different ways.

    >>> normal("✅\ufe0f") == normal(" ✅") == "✅"
    True
    """
    return "".join([each for each in key.strip() if ord(each) not in _LEFT_OUT])
