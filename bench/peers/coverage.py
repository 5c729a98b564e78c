"""coverage.py VISUAL HULLS [SAMPLES [X,Y,Z...]]: how far hulls and a mesh are from each other.

VISUAL and HULLS are STL files, or the top nodes of a GLB of a name or with a beginning of it,
as in scene.glb:Crate scene.glb:UCX_Crate. Each solid or node of HULLS is a hull: the convex
hull of its vertices. Points are spread by area with a fixed seed, and every distance is a plain
minimum: from a hull over its facets, from the mesh over all its triangles. What of a
hull's surface is inside another hull, or inside the mesh by its winding number where that
is closed, does not stand off. Of the places X,Y,Z the distances are told. Nothing here is shared with meshcheck: a line of JSON says what
was found.
"""

import json
import re
import sys

import numpy as np
from scipy.spatial import ConvexHull

SEED = 20261121
CHUNK = 250


def read(path):
    """The triangles of each solid of an STL, as float64 from float32 or from text."""
    data = open(path, "rb").read()
    if data[:4] == b"glTF":
        return read_glb(data)
    count = int.from_bytes(data[80:84], "little")
    if len(data) == 84 + 50 * count:
        record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
        return {"": np.frombuffer(data, record, count, 84)["corners"].astype(float)}
    solids = {}
    for k, text in enumerate(re.findall(r"^solid\b.*?^endsolid", data.decode(), re.S | re.M)):
        words = re.findall(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)", text)
        solids[str(k)] = np.array(words, np.float32).astype(float).reshape(-1, 3, 3)
    return solids


def read_glb(data):
    """The triangles of the nodes at the top of a GLB of the plainest kind."""
    length = int.from_bytes(data[12:16], "little")
    doc, binary = json.loads(data[20 : 20 + length]), data[28 + length :]

    def array(i):
        a = doc["accessors"][i]
        view = doc["bufferViews"][a["bufferView"]]
        assert "byteStride" not in view and "sparse" not in a
        kind = {5121: "u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}[a["componentType"]]
        width = {"SCALAR": 1, "VEC3": 3}[a["type"]]
        return np.frombuffer(binary, kind, a["count"] * width, view.get("byteOffset", 0) + a.get("byteOffset", 0)).reshape(-1, width)

    solids = {}
    for node in doc["nodes"]:
        assert not {"matrix", "rotation", "scale", "children"} & set(node)
        for p in doc["meshes"][node["mesh"]]["primitives"]:
            corners = array(p["attributes"]["POSITION"]).astype(float)
            if "indices" in p:
                corners = corners[array(p["indices"]).ravel()]
            solids[node["name"]] = corners.reshape(-1, 3, 3) + node.get("translation", [0, 0, 0])
    return solids


def areas(t):
    return np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1) / 2


def scatter(t, n, random):
    """n points of triangles, spread by area, and the triangle of each."""
    a = areas(t)
    at = random.choice(len(t), n, p=a / a.sum())
    u, v = random.random((2, n))
    u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
    return t[at, 0] + u[:, None] * (t[at, 1] - t[at, 0]) + v[:, None] * (t[at, 2] - t[at, 0]), at


def from_segments(p, a, b):
    """Squared distances of points (n, 1, 3) from segments (m, 3)."""
    d = b - a
    along = np.clip(((p - a) * d).sum(-1) / np.maximum((d * d).sum(-1), 1e-300), 0, 1)
    off = p - a - along[..., None] * d
    return (off * off).sum(-1)


def from_triangles(points, t):
    """The least distance of each point from triangles: from their edges, and from their
    planes for those whose foot is within."""
    a, e, f = t[:, 0], t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]
    normal = np.cross(e, f)
    size = np.maximum((normal * normal).sum(-1), 1e-300)
    out = np.empty(len(points))
    for k in range(0, len(points), CHUNK):
        p = points[k : k + CHUNK, None, :]
        d = p - a
        v = (np.cross(e, d) * normal).sum(-1) / size  # weights of the corners, as areas
        w = (np.cross(d, f) * normal).sum(-1) / size
        height = (d * normal).sum(-1)
        within = (v >= 0) & (w >= 0) & (v + w <= 1) & (size > 1e-300)
        square = np.where(within, height * height / size, np.inf)
        for i in range(3):
            square = np.minimum(square, from_segments(p, t[:, i], t[:, (i + 1) % 3]))
        out[k : k + CHUNK] = np.sqrt(square.min(1))
    return out


def windings(points, t):
    """How often triangles go around each point: solid angles by van Oosterom and Strackee."""
    out = np.empty(len(points))
    for k in range(0, len(points), CHUNK):
        a, b, c = (t[:, i] - points[k : k + CHUNK, None, :] for i in range(3))
        la, lb, lc = (np.linalg.norm(x, axis=-1) for x in (a, b, c))
        above = (a * np.cross(b, c)).sum(-1)
        below = la * lb * lc + (a * b).sum(-1) * lc + (b * c).sum(-1) * la + (c * a).sum(-1) * lb
        out[k : k + CHUNK] = np.arctan2(above, below).sum(1) / (2 * np.pi)
    return out


def closed(t):
    """Every edge belongs to an even number of triangles that have an area."""
    uses = {}
    for a, b, c in t[areas(t) > 0].tolist():
        for p, q in ((a, b), (b, c), (c, a)):
            edge = tuple(sorted((tuple(p), tuple(q))))
            uses[edge] = uses.get(edge, 0) + 1
    return all(n % 2 == 0 for n in uses.values())


def chosen(argument):
    """The solids that an argument names."""
    path, _, name = argument.partition(":")
    return [t for k, t in read(path).items() if k.startswith(name)]


class Hull:
    def __init__(self, t):
        points = t.reshape(-1, 3)
        hull = ConvexHull(points)
        self.triangles, self.planes, self.volume = points[hull.simplices], hull.equations, hull.volume
        low, high = points[hull.vertices].min(0), points[hull.vertices].max(0)
        self.low, self.high, self.size = low, high, np.linalg.norm(high - low)

    def height(self, p):
        """Above the highest plane: negative within."""
        return (p @ self.planes[:, :3].T + self.planes[:, 3]).max(1)

    def distance(self, p):
        """From the body: 0 within."""
        out = np.zeros(len(p))
        beyond = self.height(p) > 0
        if beyond.any():
            out[beyond] = from_triangles(p[beyond], self.triangles)
        return out


def summary(distances):
    return {"greatest": float(distances.max()), "percentile95": float(np.sort(distances)[int(np.ceil(0.95 * len(distances))) - 1]), "samples": len(distances)}


def union_volume(hulls, n, random):
    """By points spread over the box of all hulls."""
    low, high = np.min([h.low for h in hulls], 0), np.max([h.high for h in hulls], 0)
    p = low + random.random((n, 3)) * (high - low)
    held = np.zeros(n, bool)
    for h in hulls:
        held |= h.height(p) <= 0
    return float(held.mean() * np.prod(high - low))


def place(p, visual, hulls):
    return {"from_hulls": float(min(h.distance(p)[0] for h in hulls)), "above_hulls": float(min(h.height(p)[0] for h in hulls)),
            "from_mesh": float(from_triangles(p, visual)[0]), "winding": float(windings(p, visual)[0])}


def main(visual_path, hulls_path, samples="20000", *places):
    random, n = np.random.default_rng(SEED), int(samples)
    visual = np.concatenate(chosen(visual_path))
    hulls = [Hull(t) for t in chosen(hulls_path)]
    # Corners are looked at beside the samples: the farthest place is often one of them.
    points, _ = scatter(visual, n, random)
    gap = np.min([h.distance(points) for h in hulls], 0)
    corners = np.unique(visual.reshape(-1, 3), axis=0)
    corner_gap = np.min([h.distance(corners) for h in hulls], 0)

    surface = np.concatenate([h.triangles for h in hulls])
    owner = np.repeat(np.arange(len(hulls)), [len(h.triangles) for h in hulls])
    points, at = scatter(surface, n, random)
    shown = np.ones(n, bool)
    for k, h in enumerate(hulls):
        shown &= (owner[at] == k) | (h.height(points) > 1e-9 * h.size)
    points = points[shown]
    excess = from_triangles(points, visual)
    solid = closed(visual)
    if solid:
        excess[np.abs(windings(points, visual)) > 0.5] = 0

    # The signed volume, whatever the place of the origin.
    v = visual - visual.reshape(-1, 3).mean(0)
    print(json.dumps({
        "seed": SEED, "hulls": len(hulls),
        "gap": summary(gap), "gap_of_corners": float(corner_gap.max()), "excess": summary(excess),
        "visual_volume": abs(float((v[:, 0] * np.cross(v[:, 1], v[:, 2])).sum() / 6)) if solid else 0,
        "places": [place(np.array([p.split(",")], float), visual, hulls) for p in places],
        "hull_volume": hulls[0].volume if len(hulls) == 1 else union_volume(hulls, 50 * n, random),
    }))


if __name__ == "__main__":
    main(*sys.argv[1:])
