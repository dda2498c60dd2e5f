"""Runs a module in this process, and ends it as soon as whoever started it is gone.

``python leashed.py MODULE ARGS…``: standard input is the leash. Its end, which comes even if the
starter is killed, asks the process to end; one that does not is ended.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading

PATIENCE = 5.0
"""Seconds for ending well."""


def _watch() -> None:
    while os.read(0, 1024):
        pass
    threading.Timer(PATIENCE, os._exit, (1,)).start()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=_watch, daemon=True).start()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
