package uv

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/internal/discs"
)

// What fails is decided by place: several pieces that triangles share may be wide together
// although none of them is deeper than the resolution. See package discs.

// widthTest decides whether the piece that two triangles share is wide by itself. It remembers the
// last answer, and the least resolution for which the answer was no.
type widthTest struct {
	piece  discs.Piece
	area   float64
	known  bool
	answer bool
	thin   float64 // 0 for none
}

func (w *widthTest) wide(resolution float64) bool {
	if !w.known || w.piece.Step != resolution {
		w.piece.Step = resolution
		w.known, w.answer = true, w.piece.Wide(w.area)
		if !w.answer && (w.thin == 0 || resolution < w.thin) {
			w.thin = resolution
		}
	}
	return w.answer
}

// thinPiece is the piece that the triangles of two groups share, if it is not wide, and their
// resolution.
type thinPiece struct {
	i, j       uint32
	resolution float64
}

// thinPieces are up to mostThin thin pieces, and their total number.
type thinPieces struct {
	list  []thinPiece
	count int64
}

// mostThin is the number of pieces up to which places are examined. If there are more, all of them
// count as parts of wide places.
const mostThin = 1 << 20

func (p *thinPieces) add(i, j uint32, w *widthTest) {
	if w.thin == 0 {
		return
	}
	if p.count++; p.count <= mostThin {
		p.list = append(p.list, thinPiece{i, j, w.thin})
	}
}

func (p *thinPieces) merge(q *thinPieces) {
	if p.count += q.count; p.count <= mostThin {
		p.list = append(p.list, q.list...)
	}
	q.list = nil
}

// markPlaces marks the triangles of wide places made of pieces that are not wide.
func (o *overlapSearch) markPlaces(ctx context.Context, workers int) error {
	thin := o.sums.thin
	o.sums.thin = thinPieces{}
	return o.findWide(ctx, &thin, workers, o.markWide)
}

// findWide calls mark with the groups of each piece that is part of a wide place.
func (o *overlapSearch) findWide(ctx context.Context, thin *thinPieces, workers int, mark func(i, j uint32)) error {
	if thin.count > mostThin {
		// One worker, since mark sets more than marks.
		return o.visit(ctx, 1, func(_ int, i, j uint32) { mark(i, j) }, func(float64) {})
	}
	slices.SortFunc(thin.list, func(a, b thinPiece) int { return cmp.Or(cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j)) })
	pieces := make([]discs.Piece, len(thin.list))
	for k, p := range thin.list {
		pieces[k] = discs.Piece{T: &o.layout.triangles[p.i], U: &o.layout.triangles[p.j], Step: p.resolution}
	}
	wide, err := discs.Find(ctx, workers, pieces)
	for k, is := range wide {
		if is {
			mark(thin.list[k].i, thin.list[k].j)
		}
	}
	return err
}

// markWide marks all triangles of groups i and j, and their islands.
func (o *overlapSearch) markWide(i, j uint32) {
	for a, x := range o.stacks.of(i) {
		for b, y := range o.stacks.of(j) {
			size := o.stacks.classSize(x.class)
			if x.class == y.class {
				o.markBoth(i, a, j, b, foldsWide)
			}
			if x.class != y.class || size > 1 {
				o.markBoth(i, a, j, b, overlapsWide)
				if p := o.sums.pairs[classPair{min(x.class, y.class), max(x.class, y.class)}]; p != nil {
					p.wide = true
				}
			}
		}
	}
}

// markBoth marks an entry of group i and one of group j.
func (o *overlapSearch) markBoth(i uint32, a int, j uint32, b int, marks uint32) {
	o.mark(i, a, marks)
	o.mark(j, b, marks)
}
