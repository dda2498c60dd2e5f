"""How hypothesis searches: the same every time, or anew with ``--hypothesis-profile=night``."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("house", derandomize=True, database=None, deadline=None)
settings.register_profile("night", max_examples=2_000, deadline=None)
settings.load_profile("house")
