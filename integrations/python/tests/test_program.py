"""Finding and running the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

import meshcheck
from meshcheck.options import arguments


def test_options_are_flags() -> None:
    """Each option is a flag of the program, and takes the values that its type names."""
    text = subprocess.run(
        [meshcheck.executable(), "--help"], capture_output=True, text=True, check=True
    ).stdout
    for name in meshcheck.Options.__annotations__:
        if name != "args":
            assert f"--{name.replace('_', '-')} " in text, name


def test_arguments() -> None:
    assert arguments(
        {
            "checks": ["self", "parts"], "allow": ["a:b", "c:d"], "touch": True, "no_config": False,
            "timeout": 1.5, "memory": 4_000_000_000, "tolerance": 1e-05, "clearance": None,
            "output": Path("a.html"), "config": Path("x.yaml"), "args": ["--open"],
        }
    ) == [
        "--checks=self,parts", "--allow=a:b", "--allow=c:d", "--touch", "--timeout=1.500000s",
        "--memory=4000000000B", "--tolerance=1e-05", "--output=a.html", "--config=x.yaml", "--open",
    ]  # fmt: skip


def test_all_kinds_of_values() -> None:
    result = meshcheck.check(
        "chair.glb", timeout=60, memory=4_000_000_000, tolerance=1e-05, threads=1, unit="m",
        max_triangles=1000, fail_on=["crossing", "overlap:off"], no_config=True, exclude=["*.stl"],
    )  # fmt: skip
    assert [p.rule for p in result.places] == ["crossing"]
    assert meshcheck.check("chair.glb", max_findings=3).truncated


def _script(path: Path, text: str) -> str:
    path.write_text(f"#!{sys.executable}\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESHCHECK", str(tmp_path / "nothing"))
    with pytest.raises(meshcheck.ProgramNotFound, match="names no program"):
        meshcheck.executable()
    other = _script(tmp_path / "meshcheck", "print('{}')")
    monkeypatch.setenv("MESHCHECK", other)
    assert meshcheck.executable() == other
    with pytest.raises(meshcheck.ProgramError, match="no report of meshcheck"):
        meshcheck.check("chair.glb")


@pytest.mark.skipif(os.name == "nt", reason="scripts of POSIX")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("print('hello')", "printed no JSON: b'hello"),
        ("import os; os.abort()", "meshcheck ended with status -6"),
        (
            'print(\'{"schema": 2, "tool": {"name": "meshcheck", "version": "9.0"}}\')',
            "meshcheck 9.0 writes reports of schema 2, and this package reads schema 1",
        ),
        ("import sys; print('no such model', file=sys.stderr); sys.exit(2)", "no such model"),
    ],
)
def test_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.setenv("MESHCHECK", _script(tmp_path / "meshcheck", text))
    with pytest.raises(meshcheck.MeshcheckError) as error:
        meshcheck.check("chair.glb")
    assert message in str(error.value)


def test_module() -> None:
    """Python -m meshcheck is the program."""
    run = subprocess.run(
        [sys.executable, "-m", "meshcheck", "chair.glb"], capture_output=True, text=True
    )
    assert run.returncode == 1
    assert run.stdout.startswith("chair.glb: FAIL  306 triangles")


def test_types_can_be_read() -> None:
    """Annotations are there at run time as well."""
    assert get_type_hints(meshcheck.Problem)["message"] is str
