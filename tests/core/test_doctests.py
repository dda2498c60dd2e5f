"""The examples in the core's docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import chatlama.core

MODULES = [m.name for m in walk_packages(chatlama.core.__path__, "chatlama.core.")]
OTHERS = ["chatlama.session.token"]


@pytest.mark.parametrize("name", [*MODULES, *OTHERS])
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    tried = sum(doctest.testmod(import_module(name)).attempted for name in MODULES)
    assert tried >= 10
