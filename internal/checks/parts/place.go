package parts

import (
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/precision"
	"github.com/meshcheck/meshcheck/internal/solid"
	"github.com/meshcheck/meshcheck/tritri"
)

// arrangement determines how two objects lie to each other where no two of their triangles
// cross by more than rounding explains, so that the triangles alone do not decide it.
//
// The result holds however far rounding has moved the two: only points that keep a distance
// of clearance times the rounding from the surfaces in question are classified, and those are
// on the same side of the surfaces as without rounding. Enough points are tested:
//
//   - Some part of a surface lies deep inside a closed one, or outside, if and only if a
//     triangle has points that keep the distance. Triangles that are not neighbours keep it
//     everywhere. In a neighbour, the points that do not are near certain triangles of the
//     other surface, each of which excludes a convex set. The border of the rest is on the
//     sides of the neighbour or along an edge of one of those triangles: lines beside these
//     edges, and the sides, meet every piece of the rest that is not itself narrower than
//     the distance. Pieces that meet in a side are one.
//   - If no part of either surface lies deep inside the other, but the bodies have a
//     common ball, then moving the ball to the nearest triangle ends at a point of both
//     surfaces: they coincide there, with both bodies on one side.
type arrangement struct {
	ctx     context.Context
	objects [2]*object
	near    neighbours
	// closed tells which objects are closed.
	closed [2]bool
	// inner: a shell of object k lies inside the other one, which is closed.
	inner [2]bool
	// reason is why it is undecided whether object k lies inside the other; "" if it is decided.
	reason [2]string
	// through: the two penetrate each other.
	through bool
	// coincident: surfaces of which at least one is open coincide over some area; or both are
	// closed, and the bodies that they bound overlap beside such an area.
	coincident bool
}

// distance is the least distance from the surfaces of points that are classified.
func (p *arrangement) distance() float64 { return clearance * p.near.rounding }

// classify determines how the objects of a pair lie to each other.
func (p *arrangement) classify(pc *pairCheck, met contact, workers int) (err error) {
	if met.near {
		var parted bool
		if p.near, parted = pc.separableContact(met); parted {
			return p.ctx.Err()
		}
		if p.near, err = pc.neighbours(p.ctx, workers); err != nil {
			return err
		}
	}
	return p.classifyObjects()
}

// classifyObjects tests both objects until it is decided how they lie to each other.
func (p *arrangement) classifyObjects() error {
	for k := range p.objects {
		p.closed[k] = p.objects[k].Closed()
	}
	if p.separable() {
		if !p.closed[0] || !p.closed[1] {
			p.findCoincident()
		}
		return p.ctx.Err()
	}
	for k := range p.objects {
		p.classifyShells(k)
	}
	switch {
	case p.through:
	case p.closed[0] && p.closed[1]:
		p.findCommonInterior()
	default:
		p.findCoincident()
		if !p.closed[0] && !p.closed[1] && !p.coincident {
			p.through = p.passesThrough(0) || p.passesThrough(1) || p.piercedBy(0) || p.piercedBy(1)
		}
	}
	return p.ctx.Err()
}

// shellSides records for each shell of an object whether parts of it lie inside and outside
// of another object.
type shellSides struct {
	shell   []uint32 // of each vertex
	in, out []bool
}

// mark records a point of a shell and reports whether the shell is on both sides.
func (s *shellSides) mark(shell uint32, inside bool) (both bool) {
	if inside {
		s.in[shell] = true
	} else {
		s.out[shell] = true
	}
	return s.in[shell] && s.out[shell]
}

// classifyShells finds on which side of the other object the shells of object k lie. A shell
// with points on both sides passes through the other's surface.
func (p *arrangement) classifyShells(k int) {
	o, other := p.objects[k], p.objects[1-k]
	if !p.closed[1-k] {
		p.reason[k] = p.undecidable(o, other)
		return
	}
	surface := o.Shape.Surface()
	near := p.near.of(k)
	if len(near) == 0 && !o.startsIn(other) {
		return
	}
	s := shellSides{surface.Shell, make([]bool, len(surface.First)), make([]bool, len(surface.First))}
	touched := make([]bool, len(surface.First))
	for _, f := range near {
		touched[s.shell[o.Shape.Welded.Faces[f][0]]] = true
	}
	body := other.Body()
	isInside := func(at geom.Vec) bool {
		return other.Box.Intersects(geom.PointBox(at)) && body.Position(at) == solid.Inside
	}
	for shell, v := range surface.First {
		if !touched[shell] {
			s.mark(uint32(shell), isInside(o.World.Apply(o.Shape.Welded.Vertices[v])))
		}
	}
	p.through = p.through || !p.eachPlace(k, func(shell uint32, at geom.Vec) bool {
		return !s.mark(shell, isInside(at))
	}, s.shell)
	for shell := range s.in {
		p.inner[k] = p.inner[k] || s.in[shell] && !s.out[shell]
	}
}

// eachPlace calls visit for points on the neighbours of object k that keep the distance from
// the other's surface: at least one of each connected piece of such points. It returns false
// when visit does.
func (p *arrangement) eachPlace(k int, visit func(shell uint32, at geom.Vec) bool, shells []uint32) bool {
	o := p.objects[k]
	pairs := p.near.by(k)
	for len(pairs) > 0 {
		if p.ctx.Err() != nil {
			return true
		}
		f := pairs[0].side(k)
		end := 1
		for end < len(pairs) && pairs[end].side(k) == f {
			end++
		}
		shell := shells[o.Shape.Welded.Faces[f][0]]
		if !p.eachPlaceOf(k, pairs[:end], func(at geom.Vec) bool { return visit(shell, at) }) {
			return false
		}
		pairs = pairs[end:]
	}
	return true
}

// eachPlaceOf is eachPlace for one triangle of object k, given the pairs that it is in. All
// triangles near a point of it are among its neighbours.
func (p *arrangement) eachPlaceOf(k int, pairs []indexPair, visit func(at geom.Vec) bool) bool {
	o, other := p.objects[k], p.objects[1-k]
	t := o.Triangle(pairs[0].side(k))
	var clear func(s geom.Segment) bool
	if len(pairs) <= manyTriangles {
		around := make([]vicinity, len(pairs))
		for i, pair := range pairs {
			u := other.Triangle(pair.side(1 - k))
			around[i] = newVicinity(&u, p.distance())
		}
		var blocked []interval
		clear = func(s geom.Segment) bool {
			blocked = blocked[:0]
			for i := range around {
				if x, ok := around[i].clip(&s); ok {
					blocked = append(blocked, x)
				}
			}
			return visitClear(s, blocked, visit)
		}
	} else {
		search := clearSearch{distance: p.distance(), objects: []*object{other}, visit: visit, known: map[uint32]*vicinity{}}
		clear = func(s geom.Segment) bool { return search.search(s, maxHalvings) }
	}
	for c := range t {
		if !clear(geom.Segment{t[c], t[(c+1)%3]}) {
			return false
		}
	}
	for _, pair := range pairs {
		u := other.Triangle(pair.side(1 - k))
		for _, s := range besideEdges(&t, &u, 2*p.distance()) {
			if !clear(s) {
				return false
			}
		}
	}
	return true
}

// of returns the number of object k, and that of the other one.
func (c indexPair) of(k int) (own, other uint32) {
	if k == 0 {
		return c.a, c.b
	}
	return c.b, c.a
}

// side returns the number of object k.
func (c indexPair) side(k int) uint32 {
	own, _ := c.of(k)
	return own
}

// besideEdges returns segments in t, parallel to the projections of those edges of u that
// come within a distance of t's plane, at that distance on both sides.
func besideEdges(t, u *geom.Triangle, distance float64) (lines []geom.Segment) {
	n := t.UnitNormal()
	for k := range u {
		e, ok := inLayer(geom.Segment{u[k], u[(k+1)%3]}, t[0], n, distance)
		if !ok {
			continue
		}
		for end, q := range e {
			e[end] = q.Sub(n.Scale(n.Dot(q.Sub(t[0]))))
		}
		d := e[1].Sub(e[0])
		length := d.Norm()
		if !(length > 2*distance) {
			continue
		}
		across := d.Cross(n).Scale(distance / length)
		for _, shift := range [2]geom.Vec{across, across.Scale(-1)} {
			if s, ok := inTriangle(geom.Segment{e[0].Add(shift), e[1].Add(shift)}, t, n); ok {
				lines = append(lines, s)
			}
		}
	}
	return lines
}

// inLayer returns the part of a segment that is within a distance of the plane through a
// point with a normal of length 1.
func inLayer(s geom.Segment, at, n geom.Vec, distance float64) (geom.Segment, bool) {
	if s, ok := below(s, n, n.Dot(at)+distance); ok {
		return below(s, n.Scale(-1), distance-n.Dot(at))
	}
	return s, false
}

// inTriangle returns the part in t of a segment in t's plane, whose normal is n.
func inTriangle(s geom.Segment, t *geom.Triangle, n geom.Vec) (geom.Segment, bool) {
	for k := range t {
		outward := t[(k+1)%3].Sub(t[k]).Cross(n)
		var ok bool
		if s, ok = below(s, outward, outward.Dot(t[k])); !ok {
			return s, false
		}
	}
	return s, true
}

// below returns the part of a segment whose points p have d·p ≤ most.
func below(s geom.Segment, d geom.Vec, most float64) (geom.Segment, bool) {
	a, b := d.Dot(s[0])-most, d.Dot(s[1])-most
	switch {
	case a > 0 && b > 0:
		return s, false
	case a > 0:
		s[0] = s[0].Lerp(s[1], a/(a-b))
	case b > 0:
		s[1] = s[0].Lerp(s[1], a/(a-b))
	}
	return s, true
}

// findCommonInterior looks for a point inside both bodies, beside the places where their
// surfaces coincide.
func (p *arrangement) findCommonInterior() {
	if len(p.near.pairs) == 0 {
		return
	}
	bodies := [2]solid.Body{p.objects[0].Body(), p.objects[1].Body()}
	inBoth := func(at geom.Vec) bool {
		return bodies[0].Position(at) == solid.Inside && bodies[1].Position(at) == solid.Inside
	}
	cells := newCells(p.distance())
	for _, pair := range p.near.pairs {
		if p.ctx.Err() != nil {
			return
		}
		piece, n, isWide := p.piece(pair)
		if len(piece) == 0 {
			continue
		}
		// Beside many small pieces that are near each other there are the same points.
		if _, first := cells.first(piece[0]); !isWide && !first {
			continue
		}
		if p.besidePiece(piece, n, inBoth) {
			p.through, p.coincident = true, true
			return
		}
	}
}

// piece returns the polygon over which two neighbours coincide, and the normal of the first one's triangle.
func (p *arrangement) piece(pair indexPair) (piece []geom.Vec, n geom.Vec, isWide bool) {
	t, u := p.objects[0].Triangle(pair.a), p.objects[1].Triangle(pair.b)
	a, b := t.Normal(), u.Normal()
	if !nearlyParallel(&a, &b) {
		return nil, n, false
	}
	piece, isWide = commonPolygon(&t, &u, roundingOfPair(p.objects[0], p.objects[1], pair.a, pair.b), wide)
	return piece, t.UnitNormal(), isWide
}

// besidePiece reports whether a point beside a piece, on either side, that keeps the distance
// from both surfaces is as asked. The centre of the piece stands for all of it unless other
// triangles come near.
func (p *arrangement) besidePiece(piece []geom.Vec, n geom.Vec, asked func(at geom.Vec) bool) bool {
	middle := geom.Vec{}
	for _, q := range piece {
		middle = middle.Add(q.Scale(1 / float64(len(piece))))
	}
	found := false
	clear := 0
	visit := func(at geom.Vec) bool {
		clear++
		found = found || asked(at)
		return !found
	}
	sides := [2]geom.Vec{n.Scale(2 * p.distance()), n.Scale(-2 * p.distance())}
	for _, side := range sides {
		m := middle.Add(side)
		clearOf(geom.Segment{m, m}, p.distance(), p.objects[:], visit)
	}
	if clear == len(sides) || found {
		return found
	}
	for _, q := range piece {
		for _, side := range sides {
			if !clearOf(geom.Segment{middle.Add(side), q.Add(side)}, p.distance(), p.objects[:], visit) {
				return true
			}
		}
	}
	return false
}

// findCoincident looks for discs as wide as those that tell z-fighting within a mesh over which the surfaces
// coincide: those of two triangles, or of many small ones.
func (p *arrangement) findCoincident() {
	distance := precision.Gap * p.near.rounding
	diameter := precision.ScaleOfRounding(min(p.objects[0].Box.Diagonal(), p.objects[1].Box.Diagonal())).DiameterFor(distance)
	cells := newCells(diameter)
	for _, pair := range p.near.pairs {
		if p.ctx.Err() != nil || p.coincident {
			return
		}
		t, u := p.objects[0].Triangle(pair.a), p.objects[1].Triangle(pair.b)
		if a, b := t.Normal(), u.Normal(); !nearlyParallel(&a, &b) {
			continue
		}
		piece, width := tritri.CommonPolygon(&t, &u, distance)
		if p.coincident = width >= diameter; len(piece) == 0 || p.coincident {
			continue
		}
		for _, at := range samples(geom.LongestDiagonal(piece), diameter) {
			if corner, first := cells.first(at); first {
				p.coincident = p.coincident || p.coincideIn(corner, distance, diameter)
			}
		}
	}
}

// cells are those of a grid of cubes in which something was looked at.
type cells struct {
	size float64
	seen map[geom.Vec]bool
}

func newCells(size float64) cells { return cells{size, map[geom.Vec]bool{}} }

// first returns the least corner of the cell of a point, and whether it is asked for for the first time.
func (c *cells) first(p geom.Vec) (corner geom.Vec, first bool) {
	for k, x := range p {
		corner[k] = math.Floor(x/c.size) * c.size
	}
	first = !c.seen[corner]
	c.seen[corner] = true
	return corner, first
}

// coincideIn looks for a disc that meets a cube as wide as its diameter.
func (p *arrangement) coincideIn(corner geom.Vec, distance, diameter float64) bool {
	box := geom.PointBox(corner).Include(corner.Add(geom.Vec{diameter, diameter, diameter})).Grown(diameter)
	return precision.LieAlong([2][]geom.Triangle{p.objects[0].trianglesIn(box), p.objects[1].trianglesIn(box)}, box, distance, diameter)
}

// samples returns points on a segment that are at most a distance apart, unless it is very long.
func samples(s geom.Segment, distance float64) (points []geom.Vec) {
	const most = 64
	count := 1 + int(min(most, s[1].Sub(s[0]).Norm()/distance))
	for k := range count {
		points = append(points, s[0].Lerp(s[1], (float64(k)+0.5)/float64(count)))
	}
	return points
}

// trianglesIn returns the triangles of o whose boxes meet a box, all in the world.
func (o *object) trianglesIn(b geom.Box) (all []geom.Triangle) {
	o.Shape.Tree.Touching(bvh.Round(b), o.toWorld(), func(ids []uint32) {
		for _, f := range ids {
			if t := o.Triangle(f); t.Box().Intersects(b) {
				all = append(all, t)
			}
		}
	})
	return all
}

// undecidable returns why it cannot be decided whether a shell of o lies inside the other
// object, which is not closed; "" if no shell can.
func (p *arrangement) undecidable(o, other *object) string {
	if len(p.near.pairs) > 0 || !o.shellLiesIn(other.Box) {
		return ""
	}
	return "not closed: " + other.Shape.Surface().Closure.Reason(other.Shape.Welded)
}

// startsIn reports whether the first vertex of one of o's shells is in the other's box.
func (o *object) startsIn(other *object) bool {
	return slices.ContainsFunc(o.Shape.Surface().First, func(vertex uint32) bool {
		return other.Box.Intersects(geom.PointBox(o.World.Apply(o.Shape.Welded.Vertices[vertex])))
	})
}

// shellLiesIn reports whether all vertices of one of o's shells are in a box that has a
// volume.
func (o *object) shellLiesIn(b geom.Box) bool {
	for k := range 3 {
		if b.Min[k] == b.Max[k] {
			return false
		}
	}
	surface := o.Shape.Surface()
	beyond := make([]bool, len(surface.First))
	left := len(beyond)
	for v, shell := range surface.Shell {
		if int(shell) < len(beyond) && !beyond[shell] && !b.Intersects(geom.PointBox(o.World.Apply(o.Shape.Welded.Vertices[v]))) {
			beyond[shell] = true
			if left--; left == 0 {
				return false
			}
		}
	}
	return left > 0
}

// toWorld returns the transform from the coordinates of o's shape to the world.
func (o *object) toWorld() bvh.Transform { return bvh.Transform{Map: o.World} }
