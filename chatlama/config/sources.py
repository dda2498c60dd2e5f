"""Where settings are written: one TOML file and the environment, which wins.

Nothing is opened, made or looked up on disk but that file (and, if one is named, the list of time
zones); which stores, games and languages there are comes in. Secrets are not read here: the
variables reserved for them pass unseen, and no error shows a value that could be one.
"""

from __future__ import annotations

import tomllib
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from .readers import meant, one_of
from .settings import READERS, SECTIONS, Config

FILES: Final = (Path("config/chatlama.toml"), Path("chatlama.toml"))
"""Where the file is looked for, from the working directory, if none is named."""
PREFIX: Final = "CHATLAMA_"
NAMED: Final = "CHATLAMA_CONFIG"
"""The variable that may name the file."""
SECRETS: Final = (
    "CHATLAMA_TELEGRAM_TOKEN",
    "CHATLAMA_TELEGRAM_SECRET",
    "CHATLAMA_MATRIX_PASSWORD",
    "CHATLAMA_MATRIX_ACCESS_TOKEN",
)
"""The variables that hold secrets; they are no settings and have no place in a file."""
VARIABLES: Final = {PREFIX + name.replace(".", "_").upper(): name for name in READERS}
"""Variable to setting."""
Known: TypeAlias = Mapping[str, Collection[str]]
KNOWN: Final[Known] = MappingProxyType({"chat.language": ("en", "de")})
"""What a setting may be chosen from, as far as it is known without asking the plug-ins."""


class ConfigError(Exception):
    """The settings can't be used. The message is one printable line: where, what, how to mend."""

    def __init__(self, message: str) -> None:
        super().__init__("".join(c if c.isprintable() else ascii(c)[1:-1] for c in message))


Written: TypeAlias = tuple[str, str, object]
"""The name of a setting, where it is written, and what."""


def load(path: Path | None, environ: Mapping[str, str], known: Known = KNOWN) -> Config:
    """Return the settings of the environment, else of the file, else the defaults.

    The file is ``path``, else the one that ``CHATLAMA_CONFIG`` names, else the first of ``FILES``
    that is there, else none. ``known`` holds what may be chosen from, by the setting's name
    (``chat.game``). Raises ``ConfigError`` for the first mistake, the file's before the
    environment's.
    """
    values: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    for name, where, raw in chain(_in_file(path, environ), _in_environment(environ)):
        section, key = name.split(".")
        try:
            value = READERS[name](raw)
            values[section][key] = one_of(known[name])(value) if name in known else value
        except ValueError as error:
            raise ConfigError(f"{where}: {error}") from None
    return Config(**{section: struct(**values[section]) for section, struct in SECTIONS.items()})


def _in_file(path: Path | None, environ: Mapping[str, str]) -> Iterator[Written]:
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
        yield from _in_document(_parse(file, content.removeprefix(BOM_UTF8)), file)
        return


def _parse(file: Path, content: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{file}: not UTF-8 in line {line}; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:  # a number, or a nesting, beyond all bounds
        mend = 'a setting is written as key = "value"'
        raise ConfigError(f"{file}: not TOML: {error}; {mend}") from None


def _in_document(document: dict[str, Any], file: Path) -> Iterator[Written]:
    for section, settings in document.items():
        if section not in SECTIONS:
            mend = meant(section, SECTIONS, f"the sections are {', '.join(SECTIONS)}")
            raise ConfigError(f"{file}: {section} is not a section; {mend}")
        if not isinstance(settings, dict):
            mend = f"write [{section}] on a line of its own and its settings below"
            raise ConfigError(f"{file}: {section} is not a table; {mend}")
        for key, raw in settings.items():
            name = f"{section}.{key}"
            if name not in READERS:
                keys = ", ".join(SECTIONS[section].__struct_fields__)
                mend = meant(name, READERS, f"[{section}] has {keys}", f"{section}.")
                if (secret := PREFIX + name.replace(".", "_").upper()) in SECRETS:
                    mend = f"it is a secret: set {secret} in the environment"
                raise ConfigError(f"{file}: {name} is not a setting; {mend}")
            yield name, f"{file}: {name}", raw


def _in_environment(environ: Mapping[str, str]) -> Iterator[Written]:
    for variable in sorted(environ):
        if variable in VARIABLES:
            yield VARIABLES[variable], variable, environ[variable]
        elif variable.startswith(PREFIX) and variable not in (NAMED, *SECRETS):
            section = variable.lower().split("_")[1]
            before = PREFIX.lower() + (f"{section}_" if section in SECTIONS else "")
            mend = meant(variable, [*VARIABLES, *SECRETS], "unset it", before)
            raise ConfigError(f"{variable} is not a setting; {mend}")
