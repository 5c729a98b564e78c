package meshcheck_test

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// TestRegions: findings that share a vertex or a triangle are one region.
func TestRegions(t *testing.T) {
	far := geom.Vec{100, 0, 0}
	pinned := []geom.Triangle{floor, pin}
	also := tri(1, 1, -1, 1, 4, 1, 1, 1, 1)         // pierces floor elsewhere
	beside := tri(0, 0, 0, -8, 0, 0, 0, -8, 0)      // a neighbour at one vertex
	itsPin := tri(-2, -2, -1, -3, -2, 1, -2, -2, 1) // that is pierced as well
	for _, row := range []struct {
		why  string
		soup []geom.Triangle
		want []int // findings in each region, in order
	}{
		{"none", []geom.Triangle{floor}, nil},
		{"one finding", pinned, []int{1}},
		{"two far apart", append(meshgen.Translate(pinned, far), pinned...), []int{1, 1}},
		{"one triangle pierced twice", []geom.Triangle{floor, pin, also}, []int{2}},
		{"pierced neighbours with a vertex in common", []geom.Triangle{floor, pin, beside, itsPin}, []int{2}},
		{"pierced triangles whose edges only meet", []geom.Triangle{floor, pin, tri(4, 0, 0, 3, -9, 0, 5, -9, 0), tri(4, -5, -1, 4.5, -5, 1, 4, -5, 1)}, []int{1, 1}},
		{"a chain", []geom.Triangle{floor, pin, tri(3, 1, 0.5, 3, 4, 0.5, 9, 2, 0.5)}, []int{2}},
	} {
		m := checkedSoup(t, meshcheck.Options{}, row.soup...)
		var got []int
		for _, r := range m.Regions {
			got = append(got, r.Counts.Failing())
		}
		if !slices.Equal(got, row.want) || m.RegionCount != len(row.want) {
			t.Errorf("%s: findings by region %v, want %v", row.why, got, row.want)
		}
	}
}

// TestRegionInDetail adds up a region of all rules by hand.
func TestRegionInDetail(t *testing.T) {
	patch := tri(1, 1, 0, 3, 1, 0, 1, 3, 0)
	standing := tri(1, 5, 0, 2, 5, 3, 1, 6, 3)
	soup := []geom.Triangle{floor, pin, patch, floor, standing}
	m := checkedSoup(t, meshcheck.Options{ListTouches: true}, soup...)
	if len(m.Regions) != 1 {
		t.Fatalf("%d regions", len(m.Regions))
	}
	got := m.Regions[0]
	// Both floors are pierced over a length of 1½, the patch by half as much at its
	// corner, where the way out is across its hypotenuse.
	want := check.Region{Counts: m.Counts, Box: soup[0].Box(), Parts: []int{0}}
	want.Counts.ByRule[check.Touch] = 0 // touches belong to no region
	for _, t := range soup[:4] {
		want.Box = want.Box.Union(t.Box())
	}
	want.Area = 2 + 2 + 32
	for _, f := range m.Findings {
		want.Depth = max(want.Depth, f.Depth)
	}
	if math.Abs(want.Depth-1) > 1e-14 || got.Depth != want.Depth {
		t.Errorf("depth %v, want 1", got.Depth)
	}
	if math.Abs(got.Area-want.Area) > 1e-12 {
		t.Errorf("area %v, want %v", got.Area, want.Area)
	}
	if got.Box != want.Box || !reflect.DeepEqual(got.Parts, want.Parts) || got.Counts != want.Counts {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestRegionsOfSoups holds regions to their definition: findings hang together
// where their triangles have a vertex in common, and regions add their findings up.
func TestRegionsOfSoups(t *testing.T) {
	for seed := range uint64(30) {
		rng := meshgen.Rand(seed)
		soup := meshgen.Snapped(rng, 30, 60, 9)
		soup = append(soup, meshgen.Translate(meshgen.Random(rng, 20, 0.3), geom.Vec{30, 0, 0})...)
		soup = append(soup, meshgen.Translate(meshgen.Coplanar(rng, 8), geom.Vec{100, 0, 0})...)
		for _, list := range []bool{true, false} {
			o := meshcheck.Options{ListTouches: list}
			m := checkedSoup(t, o, soup...)
			if m.Truncated || len(m.Regions) != m.RegionCount {
				t.Fatalf("seed %d: truncated", seed)
			}
			hangTogether(t, m)
			addUp(t, m)
			if !slices.IsSortedFunc(m.Regions, byRegionSeverity) {
				t.Errorf("seed %d: regions are not in order of severity", seed)
			}
		}
	}
}

// hangTogether compares the regions of findings with those that spread slowly from
// vertex to vertex.
func hangTogether(t *testing.T, m *self.Result) {
	t.Helper()
	least := map[geom.Vec]int{} // the least finding that hangs together with a vertex
	var pairs []check.Finding
	for _, f := range m.Findings {
		if f.B != nil && f.Rule != check.Touch {
			pairs = append(pairs, f)
		}
	}
	corners := func(f check.Finding) []geom.Vec { return append(f.A.Corners[:], f.B.Corners[:]...) }
	for changed := true; changed; {
		changed = false
		for k, f := range pairs {
			n := k
			for _, v := range corners(f) {
				if l, ok := least[v]; ok {
					n = min(n, l)
				}
			}
			for _, v := range corners(f) {
				if l, ok := least[v]; !ok || l != n {
					least[v], changed = n, true
				}
			}
		}
	}
	region := map[int]int{}
	for _, f := range pairs {
		l := least[f.A.Corners[0]]
		if r, ok := region[l]; ok && r != f.Region {
			t.Fatalf("%v of %d and %d is in region %d, and hangs together with region %d", f.Rule, f.A.Triangle, f.B.Triangle, f.Region, r)
		}
		region[l] = f.Region
	}
	if len(region) != m.RegionCount {
		t.Fatalf("%d regions, want %d", m.RegionCount, len(region))
	}
}

// addUp compares regions with the sums over their findings.
func addUp(t *testing.T, m *self.Result) {
	t.Helper()
	sums := make([]check.Region, len(m.Regions))
	for k := range sums {
		sums[k].Box = geom.EmptyBox()
	}
	for _, f := range m.Findings {
		if f.B == nil || f.Rule == check.Touch {
			continue
		}
		s := &sums[f.Region]
		s.Counts.ByRule[f.Rule]++
		if f.Rule.Severity() == check.Error {
			s.Counts.Failed[f.Rule]++
		}
		if f.ThroughEdge {
			s.Counts.ThroughEdge++
		}
		s.Box = s.Box.Union(f.A.Corners.Box()).Union(f.B.Corners.Box())
		s.Depth = max(s.Depth, f.Depth)
		s.Area += f.Area
		if f.Rule == check.Crossing {
			s.Length += f.Segment[0].Sub(f.Segment[1]).Norm()
		}
		s.Parts = []int{0}
	}
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-12*(1+math.Abs(y)) }
	for k, want := range sums {
		got := m.Regions[k]
		if !near(got.Area, want.Area) || !near(got.Length, want.Length) {
			t.Errorf("region %d: area %v and length %v, want %v and %v", k, got.Area, got.Length, want.Area, want.Length)
		}
		got.Area, got.Length = want.Area, want.Length
		if !reflect.DeepEqual(got, want) {
			t.Errorf("region %d: %+v, want %+v", k, got, want)
		}
	}
}

// byRegionSeverity is the documented order of regions: worst rule, greatest depth,
// greatest area, greatest length, then position.
func byRegionSeverity(a, b check.Region) int {
	worst := func(r check.Region) int {
		return slices.IndexFunc(r.Counts.ByRule[:], func(n int) bool { return n > 0 })
	}
	return cmp.Or(
		cmp.Compare(worst(a), worst(b)),
		cmp.Compare(b.Depth, a.Depth), cmp.Compare(b.Area, a.Area), cmp.Compare(b.Length, a.Length),
		slices.Compare(a.Box.Min[:], b.Box.Min[:]),
	)
}

// TestRegionsInOrder: a scene with one region for each step of the order.
func TestRegionsInOrder(t *testing.T) {
	at := func(k int, soup ...geom.Triangle) []geom.Triangle {
		return meshgen.Translate(soup, geom.Vec{0, float64(100 * k), 0})
	}
	deep := tri(2, 2, -1.5, 5, 2, 1.5, 2, 2, 1.5)
	patch := tri(1, 1, 0, 3, 1, 0, 1, 3, 0)
	small := tri(1, 1, 0, 2, 1, 0, 1, 2, 0)
	inOrder := [][]geom.Triangle{
		{floor, deep}, {floor, pin}, {floor, pin}, {floor, patch}, {floor, small}, {floor, floor},
	}
	// Laid out so that no other order than that of severity could come out right; the
	// equal ones by position.
	place := []int{5, 2, 4, 1, 3, 0}
	var soup []geom.Triangle
	for _, p := range []int{3, 0, 1, 5, 2, 4} {
		soup = append(soup, at(place[p], inOrder[p]...)...)
	}
	m := checkedSoup(t, meshcheck.Options{ListTouches: true}, soup...)
	if len(m.Regions) != len(inOrder) {
		t.Fatalf("%d regions", len(m.Regions))
	}
	for k, r := range m.Regions {
		if got := int(r.Box.Min[1]) / 100; got != place[k] {
			t.Errorf("region %d is at place %d, want %d", k, got, place[k])
		}
	}
}

// TestStrayDegenerate: a triangle without area, however far away, changes no number of
// the others' regions.
func TestStrayDegenerate(t *testing.T) {
	soup := []geom.Triangle{
		{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
		{{0.25, 0, 0}, {1.25, 0, 0}, {0.25, 1, 0}},
		{{0.125, 0.125, -1}, {0.125, 0.125, 1}, {0.125, 0.625, 0.25}},
	}
	want := checkSoup(t, soup, 1).Regions
	if len(want) != 1 || want[0].Area == 0 || want[0].Length == 0 {
		t.Fatalf("regions: %+v", want)
	}
	for _, far := range []float64{1e3, 1e20, 1e38} {
		p := geom.Vec{float64(float32(far)), 0, 0}
		got := checkSoup(t, append(soup[:3:3], geom.Triangle{p, p, p}), 1).Regions
		if !reflect.DeepEqual(got, want) {
			t.Errorf("beside a point at %g: %+v, want %+v", far, got, want)
		}
	}
}
