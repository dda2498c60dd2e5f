"""Cross-signing: what lets people's clients trust our device. The library has none.

An account has an identity of three keys; its master key vouches for the one that vouches for its
devices. Clients that follow the specification send no keys to a device that is not vouched for, and
show none of its messages. What was missed then is lost, so this is done before anything else.

The seeds of the keys are kept beside the encryption keys, for a device that follows this one. An
identity that is not made of them was made by another client. Nothing here takes its place unless
the settings say so: everybody who knew it is warned when that happens.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientError
from Crypto.PublicKey import ECC
from Crypto.Signature import eddsa
from nio import AsyncClient, ErrorResponse

from chatlama.session.transport import Gone, RetryLater, TransportError, Unreachable

from .calls import DEAD, SOON, Refused, call, dead, path
from .kept import Kept
from .settings import Settings
from .wire import refusal

USAGES = ("master", "self_signing", "user_signing")
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Key:
    """An Ed25519 key."""

    secret: ECC.EccKey = field(repr=False)

    @classmethod
    def of(cls, seed: str) -> Key:
        """Return the key that grows from a seed in base64."""
        return cls(eddsa.import_private_key(base64.b64decode(seed)))

    @property
    def public(self) -> str:
        """The public half, unpadded: clients drop padded ones without a word."""
        return _unpadded(self.secret.public_key().export_key(format="raw"))

    def signed(self, user: str, thing: Mapping[str, Any]) -> dict[str, Any]:
        """Return the thing with this key's signature added."""
        signature = _unpadded(eddsa.new(self.secret, "rfc8032").sign(_canonical(thing)))
        return _with_signature(thing, user, self.public, signature)


async def vouch(client: AsyncClient, kept: Kept, settings: Settings) -> None:
    """Have our device signed by our identity, which is made if the account has none.

    Brings the device's keys to the server before. Raises ``TransportError`` if the account has an
    identity that is not ours, ``RetryLater``.
    """
    me, device = client.user_id, client.device_id
    try:
        await _upload(client)
        known = await call(client, "POST", path("keys", "query"), {"device_keys": {me: []}})
        seeds = kept.read()
        if seeds.keys() != set(USAGES):
            seeds = {}
        keys = {usage: Key.of(seed) for usage, seed in seeds.items()}
        master = _only(_at(known, "master_keys", me, "keys"))
        foreign = master is not None and (not keys or keys["master"].public != master)
        if foreign and settings.identity != "replace":
            raise TransportError(
                f"{me} has an identity that another client made: give back signing.json, or see"
                " docs/matrix.md on how to replace it"
            )
        if not keys:
            seeds = {each: base64.b64encode(os.urandom(SEED_BYTES)).decode() for each in USAGES}
            kept.write(seeds)
            keys = {usage: Key.of(seed) for usage, seed in seeds.items()}
        if master is None or foreign:
            await _publish(client, keys, settings)
        ours = _at(known, "device_keys", me, device)
        if (
            _at(ours, "keys").get(f"ed25519:{device}")
            != client.olm.account.identity_keys["ed25519"]
        ):
            raise TransportError(
                f"the server holds other keys for the device {device} of {me}: log it out, and"
                " start again with a new one"
            )
        signer = keys["self_signing"]
        if f"ed25519:{signer.public}" not in _at(ours, "signatures", me):
            signed = {me: {device: signer.signed(me, ours)}}
            answer = await call(client, "POST", path("keys", "signatures", "upload"), signed)
            if answer.get("failures"):
                raise TransportError(f"the server refuses the signature of {me}'s device")
    except (Refused, Unreachable, Gone) as error:
        if isinstance(error, Refused) and error.code in DEAD:
            raise TransportError(dead(settings)) from error
        raise TransportError(f"{me} can't be given an identity: {error}") from error
    except OSError as error:
        raise TransportError(f"{kept.path} can't be written: {error}") from error


async def _upload(client: AsyncClient) -> None:
    """Have the server know the device's keys."""
    if client.should_upload_keys:
        try:
            answer = await client.keys_upload()
        except (ClientError, TimeoutError) as error:
            raise RetryLater(SOON) from error
        if isinstance(answer, ErrorResponse):
            raise refusal(answer)


async def _publish(client: AsyncClient, keys: Mapping[str, Key], settings: Settings) -> None:
    """Give the account its identity. Replacing one needs the password."""
    me, device = client.user_id, client.device_id
    made = {
        usage: {"user_id": me, "usage": [usage], "keys": {f"ed25519:{key.public}": key.public}}
        for usage, key in keys.items()
    }
    by_device = client.olm.sign_json(made["master"])
    body: dict[str, Any] = {
        "master_key": _with_signature(made["master"], me, device, by_device),
        "self_signing_key": keys["master"].signed(me, made["self_signing"]),
        "user_signing_key": keys["master"].signed(me, made["user_signing"]),
    }
    where = path("keys", "device_signing", "upload")
    try:
        await call(client, "POST", where, body)
    except Refused as error:
        if error.status != 401 or "session" not in error.answer:  # noqa: PLR2004 - asks who we are
            raise
        if not settings.password:
            raise TransportError(
                f"the server wants the password of {me} to change its identity: set"
                " CHATLAMA_MATRIX_PASSWORD instead of the access token"
            ) from error
        body["auth"] = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": me},
            "password": settings.password,
            "session": error.answer["session"],
        }
        await call(client, "POST", where, body)


def _with_signature(
    thing: Mapping[str, Any], user: str, key: str, signature: str
) -> dict[str, Any]:
    others = _at(thing, "signatures")
    mine = {**_at(others, user), f"ed25519:{key}": signature}
    rest = {name: value for name, value in thing.items() if name != "unsigned"}
    return {**rest, "signatures": {**others, user: mine}}


def _canonical(thing: Mapping[str, Any]) -> bytes:
    """Return what is signed of a thing (Matrix specification, appendices, Signing JSON)."""
    bare = {name: each for name, each in thing.items() if name not in ("signatures", "unsigned")}
    return json.dumps(bare, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _unpadded(raw: bytes) -> str:
    return base64.b64encode(raw).rstrip(b"=").decode()


def _at(thing: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return the object at the path; an empty one if there is none."""
    found: object = thing
    for name in names:
        found = found.get(name) if isinstance(found, Mapping) else None
    return dict(found) if isinstance(found, Mapping) else {}


def _only(keys: Mapping[str, Any]) -> str | None:
    return next(iter(keys.values()), None)
