"""Every language says everything, with the same arguments, and nothing else.

The code is read as a tree: each ``text("id", …)`` in it names its id and arguments literally. What
is said by other means is listed in ``OTHERWISE``, and why. Transports know no texts; they ask
``setup.say("id", language)`` for what they say themselves.
"""

from __future__ import annotations

import ast
import logging
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest
from babel import Locale
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import chatlama
from chatlama.core.game import AnyGame
from chatlama.core.screen import Line, Row
from chatlama.core.text import Arg, Seat, Text
from chatlama.i18n.catalog import LANGUAGES, SHARED, Catalogs, Speech, add_package, catalogs
from chatlama.plugins import plugins
from chatlama.session.commands import Command
from tests.core.played import FEW, GAMES, Scene, Scenes, prefix_of

PACKAGES = (SHARED, *(game.info.package for game in GAMES.values()))
OURS = Path(chatlama.__file__).parent
ROOTS = (
    OURS,
    *(folder for p in PACKAGES if OURS not in (folder := Path(str(files(p)))).parents),
)
"""Where texts are made: in our own package, and in games that are packages of their own."""
TELEGRAM = OURS / "transports" / "telegram" / "phrases.py"
PLURALS = {"zero", "one", "two", "few", "many"}
LONGEST = 900
"""Characters of a game's explanation at most (``GameInfo.explanation``)."""

every_language = pytest.mark.parametrize("language", LANGUAGES)


# --- what the catalogs hold ------------------------------------------------------------------


@dataclass
class Found(Visitor):
    """What a message uses."""

    variables: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)
    selects: list[ftl.SelectExpression] = field(default_factory=list)

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 - Fluent's name
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802 - Fluent's name
        self.messages.add(node.id.name)

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:  # noqa: N802 - Fluent's name
        self.selects.append(node)
        self.generic_visit(node)


@cache
def entries(language: str) -> tuple[ftl.EntryType, ...]:
    parser = FluentParser(with_spans=False)
    sources = [files(p).joinpath(f"{language}.ftl").read_text("utf-8") for p in PACKAGES]
    return tuple(chain.from_iterable(parser.parse(source).body for source in sources))


@cache
def messages(language: str) -> dict[str, Found]:
    said = {}
    for entry in entries(language):
        if isinstance(entry, ftl.Message | ftl.Term):
            said[entry.id.name] = found = Found()
            found.visit(entry)
    return said


def arguments(id: str, language: str) -> set[str]:
    """Return the arguments of a message and of the messages that it is made of."""
    found = messages(language)[id]
    made_of = (arguments(other, language) for other in found.messages)
    return found.variables.union(*made_of)


# --- what the code says ----------------------------------------------------------------------


@dataclass(frozen=True)
class Call:
    where: str
    id: str | None
    """``None`` if it is not literal."""
    given: frozenset[str | None]


def calls(source: str, where: str) -> Iterator[Call]:
    """Yield every making of a text in a module that imports ``text`` or ``Text`` of the core."""
    tree = ast.parse(source)
    makers = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in {"chatlama.core.text", "text"}:
            makers |= {n.asname or n.name for n in node.names if n.name in {"text", "Text"}}
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name(maker), args) if maker in makers:
                pass
            case ast.Call(ast.Attribute(ast.Name("setup"), "say"), [*args, _]):
                pass
            case _:
                continue
        match args:
            case [ast.Constant(str() as id)]:
                given = frozenset(keyword.arg for keyword in node.keywords)
                yield Call(f"{where}:{node.lineno}", id, given)
            case _:
                yield Call(f"{where}:{node.lineno}", None, frozenset())


def constant(path: Path, name: str) -> tuple[str, ...]:
    """Return a module's constant, without what the module imports."""
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.Assign([ast.Name(found)], value) if found == name:
                words: tuple[str, ...] = ast.literal_eval(value)
                return words
    raise AssertionError(f"{path.name} has no {name}")


def modules() -> Iterator[Path]:
    """Yield all modules but those of games that are not installed, e.g. not finished."""
    installed = {Path(str(files(package))) for package in PACKAGES}
    for path in chain.from_iterable(root.rglob("*.py") for root in ROOTS):
        games = [each for each in path.parents if each.parent == OURS / "core" / "games"]
        if not games or games[0] in installed:
            yield path


OTHERWISE: dict[str, frozenset[str | None]] = {
    "list-and": frozenset({"first", "last"}),
    "time-weekday": frozenset({"weekday", "time"}),
    "time-date": frozenset({"day", "month", "time"}),
    **{f"command-{command.value}": frozenset() for command in Command},
    **{f"telegram-{word}": frozenset() for word in constant(TELEGRAM, "COMMANDS")},
}
"""What the catalog says itself: lists, days, the words of commands; and Telegram's command menu."""
BUILT = ("chatlama/app.py:", "telegram/phrases.py:")
"""Where ids are built: for the transports, and for Telegram's command menu."""


def where(module: Path) -> str:
    return f"{module.parent.name}/{module.name}"


@cache
def said() -> tuple[Call, ...]:
    found = chain.from_iterable(calls(m.read_text("utf-8"), where(m)) for m in modules())
    told = (call for call in found if call.id is not None or not call.where.startswith(BUILT))
    return (*told, *(Call("otherwise", id, given) for id, given in OTHERWISE.items()))


# --- the tests -------------------------------------------------------------------------------


def test_all_that_is_installed_is_read() -> None:
    found = plugins()
    assert found.problems == ()
    assert set(GAMES) - {"toy"} == set(found.games)
    assert set(found.catalogs) == set(LANGUAGES)
    assert len(said()) > 80


@every_language
def test_files_hold_no_junk_and_no_id_twice(language: str) -> None:
    junk = [entry.content for entry in entries(language) if isinstance(entry, ftl.Junk)]
    ids = [e.id.name for e in entries(language) if isinstance(e, ftl.Message | ftl.Term)]
    assert junk == []
    assert [id for id, times in Counter(ids).items() if times > 1] == []


@every_language
def test_messages_have_neither_attributes_nor_markup(language: str) -> None:
    for entry in entries(language):
        if isinstance(entry, ftl.Message):
            assert entry.value is not None, entry.id.name
            assert not entry.attributes, entry.id.name
    source = "".join(files(p).joinpath(f"{language}.ftl").read_text("utf-8") for p in PACKAGES)
    assert not {"<b>", "</", "**", "&amp;", "&lt;"} & set(source.split())


@every_language
def test_a_deadline_of_another_day_fits_into_every_sentence(language: str) -> None:
    """It is told with its weekday or date then: no sentence has it *at* a time."""
    source = "".join(files(p).joinpath(f"{language}.ftl").read_text("utf-8") for p in PACKAGES)
    before = re.findall(r"(\w+) \{ \$due \}", source)
    assert before
    assert not {"um", "at"} & {word.casefold() for word in before}


def test_ids_are_literal() -> None:
    assert [call.where for call in said() if call.id is None] == []


@every_language
def test_what_the_code_says_is_in_the_catalogs(language: str) -> None:
    missing = [(call.where, call.id) for call in said() if call.id not in messages(language)]
    assert missing == []


@every_language
def test_what_is_in_the_catalogs_is_said(language: str) -> None:
    made_of = set[str]().union(*(found.messages for found in messages(language).values()))
    assert set(messages(language)) - {call.id for call in said()} - made_of == set()


def test_languages_say_the_same_with_the_same_arguments() -> None:
    ids = {call.id or "" for call in said()}.intersection(*map(messages, LANGUAGES))
    for id in ids:
        assert len({frozenset(arguments(id, language)) for language in LANGUAGES}) == 1, id


@every_language
def test_calls_give_exactly_the_arguments_that_are_used(language: str) -> None:
    for call in said():
        if call.id in messages(language):
            assert call.given == arguments(call.id, language), (call.where, call.id)


def plurals(id: str, language: str) -> dict[str, set[str]]:
    """Return the forms that a message distinguishes, by what is counted."""
    found: dict[str, set[str]] = {}
    for select in messages(language)[id].selects:
        keys = {key_of(variant) for variant in select.variants}
        if keys & PLURALS and isinstance(select.selector, ftl.VariableReference):
            found.setdefault(select.selector.id.name, set()).update(keys)
    return found


@every_language
def test_plurals_have_all_forms_of_the_language(language: str) -> None:
    """What one language counts, the others count too, as far as they have plurals."""
    needed = set(Locale(language).plural_form.tags) | {"other"}
    for id in messages(language):
        found = plurals(id, language)
        assert all(needed <= forms for forms in found.values()), id
        for other in LANGUAGES:
            if id in messages(other) and len(needed) > 1:
                assert set(plurals(id, other)) == set(found), (id, other)


def key_of(variant: ftl.Variant) -> str:
    key = variant.key
    return key.name if isinstance(key, ftl.Identifier) else key.value


@every_language
def test_explanations_are_a_few_lines(language: str) -> None:
    for game in GAMES.values():
        assert len(everything()[language].say(game.info.explanation, SPEECH)) <= LONGEST


@every_language
def test_commands_have_words_of_their_own(language: str) -> None:
    """Within a language no word means two commands; each has one at least."""
    words = [everything()[language].words(f"command-{command.value}") for command in Command]
    assert all(words)
    told = [word for each in words for word in each]
    assert len(set(told)) == len(told)
    assert all(word == word.casefold() for word in told)


# --- what games say, really said ---------------------------------------------------------------

SPEECH = Speech(lambda seat: f"Player{seat:d}", UTC)


@cache
def everything() -> Catalogs:
    spoken = catalogs()
    for game in GAMES.values():
        add_package(spoken, game.info.package, prefix=prefix_of(game.info.name))
    return spoken


def texts_of(scene: Scene) -> Iterator[Text]:
    """Yield all texts of a position: on screens, in what happens next, in refusals."""
    game = scene.game
    for viewer in scene.viewers:
        moves = () if viewer is None else game.legal(scene.state, viewer)
        screen = game.screen(game.view(scene.state, viewer), moves)
        yield from (button.label for row in screen.buttons for button in row)
        contents: list[object] = [screen.short]
        for each in screen.lines:
            match each:
                case Row(cells):
                    contents.extend(cells)
                case Line(spans):
                    contents.extend(span.content for span in spans)
        yield from (content for content in contents if isinstance(content, Text))
    if scene.seat is not None and scene.move is not None:
        done = game.apply(scene.state, scene.seat, scene.move, scene.chance())
        yield from (event.text for event in done.events)


def refusals_of(scene: Scene, codes: set[str]) -> Iterator[Text]:
    for seat in scene.seats:
        legal = {move.code for move in scene.game.legal(scene.state, seat)}
        for code in codes - legal:
            yield scene.game.refuse(scene.state, seat, code).text


def texts_of_info(game: AnyGame) -> Iterator[Text]:
    yield from (game.info.title, game.info.explanation)
    if game.info.full is not None:
        yield game.info.full
    for option in game.info.options:
        yield option.label
        yield from (choice.label for choice in option.choices)


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_said_in_every_language(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    scenes = list(Scenes(name, FEW))[::2]
    codes = {move.code for scene in scenes for _, move in scene.legal()} | {"nonsense"}
    texts = set(texts_of_info(GAMES[name]))
    for scene in scenes:
        texts.update(texts_of(scene))
    for scene in scenes[::40]:
        texts.update(refusals_of(scene, codes))
    assert {text.id for text in texts} > {text.id for text in texts_of_info(GAMES[name])}
    with caplog.at_level(logging.ERROR):
        for catalog in everything().values():
            for text in texts:
                words = catalog.say(text, SPEECH)
                assert words.strip(), text
                assert text.id not in words
    assert caplog.messages == []


SAMPLES: dict[str, Arg] = {
    "due": datetime(2026, 1, 1, 12, tzinfo=UTC),
    "player": Seat(0),
    "players": (Seat(0), Seat(1)),
}
"""What arguments of these names are; others are numbers."""


@every_language
def test_every_message_can_be_said(language: str, caplog: pytest.LogCaptureFixture) -> None:
    catalog = everything()[language]
    with caplog.at_level(logging.ERROR):
        for id in messages(language):
            for number in (0, 1, 2, 7, 40):
                given = {name: SAMPLES.get(name, number) for name in arguments(id, language)}
                assert catalog.say(Text(id, tuple(given.items())), SPEECH).strip()
    assert caplog.messages == []


# --- that the tests would notice ----------------------------------------------------------------


def test_calls_are_found_however_they_are_imported() -> None:
    source = """
from chatlama.core.text import Text as T, text
from rich.text import Text
T("one"); text("two", a=1, b=2); Text("rich"); text(f"three-{x}"); text("four", **more)
setup.say("five", language); setup.say(f"six-{x}", language); log.say("seven", language)
match x:
    case T("eight"): pass
"""
    found = [(call.id, call.given) for call in calls(source, "")]
    assert found == [
        ("one", frozenset()),
        ("two", frozenset({"a", "b"})),
        (None, frozenset()),
        ("four", frozenset({None})),
        ("five", frozenset()),
        (None, frozenset()),
    ]
