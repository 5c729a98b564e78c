package collect

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/tritri"
)

// Extent is what a finding of two triangles adds to its region besides the numbers of its entry.
type Extent struct {
	// Vertices are the corners of both triangles. Faces are their numbers, the same for triangles
	// of the same three vertices.
	Vertices [2][3]uint32
	Faces    [2]uint32
	// Shells are those of both triangles.
	Shells [2]uint32
	Parts  [2]int
	// Box holds what the triangles have in common.
	Box geom.Box
	// Depth is the length of the shortest translation that separates the triangles, within their
	// plane if they have one in common. Entry.Depth has it only for crossings: others are sorted by
	// their areas.
	Depth, Length float64

	places [6]place
	n      int
}

// place is an end of a segment or a side of a polygon, named by the features of the mesh that
// hold it: a vertex, an edge or a face on either side. The smaller number comes first.
type place [2]uint64

// Tags of the numbers of features, which leave 61 bits for vertices and faces.
const (
	ofEdge = uint64(1) << 61
	ofFace = uint64(2) << 61
	atEdge = uint64(3) << 61 // a vertex at the end of an edge crossing
	ofSide = uint64(1) << 63 // set in the first number of a side
)

// AddEnds adds the ends of the segment in which the triangles meet.
func (x *Extent) AddEnds(ends [2]tritri.FeaturePair) {
	for _, p := range ends {
		x.add(p, 0)
	}
}

// AddSide adds a side of the polygon that the triangles have in common.
func (x *Extent) AddSide(p tritri.FeaturePair) { x.add(p, ofSide) }

// AddVertex adds an end of an edge along which surfaces pass through each other.
func (x *Extent) AddVertex(v uint32) {
	x.places[x.n] = place{atEdge | uint64(v)}
	x.n++
}

func (x *Extent) add(p tritri.FeaturePair, tag uint64) {
	a, b := x.feature(0, p.T), x.feature(1, p.U)
	x.places[x.n] = place{min(a, b) | tag, max(a, b)}
	x.n++
}

// feature numbers a feature of a triangle: triangles that share it have the same number for it.
func (x *Extent) feature(side int, f tritri.Feature) uint64 {
	v := &x.Vertices[side]
	if k, ok := f.Corner(); ok {
		return uint64(v[k])
	}
	if from, to, ok := f.Ends(); ok {
		low, high := min(v[from], v[to]), max(v[from], v[to])
		return ofEdge | uint64(low)<<30 | uint64(high)
	}
	return ofFace | uint64(x.Faces[side])
}

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

// set makes r the record of an entry that represents a number of pairs.
func (r *record) set(e *Entry, x *Extent, times int) {
	*r = record{
		i: e.I, j: e.J, times: times, rule: e.Rule, throughEdge: e.ThroughEdge, fails: e.Fails,
		shells: [2]uint32{min(x.Shells[0], x.Shells[1]), max(x.Shells[0], x.Shells[1])},
		parts:  [2]int32{int32(x.Parts[0]), int32(x.Parts[1])},
		depth:  x.Depth, area: e.Area, length: x.Length, box: x.Box,
	}
	r.n = uint8(copy(r.places[:], x.places[:x.n]))
}

// recordsPerChunk is how many records a shard allocates at once, after the first ones.
const recordsPerChunk = 1 << 10

// records are those of one shard.
type records struct {
	chunks [][]record
	// more are the places of findings that have more than two.
	more []recordedPlace
	n    int
	// members are the parts of further triangles that findings represent.
	members []member
}

// recordedPlace is a place of the finding of a record.
type recordedPlace struct {
	place
	record uint32
}

// member is a part of a triangle that the finding of a record represents.
type member struct {
	record uint32
	part   int32
}

// next returns a new record and its number.
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
	chunk := append(r.chunks[last], record{})
	r.chunks[last] = chunk
	r.n++
	return &chunk[len(chunk)-1], uint32(r.n - 1)
}

// addPlaces adds places of a record beyond those that it holds.
func (r *records) addPlaces(record uint32, places []place) {
	for _, p := range places {
		r.more = append(r.more, recordedPlace{p, record})
	}
}

// addMember adds a part to the last record, unless it was added just before.
func (r *records) addMember(part int) {
	m := member{uint32(r.n - 1), int32(part)}
	if n := len(r.members); n == 0 || r.members[n-1] != m {
		r.members = append(r.members, m)
	}
}

func (r *records) at(k int) *record { return &r.chunks[k/recordsPerChunk][k%recordsPerChunk] }
