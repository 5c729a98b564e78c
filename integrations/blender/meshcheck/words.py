# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the words of reports to Blender."""

from __future__ import annotations

import re

_CHECKS = {
    "self": "each mesh with itself", "parts": "objects with each other", "clearance": "distances between objects",
    "hulls": "collision hulls", "uv": "UV maps", "poses": "animations",
}
_POINT = re.compile(r"\((-?[\d.e+-]+), (-?[\d.e+-]+), (-?[\d.e+-]+)\)")
_EXTENT = re.compile(r"within (\S+) × (\S+) × ([^\s,]+)")
_REGION = re.compile(r"^[^,]* in region \d+[^,]*, ")
_SIZE = re.compile(r"^(.*?), ([^,]+) (?:deep|wide)\b(.*)$")
_WHERE = re.compile(r",? (near|within) .*$")


def coverage(checks: list[str], uncompared: int) -> str:
    """Says which checks were made, and how many objects were not compared with each other."""
    names = [_CHECKS.get(check, check) for check in checks]
    sentences = []
    if names:
        sentences.append("Checked " + " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) + ".")
    if uncompared:
        sentences.append(f"{uncompared} objects were not compared with each other.")
    return " ".join(sentences)


def upright(text: str) -> str:
    """Turns the points and extents of a text from y up to z up."""
    text = _POINT.sub(lambda m: f"({m[1]}, {_negated(m[3])}, {m[2]})", text)
    return _EXTENT.sub(r"within \1 × \3 × \2", text)


def _negated(number: str) -> str:
    if not float(number):
        return number.removeprefix("-")
    return number[1:] if number.startswith("-") else "-" + number


def title(text: str) -> str:
    """Returns the part of a text that fits into a row: how deep, and what meets there, not where."""
    head, colon, rest = text.partition(": ")
    if colon and not _REGION.match(head):
        return _SIZE.sub(r"\2 · \1\3", _WHERE.sub("", rest))
    short = _WHERE.sub("", text)
    return _SIZE.sub(r"\2 · \1\3", _REGION.sub("", short) or short)
