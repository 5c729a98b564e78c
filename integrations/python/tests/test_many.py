"""Runs over many files."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import meshcheck


def test_results_in_order(fixtures: Path) -> None:
    paths = sorted((fixtures / "clean").glob("*.stl"), reverse=True)
    with meshcheck.Checker([*paths, "no such file.glb"]) as checker:
        results = list(checker)
    assert [r.path for r in results] == [*map(str, paths), "no such file.glb"]
    assert {r.status for r in results[:-1]} == {"pass"}
    assert str(results[-1]) == "no such file.glb: not checked no such file or directory"
    assert checker.summary is not None
    assert (checker.summary.passed, checker.summary.not_checked) == (len(paths), 1)


def test_no_files() -> None:
    with meshcheck.Checker([]) as checker:
        assert list(checker) == []
    assert checker.warnings == ("no file to check: the list on standard input is empty",)


def test_named_twice() -> None:
    """The program checks a path that is named twice once."""
    paths = ["chair.glb", "clean/torus.stl", "./chair.glb", "chair.glb"]
    assert [r.path for r in meshcheck.check_many(paths)] == paths[:2]
    assert [r["path"] for r in meshcheck.rows(paths)] == paths[:2]


@pytest.mark.parametrize("path", ["clean", Path("clean")])
def test_one_path_is_no_list(path: Any) -> None:
    """The letters of a path are no paths: one of them may be the root of all files."""
    for function in (meshcheck.Checker, meshcheck.rows):
        with pytest.raises(TypeError, match="a list of paths is needed, not the path 'clean'"):
            function(path)
    with pytest.raises(TypeError):
        next(meshcheck.check_many(path))


def test_wrong_options() -> None:
    with pytest.raises(meshcheck.UsageError, match="policy"):
        list(meshcheck.check_many(["clean"], policy="lenient"))


def _children() -> set[str]:
    """Return the processes that this one has, ended ones without a parent's wait among them."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[1] == str(os.getpid()):
            found.add(stat.parent.name)
    return found


def _many(folder: Path, fixtures: Path, n: int) -> list[Path]:
    """Return n paths of one model."""
    paths = [folder / f"{i}.glb" for i in range(n)]
    for path in paths:
        path.symlink_to(fixtures / "chair.glb")
    return paths


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc")
def test_leaving_early_ends_the_program(tmp_path: Path, fixtures: Path) -> None:
    before = _children()
    with meshcheck.Checker([fixtures / "scenes"] * 500) as checker:
        assert next(iter(checker)).status in ("pass", "fail")
        assert len(_children()) == len(before) + 1
    assert _children() == before
    for _ in meshcheck.check_many(["scenes"]):
        break
    with pytest.raises(meshcheck.MeshcheckError):
        meshcheck.check("chair.glb", policy="lenient")
    assert _children() == before


def test_threads() -> None:
    """Several checks at a time do not disturb each other."""
    results: list[meshcheck.FileResult] = []
    work = [
        threading.Thread(target=lambda: results.append(meshcheck.check("chair.glb")))
        for _ in range(4)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert {len(r.pairs["crossing"]) for r in results} == {26}


# Tests that a shell has started in the background ignore interrupts, and so would the program here.
LOOP = """
import signal, sys, meshcheck
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    for result in meshcheck.check_many(sys.argv[1:]):
        print(result.path, flush=True)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_interrupt(tmp_path: Path, fixtures: Path) -> None:
    """Ctrl-C reaches the caller as KeyboardInterrupt, and nothing is left running."""
    for i in range(3000):
        (tmp_path / f"{i}.glb").symlink_to(fixtures / "scenes" / "town.glb")
    process = subprocess.Popen(
        [sys.executable, "-c", LOOP, *map(str, sorted(tmp_path.iterdir()))],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out.endswith("stopped\n")
    assert err == ""
    with pytest.raises(ProcessLookupError):  # the group has no process any more
        os.killpg(process.pid, 0)


CRASH = """
import os, subprocess, sys
paths = sys.stdin.buffer.read()
if b"torus" in paths:
    print('{{"schema":', end="", flush=True)
    {end}
sys.exit(subprocess.run([{program!r}, *sys.argv[1:]], input=paths).returncode)
"""


@pytest.mark.skipif(os.name == "nt", reason="scripts of POSIX")
@pytest.mark.parametrize(("end", "status"), [("os.abort()", -6), ("sys.exit(134)", 134)])
def test_crash_is_a_row(
    end: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file on which the program crashes has a row, and the other files have theirs."""
    script = tmp_path / "meshcheck"
    script.write_text(f"#!{sys.executable}{CRASH.format(program=meshcheck.executable(), end=end)}")
    script.chmod(0o755)
    monkeypatch.setenv("MESHCHECK", str(script))
    paths = ["chair.glb", "clean/torus.stl", "clean/cube.stl"]
    rows = meshcheck.rows([*paths, "chair.glb"])
    assert [r["path"] for r in rows] == paths
    assert [r["status"] for r in rows] == ["fail", "not checked", "pass"]
    assert rows[1]["reason"] == f"meshcheck ended with status {status}"
    with pytest.raises(meshcheck.ProgramError, match=f"ended with status {status}"):
        list(meshcheck.check_many(paths))
    with pytest.raises(meshcheck.ProgramError):
        meshcheck.rows(paths, output=tmp_path / "report.csv")


def test_rows_are_those_of_csv(tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    paths = ["chair.glb", "clean", "faults", "scenes", "no such file.glb"]
    rows = meshcheck.rows(paths, output=path, checks="self,parts")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        wanted = list(reader)
    assert tuple(reader.fieldnames or ()) == tuple(meshcheck.COLUMNS)
    assert len(rows) == len(wanted) > 100
    assert {r["status"] for r in rows} == {"pass", "fail", "not checked"}
    for row, want in zip(rows, wanted):
        assert {k: str(v) for k, v in row.items() if k != "path"} == {
            k: v for k, v in want.items() if k != "path"
        }
