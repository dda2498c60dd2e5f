"""``python -m chatlama`` is ``chatlama``."""

import sys

from chatlama.cli import main

sys.exit(main())
