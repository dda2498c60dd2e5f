"""A mapping that holds what was used last, and never more than so much of it.

A bot that serves for years meets more chats than it needs to know anything of. What is forgotten
here is learned again, or does no harm.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


@dataclass(slots=True)
class Recent(Generic[K, V]):
    """What was used last.

    >>> lately = Recent[str, int](2)
    >>> lately.put("a", 1); lately.put("b", 2)
    >>> lately.get("a"); lately.put("c", 3)
    1
    >>> lately.get("a"), lately.get("b"), lately.get("c")
    (1, None, 3)
    """

    most: int
    """How much is held at most."""
    _held: OrderedDict[K, V] = field(default_factory=OrderedDict, repr=False)

    def get(self, key: K) -> V | None:
        """Return what is known, and hold it longer."""
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key)

    def put(self, key: K, value: V) -> None:
        """Know this from now on, in the place of what was used longest ago if there is no room."""
        self._held[key] = value
        self._held.move_to_end(key)
        if len(self._held) > self.most:
            self._held.popitem(last=False)

    def forget(self, key: K) -> V | None:
        """Know nothing of it any more; return what was known."""
        return self._held.pop(key, None)

    def items(self) -> tuple[tuple[K, V], ...]:
        """Return all that is known, what was used longest ago first."""
        return tuple(self._held.items())
