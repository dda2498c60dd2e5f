"""A real Synapse on loopback, on a free port, with all it keeps in a folder that goes with it.

It says itself when it is ready, and ends with the process that started it, however that ends.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO, Any, Self, TypeAlias

from tests.synapse import leashed
from tests.synapse.environments import interpreter

Fields: TypeAlias = dict[str, Any]

SLOWEST = 60.0
"""Real seconds that a start may take on a busy machine."""
DOMAIN = "localhost"
SECRET = "anybody may register"  # noqa: S105  # on loopback, for a test
FREE = {"per_second": 10_000, "burst_count": 10_000}
PLAIN = ("message", "registration", "admin_redaction", "joins_per_room", "room_creation")
PARTS = {
    "login": ("address", "account", "failed_attempts"),
    "joins": ("local", "remote"),
    "invites": ("per_room", "per_user", "per_issuer"),
}
"""What a homeserver limits, as its settings call it."""


class Homeserver:
    """One process; ``limited``: as it comes, with the limits that every public server has."""

    def __init__(self, *, limited: bool = False) -> None:
        self.limited = limited
        self.folder = Path(tempfile.mkdtemp(prefix="synapse-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None

    def __enter__(self) -> Self:
        self._write()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def said(self) -> str:
        """All that the process has written; its warnings are in its own log."""
        return (self.folder / "out").read_text("utf-8", "replace")

    def start(self) -> None:
        """Return when clients are served."""
        place = str(self.folder / "ready")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(place)
            ready.settimeout(0.5)
            self._log = (self.folder / "out").open("ab")
            self._process = subprocess.Popen(  # noqa: S603  # our own recipe
                [
                    interpreter("synapse"),
                    leashed.__file__,
                    "synapse.app.homeserver",
                    "-c",
                    self.folder / "homeserver.json",
                ],
                cwd=self.folder,
                env={"NOTIFY_SOCKET": place, "PATH": "/usr/bin:/bin"},
                stdin=subprocess.PIPE,
                stdout=self._log,
                stderr=self._log,
            )
            self._wait(ready)
        Path(place).unlink()

    def stop(self) -> None:
        """End the process; what it keeps stays for a new start."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(leashed.PATIENCE + 5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert self._log is not None
        self._log.close()

    def _wait(self, ready: socket.socket) -> None:
        end = time.monotonic() + SLOWEST
        while True:
            try:
                if b"READY=1" in ready.recv(1024):
                    return
            except TimeoutError:
                assert self._process is not None
                assert self._process.poll() is None, f"Synapse did not start: {self.said[-2000:]}"
                assert time.monotonic() < end, f"Synapse is not ready: {self.said[-2000:]}"

    def _write(self) -> None:
        seed = base64.b64encode(secrets.token_bytes(32)).decode().rstrip("=")
        self._file("signing.key").write_text(f"ed25519 a_test {seed}\n", "utf-8")
        self._file("homeserver.json").write_text(json.dumps(self._settings()), "utf-8")  # is YAML
        self._file("log.json").write_text(json.dumps(self._logging()), "utf-8")

    def _file(self, name: str) -> Path:
        return self.folder / name

    def _settings(self) -> Fields:
        settings: Fields = {
            "server_name": DOMAIN,
            "public_baseurl": f"{self.url}/",
            "pid_file": str(self._file("pid")),
            "report_stats": False,
            "media_store_path": str(self._file("media")),
            "signing_key_path": str(self._file("signing.key")),
            "macaroon_secret_key": "m",
            "form_secret": "f",
            "registration_shared_secret": SECRET,
            "trusted_key_servers": [],
            "suppress_key_server_warning": True,
            "federation_domain_whitelist": [],
            "presence": {"enabled": False},
            "bcrypt_rounds": 4,
            "log_config": str(self._file("log.json")),
            "listeners": [
                {
                    "port": self.port,
                    "bind_addresses": ["127.0.0.1"],
                    "type": "http",
                    "tls": False,
                    "resources": [{"names": ["client"], "compress": False}],
                }
            ],
            "database": {"name": "sqlite3", "args": {"database": str(self._file("db"))}},
        }
        if not self.limited:
            settings |= {f"rc_{name}": FREE for name in PLAIN}
            settings |= {f"rc_{name}": dict.fromkeys(parts, FREE) for name, parts in PARTS.items()}
        return settings

    def _logging(self) -> Fields:
        to = {"class": "logging.FileHandler", "filename": str(self._file("log"))}
        return {
            "version": 1,
            "disable_existing_loggers": False,
            "handlers": {"file": to},
            "root": {"level": "WARNING", "handlers": ["file"]},
        }


def proof(nonce: str, user: str, password: str, *, admin: bool) -> str:
    """Return what shows that one may register somebody."""
    told = "\0".join((nonce, user, password, "admin" if admin else "notadmin"))
    return hmac.new(SECRET.encode(), told.encode(), hashlib.sha1).hexdigest()
