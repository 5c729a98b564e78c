"""slices.py VISUAL.stl HULLS.stl N: a convex decomposition for coverage.py to look at.

The mesh is cut across its longest side into N slices of equal height, and the convex hull
of each is written as a solid of a text STL.
"""

import sys

import numpy as np
from scipy.spatial import ConvexHull

from coverage import read


def within(triangles, axis, low, high):
    """The corners of triangles between two planes, and where their edges pass these."""
    a, b = triangles.reshape(-1, 3), np.roll(triangles, -1, 1).reshape(-1, 3)
    points = [a[(a[:, axis] >= low) & (a[:, axis] <= high)]]
    for at in (low, high):
        cut = (a[:, axis] < at) != (b[:, axis] < at)
        share = (at - a[cut, axis]) / (b[cut, axis] - a[cut, axis])
        points.append(a[cut] + share[:, None] * (b[cut] - a[cut]))
    return np.concatenate(points).astype(np.float32).astype(float)


def main(visual, out, n):
    triangles = np.concatenate(list(read(visual).values()))
    low, high = triangles.min((0, 1)), triangles.max((0, 1))
    axis = int(np.argmax(high - low))
    steps = np.linspace(low[axis], high[axis], int(n) + 1)
    with open(out, "w") as file:
        for k in range(int(n)):
            points = within(triangles, axis, steps[k], steps[k + 1])
            hull = ConvexHull(points)
            file.write(f"solid slice{k}\n")
            for simplex, plane in zip(hull.simplices, hull.equations):
                t = points[simplex]
                if np.cross(t[1] - t[0], t[2] - t[0]) @ plane[:3] < 0:
                    t = t[::-1]
                corners = "".join(f"vertex {p[0]:.9g} {p[1]:.9g} {p[2]:.9g}\n" for p in t)
                file.write(f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
            file.write(f"endsolid slice{k}\n")


main(*sys.argv[1:])
