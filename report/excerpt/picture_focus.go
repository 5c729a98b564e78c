package excerpt

import (
	"slices"
	"sync"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
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
	blocks   []nearbyBlock
	own      []int // the members among those nearby
	scratch  *scratch
}

// nearbyBlock is a range of the triangles nearby, in a box.
type nearbyBlock struct {
	box      geom.Box
	from, to int
}

type nearbyTriangle struct {
	corners    [3]uint32
	unitNormal geom.Vec // zero until it is directed
	directed   bool
	hue        hue
	member     bool
}

// newRegionFocus returns nil where there is nothing to see.
func newRegionFocus(m *View, region int) *focus {
	if region < 0 {
		return nil
	}
	return newFindingsFocus(m, m.index().regions[region])
}

// newFindingsFocus shows findings, in the order of the view.
func newFindingsFocus(m *View, found []*excerptFinding) *focus {
	if len(found) == 0 {
		return nil
	}
	v := &focus{m: m, found: found}
	worst := map[int]check.Rule{} // of each triangle of the findings
	for _, f := range found {
		for _, face := range append([]int{f.a, f.b}, f.others...) {
			if rule, ok := worst[face]; !ok || f.rule < rule {
				worst[face] = f.rule
			}
		}
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
	v.members = v.m.index().members(worst, triangles)
	for _, k := range v.members {
		v.hues[k] = v.memberHue(&triangles[k], worst[triangles[k].face])
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

func (v *focus) local(p Single) geom.Vec { return v.place(p.Vec()) }

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
	v.scratch = newScratch()
	s, x := &v.m.shape, v.m.index()
	reach := geom.PointBox(v.center).Grown(nearbyReach * v.unit)
	near := v.scratch.faces[:0]
	for i, b := range x.blocks {
		if outside(&b.Min, &b.Max, &b.Max, &reach) {
			continue
		}
		from := len(near)
		for k := i * pictureBlock; k < min(len(s.triangles), (i+1)*pictureBlock); k++ {
			c := &s.triangles[k].corners
			if !outside(&x.points[c[0]], &x.points[c[1]], &x.points[c[2]], &reach) && !v.isOtherHull(k) {
				near = append(near, k)
			}
		}
		if len(near) > from {
			box := geom.Box{Min: v.place(b.Min), Max: v.place(b.Max)} // as the points in it are rounded
			v.blocks = append(v.blocks, nearbyBlock{box, from, len(near)})
		}
	}
	v.scratch.faces = near
	v.setNearby(near, x.points)
}

func (v *focus) place(p geom.Vec) geom.Vec { return p.Sub(v.center).Scale(1 / v.unit) }

// setNearby makes triangles nearby of those with these numbers, in order.
func (v *focus) setNearby(near []int, points []geom.Vec) {
	s := v.scratch
	s.nearby = filled(s.nearby, len(near), nearbyTriangle{})
	s.numbers = filled(s.numbers, len(points), 0)
	s.vertices = s.vertices[:0]
	members := slices.Sorted(slices.Values(v.members))
	for i, k := range near {
		t := &s.nearby[i]
		for len(members) > 0 && members[0] < k {
			members = members[1:]
		}
		if len(members) > 0 && members[0] == k {
			t.hue, t.member = v.hues[k], true
			v.own = append(v.own, i)
		} else {
			t.hue = v.m.bodyHue(&v.m.shape.triangles[k])
		}
		for c, vertex := range v.m.shape.triangles[k].corners {
			if s.numbers[vertex] == 0 {
				s.vertices = append(s.vertices, v.place(points[vertex]))
				s.numbers[vertex] = uint32(len(s.vertices))
			}
			t.corners[c] = s.numbers[vertex] - 1
		}
	}
	v.nearby, v.vertices = s.nearby, s.vertices
}

// normal returns the unit normal of a triangle nearby, which most never need.
func (v *focus) normal(t *nearbyTriangle) geom.Vec {
	if !t.directed {
		corners := geom.Triangle{v.vertices[t.corners[0]], v.vertices[t.corners[1]], v.vertices[t.corners[2]]}
		t.unitNormal, t.directed = unit(corners.Normal()), true
	}
	return t.unitNormal
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

// pictureIndex is what the pictures of a view share, so that none looks at all of its triangles.
type pictureIndex struct {
	points  []geom.Vec // all vertices, those of clusters last
	blocks  []geom.Box // of pictureBlock triangles each, in order
	details []int      // triangles in full detail, by their faces
	regions map[int][]*excerptFinding
}

// pictureBlock is the number of triangles that are left out of a picture at once.
const pictureBlock = 32

// newIndex returns what makes the index when it is first needed.
func (m *View) newIndex() func() *pictureIndex {
	return sync.OnceValue(func() *pictureIndex {
		x := &pictureIndex{points: m.shape.points(), regions: map[int][]*excerptFinding{}}
		x.blocks = blockBoxes(m.shape.triangles, x.points)
		for k := range m.shape.triangles {
			if t := &m.shape.triangles[k]; t.detail && t.face >= 0 {
				x.details = append(x.details, k)
			}
		}
		for k := range m.found {
			f := &m.found[k]
			x.regions[f.region] = append(x.regions[f.region], f)
		}
		return x
	})
}

// blockBoxes returns the boxes of blocks of triangles.
func blockBoxes(triangles []shapeTriangle, points []geom.Vec) []geom.Box {
	boxes := make([]geom.Box, 0, (len(triangles)+pictureBlock-1)/pictureBlock)
	for block := range slices.Chunk(triangles, pictureBlock) {
		b := geom.EmptyBox()
		for k := range block {
			for _, c := range block[k].corners {
				b = b.Include(points[c])
			}
		}
		boxes = append(boxes, b)
	}
	return boxes
}

// members returns the triangles of some faces that are there in full detail, in order.
func (x *pictureIndex) members(faces map[int]check.Rule, triangles []shapeTriangle) []int {
	var members []int
	for face := range faces {
		at, found := slices.BinarySearchFunc(x.details, face, func(k, face int) int { return triangles[k].face - face })
		if found {
			members = append(members, x.details[at])
		}
	}
	slices.Sort(members)
	return members
}
