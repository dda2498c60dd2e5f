"""What can be set for Matrix, and what its settings must be."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast, get_args

from chatlama.session.setup import Setup
from chatlama.session.transport import TransportError

Reactions: TypeAlias = Literal["auto", "on", "off"]

DEFAULTS: dict[str, str | int] = {
    "homeserver": "",
    "user": "",
    "device_id": "",
    "allow": "",
    "rooms": 100,
    "members": 100,
    "reactions": "auto",
    "identity": "keep",
}
SECRETS = ("PASSWORD", "ACCESS_TOKEN")
USER = re.compile(r"@[^\s:]+:[^\s:]+(:\d+)?")
SERVER = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
IDENTITIES = ("keep", "replace")
LIMITS = range(1, 10_001)


@dataclass(frozen=True, slots=True)
class Settings:
    """How Matrix is reached, and how far it may go."""

    homeserver: str
    """The address of the homeserver's client API, without a slash behind it."""
    user: str
    """The account: ``@name:server``."""
    password: str = field(repr=False)
    """Logs in once; empty if there is a token."""
    access_token: str = field(repr=False)
    """Of a device made for us; empty if there is a password."""
    device_id: str
    """The token's device."""
    allow: tuple[str, ...]
    """Users and servers that may invite us; empty: everybody may."""
    rooms: int
    """In how many rooms, direct ones not counted, we may be."""
    members: int
    """How many people may be in a room that we join."""
    reactions: Reactions
    """Whether reactions are put to messages as buttons; ``auto``: where the server is quick."""
    identity: str = "keep"
    """What becomes of an identity that another client has made for the account."""

    def may_invite(self, user: str) -> bool:
        """Return whether an invitation by the person is followed."""
        server = user.partition(":")[2]
        return not self.allow or user in self.allow or server in self.allow


def read(setup: Setup) -> Settings | None:
    """Return what is set, ``None`` if there is no account.

    Raises ``TransportError`` in one line, which shows no value.
    """
    found = setup.read(DEFAULTS, SECRETS)
    password, token = found.pop("PASSWORD"), found.pop("ACCESS_TOKEN")
    allow = tuple(dict.fromkeys(each for each in re.split(r"[,\s]+", found.pop("allow")) if each))
    for key in ("rooms", "members"):
        if found[key] not in LIMITS:
            raise setup.wrong(key, f"write a number from 1 to {LIMITS[-1]}")
    if found["reactions"] not in get_args(Reactions):
        raise setup.wrong("reactions", f"choose one of {', '.join(get_args(Reactions))}")
    if found["identity"] not in IDENTITIES:
        raise setup.wrong("identity", f"choose one of {', '.join(IDENTITIES)}")
    if not all(USER.fullmatch(each) or SERVER.fullmatch(each) for each in allow):
        raise setup.wrong("allow", "write users and servers: @ada:example.org, example.com")
    homeserver, user, device = (found.pop(each) for each in ("homeserver", "user", "device_id"))
    if not (homeserver or user or password or token):
        return None
    if not re.fullmatch(r"https?://[^\s/]+(/[^\s?#]*)?", homeserver):
        raise setup.wrong("homeserver", "write its whole address: https://matrix.example.org")
    if not USER.fullmatch(user):
        raise setup.wrong("user", "write the whole name of the account: @lama:example.org")
    if bool(password) == bool(token):
        raise TransportError(
            "Matrix needs either CHATLAMA_MATRIX_PASSWORD or CHATLAMA_MATRIX_ACCESS_TOKEN, not both"
        )
    if token and not device:
        raise setup.wrong("device_id", "write the device to which the access token belongs")
    return Settings(
        homeserver=homeserver.rstrip("/"),
        user=user,
        password=password,
        access_token=token,
        device_id=device,
        allow=allow,
        rooms=found["rooms"],
        members=found["members"],
        reactions=cast("Reactions", found["reactions"]),
        identity=found["identity"],
    )
