package self_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestRules has the smallest mesh for each rule.
func TestRules(t *testing.T) {
	// Two walls on one edge in the floor, one up and one down, and one up but slanting.
	up, down, slant := tri(2, 2, 0, 4, 2, 0, 3, 2, 4), tri(2, 2, 0, 4, 2, 0, 3, 3, -4), tri(2, 2, 0, 4, 2, 0, 3, 5, 4)
	nan := float64(float32(math.NaN()))
	for _, row := range []struct {
		why    string
		soup   []geom.Triangle
		status check.Status
		want   map[check.Rule]int
		facing check.Facing // of all findings
	}{
		{"clean neighbours", []geom.Triangle{floor, tri(0, 0, 0, 0, 8, 0, -8, 0, 3)}, check.Pass, nil, check.NoFacing},
		{"pierced", []geom.Triangle{floor, pin}, check.Fail, map[check.Rule]int{check.Crossing: 1}, check.NoFacing},
		{"overlapping", []geom.Triangle{floor, tri(1, 1, 0, 9, 1, 0, 1, 9, 0)}, check.Fail, map[check.Rule]int{check.Overlap: 1}, check.Same},
		{"overlapping, turned over", []geom.Triangle{floor, tri(1, 1, 0, 1, 9, 0, 9, 1, 0)}, check.Fail, map[check.Rule]int{check.Overlap: 1}, check.Opposite},
		{"folded", []geom.Triangle{floor, tri(8, 0, 0, 0, 0, 0, 3, 1, 0)}, check.Fail, map[check.Rule]int{check.Overlap: 1}, check.Opposite},
		{"three times the same", []geom.Triangle{floor, floor, floor}, check.Fail, map[check.Rule]int{check.Duplicate: 3}, check.Same},
		{"twice, turned over", []geom.Triangle{floor, tri(0, 0, 0, 0, 8, 0, 8, 0, 0)}, check.Fail, map[check.Rule]int{check.Duplicate: 1}, check.Opposite},
		{"standing on it", []geom.Triangle{floor, up}, check.Pass, map[check.Rule]int{check.Touch: 1}, check.NoFacing},
		{"folded on it", []geom.Triangle{floor, up, slant}, check.Pass, map[check.Rule]int{check.Touch: 2}, check.NoFacing},
		{"through it along an edge", []geom.Triangle{floor, up, down}, check.Fail, map[check.Rule]int{check.Crossing: 2}, check.NoFacing},
		{"a line and a point", []geom.Triangle{tri(0, 0, 0, 1, 1, 1, 2, 2, 2), tri(5, 5, 5, 5, 5, 5, 5, 5, 5)}, check.Pass, map[check.Rule]int{check.Degenerate: 2}, check.NoFacing},
		{"not finite", []geom.Triangle{floor, tri(nan, 0, 0, 1, 1, 1, 2, 2, 3), tri(0, 0, math.Inf(1), 1, 1, 1, 2, 2, 3)}, check.Fail, map[check.Rule]int{check.Nonfinite: 2}, check.NoFacing},
		{"a line through the floor is no pair", []geom.Triangle{floor, tri(1, 1, -1, 1, 1, 0, 1, 1, 1)}, check.Pass, map[check.Rule]int{check.Degenerate: 1}, check.NoFacing},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := checked(t, sceneOf(meshgen.Mesh("soup", row.soup)), check.Options{ListTouches: true})
			m := r.Meshes[0]
			if r.Status != row.status {
				t.Errorf("status %v, want %v", r.Status, row.status)
			}
			total := 0
			for _, k := range check.Self.Rules() {
				if m.Counts.Of(k) != row.want[k] {
					t.Errorf("%d of rule %v, want %d", m.Counts.Of(k), k, row.want[k])
				}
				total += row.want[k]
			}
			if r.Counts != m.Counts || len(m.Findings) != total || m.Truncated {
				t.Errorf("%d findings listed, want %d; counts %+v and %+v", len(m.Findings), total, r.Counts, m.Counts)
			}
			for _, f := range m.Findings {
				wellFormed(t, &m, f)
				if f.Facing != row.facing {
					t.Errorf("%v %d: facing %v, want %v", f.Rule, f.A.Triangle, f.Facing, row.facing)
				}
			}
		})
	}
}

func TestCrossingInDetail(t *testing.T) {
	m := checkedSoup(t, check.Options{}, tri(50, 50, 50, 51, 50, 50, 50, 51, 50), pin, floor)
	if len(m.Findings) != 1 || m.RegionCount != 1 {
		t.Fatalf("%+v", m)
	}
	f := m.Findings[0]
	if f.A.Triangle != 1 || f.B.Triangle != 2 || f.A.Corners != pin || f.B.Corners != floor {
		t.Errorf("between %+v and %+v", f.A, *f.B)
	}
	if f.SameShell || f.ThroughEdge {
		t.Errorf("same shell %v, through an edge %v", f.SameShell, f.ThroughEdge)
	}
	p, q := f.Segment[0], f.Segment[1]
	if p[0] > q[0] {
		p, q = q, p
	}
	if p.Sub(geom.Vec{2, 2, 0}).Norm() > 1e-14 || q.Sub(geom.Vec{3.5, 2, 0}).Norm() > 1e-14 {
		t.Errorf("segment %v", f.Segment)
	}
	if math.Abs(f.Depth-1) > 1e-14 {
		t.Errorf("depth %v, want 1", f.Depth)
	}
	if m.Triangles != 3 || m.Vertices != 9 || m.Shells != 3 {
		t.Errorf("%d triangles, %d vertices, %d shells", m.Triangles, m.Vertices, m.Shells)
	}
}

func TestThroughEdge(t *testing.T) {
	up, down := tri(2, 2, 0, 4, 2, 0, 3, 2, 4), tri(4, 2, 0, 2, 2, 0, 3, 2, -4)
	m := checkedSoup(t, check.Options{}, floor, up, down)
	if m.Counts.ThroughEdge != 2 || m.Counts.Of(check.Crossing) != 2 || len(m.Findings) != 2 {
		t.Fatalf("%+v", m.Counts)
	}
	for _, f := range m.Findings {
		if !f.ThroughEdge || f.Depth != 4 || f.Segment[0].Sub(f.Segment[1]).Norm() != 2 {
			t.Errorf("%+v", f)
		}
	}
	// The edge is one place wherever its two triangles come from.
	s := sceneOf(&mesh.Mesh{Scale: 1, Parts: []mesh.Part{
		meshgen.Mesh("", []geom.Triangle{up}).Parts[0],
		meshgen.Mesh("", []geom.Triangle{floor, down}).Parts[0],
	}})
	if c := checked(t, s, check.Options{}).Counts; c != m.Counts {
		t.Errorf("in parts: %+v", c)
	}
}

func TestSameShell(t *testing.T) {
	// A strip that comes back through its own beginning.
	back := tri(8, 0, 0, 0, 8, 0, 8, 8, 4)
	through := tri(8, 8, 4, 0, 8, 0, 1, 1, -1)
	m := checkedSoup(t, check.Options{}, floor, back, through)
	if m.Shells != 1 || len(m.Findings) == 0 {
		t.Fatalf("%d shells, %d findings", m.Shells, len(m.Findings))
	}
	for _, f := range m.Findings {
		if !f.SameShell {
			t.Errorf("%+v", f)
		}
	}
	if f := checkedSoup(t, check.Options{}, floor, pin).Findings[0]; f.SameShell {
		t.Errorf("two loose triangles are one shell: %+v", f)
	}
}

func TestParts(t *testing.T) {
	part := func(name, material string, index int, soup ...geom.Triangle) mesh.Part {
		p := meshgen.Mesh("", soup).Parts[0]
		p.Name, p.Material, p.Index = name, material, index
		return p
	}
	far := tri(50, 50, 50, 51, 50, 50, 50, 51, 50)
	m := checked(t, sceneOf(&mesh.Mesh{Name: "m", Scale: 1, Parts: []mesh.Part{
		part("", "", 0), part("seat", "wood", 1, far, floor), part("", "steel", 2), part("", "", 5, far, far, pin), part("", "", 9),
	}}), check.Options{}).Meshes[0]
	want := []check.PartInfo{{Name: "part 0", First: 0, Triangles: 0}, {Name: "seat", First: 0, Triangles: 2}, {Name: "steel", First: 2, Triangles: 0}, {Name: "part 5", First: 2, Triangles: 3}, {Name: "part 9", First: 5, Triangles: 0}}
	if !reflect.DeepEqual(m.Parts, want) {
		t.Errorf("parts %+v", m.Parts)
	}
	var crossings int
	for _, f := range m.Findings {
		if f.Rule != check.Crossing {
			continue
		}
		crossings++
		a := check.Face{Part: 1, Triangle: 1, InPart: 1, Corners: floor}
		b := check.Face{Part: 3, Triangle: 4, InPart: 2, Corners: pin}
		if f.A != a || *f.B != b {
			t.Errorf("between %+v and %+v", f.A, *f.B)
		}
		if got := m.Regions[f.Region].Parts; !reflect.DeepEqual(got, []int{1, 3}) {
			t.Errorf("region of parts %v", got)
		}
	}
	if crossings != 1 {
		t.Errorf("%d crossings", crossings)
	}
}

// TestListTouches: touches are always counted, listed on request, and in no region.
func TestListTouches(t *testing.T) {
	soup := []geom.Triangle{floor, tri(1, 1, 0, 2, 1, 3, 1, 2, 3), tri(50, 50, 50, 51, 50, 50, 50, 51, 50)}
	for _, list := range []bool{false, true} {
		m := checkedSoup(t, check.Options{ListTouches: list}, soup...)
		listed := 0
		if list {
			listed = 1
		}
		if m.Counts.Of(check.Touch) != 1 || len(m.Findings) != listed || m.RegionCount != 0 || len(m.Regions) != 0 || m.Truncated {
			t.Errorf("ListTouches %v: %+v", list, m)
		}
	}
}

// wellFormed checks what the documentation promises of every finding.
func wellFormed(t *testing.T, m *check.Mesh, f check.Finding) {
	t.Helper()
	single := f.Rule == check.Nonfinite || f.Rule == check.Degenerate
	flat := f.Rule.Kind() == check.Overlap || f.Rule == check.Duplicate
	switch {
	case single != (f.B == nil):
		t.Errorf("%v with a second triangle: %v", f.Rule, f.B != nil)
	case single && (f.Region != -1 || f.Segment != nil || f.Polygon != nil || f.Depth != 0 || f.Area != 0 || f.SameShell):
		t.Errorf("%v has the measures of a pair: %+v", f.Rule, f)
	case !single && f.A.Triangle >= f.B.Triangle:
		t.Errorf("%v of %d and %d: not in order", f.Rule, f.A.Triangle, f.B.Triangle)
	case !single && (f.Segment != nil) == (f.Polygon != nil):
		t.Errorf("%v of %d and %d: segment %v, polygon %v", f.Rule, f.A.Triangle, f.B.Triangle, f.Segment, f.Polygon)
	case f.Segment != nil && len(f.Segment) != 2, flat && len(f.Polygon) < 3, f.Rule.Kind() == check.Crossing && f.Segment == nil:
		t.Errorf("%v of %d and %d: segment %v, polygon %v", f.Rule, f.A.Triangle, f.B.Triangle, f.Segment, f.Polygon)
	case flat != (f.Area > 0), flat != (f.Facing != check.NoFacing):
		t.Errorf("%v of %d and %d: area %v, facing %v", f.Rule, f.A.Triangle, f.B.Triangle, f.Area, f.Facing)
	case f.Rule == check.Touch && f.Depth != 0, flat && !(f.Depth >= 0), f.Rule.Kind() != check.Crossing && f.ThroughEdge:
		t.Errorf("%v of %d and %d: depth %v, through an edge: %v", f.Rule, f.A.Triangle, f.B.Triangle, f.Depth, f.ThroughEdge)
	case f.Region >= len(m.Regions), f.Rule == check.Touch && f.Region != -1,
		!single && f.Rule != check.Touch && f.Region < 0 && !m.Truncated:
		t.Errorf("%v of %d: region %d of %d", f.Rule, f.A.Triangle, f.Region, len(m.Regions))
	}
}
