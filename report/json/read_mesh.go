package json

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/self"
	"github.com/meshcheck/meshcheck/geom"
)

func (d *jsonReader) mesh(m *self.Result) error {
	m.Box, m.Measured = geom.EmptyBox(), -1
	err := d.object([]field{
		{"index", true, d.natural(&m.Index)},
		{"name", true, d.text(&m.Name)},
		{"triangles", true, d.natural(&m.Triangles)},
		{"vertices", true, d.natural(&m.Vertices)},
		{"shells", true, d.natural(&m.Shells)},
		{"parts", true, func() error { return list(d, &m.Parts, d.part) }},
		{"instances", true, d.texts(&m.Instances)},
		{"measured", false, d.natural(&m.Measured)},
		{"box", false, d.box(&m.Box)},
		{"counts", true, d.meshCounts(&m.Counts)},
		{"truncated", true, d.flag(&m.Truncated)},
		{"region_count", true, d.natural(&m.RegionCount)},
		{"regions", true, func() error {
			return list(d, &m.Regions, func(r *check.Region) error { return d.region(r) })
		}},
		{"findings", true, func() error { return list(d, &m.Findings, d.finding) }},
	})
	if err != nil {
		return err
	}
	if len(m.Instances) == 0 && m.Measured < 0 {
		m.Measured = 0
	}
	return checkMesh(m)
}

func (d *jsonReader) part(p *check.PartInfo) error {
	return d.object([]field{
		{"name", true, d.text(&p.Name)},
		{"first", true, d.natural(&p.First)},
		{"triangles", true, d.natural(&p.Triangles)},
	})
}

func (d *jsonReader) box(b *geom.Box) func() error {
	return func() error {
		var corners []geom.Vec
		err := d.points(&corners, 2, 2)()
		if err == nil {
			*b = geom.Box{Min: corners[0], Max: corners[1]}
			if b.Empty() {
				err = errors.New("is empty")
			}
		}
		return err
	}
}

func (d *jsonReader) region(r *check.Region) error {
	r.Box, r.Depth, r.Area, r.Length = geom.EmptyBox(), math.Inf(1), math.Inf(1), math.Inf(1)
	number := d.place[len(d.place)-1].index
	var id, through int
	err := d.object([]field{
		{"id", true, d.natural(&id)},
		{"counts", true, d.counts(&r.Counts)},
		{"through_edge", false, d.natural(&through)},
		{"box", false, d.box(&r.Box)},
		{"depth", false, d.size(&r.Depth)},
		{"area", false, d.size(&r.Area)},
		{"length", false, d.size(&r.Length)},
		{"parts", true, func() error {
			return list(d, &r.Parts, func(p *int) error { return d.natural(p)() })
		}},
	})
	if err == nil && id != number {
		err = fmt.Errorf("region %d has the id %d", number, id)
	}
	if r.Counts.ThroughEdge = through; err == nil && through > r.Counts.Of(check.Crossing) {
		err = fmt.Errorf("region %d has more crossings through an edge than crossings", number)
	}
	return err
}

// finding reads a finding. Its parts, triangles and region are checked when the whole
// mesh is known.
func (d *jsonReader) finding(f *check.Finding) error {
	f.Region, f.Depth, f.Area = -1, math.Inf(1), math.Inf(1)
	has := map[string]bool{}
	note := func(name string, read func() error) field {
		return field{name, false, func() error { has[name] = true; return read() }}
	}
	var b check.Face
	var facing int
	err := d.object([]field{
		{"kind", true, enum(d, &f.Rule, check.Self.Rules()...)},
		note("severity", d.severity(&f.Severity)),
		{"a", true, d.face(&f.A)},
		note("b", d.face(&b)),
		note("same_shell", d.flag(&f.SameShell)),
		note("through_edge", d.flag(&f.ThroughEdge)),
		note("facing", d.oneOf(&facing, check.Same.String(), check.Opposite.String())),
		note("segment", d.points(&f.Segment, 2, 2)),
		note("polygon", d.points(&f.Polygon, 3, 0)),
		note("area", d.size(&f.Area)),
		note("depth", d.size(&f.Depth)),
		note("region", d.natural(&f.Region)),
	})
	if err != nil {
		return err
	}
	if has["b"] {
		f.B = &b
	}
	if !has["severity"] {
		f.Severity = f.Rule.Severity()
	}
	if has["facing"] {
		f.Facing = check.Facing(facing + 1)
	}
	return settleFinding(f, has)
}

// settleFinding sees to it that a finding has the fields of its kind and no others,
// and clears the sizes that its kind has not.
func settleFinding(f *check.Finding, has map[string]bool) error {
	pair := f.Rule != check.Nonfinite && f.Rule != check.Degenerate
	flat := f.Rule == check.Overlap || f.Rule == check.Duplicate
	crossing := f.Rule == check.Crossing
	for _, rule := range []struct {
		name      string
		may, must bool
	}{
		{"b", pair, pair},
		{"same_shell", pair, pair},
		{"through_edge", crossing, crossing},
		{"facing", flat, flat},
		{"segment", pair && !flat, false},
		{"polygon", flat || f.Rule == check.Touch, false},
		{"area", flat, false},
		{"depth", pair, false},
		{"region", pair, false},
	} {
		switch {
		case has[rule.name] && !rule.may:
			return fmt.Errorf("a finding of the kind %q has no field %q", f.Rule, rule.name)
		case !has[rule.name] && rule.must:
			return fmt.Errorf("the field %q is missing", rule.name)
		}
	}
	if has["segment"] && has["polygon"] {
		return errors.New("has a segment and a polygon")
	}
	if !pair {
		f.Depth = 0
	}
	if !flat {
		f.Area = 0
	}
	return nil
}

func (d *jsonReader) face(f *check.Face) func() error {
	return func() error {
		corners := slices.Repeat([]geom.Vec{{math.NaN(), math.NaN(), math.NaN()}}, 3)
		err := d.object([]field{
			{"part", true, d.natural(&f.Part)},
			{"triangle", true, d.natural(&f.Triangle)},
			{"in_part", true, d.natural(&f.InPart)},
			{"corners", false, d.points(&corners, 3, 3)},
		})
		if err == nil {
			f.Corners = geom.Triangle(corners)
		}
		return err
	}
}

// checkMesh sees to it that the pieces of a mesh fit together.
func checkMesh(m *self.Result) error {
	if m.Measured > 0 && m.Measured >= len(m.Instances) {
		return fmt.Errorf("instance %d of %d is out of range", m.Measured, len(m.Instances))
	}
	first := 0
	for i, p := range m.Parts {
		if p.First != first || p.Triangles > m.Triangles-first {
			return fmt.Errorf("part %d does not begin where the one before it ends, or is longer than the mesh", i)
		}
		first += p.Triangles
	}
	if first != m.Triangles {
		return fmt.Errorf("the parts have %d triangles and the mesh has %d", first, m.Triangles)
	}
	if len(m.Regions) > m.RegionCount || len(m.Regions) < m.RegionCount && !m.Truncated {
		return fmt.Errorf("%d of %d regions are listed", len(m.Regions), m.RegionCount)
	}
	for i, r := range m.Regions {
		for k, p := range r.Parts {
			if p >= len(m.Parts) || k > 0 && p <= r.Parts[k-1] {
				return fmt.Errorf("region %d: part %d of %d is out of range or out of order", i, p, len(m.Parts))
			}
		}
	}
	return checkFindings(m)
}

func checkFindings(m *self.Result) error {
	var listed check.Counts
	for i := range m.Findings {
		f := &m.Findings[i]
		listed.ByRule[f.Rule]++
		if listed.Of(f.Rule) > m.Counts.Of(f.Rule) {
			return fmt.Errorf("finding %d is one %s more than are counted", i, f.Rule)
		}
		if f.Region >= len(m.Regions) {
			return fmt.Errorf("finding %d: region %d is not one of the %d listed", i, f.Region, len(m.Regions))
		}
		for _, face := range []*check.Face{&f.A, f.B} {
			if face != nil && !hasFace(m, face) {
				return fmt.Errorf("finding %d: the mesh has no triangle %d that is number %d of part %d",
					i, face.Triangle, face.InPart, face.Part)
			}
		}
		if f.B != nil && f.B.Triangle <= f.A.Triangle {
			return fmt.Errorf("finding %d: triangle %d does not come before %d", i, f.A.Triangle, f.B.Triangle)
		}
	}
	if m.Counts.ThroughEdge > m.Counts.Of(check.Crossing) {
		return errors.New("more crossings through an edge than crossings")
	}
	return nil
}

func hasFace(m *self.Result, f *check.Face) bool {
	if f.Part >= len(m.Parts) {
		return false
	}
	p := m.Parts[f.Part]
	return f.InPart < p.Triangles && f.Triangle == p.First+f.InPart
}
