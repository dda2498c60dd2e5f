"""The command line: ``chatlama play``, ``chatlama check``.

Whatever a person did wrong ends in one line on standard error and exit status 2.
"""

from __future__ import annotations

import asyncio
import getpass
import logging
import os
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

import click

from chatlama import app, cases, local
from chatlama.config import Config, ConfigError, load
from chatlama.core.names import tidy
from chatlama.core.table.model import Language
from chatlama.i18n.catalog import LANGUAGES
from chatlama.plugins import Plugins, plugins
from chatlama.plugins import load as installed
from chatlama.session.ports import StoreError
from chatlama.session.transport import TransportError

WRONG = 2
"""Exit status when a person has to mend something."""
SEATS = 4
"""How many play at one screen unless somebody says otherwise."""


def main(args: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    try:
        status = cli.main(args, prog_name="chatlama", standalone_mode=False)
    except click.exceptions.Abort:
        return 130
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "chatlama"
        return _complain(f"{error.format_message()} {command} --help lists what there is.")
    except (
        click.ClickException,
        ConfigError,
        StoreError,
        TransportError,
        local.PlayError,
    ) as error:
        said = error.format_message() if isinstance(error, click.ClickException) else str(error)
        return _complain(said)
    return status if isinstance(status, int) else 0


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("chatlama"), prog_name="chatlama")
def cli() -> None:
    """Card games for group chats, and for this terminal."""


@cli.command()
@click.option("--game", metavar="NAME", help="What to play.")
@click.option("--seats", type=int, metavar="N", help=f"All players together [{SEATS}].")
@click.option("--people", metavar="NAMES", help="Who sits here, e.g. Ada,Ben [you].")
@click.option("--rules", metavar="SET", help="Rule set: classic or englert.")
@click.option("--target", metavar="POINTS", help="The game ends here: 20, 40, 60 or 80.")
@click.option("--set", "others", metavar="KEY=VALUE", multiple=True, help="Any other option.")
@click.option("--language", metavar="LANGUAGE", help=f"One of {', '.join(LANGUAGES)}.")
@click.option("--turn-time", type=int, metavar="SECONDS", help="Limit for a turn [none].")
@click.option("--seed", metavar="TEXT", help="The same text gives the same cards.")
@click.option("--resume", is_flag=True, help="Go on with the game that was left.")
@click.option("--config", "path", type=Path, metavar="FILE", help="Another configuration.")
def play(
    game: str | None,
    seats: int | None,
    people: str | None,
    rules: str | None,
    target: str | None,
    others: tuple[str, ...],
    language: str | None,
    turn_time: int | None,
    seed: str | None,
    resume: bool,
    path: Path | None,
) -> None:
    """Play in this terminal, against computers or with others at the same screen.

    Without a terminal a whole game among computers is played and printed.
    """
    found = _plugins()
    config = load(path, os.environ, _known(found))
    _log(config)
    if resume:
        said = asyncio.run(local.resume(found, config))
    else:
        names = tuple(tidy(name) for name in (people or _you()).split(",") if name.strip())
        options = dict(_pair(each) for each in others)
        options |= {k: v for k, v in (("rules", rules), ("target", target)) if v is not None}
        wish = local.Wish(
            game=game or config.chat.game,
            people=names or (tidy(_you()),),
            seats=seats if seats is not None else max(SEATS, len(names)),
            language=_language(language, config),
            options=options,
            turn=None if turn_time is None else timedelta(seconds=turn_time),
            seed=seed,
        )
        local.check(wish, found)
        said = asyncio.run(local.play(wish, found, config))
    if said:
        click.echo(said)


@cli.command()
@click.option("--config", "path", type=Path, metavar="FILE", help="Another configuration.")
def run(path: Path | None) -> None:
    """Serve the chats that the settings and the environment name, until stopped."""
    found = _plugins()
    config = load(path, os.environ, _known(found))
    _log(config)
    transports, problems = app.connect(found, config, os.environ)
    if not transports:
        for problem in problems:
            _complain(problem)
        raise TransportError("no chat is set up: put a bot's token into CHATLAMA_TELEGRAM_TOKEN")
    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(app.serve(found, config, transports))


@cli.command()
@click.option("--cases", "path", type=Path, required=True, metavar="FILE", help="What to check.")
def check(path: Path) -> int:
    """Run worked cases through the real engine; 1 is returned if one comes out differently."""
    adapters, problems = installed("cases")
    for problem in problems:
        _complain(problem)
    report = cases.check_file(path, adapters)
    for said in report.lines:
        click.echo(said, err=report.status == WRONG)
    return report.status


def _plugins() -> Plugins:
    """Return what is installed; what can't be used is named, and the rest runs."""
    found = plugins()
    for problem in found.problems:
        _complain(problem)
    return found


def _known(found: Plugins) -> dict[str, Collection[str]]:
    """Return what settings may be that depend on what is installed."""
    stores, _ = installed("stores")
    return {"chat.game": found.games, "chat.language": found.catalogs, "store.kind": stores}


def _pair(option: str) -> tuple[str, str]:
    key, equals, value = option.partition("=")
    if not equals:
        raise local.PlayError(f"--set {option}: write it as KEY=VALUE")
    return key, value


def _language(asked: str | None, config: Config) -> Language:
    """Return what is spoken: as asked, as configured, as the system does, or English."""
    if asked is not None and asked not in LANGUAGES:
        raise local.PlayError(f"--language {asked} is not spoken; choose {', '.join(LANGUAGES)}")
    configured = config.chat.language
    system = os.environ.get("LANG", "")[:2]
    if asked is None and configured == Config().chat.language and system in LANGUAGES:
        return Language(system)
    return Language(asked or configured)


def _you() -> str:
    """Return what the person at this screen is called if nobody says."""
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):
        return "Ada"


def _log(config: Config) -> None:
    level = logging.getLevelNamesMapping()[config.log.level.upper()]
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")


def _complain(said: str) -> int:
    click.echo(f"chatlama: {said}", err=True)
    return WRONG
