package tripacket

import (
	"math/bits"

	"github.com/meshcheck/meshcheck/geom"
)

// Batch is pairs that wait to be compared together: few rows of candidate pairs have as many as a
// comparison takes. The zero value is empty.
type Batch struct {
	Pairs
	I, J  [Width]uint32 // the numbers of t and u
	lanes uint16        // those in use
}

// Take empties the batch and returns the lanes that were in use. They keep their pairs until others are
// added.
func (b *Batch) Take() (lanes uint16) {
	lanes, b.lanes = b.lanes, 0
	return lanes
}

// few is the number of pairs of a row up to which they are added one by one. If there are more, they are
// added with the whole row, to an empty batch.
const few = 8

// Fits reports whether pairs of one triangle with those in some lanes fit into the batch. They fit into an
// empty one.
func (b *Batch) Fits(lanes uint16) bool {
	n := bits.OnesCount16(lanes)
	return b.lanes == 0 || n <= few && bits.Len16(b.lanes)+n <= Width
}

// Add adds a pair, which must fit.
func (b *Batch) Add(i, j uint32, t, u *geom.Triangle) {
	lane := bits.Len16(b.lanes)
	b.Set(lane, t, u)
	b.I[lane], b.J[lane] = i, j
	b.lanes |= 1 << lane
}

// AddRow adds the pairs of t, which is triangle i, with those in some lanes of q, which far has the numbers of.
// They must fit.
func (b *Batch) AddRow(i uint32, t *geom.Triangle, far []uint32, q *Packet, lanes uint16) {
	if bits.OnesCount16(lanes) > few {
		b.lanes = lanes
		b.SetRow(t, q)
		for lane, j := range far {
			b.I[lane], b.J[lane] = i, j
		}
		return
	}
	for ; lanes != 0; lanes &= lanes - 1 {
		lane := bits.TrailingZeros16(lanes)
		u := q.Triangle(lane)
		b.Add(i, far[lane], t, &u)
	}
}
