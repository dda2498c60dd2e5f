"""Fluent catalogs, strict when they are read and forgiving when they speak.

Every language of a package must say the same messages, or the package is refused. At run time
nothing here raises: what can't be said in a language is said in English and logged, because a
table in the middle of a game is worth more than a word.

Catalogs hold no markup, and names are put in as data: a player called ``<b>`` is harmless.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from chatlama.core.text import Arg, Seat, Text

log = logging.getLogger(__name__)

SHARED = "chatlama.i18n"
"""The package whose catalogs say what belongs to no game."""
ENGLISH = "en"
LANGUAGES = (ENGLISH, "de")
WEEK = 7
"""Days after which a weekday no longer says which day is meant."""

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
        self._format = lru_cache(maxsize=8192)(self._format_anew)
        self.words = lru_cache(maxsize=256)(self._words_anew)
        """Returns the words that a message without arguments lists, e.g. a command's names."""

    def add(self, resource: ast.Resource) -> None:
        """Let the catalog say these messages too."""
        self._bundle.add_resource(resource)

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
        if len(items) < 2:  # noqa: PLR2004
            return "".join(items)
        first = ", ".join(items[:-1])
        return self._format("list-and", (("first", first), ("last", items[-1]))) or first

    def _format_anew(self, id: str, args: tuple[tuple[str, Plain], ...]) -> str | None:
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
    not say the same messages, or if an id does not begin with ``prefix``.
    """
    read = {language: _read(package, language) for language in spoken}
    ids = {language: _ids(resource) for language, resource in read.items()}
    everywhere = set.intersection(*(set(found) for found in ids.values()))
    for language, resource in read.items():
        name = f"{package}/{language}.ftl"
        if lone := sorted(set(ids[language]) - everywhere - _macros(resource)):
            raise CatalogError(f"{name}: {lone[0]} is not said in every language")
        if wrong := [found for found in ids[language] if not found.startswith(prefix)]:
            raise CatalogError(f"{name}: {wrong[0]} must begin with {prefix}")
    for language, resource in read.items():
        spoken[language].add(resource)


def _ids(resource: ast.Resource) -> list[str]:
    return [entry.id.name for entry in resource.body if isinstance(entry, ast.Message)]


def _macros(resource: ast.Resource) -> set[str]:
    """Return the messages that others are made of: each language has its own."""
    found = set()

    class References(Visitor):
        def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
            found.add(node.id.name)

    References().visit(resource)
    return found


def _read(package: str, language: str) -> ast.Resource:
    name = f"{package}/{language}.ftl"
    try:
        source = files(package).joinpath(f"{language}.ftl").read_text("utf-8")
    except (OSError, UnicodeDecodeError, ModuleNotFoundError) as error:
        raise CatalogError(f"{name} can't be read: {type(error).__name__}") from error
    resource = FluentParser(with_spans=False).parse(source)
    for entry in resource.body:
        if isinstance(entry, ast.Junk):
            first = (entry.content or "").strip().splitlines()[:1]
            raise CatalogError(f"{name} is broken near: {''.join(first)}")
    ids = _ids(resource)
    if len(set(ids)) < len(ids):
        twice = next(found for at, found in enumerate(ids) if found in ids[:at])
        raise CatalogError(f"{name}: {twice} stands there twice")
    return resource
