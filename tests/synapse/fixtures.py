"""Homeservers that live as long as the tests, and their people in one test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.synapse.environments import need
from tests.synapse.homeserver import Homeserver

if TYPE_CHECKING:
    from tests.synapse.town import Town


@pytest.fixture(scope="session")
def homeserver() -> Iterator[Homeserver]:
    """Yield a homeserver without limits."""
    need()
    with Homeserver() as running:
        yield running


@pytest.fixture(scope="session")
def limited_homeserver() -> Iterator[Homeserver]:
    """Yield a homeserver with the limits it comes with."""
    need()
    with Homeserver(limited=True) as running:
        yield running


@pytest.fixture
async def town(homeserver: Homeserver, tmp_path: Path) -> AsyncIterator[Town]:
    async with _town(homeserver, tmp_path) as running:
        yield running


@pytest.fixture
async def limited_town(limited_homeserver: Homeserver, tmp_path: Path) -> AsyncIterator[Town]:
    async with _town(limited_homeserver, tmp_path) as running:
        yield running


def _town(server: Homeserver, folder: Path) -> Town:
    from tests.synapse.town import Town  # noqa: PLC0415  # needs nio, which may be missing where `need` skips

    return Town(server, folder / "people")
