"""What the Bot API 10.3 takes and returns, from tests/data: names, types, required or not.

Decodes a call's parameters as clients send them (forms carry everything but strings as JSON) and
says everything that the schema does not allow. Meanings and limits are checked elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tests.botapi.errors import bad, faulty

Fields: TypeAlias = dict[str, Any]
FILE = Path(__file__).parent.parent / "data" / "bot-api-10.3.json"
WHOLE: Fields = json.loads(FILE.read_text(encoding="utf-8"))
METHODS: dict[str, dict[str, str]] = WHOLE["methods"]
RETURNS: dict[str, str] = WHOLE["returns"]
UNPLAYED: frozenset[str] = frozenset(WHOLE["unplayed"])
UPDATES: frozenset[str] = frozenset(WHOLE["updates"])
"""Every kind of update, those that the fake never sends included."""
TYPES: dict[str, dict[str, str] | list[str]] = WHOLE["types"]
BY_LOWER = {name.lower(): name for name in (*METHODS, *UNPLAYED)}
PLAYED_NOWHERE = {"ForceReply", "InputFile", "InputRichMessage", "ReplyKeyboardMarkup"}
PLAYED_NOWHERE |= {"ReplyKeyboardRemove", "SuggestedPostParameters"}

LENIENT = {"User": {"id"}}
"""The real server asks less than the schema says of what comes in: of a mentioned user, the id."""

EMPTY = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A call's parameters as values, and what is wrong with them."""

    params: Fields
    complaints: tuple[str, ...]


def decode(method: str, raw: Mapping[str, object]) -> Decoded:
    """Return the parameters of a call; raise ``Refused`` where the real server would."""
    fields = METHODS[method]
    params: Fields = {}
    complaints: list[str] = []
    for name, value in raw.items():
        if name not in fields:
            complaints.append(f"{method} knows no parameter {name}")
            continue
        field = fields[name].removeprefix("!")
        if value == "" and "String" not in field.split("|"):
            continue
        params[name] = _from_text(name, field, value) if isinstance(value, str) else value
        wrong = check(params[name], field, name)
        if wrong:
            text = f"{method}: " + "; ".join(wrong)
            raise faulty(f"can't parse {name}: {wrong[0]}", text)
    for name, field in fields.items():
        if field.startswith("!") and params.get(name, "") == "":
            raise faulty(
                EMPTY.get(name, f'parameter "{name}" is required'), f"{method} without {name}"
            )
    return Decoded(params, tuple(complaints))


def _from_text(name: str, field: str, text: str) -> object:
    """Read a form's value, or a JSON string that stands for something else."""
    types = field.split("|")
    if "Integer" in types and re.fullmatch(r"-?\d+", text):
        return int(text)
    if "String" in types:
        return text
    if types == ["Boolean"]:
        return {"true": True, "false": False, "1": True, "0": False}.get(text.lower(), text)
    try:
        return json.loads(text)
    except ValueError:
        raise faulty(f"can't parse {name} JSON object") from None


def check(value: object, field: str, where: str, *, result: bool = False) -> list[str]:
    """Return what is wrong with the value of a field, nothing if all is well."""
    found: list[list[str]] = []
    names = field.removeprefix("!").split("|")
    if isinstance(value, list) and len(names) > 1 and all(name.endswith("[]") for name in names):
        # One array of several kinds, which the schema has as several arrays of one kind each.
        inner = "|".join(name.removesuffix("[]") for name in names)
        return [
            wrong
            for at, item in enumerate(value)
            for wrong in check(item, inner, f"{where}[{at}]", result=result)
        ]
    for name in names:
        wrong = _check_one(value, name, where, result=result)
        if not wrong:
            return []
        found.append(wrong)
    return min(found, key=len)


def _check_one(value: object, name: str, where: str, *, result: bool) -> list[str]:
    if name.endswith("[]"):
        if not isinstance(value, list):
            return [f"{where} is not an array"]
        inner = name.removesuffix("[]")
        return [
            wrong
            for at, item in enumerate(value)
            for wrong in check(item, inner, f"{where}[{at}]", result=result)
        ]
    match name:
        case "Integer":
            fits = isinstance(value, int) and not isinstance(value, bool)
        case "Float":
            fits = isinstance(value, int | float) and not isinstance(value, bool)
        case "Boolean":
            fits = isinstance(value, bool)
        case "True":
            fits = value is True
        case "String":
            fits = isinstance(value, str)
        case _:
            return _check_object(value, name, where, result=result)
    return [] if fits else [f"{where} is {value!r}, not {name}"]


def _check_object(value: object, name: str, where: str, *, result: bool) -> list[str]:
    if name not in TYPES:
        return [f"{where}: the fake does not play {name}"]
    if not isinstance(value, dict):
        return [f"{where} is {value!r}, not {name}"]
    fields = TYPES[name]
    if isinstance(fields, list):
        return min(
            (_check_object(value, kind, where, result=result) for kind in fields),
            key=lambda wrong: (len(wrong), wrong),
        )
    wrong = [f"{where} ({name}) knows no field {key}" for key in value if key not in fields]
    lenient = None if result else LENIENT.get(name)
    for key, field in fields.items():
        if key in value:
            wrong += check(value[key], field, f"{where}.{key}", result=result)
        elif field.startswith("!") and (lenient is None or key in lenient):
            wrong.append(f"{where} ({name}) has no {key}")
    return wrong


def check_result(method: str, result: object) -> None:
    """Make sure that the fake itself keeps to the schema."""
    wrong = check(result, RETURNS[method], method, result=True)
    assert not wrong, f"the fake's own fault: {wrong}"


def check_update(update: Fields) -> None:
    """Make sure of the same for what is sent without being asked."""
    wrong = check(update, "Update", "update", result=True)
    assert not wrong, f"the fake's own fault: {wrong}"


def scope_key(scope: Fields | None) -> str:
    """Return a scope of commands as one string: its type, and whatever it names."""
    scope = scope or {"type": "default"}
    fitting = {
        "default": (),
        "all_private_chats": (),
        "all_group_chats": (),
        "all_chat_administrators": (),
        "chat": ("chat_id",),
        "chat_administrators": ("chat_id",),
        "chat_member": ("chat_id", "user_id"),
    }.get(scope["type"])
    if fitting is None:
        raise faulty("can't parse BotCommandScope: Unsupported type specified")
    if set(scope) != {"type", *fitting}:
        raise bad("can't parse BotCommandScope: Empty chat_id specified")
    return ":".join([scope["type"], *(str(scope[key]) for key in fitting)])
