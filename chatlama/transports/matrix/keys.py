"""Which reaction presses which button of a page.

Keys are neutral: a reaction is never encrypted, so it must not say what somebody holds. Nor may it
depend on its place, as every client sorts reactions in its own way.
"""

from __future__ import annotations

from collections.abc import Iterator

from chatlama.session.transport import Emphasis, Page, PageButton

PRIMARY = "✅"
"""Presses the button that stands out."""
KEYCAP = "\ufe0f\u20e3"
"""Makes a digit a key."""
TEN = "🔟"
_LEFT_OUT = {0xFE0E, 0xFE0F, *range(0x1F3FB, 0x1F400)}
"""Variation selectors and skin tones: clients differ in them."""
_ALIASES = {f"{n}": f"{n}\u20e3" for n in range(1, 10)} | {"10": TEN, "✔": PRIMARY}


def keyed(page: Page) -> Iterator[tuple[str, PageButton]]:
    """Yield the page's buttons with their keys: numbers in order, but for the primary one."""
    primary, number = False, 0
    for row in page.buttons:
        for button in row:
            if button.emphasis is Emphasis.PRIMARY and not primary:
                primary = True
                yield PRIMARY, button
            else:
                number += 1
                yield _numbered(number), button


def normal(key: str) -> str:
    r"""Return the key without what clients write in different ways.

    >>> normal("1\ufe0f\u20e3") == normal("1\u20e3") == normal("1")
    True
    """
    bare = "".join(each for each in key.strip() if ord(each) not in _LEFT_OUT)
    return _ALIASES.get(bare, bare)


def _numbered(number: int) -> str:
    if number < 10:  # noqa: PLR2004 - there are nine such keys
        return f"{number}{KEYCAP}"
    return TEN if number == 10 else str(number)  # noqa: PLR2004 - the last that has a sign
