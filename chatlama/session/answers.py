"""What the person who acted is told, and nobody else: in their language, as the chat system can.

It only says; what is done stands in ``tables``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from chatlama.core.names import tidy
from chatlama.core.table import screens
from chatlama.core.table.house import House
from chatlama.core.table.intents import Who
from chatlama.core.table.model import Table
from chatlama.core.text import Text, text

from .asker import language_of
from .positions import positioned
from .present import Presenter
from .transport import Address, Incoming, Reply, Transport


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers to whoever acted."""

    presenter: Presenter
    transports: Mapping[str, Transport]
    house: House
    game: str
    """What is played at a new table."""

    def welcome(self, incoming: Incoming) -> Reply:
        """Return what is said where no table stands: how to open one."""
        return Reply(page=self.presenter.welcome(language_of(incoming, None)))

    def help(self, incoming: Incoming, table: Table | None) -> Reply:
        """Return how to use us, by examples of what can be done in the game."""
        sign = self.sign(incoming)
        game = self.house.games[self.game if table is None else table.game]
        words = tuple(text("help-word", sign=sign, word=word) for word in game.info.typed)
        if sign:
            said = text("help-typed", sign=sign, moves=words, count=len(words))
        else:
            said = text("help", moves=words, count=len(words))
        return Reply(page=self.presenter.plain(said, language_of(incoming, table)))

    def shown(self, code: str, table: Table, who: Who, incoming: Incoming) -> Reply | None:
        """Return what somebody wants to see; ``None`` if they want to change something."""
        match code:
            case ":rules" | ":rules:full":
                screen = screens.rules(table, self.house, full=code == ":rules:full")
            case ":menu":
                screen = screens.menu(table, who)
            case ":hand":
                return self._hand(table, who, incoming)
            case _:
                return None
        return Reply(page=self.presenter.page(screen, table, language_of(incoming, table)))

    def _hand(self, table: Table, who: Who, incoming: Incoming) -> Reply:
        seat = table.seat_of(who.user)
        if seat is None:
            return self.alert(Text("not-seated"), table, incoming)
        screen = screens.hand(table, seat, self.house)
        if screen is None:
            return self.alert(Text("no-hand"), table, incoming)
        page = self.presenter.page(screen, table, language_of(incoming, table))
        return Reply(page=positioned(page, table, self.house), hand=True, secret=True)

    def closed(self, incoming: Incoming) -> Reply:
        """Return that there is no such table any more, and what opens another one here."""
        sign, said = self.sign(incoming), self.alert(Text("table-closed"), None, incoming).alert
        word = self.presenter.catalog(language_of(incoming, None)).words("command-new")[0]
        return Reply(f"{said} {sign}{word}" if sign else said)

    def reaches(self, incoming: Incoming) -> bool:
        """Return whether who acts can be shown their cards."""
        transport = self.transports[incoming.chat.transport]
        return transport.reaches(Address(incoming.chat, incoming.sender.user))

    def unreached(self, table: Table | None, incoming: Incoming) -> Reply:
        """Return how somebody gets to see their cards, as nothing can be done before."""
        return replace(self.alert(Text("unreached"), table, incoming), unreached=True)

    def named_openly(self, table: Table | None, incoming: Incoming) -> Reply:
        """Return that everybody would read the name, so that it is one's own choice."""
        said = text("named-openly", name=tidy(incoming.sender.name))
        return self.alert(said, table, incoming)

    def sign(self, incoming: Incoming) -> str:
        """Return what a typed command begins with there."""
        return self.transports[incoming.chat.transport].capabilities.sign

    def alert(
        self, said: Text, table: Table | None, incoming: Incoming, *, secret: bool = False
    ) -> Reply:
        """Return a text to the one person; ``secret``: it may tell what they hold."""
        if secret and not self.reaches(incoming):
            said, secret = Text("unreached"), False
        alert = self.presenter.say(said, table, language_of(incoming, table))
        return Reply(alert=alert, secret=secret)
