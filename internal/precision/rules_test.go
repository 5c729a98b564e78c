package precision_test

import (
	"math"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// step is the distance between neighbouring numbers of float32 from 1 to 2.
const step = 0x1p-23

// ground is a triangle at height 0 with coordinates from 1 to 2.
var ground = tri(1, 1, 0, 1.9, 1, 0, 1, 1.9, 0)

// TestPrecision: crossings and overlaps that moving one side by two steps of the format parts have
// rules of their own, unless the triangles lie along each other.
func TestPrecision(t *testing.T) {
	// tilted is a triangle through the ground, so many steps large and rising by an angle.
	tilted := func(steps, degrees float64) geom.Triangle {
		size := steps * step
		h := size * math.Sin(degrees*math.Pi/180) / 2
		return geom.Triangle{{1.25, 1.25, -h}, {1.25 + size, 1.25, h}, {1.25, 1.25 + size, -h}}
	}
	strip := func(steps float64) []geom.Triangle {
		x := 1.5 - steps*step
		return []geom.Triangle{tri(1, 1, 0, 1.5, 1, 0, 1.5, 1.75, 0), tri(x, 1, 0, 1.75, 1, 0, x, 1.75, 0)}
	}
	through := func(above, below float64) []geom.Triangle {
		return []geom.Triangle{ground, tri(1.2, 1.2, 0, 1.4, 1.2, 0, 1.3, 1.2, above), tri(1.4, 1.2, 0, 1.2, 1.2, 0, 1.3, 1.2, -below)}
	}
	for _, row := range []struct {
		why  string
		soup []geom.Triangle
		want check.Rule
	}{
		{"a corner pokes through by half a step", []geom.Triangle{ground, tri(1.3, 1.3, -step/2, 1.2, 1.3, 1, 1.4, 1.3, 1)}, check.CrossingWithinPrecision},
		{"by a step", []geom.Triangle{ground, tri(1.3, 1.3, -step, 1.2, 1.3, 1, 1.4, 1.3, 1)}, check.CrossingWithinPrecision},
		{"by less than two steps", []geom.Triangle{ground, tri(1.3, 1.3, -1.8*step, 1.2, 1.3, 1, 1.4, 1.3, 1)}, check.CrossingWithinPrecision},
		{"by more than two steps", []geom.Triangle{ground, tri(1.3, 1.3, -2.01*step, 1.2, 1.3, 1, 1.4, 1.3, 1)}, check.Crossing},
		{"an edge grazes", []geom.Triangle{ground, tri(1.2, 1.3, -step, 1.4, 1.3, -step, 1.3, 1.3, 1)}, check.CrossingWithinPrecision},
		{"an edge goes in deeper", []geom.Triangle{ground, tri(1.2, 1.3, -2.1*step, 1.4, 1.3, -2.1*step, 1.3, 1.3, 1)}, check.Crossing},
		{"through an edge, by a step on one side", through(1, step), check.CrossingWithinPrecision},
		{"through an edge, by three steps on one side", through(1, 3*step), check.Crossing},
		{"two sheets in one place", []geom.Triangle{ground, tri(1.2, 1.2, -step/2, 1.6, 1.2, step/2, 1.2, 1.6, step/2)}, check.ZFighting},
		{"a step apart on either side", []geom.Triangle{ground, tri(1.2, 1.2, -step, 1.6, 1.2, step, 1.2, 1.6, step)}, check.ZFighting},
		{"three steps apart", []geom.Triangle{ground, tri(1.2, 1.2, -3*step, 1.6, 1.2, 3*step, 1.2, 1.6, 3*step)}, check.Crossing},
		{"a speck at 1 degree", []geom.Triangle{ground, tilted(50, 1)}, check.CrossingWithinPrecision},
		{"a small sheet at 0.2 degrees", []geom.Triangle{ground, tilted(200, 0.2)}, check.ZFighting},
		{"a small sheet at 1 degree", []geom.Triangle{ground, tilted(200, 1)}, check.ZFighting},
		{"at 3 degrees", []geom.Triangle{ground, tilted(200, 3)}, check.Crossing},
		{"a speck at 3 degrees", []geom.Triangle{ground, tilted(30, 3)}, check.CrossingWithinPrecision},
		{"a strip of a step overlaps", strip(1), check.OverlapWithinPrecision},
		{"a strip of two steps", strip(2), check.OverlapWithinPrecision},
		{"a strip of three steps", strip(3), check.Overlap},
	} {
		m := checkedSoup(t, check.Options{}, row.soup...)
		found := m.Counts
		found.ByRule[check.Touch] = 0 // what else they are to each other
		var want [check.TriangleRules]int
		want[row.want] = max(found.Of(row.want), 1)
		if found.ByRule != want || (found.Failing() > 0) == row.want.WithinPrecision() || (m.RegionCount > 0) == row.want.WithinPrecision() {
			t.Errorf("%s: %+v in %d regions, want %v", row.why, found, m.RegionCount, row.want)
		}
		if n := found.OfKind(row.want.Kind()); n != found.Of(row.want) {
			t.Errorf("%s: %d of the kind %v", row.why, n, row.want.Kind())
		}
	}
}

// TestZFighting: two surfaces in one place have the area over which they are, are judged as
// overlaps, and pass with a tolerance as wide as that is.
func TestZFighting(t *testing.T) {
	soup := []geom.Triangle{ground, tri(1.25, 1.25, -step/2, 1.5, 1.25, step/2, 1.25, 1.5, step/2)}
	m := checkedSoup(t, check.Options{}, soup...)
	f := m.Findings[0]
	width := 0.25 / math.Sqrt2
	if f.Rule != check.ZFighting || math.Abs(f.Area-0.25*0.25/2) > 1e-6 || math.Abs(f.Depth-width) > 1e-6 || len(f.Segment) != 2 || f.Severity != check.Error {
		t.Errorf("%+v", f)
	}
	if r := m.Regions[0]; r.Area != f.Area || r.Depth != f.Depth || r.Length == 0 {
		t.Errorf("region %+v", r)
	}
	for _, row := range []struct {
		o    check.Options
		want check.Severity
		rule check.Rule
	}{
		{check.Options{Tolerance: check.Tolerance{Value: 0.17}}, check.Error, check.ZFighting},
		{check.Options{Tolerance: check.Tolerance{Value: 0.18}, ListTouches: true}, check.Info, check.Touch},
		{check.Options{Policy: policyOf(t, "overlap:area>0.1")}, check.Warning, check.ZFighting},
		{check.Options{Policy: policyOf(t, "overlap:area>0.01,crossing:off")}, check.Error, check.ZFighting},
		{check.Options{Policy: policyOf(t, "overlap:off")}, check.Off, check.ZFighting},
	} {
		if f := checkedSoup(t, row.o, soup...).Findings[0]; f.Rule != row.rule || f.Severity != row.want {
			t.Errorf("%+v: %v is %v, want %v", row.o, f.Rule, f.Severity, row.want)
		}
	}
}

// TestZFightingOfSheets: of one surface that is tessellated in two ways, each moved by rounding,
// nothing is a plain crossing.
func TestZFightingOfSheets(t *testing.T) {
	rng := meshgen.Rand(3)
	sheet := func(n int) (soup []geom.Triangle) {
		at := make([][]geom.Vec, n+1)
		for i := range at {
			for j := range n + 1 {
				x, y := 1+0.9*float64(i)/float64(n), 1+0.9*float64(j)/float64(n)
				at[i] = append(at[i], geom.Vec{float64(float32(x)), float64(float32(y)), step * (rng.Float64() - 0.5)})
			}
		}
		for i := range n {
			for j := range n {
				soup = append(soup, geom.Triangle{at[i][j], at[i+1][j], at[i][j+1]}, geom.Triangle{at[i+1][j], at[i+1][j+1], at[i][j+1]})
			}
		}
		return soup
	}
	m := checkedSoup(t, check.Options{}, append(sheet(4), sheet(7)...)...)
	if m.Counts.Of(check.ZFighting) < 50 || m.Counts.Of(check.Crossing) > 0 || m.RegionCount != 1 {
		t.Errorf("%+v in %d regions", m.Counts, m.RegionCount)
	}
}

// TestPrecisionOfFormats: the step is that of the stored numbers, in the size of the instance that
// shows the mesh.
func TestPrecisionOfFormats(t *testing.T) {
	poke := func(size, depth float64) []geom.Triangle {
		return []geom.Triangle{tri(0, 0, 0, size, 0, 0, 0, size, 0), tri(size/10, size/10, -depth, size/10, size/5, size/20, size/5, size/10, size/20)}
	}
	for _, row := range []struct {
		why    string
		mesh   *mesh.Mesh
		within bool
	}{
		{"quantized integers, one step", withStep(poke(10000, 1), 1), true},
		{"quantized integers, three steps", withStep(poke(10000, 3), 1), false},
		{"quantized integers, one step that can be seen", withStep(poke(1000, 1), 1), false},
		{"float32 at 1000, one step", meshgen.Mesh("", poke(1000, 0x1p-14)), true},
		{"float32 at 1000, three steps", meshgen.Mesh("", poke(1000, 3*0x1p-14)), false},
		{"float64 at 1000, one step", doubles(poke(1000, 0x1p-43)), true},
		{"float64 at 1000, three steps", doubles(poke(1000, 3*0x1p-43)), false},
	} {
		for _, scale := range []float64{1, 0x1p-10, 3} {
			s := sceneOf(row.mesh)
			s.Instances = []mesh.Instance{{Path: "/a", World: geom.Scaling(scale)}}
			c := checked(t, s, check.Options{}).Counts
			if got := c.Of(check.CrossingWithinPrecision) == 1; got != row.within || c.OfKind(check.Crossing) != 1 {
				t.Errorf("%s at scale %v: %+v", row.why, scale, c)
			}
		}
	}
}

// withStep returns a mesh of quantized numbers.
func withStep(soup []geom.Triangle, step float64) *mesh.Mesh {
	m := meshgen.Mesh("", soup)
	m.Parts[0].Positions.Step = step
	return m
}

// doubles returns a mesh of float64 numbers.
func doubles(soup []geom.Triangle) *mesh.Mesh {
	m := meshgen.Mesh("", soup)
	m.Parts[0].Positions = mesh.Positions{}
	for _, t := range soup {
		for _, p := range t {
			m.Parts[0].Positions.F64 = append(m.Parts[0].Positions.F64, p[:]...)
		}
	}
	m.Parts[0].Indices = mesh.Indices{}
	return m
}
