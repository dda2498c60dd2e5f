"""``chatlama`` as it is but for some seconds, so that whole games last few of them.

Its cards are those of the test's name: a test that one game in a thousand brings to fall would fail
as often. The environment names the seconds: ``HURRY_BUDGET`` (how long a call to a chat counts) and
``HURRY_RIVAL`` (how long another poller is borne), each a constant of the Telegram transport;
``HURRY_TURN`` (how short the setting of turns may be).
"""

from __future__ import annotations

import os
import sys
from functools import partial

from chatlama import app
from chatlama.cli import main
from chatlama.config import readers, settings, sources
from chatlama.transports.telegram import budget, inbox

if "HURRY_BUDGET" in os.environ:
    budget.WINDOW = budget.PRIVATE_WINDOW = float(os.environ["HURRY_BUDGET"])
if "PYTEST_CURRENT_TEST" in os.environ:
    vars(app)["Chance"] = partial(app.Chance, os.environ["PYTEST_CURRENT_TEST"])
inbox.PATIENCE = float(os.environ.get("HURRY_RIVAL", inbox.PATIENCE))
if "HURRY_TURN" in os.environ:
    short = readers.duration(os.environ["HURRY_TURN"], "1 h")
    vars(sources)["READERS"] = {**settings.READERS, "clock.turn": short}

if __name__ == "__main__":
    sys.exit(main())
