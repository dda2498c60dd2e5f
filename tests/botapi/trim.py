"""Makes tests/data/bot-api-10.3.json: of a whole schema, what the fake plays and no more.

    python tests/botapi/trim.py FULL.json > tests/data/bot-api-10.3.json

FULL.json has ``methods`` and ``types``, each a name with ``fields`` of ``types`` and ``required``.
A field becomes one string: ``!`` if it is required, its types parted by ``|``, ``[]`` for arrays.
Types that are in no played method's parameters and no result are left out; where a parameter names
one, the fake says that it does not play it.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, TypeAlias

Fields: TypeAlias = dict[str, Any]

PLAYED = [
    "answerCallbackQuery",
    "close",
    "deleteEphemeralMessage",
    "deleteMessage",
    "deleteMessages",
    "deleteMyCommands",
    "deleteWebhook",
    "editEphemeralMessageReplyMarkup",
    "editEphemeralMessageText",
    "editMessageReplyMarkup",
    "editMessageText",
    "getChat",
    "getChatAdministrators",
    "getChatMember",
    "getChatMemberCount",
    "getMe",
    "getMyCommands",
    "getUpdates",
    "getWebhookInfo",
    "leaveChat",
    "logOut",
    "sendChatAction",
    "sendMessage",
    "setMyCommands",
    "setWebhook",
]
UNPLAYED_TYPES = {"InputFile", "InputRichMessage", "SuggestedPostParameters"}
UNPLAYED_TYPES |= {"ReplyKeyboardMarkup", "ReplyKeyboardRemove", "ForceReply"}
RESULTS = [
    "AcceptedGiftTypes",
    "BotCommand",
    "CallbackQuery",
    "Chat",
    "ChatFullInfo",
    "ChatMember",
    "ChatMemberAdministrator",
    "ChatMemberBanned",
    "ChatMemberLeft",
    "ChatMemberMember",
    "ChatMemberOwner",
    "ChatMemberRestricted",
    "ChatMemberUpdated",
    "ForumTopicClosed",
    "ForumTopicCreated",
    "ForumTopicReopened",
    "InaccessibleMessage",
    "LinkPreviewOptions",
    "MaybeInaccessibleMessage",
    "Message",
    "Update",
    "WebhookInfo",
]
PRIMITIVE = {"Boolean", "Float", "Integer", "String", "True"}


def short(field: Fields) -> str:
    types = []
    for name in field["types"]:
        depth = name.count("Array of ")
        types.append(name.replace("Array of ", "") + "[]" * depth)
    return ("!" if field["required"] else "") + "|".join(types)


def parts(text: str) -> set[str]:
    return set(re.findall(r"\w+", text)) - PRIMITIVE


def trimmed(full: Fields) -> Fields:
    types: Fields = {}
    methods = {
        name: {key: short(field) for key, field in full["methods"][name]["fields"].items()}
        for name in PLAYED
    }
    returns = {name: short({"required": True, **_returned(full, name)}) for name in PLAYED}
    ahead = sorted(
        {part for fields in methods.values() for text in fields.values() for part in parts(text)}
    )
    while ahead:
        name = ahead.pop()
        if name in types or name in UNPLAYED_TYPES:
            continue
        whole = full["types"][name]
        types[name] = whole["subtypes"] or {
            key: short(field) for key, field in whole["fields"].items()
        }
        inner = whole["subtypes"] or types[name].values()
        ahead += sorted({part for text in inner for part in parts(text)})
    known = {*types, *RESULTS}
    for name in set(RESULTS) - set(types):
        whole = full["types"][name]
        fields = {key: short(field) for key, field in whole.get("fields", {}).items()}
        types[name] = whole["subtypes"] or {
            key: text for key, text in fields.items() if parts(text) <= known
        }
    return {
        "version": full["version"],
        "source": full["source"] + " Trimmed by tests/botapi/trim.py.",
        "methods": methods,
        "returns": returns,
        "unplayed": sorted(set(full["methods"]) - set(PLAYED)),
        "updates": sorted(set(full["types"]["Update"]["fields"]) - {"update_id"}),
        "types": dict(sorted(types.items())),
    }


def _returned(full: Fields, name: str) -> Fields:
    return {"types": full["methods"][name]["returns"]}


if __name__ == "__main__":
    source = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(json.dumps(trimmed(source), indent=1, ensure_ascii=False) + "\n")
