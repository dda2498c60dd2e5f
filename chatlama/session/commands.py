"""What people type: commands in any language, and buttons pressed by naming them.

A word is looked for among the commands first, then among the buttons that the person sees, by what
stands on them or by their code. Nothing is parsed: what is not found is not understood. What takes
somebody away or ends the table has to be named in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from chatlama.i18n.catalog import Catalog, Catalogs


class Command(Enum):
    """What can be asked for in words; each has its words in every catalog."""

    NEW = "new"
    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    HAND = "hand"
    STATUS = "status"
    RULES = "rules"
    MENU = "menu"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    HELP = "help"
    AUTO = "auto"
    HINT = "hint"
    NEXT = "next"


CODES: Mapping[Command, str] = {
    Command.JOIN: ":join",
    Command.LEAVE: ":leave",
    Command.START: ":start",
    Command.HAND: ":hand",
    Command.RULES: ":rules",
    Command.MENU: ":menu",
    Command.PAUSE: ":pause",
    Command.RESUME: ":resume",
    Command.STOP: ":stop",
}
"""Commands that are buttons in words."""


@dataclass(frozen=True, slots=True)
class Label:
    """A button as it can be named: its code, and what stands on it in every language."""

    code: str
    said: Mapping[str, str]
    """Language to label."""


def command(typed: str, catalogs: Catalogs) -> Command | None:
    """Return the command that the first word of ``typed`` is in any language."""
    word = typed.split(maxsplit=1)[0].casefold() if typed.strip() else ""
    for each, id in _WORDS.items():
        for catalog in catalogs.values():
            if word in catalog.words(id):
                return each
    return None


def word(code: str, catalog: Catalog) -> str:
    """Return the command that presses the button with the code; ``""`` if there is none."""
    found = _COMMANDS.get(code)
    return "" if found is None else catalog.words(_WORDS[found])[0]


def named(typed: str, labels: Iterable[Label]) -> tuple[Label, ...]:
    """Return the buttons that ``typed`` names: by code, by number or by all they say."""
    wanted = _plain(typed)
    known = {label.code: label for label in labels}.values()
    return tuple(label for label in known if wanted and wanted in _names(label))


def begun(typed: str, labels: Iterable[Label]) -> tuple[Label, ...]:
    """Return the buttons of which a word begins with ``typed``, which is at least two letters.

    Less would be a slip: an A that is a card must not quit the round. With a number in it, it is
    the beginning only as whole words, so that a 1 is no 10.
    """
    wanted = _plain(typed)
    if len(wanted) < SHORTEST or not any(map(str.isalpha, wanted)):
        return ()
    if not wanted.replace(" ", "").isalpha():
        wanted += " "
    known = {label.code: label for label in labels}.values()
    return tuple(
        label
        for label in known
        if not label.code.startswith(_FINAL)
        and any(_begins(name, wanted) for name in _names(label))
    )


def _plain(said: str) -> str:
    """Return the words of a text, in small letters and without signs around them."""
    words = (word.strip(".,;!?()[]“”„") for word in said.casefold().split())
    return " ".join(word for word in words if any(map(str.isalnum, word)) or word.startswith(":"))


def _names(label: Label) -> frozenset[str]:
    """Return all that names the button exactly: its code, its label, a number on it.

    A move is also named by the tail of its code, and a button of the table without the number that
    tells when it was painted.
    """
    return _names_of(label.code, tuple(label.said.values()))


@lru_cache(maxsize=4096)
def _names_of(code: str, labels: tuple[str, ...]) -> frozenset[str]:
    said = {_plain(each) for each in labels}
    said |= {each.replace(":", "") for each in said}
    if code.startswith(_FINAL):
        return frozenset({code.casefold(), *said})
    numbers = {word for each in said for word in each.split() if word.isdecimal()}
    front, _, tail = code.casefold().rpartition(":")
    short = tail if not code.startswith(":") else front if tail.isdecimal() else ""
    return frozenset({code.casefold(), short, *said, *numbers} - {""})


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted) or any(word.startswith(wanted) for word in name.split())


SHORTEST = 2
"""Letters that a beginning has at least."""
_FINAL = (":leave", ":remove", ":stop")
"""How the codes begin that must not be reached by a slip."""
_WORDS = {each: f"command-{each.value}" for each in Command}
_COMMANDS = {code: each for each, code in CODES.items()}
