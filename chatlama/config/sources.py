"""Where settings are written: one TOML file and the environment, which wins.

Nothing is opened, made or looked up on disk but that file (and, if one is named, the list of time
zones); which stores, games, languages and transports there are comes in. What is written for a
transport is handed on unread, so no error here shows a value that could be a secret.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from chatlama.i18n.catalog import ENGLISH, LANGUAGES

from .readers import meant, one_of
from .settings import READERS, SECTIONS, Config, Section

FILES: Final = (Path("config/chatlama.toml"), Path("chatlama.toml"))
"""Where the file is looked for, from the working directory, if none is named."""
PREFIX: Final = "CHATLAMA_"
NAMED: Final = "CHATLAMA_CONFIG"
"""The variable that may name the file."""
LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that say which language the system speaks; the first that is set counts."""
VARIABLES: Final = {PREFIX + name.replace(".", "_").upper(): name for name in READERS}
"""Variable to setting."""
LANGUAGE: Final = "chat.language"
Known: TypeAlias = Mapping[str, Collection[str]]
KNOWN: Final[Known] = MappingProxyType({LANGUAGE: LANGUAGES})
"""What a setting may be chosen from, as far as it is known without asking the plug-ins."""


class ConfigError(Exception):
    """The settings can't be used. The message is one printable line: where, what, how to mend."""

    def __init__(self, message: str) -> None:
        super().__init__("".join(c if c.isprintable() else ascii(c)[1:-1] for c in message))


Written: TypeAlias = tuple[str, str, object]
"""The name of a setting, where it is written, and what."""


def load(
    path: Path | None,
    environ: Mapping[str, str],
    known: Known = KNOWN,
    transports: Collection[str] = (),
) -> Config:
    """Return the settings of the environment, else of the file, else the defaults.

    The file is ``path``, else the one that ``CHATLAMA_CONFIG`` names, else the first of ``FILES``
    that is there, else none. ``known`` holds what may be chosen from, by the setting's name
    (``chat.game``); ``transports`` names those that may have a section and variables of their own.
    Raises ``ConfigError`` for the first mistake, the file's before the environment's.
    """
    values: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    theirs = [name for name in transports if name not in SECTIONS]
    file, document = _document(path, environ)
    written = chain(_in_document(document, file, theirs), _in_environment(environ, theirs))
    for name, where, raw in written:
        section, key = name.split(".")
        try:
            value = READERS[name](raw)
            chosen = name in known and (value or name != LANGUAGE)
            values[section][key] = one_of(known[name])(value) if chosen else value
        except ValueError as error:
            raise ConfigError(f"{where}: {error}") from None
    chat = values["chat"]
    chat["language"] = chat.get("language") or _spoken(environ, known.get(LANGUAGE, LANGUAGES))
    plugged = {
        name: Section(str(file), document.get(name, {}), _variables(name, environ, theirs))
        for name in theirs
    }
    return Config(
        **{section: struct(**values[section]) for section, struct in SECTIONS.items()},
        transports=plugged,
    )


def _spoken(environ: Mapping[str, str], languages: Collection[str]) -> str:
    """Return the system's language if it is among these, else English."""
    system = next((environ[each] for each in LOCALE if environ.get(each)), "")
    spoken = re.split("[_.@-]", system)[0].lower()
    return spoken if spoken in languages else ENGLISH


def _document(path: Path | None, environ: Mapping[str, str]) -> tuple[Path, dict[str, Any]]:
    """Return the file and what it says; nothing if there is none."""
    named = path or environ.get(NAMED)
    for file in (Path(named),) if named else FILES:
        try:
            content = file.read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a path that can't be one
            if not named and isinstance(error, FileNotFoundError | NotADirectoryError):
                continue
            reason = getattr(error, "strerror", None) or error
            mend = f"mend that, or name another file in {NAMED}"
            raise ConfigError(f"{file}: cannot be read: {reason}; {mend}") from None
        return file, _parse(file, content.removeprefix(BOM_UTF8))
    return Path(), {}


def _parse(file: Path, content: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{file}: not UTF-8 in line {line}; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:  # a number, or a nesting, beyond all bounds
        mend = 'a setting is written as key = "value"'
        raise ConfigError(f"{file}: not TOML: {error}; {mend}") from None


def _in_document(document: dict[str, Any], file: Path, theirs: list[str]) -> Iterator[Written]:
    sections = (*SECTIONS, *theirs)
    for section, settings in document.items():
        if section not in sections:
            mend = meant(section, sections, f"the sections are {', '.join(sections)}")
            raise ConfigError(f"{file}: {section} is not a section; {mend}")
        if not isinstance(settings, dict):
            mend = f"write [{section}] on a line of its own and its settings below"
            raise ConfigError(f"{file}: {section} is not a table; {mend}")
        for key, raw in () if section in theirs else settings.items():
            name = f"{section}.{key}"
            if name not in READERS:
                keys = ", ".join(SECTIONS[section].__struct_fields__)
                mend = meant(name, READERS, f"[{section}] has {keys}", f"{section}.")
                raise ConfigError(f"{file}: {name} is not a setting; {mend}")
            yield name, f"{file}: {name}", raw


def _in_environment(environ: Mapping[str, str], theirs: list[str]) -> Iterator[Written]:
    for variable in sorted(environ):
        if variable in VARIABLES:
            yield VARIABLES[variable], variable, environ[variable]
        elif variable.startswith(PREFIX) and variable != NAMED and not _owner(variable, theirs):
            section, _, key = variable.removeprefix(PREFIX).partition("_")
            alike = get_close_matches(section.lower(), theirs, n=1) if key else ()
            candidates = [*VARIABLES, *(_prefix(name) + key.upper() for name in alike)]
            before = f"{PREFIX}{section}_" if section.lower() in SECTIONS else PREFIX
            mend = meant(variable, candidates, "unset it", before.lower())
            raise ConfigError(f"{variable} is not a setting; {mend}")


def _prefix(transport: str) -> str:
    return f"{PREFIX}{transport.upper()}_"


def _owner(variable: str, theirs: list[str]) -> str | None:
    """Return the transport that the variable is for, which has the longest name that fits."""
    fitting = [name for name in theirs if variable.startswith(_prefix(name))]
    return max(fitting, key=len, default=None)


def _variables(name: str, environ: Mapping[str, str], theirs: list[str]) -> dict[str, str]:
    return {
        variable.removeprefix(_prefix(name)): value
        for variable, value in environ.items()
        if _owner(variable, theirs) == name
    }
