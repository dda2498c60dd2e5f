"""What a client shows: messages with their buttons, and the answer to a press. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.botapi.world import Message

Fields: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it looks, and what is behind it."""

    label: str
    fields: Fields

    @property
    def data(self) -> str | None:
        """The callback data, which no person can read."""
        value = self.fields.get("callback_data")
        return value if isinstance(value, str) else None


@dataclass(frozen=True, slots=True)
class Seen:
    """A message as it looked at one moment; it doesn't change when the message does."""

    text: str
    by: str
    buttons: tuple[tuple[Button, ...], ...]
    ephemeral: bool
    silent: bool
    entities: tuple[Fields, ...]
    message: Message = field(repr=False, compare=False)

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The buttons' words, row by row."""
        return tuple(tuple(button.label for button in row) for row in self.buttons)

    def button(self, label: str) -> Button | None:
        """Return the first button with these words."""
        return next((one for row in self.buttons for one in row if one.label == label), None)

    def mentions(self, user: int) -> bool:
        """Return whether somebody is mentioned, and so notified."""
        return any(entity.get("user", {}).get("id") == user for entity in self.entities)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a press: a toast or an alert, a link, a copied text, or nothing in time."""

    text: str | None = None
    alert: bool = False
    timed_out: bool = False
    url: str | None = None
    copied: str | None = None


def seen(message: Message) -> Seen:
    return Seen(
        text=message.text or " ".join(sorted(message.service)),
        by=message.sender_chat.title if message.sender_chat else message.sender.first_name,
        buttons=tuple(
            tuple(Button(button["text"], button) for button in row) for row in message.keyboard
        ),
        ephemeral=message.ephemeral is not None,
        silent=message.silent,
        entities=message.entities,
        message=message,
    )
