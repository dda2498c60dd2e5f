"""Matrix: rooms and encrypted direct rooms, by a user account on any homeserver.

``account`` logs in and keeps the device, ``signing`` lets people trust it, ``sync`` receives, also
what fell into ``gaps``, ``rooms`` knows who is where, ``wire`` sends, at the pace of ``outbox``.
``heard`` and ``talk`` know what somebody did, ``answers`` what they are told, ``asked`` how often,
``board`` shows tables, ``hands`` what one person alone may see, in the room that ``directs`` finds;
``render`` turns pages into messages, ``keys`` and ``reactions`` make reactions buttons, and
``notes`` remembers. Nothing here knows a rule, a game or a language, and the library is imported
only if Matrix is set up.
"""

from __future__ import annotations

from chatlama.session.setup import Setup
from chatlama.session.transport import Transport

from .settings import read

__all__ = ["plug"]


def plug(setup: Setup) -> Transport | None:
    """Return Matrix as it is set up; ``None`` if there is no account."""
    settings = read(setup)
    if settings is None:
        return None
    from .ears import Phrases  # noqa: PLC0415 - with the library, so only where it is used
    from .transport import Matrix  # noqa: PLC0415 - as above

    phrases = Phrases(
        unreadable=setup.say("matrix-unreadable", setup.language),
        crowded=setup.say("matrix-crowded", setup.language),
        not_kept=setup.say("not-kept", setup.language),
    )
    return Matrix(settings, setup.folder / setup.name, phrases)
