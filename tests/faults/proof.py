"""A pytest plugin that tells how the tests of a copy ended, and of which files it was made.

``test_faults`` runs the copy and reads what is told in ``proof.json``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

TOLD = "proof.json"
OURS = ("chatlama", "tests")

_ended: dict[str, list[str]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" or report.failed:
        error = "" if call.excinfo is None else call.excinfo.typename
        _ended[item.nodeid] = [report.when or "", report.outcome, error]
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    modules = {name: module for name, module in sys.modules.items() if name.startswith(OURS)}
    files = {Path(file) for each in modules.values() if (file := getattr(each, "__file__", None))}
    told = {"ended": _ended, "files": sorted(str(file.resolve()) for file in files)}
    (session.config.rootpath / TOLD).write_text(json.dumps(told), "utf-8")
