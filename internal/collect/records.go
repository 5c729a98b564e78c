package collect

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// record is a finding of two triangles in the form that regions are made from.
type record struct {
	i, j    uint32
	of      [2]uint32 // as in an entry
	ends    [2]tritri.FeaturePair
	kind    kind
	hasEnds bool
	times   int
	depth   float64
	area    float64
	length  float64
	box     geom.Box
}

// set makes r the record of a finding that represents a number of pairs.
func (r *record) set(e *entry, f *Finding, times int) {
	// Each field by itself, because a literal would be made elsewhere and copied.
	r.i, r.j, r.of, r.times = f.I, f.J, e.of, times
	r.kind = e.kind
	r.depth, r.area, r.length, r.box = f.Depth, f.Area, f.Length, f.Box
	r.ends[0], r.ends[1], r.hasEnds = f.features[0], f.features[1], f.n > 0 && !f.sides
}

// recordsPerChunk is how many records a shard allocates at once, after the first ones.
const recordsPerChunk = 1 << 10

// records are those of one shard.
type records struct {
	chunks [][]record
	// more are the places of findings other than the ends of segments.
	more []recordedPlace
	n    int
	// parts are those of further triangles that take part in findings.
	parts []recordedPart
}

// recordedPlace is a place of the finding of a record.
type recordedPlace struct {
	place
	record uint32
}

// recordedPart is a part of a further triangle of the finding of a record.
type recordedPart struct {
	record uint32
	part   int32
}

// next returns a new record, which is to be set, and its number.
func (r *records) next() (*record, uint32) {
	last := len(r.chunks) - 1
	if last < 0 || len(r.chunks[last]) == recordsPerChunk {
		room := recordsPerChunk
		if last < 0 {
			room = 0 // most meshes have few findings
		}
		r.chunks = append(r.chunks, make([]record, 0, room))
		last++
	}
	chunk := r.chunks[last]
	if n := len(chunk); n < cap(chunk) {
		chunk = chunk[:n+1]
	} else {
		chunk = append(chunk, record{})
	}
	r.chunks[last] = chunk
	r.n++
	return &chunk[len(chunk)-1], uint32(r.n - 1)
}

// add keeps a record of a finding and returns its number.
func (r *records) add(e *entry, f *Finding, times int, of Triangles) (number uint32) {
	to, number := r.next()
	to.set(e, f, times)
	switch {
	case f.sides:
		t, u := of.Corners(0, e.of[0]), of.Corners(1, e.of[1])
		for _, side := range f.features[:f.n] {
			p := placeOf(side, &t, &u)
			p[0] |= ofSide
			r.more = append(r.more, recordedPlace{p, number})
		}
	case f.Rule.Kind() == check.EdgeCrossing:
		for _, v := range f.vertices {
			r.more = append(r.more, recordedPlace{place{atEdge | uint64(v)}, number})
		}
	}
	for _, p := range f.MoreParts {
		r.parts = append(r.parts, recordedPart{number, int32(p)})
	}
	return number
}

func (r *records) at(k int) *record { return &r.chunks[k/recordsPerChunk][k%recordsPerChunk] }
