# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads where the findings of a UV sheet are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Where:
    """Where a finding is: triangles as mesh and number, which stand for their islands if islands is set."""

    triangles: list[tuple[int, int]] = field(default_factory=list)
    meshes: list[int] = field(default_factory=list)
    islands: bool = False


def where(sheet: dict[str, Any], rule: str) -> Where:
    """Returns where the findings of a rule are.

    Reports name islands by two triangles for islands that overlap, are stacked or too close. For
    all other rules they name only the meshes.
    """
    pairs: list[dict[str, Any]] = []
    if rule == "uv_overlap":
        pairs = [p for p in sheet["island_pairs"]["worst"] if not p["stack"]] or sheet["island_pairs"]["worst"]
    elif rule == "uv_stacked":
        pairs = [p for p in sheet["island_pairs"]["worst"] if p["stack"]]
    elif rule == "uv_padding":
        pairs = [p for padding in sheet["padding"] for p in padding["worst"]]
    out = Where()
    for pair in pairs:
        out.triangles += [(t["mesh"], t["triangle"]) for t in pair["triangles"]]
    out.islands = bool(out.triangles)
    out.meshes = sorted({mesh for mesh, _ in out.triangles}) or [m["mesh"] for m in sheet["meshes"]]
    return out
