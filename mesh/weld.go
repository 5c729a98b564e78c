package mesh

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/seedhash"
)

// NoVertex replaces, in Welded.Faces, every corner of a triangle that is not finite.
const NoVertex = math.MaxUint32

// Welded is a mesh in which corners at equal coordinates are one vertex, whatever parts, indices or
// seams they come from.
type Welded struct {
	// Vertices are the distinct positions of finite triangles, in the order in which the parts
	// first store them, exact, with -0 as +0.
	Vertices []geom.Vec
	// Faces are the vertex indices of each triangle, in mesh order.
	Faces [][3]uint32
}

// Triangle returns the corners of triangle i, which must be finite.
func (w *Welded) Triangle(i int) geom.Triangle {
	f := w.Faces[i]
	return geom.Triangle{w.Vertices[f[0]], w.Vertices[f[1]], w.Vertices[f[2]]}
}

// Finite reports whether triangle i has no NaN and no infinite coordinate.
func (w *Welded) Finite(i int) bool { return w.Faces[i][0] != NoVertex }

// Weld merges the corners of m at equal coordinates into vertices. It fails only with ctx's error,
// soon after it is cancelled. The result does not depend on the number of workers.
//
// Stored positions are split by a hash of their coordinates into buckets that fit a cache. In each
// bucket, a hash table finds the first position at the same place, the representative;
// representatives are then numbered in order. If many hashes collide, sorting replaces the table,
// so that the time is n log n for any positions.
func Weld(ctx context.Context, workers int, m *Mesh) (*Welded, error) {
	return weldSeeded(ctx, workers, m, seedhash.OfProcess())
}

// weldSeeded is Weld with a given hash seed, on which the result does not depend.
func weldSeeded(ctx context.Context, workers int, m *Mesh, seed seedhash.Seed) (*Welded, error) {
	for k := range m.Parts {
		if m.Parts[k].Positions.F64 != nil {
			return weld[uint64](ctx, workers, m, seed)
		}
	}
	return weld[uint32](ctx, workers, m, seed)
}

// word holds the bits of a coordinate: float32, or float64 where a part needs it.
type word interface{ uint32 | uint64 }

// place is a stored position in its bucket, with -0 as +0.
type place[W word] struct {
	xyz   [3]W
	point uint32
}

// welder works on points: the stored positions of all parts, numbered consecutively.
type welder[W word] struct {
	ctx     context.Context
	workers int
	seed    seedhash.Seed
	chunks  [][]run
	points  int
	// same is for each point its representative, unused for points of no finite
	// triangle; in the end, for representatives, their number.
	same []uint32
}

const (
	unused = math.MaxUint32
	// repeated marks in same a point at the place of an earlier one of its chunk,
	// before the representative of that one is known.
	repeated = 1 << 31
	// numbered marks in same the number of a representative, once all are known.
	numbered = 1 << 31
)

func weld[W word](ctx context.Context, workers int, m *Mesh, seed seedhash.Seed) (*Welded, error) {
	w := &welder[W]{ctx: ctx, workers: max(1, workers), seed: seed}
	if err := w.chunksOf(m); err != nil {
		return nil, err
	}
	w.same = make([]uint32, w.points)
	b, err := w.split()
	if err != nil {
		return nil, err
	}
	if err := w.match(b); err != nil {
		return nil, err
	}
	return w.number(m)
}

// number gives the representatives their numbers and the faces their vertices.
func (w *welder[W]) number(m *Mesh) (*Welded, error) {
	before := make([]uint32, len(w.chunks)+1)
	err := parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(_, c int) {
		k := uint32(0)
		for _, r := range w.chunks[c] {
			for i := r.first; i < r.first+r.n; i++ {
				switch v := w.same[i]; {
				case v == uint32(i):
					k++
				case v != unused && v&repeated != 0:
					w.same[i] = w.same[v&^repeated]
				}
			}
		}
		before[c+1] = k
	})
	if err != nil {
		return nil, err
	}
	for c := range w.chunks {
		before[c+1] += before[c]
	}
	var out Welded
	err = parallel.Tasks(w.ctx, w.workers, 2, func(_, task int) { // memory that was in use has to be cleared
		if task == 0 {
			out.Vertices = make([]geom.Vec, before[len(w.chunks)])
		} else {
			out.Faces = make([][3]uint32, m.Triangles())
		}
	})
	if err != nil {
		return nil, err
	}
	err = parallel.Tasks(w.ctx, w.workers, len(w.chunks), func(_, c int) {
		v := before[c]
		for _, r := range w.chunks[c] {
			for i := r.first; i < r.first+r.n; i++ {
				if w.same[i] == uint32(i) {
					w.same[i] = v | numbered
					p := r.part.Positions.At(i - r.firstOfPart)
					out.Vertices[v] = geom.Vec{p[0] + 0, p[1] + 0, p[2] + 0}
					v++
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return &out, w.faces(m, out.Faces)
}

// faces fills in the vertex numbers of all triangles.
func (w *welder[W]) faces(m *Mesh, faces [][3]uint32) error {
	firstPoint := 0
	for k := range m.Parts {
		p := &m.Parts[k]
		n := p.Triangles()
		err := parallel.Ranges(w.ctx, w.workers, n, chunkLength, func(lo, hi int) {
			for ; lo < hi; lo += fetched {
				w.someFaces(p, firstPoint, lo, faces[lo:min(hi, lo+fetched)])
			}
		})
		if err != nil {
			return err
		}
		faces = faces[n:]
		firstPoint += p.Positions.Len()
	}
	return nil
}

// fetched is the number of faces that are fetched together.
const fetched = 64

// someFaces is faces for those of a part from triangle lo on.
func (w *welder[W]) someFaces(p *Part, firstPoint, lo int, faces [][3]uint32) {
	for i := range faces {
		f := &faces[i]
		for k := range f {
			f[k] = uint32(firstPoint + p.Corner(3*(lo+i)+k))
		}
	}
	// Whether a point is a representative is hard to predict, so there are no branches: its number is
	// read twice, or that of its representative.
	for i := range faces {
		f := &faces[i]
		for k, at := range f {
			if s := w.same[at]; s&numbered == 0 {
				at = s
			}
			f[k] = at
		}
	}
	for i := range faces {
		f := &faces[i]
		a, b, c := w.same[f[0]], w.same[f[1]], w.same[f[2]]
		if a == unused || b == unused || c == unused {
			*f = [3]uint32{NoVertex, NoVertex, NoVertex}
		} else {
			*f = [3]uint32{a &^ numbered, b &^ numbered, c &^ numbered}
		}
	}
}
