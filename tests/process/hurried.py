"""``chatlama`` as it is but for some seconds, so that whole games last few of them.

The environment names them, each a constant of the Telegram transport: ``HURRY_BUDGET`` (how long a
call to a chat counts), ``HURRY_RIVAL`` (how long another poller is borne).
"""

from __future__ import annotations

import os
import sys

from chatlama.cli import main
from chatlama.transports.telegram import budget, inbox

if "HURRY_BUDGET" in os.environ:
    budget.WINDOW = budget.PRIVATE_WINDOW = float(os.environ["HURRY_BUDGET"])
inbox.PATIENCE = float(os.environ.get("HURRY_RIVAL", inbox.PATIENCE))

if __name__ == "__main__":
    sys.exit(main())
