"""A second opinion of what the fake says: aiogram's types, made from the real documentation.

Where aiogram is not installed there is none.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

from tests.botapi.botapi import BotApi

INSTALLED = find_spec("aiogram") is not None


def judge(server: BotApi) -> int:
    """Validate every result and every update of a test; return how many there were."""
    if not INSTALLED:
        return 0
    types = importlib.import_module("aiogram.types")
    for update in server.updates.history:
        told = types.Update.model_validate(update)
        (kind,) = set(update) - {"update_id"}
        assert getattr(told, kind) is not None, kind
    results = [call for call in server.http.log.all if call.ok]
    for call in results:
        _reader(call.method)(call.answer)
    return len(results) + len(server.updates.history)


@cache
def _reader(method: str) -> Callable[[object], object]:
    """Return what reads a method's results. The first that reads a message takes seconds to make:
    hundreds of types hang together there."""
    returned = getattr(importlib.import_module("aiogram.methods"), method[0].upper() + method[1:])
    adapter = importlib.import_module("pydantic").TypeAdapter(returned.__returning__)
    read: Callable[[object], object] = adapter.validate_python
    return read
