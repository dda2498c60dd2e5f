"""What can be set for Telegram, and how each mistake is told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chatlama.session.setup import Setup
from chatlama.session.transport import TransportError
from chatlama.transports.telegram import plug
from chatlama.transports.telegram.settings import DEFAULTS, Settings, read

TOKEN = "123:abc-DEF_4"  # noqa: S105 - opens nothing


def setup(
    settings: Mapping[str, object] | None = None, variables: Mapping[str, str] | None = None
) -> Setup:
    return Setup(
        name="telegram",
        settings=settings or {},
        variables=variables or {},
        say=lambda name, _: name,
        languages=("en",),
        file="chatlama.toml",
    )


def test_nothing_need_be_set_and_without_a_token_there_is_no_telegram() -> None:
    found = read(setup())
    assert found.token == found.secret == ""
    assert {key: getattr(found, key) for key in DEFAULTS} == DEFAULTS
    assert plug(setup(DEFAULTS)) is None
    assert plug(setup({}, {"TOKEN": "  "})) is None


def test_every_setting_can_be_given_in_the_file_and_in_the_environment() -> None:
    settings = {
        "base_url": "http://127.0.0.1:8081/bot",
        "hands": "alert",
        "webhook": "https://example.org/bot",
        "host": "::1",
        "port": 8080,
    }
    secrets = {"TOKEN": TOKEN, "SECRET": "s3cret"}
    expected = Settings(
        TOKEN,
        "s3cret",
        "http://127.0.0.1:8081/bot",
        "alert",
        "https://example.org/bot",
        "::1",
        8080,
    )
    assert read(setup(settings, secrets)) == expected
    variables = {key.upper(): str(value) for key, value in settings.items()}
    assert read(setup({}, variables | secrets)) == expected
    assert "s3cret" not in repr(expected)
    assert TOKEN not in repr(expected)


ADDRESS = "this is no web address; it begins with http:// or https://"
PORT = "this is no port; write a number from 1 to 65535"
SECRET = "the webhook needs CHATLAMA_TELEGRAM_SECRET: 1 to 256 of A-Z, a-z, 0-9, _ and -"  # noqa: S105 - what is said, no secret
MISTAKES: list[tuple[dict[str, object], dict[str, str], str]] = [
    (
        {"base_url": "wss://bot:s3cret@example.org"},
        {},
        f"chatlama.toml: telegram.base_url: {ADDRESS}",
    ),
    ({"base_url": ""}, {}, f"chatlama.toml: telegram.base_url: {ADDRESS}"),
    ({"base_url": "http://"}, {}, f"chatlama.toml: telegram.base_url: {ADDRESS}"),
    ({"base_url": "http:///bot"}, {}, f"chatlama.toml: telegram.base_url: {ADDRESS}"),
    ({"base_url": "http://[::1/bot"}, {}, f"chatlama.toml: telegram.base_url: {ADDRESS}"),
    ({"base_url": "http://a b/bot"}, {}, f"chatlama.toml: telegram.base_url: {ADDRESS}"),
    ({"base_url": "http://localhost:99999/bot"}, {}, "chatlama.toml: telegram.base_url: this is"),
    ({"base_url": "http://u:s3cret@localhost:x/bot"}, {}, "chatlama.toml: telegram.base_url: this"),
    ({}, {"WEBHOOK": "example.org"}, f"CHATLAMA_TELEGRAM_WEBHOOK: {ADDRESS}"),
    ({"hands": "alerts"}, {}, "chatlama.toml: telegram.hands: choose one of ephemeral, alert"),
    ({"host": " "}, {}, "chatlama.toml: telegram.host: a name is missing; write one, or leave the"),
    ({"port": 0}, {}, f"chatlama.toml: telegram.port: {PORT}"),
    ({}, {"PORT": "65536"}, f"CHATLAMA_TELEGRAM_PORT: {PORT}"),
    (
        {},
        {"PROT": "1"},
        "CHATLAMA_TELEGRAM_PROT is not a setting; did you mean CHATLAMA_TELEGRAM_PORT?",
    ),
    (
        {"token": "s3cret"},
        {},
        "chatlama.toml: telegram.token is not a setting; it is a secret: set CHATLAMA_TELEGRAM_TOK",
    ),
    ({}, {"TOKEN": "s3cret"}, "Telegram does not know this bot: check CHATLAMA_TELEGRAM_TOKEN"),
    ({"webhook": "https://example.org"}, {"TOKEN": TOKEN}, SECRET),
    ({"webhook": "https://example.org"}, {"TOKEN": TOKEN, "SECRET": "s3cret!"}, SECRET),
]


@pytest.mark.parametrize(("settings", "variables", "told"), MISTAKES, ids=str)
def test_a_mistake_is_told_in_one_line_that_shows_no_secret(
    settings: dict[str, object], variables: dict[str, str], told: str
) -> None:
    with pytest.raises(TransportError) as caught:
        plug(setup(settings, variables))
    said = str(caught.value)
    assert said.startswith(told)
    assert said.isprintable()
    assert "s3cret" not in said
