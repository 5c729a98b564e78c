"""What a report says, as dataclasses. Indices count from zero; lengths are in the file's unit.

What has arrays is equal only to itself, since arrays have no single answer to ``==``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from meshcheck.findings import Findings, Floats, Ints


@dataclass(frozen=True)
class Problem:
    """Why a file could not be checked."""

    kind: str
    """format, unsupported, io, memory or timeout."""
    message: str
    place: str = ""
    """Where in the file, such as ``facet 12``."""
    hint: str = ""

    def __str__(self) -> str:
        return ": ".join(filter(None, [self.place, self.message]))


@dataclass(frozen=True)
class Part:
    """A part of a mesh: a primitive, a group or a solid."""

    name: str
    first: int
    """The number of its first triangle in the mesh."""
    triangles: int


@dataclass(frozen=True, eq=False)
class Region:
    """One place to fix: findings between the same two surfaces that lie near each other."""

    number: int
    """Its number in reports, from 1 over all meshes of the file; 0 between objects."""
    counts: Mapping[str, int]
    box: Floats | None
    """(2, 3): the least and the greatest corner of the box around it."""
    depth: float
    crossing_depth: float
    """How deep its crossings are, 0 if it has none."""
    width: float
    """How wide the area is in which triangles lie on each other, 0 if there is none."""
    area: float
    length: float
    edge_length: float
    parts: tuple[int, ...]
    shells: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Mesh:
    """What was found in one mesh."""

    index: int
    name: str
    triangles: int
    vertices: int
    shells: int
    parts: tuple[Part, ...]
    instances: tuple[str, ...]
    """The paths of the nodes that show it."""
    measured: int
    """The instance in whose world places and sizes are, or -1."""
    box: Floats | None
    counts: Mapping[str, int]
    """Exact numbers of findings by kind."""
    truncated: bool
    """Whether findings or regions are missing from the lists, because of max_findings."""
    regions: tuple[Region, ...]
    region_count: int
    findings: Findings

    @property
    def pairs(self) -> dict[str, Ints]:
        """The pairs of triangles by kind, an array of shape (n, 2) for each kind."""
        return self.findings.pairs


@dataclass(frozen=True)
class Object:
    """A mesh, or a piece of it, at its place in the scene."""

    path: str
    name: str
    mesh: int = -1
    instance: int = -1
    part: int = -1
    shell: int = -1
    collider: int = -1

    def __str__(self) -> str:
        return self.path or self.name


@dataclass(frozen=True, eq=False)
class ObjectPair:
    """What was found between two objects."""

    a: Object
    b: Object
    verdict: str
    """crossing, overlap, duplicate_instance, clearance, contained, undecided or touch."""
    severity: str
    depth: float | None
    depth_error: float
    deepest: Floats | None
    distance: float | None
    """The distance of the two, for clearance."""
    nearest: Floats | None
    """(2, 3): a nearest point of each, for clearance."""
    inner: str
    """``a`` or ``b``: the one that lies inside the other, for contained."""
    reason: str
    allowed: str
    """The rule that allows the pair, which does not fail then."""
    counts: Mapping[str, int]
    truncated: bool
    regions: tuple[Region, ...]
    findings: Findings


@dataclass(frozen=True, eq=False)
class Place:
    """One thing to fix, whichever check found it."""

    rule: str
    """The rule that is broken; ``meshcheck explain RULE`` explains it."""
    severity: str
    """error, warning or info."""
    name: str
    """What meets there, or what it is about."""
    count: int
    """The number of findings that it stands for."""
    text: str
    """The place in words."""
    value: float | None = None
    """What the rule measures: a depth, an area, a length, a distance or a number."""
    limit: float | None = None
    box: Floats | None = None
    points: Floats | None = None
    """(n, 3): where it is worst."""
    number: int = 0
    """The number of the region in reports, 0 for other places."""
    mesh: int = -1
    """The mesh of a region, as an index into the meshes of the file, else -1."""
    region: int = -1
    """The region, as an index into the regions of the mesh, else -1."""
    pair: int = -1
    """The pair of objects, as an index into between, else -1."""
    allowed: str = ""
    """The rule that allows the pair of objects. It does not fail then."""

    @property
    def fails(self) -> bool:
        """Whether the place fails its file, unless a baseline accepts it."""
        return self.severity == "error" and not self.allowed


@dataclass(frozen=True, repr=False, eq=False)
class FileResult:
    """What became of one file or mesh."""

    path: str
    """The path as it was given, ``-`` for a mesh in memory."""
    status: str
    """pass, fail or not checked."""
    format: str
    sha256: str
    unit: str
    """The unit of all lengths, which may be empty."""
    up: str
    error: Problem | None
    warnings: tuple[str, ...]
    checks: tuple[str, ...]
    counts: Mapping[str, int]
    """Exact numbers of findings in all meshes by kind."""
    meshes: tuple[Mesh, ...]
    between: tuple[ObjectPair, ...]
    """The listed pairs of objects, the worst first."""
    not_checked: tuple[tuple[Object, str], ...]
    """Objects that could not be checked, each with the reason."""
    places: tuple[Place, ...]
    """What there is to fix, from all checks, the worst first."""
    data: Mapping[str, Any] = field(repr=False)
    """The file in the JSON report without the lists of findings, for what has no field here."""

    @property
    def passed(self) -> bool:
        """Whether everything was checked and nothing fails."""
        return self.status == "pass"

    @property
    def truncated(self) -> bool:
        """Whether findings, regions, pairs or places of poses are missing from the lists."""
        lists = (self.data.get(name, {}) for name in ("objects", "poses"))
        listed: tuple[Mesh | ObjectPair, ...] = (*self.meshes, *self.between)
        return any(x.get("truncated") for x in lists) or any(x.truncated for x in listed)

    @property
    def mesh(self) -> Mesh:
        """The mesh of a file that has exactly one. ValueError is raised for other files."""
        if len(self.meshes) != 1:
            raise ValueError(f"{self.path} has {len(self.meshes)} meshes: see meshes")
        return self.meshes[0]

    @property
    def findings(self) -> Findings:
        """The findings of the mesh of a file that has exactly one."""
        return self.mesh.findings

    @property
    def pairs(self) -> dict[str, Ints]:
        """The pairs of triangles by kind, for a file that has exactly one mesh.

        The numbers are those of the triangles in the mesh: the rows of the array of faces.
        """
        return self.mesh.pairs

    @property
    def baseline(self) -> Mapping[str, Any] | None:
        """What a baseline says, as in the JSON report."""
        return self.data.get("baseline")

    @property
    def hulls(self) -> Mapping[str, Any] | None:
        """What was found about collision hulls, as in the JSON report."""
        return self.data.get("hulls")

    @property
    def uv(self) -> Mapping[str, Any] | None:
        """What was found in UV sets, as in the JSON report."""
        return self.data.get("uv")

    @property
    def poses(self) -> Mapping[str, Any] | None:
        """What was found in the animations, as in the JSON report."""
        return self.data.get("poses")

    def __str__(self) -> str:
        reason = f" {self.error}" if self.error else ""
        return f"{self.path}: {self.status}{reason}"

    def __repr__(self) -> str:
        return f"<FileResult {self}, {len(self.places)} places>"


@dataclass(frozen=True)
class Summary:
    """The whole run."""

    status: str
    files: int
    passed: int
    failed: int
    not_checked: int
    counts: Mapping[str, int]
    interrupted: bool = False
    unreached: int = 0


@dataclass(frozen=True, eq=False)
class Report:
    """A report that was read from a file."""

    version: str
    """The version of the program that wrote it."""
    options: Mapping[str, Any]
    files: tuple[FileResult, ...]
    summary: Summary
