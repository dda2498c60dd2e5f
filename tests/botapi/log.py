"""What the bot has called, with what, in which chat, when, and what it was told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Fields: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a method and its answer."""

    number: int
    at: float
    method: str
    params: Fields
    chat: int | None
    code: int
    answer: object
    """The result, or the description of the refusal."""
    counted: bool
    """Whether it used up a chat's limit and all could see it."""

    @property
    def ok(self) -> bool:
        return self.code == 200

    @property
    def ephemeral(self) -> bool:
        return "ephemeral" in self.method.lower() or "ephemeral_message_parameters" in self.params


class Log:
    """All calls, oldest first."""

    def __init__(self) -> None:
        self.all: list[Call] = []

    def calls(
        self,
        chat: int | None = None,
        method: str | None = None,
        *,
        counted: bool | None = None,
        ok: bool | None = None,
    ) -> list[Call]:
        """Return the calls that fit; those of getUpdates only if they are asked for by name."""
        return [
            call
            for call in self.all
            if (chat is None or call.chat == chat)
            and (call.method != "getUpdates" if method is None else call.method == method)
            and (counted is None or call.counted == counted)
            and (ok is None or call.ok == ok)
        ]
