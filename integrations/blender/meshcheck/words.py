# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits the words of reports to Blender."""

from __future__ import annotations

import re

_POINT = re.compile(r"\((-?[\d.e+-]+), (-?[\d.e+-]+), (-?[\d.e+-]+)\)")
_EXTENT = re.compile(r"within (\S+) × (\S+) × ([^\s,]+)")
_REGION = re.compile(r"^[^,]* in region \d+[^,]*, ")
_SIZE = re.compile(r"^(.*?), ([^,]+) (?:deep|wide)\b(.*)$")
_WHERE = re.compile(r",? (near|within) .*$")


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
