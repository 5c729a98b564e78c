# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes models as GLB, with positions and triangles exactly as they are given."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

FLOAT = 5126
UNSIGNED_INT = 5125
ARRAY_BUFFER = 34962
ELEMENT_ARRAY_BUFFER = 34963
LARGEST = 2**32 - 1


class TooLarge(Exception):
    """The model does not fit into a GLB file."""


@dataclass
class Primitive:
    """Some triangles of a mesh, three indices each, and the number of their material."""

    indices: np.ndarray
    material: int | None = None


@dataclass
class Mesh:
    """A mesh: its vertices, UV sets with as many rows, and its triangles by material."""

    name: str
    positions: np.ndarray
    uvs: list[np.ndarray]
    primitives: list[Primitive]


@dataclass
class Node:
    """A node: matrix is relative to its parent, with the translation in the last column."""

    name: str
    matrix: np.ndarray
    mesh: int | None = None
    children: list[int] = field(default_factory=list)


@dataclass
class Model:
    """A model: parents stand before their children in nodes."""

    nodes: list[Node]
    roots: list[int]
    meshes: list[Mesh]
    materials: list[str]


class _Buffers:
    """Collects the binary chunk and the accessors into it."""

    def __init__(self) -> None:
        self.arrays: list[np.ndarray] = []
        self.length = 0
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def add(self, array: np.ndarray, kind: str, target: int) -> int:
        """Adds an accessor for the rows of an array, and returns its number."""
        array = np.ascontiguousarray(array)
        component = UNSIGNED_INT if array.dtype == np.uint32 else FLOAT
        self.views.append({"buffer": 0, "byteOffset": self.length, "byteLength": array.nbytes, "target": target})
        self.arrays.append(array)
        self.length += array.nbytes
        self.accessors.append({
            "bufferView": len(self.views) - 1, "componentType": component, "count": len(array), "type": kind,
        })
        return len(self.accessors) - 1

    def add_positions(self, positions: np.ndarray) -> int:
        """Adds positions with their bounds, which glTF asks for and JSON can hold if they are finite."""
        number = self.add(positions, "VEC3", ARRAY_BUFFER)
        low, high = positions.min(axis=0), positions.max(axis=0)
        if np.isfinite(low).all() and np.isfinite(high).all():
            self.accessors[number].update(min=low.tolist(), max=high.tolist())
        return number


def write(path: Path, model: Model) -> None:
    """Writes a model to a file.

    Raises TooLarge if it needs more than 4 GB, which is what GLB can hold.
    """
    buffers = _Buffers()
    meshes = [_mesh(buffers, mesh) for mesh in model.meshes]
    document = {
        "asset": {"version": "2.0", "generator": "meshcheck for Blender"},
        "scene": 0,
        "scenes": [{"nodes": model.roots}],
        "nodes": [_node(node) for node in model.nodes],
        "meshes": meshes,
        "materials": [{"name": name} for name in model.materials],
        "accessors": buffers.accessors,
        "bufferViews": buffers.views,
        "buffers": [{"byteLength": buffers.length}],
    }
    if not model.materials:
        del document["materials"]
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + buffers.length
    if total > LARGEST:
        raise TooLarge(f"the model needs {total / 1e9:.1f} GB, and a GLB file holds 4 GB: check a selection")
    with open(path, "wb") as file:
        _chunks(file, text, buffers, total)


def _chunks(file: BinaryIO, text: bytes, buffers: _Buffers, total: int) -> None:
    file.write(struct.pack("<4sII", b"glTF", 2, total))
    file.write(struct.pack("<I4s", len(text), b"JSON"))
    file.write(text)
    file.write(struct.pack("<I4s", buffers.length, b"BIN\0"))
    for array in buffers.arrays:
        file.write(memoryview(array).cast("B"))


def _mesh(buffers: _Buffers, mesh: Mesh) -> dict[str, Any]:
    attributes = {"POSITION": buffers.add_positions(mesh.positions)}
    for number, uv in enumerate(mesh.uvs):
        attributes[f"TEXCOORD_{number}"] = buffers.add(uv, "VEC2", ARRAY_BUFFER)
    primitives = []
    for primitive in mesh.primitives:
        indices = buffers.add(primitive.indices.reshape(-1), "SCALAR", ELEMENT_ARRAY_BUFFER)
        entry: dict[str, Any] = {"attributes": attributes, "indices": indices}
        if primitive.material is not None:
            entry["material"] = primitive.material
        primitives.append(entry)
    return {"name": mesh.name, "primitives": primitives}


def _node(node: Node) -> dict[str, Any]:
    out: dict[str, Any] = {"name": node.name}
    if not np.array_equal(node.matrix, np.eye(4)):
        out["matrix"] = node.matrix.T.reshape(-1).tolist()
    if node.mesh is not None:
        out["mesh"] = node.mesh
    if node.children:
        out["children"] = node.children
    return out
