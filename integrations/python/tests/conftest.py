"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def fixtures(monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each test in the folder of models with known answers."""
    folder = REPOSITORY / "fixtures"
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def crossing() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Return two triangles that cut each other."""
    vertices = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0.5, 0.5, -1), (0.5, 0.5, 1), (3, 3, 0)]
    return np.array(vertices), np.array([(0, 1, 2), (3, 4, 5)])
