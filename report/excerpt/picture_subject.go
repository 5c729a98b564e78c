package excerpt

import (
	"github.com/meshcheck/meshcheck/geom"

	"github.com/meshcheck/meshcheck/check"
)

// subject is what a picture shows, in coordinates where the region is at the
// origin and about as large as 1.
type subject struct {
	m     *Stage
	found []*excerptFinding
	// members are the region's triangles, that of the worst finding first; paints are
	// theirs, by triangle.
	members []int
	paints  map[int]paint
	center  geom.Vec
	unit    float64
	// lines and corners are the points that findings have, and their triangles'.
	lines, corners []geom.Vec
	// spots are the deepest place, or the two that are nearest.
	spots []geom.Vec
	// smooth leaves out the edges of triangles, which are not the model's.
	smooth bool
	// scenery are the triangles that are near, on vertices of their own.
	scenery  []sceneryTriangle
	vertices []geom.Vec
}

type sceneryTriangle struct {
	corners [3]uint32
	normal  geom.Vec
	paint   paint
	member  bool
}

// newSubject returns nil where there is nothing to see.
func newSubject(m *Stage, region int) *subject {
	return newFoundSubject(m, func(f *excerptFinding) bool { return f.region == region && region >= 0 })
}

// newFoundSubject shows the findings that are wanted.
func newFoundSubject(m *Stage, wanted func(*excerptFinding) bool) *subject {
	v := &subject{m: m}
	worst := map[int]check.Rule{} // of each triangle of the findings
	for k := range m.found {
		f := &m.found[k]
		if !wanted(f) {
			continue
		}
		v.found = append(v.found, f)
		for _, face := range []int{f.a, f.b} {
			if kind, ok := worst[face]; !ok || f.kind < kind {
				worst[face] = f.kind
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
func (v *subject) measured() *subject {
	v.center, v.unit = v.m.shape.ball(v.members)
	if v.unit == 0 {
		return nil
	}
	for _, p := range v.m.spots {
		v.spots = append(v.spots, v.local(p))
	}
	if len(v.found) > 0 || len(v.spots) == 2 && v.spots[0] != v.spots[1] {
		v.lines = append(v.lines, v.spots...)
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
	v.decorate()
	return v
}

// enlist finds the region's triangles and gives them the paint of their worst
// finding; those of other shells and parts than the first are set apart, so that
// one can see what meets what.
func (v *subject) enlist(worst map[int]check.Rule) {
	triangles := v.m.shape.triangles
	v.paints = map[int]paint{}
	for k := range triangles {
		if t := &triangles[k]; t.detail && t.face >= 0 {
			if kind, ok := worst[t.face]; ok {
				v.paints[k] = paintOf(kind)
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
			v.paints[k] = v.paints[k].light()
		}
	}
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

func (v *subject) local(p Single) geom.Vec { return p.Vec().Sub(v.center).Scale(1 / v.unit) }

func (v *subject) triangle(k int) geom.Triangle {
	var t geom.Triangle
	for i, c := range v.m.shape.triangles[k].corners {
		t[i] = v.local(v.m.shape.at(c))
	}
	return t
}

// sceneryReach is how far around a region a picture looks, in radii of the region: what is
// beyond stays out of the frame but for what would hide the region.
const sceneryReach = 6

// decorate gathers the scenery.
func (v *subject) decorate() {
	s := &v.m.shape
	const most = sceneryReach
	reach := geom.Box{Min: geom.Vec{-most, -most, -most}, Max: geom.Vec{most, most, most}}
	all := make([]geom.Vec, len(s.vertices)+len(s.clusters))
	for k := range all {
		all[k] = v.local(s.at(uint32(k)))
	}
	number := make([]uint32, len(all)) // plus one
	for k := range s.triangles {
		c := s.triangles[k].corners
		t := geom.Triangle{all[c[0]], all[c[1]], all[c[2]]}
		if !t.Box().Intersects(reach) {
			continue
		}
		out := sceneryTriangle{normal: unit(t.Normal()), paint: v.m.bodyPaint(&s.triangles[k])}
		if p, ok := v.paints[k]; ok {
			out.paint, out.member = p, true
		}
		for i, vertex := range c {
			if number[vertex] == 0 {
				v.vertices = append(v.vertices, all[vertex])
				number[vertex] = uint32(len(v.vertices))
			}
			out.corners[i] = number[vertex] - 1
		}
		v.scenery = append(v.scenery, out)
	}
}

// meshRadius returns half the diagonal of the mesh's box.
func (v *subject) meshRadius() float64 {
	return v.m.Box.Diagonal() / 2 / v.m.shape.frame.Scale / v.unit
}
