#!/usr/bin/env python3
"""positions.py ORACLE TIMES FILE...: positions in poses of glTF files, for the tests of Go.

ORACLE is the folder of poses.py, which computes them from the specification. For each file, one line of JSON is
written: "error", or "clips" with the "times" of their keys, "objects" with the node and the number of vertices
of each part, and "poses", each with the clip (-1: default pose) and the time. Then follow the positions of each
pose, as little-endian float64 numbers, in the order of objects and parts.

The poses of a clip are TIMES of its keys, evenly spread, and the times halfway between each of them and the next
key.
"""

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np


def spread(times: list[float], most: int) -> list[float]:
    """Return some of the times and the middles of the gaps behind them."""
    count = min(most, len(times))
    chosen = sorted({round(k * (len(times) - 1) / max(count - 1, 1)) for k in range(count)})
    middles = [(times[i] + times[i + 1]) / 2 for i in chosen if i + 1 < len(times)]
    return [times[i] for i in chosen] + middles


def write(out: BinaryIO, oracle: Any, path: str, most: int) -> None:
    """Write the poses of a file."""
    try:
        scene = oracle.Scene(path)
    except (oracle.Bad, oracle.Unsupported) as problem:
        out.write(json.dumps({"error": str(problem)}).encode() + b"\n")
        return
    clips = [[float(t) for t in clip["times"]] for clip in scene.clips]
    poses: list[tuple[int | None, float]] = [(None, 0.0)]
    for i, times in enumerate(clips):
        poses += [(i, t) for t in spread(times, most)]
    header = {
        "clips": clips,
        "objects": [[node, *(len(p.pos) for p in parts)] for node, _, _, _, parts in scene.objects],
        "poses": [[-1 if clip is None else clip, t] for clip, t in poses],
    }
    out.write(json.dumps(header).encode() + b"\n")
    for clip, time in poses:
        out.writelines(np.ascontiguousarray(positions, "<f8").tobytes() for _, _, positions in scene.pose(clip, time))


def main() -> None:
    """Run the command."""
    folder, most, *paths = sys.argv[1:]
    sys.path.insert(0, str(Path(folder)))
    import poses

    for path in paths:
        write(sys.stdout.buffer, poses, path, int(most))


if __name__ == "__main__":
    main()
