"""What is asked before a game at this screen, if somebody wants to be asked: ``play --menu``.

Four short questions, each with a usual answer that Enter takes. What was said on the command line
is not asked again. Nothing here plays, and nothing is checked that ``wish.check`` checks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import click

from chatlama import wish
from chatlama.core.player import Strength
from chatlama.core.table.model import Language
from chatlama.core.text import Text, text
from chatlama.plugins import Plugins
from chatlama.session.present import Presenter


@dataclass(frozen=True, slots=True)
class Picked:
    """What is known of the game that is wanted; ``None`` and nothing is still to be asked."""

    language: Language | None = None
    game: str | None = None
    seats: int | None = None
    strengths: tuple[Strength, ...] = ()


def ask(picked: Picked, usual: Picked, people: int, plugins: Plugins) -> Picked:
    """Return what was picked, and what the person at the screen answered for the rest.

    ``usual`` names the language and the game that Enter takes.
    """
    spoken = [Language(code) for code in plugins.catalogs]
    first = usual.language or spoken[0]
    language = picked.language or _one(
        Text("setting-language"),
        [(code, text("language", code=code)) for code in spoken],
        first,
        _say(plugins, first),
    )
    say = _say(plugins, language)
    titles = [(name, game.info.title) for name, game in plugins.games.items()]
    game = picked.game
    if game is None:
        game = _one(Text("setting-game"), titles, usual.game or titles[0][0], say)
    return Picked(language, game, *_company(picked, game, people, plugins, say))


T = TypeVar("T")
Say: TypeAlias = Callable[[Text], str]


def _company(
    picked: Picked, game: str, people: int, plugins: Plugins, say: Say
) -> tuple[int, tuple[Strength, ...]]:
    """Return how many play, and how well the computers among them do."""
    seats = picked.seats
    if seats is None:
        seats = wish.seats(game, people, plugins)
        known = plugins.games.get(game)
        most = 0 if known is None else known.info.max_seats
        least = 0 if known is None else max(known.info.min_seats, people)
        if least < most:
            numbers = range(least, most + 1)
            labels = [(n, text("seats", computers=n - people)) for n in numbers]
            seats = _one(Text("setting-seats"), labels, seats, say, numbers)
    strengths = picked.strengths
    there = {p.strength for p in plugins.players.values() if p.game == game}
    offered = [(s, text("strength", strength=s.value)) for s in Strength if s in there]
    if not strengths and seats > people and len(offered) > 1:
        usual = Strength.MEDIUM if Strength.MEDIUM in there else offered[0][0]
        strengths = (_one(Text("setting-strength"), offered, usual, say),)
    return seats, strengths


def _one(
    question: Text,
    choices: Sequence[tuple[T, Text]],
    usual: T,
    say: Say,
    numbers: Sequence[int] | None = None,
) -> T:
    """Return the value that is chosen by its number or by what it is called.

    What is a number itself is given it as ``numbers``: who types 5 wants five players.
    """
    labels = [say(label) for _, label in choices]
    keys = [str(number) for number in numbers or range(1, len(choices) + 1)]
    click.echo(say(question))
    for key, label in zip(keys, labels, strict=True):
        click.echo(f"  {key}  {label}")
    at = next((n for n, (value, _) in enumerate(choices) if value == usual), 0)
    asked = say(text("menu-choice", usual=keys[at]))
    while True:
        said = click.prompt(asked, default="", show_default=False, prompt_suffix=" ")
        word = said.strip().casefold()
        if not word:
            return choices[at][0]
        meant = [
            value
            for key, (value, _), label in zip(keys, choices, labels, strict=True)
            if word == key or (len(word) > 1 and label.casefold().startswith(word))
        ]
        if len(meant) == 1:
            return meant[0]
        click.echo(say(Text("no-such-choice")))


def _say(plugins: Plugins, language: Language) -> Say:
    presenter = Presenter(plugins.catalogs)
    return lambda said: presenter.say(said, None, language)
