"""The real program in a process of its own: started, stopped, killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.botapi import BotApi

from . import hurried

SLOWEST = 60.0
"""Real seconds that a start or an end may take on a busy machine."""
HURRY = {"HURRY_BUDGET": "0.001"}
"""As good as no limit of our own: the fake has none either, unless a test sets both."""


class Program:
    """``chatlama run`` on a data folder."""

    def __init__(self, folder: Path, command: Sequence[str], **env: str) -> None:
        """Start nothing yet."""
        self.folder = folder
        self.data = folder / "data"
        self.log = folder / "log"
        self.starts = 0
        self._command = [sys.executable, *command, "run"]
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("CHATLAMA_", "HURRY_")) and not name.lower().endswith("_proxy")
        }
        ours = {"CHATLAMA_STORE_PATH": str(self.data), "CHATLAMA_TABLE_PACE": "0"}
        self._env = clean | ours | env
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            await self.kill()

    @property
    def said(self) -> str:
        """All that was written to standard error, by every process so far, but for greetings."""
        told = self.log.read_text(encoding="utf-8") if self.log.exists() else ""
        return re.sub(r"(?m)^INFO chatlama\.serving: .*\n", "", told)

    async def start(self) -> None:
        """Start the process; what people do meanwhile waits for it."""
        await self.launch()

    async def launch(self) -> asyncio.subprocess.Process:
        """Start the process and wait for nothing."""
        assert self._process is None, "one at a time"
        self.starts += 1
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                cwd=self.folder,
                env=self._env,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        return self._process

    async def stop(self) -> int:
        """Ask the process to end; return its exit status."""
        return await self._end(signal.SIGTERM)

    async def kill(self) -> None:
        """End the process at once, whatever it does."""
        await self._end(signal.SIGKILL)

    async def ended(self) -> int:
        """Return the exit status once the process has ended by itself."""
        assert self._process is not None
        async with asyncio.timeout(SLOWEST):
            status = await self._process.wait()
        self._process = None
        return status

    async def says(self, what: str) -> None:
        """Return when something was written to standard error."""
        async with asyncio.timeout(SLOWEST):
            while what not in self.said:  # noqa: ASYNC110  # a file tells nobody when it grows
                await asyncio.sleep(0.02)

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        return await self.ended()


class Bot(Program):
    """The program talking to a fake of Telegram."""

    def __init__(
        self, server: BotApi, folder: Path, *, hurry: dict[str, str] | None = None, **env: str
    ) -> None:
        """Start nothing yet. An empty ``hurry`` is the command as everybody has it."""
        command = ["-m", "chatlama"] if hurry == {} else [hurried.__file__]
        super().__init__(
            folder, command, **telegram(server) | (HURRY if hurry is None else hurry) | env
        )
        self.server = server

    @property
    def greeting(self) -> str:
        """What it says when it serves."""
        return f"INFO chatlama.serving: Telegram: @{self.server.bot.username}\n"

    async def start(self) -> None:
        """Start the process and return when it asks for updates."""
        known = self._asked()
        process = await self.launch()
        gone = asyncio.create_task(process.wait())
        gone.add_done_callback(lambda _: self.server.core.changed())
        try:

            def there() -> bool:
                assert not gone.done(), f"it is over already: {self.said}"
                return self.server.updates.polled or self._asked() > known

            await self.server.until(there, "the bot asks for updates", SLOWEST)
        finally:
            gone.cancel()

    async def _end(self, how: signal.Signals) -> int:
        status = await super()._end(how)
        await self.server.until(
            lambda: not self.server.updates.polled, "the server knows that the bot is gone"
        )
        return status

    def _asked(self) -> int:
        return len(self.server.calls(method="getUpdates"))


def telegram(server: BotApi) -> dict[str, str]:
    """Return the environment that names the fake."""
    return {"CHATLAMA_TELEGRAM_TOKEN": server.token, "CHATLAMA_TELEGRAM_BASE_URL": server.base_url}
