"""The examples in docstrings and documents."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import meshcheck
from conftest import REPOSITORY

MODULES = [m.name for m in pkgutil.iter_modules(meshcheck.__path__) if m.name != "__main__"]


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run examples in a folder with the models that they name."""
    for model in (
        "chair.glb",
        "clean/torus.stl",
        "scenes/boxes_overlap_50mm.glb",
        "hulls/bench.glb",
    ):
        (tmp_path / Path(model).name).symlink_to(REPOSITORY / "fixtures" / model)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(f"meshcheck.{name}")
    result = doctest.testmod(module, extraglobs=dict(vars(meshcheck)))
    assert result.failed == 0
    assert result.attempted > 0 or name not in ("checker", "rows")


@pytest.mark.parametrize("name", ["integrations/python/README.md", "docs/python.md"])
def test_documents(name: str) -> None:
    path = str(REPOSITORY / name)
    result = doctest.testfile(path, module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 3
