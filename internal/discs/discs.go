// Package discs decides whether the pieces of the plane that pairs of triangles share make a wide
// place, or a place that rounding may have made.
//
// Diameters are in steps of the numbers in which the corners are stored. A place is wide if it
// contains a disc with a diameter of more than four steps, and not wide if it contains none of more
// than two. Pieces are not judged alone, because triangles may be as small as a step. Triangles
// that were not cut at exact points may leave cracks: a place with cracks is wide if its pieces
// cover most of a larger disc.
package discs

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/plane"
)

// Piece is the intersection of two counter-clockwise triangles that overlap, and the step of the
// numbers in which their corners are stored.
type Piece struct {
	T, U *plane.Triangle
	Step float64
}

// Wide reports whether a piece alone is wide: true if it contains a disc with a diameter of more
// than four steps, false if it contains none of more than two. area is that of the piece.
//
// A convex set of area A and perimeter P contains a disc of radius A/P, and no disc of a radius
// above 2A/P.
func (p *Piece) Wide(area float64) bool {
	if !(area <= p.Step*min(perimeter(p.T[:]), perimeter(p.U[:]))) {
		return true // the perimeter of the piece is less
	}
	var buffer [9]geom.Vec2
	return area > p.Step*perimeter(plane.SharedPolygon(buffer[:0], p.T, p.U))
}

func perimeter(polygon []geom.Vec2) (sum float64) {
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		sum += math.Hypot(q[0]-p[0], q[1]-p[1])
	}
	return sum
}

// Find reports which pieces are part of a wide place that they make together. It fails only with
// ctx's error.
func Find(ctx context.Context, workers int, pieces []Piece) ([]bool, error) {
	wide := make([]bool, len(pieces))
	boxes := make([]boxtree.Box, len(pieces))
	all := make([][]window, (len(pieces)+chunk-1)/chunk)
	err := parallel.Ranges(ctx, workers, len(pieces), chunk, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			boxes[i] = boxOf(&pieces[i])
			all[lo/chunk] = pieces[i].appendWindows(all[lo/chunk])
		}
	})
	if err != nil {
		return nil, err
	}
	tree, err := boxtree.Build(ctx, workers, boxes, nil)
	if err != nil {
		return nil, err
	}
	windows := slices.Concat(all...)
	slices.SortFunc(windows, func(a, b window) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.center[0], b.center[0]), cmp.Compare(a.center[1], b.center[1]))
	})
	windows = slices.Compact(windows)
	found := make([][]uint32, (len(windows)+chunk-1)/chunk)
	err = parallel.Ranges(ctx, workers, len(windows), chunk, func(lo, hi int) {
		s := search{pieces: pieces, tree: tree}
		for k := lo; k < hi && (k%often != 0 || ctx.Err() == nil); k++ {
			found[lo/chunk] = append(found[lo/chunk], s.look(windows[k])...)
		}
	})
	for _, list := range found {
		for _, i := range list {
			wide[i] = true
		}
	}
	return wide, err
}

const (
	chunk = 1 << 10 // pieces or windows that a worker takes at once
	often = 1 << 6  // windows after which it checks for cancellation
)

// boxOf returns a box around a piece.
func boxOf(p *Piece) boxtree.Box {
	b := geom.EmptyBox()
	for k := range 2 {
		b.Min[k] = max(min(p.T[0][k], p.T[1][k], p.T[2][k]), min(p.U[0][k], p.U[1][k], p.U[2][k]))
		b.Max[k] = min(max(p.T[0][k], p.T[1][k], p.T[2][k]), max(p.U[0][k], p.U[1][k], p.U[2][k]))
	}
	b.Min[2], b.Max[2] = 0, 0
	return boxtree.Round(b)
}

// appendWindows appends the windows at the corners of a piece. If pieces that are not wide contain
// a wide disc together, the disc can be moved within them until it touches a corner of one.
func (p *Piece) appendWindows(out []window) []window {
	var buffer [9]geom.Vec2
	for _, q := range plane.SharedPolygon(buffer[:0], p.T, p.U) {
		w := windowAt(q, p.Step)
		if !slices.Contains(out[max(0, len(out)-2):], w) {
			out = append(out, w)
		}
	}
	return out
}

// search examines windows.
type search struct {
	pieces []Piece
	tree   *boxtree.Tree
	near   []uint32
	bits   bitmap
}

// look returns the pieces in a window if they make a wide place there.
func (s *search) look(w window) []uint32 {
	s.collect(w)
	// The step of a place is the greatest of its pieces.
	for most := s.greatest(); most > w.step; most = s.greatest() {
		w = windowAt(w.center, most)
		s.collect(w)
	}
	if len(s.near) < 2 {
		return nil
	}
	s.bits = bitmap{}
	covering := s.near[:0]
	for _, i := range s.near {
		if s.bits.cover(&w, &s.pieces[i]) {
			covering = append(covering, i)
		}
	}
	if s.near = covering; len(covering) > 1 && s.bits.wide() {
		return covering
	}
	return nil
}

// collect collects the pieces whose boxes meet a window.
func (s *search) collect(w window) {
	half := w.step * reach
	box := geom.Box{
		Min: geom.Vec{w.center[0] - half, w.center[1] - half, 0},
		Max: geom.Vec{w.center[0] + half, w.center[1] + half, 0},
	}
	s.near = s.near[:0]
	s.tree.Touching(box, boxtree.Identity(), func(ids []uint32) { s.near = append(s.near, ids...) })
}

// greatest returns the greatest step of the pieces collected.
func (s *search) greatest() (most float64) {
	for _, i := range s.near {
		most = max(most, s.pieces[i].Step)
	}
	return most
}
