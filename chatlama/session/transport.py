"""The transport contract: pages out, presses in.

It knows strings and ids only and imports nothing of this package, so no rule, table or language
can reach a transport. A transport is two methods: ``run`` brings in what people do, ``show`` makes
a page what a place shows. Showing is level-triggered: the same page may be shown again at any time
and must then cost nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import NewType, Protocol, TypeAlias

Handle = NewType("Handle", str)
"""A transport's own name for a message it has shown; opaque to others, at most 100 bytes."""


serving = logging.getLogger("chatlama.serving")
"""Where a chat system says, at level info and in one line, as whom it serves from now on."""


class Ink(Enum):
    """How a piece of text looks where looks are possible."""

    PLAIN = "plain"
    STRONG = "strong"
    MONO = "mono"


class Emphasis(Enum):
    """How a button stands out where that is possible."""

    NORMAL = "normal"
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Piece:
    """Text without markup; whoever shows it escapes it."""

    text: str
    ink: Ink = Ink.PLAIN
    user: str | None = None
    """The id of the person whom this piece mentions."""


PageLine: TypeAlias = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class PageButton:
    """A button as people see it; ``token`` comes back in ``Incoming`` when it is pressed."""

    label: str
    token: str
    """Printable ASCII, at most 64 bytes."""
    emphasis: Emphasis = Emphasis.NORMAL
    brief: str = ""
    """The label in a few signs, for a list of all buttons that must be short; empty: there is none.
    """
    word: str = ""
    """What is typed, without a sign, where no words stand on it: a command, the name of a move.
    Empty: there is nothing else."""


@dataclass(frozen=True, slots=True)
class Page:
    """A screen in one language: all that a transport is ever given to show."""

    lines: tuple[PageLine, ...]
    buttons: tuple[tuple[PageButton, ...], ...] = ()
    short: str = ""
    """The same in at most 200 characters, for places that hold no more."""
    loud: bool = False
    """Whether people should be notified. Loud pages are shown as new messages."""
    chapter: int = 0
    """Rises when the page tells something new enough to be shown below what people have written
    since: as a new message, where there are messages."""
    closed: bool = False
    """Whether the table is closed: nothing follows."""
    final: bool = False
    """Whether a game's end is on it."""
    positions: tuple[PageButton, ...] = ()
    """Buttons that press the n-th button of whoever presses them, on that person's hand. Needed
    where somebody sees their hand without buttons; empty where the buttons for all suffice."""

    @property
    def text(self) -> str:
        """All lines as plain text."""
        return "\n".join("".join(piece.text for piece in line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Chat:
    """A place where people sit together: a group, one topic of a group, a room, a terminal."""

    transport: str
    id: str
    """The transport's own id of the place, its topic included."""

    @property
    def key(self) -> str:
        """One string that names the chat among all transports."""
        return f"{self.transport}:{self.id}"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a page is shown: to everybody in a chat, or there to one person alone."""

    chat: Chat
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Sender:
    """Who pressed or typed."""

    user: str
    """The transport's own id of the person."""
    name: str
    """The name as the person wrote it: any characters, any length."""
    language: str | None = None
    """The person's language as a BCP 47 tag, where it is known."""


def base(language: str | None) -> str:
    """Return which language a BCP 47 tag is of, whatever the country: ``de`` for ``de-AT``."""
    return (language or "").partition("-")[0].lower()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of a page."""

    token: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A command or a move in words, without prefix or the bot's name: ``join``, ``4``."""

    text: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """We have come into the chat; the sender brought us."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The chat has another id from now on."""

    to: Chat


@dataclass(frozen=True, slots=True)
class Incoming:
    """What somebody did."""

    update: str
    """The id of the update it came with: the same thing delivered again carries the same id."""
    chat: Chat
    sender: Sender
    act: Pressed | Typed | Arrived | Moved


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person who acted is told, and nobody else, once what they did is kept."""

    alert: str | None = None
    page: Page | None = None
    hand: bool = False
    """Whether the page is the person's hand, which ``show`` keeps up to date from then on."""
    secret: bool = False
    """Whether what is said may tell what the person holds: then nobody else may read it."""
    unmeant: bool = False
    """Whether nothing was done because what was typed means nothing at this table as it stands. It
    may be meant for another one."""
    unreached: bool = False
    """Whether nothing was done because the person can't be shown their cards (``reaches``). The
    same ``Incoming`` may be handed in again once they can."""


Dispatch: TypeAlias = Callable[[Incoming], Awaitable[Reply]]
"""Take in what somebody did. When it returns, what was done is kept. When it raises ``NotKept``,
nothing was done and the same ``Incoming`` should be handed in again after a while."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a chat system can do; what it can't is left out or degraded by the transport."""

    sign: str = ""
    """What a command begins with when it is typed."""


class Transport(Protocol):
    """A chat system."""

    @property
    def name(self) -> str:
        """ASCII name: entry point, and first part of every ``Chat.key``."""

    @property
    def capabilities(self) -> Capabilities:
        """What can be done here."""

    async def run(self, dispatch: Dispatch) -> None:
        """Bring in what people do until there is nothing more to come or the task is cancelled."""

    async def administers(self, chat: Chat, user: str) -> bool:
        """Return whether the person administers the chat, as far as can be told.

        Asked only where the answer matters, as it may cost a call.
        """

    def wants(self, to: Address) -> bool:
        """Return whether ``show`` has any use for this person's own pages now.

        If not they are not made. ``Reply`` brings a person's hand at any time.
        """

    def reaches(self, to: Address) -> bool:
        """Return whether the person can be shown their cards. Who can't, is not seated."""

    async def hides(self, to: Address) -> bool:
        """Return whether the person writes there without a name, which a seat would tell to all.

        Asked only before somebody is seated, as it may cost a call.
        """

    async def show(self, to: Address, page: Page | None, last: Handle | None) -> Handle | None:
        """Make ``page`` what ``to`` sees in the place of ``last`` and return what names it now.

        ``None`` as page takes ``last`` away. Raises ``Gone`` if ``last`` exists no more and could
        not be replaced by itself, ``RetryLater`` under a rate limit, ``Unreachable`` if nothing can
        be shown there.
        """


class TransportError(Exception):
    """The chat system can't be used at all; the message says in one line why and how to mend it."""


class NotKept(Exception):
    """What somebody did could not be kept, e.g. because the disk is full; nothing was done."""


class Gone(Exception):
    """The message to change exists no more."""


class RetryLater(Exception):
    """The chat system asks to wait."""

    def __init__(self, after: float) -> None:
        super().__init__(f"retry after {after:g} s")
        self.after = after
        """Seconds."""


class Unreachable(Exception):
    """Nothing can be shown there now: the bot was put out, blocked or has no right to write."""
