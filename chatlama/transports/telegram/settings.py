"""What can be set for Telegram, and what its settings must be."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from chatlama.session.setup import Setup
from chatlama.session.transport import TransportError

from .inbox import UNKNOWN_BOT

DEFAULTS: dict[str, str | int] = {
    "base_url": "https://api.telegram.org/bot",
    "hands": "ephemeral",
    "webhook": "",
    "host": "127.0.0.1",
    "port": 8443,
}
SECRETS = ("TOKEN", "SECRET")
HANDS = ("ephemeral", "alert")
PORTS = range(1, 1 << 16)


@dataclass(frozen=True, slots=True)
class Settings:
    """How Telegram is reached."""

    token: str = field(repr=False)
    """The bot's; empty: there is none."""
    secret: str = field(repr=False)
    """What Telegram shows at the webhook."""
    base_url: str
    """The Bot API server; the token is put right behind it."""
    hands: str
    """The best way in which hands may be shown in groups."""
    webhook: str
    """The public address to which updates are brought; empty: they are asked for."""
    host: str
    port: int
    """Where the webhook's server listens here."""


def read(setup: Setup) -> Settings:
    """Return what is set. Raises ``TransportError`` in one line, which shows no value."""
    found = setup.read(DEFAULTS, SECRETS)
    for key in ("base_url", "webhook"):
        if (found[key] or key == "base_url") and not _is_address(found[key]):
            raise setup.wrong(key, "this is no web address; it begins with http:// or https://")
    if found["hands"] not in HANDS:
        raise setup.wrong("hands", f"choose one of {', '.join(HANDS)}")
    if not found["host"]:
        raise setup.wrong("host", "a name is missing; write one, or leave the setting out")
    if found["port"] not in PORTS:
        raise setup.wrong("port", "this is no port; write a number from 1 to 65535")
    token, secret = found.pop("TOKEN"), found.pop("SECRET")
    if token and not re.fullmatch(r"\d+:[A-Za-z0-9_-]+", token):
        raise TransportError(UNKNOWN_BOT)
    if token and found["webhook"] and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
        raise TransportError(
            "the webhook needs CHATLAMA_TELEGRAM_SECRET: 1 to 256 of A-Z, a-z, 0-9, _ and -"
        )
    return Settings(token, secret, **found)


def _is_address(said: str) -> bool:
    """Return whether something can be asked there: a scheme, a host, and a port if any."""
    try:
        parts = urlsplit(said)
        sound = parts.port != 0  # raises for what is none
    except ValueError:
        return False
    host = parts.hostname or ""
    return parts.scheme in {"http", "https"} and sound and bool(host) and " " not in host
