"""Scenes as the bytes of a GLB file."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

_FLOAT, _UNSIGNED = 5126, 5125


@dataclass(frozen=True)
class Shape:
    """A mesh at its place in a scene. Shapes with the same name are the same mesh."""

    node: str
    name: str
    matrix: npt.NDArray[np.float64]
    """(4, 4), for column vectors."""
    vertices: npt.NDArray[Any]
    faces: npt.NDArray[Any]


def glb(shapes: Sequence[Shape]) -> list[bytes | memoryview]:
    """Return a GLB file with a node for each shape. Coordinates are rounded to float32."""
    document: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(shapes)))}] if shapes else [{}],
    }
    nodes, meshes, pieces = [], {}, _Pieces()
    for shape in shapes:
        if shape.name not in meshes:
            primitive = {
                "attributes": {"POSITION": pieces.add(shape.vertices, "<f4", _FLOAT, "VEC3")},
                "indices": pieces.add(shape.faces.reshape(-1), "<u4", _UNSIGNED, "SCALAR"),
            }
            empty = not len(shape.faces) or not len(shape.vertices)
            meshes[shape.name] = None if empty else (len(document.setdefault("meshes", [])))
            if not empty:
                document["meshes"].append({"name": shape.name, "primitives": [primitive]})
        node: dict[str, Any] = {"name": shape.node}
        if not np.array_equal(shape.matrix, np.eye(4)):
            node["matrix"] = shape.matrix.T.reshape(-1).tolist()
        if meshes[shape.name] is not None:
            node["mesh"] = meshes[shape.name]
        nodes.append(node)
    if nodes:
        document["nodes"] = nodes
    pieces.describe(document)
    return _file(document, pieces.data)


class _Pieces:
    """The binary part of a file, an accessor for each piece."""

    def __init__(self) -> None:
        self.data: list[memoryview] = []
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, int]] = []
        self.size = 0

    def add(self, values: npt.NDArray[Any], dtype: str, component: int, shape: str) -> int:
        """Append an array of four-byte numbers, and return the index of its accessor."""
        array = np.ascontiguousarray(values, dtype)
        accessor: dict[str, Any] = {
            "bufferView": len(self.views), "componentType": component, "count": len(array),
            "type": shape,
        }  # fmt: skip
        if shape == "VEC3" and len(array):
            low, high = array.min(axis=0), array.max(axis=0)
            if np.isfinite(low).all() and np.isfinite(high).all():
                accessor["min"], accessor["max"] = low.tolist(), high.tolist()
        self.views.append({"buffer": 0, "byteOffset": self.size, "byteLength": array.nbytes})
        self.accessors.append(accessor)
        self.data.append(array.reshape(-1).view(np.uint8).data)
        self.size += array.nbytes
        return len(self.accessors) - 1

    def describe(self, document: dict[str, Any]) -> None:
        """Add the accessors and buffers to a document."""
        if self.size:
            document["accessors"] = self.accessors
            document["bufferViews"] = self.views
            document["buffers"] = [{"byteLength": self.size}]


def _file(document: dict[str, Any], data: list[memoryview]) -> list[bytes | memoryview]:
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    size = sum(len(piece) for piece in data)
    total = 12 + 8 + len(text) + (8 + size if size else 0)
    head = struct.pack("<4sII", b"glTF", 2, total) + struct.pack("<I4s", len(text), b"JSON") + text
    if size:
        head += struct.pack("<I4s", size, b"BIN\0")
    return [head, *data]
