"""One account as its homeserver knows it: raw calls, which know nothing of encryption."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any, TypeAlias
from urllib.parse import quote

import aiohttp

from tests.synapse.homeserver import Homeserver, proof

Fields: TypeAlias = dict[str, Any]

PASSWORD = "open sesame"  # noqa: S105  # on loopback, for a test
_NUMBERS = count(1)


class Refused(Exception):
    """The homeserver has refused something."""

    def __init__(self, status: int, answer: Fields) -> None:
        super().__init__(f"{status}: {answer}")
        self.status = status
        self.code: str = answer.get("errcode", "")


@dataclass(slots=True)
class Account:
    """A user with one device."""

    http: aiohttp.ClientSession
    server: Homeserver
    user: str
    """``@ada:localhost``"""
    device: str
    token: str

    async def call(self, method: str, path: str, body: Fields | None = None) -> Fields:
        """Return the answer to a call of the client's API. Raises ``Refused``."""
        url = path if path.startswith("/_synapse") else f"/_matrix/client/v3{path}"
        return await _call(self.http, self.server, method, url, body, self.token)

    # --- rooms -------------------------------------------------------------------------------

    async def create(self, **fields: Any) -> str:  # noqa: ANN401  # JSON
        """Create a room and return its id."""
        answer = await self.call("POST", "/createRoom", fields)
        return str(answer["room_id"])

    async def act(self, room: str, what: str, **fields: Any) -> Fields:  # noqa: ANN401  # JSON
        """Join, leave, invite, kick, ban … in a room."""
        return await self.call("POST", f"/rooms/{quote(room)}/{what}", fields)

    async def set(self, room: str, kind: str, content: Fields, key: str = "") -> str:
        """Change a room's state and return the event's id."""
        path = f"/rooms/{quote(room)}/state/{kind}/{quote(key)}"
        return str((await self.call("PUT", path, content))["event_id"])

    async def state(self, room: str, kind: str, key: str = "") -> Fields:
        return await self.call("GET", f"/rooms/{quote(room)}/state/{kind}/{quote(key)}")

    async def send(self, room: str, kind: str, content: Fields) -> str:
        """Send an event as it is, in the clear, and return its id."""
        path = f"/rooms/{quote(room)}/send/{kind}/t{next(_NUMBERS)}"
        return str((await self.call("PUT", path, content))["event_id"])

    async def redact(self, room: str, event: str) -> None:
        path = f"/rooms/{quote(room)}/redact/{quote(event)}/t{next(_NUMBERS)}"
        await self.call("PUT", path, {})

    # --- devices -----------------------------------------------------------------------------

    async def another(self) -> Account:
        """Log in once more: the same user with a new device."""
        identifier = {"type": "m.id.user", "user": self.user}
        body = {"type": "m.login.password", "identifier": identifier, "password": PASSWORD}
        answer = await self.call("POST", "/login", body)
        return Account(
            self.http, self.server, self.user, answer["device_id"], answer["access_token"]
        )

    async def log_out(self) -> None:
        """End the device; its token is worth nothing afterwards."""
        await self.call("POST", "/logout", {})


async def register(
    http: aiohttp.ClientSession, server: Homeserver, name: str, shown: str, *, admin: bool = False
) -> Account:
    """Return a new account whose display name is ``shown``, with a device without keys."""
    path = "/_synapse/admin/v1/register"
    nonce = (await _call(http, server, "GET", path))["nonce"]
    body = {
        "nonce": nonce,
        "username": name,
        "password": PASSWORD,
        "displayname": shown,
        "admin": admin,
        "mac": proof(nonce, name, PASSWORD, admin=admin),
    }
    answer = await _call(http, server, "POST", path, body)
    return Account(http, server, answer["user_id"], answer["device_id"], answer["access_token"])


async def _call(
    http: aiohttp.ClientSession,
    server: Homeserver,
    method: str,
    path: str,
    body: Fields | None = None,
    token: str | None = None,
) -> Fields:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with http.request(method, server.url + path, json=body, headers=headers) as response:
        answer: Fields = await response.json()
        if response.status != 200:
            raise Refused(response.status, answer)
        return answer
