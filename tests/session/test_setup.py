"""What a transport is made from: its own settings and secrets, read in one call, told in a line."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chatlama.session.setup import Setup
from chatlama.session.transport import TransportError

DEFAULTS: dict[str, str | int] = {"host": "irc.example.org", "port": 6697}


def setup(
    settings: Mapping[str, object] | None = None, variables: Mapping[str, str] | None = None
) -> Setup:
    return Setup(
        name="irc",
        settings=settings or {},
        variables=variables or {},
        say=lambda name, _: name,
        languages=("en",),
        file="chatlama.toml",
    )


def test_what_is_not_set_is_as_by_default_and_a_secret_is_empty() -> None:
    assert setup().read(DEFAULTS, ["PASSWORD"]) == {**DEFAULTS, "PASSWORD": ""}
    assert DEFAULTS == {"host": "irc.example.org", "port": 6697}


def test_the_environment_wins_over_the_file_and_numbers_are_numbers() -> None:
    written = setup({"host": " a ", "port": 1}, {"PORT": " 2 ", "PASSWORD": " s3cret\n"})
    assert written.read(DEFAULTS, ["PASSWORD"]) == {"host": "a", "port": 2, "PASSWORD": "s3cret"}


@pytest.mark.parametrize(
    ("settings", "variables", "told"),
    [
        ({"prot": 1}, {}, "chatlama.toml: irc.prot is not a setting; did you mean irc.port?"),
        ({"x": "s3cret"}, {}, "chatlama.toml: irc.x is not a setting; [irc] has host, port"),
        (
            {"password": "s3cret"},
            {},
            "chatlama.toml: irc.password is not a setting; it is a secret: set CHATLAMA_IRC_PASSW",
        ),
        (
            {},
            {"PASWORD": "s3cret"},
            "CHATLAMA_IRC_PASWORD is not a setting; did you mean CHATLAMA_IRC_PASSWORD?",
        ),
        (
            {},
            {"PROT": "1", "QQ": "1"},
            "CHATLAMA_IRC_PROT is not a setting; did you mean CHATLAMA_IRC_PORT?",
        ),
        ({}, {"": "s3cret"}, "CHATLAMA_IRC_ is not a setting; unset it"),
        ({"host": 7}, {}, "chatlama.toml: irc.host: this is no text; write it in quotes"),
        ({"port": "s3cret"}, {}, "chatlama.toml: irc.port: this is no whole number"),
        ({"port": True}, {}, "chatlama.toml: irc.port: this is no whole number"),
        ({"port": 1.5}, {}, "chatlama.toml: irc.port: this is no whole number"),
        ({"port": 1}, {"PORT": "s3cret"}, "CHATLAMA_IRC_PORT: this is no whole number"),
        ({}, {"PORT": "9" * 9999}, "CHATLAMA_IRC_PORT: this is no whole number"),
    ],
)
def test_what_is_set_wrongly_is_told_with_its_place_and_without_its_value(
    settings: Mapping[str, object], variables: Mapping[str, str], told: str
) -> None:
    with pytest.raises(TransportError) as caught:
        setup(settings, variables).read(DEFAULTS, ["PASSWORD"])
    assert str(caught.value).startswith(told)
    assert "s3cret" not in str(caught.value)


def test_what_the_transport_finds_wrong_is_told_with_its_place() -> None:
    assert str(setup({"port": 0}).wrong("port", "no port")) == "chatlama.toml: irc.port: no port"
    assert str(setup({}, {"PORT": "0"}).wrong("port", "no port")) == "CHATLAMA_IRC_PORT: no port"


def test_nothing_of_it_is_shown() -> None:
    assert "s3cret" not in repr(setup({"password": "s3cret"}, {"PASSWORD": "s3cret"}))
