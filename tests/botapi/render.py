"""The world as the Bot API tells it: users, chats, members, messages and presses as JSON objects.

Only forms; who may see what is decided before.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.botapi.world import ANONYMOUS_ADMIN, Chat, Member, Message, Query, User, World

Fields: TypeAlias = dict[str, Any]

RIGHTS = [
    "can_change_info",
    "can_delete_messages",
    "can_delete_stories",
    "can_edit_stories",
    "can_invite_users",
    "can_manage_chat",
    "can_manage_video_chats",
    "can_post_stories",
    "can_promote_members",
    "can_restrict_members",
    "can_send_welcome_messages",
]
PERMISSIONS = [
    "can_add_web_page_previews",
    "can_change_info",
    "can_edit_tag",
    "can_invite_users",
    "can_manage_topics",
    "can_pin_messages",
    "can_react_to_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_messages",
    "can_send_other_messages",
    "can_send_photos",
    "can_send_polls",
    "can_send_video_notes",
    "can_send_videos",
    "can_send_voice_notes",
]


def _given(**fields: Any) -> Fields:  # noqa: ANN401  # JSON
    return {key: value for key, value in fields.items() if value is not None}


def user(who: User) -> Fields:
    return _given(
        id=who.id,
        is_bot=who.is_bot,
        first_name=who.first_name,
        last_name=who.last_name,
        username=who.username,
        language_code=who.language_code,
    )


def chat(what: Chat) -> Fields:
    if what.user is not None:
        names = user(what.user)
        names = {key: names[key] for key in ("first_name", "last_name", "username") if key in names}
        return {"id": what.id, "type": "private", **names}
    return _given(
        id=what.id, type=what.type, title=what.title, is_forum=True if what.forum else None
    )


def member(who: User, what: Member, *, editable: bool = False) -> Fields:
    result: Fields = {"status": what.status, "user": user(who)}
    match what.status:
        case "creator":
            result["is_anonymous"] = what.anonymous
        case "administrator":
            result |= dict.fromkeys(RIGHTS, True) | {"can_promote_members": False}
            result |= {"is_anonymous": what.anonymous, "can_be_edited": editable}
        case "restricted":
            result |= dict.fromkeys(PERMISSIONS, not what.mute)
            result |= {"is_member": True, "until_date": 0}
        case "kicked":
            result["until_date"] = 0
        case _:
            pass  # who is a member or has left is nothing more
    return result


def message(what: Message, world: World, *, nested: bool = False) -> Fields:
    """Return a Message; one that is replied to is told without what it replied to itself."""
    place = what.chat
    result = _given(
        message_id=what.id,
        date=what.date,
        chat=chat(place),
        sender_chat=chat(what.sender_chat) if what.sender_chat else None,
        message_thread_id=what.thread,
        is_topic_message=True if what.thread and place.forum else None,
        edit_date=what.edited,
        ephemeral_message_id=what.ephemeral,
    )
    result["from"] = user(what.sender)
    if what.only is not None:
        result["receiver_user"] = user(world.bot if what.sender is what.only else what.only)
    if what.text:
        result["text"] = what.text
    if what.entities:
        result["entities"] = list(what.entities)
    if what.keyboard and what.sender is world.bot:
        result["reply_markup"] = {"inline_keyboard": [list(row) for row in what.keyboard]}
    replied = what.reply or (place.messages.get(what.thread or 0) if place.forum else None)
    if replied and replied is not what and not replied.gone and not nested:
        result["reply_to_message"] = message(replied, world, nested=True)
    return result | what.service


def press(query: Query, world: World) -> Fields:
    what = query.message
    told = message(what, world)
    if what.gone or what.inaccessible:
        told = {"chat": chat(what.chat), "message_id": what.id, "date": 0}
    return {
        "id": query.id,
        "from": user(query.user),
        "message": told,
        "chat_instance": str(what.chat.id * 7919),
        "data": query.data,
    }


def is_anonymous(who: User) -> bool:
    return who.id == ANONYMOUS_ADMIN
