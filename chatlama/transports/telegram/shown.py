"""What each person is shown of what others must not see, in each chat: as far as it is known.

Bounded: of whom it is forgotten, the hand is not kept up to date until they ask for it again. Which
way somebody has gone is also in ``ways``, and so outlives a restart.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from chatlama.session.transport import Page

from .places import Spot
from .recent import Recent
from .ways import Way, Ways

SPOTS, PEOPLE = 1024, 64
"""Spots, and people in each: more than any table has seats."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one person is shown in one chat."""

    way: Way = Way.EPHEMERAL
    asked: float | None = None
    """When the hand was last asked for."""
    acted: bool = False
    """Whether the person has done something since the hand was shown or edited last."""
    message: int | None = None
    """The message that shows it: an ephemeral one's own id, or one in the private chat."""
    private: bool = False
    """Whether that message is in the private chat."""
    title: str = ""
    """What the chat is called: in the private chat hands of several tables may meet."""
    page: Page | None = None
    """The hand that was shown last; ``None``: there is none."""


@dataclass(slots=True)
class People:
    """Everybody of whom anything is known."""

    ways: Ways
    _people: Recent[Spot, Recent[int, Shown]] = field(
        default_factory=lambda: Recent(SPOTS), repr=False
    )

    def known(self, spot: Spot, user: int) -> Shown | None:
        """Return what was shown to the person there; ``None`` if that is not known."""
        there = self._people.get(spot)
        return None if there is None else there.get(user)

    def of(self, spot: Spot, user: int) -> Shown:
        """Return what the person is shown there: nothing yet, if nothing else is known."""
        usual = Way.PRIVATE if spot.private else Way.EPHEMERAL
        return self.known(spot, user) or Shown(self.ways.of(spot, user) or usual)

    def know(self, spot: Spot, user: int, shown: Shown) -> None:
        """Know this of the person from now on."""
        there = self._people.get(spot)
        if there is None:
            self._people.put(spot, there := Recent(PEOPLE))
        there.put(user, shown)

    def alerted(self, spot: Spot) -> bool:
        """Return whether anybody there sees their hand without buttons now."""
        there = self._people.get(spot)
        people = () if there is None else there.items()
        return any(shown.way is Way.ALERT and shown.page is not None for _, shown in people)
