package mesh

import (
	"context"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Umbrellas marks the vertices that it certifies: any two triangles of the fan of
// a certified vertex v meet in nothing but their common face, v or an edge at v.
// The certificate is sufficient, not necessary. views are those of each triangle. It says
// nothing about triangles left out of the fans. Vertices already marked are skipped.
//
// A triangle (v, a, b) of the fan goes from its spoke v→a to its spoke v→b. Let all
// of them have one strict orientation in one view, say counter-clockwise. Then each
// projects into a sector at v of less than 180 degrees, from the direction of a to
// that of b, and projection is injective on it.
//
// Closed fan: every vertex is an a as often as a b. Then the sectors fall into
// closed tours around v, each of them at least one full turn; if a ray from v enters
// just one sector, there is one tour and it is a single turn, so that the sectors
// tile the plane around v once. Two of them then meet in v alone or in one spoke.
//
// Open fan: the same, except for one extra a and one extra b. The sectors are a
// path from that a to that b, and closed tours. If some ray from v enters no sector
// there is no tour, and the path is less than one full turn; so again two sectors
// meet in v alone or in one spoke.
//
// Where sectors meet in v alone, so do the triangles; where they meet in a spoke,
// both triangles lie above it in the one edge that they share. A ray is half of a
// line through v. A counter-clockwise sector enters the one half when it goes from
// strictly below the line to it or above, and the other when it goes from strictly
// above to it or below; having less than 180 degrees, it cannot mean the other.
func (w *Welded) Umbrellas(ctx context.Context, workers int, fans Fans, views []geom.Views, certified []bool) error {
	return parallel.Ranges(ctx, workers, len(w.Vertices), 4096, func(lo, hi int) {
		u := umbrella{welded: w, views: views}
		for v := lo; v < hi; v++ {
			if !certified[v] {
				certified[v] = u.certify(uint32(v), fans.Around(uint32(v)))
			}
		}
	})
}

// umbrella certifies one fan at a time.
type umbrella struct {
	welded *Welded
	views  []geom.Views
	// a and b are the spokes of the fan's triangles, in the order of the turn.
	a, b   []uint32
	sorted []uint32
}

func (u *umbrella) certify(v uint32, fan []Corner) bool {
	if len(fan) > cap(u.a) {
		u.a, u.b = make([]uint32, 2*len(fan)), make([]uint32, 2*len(fan))
	}
	u.a, u.b = u.a[:len(fan)], u.b[:len(fan)]
	a, b, views, faces := u.a, u.b, u.views, u.welded.Faces
	common := ^geom.Views(0)
	for k, c := range fan {
		t, i := c.Triangle(), c.Index()
		common &= views[t]
		f := &faces[t]
		a[k], b[k] = f[next[i]], f[next[next[i]]]
	}
	if len(fan) == 0 || common == 0 {
		return false
	}
	view, ccw := common.First()
	if !ccw {
		u.a, u.b = b, a
	}
	switch u.unmatched() {
	case 0:
		upward, _, ok := u.entries(v, view, 0)
		return ok && upward == 1
	case 1:
		for line := range 2 {
			upward, downward, ok := u.entries(v, view, line)
			if ok && (upward == 0 || downward == 0) {
				return true
			}
		}
	}
	return false
}

// next is the corner after one. The fourth entry avoids a bounds check for two-bit indices.
var next = [4]int{1, 2, 0}

// entries counts the sectors that enter the upper half of a line through v, and those that enter
// the other half. ok is false if float64 cannot decide.
func (u *umbrella) entries(v uint32, view geom.View, line int) (upward, downward int, ok bool) {
	vertices := u.welded.Vertices
	at := &vertices[v]
	if axis, ok := view.Axis(line); ok {
		x := at[axis]
		for k := range u.a {
			a, b := vertices[u.a[k]][axis], vertices[u.b[k]][axis]
			upward += negative(a-x) &^ negative(b-x)
			downward += negative(x-a) &^ negative(x-b)
		}
		return upward, downward, true
	}
	for k := range u.a {
		a, sure := view.Side(&vertices[u.a[k]], at, line)
		b, also := view.Side(&vertices[u.b[k]], at, line)
		if !sure || !also {
			return 0, 0, false
		}
		if a < 0 && b >= 0 {
			upward++
		} else if a > 0 && b <= 0 {
			downward++
		}
	}
	return upward, downward, true
}

// negative returns 1 for a negative difference of coordinates of vertices, otherwise 0. No
// coordinate is -0. A branch would be hard to predict.
func negative(x float64) int { return int(math.Float64bits(x) >> 63) }

// unmatched returns the number of a's, as a multiset, that are not among the b's.
func (u *umbrella) unmatched() int {
	if len(u.a) > 16 {
		u.sorted = append(append(u.sorted[:0], u.a...), u.b...)
		a, b := u.sorted[:len(u.a)], u.sorted[len(u.a):]
		slices.Sort(a)
		slices.Sort(b)
		return unmatchedSorted(a, b)
	}
	// A fan of a few triangles: mark off the b's as they are found.
	var taken uint32
	n := 0
search:
	for _, a := range u.a {
		for k, b := range u.b {
			if a == b && taken&(1<<k) == 0 {
				taken |= 1 << k
				continue search
			}
		}
		n++
	}
	return n
}

func unmatchedSorted(a, b []uint32) int {
	n := 0
	for len(a) > 0 {
		switch {
		case len(b) == 0 || a[0] < b[0]:
			n++
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return n
}
