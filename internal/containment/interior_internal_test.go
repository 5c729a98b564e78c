package containment

import (
	"testing"

	"github.com/meshcheck/meshcheck/geom"
)

// TestCommonPolygon: whether two triangles coincide over a wide enough polygon.
func TestCommonPolygon(t *testing.T) {
	base := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	const r = 1e-3
	for _, row := range []struct {
		why   string
		other geom.Triangle
		want  bool
	}{
		{"the same", base, true},
		{"turned over", geom.Triangle{base[0], base[2], base[1]}, true},
		{"half of r above", geom.Triangle{{0, 0, r / 2}, {4, 0, r / 2}, {0, 4, r / 2}}, true},
		{"twice r above", geom.Triangle{{0, 0, 2 * r}, {4, 0, 2 * r}, {0, 4, 2 * r}}, false},
		{"beside", geom.Triangle{{-4, 0, 0}, {0, 0, 0}, {-4, 4, 0}}, false},
		{"sharing a strip of 7 r", geom.Triangle{{-4, 0, 0}, {7 * r, 0, 0}, {7 * r, 1, 0}}, false},
		{"sharing a strip of 9 r", geom.Triangle{{-4, 0, 0}, {9 * r, 0, 0}, {9 * r, 1, 0}}, true},
		{"through it at right angles", geom.Triangle{{1, 1, -1}, {2, 1, -1}, {1, 1, 1}}, false},
		{"through it, flat enough for 20 r", geom.Triangle{{0, 0, -0.1}, {2, 0, 0.1}, {0, 2, -0.1}}, true},
	} {
		polygon, got := commonPolygon(&base, &row.other, r)
		if got != row.want {
			t.Errorf("%s: %v, %v", row.why, got, polygon)
		}
		for _, p := range polygon {
			if p[2] != 0 {
				t.Errorf("%s: %v is not in the plane", row.why, p)
			}
		}
	}
}
