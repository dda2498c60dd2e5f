"""Answers to presses, questions about chats and people, and the menus of commands."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from tests.botapi import chats, render
from tests.botapi.access import Right, chat_for
from tests.botapi.core import Core
from tests.botapi.errors import QUERY_OLD, bad, faulty
from tests.botapi.schema import scope_key
from tests.botapi.world import Chat, User

Fields: TypeAlias = dict[str, Any]

LONGEST_ALERT = 200
MOST_COMMANDS = 100
COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LONGEST_DESCRIPTION = 256


def answer(core: Core, params: Fields) -> bool:
    """Answer a press: once, and in time."""
    if len(params.get("text", "")) > LONGEST_ALERT:
        raise faulty("MESSAGE_TOO_LONG", "an alert holds 200 characters")
    url = params.get("url")
    start = f"t.me/{core.world.bot.username}?start="
    if url is not None and start not in url:
        raise faulty("URL_INVALID", f"{url} leads elsewhere than to the bot")
    query = core.world.queries.get(params["callback_query_id"])
    if query is None or not query.open(core.clock.now()):
        raise bad(QUERY_OLD)
    query.answer = params
    core.changed()
    return True


def get_me(core: Core, _: Fields) -> Fields:
    return render.user(core.world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not core.settings.privacy,
        "supports_inline_queries": False,
    }


def get_chat(core: Core, params: Fields) -> Fields:
    chat = chat_for(core, params["chat_id"], Right.READ)
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")
    return render.chat(chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys((*gifts, "gifts_from_channels"), True),
    }


def _members_of(core: Core, params: Fields) -> Chat:
    chat = chat_for(core, params["chat_id"], Right.READ)
    if not chat.private:
        chat_for(core, params["chat_id"], Right.WRITE if chat.type == "group" else Right.READ)
    return chat


def get_member(core: Core, params: Fields) -> Fields:
    chat = _members_of(core, params)
    user = core.world.user(params["user_id"])
    if user is None or chat.private:
        raise bad("user not found")
    bot = core.world.bot
    if user is not bot and chat.hides_members and not chat.member(bot).admin:
        raise bad("CHAT_ADMIN_REQUIRED")
    return render.member(user, chat.member(user))


def get_administrators(core: Core, params: Fields) -> list[Fields]:
    chat = _members_of(core, params)
    if chat.private:
        raise bad("there are no administrators in the private chat")
    if chat.hides_members:
        raise bad("member list is inaccessible")
    admins = [(core.world.users[id], one) for id, one in chat.members.items() if one.admin]
    return [
        render.member(user, one)
        for user, one in admins
        if not user.is_bot or user is core.world.bot or params.get("return_bots")
    ]


def count_members(core: Core, params: Fields) -> int:
    chat = _members_of(core, params)
    return 2 if chat.private else sum(member.here for member in chat.members.values())


def leave(core: Core, params: Fields) -> bool:
    chat = chat_for(core, params["chat_id"], Right.WRITE)
    if chat.private:
        raise faulty("chat member status can't be changed in private chats")
    chats.go(core, chat, core.world.bot, core.world.bot)
    return True


# --- commands --------------------------------------------------------------------------------


def _menu_key(params: Fields) -> tuple[str, str]:
    language = params.get("language_code", "")
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise faulty("language_code must be a two-letter ISO 639-1 code")
    return scope_key(params.get("scope")), language


def set_commands(core: Core, params: Fields) -> bool:
    commands = params["commands"]
    if len(commands) > MOST_COMMANDS:
        raise faulty("BOT_COMMANDS_TOO_MUCH", "more than 100 commands")
    for command in commands:
        if not COMMAND.fullmatch(command["command"]):
            raise faulty("BOT_COMMAND_INVALID", f"no command: {command}")
        if not 1 <= len(command["description"]) <= LONGEST_DESCRIPTION:
            raise faulty("BOT_COMMAND_DESCRIPTION_INVALID", f"1 to 256 characters: {command}")
    known = {"command", "description"} | (set() if core.settings.old else {"is_ephemeral"})
    core.world.commands[_menu_key(params)] = [
        {key: command[key] for key in command if key in known} for command in commands
    ]
    core.changed()
    return True


def delete_commands(core: Core, params: Fields) -> bool:
    core.world.commands.pop(_menu_key(params), None)
    core.changed()
    return True


def get_commands(core: Core, params: Fields) -> list[Fields]:
    return core.world.commands.get(_menu_key(params), [])


def menu(core: Core, chat: Chat, user: User) -> list[Fields]:
    """Return the commands that a person's client offers in a chat: the narrowest scope wins."""
    if chat.private:
        scopes = [f"chat:{chat.id}", "all_private_chats", "default"]
    else:
        admin = chat.member(user).admin
        scopes = [f"chat_member:{chat.id}:{user.id}"]
        scopes += [f"chat_administrators:{chat.id}"] if admin else []
        scopes += [f"chat:{chat.id}"]
        scopes += ["all_chat_administrators"] if admin else []
        scopes += ["all_group_chats", "default"]
    for scope in scopes:
        for language in (user.language_code or "", ""):
            if commands := core.world.commands.get((scope, language)):
                return commands
    return []
