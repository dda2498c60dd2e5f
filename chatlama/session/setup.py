"""What a transport is made from: its settings and secrets, and where it may keep something.

Like the contract itself it imports nothing else of this package.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .transport import TransportError


@dataclass(frozen=True, slots=True)
class Setup:
    """What a transport is made from: ``plug(setup)`` returns it, ``None`` if nothing names it.

    That function is the entry point in the group ``chatlama.transports``. It alone knows what can
    be set, and raises ``TransportError`` for what is set wrongly.
    """

    name: str
    """The transport's, as its entry point has it: ``[a-z0-9_]+``."""
    settings: Mapping[str, object] = field(repr=False)
    """The file's section with that name, as it is written."""
    variables: Mapping[str, str] = field(repr=False)
    """The environment's variables that begin with ``CHATLAMA_<NAME>_``, without that: settings,
    which win over the file's, and secrets, which stand nowhere else."""
    say: Callable[[str, str], str]
    """Returns the message of an id, which takes no arguments, in a language."""
    languages: tuple[str, ...]
    """Every language that is spoken, the one to fall back on first."""
    language: str = "en"
    """What is spoken to whom it is not known what they speak."""
    file: str = ""
    """The file that holds the section."""
    folder: Path = Path("data")
    """The data folder, the one to back up. What a transport keeps lies in a folder in it that bears
    the transport's name; nobody has made it yet."""

    def read(
        self, defaults: Mapping[str, str | int], secrets: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return every setting, in the type of its default, and every secret, ``""`` if not set.

        Raises ``TransportError`` if anything else is set, or in another type.
        """
        for key in self.settings:
            if key.upper() in secrets:
                mend = f"it is a secret: set {self._variable(key)} in the environment"
                raise self._unknown(f"{self.file}: {self.name}.{key}", mend)
            if key not in defaults:
                close = [f"{self.name}.{each}" for each in get_close_matches(key, defaults, 1)]
                mend = f"[{self.name}] has {', '.join(defaults)}"
                raise self._unknown(f"{self.file}: {self.name}.{key}", mend, close)
        names = {key.upper() for key in (*defaults, *secrets)}
        for name in sorted(self.variables.keys() - names):
            close = [self._variable(each) for each in get_close_matches(name.upper(), names, 1)]
            raise self._unknown(self._variable(name), "unset it", close)
        texts = {secret: self.variables.get(secret, "").strip() for secret in secrets}
        return {key: self._value(key, default) for key, default in defaults.items()} | texts

    def wrong(self, key: str, why: str) -> TransportError:
        """Return the error that says where the setting is written and why it can't be used."""
        variable = key.upper() in self.variables
        where = self._variable(key.upper()) if variable else f"{self.file}: {self.name}.{key}"
        return TransportError(f"{where}: {why}")

    def _value(self, key: str, default: str | int) -> str | int:
        raw = self.variables.get(key.upper(), self.settings.get(key, default))
        if isinstance(default, str):
            if not isinstance(raw, str):
                raise self.wrong(key, "this is no text; write it in quotes")
            return raw.strip()
        if isinstance(raw, str) and raw.strip().isdecimal() and len(raw) < _LONGEST_NUMBER:
            raw = int(raw)
        if not isinstance(raw, int) or isinstance(raw, bool):
            raise self.wrong(key, "this is no whole number")
        return raw

    def _variable(self, name: str) -> str:
        return f"CHATLAMA_{self.name.upper()}_{name.upper()}"

    def _unknown(self, where: str, mend: str, close: Sequence[str] = ()) -> TransportError:
        mend = f"did you mean {close[0]}?" if close else mend
        return TransportError(f"{where} is not a setting; {mend}")


_LONGEST_NUMBER = 20
"""Digits; more are no number that anybody sets."""
