"""The composition root: what is put together, and that it is let go of again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import chatlama.app as root
from chatlama.app import Chance, Unserved, connect, open_store, serve, table_id
from chatlama.config import Config, load
from chatlama.core.table.model import TableId
from chatlama.plugins import Plugins
from chatlama.scheduling import Alarms
from chatlama.session.painter import Painter
from chatlama.session.ports import Store, StoreError
from chatlama.session.setup import Setup
from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Handle,
    Page,
    Transport,
    TransportError,
)
from chatlama.stores.memory import MemoryStore
from chatlama.stores.tinydb import TinyStore
from tests.fakes import HOUSE, spoken

FOUND = Plugins(HOUSE.games, HOUSE.players, spoken(), ())


class Line:
    """A chat system in which nothing happens until it is told to."""

    name = "line"
    capabilities = Capabilities()

    def __init__(self, end: Exception | None = None) -> None:
        self.end = end
        self.running = asyncio.Event()
        self.stopped = False

    async def run(self, dispatch: Dispatch) -> None:
        self.running.set()
        if self.end:
            raise self.end
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped = True

    async def administers(self, chat: Chat, user: str) -> bool:
        return False

    def wants(self, to: Address) -> bool:
        return False

    async def hides(self, to: Address) -> bool:
        return False

    def reaches(self, to: Address) -> bool:
        return True

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        return last


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)


# --- chance ----------------------------------------------------------------------------------


def test_chance_is_secret_unless_it_is_to_be_repeated() -> None:
    secret = Chance()
    assert len({secret("round 1") for _ in range(100)}) == 100
    named = Chance("a")
    assert named("round 1") == Chance("a")("round 1")
    different = {named("round 1"), named("round 2"), Chance("b")("round 1"), Chance("")("round 1")}
    assert len(different) == 4
    assert {len(each) for each in different} == {root.SEED_BYTES}


def test_table_ids_are_never_the_same_and_fit_into_a_button() -> None:
    ids = {table_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(id.isascii() and id.isalnum() and len(id) == root.ID_LENGTH for id in ids)


# --- stores ----------------------------------------------------------------------------------


async def test_a_store_is_opened_by_its_name(tmp_path: Path) -> None:
    kinds: Mapping[str, type[Store]] = {"memory": MemoryStore, "tinydb": TinyStore}
    for kind, made in kinds.items():
        store = open_store(kind, tmp_path / kind)
        assert isinstance(store, made)
        await store.close()
    with pytest.raises(StoreError, match=r"^there is no store paper; choose one of memory, tinydb"):
        open_store("paper", tmp_path)


# --- chat systems ----------------------------------------------------------------------------

Plugged = Callable[..., None]


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Plugged:
    """Have these chat systems installed."""

    def put(**plugs: Callable[[Setup], Transport | None]) -> None:
        def found(group: str) -> tuple[dict[str, Any], list[str]]:
            assert group == "transports"
            return dict(plugs), []

        monkeypatch.setattr(root, "load", found)

    return put


def written(environ: Mapping[str, str], *transports: str) -> Config:
    return load(None, environ, transports=transports)


def test_a_chat_system_gets_its_own_settings_and_secrets_and_no_other_s(
    plugged: Plugged, tmp_path: Path
) -> None:
    """A third one needs no word of ours to have both."""
    setups: list[Setup] = []

    def plug(setup: Setup) -> Transport:
        setups.append(setup)
        return Line()

    plugged(telegram=plug, irc=plug, times=plug)
    environ = {
        "CHATLAMA_TELEGRAM_TOKEN": "123:secret",
        "CHATLAMA_IRC_PASSWORD": "secret",
        "PATH": "/bin",
    }
    file = tmp_path / "any.toml"
    file.write_text('[irc]\nport = 9000\n[telegram]\nhands = "alert"\n')
    config = load(file, environ, transports=["telegram", "irc", "times"])
    transports, problems = connect(FOUND, config)
    assert (list(transports), problems) == (["telegram", "irc", "times"], [])
    telegram, irc, times = setups
    assert telegram.settings == {"hands": "alert"}
    assert telegram.variables == {"TOKEN": "123:secret"}
    assert irc.read({"port": 6697}, ["PASSWORD"]) == {"port": 9000, "PASSWORD": "secret"}
    assert (irc.name, irc.file) == ("irc", str(file))
    assert (times.settings, times.variables) == ({}, {})
    assert "secret" not in repr(setups)
    assert telegram.languages[0] == "en"
    assert {telegram.say("button-start", language) for language in telegram.languages} >= {"Start"}


def test_a_chat_system_that_nothing_names_is_left_out(plugged: Plugged) -> None:
    plugged(silent=lambda _: None)
    assert connect(FOUND, written({})) == ({}, [])


def test_a_chat_system_that_fails_is_named_and_the_others_are_served(plugged: Plugged) -> None:
    def fails(_: Setup) -> Transport:
        raise RuntimeError("no wire\nat all")

    def ends(_: Setup) -> Transport:
        raise SystemExit("no wire")

    plugged(
        broken=fails,
        ending=ends,
        mute=lambda _: object(),
        line=lambda _: Line(),
        clock=lambda _: Line(),
    )
    transports, problems = connect(FOUND, written({}, "broken", "ending", "mute", "line", "clock"))
    assert list(transports) == ["line"]
    assert problems == [
        "transports plug-in broken left out: RuntimeError: no wire",
        "transports plug-in ending left out: SystemExit: no wire",
        "transports plug-in mute left out: TypeError: it has no run()",
        "transports plug-in clock left out: ValueError: [clock] is a section of the settings",
    ]


def test_a_chat_system_that_cannot_be_set_up_as_it_is_stops_the_start_if_it_is_the_only_one(
    plugged: Plugged,
) -> None:
    def refuses(_: Setup) -> Transport:
        raise TransportError("the token is no token")

    plugged(line=refuses)
    with pytest.raises(TransportError, match="the token is no token"):
        connect(FOUND, written({}))
    plugged(line=refuses, other=lambda _: Line())
    transports, problems = connect(FOUND, written({}))
    assert list(transports) == ["other"]
    assert problems == ["the token is no token"]


# --- serving ---------------------------------------------------------------------------------


async def test_what_is_served_is_let_go_of_when_it_is_stopped(tmp_path: Path) -> None:
    config = load(None, {"CHATLAMA_STORE_PATH": str(tmp_path / "data")})
    line = Line()
    serving = asyncio.create_task(serve(FOUND, config, {"line": line}))
    await asyncio.wait_for(line.running.wait(), timeout=60)
    with pytest.raises(StoreError, match="in use by another chatlama"):
        TinyStore(tmp_path / "data")
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert line.stopped
    await TinyStore(tmp_path / "data").close()


async def test_the_last_chat_system_that_cannot_be_served_ends_it_with_the_reason(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = load(None, {"CHATLAMA_STORE_PATH": str(tmp_path / "data")})
    with pytest.raises(TransportError, match="the token was taken back"):
        await serve(FOUND, config, {"line": Line(TransportError("the token was taken back"))})
    assert not caplog.records
    with pytest.raises(Unserved, match=r"^line failed: KeyError: 'wire'$"):
        await serve(FOUND, config, {"line": Line(KeyError("wire"))})
    assert not caplog.records
    await TinyStore(tmp_path / "data").close()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (TransportError("no such token"), "broken is served no more: no such token"),
        (KeyError("wire"), "broken is served no more: broken failed: KeyError: 'wire'"),
        (ValueError("no\nwire"), "broken is served no more: broken failed: ValueError: no"),
    ],
)
async def test_a_chat_system_that_fails_is_one_line_and_the_others_go_on(
    error: Exception, said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = load(None, {"CHATLAMA_STORE_PATH": str(tmp_path / "data")})
    line, broken = Line(), Line(error)
    serving = asyncio.create_task(serve(FOUND, config, {"line": line, "broken": broken}))
    await asyncio.wait_for(line.running.wait(), timeout=60)
    for _ in range(20):
        await asyncio.sleep(0)
    assert [record.getMessage() for record in caplog.records] == [said]
    assert not serving.done()
    assert not line.stopped
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert line.stopped


async def test_when_every_chat_system_has_come_to_its_end_so_has_the_process(
    tmp_path: Path,
) -> None:
    class Short(Line):
        async def run(self, dispatch: Dispatch) -> None:
            pass

    config = load(None, {"CHATLAMA_STORE_PATH": str(tmp_path / "data")})
    await serve(FOUND, config, {"short": Short(), "other": Short()})
    await TinyStore(tmp_path / "data").close()


# --- letting go ------------------------------------------------------------------------------


class Seen(MemoryStore):
    """A store that says what happens to it."""

    def __init__(self, said: list[str], *, broken: bool = False) -> None:
        super().__init__()
        self.said = said
        self.broken = broken

    async def tables(self) -> Sequence[TableId]:
        if self.broken:
            raise StoreError("the disk is gone")
        return await super().tables()

    async def close(self) -> None:
        self.said.append("store closed")


def watched(monkeypatch: pytest.MonkeyPatch, said: list[str], *, broken: bool = False) -> None:
    """Have a store opened that says what happens, and alarms and tables that say so too."""

    class Loud(Alarms):
        def stop(self) -> None:
            said.append("alarms stopped")
            super().stop()

    class Watched(Painter):
        async def stop(self) -> None:
            said.append("painters stopped")
            await super().stop()

    monkeypatch.setattr(root, "open_store", lambda *_: Seen(said, broken=broken))
    monkeypatch.setattr(root, "Alarms", Loud)
    monkeypatch.setattr(root, "Painter", Watched)


async def test_a_start_that_fails_lets_go_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    watched(monkeypatch, said, broken=True)
    with pytest.raises(StoreError, match="the disk is gone"):
        await serve(FOUND, load(None, {}), {"line": Line()})
    assert said == ["alarms stopped", "painters stopped", "store closed"]


async def test_painters_stop_before_chats_end_and_the_store_is_closed_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    watched(monkeypatch, said)

    class Telling(Line):
        async def run(self, dispatch: Dispatch) -> None:
            try:
                await super().run(dispatch)
            finally:
                said.append("chat ended")

    line = Telling()
    serving = asyncio.create_task(serve(FOUND, load(None, {}), {"line": line}))
    await asyncio.wait_for(line.running.wait(), timeout=60)
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert said.index("painters stopped") < said.index("chat ended")
    assert said[-1] == "store closed"
    assert said.count("store closed") == 1


async def test_being_stopped_a_second_time_still_closes_the_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    watched(monkeypatch, said)

    class Slow(Line):
        """Takes for ever to say goodbye."""

        def __init__(self) -> None:
            super().__init__()
            self.leaving = asyncio.Event()

        async def run(self, dispatch: Dispatch) -> None:
            try:
                await super().run(dispatch)
            finally:
                self.leaving.set()
                await asyncio.Event().wait()

    line = Slow()
    serving = asyncio.create_task(serve(FOUND, load(None, {}), {"line": line}))
    await asyncio.wait_for(line.running.wait(), timeout=60)
    serving.cancel()
    await asyncio.wait_for(line.leaving.wait(), timeout=60)
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert said[-1] == "store closed"
