"""Runs an example on this machine, kills a worker half way, and compares its rows with one run.

    python local_run.py FOLDER LIST BATCH COMMAND...

FOLDER is for what is written, LIST names a model in each line, BATCH is the number of files in a
run of the program, and COMMAND is the example with its arguments.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

import meshcheck


def main() -> None:
    """Run, kill, compare and say what came of it."""
    folder, paths, batch = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    folder.mkdir()
    single = single_run(folder, paths)
    log = folder / "started"
    environment = {**os.environ, "MESHCHECK": str(logged(folder, log))}
    half = -(-len(single) // batch) // 2
    began = time.monotonic()
    command = [*sys.argv[4:], str(paths), str(folder / "rows"), "--batch", str(batch)]
    with subprocess.Popen(command, env=environment) as example:
        killed = kill_worker(example, log, half)
    seconds = time.monotonic() - began
    if example.returncode != 0:
        sys.exit(f"the example ended with status {example.returncode}")
    rows = pq.read_table(folder / "rows").to_pylist()
    compare(rows, single)
    runs = len(log.read_text().split())
    print(f"{len(rows)} rows equal those of one run, none lost, none twice, in {seconds:.0f} s")
    print(f"worker {killed} was killed after {half} runs of the program began; {runs} in all")


def single_run(folder: Path, paths: Path) -> dict[str, dict[str, Any]]:
    """Return the rows of one run over all files by path, compared with its report line by line."""
    report, summary = folder / "report.ndjson", folder / "report.summary.json"
    with meshcheck.Checker(paths.read_text().splitlines(), output=[report, summary]) as checker:
        lines = {r.path: r for r in checker}
    rows = {f["path"]: f for f in json.loads(summary.read_text())["files"]}
    for path, row in rows.items():
        line = lines.pop(path)
        assert (row["status"], row.get("sha256", "")) == (line.status, line.sha256), path
        assert row["triangles"] == sum(m.triangles for m in line.meshes), path
    assert not lines
    return rows


def logged(folder: Path, log: Path) -> Path:
    """Write a program that logs the number of its process and then is meshcheck."""
    script = folder / "meshcheck"
    script.write_text(f'#!/bin/sh\necho $$ >> "{log}"\nexec "{meshcheck.executable()}" "$@"\n')
    script.chmod(0o755)
    return script


def kill_worker(example: subprocess.Popen[bytes], log: Path, half: int) -> int:
    """Kill the process that runs the program, once the program has begun so many times."""
    while example.poll() is None:
        started = log.read_text().split() if log.exists() else []
        if len(started) >= half:
            worker = parent(int(started[-1]))
            if worker > 1 and descends(worker, example.pid):
                os.kill(worker, signal.SIGKILL)
                return worker
        time.sleep(0.002)
    sys.exit("the example ended before a worker was killed")


def parent(process: int) -> int:
    """Return the parent of a process, 0 if the process has ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def descends(process: int, ancestor: int) -> bool:
    """Report whether a process is below another one."""
    while process > 1 and process != ancestor:
        process = parent(process)
    return process == ancestor


def compare(rows: list[dict[str, Any]], single: dict[str, dict[str, Any]]) -> None:
    """Fail unless the rows are those of the single run, each once."""
    found = {row["path"]: row for row in rows}
    if len(found) != len(rows):
        sys.exit(f"{len(rows) - len(found)} rows are there twice")
    if found.keys() != single.keys():
        sys.exit(f"lost or foreign: {sorted(found.keys() ^ single.keys())}")
    for path, row in found.items():
        f = single[path]
        cells = {**f, **f.get("worst", {})}
        want = {name: cells.get(name, kind()) for name, kind in meshcheck.COLUMNS.items()}
        if row != want:
            sys.exit(f"{path}: {row} is not {want}")


if __name__ == "__main__":
    main()
