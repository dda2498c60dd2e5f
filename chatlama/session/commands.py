"""What people type: commands in any language, and buttons pressed by naming them.

A word is looked for among the commands first, then among the buttons that the person sees, by what
stands on them or by their code. Nothing is parsed: what is not found is not understood. What takes
somebody away or ends the table has to be named in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from chatlama.i18n.catalog import Catalogs


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
    STOP = "stop"
    HELP = "help"
    AUTO = "auto"
    NEXT = "next"


CODES: Mapping[Command, str] = {
    Command.JOIN: ":join",
    Command.LEAVE: ":leave",
    Command.START: ":start",
    Command.HAND: ":hand",
    Command.RULES: ":rules",
    Command.MENU: ":menu",
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
    for each in Command:
        if word in {w for catalog in catalogs.values() for w in catalog.words(_WORDS[each])}:
            return each
    return None


def named(typed: str, labels: Iterable[Label]) -> tuple[Label, ...]:
    """Return the buttons that ``typed`` may mean: those that fit it exactly, else by beginning."""
    wanted = " ".join(typed.casefold().split())
    if not wanted:
        return ()
    known = {label.code: label for label in labels}.values()
    exact = tuple(label for label in known if wanted in _names(label))
    if exact:
        return exact
    brief = [label for label in known if not label.code.startswith(_FINAL)]
    return tuple(label for label in brief if any(_begins(n, wanted) for n in _names(label)))


def _names(label: Label) -> set[str]:
    """Return all that names the button exactly: its code, a move's tail, its label, a number."""
    said = {" ".join(each.casefold().split()) for each in label.said.values()}
    if label.code.startswith(_FINAL):
        return {label.code.casefold(), *said}
    numbers = {word for each in said for word in each.split() if word.isdecimal()}
    tail = "" if label.code.startswith(":") else label.code.rpartition(":")[2]
    return {label.code.casefold(), tail.casefold(), *said, *numbers} - {""}


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted) or any(word.startswith(wanted) for word in name.split())


_FINAL = (":leave", ":remove", ":stop")
"""How the codes begin that must not be reached by a slip."""
_WORDS = {each: f"command-{each.value}" for each in Command}
