"""People: what they write, what they do with their groups and with the bot in private.

What they see and press is in client.py. Nothing here waits: the bot hears of it when it asks.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.botapi import chats
from tests.botapi.client import Client
from tests.botapi.seen import Seen
from tests.botapi.text import found
from tests.botapi.world import Chat, Member, Message

Fields: TypeAlias = dict[str, Any]


class Person(Client):
    """Somebody with a client."""

    def opens(self, url: str) -> None:
        """Open a link; one to the bot's private chat starts it."""
        super().opens(url)
        start = f"t.me/{self.core.world.bot.username}?start="
        if start in url:
            self.starts(url.partition(start)[2])

    # --- writing -----------------------------------------------------------------------------

    def says(
        self,
        chat: Chat | None,
        text: str,
        thread: int | None = None,
        reply_to: Seen | None = None,
    ) -> Message:
        """Write into a chat, None for the one with the bot."""
        place = chat or self.private
        if place.private:
            assert self.user.started, f"{self.name} has to start the bot first"
        else:
            assert place.member(self.user).here, f"{self.name} is not in {place.title}"
        world, entities = self.core.world, tuple(found(text))
        if not place.private and self._ephemeral(place, text, entities):
            message = world.new_ephemeral(
                place, self.user, self.user, text=text, entities=entities, thread=thread
            )
        else:
            hidden = not place.private and place.member(self.user).anonymous
            replied = reply_to.message if reply_to else None
            message = world.new_message(
                place,
                world.anonymous() if hidden else self.user,
                sender_chat=place if hidden else None,
                text=text,
                entities=entities,
                thread=thread or _thread_of(place, replied),
                reply=replied,
            )
        chats.deliver(self.core, message)
        return message

    def _ephemeral(self, chat: Chat, text: str, entities: tuple[Fields, ...]) -> bool:
        """Return whether the client knows this as a command that only the bot may see."""
        if not entities or entities[0]["type"] != "bot_command" or entities[0]["offset"]:
            return False
        name = text[1 : entities[0]["length"]].partition("@")[0]
        return any(one["command"] == name and one.get("is_ephemeral") for one in self.menu(chat))

    def edits(self, message: Message, text: str) -> None:
        """Change one's own message."""
        message.text, message.entities = text, tuple(found(text))
        message.edited = self.core.world.now()
        chats.deliver(self.core, message, "edited_message")

    def deletes(self, what: Seen | Message) -> None:
        """Delete a message for all, as its author or as an administrator."""
        message = what if isinstance(what, Message) else what.message
        chat = message.chat
        allowed = message.sender is self.user or chat.private or chat.member(self.user).admin
        assert allowed, f"{self.name} may not delete this"
        chats.delete_message(self.core, message)

    # --- the bot's private chat --------------------------------------------------------------

    def starts(self, payload: str = "") -> Message:
        """Press Start, perhaps behind a deep link; ends a block."""
        if self.user.blocked:
            self._blocks(blocked=False)
        self.user.started = self.user.met = True
        return self.says(None, f"/start {payload}".strip())

    def blocks(self) -> None:
        self._blocks(blocked=True)

    def _blocks(self, *, blocked: bool) -> None:
        self.user.blocked = blocked
        bot = self.core.world.bot
        new = Member("kicked" if blocked else "member")
        self.private.members[bot.id] = Member("member" if blocked else "kicked")
        chats.become(self.core, self.private, bot, self.user, new)

    def deactivates(self) -> None:
        """Delete one's account."""
        self.user.deactivated = True

    def restarts_app(self) -> None:
        """Lose every ephemeral message that is shown; the server goes on as if they were there."""
        for chat in self.core.world.chats.values():
            for message in chat.ephemerals.values():
                message.unseen = message.unseen or message.only is self.user
        self._cached.clear()
        self.core.changed()

    # --- groups ------------------------------------------------------------------------------

    def joins(self, chat: Chat) -> None:
        chats.come(self.core, chat, self.user, self.user, Member("member"))

    def leaves(self, chat: Chat) -> None:
        chats.go(self.core, chat, self.user, self.user)

    def adds(self, chat: Chat, other: Person) -> None:
        chats.come(self.core, chat, other.user, self.user, Member("member"))

    def removes(self, chat: Chat, other: Person) -> None:
        chats.go(self.core, chat, other.user, self.user)

    def promotes(self, chat: Chat, other: Person, *, anonymous: bool = False) -> None:
        """Make somebody an administrator, perhaps one who writes in the group's name."""
        status = "creator" if chat.member(other.user).status == "creator" else "administrator"
        new = Member(status, anonymous=anonymous)
        chats.become(self.core, chat, other.user, self.user, new)

    def demotes(self, chat: Chat, other: Person) -> None:
        chats.become(self.core, chat, other.user, self.user, Member("member"))

    def adds_bot(self, chat: Chat, payload: str | None = None, *, admin: bool = False) -> None:
        """Add the bot, perhaps by a ``startgroup`` link, which also sends ``/start@bot``."""
        bot = self.core.world.bot
        status = "administrator" if admin else "member"
        chats.come(self.core, chat, bot, self.user, Member(status))
        if payload is not None:
            self.says(chat, f"/start@{bot.username} {payload}".strip())

    def removes_bot(self, chat: Chat) -> None:
        chats.go(self.core, chat, self.core.world.bot, self.user)

    def makes_bot(self, chat: Chat, status: str, *, mute: bool = False) -> None:
        """Make the bot an administrator, a member, or restricted; mute: it may not write."""
        new = Member("restricted" if mute else status, mute=mute)
        chats.become(self.core, chat, self.core.world.bot, self.user, new)


def _thread_of(chat: Chat, replied: Message | None) -> int | None:
    if replied is None or chat.type != "supergroup":
        return None
    return replied.thread if chat.forum else replied.thread or replied.id
