package posed

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// searchFans finds the pairs of faces with a common vertex.
func (q *Searcher) searchFans(ctx context.Context) error {
	const often = 1024
	q.open = q.open[:0]
	for v := range q.certified {
		if v%often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		fan := q.surface.fans.around(v)
		if q.certified[v] = len(fan) > 1 && q.certify(v); !q.certified[v] && len(fan) > 1 {
			q.open = append(q.open, uint32(v))
		}
	}
	for _, v := range q.open {
		if err := q.searchFan(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// searchFan relates the faces at a vertex that is not certified.
func (q *Searcher) searchFan(ctx context.Context, v uint32) error {
	fan := q.surface.fans.around(int(v))
	if len(fan) >= manyAround {
		return q.searchStar(ctx, v)
	}
	for k, c := range fan {
		if q.faces[c.face].state == absent {
			continue
		}
		for _, d := range fan[k+1:] {
			q.decideAt(v, c.face, d.face)
		}
	}
	return ctx.Err()
}

// decideAt relates two faces at a vertex that is not certified. Faces with another such vertex in
// common are related at the one with the least number; those with a certified one do not go through
// each other.
func (q *Searcher) decideAt(v, i, j uint32) {
	if q.faces[j].state == absent {
		return
	}
	f, g := &q.surface.faces[i], &q.surface.faces[j]
	var others [3]*geom.Vec // corners of g that are not those of f
	n := 0
	for _, w := range g {
		switch common := slices.Contains(f[:], w); {
		case !common:
			others[n] = &q.positions[w]
			n++
		case w != v && (w < v || q.certified[w]):
			return
		}
	}
	// Most faces leave the plane of the other at the common vertices, to one side.
	if n > 0 && q.faces[i].oneSide(&q.positions[v], others[:n]...) {
		return
	}
	t, u := q.Triangle(i), q.Triangle(j)
	if m := tritri.Relate(&t, &u); m.Kind > tritri.Touch || m.Through != tritri.NoEdge {
		q.found(i, j, m.Kind)
	}
}
