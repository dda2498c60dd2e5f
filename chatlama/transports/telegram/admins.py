"""Who administers which chat, and who of them does so without a name, as far as Telegram tells."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from telegram import Bot, ChatMember, ChatMemberAdministrator, ChatMemberOwner
from telegram.error import BadRequest, Forbidden, TelegramError

from .recent import Recent

log = logging.getLogger(__name__)

REMEMBERED = 600.0
"""Seconds for which a chat's administrators are remembered."""
KNOWN = 2048
"""Chats of which they are."""


@dataclass(slots=True)
class Administrators:
    """The people who administer chats."""

    bot: Bot = field(repr=False)
    now: Callable[[], float]
    _known: Recent[int, tuple[float, Mapping[int, bool]]] = field(
        default_factory=lambda: Recent(KNOWN), repr=False
    )
    """Chat to when it was asked, and to its administrators: whether each is anonymous."""

    async def has(self, chat: int, user: int) -> bool:
        """Return whether the person administers the chat; not if Telegram refuses to tell."""
        return user in await self._of(chat)

    async def hides(self, chat: int, user: int) -> bool:
        """Return whether the person administers the chat and writes in its name."""
        return (await self._of(chat)).get(user, False)

    async def _of(self, chat: int) -> Mapping[int, bool]:
        at, people = self._known.get(chat) or (-REMEMBERED, {})
        if self.now() - at < REMEMBERED:
            return people
        try:
            members = await self.bot.get_chat_administrators(chat)
            people = {member.user.id: _anonymous(member) for member in members}
        except (BadRequest, Forbidden) as error:
            log.debug("who administers %s is not told: %s", chat, error)
            people = {}
        except TelegramError as error:
            log.info("who administers %s is not known now: %s", chat, error)
            return people
        self._known.put(chat, (self.now(), people))
        return people


def _anonymous(member: ChatMember) -> bool:
    return isinstance(member, ChatMemberAdministrator | ChatMemberOwner) and member.is_anonymous
