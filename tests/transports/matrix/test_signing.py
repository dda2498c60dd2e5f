"""Our device is vouched for before anything else, by an identity that stays the same."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from Crypto.PublicKey import ECC
from Crypto.Signature import eddsa

from chatlama.session.transport import RetryLater, TransportError
from chatlama.transports.matrix.kept import Kept
from chatlama.transports.matrix.signing import vouch
from tests.transports.matrix.homeserver import ME, PASSWORD, Homeserver, canonical, homeserver
from tests.transports.matrix.test_account import entered, settings


@pytest.fixture
async def server() -> AsyncIterator[Homeserver]:
    async with homeserver() as running:
        yield running


async def vouched(server: Homeserver, folder: Path, **other: str) -> str:
    """Have the device vouched for and return it; the seeds are where the account is."""
    async with entered(server, folder, **other) as account:
        kept = Kept(folder / "matrix" / "signing.json")
        await vouch(account.client, kept, settings(server, **other))
        assert kept.path.stat().st_mode & 0o777 == 0o600
        return str(account.client.device_id)


def check(thing: dict[str, Any], key: str) -> None:
    """Check that the thing is signed by the key, which must be written without padding."""
    assert "=" not in key
    raw = base64.b64decode(key + "=" * (-len(key) % 4))
    signature = thing["signatures"][ME][f"ed25519:{key}"]
    assert "=" not in signature
    public: ECC.EccKey = eddsa.import_public_key(raw)
    signed = base64.b64decode(signature + "=" * (-len(signature) % 4))
    eddsa.new(public, "rfc8032").verify(canonical(thing), signed)


def key_of(server: Homeserver, usage: str) -> str:
    (key,) = server.identity[f"{usage}_key"]["keys"].values()
    return str(key)


async def test_an_account_without_identity_is_given_one_that_signs_the_device(
    server: Homeserver, tmp_path: Path
) -> None:
    device = await vouched(server, tmp_path)
    check(server.identity["self_signing_key"], key_of(server, "master"))
    check(server.identity["user_signing_key"], key_of(server, "master"))
    check(server.devices[device], key_of(server, "self_signing"))
    signers = server.identity["master_key"]["signatures"][ME]
    assert signers.keys() == {f"ed25519:{device}"}


async def test_at_the_next_start_nothing_is_uploaded_again(
    server: Homeserver, tmp_path: Path
) -> None:
    await vouched(server, tmp_path)
    before = dict(server.identity)
    for _ in range(2):
        await vouched(server, tmp_path)
    assert server.identity == before
    assert server.count("device_signing/upload") == server.count("signatures/upload") == 1
    assert server.count("keys/upload") == 1


async def test_a_new_device_is_signed_by_the_same_identity(
    server: Homeserver, tmp_path: Path
) -> None:
    await vouched(server, tmp_path)
    before = dict(server.identity)
    server.tokens = {"gone": "D1"}
    device = await vouched(server, tmp_path)
    assert device == "D2"
    assert server.identity == before
    check(server.devices[device], key_of(server, "self_signing"))


async def test_the_identity_of_another_client_is_one_clear_error_and_stays(
    server: Homeserver, tmp_path: Path
) -> None:
    await vouched(server, tmp_path)
    before = dict(server.identity)
    (tmp_path / "matrix" / "signing.json").unlink()
    with pytest.raises(TransportError, match=r"^@lama:hs has an identity that another client made"):
        await vouched(server, tmp_path)
    assert server.identity == before


async def test_another_identity_is_replaced_if_the_settings_say_so(
    server: Homeserver, tmp_path: Path
) -> None:
    await vouched(server, tmp_path)
    before = key_of(server, "master")
    (tmp_path / "matrix" / "signing.json").unlink()
    server.wants_password = True
    device = await vouched(server, tmp_path, identity="replace")
    assert key_of(server, "master") != before
    check(server.devices[device], key_of(server, "self_signing"))
    assert server.identity["auth"]["password"] == PASSWORD
    again = key_of(server, "master")
    await vouched(server, tmp_path, identity="replace")
    assert key_of(server, "master") == again


async def test_replacing_needs_the_password_and_says_so(server: Homeserver, tmp_path: Path) -> None:
    server.tokens["t9"] = "D9"
    server.wants_password = True
    token = {"password": "", "access_token": "t9", "device_id": "D9"}
    with pytest.raises(TransportError, match=r"set CHATLAMA_MATRIX_PASSWORD instead"):
        await vouched(server, tmp_path, **token)


async def test_a_server_that_is_down_is_asked_again(server: Homeserver, tmp_path: Path) -> None:
    for path in ("keys/upload", "keys/query", "device_signing/upload", "signatures/upload"):
        server.refuse(path, 502)
        with pytest.raises(RetryLater):
            await vouched(server, tmp_path)
    await vouched(server, tmp_path)
    check(server.devices["D1"], key_of(server, "self_signing"))


async def test_keys_of_somebody_else_under_our_device_are_not_signed(
    server: Homeserver, tmp_path: Path
) -> None:
    async with entered(server, tmp_path) as account:
        await vouch(account.client, Kept(tmp_path / "s.json"), settings(server))
        server.devices["D1"] = {**server.devices["D1"], "keys": {"ed25519:D1": "x"}}
        with pytest.raises(TransportError, match=r"holds other keys for the device D1"):
            await vouch(account.client, Kept(tmp_path / "s.json"), settings(server))
    assert server.count("signatures/upload") == 1


async def test_a_dead_token_is_told_as_such(server: Homeserver, tmp_path: Path) -> None:
    server.refuse("keys/query", 401, {"errcode": "M_UNKNOWN_TOKEN", "error": ""})
    with pytest.raises(TransportError, match=r"was logged out"):
        await vouched(server, tmp_path)
