package fan

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Star is the triangles at a vertex, each with its other two vertices, and which of them
// may meet others.
type Star struct {
	vertex    uint32
	triangles []uint32
	ends      [][2]uint32
	meeting   []bool
}

// NewStar returns the star of a vertex of w with a fan, of which those that meet are listed
// in ascending order.
func NewStar(w *mesh.Welded, fan []mesh.Corner, vertex uint32, meeting []uint32) *Star {
	s := &Star{vertex: vertex}
	for _, corner := range fan {
		f, k := w.Faces[corner.Triangle()], corner.Index()
		i := uint32(corner.Triangle())
		_, meets := slices.BinarySearch(meeting, i)
		s.triangles = append(s.triangles, i)
		s.ends = append(s.ends, [2]uint32{f[(k+1)%3], f[(k+2)%3]})
		s.meeting = append(s.meeting, meets)
	}
	return s
}

// Pairs returns the pairs of triangles of which at least one may meet others.
func (s *Star) Pairs() func(yield func(i, j uint32) bool) {
	return func(yield func(i, j uint32) bool) {
		for x, i := range s.triangles {
			if !s.meeting[x] {
				continue
			}
			for y, j := range s.triangles {
				if (y > x || !s.meeting[y]) && y != x && !yield(i, j) {
					return
				}
			}
		}
	}
}

// Near calls visit for those of the pairs, each once, that have an edge in common and are
// in one half plane at it, or have none and arcs of directions whose boxes meet. It does
// so from several goroutines at once.
func (s *Star) Near(ctx context.Context, workers int, vertices []geom.Vec, visit func(worker int, i, j uint32)) error {
	boxes := make([]geom.Box, len(s.triangles))
	for x, ends := range s.ends {
		at := vertices[s.vertex]
		boxes[x] = boxOfArc(direction(at, vertices[ends[0]]), direction(at, vertices[ends[1]]))
	}
	s.folds(vertices, func(x, y int) { visit(0, s.triangles[x], s.triangles[y]) })
	tree, err := bvh.Build(ctx, workers, boxes, func(x int) [3]uint32 {
		apart := uint32(len(vertices)) // the tag of those that do not meet each other
		if s.meeting[x] {
			apart += 1 + uint32(x)
		}
		return [3]uint32{s.ends[x][0], s.ends[x][1], apart}
	})
	if err != nil {
		return err
	}
	return tree.SelfPairs(ctx, workers, func(worker, x, y int) {
		visit(worker, s.triangles[x], s.triangles[y])
	}, nil)
}

// folds calls visit for the pairs with a common edge that are in one half plane at it.
func (s *Star) folds(vertices []geom.Vec, visit func(x, y int)) {
	type side struct {
		end, apex uint32
		triangle  int
	}
	sides := make([]side, 0, 2*len(s.ends))
	for x, e := range s.ends {
		sides = append(sides, side{e[0], e[1], x}, side{e[1], e[0], x})
	}
	slices.SortFunc(sides, func(a, b side) int {
		return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.triangle, b.triangle))
	})
	for len(sides) > 0 {
		n := 1
		for n < len(sides) && sides[n].end == sides[0].end {
			n++
		}
		around, origin := line{vertices[s.vertex], vertices[sides[0].end]}, vertices[sides[0].apex]
		compare := func(a, b side) int { return around.compare(origin, vertices[a.apex], vertices[b.apex]) }
		edge := sides[:n]
		slices.SortStableFunc(edge, compare)
		for x := range edge {
			for y := x + 1; y < n && compare(edge[x], edge[y]) == 0; y++ {
				visit(edge[x].triangle, edge[y].triangle)
			}
		}
		sides = sides[n:]
	}
}

// direction returns the direction from p to q, of length 1, with an error below 2^-50.
func direction(p, q geom.Vec) geom.Vec {
	d := q.Sub(p)
	if !d.Finite() {
		d = q.Scale(0.25).Sub(p.Scale(0.25))
	}
	_, unit := math.Frexp(max(math.Abs(d[0]), math.Abs(d[1]), math.Abs(d[2])))
	for k := range d {
		d[k] = math.Ldexp(d[k], -unit) // the length of which has a reciprocal
	}
	return d.Unit()
}

// boxOfArc returns a box around the shorter arc of a great circle between two directions.
// With a chord of length c, no point of the arc is farther from the chord than
// 1 - √(1-c²/4), which is at most c²/4.
func boxOfArc(d, e geom.Vec) geom.Box {
	chord := e.Sub(d)
	bulge := chord.Dot(chord)/4 + 0x1p-40 // far more than rounding
	b := geom.EmptyBox().Include(d).Include(e)
	for k := range 3 {
		b.Min[k] -= bulge
		b.Max[k] += bulge
	}
	return b
}
