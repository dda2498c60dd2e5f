"""The account: logged in once, with a device and keys that stay the same over restarts.

What is kept lies in one folder that nobody else may look into: ``session.json`` (device and access
token), ``keys.db`` (the library's store of encryption keys), ``signing.json`` and
``position.json``. One process uses the folder at a time: two would spoil the keys.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from aiohttp import ClientConnectorError
from nio import AsyncClient, AsyncClientConfig, Response, SyncResponse

from chatlama.session.folder import Held
from chatlama.session.transport import RetryLater, TransportError

from .calls import DEAD, Refused, Sleep, call, dead, path, persistently
from .kept import Kept
from .settings import Settings

log = logging.getLogger(__name__)
# What it tells at a lower level is told by us, or holds what others must not read.
logging.getLogger("nio").setLevel(logging.ERROR)
logging.getLogger("peewee").setLevel(logging.WARNING)

T = TypeVar("T")

KEYS = "keys.db"
DEVICE = "chatlama"
"""What the device is called in lists of devices."""
TIMEOUT = 60.0
"""Seconds after which a request has failed."""


@dataclass(slots=True)
class Account:
    """An account on a homeserver; ``enter`` it once, then ``leave``."""

    settings: Settings
    folder: Path
    sleep: Sleep = asyncio.sleep
    client: AsyncClient = field(init=False, repr=False)
    _lock: Held | None = field(default=None, init=False, repr=False)
    _reached: bool = field(default=False, init=False)
    """Whether the server has let us in before."""

    async def enter(self) -> None:
        """Have a client that is logged in, with its keys loaded and known to the server.

        Waits while the server can't be reached, if it ever was. Raises ``TransportError``.
        """
        self._lock = _locked(self.folder)
        config = AsyncClientConfig(
            max_limit_exceeded=0,
            max_timeouts=0,
            request_timeout=TIMEOUT,
            store_name=KEYS,
            store_sync_tokens=False,
            pickle_key=DEVICE,
        )
        session = Kept(self.folder / "session.json")
        kept = session.read()
        self._reached = bool(kept)
        if kept and kept.get("user") != self.settings.user:
            raise TransportError(
                f"{self.folder} belongs to {kept.get('user')}; give {self.settings.user} another"
                " data folder, or move that one away"
            )
        device = self.settings.device_id or kept.get("device", "")
        lost = kept.get("device") == device and not (self.folder / KEYS).exists()
        self.client = _Client(
            self.settings.homeserver,
            self.settings.user,
            device_id=device or None,
            store_path=str(self.folder),
            config=config,
        )
        token = self.settings.access_token or kept.get("token", "")
        if lost:
            token = await self._give_up(token)
        if not token or not await self._restored(device, token):
            await self._persistently("logging in", self._log_in)
            told = {"user": self.client.user_id, "device": self.client.device_id}
            self._keep(session, {**told, "token": self.client.access_token})
        elif kept.get("device") != device:
            self._keep(session, {"user": self.settings.user, "device": device})

    async def leave(self) -> None:
        """Let go of the connection and the folder; device and token stay good."""
        try:
            if hasattr(self, "client"):
                await self.client.close()
                if self.client.store is not None:
                    self.client.store.database.close()
        finally:
            if self._lock is not None:
                self._lock.let_go()

    async def _give_up(self, token: str) -> str:
        """Log out a device whose keys are lost; nobody would trust other ones under its name."""
        if self.settings.access_token:
            raise TransportError(
                f"the keys of the Matrix device are gone from {self.folder}: give them back, or set"
                " CHATLAMA_MATRIX_ACCESS_TOKEN and CHATLAMA_MATRIX_DEVICE_ID of a new device"
            )
        log.warning("the keys of the Matrix device are gone; a new device takes its place")
        self.client.access_token, self.client.device_id = token, None
        with suppress(Refused, RetryLater):
            await call(self.client, "POST", path("logout"), {})
        self.client.access_token = ""
        return ""

    async def _persistently(self, what: str, calling: Callable[[], Awaitable[T]]) -> T:
        """Return what is answered; an address at which nobody ever answered is a wrong one."""

        async def called() -> T:
            try:
                return await calling()
            except RetryLater as error:
                why = error.__cause__
                if self._reached or not isinstance(why, ClientConnectorError):
                    raise
                raise TransportError(
                    f"{self.settings.homeserver} can't be reached ({why}):"
                    " check CHATLAMA_MATRIX_HOMESERVER"
                ) from error

        return await persistently(self.sleep, what, called)

    async def _restored(self, device: str, token: str) -> bool:
        """Return whether the token is good; then its device is loaded."""
        self.client.access_token = token
        try:
            known = await self._persistently(
                "asking whose token it is",
                lambda: call(self.client, "GET", path("account", "whoami")),
            )
        except Refused as error:
            self.client.access_token = ""
            if error.code in DEAD and self.settings.password:
                if not error.answer.get("soft_logout"):  # its keys are gone from the server, too
                    self.client.device_id = None
                return False
            raise self._hopeless(error) from error
        if known.get("user_id") != self.settings.user or known.get("device_id") != device:
            raise TransportError(
                f"the Matrix access token is not one of {self.settings.user} and its device"
                f" {device}; both are told where the token was made"
            )
        with _private():
            self.client.restore_login(self.settings.user, device, token)
        return True

    async def _log_in(self) -> None:
        wanted = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": self.settings.user},
            "password": self.settings.password,
            "initial_device_display_name": DEVICE,
        }
        if self.client.device_id:
            wanted["device_id"] = self.client.device_id
        try:
            told = await call(self.client, "POST", path("login"), wanted)
            user, device, token = told["user_id"], told["device_id"], told["access_token"]
        except Refused as error:
            raise self._hopeless(error) from error
        except KeyError as error:
            raise self._hopeless(Refused(200, told)) from error
        if user != self.settings.user:
            raise TransportError(
                f"Matrix writes the name of the account {user}: write it so in CHATLAMA_MATRIX_USER"
            )
        with _private():
            self.client.restore_login(user, device, token)

    def _hopeless(self, error: Refused) -> TransportError:
        """Return what is wrong with how the account is set up."""
        if error.code in DEAD:
            return TransportError(dead(self.settings))
        if error.code == "M_FORBIDDEN":
            return TransportError(
                f"Matrix does not accept the password of {self.settings.user}:"
                " check CHATLAMA_MATRIX_PASSWORD and CHATLAMA_MATRIX_USER"
            )
        return TransportError(
            f"{self.settings.homeserver} does not answer as a Matrix homeserver does ({error}):"
            " check CHATLAMA_MATRIX_HOMESERVER"
        )

    def _keep(self, session: Kept, told: dict[str, str]) -> None:
        try:
            session.write(told)
        except OSError as error:
            raise TransportError(f"{session.path} can't be written: {error}") from error


class _Client(AsyncClient):  # type: ignore[misc]  # the library has no types
    """The library's client, but for what it takes and keeps wrongly.

    It takes a key that did not arrive for having been logged out. And of a room's key it first
    keeps that it was opened, then the key itself: killed in between, it could never open it again.
    """

    access_token: str

    async def receive_response(self, response: Response) -> None:
        token = self.access_token
        with self._at_once(response):
            await super().receive_response(response)
        self.access_token = token or self.access_token

    def _at_once(self, response: Response) -> AbstractContextManager[object]:
        """Have all that news change be kept together or not at all; nothing waits meanwhile."""
        if self.store is None or not isinstance(response, SyncResponse):
            return nullcontext()
        change: AbstractContextManager[object] = self.store.database.atomic()
        return change


@contextmanager
def _private() -> Iterator[None]:
    """Have files that are made meanwhile readable by us alone."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def _locked(folder: Path) -> Held:
    try:
        lock = Held.take(folder)
        folder.chmod(0o700)
    except OSError as error:
        raise TransportError(f"{folder} can't be used: {error.strerror}") from error
    if lock is None:
        raise TransportError(f"{folder} is in use by another chatlama; stop it first")
    return lock
