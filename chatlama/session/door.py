"""What somebody has to mend, or to know, before they sit down or see cards.

Whether they may sit down at all the table says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from chatlama.core.table.model import Phase, Table

from .answers import Answers
from .asker import who_of
from .transport import Address, Incoming, Reply, Transport

JOIN, HAND = ":join", ":hand"
WARNED = 256
"""How many people are remembered to have been told that a seat tells their name."""


@dataclass(slots=True)
class Door:
    """Where people are stopped who can't be shown their cards, or write without a name."""

    answers: Answers
    transports: Mapping[str, Transport]
    _warned: deque[tuple[str, str]] = field(default_factory=lambda: deque(maxlen=WARNED))
    """Chats and people who know that a seat would tell their name there."""

    async def stops(self, incoming: Incoming, table: Table | None, code: str) -> Reply | None:
        """Return what somebody is told first who asks for this; ``None``: nothing stops them.

        Without a table ``JOIN`` is to open one, at which one sits.
        """
        seated = table is not None and table.seat_of(who_of(incoming).user) is not None
        free = table is None or table.phase in {Phase.LOBBY, Phase.OVER}
        sits_down = code == JOIN and free and not seated
        if (sits_down or (code == HAND and seated)) and not self.answers.reaches(incoming):
            return self.answers.unreached(table, incoming)
        if sits_down and await self._unmasks(incoming):
            return self.answers.named_openly(table, incoming)
        return None

    async def _unmasks(self, incoming: Incoming) -> bool:
        """Return whether a seat would tell the name of somebody who has not been told so before."""
        asked = (incoming.chat.key, incoming.sender.user)
        transport = self.transports[incoming.chat.transport]
        if asked in self._warned or not await transport.hides(Address(incoming.chat, asked[1])):
            return False
        self._warned.append(asked)
        return True
