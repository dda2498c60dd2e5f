"""The composition root: what is put together, and that it is let go of again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import chatlama.app as root
from chatlama.app import Chance, connect, open_store, serve, table_id
from chatlama.config import load
from chatlama.plugins import Plugins
from chatlama.session.ports import Store, StoreError
from chatlama.session.transport import (
    Address,
    Capabilities,
    Chat,
    Dispatch,
    Handle,
    Page,
    Setup,
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
    capabilities = Capabilities(private=True)

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

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        return last


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


def test_a_chat_system_gets_its_own_settings_and_secrets_and_no_other_s(plugged: Plugged) -> None:
    setups: list[Setup] = []

    def plug(setup: Setup) -> Transport:
        setups.append(setup)
        return Line()

    plugged(telegram=plug, other=plug)
    environ = {
        "CHATLAMA_TELEGRAM_PORT": "9000",
        "CHATLAMA_TELEGRAM_TOKEN": "123:secret",
        "PATH": "/bin",
    }
    transports, problems = connect(FOUND, load(None, environ), environ)
    assert (list(transports), problems) == (["telegram", "other"], [])
    telegram, other = setups
    assert telegram.settings["port"] == 9000
    assert telegram.secrets == {"PORT": "9000", "TOKEN": "123:secret"}
    assert other.secrets == {}
    assert "secret" not in repr(telegram)
    assert telegram.languages[0] == "en"
    assert {telegram.say("button-start", language) for language in telegram.languages} >= {"Start"}


def test_a_chat_system_that_nothing_names_is_left_out(plugged: Plugged) -> None:
    plugged(silent=lambda _: None)
    assert connect(FOUND, load(None, {}), {}) == ({}, [])


def test_a_chat_system_that_fails_is_named_and_the_others_are_served(plugged: Plugged) -> None:
    def fails(_: Setup) -> Transport:
        raise RuntimeError("no wire\nat all")

    plugged(broken=fails, line=lambda _: Line())
    transports, problems = connect(FOUND, load(None, {}), {})
    assert list(transports) == ["line"]
    assert problems == ["transports plug-in broken left out: RuntimeError: no wire"]


def test_a_chat_system_that_cannot_be_set_up_as_it_is_stops_the_start(plugged: Plugged) -> None:
    def refuses(_: Setup) -> Transport:
        raise TransportError("the token is no token")

    plugged(line=refuses)
    with pytest.raises(TransportError, match="the token is no token"):
        connect(FOUND, load(None, {}), {})


# --- serving ---------------------------------------------------------------------------------


async def test_what_is_served_is_let_go_of_when_it_is_stopped(tmp_path: Path) -> None:
    config = load(None, {"CHATLAMA_STORE_PATH": str(tmp_path / "data")})
    line = Line()
    serving = asyncio.create_task(serve(FOUND, config, {"line": line}))
    await asyncio.wait_for(line.running.wait(), timeout=10)
    with pytest.raises(StoreError, match="in use by another chatlama"):
        TinyStore(tmp_path / "data")
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert line.stopped
    await TinyStore(tmp_path / "data").close()


async def test_a_chat_system_that_cannot_be_served_ends_it_with_the_reason(tmp_path: Path) -> None:
    config = load(None, {"CHATLAMA_STORE_PATH": str(tmp_path / "data")})
    line, broken = Line(), Line(TransportError("the token was taken back"))
    with pytest.raises(TransportError, match="the token was taken back"):
        await serve(FOUND, config, {"line": line, "broken": broken})
    assert line.stopped
    await TinyStore(tmp_path / "data").close()
