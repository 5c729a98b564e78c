package parts

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
)

// Bodies are the objects of a scene that keep their shapes while a pose moves them. It examines them in one
// pose after another, as Check does in the scene as it is stored. It is for one goroutine; several may
// share the shapes.
type Bodies struct {
	settings check.Settings
	bodies   []body
	known    map[indexPair]*examined
	// memory of Near
	boxes  []geom.Box
	number []uint32
	near   []indexPair
}

// body is an object in the pose.
type body struct {
	shape   *world.Placeable
	object  world.Object
	problem string
	placed  bool
	// place and rounding are those of the last call of Place. moves counts their changes.
	place    geom.Affine
	rounding geom.Affine
	stored   bool // rounding is that of stored numbers
	moves    int
}

// examined is the last answer for a pair, when each of its objects had been moved so many times.
type examined struct {
	moves   [2]int
	meeting Meeting
}

// NewBodies returns the bodies of a scene, none of them placed. Of the settings only the tolerance counts.
func NewBodies(all []*world.Placeable, s check.Settings) *Bodies {
	b := &Bodies{settings: check.Settings{Tolerance: s.Tolerance, Workers: 1}, bodies: make([]body, len(all)), known: map[indexPair]*examined{}}
	for k, p := range all {
		b.bodies[k].shape = p
	}
	return b
}

// Place places body k in the pose, by the matrix of its node and a bound of the error of each of its entries; if
// that is nil, they count as stored. The problem is "", or why the body cannot be checked there: it then
// meets nothing. Place fails only with ctx's error.
func (b *Bodies) Place(ctx context.Context, k int, place geom.Affine, rounding *geom.Affine) (problem string, err error) {
	x := &b.bodies[k]
	off := geom.Affine{}
	if rounding != nil {
		off = *rounding
	}
	if x.placed && x.place == place && x.rounding == off && x.stored == (rounding == nil) {
		return x.problem, nil
	}
	x.place, x.rounding, x.stored = place, off, rounding == nil
	x.moves++
	x.problem, err = x.shape.At(ctx, &x.object, place, rounding)
	x.placed = err == nil
	return x.problem, err
}

// Near calls visit with the pairs of placed bodies i < j that may meet, ascending: those whose boxes do, enlarged by
// the rounding. It fails only with ctx's error.
func (b *Bodies) Near(ctx context.Context, visit func(i, j int)) error {
	b.boxes, b.number, b.near = b.boxes[:0], b.number[:0], b.near[:0]
	for k := range b.bodies {
		if x := &b.bodies[k]; x.placed && x.problem == "" {
			b.boxes, b.number = append(b.boxes, x.object.Box.Grown(x.object.Rounding)), append(b.number, uint32(k))
		}
	}
	if len(b.boxes) < 2 {
		return ctx.Err()
	}
	tree, err := bvh.Build(ctx, 1, b.boxes, nil)
	if err != nil {
		return err
	}
	err = tree.SelfPairs(ctx, 1, func(_, i, j int) {
		p := indexPair{min(b.number[i], b.number[j]), max(b.number[i], b.number[j])}
		if x, y := &b.bodies[p.a].object, &b.bodies[p.b].object; mayMeet(x, y) {
			b.near = append(b.near, p)
		}
	}, nil)
	if err != nil {
		return err
	}
	slices.SortFunc(b.near, indexPair.compare)
	for _, p := range b.near {
		visit(int(p.a), int(p.b))
	}
	return nil
}

// Examine determines how the triangles of bodies i < j meet, which must have been placed without a problem.
// The meeting is valid until the pair is examined again. If neither body has moved since it was last examined,
// the answer is the same one. Examine fails only with ctx's error.
func (b *Bodies) Examine(ctx context.Context, i, j int) (*Meeting, error) {
	p := indexPair{uint32(i), uint32(j)}
	x := b.known[p]
	if x == nil {
		x = &examined{}
		b.known[p] = x
	}
	moves := [2]int{b.bodies[i].moves, b.bodies[j].moves}
	if x.moves == moves {
		return &x.meeting, nil
	}
	x.moves = [2]int{}
	if err := x.meeting.examine(ctx, &b.bodies[i].object, &b.bodies[j].object, &b.settings); err != nil {
		return nil, err
	}
	x.moves = moves
	return &x.meeting, nil
}

// compareTriangles orders pairs of triangles by their numbers.
func compareTriangles(p, q TrianglePair) int {
	return cmp.Or(cmp.Compare(p.I, q.I), cmp.Compare(p.J, q.J))
}
