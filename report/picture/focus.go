package picture

import (
	"maps"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
)

// focus is the subject of a picture, in coordinates in which it is at the origin and has a size of
// about 1.
type focus struct {
	*Painter
	found  []*drawing.Finding
	center geom.Vec
	unit   float64
	// own maps the triangles of the subject to their colours. The first is that of the worst
	// finding.
	own   map[int]paint
	first int
	// lines are points at which the camera aims, and extent those that it frames if there is room.
	lines, extent []geom.Vec
	// places are the deepest place, or the two nearest ones; or those of a finding about hulls.
	places []geom.Vec
	// near lists the nearby triangles, with points of their own.
	near    []body
	ownNear []int // the own triangles among these
	points  []geom.Vec
	// hulls: the subject is hulls, which are see-through.
	hulls bool
}

// body is a nearby triangle.
type body struct {
	corners [3]uint32
	paint   paint
	own     bool
}

// in returns the triangle with its corners taken from points.
func (b *body) in(points []geom.Vec) geom.Triangle {
	return geom.Triangle{points[b.corners[0]], points[b.corners[1]], points[b.corners[2]]}
}

// focusOn shows findings, in the order of the view, or returns nil if nothing is visible. A
// triangle has a tint of its worst finding, because a large triangle may meet another in a tiny
// place, or the full colour if the finding is about whole triangles. Triangles of shells and parts
// other than the first have a different tint, so that one can see what meets what.
func (p *Painter) focusOn(found []*drawing.Finding) *focus {
	worst := map[int]*drawing.Finding{} // of each triangle
	for _, f := range found {
		for _, face := range f.Faces() {
			if k, there := p.triangle[face]; there && (worst[k] == nil || f.Rank < worst[k].Rank) {
				worst[k] = f
			}
		}
	}
	if len(worst) == 0 {
		return nil
	}
	v := &focus{Painter: p, found: found, own: map[int]paint{}}
	v.first = slices.Sorted(maps.Keys(worst))[0]
	if k, there := p.triangle[found[0].A]; there {
		v.first = k
	}
	first := &p.view.Triangles[v.first]
	for k, f := range worst {
		t := &p.view.Triangles[k]
		apart := t.Object != first.Object || t.Part != first.Part || t.Shell != first.Shell
		v.own[k] = memberPaint(p.view.Objects[t.Object].Role, f, apart)
	}
	return v.measured(p.view.Places)
}

// memberPaint returns the paint of a triangle of a finding.
func memberPaint(role drawing.Role, f *drawing.Finding, apart bool) paint {
	switch c := inkOf(f.Color); {
	case f.Whole && apart:
		return paint{c.mix(lineColor, 0.5), strong}
	case f.Whole:
		return paint{c, strong}
	case role != drawing.Alone: // objects have their own colours
		return paint{bodyColor(role), weak}
	case apart:
		return paint{pale.mix(c, tint), weak}
	default:
		return paint{grey.mix(c, tint), weak}
	}
}

// tint is the share of the finding's colour in a tinted triangle.
const tint = 0.3

// focusOnCore shows a pair without findings.
func (p *Painter) focusOnCore() *focus {
	v := &focus{Painter: p, own: map[int]paint{}}
	inside := slices.ContainsFunc(p.view.Objects, func(o drawing.Object) bool { return o.SeeThrough })
	for k := range p.view.Triangles {
		t := &p.view.Triangles[k]
		o := &p.view.Objects[t.Object]
		if inside && !o.SeeThrough || !inside && (len(p.view.Core) == 0 || slices.Contains(p.view.Core, int(t.Face))) {
			v.own[k] = paint{bodyColor(o.Role), weak}
		}
	}
	return v.measured(p.view.Places)
}

// focusOnHulls shows a finding about hulls, or all of them.
func (p *Painter) focusOnHulls(finding int) *focus {
	v := &focus{Painter: p, own: map[int]paint{}, hulls: true}
	var about []int
	var places []drawing.Single
	if finding >= 0 {
		f := &p.view.Findings[finding]
		v.found, about, places = []*drawing.Finding{f}, f.Objects, f.Points
	}
	for k := range p.view.Triangles {
		t := &p.view.Triangles[k]
		if p.view.Objects[t.Object].Role == drawing.Hull && (about == nil || slices.Contains(about, int(t.Object))) {
			v.own[k] = p.bodyPaint(t)
			if len(about) > 1 && about[1] == int(t.Object) {
				v.own[k] = paint{bodyColor(drawing.First), weak}
			}
		}
	}
	return v.measured(places)
}

// measured completes v from its findings, own triangles and places, or returns nil if nothing is
// visible.
func (v *focus) measured(places []drawing.Single) *focus {
	box := geom.EmptyBox()
	for k := range v.own {
		for _, c := range v.view.Triangles[k].Corners {
			box = box.Include(v.view.Points[c].Vec())
		}
	}
	v.center, v.unit = box.Min.Lerp(box.Max, 0.5), box.Diagonal()/2
	if len(v.own) == 0 || v.unit == 0 {
		return nil
	}
	for _, p := range places {
		v.places = append(v.places, v.local(p))
	}
	if len(v.found) > 0 || len(v.places) == 2 && v.places[0] != v.places[1] {
		v.lines = append(v.lines, v.places...)
	}
	for _, f := range v.found {
		for _, p := range f.Points {
			v.lines = append(v.lines, v.local(p))
		}
	}
	v.findNear(box)
	return v
}

// reach is how far around its own triangles a picture looks, in half-diagonals of their box.
// Anything farther is outside of the frame unless it hides them.
const reach = 4

// findNear collects the nearby triangles and the extent.
func (v *focus) findNear(box geom.Box) {
	all := v.hulls && (len(v.found) == 0 || len(v.found[0].Objects) == 0)
	box = geom.PointBox(v.center).Grown(reach * v.unit)
	number := make([]uint32, len(v.view.Points)) // index plus one
	bounds := v.bounds()
	bounds.near(&box, func(k int) { // all own triangles among them
		t := &v.view.Triangles[k]
		paint, own := v.own[k]
		if !own {
			if v.hulls && v.view.Objects[t.Object].Role == drawing.Hull {
				return
			}
			paint = v.bodyPaint(t)
		}
		b := body{paint: paint, own: own}
		for i, c := range t.Corners {
			if number[c] == 0 {
				v.points = append(v.points, v.local(v.view.Points[c]))
				number[c] = uint32(len(v.points))
			}
			b.corners[i] = number[c] - 1
			if own || all {
				v.extent = append(v.extent, v.points[b.corners[i]])
			}
		}
		if own {
			v.ownNear = append(v.ownNear, len(v.near))
		}
		v.near = append(v.near, b)
	})
}

// local returns a point in the coordinates of the focus.
func (v *focus) local(p drawing.Single) geom.Vec { return p.Vec().Sub(v.center).Scale(1 / v.unit) }

// corners returns a triangle in the coordinates of the focus.
func (v *focus) corners(k int) (t geom.Triangle) {
	for i, c := range v.view.Triangles[k].Corners {
		t[i] = v.local(v.view.Points[c])
	}
	return t
}

// bodyColor returns the colour of an object.
func bodyColor(role drawing.Role) ink {
	switch role {
	case drawing.First:
		return inkOf(palette.Objects[0])
	case drawing.Second, drawing.Hull:
		return inkOf(palette.Objects[1])
	}
	return grey
}

// bodyPaint returns the paint of a triangle without findings: the colour of its object, mixed as in
// the 3D view with another colour the farther a hull is from its visuals.
func (p *Painter) bodyPaint(t *drawing.Triangle) paint {
	role := p.view.Objects[t.Object].Role
	c := bodyColor(role)
	if len(p.view.Far) == 0 {
		return paint{c, weak}
	}
	far := 0.0
	for _, v := range t.Corners {
		far += float64(p.view.Far[v]) / 3
	}
	if role == drawing.Hull {
		return paint{c.mix(inkOf(palette.Far[1]), far), weak}
	}
	return paint{c.mix(inkOf(palette.Far[0]), far), weak}
}
