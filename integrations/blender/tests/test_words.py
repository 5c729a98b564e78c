# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of reports in the panel."""

from __future__ import annotations

import unittest

from meshcheck import words


class Words(unittest.TestCase):
    """Titles and axes."""

    def test_titles(self) -> None:
        """A row has what meets and how deep."""
        for text, want in (
            ("41 overlaps in region 1, seat ↔ back, 277 cm² shared, near (1, 2, 3), within 1 × 2 × 3 mm", "seat ↔ back, 277 cm² shared"),
            ("2 crossings in region 3 of mesh 0 (a), a: b ↔ c, 1 mm deep, near (1, 2, 3)", "1 mm · a: b ↔ c"),
            ("Objects pass through each other: /a ↔ /b, 7 mm deep near (1, 0, 1)", "7 mm · /a ↔ /b"),
            ("12 nonfinite triangles, Red, first is triangle 0", "12 nonfinite triangles, Red, first is triangle 0"),
        ):
            self.assertEqual(words.title(text), want)

    def test_upright(self) -> None:
        """Points have z up, as in Blender."""
        self.assertEqual(words.upright("near (1.5, 2, -3), within 4 × 5 × 6 mm"), "near (1.5, 3, 2), within 4 × 6 × 5 mm")
        self.assertEqual(words.upright("near (1, 2, 0.000)"), "near (1, 0.000, 2)")

    def test_coverage(self) -> None:
        """What was checked is a sentence, and what was not another one."""
        for checks, uncompared, want in (
            ([], 0, ""),
            (["self"], 3, "Checked each mesh with itself. 3 objects were not compared with each other."),
            (["self", "hulls"], 0, "Checked each mesh with itself and collision hulls."),
            (["self", "parts", "uv"], 0, "Checked each mesh with itself, objects with each other and UV maps."),
        ):
            self.assertEqual(words.coverage(checks, uncompared), want)
