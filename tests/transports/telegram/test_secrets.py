"""The token is told to nobody: no log at any level, no error, no traceback."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import traceback
from pathlib import Path

import pytest

from chatlama.session.transport import TransportError
from chatlama.transports.telegram import plug
from chatlama.transports.telegram.inbox import UNKNOWN_BOT
from tests.botapi import BotApi, Chat, Person
from tests.transports.telegram.club import HAND, Club, club, setup

WRONG = "7000000002:AAwrong-but_well-formed"


async def test_a_whole_evening_at_level_debug_tells_no_token_and_no_hand(
    server: BotApi, group: Chat, ada: Person, ben: Person, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with club(server) as bot:
            await bot.start(group, ada, ben)
            await bot.press(ada, HAND, group)
            hand = ada.last(group).text.split("\n")[1]
            server.faults.lose("editMessageText", times=2)
            server.faults.fail("answerCallbackQuery", status=502)
            (await bot.mover(group, ada, ben)).taps("Draw", group)
            await server.until(lambda: server.calls(method="editMessageText") or None)
            await bot.wait(5)
            assert server.token not in repr(bot.telegram)
            await server.stop()
            for _ in range(9):
                server.advance(5)
                for _ in range(20):
                    await asyncio.sleep(0)
            await server.start()
    ours = [one for one in caplog.records if one.name != "aiohttp.access"]  # the fake's own
    said = "".join(f"{one.name} {one.getMessage()} {one.args!r} {one.exc_text}" for one in ours)
    assert "chatlama" in said
    assert server.token not in said
    assert server.token.partition(":")[2] not in said
    assert hand not in said


async def test_a_wrong_token_is_one_line_and_tells_it_to_nobody(server: BotApi) -> None:
    made = plug(setup(server, {"TOKEN": WRONG}))
    assert made is not None

    async def dispatch(_: object) -> None:
        raise AssertionError

    with pytest.raises(TransportError) as caught:
        await made.run(dispatch)  # type: ignore[arg-type] # never called
    assert str(caught.value) == UNKNOWN_BOT
    assert "\n" not in str(caught.value)
    assert WRONG not in "".join(traceback.format_exception(caught.value))
    assert server.http.log.all == []


@pytest.mark.parametrize("token", ["nonsense", "1:a b", "1:a/b", "x:abc", "1:ä", "12:"])
def test_what_is_no_token_is_refused_before_anything_is_sent(server: BotApi, token: str) -> None:
    with pytest.raises(TransportError) as caught:
        plug(setup(server, {"TOKEN": token}))
    assert token not in str(caught.value)


@pytest.mark.parametrize("token", ["", "  "])
def test_without_a_token_there_is_no_telegram(server: BotApi, token: str) -> None:
    assert plug(setup(server, {"TOKEN": token})) is None


@pytest.mark.parametrize("secret", ["", "with space", "x" * 257, "ümlaut"])
def test_a_webhook_needs_a_secret(server: BotApi, secret: str) -> None:
    settings = {"TOKEN": server.token, "SECRET": secret}
    with pytest.raises(TransportError, match="CHATLAMA_TELEGRAM_SECRET"):
        plug(setup(server, settings, webhook="https://example.org/hook"))


async def test_a_token_that_is_taken_back_ends_it_with_one_line(
    server: BotApi, bot: Club, ada: Person
) -> None:
    server.http.token = WRONG
    ada.user.started = True
    ada.says(None, "/help")
    with pytest.raises(TransportError) as caught:
        await asyncio.wait_for(bot.running, 60)
    assert server.token not in "".join(traceback.format_exception(caught.value))


@pytest.mark.slow
async def test_on_the_command_line_a_wrong_token_is_one_line_and_status_2(
    server: BotApi, tmp_path: Path
) -> None:
    told = {
        "CHATLAMA_TELEGRAM_TOKEN": WRONG,
        "CHATLAMA_TELEGRAM_BASE_URL": server.base_url,
        "CHATLAMA_STORE_PATH": str(tmp_path),
        "CHATLAMA_LOG_LEVEL": "debug",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "chatlama",
        "run",
        env=os.environ | told,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode == 2
    assert WRONG not in (out + err).decode()
    complaints = [line for line in err.decode().splitlines() if line.startswith("chatlama: ")]
    assert complaints == [f"chatlama: {UNKNOWN_BOT}"]
    assert b"Traceback" not in err
