package oracle_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/oracle"
)

func point(p geom.Vec) geom.Triangle      { return geom.Triangle{p, p, p} }
func segment(p, q geom.Vec) geom.Triangle { return geom.Triangle{p, q, q} }

func TestDistance(t *testing.T) {
	floor := geom.Triangle{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}
	for _, row := range []struct {
		why  string
		t, u geom.Triangle
		want float64
	}{
		{"points", point(geom.Vec{1, 2, 3}), point(geom.Vec{2, 4, 5}), 3},
		{"a point above the face", floor, point(geom.Vec{1, 1, 0.75}), 0.75},
		{"a point beside an edge", floor, point(geom.Vec{1, -3, 4}), 5},
		{"a point beyond a corner", floor, point(geom.Vec{-2, -2, -1}), 3},
		{"segments that pass each other", segment(geom.Vec{-1, 0, 0}, geom.Vec{1, 0, 0}), segment(geom.Vec{0, -1, 0.5}, geom.Vec{0, 1, 0.5}), 0.5},
		{"parallel segments", segment(geom.Vec{0, 0, 0}, geom.Vec{2, 0, 0}), segment(geom.Vec{1, 3, 0}, geom.Vec{5, 3, 0}), 3},
		{"segments in one line", segment(geom.Vec{0, 0, 0}, geom.Vec{2, 0, 0}), segment(geom.Vec{3, 0, 0}, geom.Vec{5, 0, 0}), 1},
		{"a segment through the face", floor, segment(geom.Vec{1, 1, -1}, geom.Vec{1, 1, 9}), 0},
		{"a segment past the face", floor, segment(geom.Vec{3, 3, -1}, geom.Vec{3, 3, 9}), math.Sqrt2},
		{"one face in another", floor, geom.Triangle{{1, 1, 0}, {1.5, 1, 0}, {1, 1.5, 0}}, 0},
		{"one face above another", floor, geom.Triangle{{1, 1, 2}, {1.5, 1, 2}, {1, 1.5, 2}}, 2},
		{"edges nearest", floor, geom.Triangle{{3, 3, -1}, {3, 3, 9}, {9, 9, 4}}, math.Sqrt2},
	} {
		if got := oracle.Distance(row.t, row.u); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
		if got := oracle.Distance(row.u, row.t); got != row.want {
			t.Errorf("%s, the other way round: %v, want %v", row.why, got, row.want)
		}
	}
}

func TestBoxesMeet(t *testing.T) {
	unit := geom.OBB{Half: [3]geom.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	turned := [3]geom.Vec{{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}} // its corners are 2 from its axis
	small := [3]geom.Vec{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}
	for _, row := range []struct {
		why  string
		box  geom.OBB
		want bool
	}{
		{"itself", unit, true},
		{"inside", geom.OBB{Center: geom.Vec{0.5, 0, 0}, Half: small}, true},
		{"faces touch", geom.OBB{Center: geom.Vec{2, 0.5, 0}, Half: unit.Half}, true},
		{"corners touch", geom.OBB{Center: geom.Vec{2, 2, 2}, Half: unit.Half}, true},
		{"a hair off", geom.OBB{Center: geom.Vec{2 + 0x1p-50, 0.5, 0}, Half: unit.Half}, false},
		{"an edge touches a face", geom.OBB{Center: geom.Vec{3, 0, 0}, Half: turned}, true},
		{"an edge off a face", geom.OBB{Center: geom.Vec{3.125, 0, 0}, Half: turned}, false},
		{"a face of the turned one is between", geom.OBB{Center: geom.Vec{2.125, 2.125, 0}, Half: turned}, false},
	} {
		if got := oracle.BoxesMeet(&unit, &row.box); got != row.want {
			t.Errorf("%s: %v", row.why, got)
		}
		if got := oracle.BoxesMeet(&row.box, &unit); got != row.want {
			t.Errorf("%s, the other way round: %v", row.why, got)
		}
	}
}

func TestHolds(t *testing.T) {
	o := geom.OBB{Half: [3]geom.Vec{{1, 1, 0}, {-1, 1, 0}, {0, 0, 0}}, Slack: geom.Vec{0.25, 0.25, 0.25}}
	for _, row := range []struct {
		p    geom.Vec
		want bool
	}{
		{geom.Vec{2, 0, 0}, true}, {geom.Vec{2.25, 0, 0}, true}, {geom.Vec{2.5, 0, 0}, false},
		{geom.Vec{1.25, 1.25, 0.25}, true}, {geom.Vec{1.375, 1.25, 0}, false}, {geom.Vec{0, 0, 0.5}, false},
	} {
		if got := oracle.Holds(&o, row.p); got != row.want {
			t.Errorf("%v: %v", row.p, got)
		}
	}
}
