package excerpt

import (
	"github.com/meshcheck/meshcheck/geom"

	"github.com/meshcheck/meshcheck/check"
)

// focus is what a picture shows, in coordinates where the region is at the
// origin and about as large as 1.
type focus struct {
	m     *View
	found []*excerptFinding
	// members are the region's triangles, that of the worst finding first; hues are
	// theirs, by triangle.
	members []int
	hues    map[int]hue
	center  geom.Vec
	unit    float64
	// lines and corners are the points that findings have, and their triangles'.
	lines, corners []geom.Vec
	// places are the deepest place, or the two that are nearest.
	places []geom.Vec
	// smooth leaves out the edges of triangles, which are not the model's.
	smooth bool
	// nearby are the triangles that are near, on vertices of their own.
	nearby   []nearbyTriangle
	vertices []geom.Vec
}

type nearbyTriangle struct {
	corners [3]uint32
	normal  geom.Vec
	hue     hue
	member  bool
}

// newRegionFocus returns nil where there is nothing to see.
func newRegionFocus(m *View, region int) *focus {
	return newFindingsFocus(m, func(f *excerptFinding) bool { return f.region == region && region >= 0 })
}

// newFindingsFocus shows the findings that are wanted.
func newFindingsFocus(m *View, wanted func(*excerptFinding) bool) *focus {
	v := &focus{m: m}
	worst := map[int]check.Rule{} // of each triangle of the findings
	for k := range m.found {
		f := &m.found[k]
		if !wanted(f) {
			continue
		}
		v.found = append(v.found, f)
		for _, face := range []int{f.a, f.b} {
			if rule, ok := worst[face]; !ok || f.rule < rule {
				worst[face] = f.rule
			}
		}
	}
	if len(v.found) == 0 {
		return nil
	}
	v.enlist(worst)
	return v.measured()
}

// measured completes v from its findings and members; nil where there is nothing to see.
func (v *focus) measured() *focus {
	v.center, v.unit = v.m.shape.ball(v.members)
	if v.unit == 0 {
		return nil
	}
	for _, p := range v.m.places {
		v.places = append(v.places, v.local(p))
	}
	if len(v.found) > 0 || len(v.places) == 2 && v.places[0] != v.places[1] {
		v.lines = append(v.lines, v.places...)
	}
	for _, f := range v.found {
		for _, p := range f.points {
			v.lines = append(v.lines, v.local(p))
		}
	}
	for _, k := range v.members {
		t := v.triangle(k)
		v.corners = append(v.corners, t[:]...)
	}
	v.findNearby()
	return v
}

// enlist finds the region's triangles and gives them a tint of their worst finding, or its full
// colour if it is of whole triangles: a large triangle may meet another in a tiny place. Those of
// other shells and parts than the first are set apart, so that one can see what meets what.
func (v *focus) enlist(worst map[int]check.Rule) {
	triangles := v.m.shape.triangles
	v.hues = map[int]hue{}
	for k := range triangles {
		if t := &triangles[k]; t.detail && t.face >= 0 {
			if rule, ok := worst[t.face]; ok {
				v.hues[k] = v.memberHue(t, rule)
				v.members = append(v.members, k)
			}
		}
	}
	for i, k := range v.members {
		if triangles[k].face == v.found[0].a {
			v.members[0], v.members[i] = v.members[i], v.members[0]
		}
	}
	for _, k := range v.members {
		if t, first := &triangles[k], &triangles[v.members[0]]; t.object != first.object || t.part != first.part || t.shell != first.shell {
			v.hues[k] = v.hues[k].apart()
		}
	}
}

// memberHue is the hue of a triangle of the region.
func (v *focus) memberHue(t *shapeTriangle, rule check.Rule) hue {
	switch rule {
	case check.Duplicate, check.Nonfinite, check.Degenerate:
		return hueOf(rule)
	}
	return v.m.Objects[t.object].role.body().tinted(rule)
}

// ball returns the centre and half the diagonal of the box of some triangles.
func (s *shape) ball(members []int) (center geom.Vec, radius float64) {
	box := geom.EmptyBox()
	for _, k := range members {
		for _, c := range s.triangles[k].corners {
			box = box.Include(s.at(c).Vec())
		}
	}
	return box.Min.Lerp(box.Max, 0.5), box.Diagonal() / 2
}

func (v *focus) local(p Single) geom.Vec { return p.Vec().Sub(v.center).Scale(1 / v.unit) }

func (v *focus) triangle(k int) geom.Triangle {
	var t geom.Triangle
	for i, c := range v.m.shape.triangles[k].corners {
		t[i] = v.local(v.m.shape.at(c))
	}
	return t
}

// nearbyReach is how far around a region a picture looks, in radii of the region: what is
// beyond stays out of the frame but for what would hide the region.
const nearbyReach = 6

// findNearby collects the triangles that are near.
func (v *focus) findNearby() {
	s := &v.m.shape
	all := v.m.vertices()
	reach := geom.PointBox(v.center).Grown(nearbyReach * v.unit)
	number := make([]uint32, len(all)) // plus one
	for k := range s.triangles {
		c := &s.triangles[k].corners
		if p, q, r := &all[c[0]], &all[c[1]], &all[c[2]]; outside(p, q, r, &reach) {
			continue
		}
		out := nearbyTriangle{hue: v.m.bodyHue(&s.triangles[k])}
		if p, ok := v.hues[k]; ok {
			out.hue, out.member = p, true
		}
		for i, vertex := range c {
			if number[vertex] == 0 {
				v.vertices = append(v.vertices, v.local(s.at(vertex)))
				number[vertex] = uint32(len(v.vertices))
			}
			out.corners[i] = number[vertex] - 1
		}
		t := geom.Triangle{v.vertices[out.corners[0]], v.vertices[out.corners[1]], v.vertices[out.corners[2]]}
		out.normal = unit(t.Normal())
		v.nearby = append(v.nearby, out)
	}
}

// outside reports whether a triangle lies beyond one side of a box.
func outside(p, q, r *geom.Vec, b *geom.Box) bool {
	for k := range p {
		if max(p[k], q[k], r[k]) < b.Min[k] || min(p[k], q[k], r[k]) > b.Max[k] {
			return true
		}
	}
	return false
}

// meshRadius returns half the diagonal of the mesh's box.
func (v *focus) meshRadius() float64 {
	return v.m.Box.Diagonal() / 2 / v.m.shape.frame.Scale / v.unit
}
