"""Who asks for something, from where, and in which language they are answered."""

from __future__ import annotations

from chatlama.core.table.intents import Who
from chatlama.core.table.model import Language, Table, UserId

from .transport import Incoming, base


def who_of(incoming: Incoming) -> Who:
    """Return who acts. Whether they administer the chat is asked where it matters."""
    sender = incoming.sender
    spoken = base(sender.language)
    user = UserId(f"{incoming.chat.transport}:{sender.user}")
    return Who(user, sender.name, language=Language(spoken) if spoken else None)


def stands_here(incoming: Incoming, table: Table) -> bool:
    """Return whether the table stands where it was done."""
    return any(room.chat == incoming.chat.key for room in table.rooms)


def update_of(incoming: Incoming) -> str:
    """Return what names the update among all transports."""
    return f"{incoming.chat.transport}:{incoming.update}"


def language_of(incoming: Incoming, table: Table | None) -> str | None:
    """Return what a private answer is said in: the person's language, else the chat's."""
    if incoming.sender.language is not None:
        return incoming.sender.language
    return table.rooms[0].language if table is not None and table.rooms else None
