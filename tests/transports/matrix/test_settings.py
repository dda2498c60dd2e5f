"""What can be set for Matrix, and how each mistake is told."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace

import pytest

from chatlama.session.setup import Setup
from chatlama.session.transport import TransportError
from chatlama.transports.matrix import plug
from chatlama.transports.matrix.settings import DEFAULTS, Settings, read

SERVER = "https://matrix.example.org"
USER = "@lama:example.org"
SETTINGS = {"homeserver": SERVER, "user": USER}
PASSWORD = {"PASSWORD": "s3cret"}


def setup(
    settings: Mapping[str, object] | None = None, variables: Mapping[str, str] | None = None
) -> Setup:
    return Setup(
        name="matrix",
        settings=settings or {},
        variables=variables or {},
        say=lambda name, _: name,
        languages=("en",),
        file="chatlama.toml",
    )


def test_nothing_need_be_set_and_then_there_is_no_matrix() -> None:
    assert read(setup()) is None
    assert plug(setup(DEFAULTS)) is None
    assert plug(setup({}, {"PASSWORD": " "})) is None


def test_an_account_with_a_password_is_enough() -> None:
    found = read(setup(SETTINGS, PASSWORD))
    assert found == Settings(SERVER, USER, "s3cret", "", "", (), 100, 100, "auto", "keep")
    assert "s3cret" not in repr(found)


def test_every_setting_can_be_given_in_the_environment() -> None:
    variables = {
        "HOMESERVER": "http://127.0.0.1:8008/",
        "USER": USER,
        "ACCESS_TOKEN": "s3cret",
        "DEVICE_ID": "ABC",
        "ALLOW": "@ada:example.org, example.com",
        "ROOMS": "3",
        "MEMBERS": "12",
        "REACTIONS": "off",
        "IDENTITY": "replace",
    }
    found = read(setup({}, variables))
    allow = ("@ada:example.org", "example.com")
    server = "http://127.0.0.1:8008"
    assert found == Settings(server, USER, "", "s3cret", "ABC", allow, 3, 12, "off", "replace")
    assert "s3cret" not in repr(found)


def test_who_may_invite_is_named_as_user_or_server_and_else_it_is_everybody() -> None:
    found = read(setup(SETTINGS, PASSWORD))
    assert found is not None
    assert found.may_invite("@eve:elsewhere")
    some = replace(found, allow=("@ada:example.org", "example.com:8448"))
    assert some.may_invite("@ada:example.org")
    assert some.may_invite("@anybody:example.com:8448")
    assert not some.may_invite("@ben:example.org")
    assert not some.may_invite("@ada:example.org.evil")


@pytest.mark.parametrize(
    ("settings", "variables", "told"),
    [
        ({"user": USER}, PASSWORD, "chatlama.toml: matrix.homeserver: write its whole address"),
        ({"homeserver": "x.org"}, {}, "chatlama.toml: matrix.homeserver: write its whole address"),
        ({"homeserver": SERVER}, PASSWORD, "chatlama.toml: matrix.user: write the whole name"),
        ({**SETTINGS, "user": "lama"}, PASSWORD, "matrix.user: write the whole name"),
        (SETTINGS, {}, "either CHATLAMA_MATRIX_PASSWORD or CHATLAMA_MATRIX_ACCESS_TOKEN"),
        (SETTINGS, {**PASSWORD, "ACCESS_TOKEN": "x"}, "either CHATLAMA_MATRIX_PASSWORD or"),
        (SETTINGS, {"ACCESS_TOKEN": "x"}, "matrix.device_id: write the device"),
        ({**SETTINGS, "rooms": 0}, PASSWORD, "matrix.rooms: write a number from 1 to 10000"),
        ({**SETTINGS, "members": -1}, PASSWORD, "matrix.members: write a number from 1"),
        ({**SETTINGS, "reactions": "yes"}, PASSWORD, "matrix.reactions: choose one of auto, on"),
        ({**SETTINGS, "identity": "x"}, PASSWORD, "matrix.identity: choose one of keep, replace"),
        ({**SETTINGS, "allow": "@ada"}, PASSWORD, "matrix.allow: write users and servers"),
        ({"password": "s3cret"}, {}, "it is a secret: set CHATLAMA_MATRIX_PASSWORD"),
    ],
)
def test_each_mistake_is_one_line_that_shows_no_secret(
    settings: Mapping[str, object], variables: Mapping[str, str], told: str
) -> None:
    with pytest.raises(TransportError) as caught:
        plug(setup(settings, variables))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.slow
def test_the_library_is_imported_only_if_matrix_is_set_up() -> None:
    code = (
        "import sys; from chatlama.transports.matrix import plug;"
        "from chatlama.session.setup import Setup;"
        "none = plug(Setup('matrix', {}, {}, lambda a, b: a, ('en',)));"
        "assert none is None; assert 'nio' not in sys.modules, 'imported'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - our own
