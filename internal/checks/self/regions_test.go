package self_test

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestRegions: findings connected by an end or a side, and contacts of the same two shells near each
// other, are one region.
func TestRegions(t *testing.T) {
	far := geom.Vec{100, 0, 0}
	pinned := []geom.Triangle{floor, pin}
	// Tents of two triangles each stand through a floor of two, with a ridge of length 2.
	ground := []geom.Triangle{tri(0, 0, 0, 60, 0, 0, 60, 60, 0), tri(0, 0, 0, 60, 60, 0, 0, 60, 0)}
	tent := func(x, y float64) []geom.Triangle {
		a, b := geom.Vec{x, y, 1}, geom.Vec{x, y + 2, 1}
		return []geom.Triangle{{a, b, {x + 1, y + 1, -1}}, {b, a, {x - 1, y + 1, -1}}}
	}
	join := func(soups ...[]geom.Triangle) []geom.Triangle { return slices.Concat(soups...) }
	for _, row := range []struct {
		why  string
		soup []geom.Triangle
		want []int // findings in each region, in order
	}{
		{"none", []geom.Triangle{floor}, nil},
		{"one finding", pinned, []int{1}},
		{"two far apart", append(meshgen.Translate(pinned, far), pinned...), []int{1, 1}},
		{"one tent", join(ground, tent(30, 10)), []int{2}},
		{"a tent across the diagonal of the ground", join(ground, tent(30, 28.75)), []int{3}},
		{"two tents far from each other, through the same triangle", join(ground, tent(30, 10), tent(50, 10)), []int{2, 2}},
		{"two tents next to each other are two shells", join(ground, tent(30, 10), tent(30, 13)), []int{2, 2}},
		{"two tents that are one shell, next to each other", join(ground, tent(30, 10), tent(30, 12)), []int{4}},
		{"two tents that are one shell by a third triangle", join(ground, tent(30, 10), tent(30, 40), []geom.Triangle{tri(30, 12, 1, 30, 40, 1, 30, 30, 5)}), []int{2, 2}},
		{"a tent twice, whose duplicates are of one shell with itself", join(ground, tent(30, 10), tent(30, 10)), []int{2, 4}},
	} {
		m := checkedSoup(t, check.Options{}, row.soup...)
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
	m := checkedSoup(t, check.Options{ListTouches: true}, soup...)
	if len(m.Regions) != 1 {
		t.Fatalf("%d regions", len(m.Regions))
	}
	got := m.Regions[0]
	// Both floors are pierced over a length of 1½, the patch by half as much at its
	// corner, where the way out is across its hypotenuse.
	want := check.Region{Counts: m.Counts, Box: soup[0].Box(), Parts: []int{0}}
	want.Counts.ByRule[check.Touch] = 0 // touches belong to no region
	want.Area = 2 + 2 + 32
	// The floors lie on each other: they are to be moved by their height over the hypotenuse.
	if want := 8 / math.Sqrt2; math.Abs(got.Depth-want) > 1e-14 {
		t.Errorf("depth %v, want %v", got.Depth, want)
	}
	if math.Abs(got.Area-want.Area) > 1e-12 {
		t.Errorf("area %v, want %v", got.Area, want.Area)
	}
	if got.Box != want.Box || !reflect.DeepEqual(got.Parts, want.Parts) || got.Shells != nil || got.Counts != want.Counts {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestRegionsOfSoups compares regions with their definition and with the sums of their findings.
func TestRegionsOfSoups(t *testing.T) {
	for seed := range uint64(30) {
		rng := meshgen.Rand(seed)
		soup := meshgen.Snapped(rng, 30, 60, 9)
		if seed%2 == 0 { // surfaces rather than loose triangles
			soup = append(meshgen.Join(meshgen.Icosphere(1, geom.Vec{}, 3), meshgen.Icosphere(2, geom.Vec{1, 0.5, 0}, 2.5)).Soup(),
				meshgen.Join(meshgen.Box(geom.Vec{-20, 0, 0}, geom.Vec{9, 9, 1}), meshgen.Box(geom.Vec{-19, 1, -3}, geom.Vec{1, 1, 6}),
					meshgen.Box(geom.Vec{-13, 7, -3}, geom.Vec{1, 1, 6}), meshgen.Box(geom.Vec{-17, 5, 1}, geom.Vec{2, 2, 2})).Soup()...)
		}
		soup = append(soup, meshgen.Translate(meshgen.Random(rng, 20, 0.3), geom.Vec{30, 0, 0})...)
		soup = append(soup, meshgen.Translate(meshgen.Coplanar(rng, 8), geom.Vec{100, 0, 0})...)
		for _, list := range []bool{true, false} {
			o := check.Options{ListTouches: list}
			m := checkedSoup(t, o, soup...)
			if m.Truncated || len(m.Regions) != m.RegionCount {
				t.Fatalf("seed %d: truncated", seed)
			}
			areConnected(t, m, soup)
			addUp(t, m)
			if !slices.IsSortedFunc(m.Regions, byNumber) {
				t.Errorf("seed %d: regions are not in the order of their numbers", seed)
			}
		}
	}
}

// areConnected compares the regions with those that rational arithmetic and all pairs of
// contacts make: "meshcheck explain region" defines contacts and regions.
func areConnected(t *testing.T, m *check.Mesh, soup []geom.Triangle) {
	t.Helper()
	var pairs []check.Finding
	for _, f := range m.Findings {
		if f.B != nil && f.Rule != check.Touch {
			pairs = append(pairs, f)
		}
	}
	shellOf := shellsOf(m, soup)
	shells := func(f *check.Finding) [2]int {
		a, b := shellOf[f.A.Triangle], shellOf[f.B.Triangle]
		return [2]int{min(a, b), max(a, b)}
	}
	for k, f := range pairs {
		if f.Region < 0 {
			continue
		}
		want := shells(&pairs[k])
		if got := m.Regions[f.Region].Shells; len(soup) < 2*m.Shells && got != nil || len(soup) >= 2*m.Shells && !slices.Equal(got, slices.Compact(want[:])) {
			t.Fatalf("region %d has the shells %v, and a finding between %v", f.Region, got, want)
		}
	}
	contacts := mesh.NewUnion(len(pairs))
	first := map[string]int{}
	for k := range pairs {
		for _, p := range placesOf(&pairs[k]) {
			key := fmt.Sprint(p, shells(&pairs[k]))
			if other, known := first[key]; known {
				contacts.Join(uint32(k), uint32(other))
			} else {
				first[key] = k
			}
		}
	}
	boxes := map[uint32]geom.Box{}
	for k := range pairs {
		root := contacts.Find(uint32(k))
		if _, known := boxes[root]; !known {
			boxes[root] = geom.EmptyBox()
		}
		boxes[root] = boxes[root].Union(geom.BoxOf(append(pairs[k].Segment, pairs[k].Polygon...)))
	}
	regions := mesh.NewUnion(len(pairs))
	for a, x := range boxes {
		for b, y := range boxes {
			if shells(&pairs[a]) == shells(&pairs[b]) && x.Grown(x.Diagonal()/2).Intersects(y.Grown(y.Diagonal()/2)) {
				regions.Join(a, b)
			}
		}
	}
	number, beyond := map[uint32]int{}, map[uint32]bool{}
	for k, f := range pairs {
		root := regions.Find(contacts.Find(uint32(k)))
		beyond[root] = beyond[root] || !f.Rule.WithinPrecision()
		if r, known := number[root]; known && r != f.Region {
			t.Fatalf("%v of %d and %d is in region %d, and hangs together with region %d", f.Rule, f.A.Triangle, f.B.Triangle, f.Region, r)
		}
		number[root] = f.Region
	}
	count := 0
	for root, r := range number {
		if beyond[root] {
			count++
		}
		if beyond[root] != (r >= 0) {
			t.Fatalf("region %d has findings beyond precision: %v", r, beyond[root])
		}
	}
	if count != m.RegionCount {
		t.Fatalf("%d regions, want %d", m.RegionCount, count)
	}
}

// TestRegionOfNearlyCoplanar: the region of one crossing has the segment that is listed, whichever
// triangle the search finds first: two that are coplanar but for rounding.
func TestRegionOfNearlyCoplanar(t *testing.T) {
	pair := []geom.Triangle{
		tri(3, 1, 1.1000000000000003, -1, -3, -0.6333333333333335, 1, -2, 0.13333333333333353),
		tri(0, -3, -0.2999999999999998, -3, 2, -0.7999999999999998, 3, 0, 1.0000000000000002),
	}
	for _, soup := range [][]geom.Triangle{pair, {pair[1], pair[0]}} {
		var xyz []float64
		for _, x := range soup {
			xyz = slices.Concat(xyz, x[0][:], x[1][:], x[2][:])
		}
		m := &checked(t, sceneOf(&mesh.Mesh{Parts: []mesh.Part{{Positions: mesh.Positions{F64: xyz}}}}), check.Options{}).Meshes[0]
		if len(m.Regions) != 1 || len(m.Findings) != 1 || len(m.Findings[0].Segment) != 2 {
			t.Fatalf("%+v", m)
		}
		s := m.Findings[0].Segment
		if box := geom.BoxOf(s); m.Regions[0].Box != box || m.Regions[0].Length != s[0].Sub(s[1]).Norm() {
			t.Errorf("region in %v of length %v, segment %v", m.Regions[0].Box, m.Regions[0].Length, s)
		}
	}
}

// TestRegionShells: the regions of a stack of crates are of 29 pairs of its 18 shells.
func TestRegionShells(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	model, err := loader.Open(t.Context(), filepath.Join(dir, "crates_stacked.glb"), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := meshcheck.Check(t.Context(), model.Scene, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pairs := map[[2]int]bool{}
	for _, region := range r.Meshes[0].Regions {
		if s := region.Shells; len(s) != 2 {
			t.Errorf("region %d has the shells %v", region.Number, s)
		} else {
			pairs[[2]int(s)] = true
		}
	}
	if r.Meshes[0].Shells != 18 || len(r.Meshes[0].Regions) != 34 || len(pairs) != 29 {
		t.Errorf("%d regions of %d pairs of %d shells", len(r.Meshes[0].Regions), len(pairs), r.Meshes[0].Shells)
	}
}

// shellsOf returns the shell of each triangle, or 0 for all of a soup of loose triangles. Shells are
// numbered in the order of their first triangles.
func shellsOf(m *check.Mesh, soup []geom.Triangle) []int {
	joined := mesh.NewUnion(len(soup))
	at := map[geom.Vec]uint32{}
	for i, t := range soup {
		for _, v := range t {
			if j, known := at[v]; known {
				joined.Join(uint32(i), j)
			}
			at[v] = uint32(i)
		}
	}
	out := make([]int, len(soup))
	if len(soup) >= 2*m.Shells {
		number := map[uint32]int{}
		for i := range soup {
			root := joined.Find(uint32(i))
			if _, known := number[root]; !known {
				number[root] = len(number)
			}
			out[i] = number[root]
		}
	}
	return out
}

// placesOf names the ends of the segment or the sides of the polygon of a finding by the corners
// of the features that meet there.
func placesOf(f *check.Finding) (places []string) {
	t, u := f.A.Corners, f.B.Corners
	features, what := oracle.Ends, "end"
	if f.Rule.Kind() != check.Crossing {
		features, what = oracle.Sides, "side"
	}
	for _, p := range features(t, u) {
		a, b := fmt.Sprint(cornersOf(t, p[0])), fmt.Sprint(cornersOf(u, p[1]))
		places = append(places, what+min(a, b)+max(a, b))
	}
	return places
}

// cornersOf returns the corners of a feature, sorted.
func cornersOf(t geom.Triangle, f oracle.Feature) []geom.Vec {
	out := t[:]
	switch {
	case f < 3:
		out = []geom.Vec{t[f]}
	case f < 6:
		out = []geom.Vec{t[f-3], t[(f-2)%3]}
	}
	slices.SortFunc(out, func(p, q geom.Vec) int { return slices.Compare(p[:], q[:]) })
	return out
}

// addUp compares regions with the sums over their findings.
func addUp(t *testing.T, m *check.Mesh) {
	t.Helper()
	sums := make([]check.Region, len(m.Regions))
	for k := range sums {
		sums[k].Number, sums[k].Box = k+1, geom.EmptyBox()
	}
	for _, f := range m.Findings {
		if f.Region < 0 {
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
		s.Box = s.Box.Union(geom.BoxOf(append(f.Segment, f.Polygon...)))
		s.Depth = max(s.Depth, f.Depth)
		switch f.Rule {
		case check.Crossing:
			s.CrossingDepth = max(s.CrossingDepth, f.Depth)
		case check.Overlap, check.Duplicate, check.ZFighting:
			s.Width = max(s.Width, f.Depth)
		}
		s.Area += f.Area
		if f.Rule.Kind() == check.Crossing {
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
		got.Area, got.Length, got.Shells = want.Area, want.Length, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("region %d: %+v, want %+v", k, got, want)
		}
	}
}

// byNumber is the documented order of numbers: greatest depth, then position.
func byNumber(a, b check.Region) int {
	return cmp.Or(cmp.Compare(b.Depth, a.Depth), slices.Compare(a.Box.Min[:], b.Box.Min[:]), slices.Compare(a.Box.Max[:], b.Box.Max[:]))
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
		{floor, floor}, {floor, patch}, {floor, small}, {floor, deep}, {floor, pin}, {floor, pin},
	}
	// Laid out so that no other order than that of depths could come out right; the equal ones by
	// position.
	place := []int{5, 2, 1, 4, 0, 3}
	var soup []geom.Triangle
	for _, p := range []int{3, 0, 1, 5, 2, 4} {
		soup = append(soup, at(place[p], inOrder[p]...)...)
	}
	m := checkedSoup(t, check.Options{ListTouches: true}, soup...)
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
