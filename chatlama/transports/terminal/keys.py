"""The keyboard and the glass: one prompt_toolkit application that draws a scene and reads keys.

It decides nothing: what it is given it draws, what a person enters it hands on. It lives on the
terminal's alternate screen, so nothing of it stays behind in the scrollback.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    Dimension,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VerticalAlign,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from chatlama.session.transport import Emphasis, Page, PageButton, Pressed, Typed

from .screen import Rows, ansi, page_text, rows_text, tidy

HINT = Typed("hint")
"""Asks the shell what a computer would do, and why."""
FORGET = "\x1b[3J"
"""Empties the scrollback, where a terminal allows it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands on the screen, top to bottom, and what may be entered."""

    pages: tuple[Page, ...] = ()
    note: str = ""
    rows: Rows = ()
    prompt: str = ""
    help: str = ""
    asks: bool = True
    """Whether something may be typed or pressed; otherwise Enter alone goes on."""
    from_top: bool = False
    """Whether a text that is too long shows its beginning first, not its end."""
    public: bool = False
    """Whether the buttons are the table's, not somebody's own."""

    @property
    def buttons(self) -> tuple[PageButton, ...]:
        """All buttons in reading order."""
        return tuple(button for row in self.rows for button in row)

    @property
    def first(self) -> int | None:
        """The button that is chosen before anybody chooses: the one that the table waits for.

        On a hand there is none, so that an Enter too many plays nothing.
        """
        marks = [button.emphasis is Emphasis.PRIMARY for button in self.buttons]
        return marks.index(True) if self.public and marks.count(True) == 1 else None


class Enter:
    """A mere Enter, where there is nothing to press."""


Entry: TypeAlias = Pressed | Typed | Enter
"""What a person entered."""


class Keys:
    """Draws scenes and hands on what is entered, one entry for each scene drawn."""

    def __init__(
        self,
        enter: Callable[[Entry], None],
        scroll: str,
        console: Console,
        input: Input | None,
        output: Output | None,
    ) -> None:
        """Take what entries are given to, and what is said where not everything is in sight."""
        self._enter = enter
        self._scroll_hint = scroll
        self._console = console
        self._scene = Scene()
        self._chosen: int | None = None
        self._lost = False
        """Whether Enter was pressed with nothing to press: the help stands out then."""
        self._line = 0
        """The line of the pages that is kept in sight."""
        self._ready = False
        self._buffer = Buffer(multiline=False, read_only=Condition(lambda: not self._scene.asks))
        self._body = self._window(self._pages, sight=self._in_sight)
        self._entry = Window(
            BufferControl(self._buffer, input_processors=[BeforeInput(self._prompt)]),
            height=Dimension(min=1),
            wrap_lines=True,
            dont_extend_height=True,
        )
        self._app: Application[None] = Application(
            Layout(self._container()),
            key_bindings=self._bindings(),
            full_screen=True,
            erase_when_done=True,
            input=input,
            output=output,
        )

    async def run(self) -> None:
        """Return when the person quits or ``stop`` is called; the terminal is as it was before."""
        try:
            await self._app.run_async(set_exception_handler=False)
        except EOFError:
            return  # the terminal itself has gone

    def stop(self) -> None:
        """Let ``run`` return."""
        if self._app.is_running and not self._app.is_done:
            self._app.exit()

    def draw(self, scene: Scene) -> None:
        """Make the scene what is seen, and take the next entry."""
        before, self._scene = self._scene, scene
        self._ready = True
        self._app.invalidate()
        if scene == before:
            return
        self._lost = False
        labels = [tidy(button.label) for button in scene.buttons]
        others = [tidy(button.label) for button in before.buttons]
        if self._chosen is None or (labels, scene.public) != (others, before.public):
            self._chosen = scene.first
        if scene.asks != before.asks:
            self._buffer.reset()
        self._buffer.completer = WordCompleter(labels, ignore_case=True, sentence=True)
        self._line = 0 if scene.from_top else _height(self._pages()) - 1

    def wipe(self) -> None:
        """Leave nothing of what has been seen or typed, the scrollback included."""
        self._buffer.reset()
        self._app.renderer.erase(leave_alternate_screen=False)
        self._app.output.erase_screen()
        self._app.output.write_raw(FORGET)
        self._app.output.flush()

    def ring(self) -> None:
        """Sound the bell."""
        self._app.output.bell()
        self._app.output.flush()

    # --- what is seen ------------------------------------------------------------------------

    def _container(self) -> FloatContainer:
        fixed = [self._window(each, fixed=True) for each in (self._choices, self._help)]
        return FloatContainer(
            HSplit([self._body, fixed[0], self._entry, fixed[1]], align=VerticalAlign.TOP),
            [Float(CompletionsMenu(max_height=6), xcursor=True, ycursor=True)],
        )

    def _window(
        self,
        text: Callable[[], str],
        *,
        fixed: bool = False,
        sight: Callable[[], Point] | None = None,
    ) -> Window:
        """Return a window that is as high as its text, or shows a part if it is not ``fixed``."""
        return Window(
            FormattedTextControl(
                lambda: ANSI(text()), show_cursor=False, get_cursor_position=sight
            ),
            height=(lambda: Dimension.exact(_height(text()))) if fixed else None,
            dont_extend_height=True,
        )

    def _render(self, *parts: Text | Rule) -> str:
        return ansi(self._console, self._width, *parts).removesuffix("\n")

    @property
    def _width(self) -> int:
        return self._app.output.get_size().columns

    def _pages(self) -> str:
        parts: list[Text | Rule] = []
        for page in self._scene.pages:
            parts += [Rule(style="dim"), page_text(page)] if parts else [page_text(page)]
        return self._render(*parts, Text())

    def _choices(self) -> str:
        scene = self._scene
        buttons = rows_text(scene.rows, self._width, self._chosen)
        note = Text(tidy(scene.note), "bold")
        return self._render(*(part for part in (note, buttons) if part.plain))

    def _prompt(self) -> str:
        return f"{tidy(self._scene.prompt)} "

    def _help(self) -> str:
        said = self._scene.help if self._fits() else f"{self._scroll_hint} {self._scene.help}"
        return self._helping(said.strip())

    def _helping(self, said: str) -> str:
        return self._render(Text(tidy(said), "bold" if self._lost else "dim"))

    def _fits(self) -> bool:
        """Return whether all the pages are in sight if the help says no more than it has to."""
        rows = self._app.output.get_size().rows
        asked = self._entry.preferred_height(self._width, rows).preferred
        others = (self._pages(), self._choices(), self._helping(self._scene.help))
        return sum(_height(each) for each in others) + asked <= rows

    def _in_sight(self) -> Point:
        return Point(0, min(self._line, _height(self._pages()) - 1))

    # --- what is pressed ---------------------------------------------------------------------

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        choosing = Condition(lambda: not self._buffer.text and bool(self._scene.buttons))
        for key, step in (("left", -1), ("up", -1), ("right", 1), ("down", 1)):
            keys.add(key, filter=choosing)(lambda _, step=step: self._choose(step))
        reading = Condition(lambda: not self._scene.asks)
        for key, step, when in (
            ("pageup", -1, True),
            ("pagedown", 1, True),
            ("up", -1, reading),
            ("down", 1, reading),
        ):
            keys.add(key, filter=when)(lambda _, step=step: self._scroll(step))
        asking = Condition(lambda: not self._buffer.text and self._scene.asks and self._ready)
        keys.add("?", filter=asking)(lambda _: self._hand_on(HINT))
        keys.add("enter")(self._entered)
        for key in ("c-c", "c-d", "<sigint>"):
            keys.add(key)(lambda _: self.stop())
        return keys

    def _choose(self, step: int) -> None:
        """Go on to the next button, if there is one; where none is chosen, to the first."""
        self._lost = False
        at = 0 if self._chosen is None else self._chosen + step
        self._chosen = max(0, min(at, len(self._scene.buttons) - 1))

    def _scroll(self, step: int) -> None:
        seen = self._body.render_info
        if seen is None:
            return
        half = max(1, seen.window_height // 2)
        if step > 0:
            line = max(self._line, seen.last_visible_line()) + half
        else:
            line = min(self._line, seen.first_visible_line()) - half
        self._line = max(0, min(line, seen.content_height - 1))

    def _entered(self, event: KeyPressEvent) -> None:
        if not self._ready:
            return  # the scene is about to change: this Enter was meant for what is gone
        typed, buttons = self._buffer.text.strip(), self._scene.buttons
        entry: Entry = Enter()
        if typed:
            entry = next(
                (Pressed(b.token) for b in buttons if tidy(b.label).casefold() == typed.casefold()),
                Typed(typed),
            )
        elif self._chosen is not None:
            entry = Pressed(buttons[self._chosen].token)
        elif self._scene.asks:
            self._lost = True
            return
        self._hand_on(entry)

    def _hand_on(self, entry: Entry) -> None:
        self._ready = self._lost = False
        if not self._scene.public:
            self._chosen = None  # what comes next may look the same and be another move
        self._buffer.reset()
        self._enter(entry)


def _height(text: str) -> int:
    return text.count("\n") + 1 if text else 0
