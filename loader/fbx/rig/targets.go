package rig

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// readShape gives the parts of a geometry a target. Its displacements are the given percentages of those of the
// shape, if there is one for each.
func (r *Reader) readShape(g *geometry, o *Object, portions []float64, index int) error {
	before := r.Charged()
	points, err := r.Doc.Ints(o.Node.Child("Indexes"))
	if err != nil {
		return err
	}
	xyz, err := r.Doc.Floats(o.Node.Child("Vertices"))
	if err != nil {
		return err
	}
	if len(portions) == len(points) && len(xyz) == 3*len(points) {
		for i := range xyz {
			xyz[i] *= portions[i/3] / percent
		}
	}
	if err := r.checkShape(o, points, xyz, r.Points[index].Count); err != nil {
		return err
	}
	read := r.Charged() - before
	for k := range g.shape.Parts {
		t, err := r.target(o.Node, points, xyz, index, k)
		if err != nil {
			return err
		}
		if !finite(t.Deltas.F64...) {
			return r.fail(o, "has displacements that add up to one that is not finite")
		}
		g.shape.Parts[k].Targets = append(g.shape.Parts[k].Targets, t)
	}
	r.refund(o, read)
	return nil
}

// checkShape checks the displacements of some of so many control points.
func (r *Reader) checkShape(o *Object, points []int32, xyz []float64, count int) error {
	if len(xyz) != 3*len(points) {
		return r.fail(o, "has %d coordinates for %d vertices", len(xyz), len(points))
	}
	for i, v := range points {
		if v < 0 || int(v) >= count {
			return r.fail(o, "vertex %d does not exist: there are %d, the first of which is 0", v, count)
		}
		if !finite(xyz[3*i : 3*i+3]...) {
			return r.fail(o, "the displacement of vertex %d is not finite", v)
		}
	}
	return nil
}

// offset is the displacement of a vertex.
type offset struct {
	vertex uint32
	by     [3]float64
}

const (
	offsetSize = int(unsafe.Sizeof(offset{}))
	deltaSize  = 4 + 3*8
	targetSize = 2 * int(unsafe.Sizeof(pose.Target{})) // twice, for the growth of the slice
)

// target returns the displacements of the vertices of a part.
func (r *Reader) target(n *document.Node, points []int32, xyz []float64, index, part int) (t pose.Target, err error) {
	copies, err := r.copies(n, index, part)
	if err != nil {
		return t, err
	}
	count := 0
	for _, p := range points {
		count += copies.count(p)
	}
	if err := r.Charge(n.Where(), 1, targetSize+deltaSize*count); err != nil {
		return t, err
	}
	kept := r.Charged()
	if err := r.Charge(n.Where(), count, offsetSize); err != nil {
		return t, err
	}
	offsets := make([]offset, 0, count)
	for i, p := range points {
		by := [3]float64(xyz[3*i : 3*i+3])
		if copies == nil {
			offsets = append(offsets, offset{uint32(p), by})
			continue
		}
		for _, v := range copies.of(p) {
			offsets = append(offsets, offset{v, by})
		}
	}
	slices.SortStableFunc(offsets, func(a, b offset) int { return cmp.Compare(a.vertex, b.vertex) })
	r.Refund(kept)
	return merged(offsets), r.Ctx.Err()
}

// merged returns a target of displacements in the order of vertices. Those of one vertex are added.
func merged(offsets []offset) pose.Target {
	t := pose.Target{
		Vertices: make([]uint32, 0, len(offsets)),
		Deltas:   pose.Values{F64: make([]float64, 0, 3*len(offsets)), Stride: 3, Divisor: 1},
	}
	for _, o := range offsets {
		if last := len(t.Vertices) - 1; last >= 0 && t.Vertices[last] == o.vertex {
			for c, d := range o.by {
				t.Deltas.F64[3*last+c] += d
			}
			continue
		}
		t.Vertices = append(t.Vertices, o.vertex)
		t.Deltas.F64 = append(t.Deltas.F64, o.by[:]...)
	}
	return t
}

// copies are the vertices of a part by their control points, nil if they are the control points.
type copies struct {
	// ends are those of control points in vertices.
	ends, vertices []uint32
}

// copies returns the copies of the control points of a mesh in a part.
func (r *Reader) copies(n *document.Node, index, part int) (*copies, error) {
	points := &r.Points[index]
	if points.OfPart == nil {
		return nil, nil
	}
	key := [2]int{index, part}
	if c := r.copied[key]; c != nil {
		return c, nil
	}
	of := points.OfPart[part]
	if err := r.Charge(n.Where(), points.Count+1+len(of), 4); err != nil {
		return nil, err
	}
	starts := make([]uint32, points.Count+1)
	for _, p := range of {
		starts[p+1]++
	}
	for p := range points.Count {
		starts[p+1] += starts[p]
	}
	c := &copies{ends: starts[:points.Count], vertices: make([]uint32, len(of))}
	for v, p := range of {
		c.vertices[starts[p]] = uint32(v)
		starts[p]++
	}
	r.copied[key] = c
	return c, nil
}

// of returns the vertices that are copies of a control point.
func (c *copies) of(point int32) []uint32 {
	start := uint32(0)
	if point > 0 {
		start = c.ends[point-1]
	}
	return c.vertices[start:c.ends[point]]
}

// count returns their number.
func (c *copies) count(point int32) int {
	if c == nil {
		return 1
	}
	return len(c.of(point))
}
