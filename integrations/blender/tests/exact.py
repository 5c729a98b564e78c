# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether triangles cross, in whole numbers: a second opinion about the places of the program."""

from __future__ import annotations

from fractions import Fraction

Point = tuple[Fraction, Fraction, Fraction]
Triangle = tuple[Point, Point, Point]


def triangle(corners: list) -> Triangle:
    """Returns a triangle with exact coordinates."""
    return tuple(tuple(Fraction(float(x)) for x in corner) for corner in corners)


def _minus(a: Point, b: Point) -> Point:
    return tuple(x - y for x, y in zip(a, b))


def _side(t: Triangle, p: Point) -> Fraction:
    (a, b, c), (d, e, f), (g, h, i) = (_minus(q, p) for q in t)
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def _through(p: Point, q: Point, t: Triangle) -> bool:
    """Reports whether a segment passes from one side of a triangle to the other through its interior."""
    if _side(t, p) * _side(t, q) >= 0:
        return False
    signs = [_side((p, q, t[k]), t[(k + 1) % 3]) for k in range(3)]
    return all(s > 0 for s in signs) or all(s < 0 for s in signs)


def cross(a: Triangle, b: Triangle) -> bool:
    """Reports whether an edge of one of two triangles passes through the interior of the other."""
    return any(
        _through(t[k], t[(k + 1) % 3], u) for t, u in ((a, b), (b, a)) for k in range(3)
    )
