"""Logging in: once, with one device for ever, and one clear line where that can't be."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from nio import SyncResponse

from chatlama.session.transport import TransportError
from chatlama.transports.matrix.account import Account
from chatlama.transports.matrix.settings import Settings
from tests.transports.matrix.homeserver import ME, PASSWORD, Homeserver, Sleep, homeserver

NO_SLEEP = Sleep()


@pytest.fixture
async def server() -> AsyncIterator[Homeserver]:
    async with homeserver() as running:
        yield running


def settings(server: Homeserver, **other: str) -> Settings:
    told: dict[str, str] = {
        "password": PASSWORD,
        "access_token": "",
        "device_id": "",
        "user": ME,
        **other,
    }
    return Settings(homeserver=server.url, allow=(), rooms=9, members=9, reactions="auto", **told)


@asynccontextmanager
async def entered(
    server: Homeserver, folder: Path, sleep: Sleep = NO_SLEEP, /, **other: str
) -> AsyncIterator[Account]:
    account = Account(settings(server, **other), folder / "matrix", sleep)
    try:
        await account.enter()
        yield account
    finally:
        await account.leave()


async def refused(server: Homeserver, folder: Path, **other: str) -> str:
    with pytest.raises(TransportError) as caught:
        async with entered(server, folder, **other):
            pass
    said = str(caught.value)
    assert "\n" not in said
    assert PASSWORD not in said.split()
    return said


async def test_the_password_logs_in_once_and_the_device_stays(
    server: Homeserver, tmp_path: Path
) -> None:
    for _ in range(3):
        async with entered(server, tmp_path) as account:
            assert account.client.device_id == "D1"
            keys = account.client.olm.account.identity_keys
        server.devices.setdefault("first", keys)
        assert server.devices["first"] == keys
    assert server.count("^login$") == 1


class _Enough(Exception):
    """Nobody waits any longer."""


NOWHERE = "http://127.0.0.1:1"


@pytest.mark.parametrize(
    "by",
    [{}, {"password": "", "access_token": "t9", "device_id": "D9"}],
    ids=["password", "token"],
)
async def test_an_address_at_which_nobody_ever_answered_is_told_by_its_setting(
    server: Homeserver, tmp_path: Path, by: dict[str, str]
) -> None:
    server.url = NOWHERE
    said = await refused(server, tmp_path, **by)
    assert said.startswith(NOWHERE)
    assert "CHATLAMA_MATRIX_HOMESERVER" in said


async def test_while_a_server_that_is_known_does_not_answer_it_says_which_and_why(
    server: Homeserver, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with entered(server, tmp_path):
        pass

    async def sleep(_seconds: float) -> None:
        raise _Enough

    nowhere = replace(settings(server), homeserver=NOWHERE)
    account = Account(nowhere, tmp_path / "matrix", sleep)
    with pytest.raises(_Enough):
        await account.enter()
    await account.leave()
    (said,) = (one.getMessage() for one in caplog.records)
    assert "127.0.0.1:1 " in said
    assert "\n" not in said


async def test_nobody_else_may_read_what_is_kept(server: Homeserver, tmp_path: Path) -> None:
    async with entered(server, tmp_path):
        folder = tmp_path / "matrix"
        assert folder.stat().st_mode & 0o777 == 0o700
        files = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
        assert files == {"session.json": 0o600, "keys.db": 0o600, "lock": 0o600}


async def test_one_process_uses_the_account_at_a_time(server: Homeserver, tmp_path: Path) -> None:
    async with entered(server, tmp_path):
        assert "is in use by another chatlama" in await refused(server, tmp_path)
    async with entered(server, tmp_path):
        pass


async def test_a_wrong_password_is_told_by_its_setting(server: Homeserver, tmp_path: Path) -> None:
    said = await refused(server, tmp_path, password="wrong")  # noqa: S106 - opens nothing
    assert "does not accept the password of @lama:hs" in said
    assert "CHATLAMA_MATRIX_PASSWORD" in said


async def test_what_is_no_homeserver_is_told_by_its_setting(
    server: Homeserver, tmp_path: Path
) -> None:
    server.refuse("login", 404, {})
    assert "CHATLAMA_MATRIX_HOMESERVER" in await refused(server, tmp_path)
    server.refuse("login", 200, {"hello": "world"})
    assert "CHATLAMA_MATRIX_HOMESERVER" in await refused(server, tmp_path)


async def test_a_server_that_is_down_or_limits_logins_is_waited_for(
    server: Homeserver, tmp_path: Path
) -> None:
    server.refuse("login", 502, times=2)
    server.refuse("login", 429, {"errcode": "M_LIMIT_EXCEEDED", "error": "", "retry_after_ms": 7e4})
    sleep = Sleep()
    async with entered(server, tmp_path, sleep) as account:
        assert account.client.device_id == "D1"
    assert sleep.slept == [2.0, 4.0, 70.0]


async def test_a_token_brings_its_own_device(server: Homeserver, tmp_path: Path) -> None:
    server.tokens["t9"] = "D9"
    token = {"password": "", "access_token": "t9", "device_id": "D9"}
    async with entered(server, tmp_path, **token) as account:
        assert account.client.device_id == "D9"
        assert account.client.olm is not None
    assert server.count("^login$") == 0
    wrong = {**token, "device_id": "D8"}
    assert "not one of @lama:hs and its device D8" in await refused(server, tmp_path, **wrong)


async def test_a_dead_token_is_told_by_its_setting(server: Homeserver, tmp_path: Path) -> None:
    token = {"password": "", "access_token": "t9", "device_id": "D9"}
    said = await refused(server, tmp_path, **token)
    assert "is no longer valid" in said
    assert "CHATLAMA_MATRIX_ACCESS_TOKEN" in said


async def test_who_was_logged_out_comes_back_with_the_password_as_a_new_device(
    server: Homeserver, tmp_path: Path
) -> None:
    async with entered(server, tmp_path):
        pass
    server.tokens = {"other": "D0"}
    async with entered(server, tmp_path) as account:
        assert account.client.device_id == "D2"
    kept = json.loads((tmp_path / "matrix" / "session.json").read_text())
    assert kept == {"user": ME, "device": "D2", "token": "t2"}


async def test_a_soft_logout_keeps_the_device(server: Homeserver, tmp_path: Path) -> None:
    async with entered(server, tmp_path):
        pass
    dead = {"errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": True}
    server.refuse("whoami", 401, dead)
    async with entered(server, tmp_path) as account:
        assert account.client.device_id == "D1"
    assert server.count("^login$") == 2


async def test_another_account_does_not_get_the_folder(server: Homeserver, tmp_path: Path) -> None:
    async with entered(server, tmp_path):
        pass
    assert "belongs to @lama:hs" in await refused(server, tmp_path, user="@other:hs")


async def test_a_session_that_can_t_be_read_is_no_new_device(
    server: Homeserver, tmp_path: Path
) -> None:
    async with entered(server, tmp_path):
        pass
    (tmp_path / "matrix" / "session.json").write_text("{")
    assert "session.json can't be read" in await refused(server, tmp_path)


async def test_a_device_whose_keys_are_lost_is_logged_out_and_another_takes_its_place(
    server: Homeserver, tmp_path: Path
) -> None:
    async with entered(server, tmp_path):
        pass
    (tmp_path / "matrix" / "keys.db").unlink()
    async with entered(server, tmp_path) as account:
        assert account.client.device_id == "D2"
    assert server.count("^logout$") == 1
    assert "t1" not in server.tokens


async def test_with_a_token_lost_keys_are_one_clear_error(
    server: Homeserver, tmp_path: Path
) -> None:
    server.tokens["t9"] = "D9"
    token = {"password": "", "access_token": "t9", "device_id": "D9"}
    async with entered(server, tmp_path, **token):
        pass
    (tmp_path / "matrix" / "keys.db").unlink()
    assert "the keys of the Matrix device are gone" in await refused(server, tmp_path, **token)
    server.tokens["t8"] = "D8"
    new = {**token, "access_token": "t8", "device_id": "D8"}
    async with entered(server, tmp_path, **new) as account:
        assert account.client.device_id == "D8"
    assert "t9" in server.tokens


async def test_what_news_change_is_kept_together_or_not_at_all(
    server: Homeserver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between having opened a key and keeping it, it could never be had again."""
    news = SyncResponse.from_dict(
        {
            "next_batch": "s2",
            "device_one_time_keys_count": {},
            "device_lists": {"changed": [], "left": []},
            "rooms": {"invite": {}, "join": {}, "leave": {}},
            "to_device": {"events": []},
        }
    )
    async with entered(server, tmp_path) as account:
        client = account.client

        async def killed(_: object) -> None:
            client.store.save_encrypted_rooms({"!room:hs"})
            assert "!room:hs" in client.store.load_encrypted_rooms()
            raise _Killed

        monkeypatch.setattr(client, "_handle_invited_rooms", killed)
        with pytest.raises(_Killed):
            await client.receive_response(news)
        assert "!room:hs" not in client.store.load_encrypted_rooms()


class _Killed(Exception):
    pass
