"""What all tests share.

Hypothesis searches the same every time, or anew with ``--hypothesis-profile=night``. A homeserver
is started once, whoever needs it.
"""

from __future__ import annotations

from hypothesis import settings

from tests.synapse.fixtures import homeserver, limited_homeserver, limited_town, town

__all__ = ["homeserver", "limited_homeserver", "limited_town", "town"]

settings.register_profile("house", derandomize=True, database=None, deadline=None)
settings.register_profile("night", max_examples=2_000, deadline=None)
settings.load_profile("house")
