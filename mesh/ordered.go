package mesh

import (
	"context"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Ordered returns some triangles of w, which must be finite, as a mesh of their own, in the given
// order. Its vertices are numbered in the order in which these triangles first use them; vertices has
// the number of each in w. Ordered fails only with ctx's error. The result does not depend on the
// number of workers.
//
// If the order follows a curve through space, neighbours are near each other in memory, whatever
// their order in w.
func (w *Welded) Ordered(ctx context.Context, workers int, triangles []uint32) (ordered *Welded, vertices []uint32, err error) {
	o := orderer{
		from: w, triangles: triangles, to: &Welded{Faces: make([][3]uint32, len(triangles))},
		owner: make([]uint32, len(w.Vertices)), number: make([]uint32, len(w.Vertices)),
		claimed: make([][]uint32, (len(triangles)+chunkLength-1)/chunkLength),
	}
	each := func(task func(c int)) {
		if err == nil {
			err = parallel.Tasks(ctx, workers, len(o.claimed), func(_, c int) { task(c) })
		}
	}
	each(o.claim)
	each(o.keepOwn)
	first := o.begin()
	each(func(c int) { o.numberOwn(c, first[c]) })
	each(o.renumber)
	return o.to, o.vertices, err
}

// orderer orders a mesh chunk by chunk.
type orderer struct {
	from, to  *Welded
	triangles []uint32
	vertices  []uint32 // numbers in from by those in to
	number    []uint32 // numbers in to by those in from
	// owner is, for each vertex of from, the first chunk that uses it, plus one.
	owner []uint32
	// claimed are the vertices of each chunk that were not seen in an earlier one before, and then
	// those that it owns, in the order of their first use.
	claimed [][]uint32
}

// chunk returns the faces of a chunk.
func (o *orderer) chunk(c int) [][3]uint32 {
	return o.to.Faces[c*chunkLength : min(len(o.to.Faces), (c+1)*chunkLength)]
}

// claim copies the faces of a chunk and makes it the owner of vertices that no earlier one owns.
func (o *orderer) claim(c int) {
	faces := o.chunk(c)
	for k, i := range o.triangles[c*chunkLength:][:len(faces)] {
		faces[k] = o.from.Faces[i]
	}
	me, claimed := uint32(c+1), make([]uint32, 0, chunkLength)
	for k := range faces {
		for _, v := range &faces[k] {
			for {
				before := atomic.LoadUint32(&o.owner[v])
				if before != 0 && before <= me {
					break
				}
				if atomic.CompareAndSwapUint32(&o.owner[v], before, me) {
					claimed = append(claimed, v)
					break
				}
			}
		}
	}
	o.claimed[c] = claimed
}

// keepOwn removes the vertices that an earlier chunk has claimed since.
func (o *orderer) keepOwn(c int) {
	n := 0
	for _, v := range o.claimed[c] {
		if o.owner[v] == uint32(c+1) {
			o.claimed[c][n] = v
			n++
		}
	}
	o.claimed[c] = o.claimed[c][:n]
}

// begin makes room for the vertices, and returns the number of the first one of each chunk.
func (o *orderer) begin() (first []int) {
	n := 0
	for _, own := range o.claimed {
		first = append(first, n)
		n += len(own)
	}
	o.vertices, o.to.Vertices = make([]uint32, n), make([]geom.Vec, n)
	return first
}

// numberOwn numbers the vertices that a chunk owns from first on.
func (o *orderer) numberOwn(c, first int) {
	own := o.claimed[c]
	copy(o.vertices[first:], own)
	for k, v := range own {
		o.number[v] = uint32(first + k)
		o.to.Vertices[first+k] = o.from.Vertices[v]
	}
}

// renumber gives the faces of a chunk the new numbers of their vertices.
func (o *orderer) renumber(c int) {
	faces := o.chunk(c)
	for k := range faces {
		f := &faces[k]
		f[0], f[1], f[2] = o.number[f[0]], o.number[f[1]], o.number[f[2]]
	}
}
