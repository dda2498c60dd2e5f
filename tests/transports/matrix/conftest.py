"""Key stores are written without waiting for the disk: no test here pulls the plug."""

from __future__ import annotations

from typing import Any

import pytest
from nio.store.database import MatrixStore


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    made = MatrixStore._create_database

    def make(store: Any) -> Any:  # noqa: ANN401 - the library has no types
        database = made(store)
        database._pragmas.append(("synchronous", 0))
        return database

    monkeypatch.setattr(MatrixStore, "_create_database", make)
