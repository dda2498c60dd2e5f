"""The command line: ``chatlama play``, ``chatlama run``, ``chatlama check``.

Whatever a person did wrong ends in one line on standard error and exit status 2.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from textwrap import fill

import click

from chatlama import app, local, menu, wish
from chatlama.config import Config, ConfigError, load
from chatlama.core.names import tidy
from chatlama.i18n.catalog import LANGUAGES
from chatlama.plugins import Plugins, names, plugins
from chatlama.plugins import load as installed
from chatlama.session.ports import StoreError
from chatlama.session.transport import NotKept, TransportError, serving

WRONG = 2
"""Exit status when a person has to mend something."""
STOPPED = 130
"""Exit status after Ctrl-C where nothing could be asked."""
TERMINATED = 143
"""Exit status after SIGTERM in the middle of a game: what was printed is not all of it. ``run``
ends in 0, as being stopped is how it ends."""
FAILED = 1
"""Exit status when something failed that nobody who runs it could mend."""

_GAMES = ", ".join(names("games"))


def main(args: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    _streams()
    try:
        status = cli.main(args, prog_name="chatlama", standalone_mode=False)
    except click.exceptions.Abort:
        return STOPPED
    except asyncio.CancelledError:
        return TERMINATED
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "chatlama"
        said = error.format_message()
        end = "" if said.endswith((".", "!", "?")) else "."
        return _complain(f"{said}{end} {command} --help lists what there is.")
    except (
        click.ClickException,
        ConfigError,
        NotKept,
        StoreError,
        TransportError,
        wish.PlayError,
    ) as error:
        said = error.format_message() if isinstance(error, click.ClickException) else str(error)
        return _complain(said)
    except (app.Unserved, local.Failed) as error:
        _complain(str(error))
        return FAILED
    except OSError as error:  # what is printed has nowhere to go
        _unheard()
        where = error.filename or "standard output"
        return _complain(f"{where} can't be written: {error.strerror or error}")
    return status if isinstance(status, int) else 0


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(version("chatlama"), prog_name="chatlama")
@click.pass_context
def cli(context: click.Context) -> None:
    """Card games for group chats, and for this terminal."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command(short_help="Play in this terminal, against computers or together.")
@click.option("--game", metavar="NAME", help=f"What to play: {_GAMES}.")
@click.option("--seats", type=int, metavar="N", help=f"All players together [{wish.SEATS}].")
@click.option("--people", metavar="NAMES", help="Who sits here, e.g. Ada,Ben [you].")
@click.option("--strength", metavar="WORDS", help=f"How computers play: {wish.STRENGTHS} [medium].")
@click.option("--rules", metavar="SET", help="Rule set, where the game offers several.")
@click.option("--target", metavar="POINTS", help="Where the game ends, as the game offers.")
@click.option("--set", "others", metavar="KEY=VALUE", multiple=True, help="Any other option.")
@click.option("--language", metavar="LANGUAGE", help=f"One of {', '.join(LANGUAGES)}.")
@click.option("--turn-time", metavar="TIME", help="Limit for a turn, e.g. 90 or 3min [off].")
@click.option("--seed", metavar="TEXT", help="The same text gives the same cards.")
@click.option("--menu", "asks", is_flag=True, help="Be asked for game, seats and strength first.")
@click.option("--resume", is_flag=True, help="Go on with the game that was left.")
@click.option("--config", "path", type=Path, metavar="FILE", help="Another configuration.")
def play(
    game: str | None,
    seats: int | None,
    people: str | None,
    strength: str | None,
    rules: str | None,
    target: str | None,
    others: tuple[str, ...],
    language: str | None,
    turn_time: str | None,
    seed: str | None,
    asks: bool,
    resume: bool,
    path: Path | None,
) -> None:
    """Play in this terminal, against computers or with others at the same screen.

    Without a terminal a whole game among computers is played and printed.
    """
    found = _plugins()
    config = load(path, os.environ, _known(found), names("transports"))
    _log(config)
    if resume:
        wish.alone(
            "--resume",
            game,
            seats,
            people,
            strength,
            rules,
            target,
            others,
            language,
            turn_time,
            seed,
            asks or None,
        )
        said = asyncio.run(local.resume(found, config))
    else:
        called = tuple(tidy(name) for name in (people or wish.you()).split(",") if name.strip())
        given = [k_v for k_v in (("rules", rules), ("target", target)) if k_v[1] is not None]
        options = wish.options([*given, *(wish.pair(each) for each in others)])
        called = called or (tidy(wish.you()),)
        usual = menu.Picked(wish.language(language, config), config.chat.game)
        spoken = None if language is None else usual.language
        picked = menu.Picked(spoken, game, seats, wish.strengths(strength))
        if asks and not sys.stdin.isatty():
            raise wish.PlayError("--menu needs a terminal to ask on; say what you want by options")
        if asks:
            picked = menu.ask(picked, usual, len(called), found)
        game = config.chat.game if picked.game is None else picked.game
        seats = picked.seats
        wanted = wish.Wish(
            game=game,
            people=called,
            seats=seats if seats is not None else wish.seats(game, len(called), found),
            language=picked.language or config.chat.language,
            options=options,
            strengths=picked.strengths,
            turn=wish.turn(turn_time),
            seed=seed,
        )
        wish.check(wanted, found)
        said = asyncio.run(local.play(wanted, found, config))
    if said:
        columns = shutil.get_terminal_size().columns
        click.echo(fill(said, columns, break_long_words=False, break_on_hyphens=False))


@cli.command(short_help="Serve the chats that are set up, until stopped.")
@click.option("--config", "path", type=Path, metavar="FILE", help="Another configuration.")
def run(path: Path | None) -> None:
    """Serve the chats that the settings and the environment name, until stopped."""
    with _for_good():
        found = _plugins()
        config = load(path, os.environ, _known(found), names("transports"))
        _log(config)
        transports, problems = app.connect(found, config)
    for problem in problems:
        _complain(problem)
    if not transports:
        mend = (
            "set CHATLAMA_TELEGRAM_TOKEN to a bot's token, or CHATLAMA_MATRIX_USER and what follows"
        )
        if problems:
            mend = "install what it needs, as make run does, or chatlama[matrix,telegram]"
        raise TransportError(f"no chat is set up: {mend}")
    with suppress(asyncio.CancelledError, KeyboardInterrupt):
        asyncio.run(app.serve(found, config, transports))


@cli.command(short_help="Run worked cases of the rules through the real engine.")
@click.option("--cases", "path", type=Path, required=True, metavar="FILE", help="What to check.")
def check(path: Path) -> int:
    """Run worked cases through the real engine; 1 is returned if one comes out differently."""
    from chatlama import cases  # noqa: PLC0415 - and YAML, which nothing else needs

    adapters, problems = installed("cases")
    for problem in problems:
        _complain(problem)
    report = cases.check_file(path, adapters)
    for error in report.errors:
        _complain(error)
    for said in () if report.errors else report.lines:
        click.echo(said)
    return report.status


@contextmanager
def _for_good() -> Iterator[None]:
    """Have what is made within never be looked through for garbage, which takes all tables' time.

    Nothing of it goes before the process does.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _plugins() -> Plugins:
    """Return what is installed; what can't be used is named, and the rest runs."""
    found = plugins()
    for problem in found.problems:
        _complain(problem)
    return found


def _known(found: Plugins) -> dict[str, Collection[str]]:
    """Return what settings may be that depend on what is installed."""
    stores = names("stores")  # one that can't be used says why when it is opened
    return {"chat.game": found.games, "chat.language": found.catalogs, "store.kind": stores}


def _log(config: Config) -> None:
    level = logging.getLevelNamesMapping()[config.log.level.upper()]
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    serving.setLevel(min(level, logging.INFO))  # who starts the bot wants to see that it serves


def _complain(said: str) -> int:
    """Say in one line what is wrong, whatever the line holds; return the exit status."""
    line = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in said)
    with suppress(OSError):
        click.echo(f"chatlama: {line}", err=True)
    return WRONG


def _streams() -> None:
    """Have three standard streams: none is missing, and output lacks no letter."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open to the end
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _unheard() -> None:
    """Let go of what is still to be written to standard output, which takes nothing more."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
