"""A message's text as the server keeps it: cleaned, trimmed, 1 to 4,096 characters, entities sound.

Entities count in UTF-16 units. Finds commands and mentions by itself, as the server does; links,
hashtags and the like it does not look for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.botapi.errors import bad, faulty, unplayed
from tests.botapi.html import parse, units

Fields: TypeAlias = dict[str, Any]
Users: TypeAlias = Callable[[int], Fields | None]

LONGEST = 4096
MOST_ENTITIES = 100
NEEDS = {
    "text_link": "url",
    "text_mention": "user",
    "custom_emoji": "custom_emoji_id",
    "date_time": "unix_time",
}
FOUND_ONLY = {"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"}
"""The server finds these by itself; given by a bot they are allowed and change nothing."""
STYLES = {"bold", "italic", "underline", "strikethrough", "spoiler", "blockquote"}
STYLES |= {"expandable_blockquote", "code", "pre"}
KINDS = STYLES | FOUND_ONLY | set(NEEDS)
KEYS = {"type", "offset", "length", "url", "user", "language", "custom_emoji_id", "unix_time"}
KEYS |= {"date_time_format"}
COMMAND = re.compile(r"(?<![\w/<>])/([a-zA-Z0-9_]{1,64})(@[a-zA-Z0-9_]{3,32})?(?![\w/<>])")
MENTION = re.compile(r"(?<!\w)@[a-zA-Z0-9_]{2,32}(?!\w)")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\t]")


@dataclass(frozen=True, slots=True)
class Formatted:
    """Text and entities as they will come back."""

    text: str
    entities: tuple[Fields, ...] = ()
    complaints: tuple[str, ...] = ()


def formatted(text: str, mode: str | None, given: list[Fields] | None, users: Users) -> Formatted:
    """Return what the server keeps of a text, or raise in its words."""
    entities = [dict(entity) for entity in given or ()]
    match (mode or "").lower():
        case "" | "none":
            pass
        case _ if entities:
            raise faulty("entities and parse_mode exclude each other")
        case "html":
            text, entities = parse(text)
        case "markdown" | "markdownv2":
            raise unplayed("Markdown")
        case _:
            raise faulty("unsupported parse_mode")
    entities.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    _sound(text, entities, users)
    complaints: tuple[str, ...] = ()
    if len(entities) > MOST_ENTITIES:
        complaints = (f"{len(entities)} entities; the server keeps {MOST_ENTITIES}",)
        entities = entities[:MOST_ENTITIES]
    text = CONTROL.sub(" ", text.replace("\r", ""))
    text, entities = _trimmed(text, entities)
    if not text:
        raise faulty("text must be non-empty")
    if len(text) > LONGEST:
        raise faulty("message is too long")
    kept = [_full(entity, users) for entity in entities if entity["type"] not in FOUND_ONLY]
    kept += found(text, kept)
    kept.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return Formatted(text, tuple(kept), complaints)


def _sound(text: str, entities: list[Fields], users: Users) -> None:
    encoded = text.encode("utf-16-le")
    total = len(encoded) // 2
    open_ends: list[int] = []
    for entity in entities:
        kind, start, length = entity["type"], entity["offset"], entity["length"]
        if kind not in KINDS:
            raise faulty("can't parse MessageEntity: Unsupported type specified")
        needed = NEEDS.get(kind)
        if needed and needed not in entity:
            raise faulty(f"can't parse MessageEntity: Can't find field \"{needed}\"")
        extra = set(entity) - KEYS - {needed}
        if extra or start < 0 or length <= 0:
            raise faulty(f"can't parse MessageEntity: {entity} is empty or outside the text")
        if start >= total:
            raise faulty(f"entity begins after the end of the text at UTF-16 offset {start}")
        end = start + length
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        if end > total or (open_ends and end > open_ends[-1]):
            raise faulty(
                f"entity beginning at UTF-16 offset {start} "
                f"ends after the end of the text at UTF-16 offset {end}"
            )
        open_ends.append(end)
        for at, word in ((start, "begins"), (end, "ends")):
            if _splits(encoded, at):
                byte = len(encoded[: at * 2 - 2].decode("utf-16-le").encode())
                raise faulty(f"entity {word} in a middle of a UTF-16 symbol at byte offset {byte}")
        if kind == "text_mention" and users(entity["user"]["id"]) is None:
            raise bad("user not found")


def _splits(encoded: bytes, at: int) -> bool:
    low = int.from_bytes(encoded[at * 2 : at * 2 + 2], "little")
    return 0xDC00 <= low <= 0xDFFF


def _trimmed(text: str, entities: list[Fields]) -> tuple[str, list[Fields]]:
    """Cut blanks at the end, and at the start as far as no entity begins there."""
    text = text.rstrip(" \n")
    total = units(text)
    kept = [
        {**entity, "length": min(entity["length"], total - entity["offset"])}
        for entity in entities
        if entity["offset"] < total
    ]
    lead = len(text) - len(text.lstrip(" \n"))
    cut = min([lead, *(entity["offset"] for entity in kept)])
    return text[cut:], [{**entity, "offset": entity["offset"] - cut} for entity in kept]


def _full(entity: Fields, users: Users) -> Fields:
    if entity["type"] == "text_mention":
        return {**entity, "user": users(entity["user"]["id"])}
    return entity


def found(text: str, others: Iterable[Fields] = ()) -> list[Fields]:
    """Return the entities that nobody has to mark: commands and mentions."""
    taken = [(entity["offset"], entity["offset"] + entity["length"]) for entity in others]
    result: list[Fields] = []
    for kind, pattern in (("bot_command", COMMAND), ("mention", MENTION)):
        for match in pattern.finditer(text):
            start, length = units(text[: match.start()]), units(match[0])
            if all(start + length <= low or high <= start for low, high in taken):
                taken.append((start, start + length))
                result.append({"type": kind, "offset": start, "length": length})
    return sorted(result, key=lambda entity: int(entity["offset"]))
