"""Fluent catalogs, strict when they are read and forgiving when they speak.

Every language of a package must say the same messages, or the package is refused. At run time
nothing here raises: what can't be said in a language is said in English and logged, because a
table in the middle of a game is worth more than a word.

A start only takes a catalog apart into its entries, which shows what is missing, doubled or no
entry at all. Fluent reads an entry when it is first said: reading all of them took a tenth of the
start, and of most nothing is said for long. The tests read every entry of every installed game.

Catalogs hold no markup, and names are put in as data: a player called ``<b>`` is harmless.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser, ast

from chatlama.core.text import Arg, Seat, Text

log = logging.getLogger(__name__)

SHARED = "chatlama.i18n"
"""The package whose catalogs say what belongs to no game."""
ENGLISH = "en"
LANGUAGES = (ENGLISH, "de")
WEEK = 7
"""Days after which a weekday no longer says which day is meant."""
_PIECE = re.compile(r"^(?=[^\s}*\[])", re.MULTILINE)
"""Where something begins: what goes on from the line before is indented, or in braces."""
_ENTRY = re.compile(r"(-?[a-zA-Z][a-zA-Z0-9_-]*) *=")
_MADE_OF = re.compile(r"\{\s*(-?[a-zA-Z][a-zA-Z0-9_-]*)")
"""A message or a term that an entry is made of; or a function, which is neither."""

Names: TypeAlias = Callable[[Seat], str]
Plain: TypeAlias = str | int


class CatalogError(ValueError):
    """A package's catalogs can't be used; the message says in one line which and why."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How texts are said on one page: whose names the seats bear, in which time zone."""

    names: Names
    zone: tzinfo | None = None
    """``None``: the machine's local time."""
    since: datetime | None = None
    """When what is told of began: times of another day are said with their day. ``None``: today."""


class Catalog:
    """All messages in one language, with English behind it."""

    def __init__(self, language: str, english: Catalog | None = None) -> None:
        self.language = language
        self._english = english
        self._bundle = FluentBundle([language], use_isolating=False)
        self._unread: dict[str, str] = {}
        """What was never said yet, as it stands in its file."""
        self.ids: set[str] = set()
        """All messages, and the terms they are made of."""
        self._format = lru_cache(maxsize=8192)(self._format_anew)
        self.words = lru_cache(maxsize=256)(self._words_anew)
        """Returns the words that a message without arguments lists, e.g. a command's names."""

    def add(self, entries: Mapping[str, str]) -> None:
        """Let the catalog say these messages too."""
        self._unread |= entries
        self.ids |= entries.keys()

    def say(self, text: Text, speech: Speech) -> str:
        """Return the text in this language; in English, or its id, if it can't be said."""
        said = self._format(text.id, self._told(text, speech) if text.args else ())
        if said is not None:
            return said
        return text.id if self._english is None else self._english.say(text, speech)

    def _told(self, text: Text, speech: Speech) -> tuple[tuple[str, Plain], ...]:
        return tuple([(name, self._plain(arg, speech)) for name, arg in text.args])

    def time(self, moment: datetime, speech: Speech) -> str:
        """Return the time of day, with the weekday or the date if it is another day."""
        local = moment.astimezone(speech.zone)
        said = local.strftime("%H:%M")
        days = 0
        if speech.since is not None:
            days = (local.date() - speech.since.astimezone(speech.zone).date()).days
        if days == 0:
            return said
        if 0 < days < WEEK:
            args: tuple[tuple[str, Plain], ...] = (("time", said), ("weekday", local.isoweekday()))
            return self._format("time-weekday", args) or said
        args = (("day", local.day), ("month", local.month), ("time", said))
        return self._format("time-date", args) or said

    def _words_anew(self, id: str) -> tuple[str, ...]:
        return tuple((self._format(id, ()) or "").split())

    def _plain(self, arg: Arg, speech: Speech) -> Plain:
        if type(arg) is str or type(arg) is int:  # nearly all are
            return arg
        match arg:
            case Seat():
                return speech.names(arg)
            case datetime():
                return self.time(arg, speech)
            case Text():
                return self.say(arg, speech)
            case tuple():
                return self._list([str(self._plain(item, speech)) for item in arg])
            case _:
                return arg

    def _list(self, items: list[str]) -> str:
        if len(items) < 2:  # noqa: PLR2004 - nothing to join
            return "".join(items)
        first = ", ".join(items[:-1])
        return self._format("list-and", (("first", first), ("last", items[-1]))) or first

    def _format_anew(self, id: str, args: tuple[tuple[str, Plain], ...]) -> str | None:
        self._read(id)
        if not self._bundle.has_message(id):
            log.error("no message %s in %s", id, self.language)
            return None
        pattern = self._bundle.get_message(id).value
        if pattern is None:
            log.error("message %s in %s says nothing", id, self.language)
            return None
        said, errors = self._bundle.format_pattern(pattern, dict(args))
        if errors:
            log.error("message %s in %s: %s", id, self.language, errors[0])
            return None
        return str(said)

    def _read(self, id: str) -> None:
        """Have Fluent know the entry, and what it is made of, if it does not yet."""
        source = self._unread.pop(id, None)
        if source is None:
            return
        resource = FluentParser(with_spans=False).parse(source)
        if any(isinstance(entry, ast.Junk) for entry in resource.body):
            log.error("message %s in %s is broken", id, self.language)
        self._bundle.add_resource(resource)
        for other in _MADE_OF.findall(source):
            self._read(other)


Catalogs: TypeAlias = Mapping[str, Catalog]


def catalogs(languages: Iterable[str] = LANGUAGES) -> Catalogs:
    """Return a catalog for each language that says what belongs to no game."""
    english = Catalog(ENGLISH)
    spoken = {la: english if la == ENGLISH else Catalog(la, english) for la in languages}
    add_package(spoken, SHARED)
    return spoken


def add_package(spoken: Catalogs, package: str, prefix: str = "") -> None:
    """Let every catalog say the messages of ``<package>/<language>.ftl``.

    Raises ``CatalogError``, and adds nothing, if a file is missing or broken, if the languages do
    not say the same messages, if an id does not begin with ``prefix``, a term's with a hyphen and
    that, or if one is there already: no game changes the words of another, or ours.
    """
    read = {language: _entries(package, language) for language in spoken}
    ids = {la: {id for id in found if id[0] != "-"} for la, found in read.items()}
    everywhere = set.intersection(*ids.values())
    for language, entries in read.items():
        name = f"{package}/{language}.ftl"
        if lone := sorted(ids[language] - everywhere - _macros(entries)):
            raise CatalogError(f"{name}: {lone[0]} is not said in every language")
        if wrong := [id for id in entries if not id.removeprefix("-").startswith(prefix)]:
            raise CatalogError(f"{name}: {wrong[0]} must begin with {prefix}")
        if taken := sorted(spoken[language].ids & entries.keys()):
            raise CatalogError(f"{name}: {taken[0]} is there already, said by another package")
    for language, entries in read.items():
        spoken[language].add(entries)


def _macros(entries: Mapping[str, str]) -> set[str]:
    """Return the messages that others are made of: each language has its own."""
    return {id for source in entries.values() for id in _MADE_OF.findall(source)}


def _entries(package: str, language: str) -> dict[str, str]:
    """Return every message and term as it stands there. Raises ``CatalogError``."""
    name = f"{package}/{language}.ftl"
    try:
        source = files(package).joinpath(f"{language}.ftl").read_text("utf-8")
    except (OSError, UnicodeDecodeError, ModuleNotFoundError) as error:
        raise CatalogError(f"{name} can't be read: {type(error).__name__}") from error
    found: dict[str, str] = {}
    for piece in _PIECE.split(source):
        entry = _ENTRY.match(piece)
        if entry is None:
            said = [line for line in piece.splitlines() if line.strip() and line[0] != "#"]
            if said:
                raise CatalogError(f"{name} is broken near: {said[0].strip()}")
            continue
        if piece.count("{") != piece.count("}") and '"' not in piece:  # where a brace may be text
            raise CatalogError(f"{name} is broken near: {piece.splitlines()[0]}")
        if entry[1] in found:
            raise CatalogError(f"{name}: {entry[1]} stands there twice")
        found[entry[1]] = piece
    return found
