"""Reads ``parse_mode=HTML`` as the server does: text and entities, or the server's complaint.

Markdown is not read. Nested tags are allowed wherever they close in order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.botapi.errors import Refused, faulty

Fields: TypeAlias = dict[str, Any]

PLAIN = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "code": "code",
    "pre": "pre",
}
OTHERS = {"span", "a", "blockquote", "tg-emoji", "tg-time"}
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
REFERENCE = re.compile(r"&(#\d+|#x[0-9a-fA-F]+|lt|gt|amp|quot);?")
TAG = re.compile(r"<(/?)([^\s/>]*)([^>]*)>")
ATTRIBUTE = re.compile(r"""\s*([^\s=>]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.:/?=-]+)))?""")


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    at: int
    entity: Fields | None


def units(text: str) -> int:
    """Return the length of a text as entities count it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def parse(source: str) -> tuple[str, list[Fields]]:
    """Return text and entities of what is marked up; raise ``Refused`` in the server's words."""
    text = ""
    entities: list[Fields] = []
    stack: list[_Open] = []
    position = 0
    while position < len(source):
        byte = len(source[:position].encode())
        match source[position]:
            case "&" if found := REFERENCE.match(source, position):
                text += _character(found[1])
                position = found.end()
            case "<":
                found = TAG.match(source, position)
                if not found:
                    raise _complaint(f"Unclosed start tag at byte offset {byte}")
                closing, tag, rest = found[1], found[2].lower(), found[3]
                if closing:
                    _close(stack, tag, byte, text, entities)
                else:
                    stack.append(_Open(tag, units(text), _entity(tag, rest, byte, stack)))
                position = found.end()
            case char:
                text += char
                position += 1
    if stack:
        tag = stack[-1].tag
        raise _complaint(f'Can\'t find end tag corresponding to start tag "{tag}"')
    return text, entities


def _complaint(words: str) -> Refused:
    return faulty(f"can't parse entities: {words}")


def _character(name: str) -> str:
    if name.startswith("#x"):
        return chr(int(f"0{name[1:]}", 0))
    return chr(int(name[1:])) if name.startswith("#") else NAMED[name]


def _close(stack: list[_Open], tag: str, byte: int, text: str, entities: list[Fields]) -> None:
    if not stack:
        raise _complaint(f"Unexpected end tag at byte offset {byte}")
    opened = stack.pop()
    if tag and tag != opened.tag:
        raise _complaint(
            f'Unmatched end tag at byte offset {byte}, expected "</{opened.tag}>", found "</{tag}>"'
        )
    length = units(text) - opened.at
    if opened.entity is not None and length:
        entities.append({"offset": opened.at, "length": length, **opened.entity})


def _entity(tag: str, rest: str, byte: int, stack: list[_Open]) -> Fields | None:
    given = {
        found[1].lower(): found[3] or found[4] or found[5] or ""
        for found in ATTRIBUTE.finditer(rest)
    }
    if tag not in PLAIN and tag not in OTHERS:
        raise _complaint(f'Unsupported start tag "{tag}" at byte offset {byte}')
    match tag:
        case "code" if stack and stack[-1].tag == "pre" and stack[-1].entity is not None:
            language = given.get("class", "").removeprefix("language-")
            stack[-1].entity.update({"language": language} if language else {})
            return None
        case "span" if given.get("class") != "tg-spoiler":
            raise _complaint(f'Tag "span" must have class "tg-spoiler" at byte offset {byte}')
        case "span":
            return {"type": "spoiler"}
        case "blockquote":
            return {"type": "expandable_blockquote" if "expandable" in given else tag}
        case "tg-emoji":
            return {"type": "custom_emoji", "custom_emoji_id": given.get("emoji-id", "")}
        case "tg-time":
            shape = {"date_time_format": given["format"]} if "format" in given else {}
            return {"type": "date_time", "unix_time": int(given.get("unix", "0")), **shape}
        case "a":
            return _link(REFERENCE.sub(lambda found: _character(found[1]), given.get("href", "")))
        case _:
            return {"type": PLAIN[tag]}


def _link(url: str) -> Fields | None:
    if found := re.fullmatch(r"tg://user\?id=(\d+)", url):
        return {"type": "text_mention", "user": {"id": int(found[1])}}
    return {"type": "text_link", "url": url} if url else None
