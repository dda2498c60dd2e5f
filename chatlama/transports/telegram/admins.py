"""Who administers which chat, as far as Telegram tells us."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from telegram import Bot
from telegram.error import BadRequest, Forbidden, TelegramError

log = logging.getLogger(__name__)

REMEMBERED = 600.0
"""Seconds for which a chat's administrators are remembered."""
NOBODY: frozenset[int] = frozenset()


@dataclass(slots=True)
class Administrators:
    """The people who administer chats."""

    bot: Bot = field(repr=False)
    now: Callable[[], float]
    _known: dict[int, tuple[float, frozenset[int]]] = field(default_factory=dict, repr=False)

    async def has(self, chat: int, user: int) -> bool:
        """Return whether the person administers the chat; not if Telegram refuses to tell."""
        at, people = self._known.get(chat, (0.0, NOBODY))
        if chat not in self._known or self.now() - at > REMEMBERED:
            try:
                members = await self.bot.get_chat_administrators(chat)
                people = frozenset(member.user.id for member in members)
            except (BadRequest, Forbidden) as error:
                log.debug("who administers %s is not told: %s", chat, error)
                people = NOBODY
            except TelegramError as error:
                log.info("who administers %s is not known now: %s", chat, error)
                return user in people
            self._known[chat] = (self.now(), people)
        return user in people
