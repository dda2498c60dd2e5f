"""The rooms we are in: who is there and may do what, and the direct room of each person."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class Rooms(Protocol):
    """The rooms we are in, as the last batch that was handled left them."""

    @property
    def me(self) -> str:
        """Our own user id."""

    def here(self, room: str) -> bool:
        """Return whether we are in the room."""

    def joined(self, room: str) -> Collection[str]:
        """Return everybody who is in the room, us too."""

    def invited(self, room: str) -> Collection[str]:
        """Return everybody who is invited and has not come yet."""

    def title(self, room: str) -> str:
        """Return what the room is called; ``""`` if it has no name."""

    def name(self, room: str, user: str) -> str:
        """Return what the person is called in the room: any characters, any length."""

    def level(self, room: str, user: str) -> float:
        """Return the person's power there; who made a room of version 12 has infinite power."""

    def administers(self, room: str, user: str) -> bool:
        """Return whether the person may put others out and take their messages away."""

    def may_redact(self, room: str) -> bool:
        """Return whether we may take other people's events away."""

    def encrypted(self, room: str) -> bool:
        """Return whether what is sent there is encrypted."""

    def direct(self, user: str) -> tuple[str, ...]:
        """Return the direct rooms with the person that we are in, the best one first.

        They are encrypted, and nobody else is in them. Ones that the person has joined come
        before ones to which the person is only invited.
        """

    def direct_with(self, room: str) -> str | None:
        """Return with whom the room is a direct one; ``None``: it is none."""

    async def create_direct(self, user: str) -> str:
        """Make an encrypted direct room, invite the person, and return it, known from then on.

        Raises ``RetryLater``, or ``Unreachable`` if the person can't be invited.
        """

    async def invite(self, room: str, user: str) -> None:
        """Invite somebody who has left back into the room. Raises as ``create_direct``."""
