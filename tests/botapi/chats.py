"""What befalls chats: groups and topics come and go, people too, groups become supergroups.

Each is told to the bot as the real server tells it, as far as privacy mode lets it hear.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from tests.botapi import render
from tests.botapi.core import Core
from tests.botapi.world import Chat, Member, Message, Topic, User

Fields: TypeAlias = dict[str, Any]

SUPERGROUPS = -1_001_000_000_000
GROUPS = -4_000_000


def create(core: Core, title: str, owner: User, *, supergroup: bool, forum: bool) -> Chat:
    """Return a new group that has only its owner in it; the bot doesn't hear of it."""
    base = SUPERGROUPS if supergroup else GROUPS
    kind = "supergroup" if supergroup else "group"
    chat = Chat(base - len(core.world.chats) - 1, kind, title, forum=forum)
    chat.members[owner.id] = Member("creator")
    chat.next_id = 2  # 1 is the message that made the group, and in forums General
    core.world.chats[chat.id] = chat
    return chat


def hears(core: Core, message: Message) -> bool:
    """Return whether a message reaches the bot."""
    chat, bot = message.chat, core.world.bot
    if message.sender is bot:
        return False
    if chat.private or message.only:
        return True
    member = chat.member(bot)
    if not member.here:
        return False
    if message.service or member.admin or not core.settings.privacy:
        return True
    if message.reply is not None and message.reply.sender is bot:
        return True
    for entity in message.entities:
        if entity["type"] == "bot_command" and entity["offset"] == 0:
            name = message.text[: entity["length"]].partition("@")[2]
            return name == bot.username if name else chat.last_bot in (None, bot)
    return False


def deliver(core: Core, message: Message, kind: str = "message") -> int | None:
    """Tell the bot of a message if it may hear it; return the update's id."""
    if not hears(core, message):
        core.changed()
        return None
    message.sender.met = True
    for key in ("new_chat_members", "left_chat_member"):
        listed = message.service.get(key, [])
        for who in listed if isinstance(listed, list) else [listed]:
            if (user := core.world.user(who["id"])) is not None:
                user.met = True
    told = render.message(message, core.world)
    return core.updates.add(kind, told, f"chat:{message.chat.id}")


def service(core: Core, chat: Chat, by: User, thread: int | None = None, **what: Any) -> Message:  # noqa: ANN401  # JSON
    """Post a service message and tell the bot."""
    message = core.world.new_message(chat, by, service=what, thread=thread)
    deliver(core, message)
    return message


def become(core: Core, chat: Chat, who: User, by: User, new: Member) -> None:
    """Make somebody something in a chat; the bot hears of itself, as an administrator of all."""
    bot = core.world.bot
    old = replace(chat.member(who))
    chat.members[who.id] = new
    kind = "my_chat_member" if who is bot else "chat_member"
    if who is not bot and not chat.member(bot).admin:
        core.changed()
        return
    by.met = True
    content = {
        "chat": render.chat(chat),
        "from": render.user(by),
        "date": core.world.now(),
        "old_chat_member": render.member(who, old, editable=by.id == _owner(chat)),
        "new_chat_member": render.member(who, new, editable=by.id == _owner(chat)),
    }
    core.updates.add(kind, content, f"chat:{chat.id}")


def _owner(chat: Chat) -> int:
    return next((id for id, member in chat.members.items() if member.status == "creator"), 0)


def come(core: Core, chat: Chat, who: User, by: User, new: Member) -> None:
    """Somebody comes into a group, alone or added."""
    become(core, chat, who, by, new)
    service(core, chat, by, new_chat_members=[render.user(who)])


def go(core: Core, chat: Chat, who: User, by: User) -> None:
    """Somebody leaves or is thrown out."""
    status = "left" if who is by else "kicked"
    if who is not core.world.bot:
        service(core, chat, by, left_chat_member=render.user(who))
    become(core, chat, who, by, Member(status))


def open_topic(core: Core, chat: Chat, name: str, by: User) -> int:
    """Open a topic in a forum; its id is the id of the message that says so."""
    assert chat.forum, f"{chat.title} has no topics"
    message = core.world.new_message(
        chat, by, service={"forum_topic_created": {"name": name, "icon_color": 7322096}}
    )
    message.thread = message.id
    chat.topics[message.id] = Topic(message.id, name)
    deliver(core, message)
    return message.id


def close_topic(core: Core, chat: Chat, thread: int, by: User, *, closed: bool = True) -> None:
    chat.topics[thread].closed = closed
    what = "forum_topic_closed" if closed else "forum_topic_reopened"
    service(core, chat, by, thread, **{what: {}})


def delete_topic(core: Core, chat: Chat, thread: int) -> None:
    """Take a topic away with all that is in it; nobody is told."""
    del chat.topics[thread]
    for message in chat.messages.values():
        message.gone = message.gone or message.thread == thread
    core.changed()


def migrate(core: Core, chat: Chat, by: User) -> Chat:
    """Make a group a supergroup: a new chat with a new id, where no message id means the same."""
    assert chat.type == "group", f"{chat.title} is no basic group"
    new = create(core, chat.title, by, supergroup=True, forum=False)
    new.members = {id: replace(member) for id, member in chat.members.items()}
    new.last_bot = chat.last_bot
    new.hides_members = chat.hides_members
    service(core, chat, by, migrate_to_chat_id=new.id)
    service(core, new, by, migrate_from_chat_id=chat.id)
    chat.migrated_to = new
    return new


def delete_message(core: Core, message: Message) -> None:
    """Delete a message, which nobody is told."""
    message.gone = True
    core.changed()


def expire_ephemerals(core: Core, chat: Chat, who: User) -> None:
    """Forget what one person saw alone in a chat, on the server too: its ids are free again."""
    for key in [key for key in chat.ephemerals if key[0] == who.id]:
        chat.ephemerals.pop(key).gone = True
    core.changed()
