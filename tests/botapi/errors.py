"""How the server says no: a code, the exact words, and whether only a faulty client hears them.

The words are those of the real server. What happens in a sound bot's life too (a message that has
gone, a query too old, flood limits) is no fault; what a bot could have known beforehand is one, and
ends up in ``server.violations``.
"""

from __future__ import annotations

from collections.abc import Mapping

REASONS = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    409: "Conflict",
    429: "Too Many Requests",
    500: "Internal Server Error",
}

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
QUERY_OLD = "query is too old and response timeout expired or query ID is invalid"
UPGRADED = "group chat was upgraded to a supergroup chat"
OTHER_POLLER = (
    "terminated by other getUpdates request; make sure that only one bot instance is running"
)
WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook "
    "first"
)


class Refused(Exception):
    """An answer with ``ok: false``."""

    def __init__(
        self,
        code: int,
        words: str,
        parameters: Mapping[str, int] | None = None,
        *,
        fault: str | None = None,
    ) -> None:
        self.code = code
        self.words = f"{REASONS[code]}: {words}"
        self.parameters = dict(parameters or {})
        self.fault = fault
        super().__init__(self.words)


def bad(words: str) -> Refused:
    """Refuse what may happen to a sound bot."""
    return Refused(400, words)


def faulty(words: str, fault: str = "") -> Refused:
    """Refuse what a sound bot never sends."""
    return Refused(400, words, fault=fault or words)


def forbidden(words: str) -> Refused:
    return Refused(403, words)


def unplayed(what: str) -> Refused:
    """The real server would take it; a test that needs it has to teach the fake first."""
    return Refused(400, f"{what} is not played", fault=f"the fake does not play {what}")
