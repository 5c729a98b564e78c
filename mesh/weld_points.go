package mesh

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// run is a few consecutive stored positions of one part.
type run struct {
	part        *Part
	firstOfPart int    // number of the part's first point
	first, n    int    // the run's points
	used        bitset // of the run's points, nil where the part itself tells
}

// soup reports whether each triangle stores its own corners.
func (r run) soup() bool { return !r.part.Indexed() }

const (
	// runLength is a multiple of 3, so that no triangle of a part without indices
	// straddles two runs, and of 64, so that the used points of each begin with a word.
	runLength = 384
	// chunkLength is the number of points, or triangles, that a worker takes at once.
	chunkLength = 1 << 14
)

// chunksOf splits the points of m, the stored positions of all its parts, into
// chunks of runs.
func (w *welder[W]) chunksOf(m *Mesh) error {
	size := chunkLength
	for k := range m.Parts {
		p := &m.Parts[k]
		n := p.Positions.Len()
		used, err := w.usedPoints(p)
		if err != nil {
			return err
		}
		for i := 0; i < n; i += runLength {
			if size >= chunkLength {
				w.chunks, size = append(w.chunks, nil), 0
			}
			r := run{part: p, firstOfPart: w.points, first: w.points + i, n: min(runLength, n-i)}
			if used != nil {
				r.used = used[i/64:]
			}
			last := &w.chunks[len(w.chunks)-1]
			*last = append(*last, r)
			size += r.n
		}
		w.points += n
	}
	return nil
}

// bitset is a set of point indices.
type bitset []uint64

func (b bitset) add(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// usedPoints marks the positions that finite triangles of an indexed part use. It returns nil for a
// part that uses all, and for one without indices, which read handles itself.
func (w *welder[W]) usedPoints(p *Part) (bitset, error) {
	if !p.Indexed() || p.Indices.Complete {
		return nil, nil
	}
	finite, err := w.allFinite(&p.Positions)
	if err != nil {
		return nil, err
	}
	// Each worker marks points in a set of its own.
	sets := make([]bitset, w.workers)
	words := (p.Positions.Len() + 63) / 64
	triangles := p.Triangles()
	err = parallel.Tasks(w.ctx, w.workers, (triangles+chunkLength-1)/chunkLength, func(worker, c int) {
		if sets[worker] == nil {
			sets[worker] = make(bitset, words)
		}
		first, last := c*chunkLength, min(triangles, (c+1)*chunkLength)
		switch used := sets[worker]; {
		case !finite:
			markFinite(used, p, first, last)
		case p.Indices.U16 != nil:
			mark(used, p.Indices.U16[3*first:3*last])
		default:
			mark(used, p.Indices.U32[3*first:3*last])
		}
	})
	all := make(bitset, words)
	for _, used := range sets {
		for k, bits := range used {
			all[k] |= bits
		}
	}
	return all, err
}

// mark adds points to a set.
func mark[I uint16 | uint32](used bitset, points []I) {
	for _, i := range points {
		if !used.has(int(i)) {
			used.add(int(i))
		}
	}
}

// markFinite adds the corners of those triangles from first to before last that are finite.
func markFinite(used bitset, p *Part, first, last int) {
	for t := first; t < last; t++ {
		if u := p.Triangle(t); u.Finite() {
			for c := 3 * t; c < 3*t+3; c++ {
				used.add(p.Corner(c))
			}
		}
	}
}

// allFinite reports whether all positions are finite.
func (w *welder[W]) allFinite(p *Positions) (bool, error) {
	var nonfinite atomic.Bool
	err := parallel.Ranges(w.ctx, w.workers, p.Len(), chunkLength, func(lo, hi int) {
		zero := 0.0 // unless a number that is not finite is added
		for i := lo; i < hi; i++ {
			v := p.At(i)
			zero += (v[0] + v[1] + v[2]) * 0
		}
		if zero != 0 {
			nonfinite.Store(true)
		}
	})
	return !nonfinite.Load(), err
}

// read appends the used points of r to places, and marks the others in same.
func read[W word](r run, places []place[W], same []uint32) []place[W] {
	places = slices.Grow(places, r.n)
	all := places[len(places) : len(places)+r.n]
	if b, single := any(all).([]place[uint32]); single {
		fill32(b, r)
	} else {
		for k := range all {
			p := r.part.Positions.At(r.first + k - r.firstOfPart)
			for a, x := range p {
				all[k].xyz[a] = W(math.Float64bits(x + 0))
			}
			all[k].point = uint32(r.first + k)
		}
	}
	switch {
	case r.used != nil:
		return appendUsed(places, all, same, r.used)
	case r.part.Indices.Complete:
		return places[:len(places)+r.n]
	}
	return appendTriangles(places, all, same)
}

// appendUsed appends the points of an indexed part that are marked as used.
func appendUsed[W word](places, points []place[W], same []uint32, used bitset) []place[W] {
	for k, p := range points {
		if used.has(k) {
			places = append(places, p)
		} else {
			same[p.point] = unused
		}
	}
	return places
}

// appendTriangles appends the points of a part without indices: every three are a triangle.
func appendTriangles[W word](places, points []place[W], same []uint32) []place[W] {
	for ; len(points) >= 3; points = points[3:] {
		if finite(&points[0].xyz) && finite(&points[1].xyz) && finite(&points[2].xyz) {
			places = append(places, points[:3]...)
			continue
		}
		for k := range 3 {
			same[points[k].point] = unused
		}
	}
	for k := range points {
		same[points[k].point] = unused
	}
	return places
}

// fill32 reads all points of r.
func fill32(places []place[uint32], r run) {
	stride := r.part.Positions.stride()
	xyz := r.part.Positions.F32[(r.first-r.firstOfPart)*stride:]
	for k := range places {
		v := xyz[k*stride : k*stride+3]
		// x+0 is x, but +0 for -0.
		places[k] = place[uint32]{
			xyz:   [3]uint32{math.Float32bits(v[0] + 0), math.Float32bits(v[1] + 0), math.Float32bits(v[2] + 0)},
			point: uint32(r.first + k),
		}
	}
}

// double reports whether W holds a float64.
func double[W word]() bool { return ^W(0)>>16>>16 != 0 }

// finite reports whether no exponent in the bits of p is all ones.
func finite[W word](p *[3]W) bool {
	mantissa := 23
	if double[W]() {
		mantissa = 52
	}
	exponent := ^W(0) >> 1 >> mantissa << mantissa
	return p[0]&exponent != exponent && p[1]&exponent != exponent && p[2]&exponent != exponent
}
