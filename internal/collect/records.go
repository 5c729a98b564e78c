package collect

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// record is a finding of two triangles in the form that regions are made from.
type record struct {
	i, j        uint32
	times       int
	rule        check.Rule
	throughEdge bool
	fails       bool
	n           uint8 // of places
	places      [2]place
	shells      [2]uint32
	parts       [2]int32
	depth       float64
	area        float64
	length      float64
	box         geom.Box
}

// set makes r the record of a finding that represents a number of pairs.
func (r *record) set(e *entry, f *Finding, times int) {
	// Each field by itself, because a literal would be made elsewhere and copied.
	r.i, r.j, r.times = f.I, f.J, times
	r.rule, r.throughEdge, r.fails, r.shells = f.Rule, f.ThroughEdge, e.fails, e.shells
	r.parts[0], r.parts[1] = int32(f.Parts[0]), int32(f.Parts[1])
	r.depth, r.area, r.length, r.box = f.Depth, f.Area, f.Length, f.Box
	r.n = uint8(copy(r.places[:], f.places[:f.n]))
}

// recordsPerChunk is how many records a shard allocates at once, after the first ones.
const recordsPerChunk = 1 << 10

// records are those of one shard.
type records struct {
	chunks [][]record
	// more are the places of findings that have more than two.
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
func (r *records) add(e *entry, f *Finding, times int) (number uint32) {
	to, number := r.next()
	to.set(e, f, times)
	for _, p := range f.places[to.n:f.n] {
		r.more = append(r.more, recordedPlace{p, number})
	}
	for _, p := range f.MoreParts {
		r.parts = append(r.parts, recordedPart{number, int32(p)})
	}
	return number
}

func (r *records) at(k int) *record { return &r.chunks[k/recordsPerChunk][k%recordsPerChunk] }
