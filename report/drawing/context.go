package drawing

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// picked holds the triangles of a view, in the order of the stage.
type picked struct {
	triangles []pick
	// clusters are the vertices of stand-ins, numbered after those of the stage.
	clusters []geom.Vec
}

// at returns a vertex of the draft or of a stand-in.
func (p *picked) at(d *draft, v uint32) geom.Vec {
	if int(v) < len(d.at) {
		return d.at[v]
	}
	return p.clusters[int(v)-len(d.at)]
}

type pick struct {
	face    int // in the stage; for a stand-in, the triangle it is made from
	corners [3]uint32
	standIn bool
	detail  bool
}

// context picks the selection, and all other triangles if they fit the total, or else a decimated
// version of them.
func (s *selection) context(total int) (*picked, error) {
	if s.finite > total {
		return s.decimate(total - s.n)
	}
	p := &picked{}
	for i, f := range s.faces {
		if f[0] != mesh.NoVertex {
			p.triangles = append(p.triangles, pick{face: i, corners: f, detail: s.taken[i]})
		}
	}
	return p, s.ctx.Err()
}

// clustering is a grid over a box. Its vertices are on a lattice with at most 2^16 points along the
// longest side of the box, whose step is a power of two.
type clustering struct {
	*selection
	low   geom.Vec
	step  float64
	cells uint64   // along 2^16 points
	keys  []uint64 // of each vertex: its cell, or a unique number if it is selected
	// numbers has the cells of stand-ins, in the order of their first corners.
	numbers map[uint64]int
	sums    [][4]uint64 // of the positions of these corners, and their number
}

// decimate picks the selection and at most room triangles that replace the others, by vertex
// clustering (Rossignac and Borrel, Multi-resolution 3D approximations for rendering complex
// scenes, 1993): the vertices in each cell of a grid become one, and triangles that keep three
// corners stay. Vertices of the selection do not move, so it joins its surroundings seamlessly.
func (s *selection) decimate(room int) (*picked, error) {
	c := &clustering{selection: s, numbers: map[uint64]int{}, low: s.box.Min, keys: make([]uint64, len(s.at))}
	d := s.box.Max.Sub(s.box.Min)
	_, e := math.Frexp(max(d[0], d[1], d[2]) / math.MaxUint16)
	c.step = math.Ldexp(1, e)
	for k, x := range c.low {
		c.low[k] = math.Floor(x/c.step) * c.step // points on the lattice then have few digits
	}
	if err := c.choose(room); err != nil {
		return nil, err
	}
	return c.merge(), nil
}

// choose finds approximately the finest grid whose remaining triangles fit the room, and applies
// it. If there is none, it applies a grid without cells.
func (c *clustering) choose(room int) error {
	low, high := uint64(0), uint64(1<<16+1) // cells along a side: low is few enough, high too many
	cells := uint64(max(1, math.Sqrt(float64(max(room, 0))/4)))
	for step := 0; step < 16 && low < cells && cells < high; step++ {
		n, err := c.divide(cells)
		if err != nil {
			return err
		}
		if n > room {
			high = cells
		} else if low = cells; n*10 >= room*9 {
			return nil
		}
		// A surface has as many triangles as the square of the cells along a side. For anything
		// else, bisect in powers.
		next := float64(cells) * math.Sqrt(0.95*float64(room)/float64(max(n, 1)))
		if step >= 3 || next <= float64(low) || next >= float64(high) {
			next = math.Sqrt(float64(max(low, 1)) * float64(high))
		}
		cells = uint64(next)
	}
	_, err := c.divide(low)
	return err
}

// place returns the lattice point nearest to a vertex.
func (c *clustering) place(v uint32) (q [3]uint64) {
	for k := range q {
		if x := (c.at[v][k]-c.low[k])/c.step + 0.5; x > 0 { // false for NaN
			q[k] = uint64(min(x, math.MaxUint16))
		}
	}
	return q
}

// divide applies a grid with the given number of cells along 2^16 points, and returns how many
// triangles stay.
func (c *clustering) divide(cells uint64) (int, error) {
	c.cells = cells
	err := parallel.Ranges(c.ctx, c.workers, len(c.keys), chunk, func(lo, hi int) {
		for v := lo; v < hi; v++ {
			c.keys[v] = c.key(uint32(v))
		}
	})
	if err != nil {
		return 0, err
	}
	var all atomic.Int64
	err = parallel.Ranges(c.ctx, c.workers, len(c.faces), chunk, func(lo, hi int) {
		n := int64(0)
		for i := lo; i < hi; i++ {
			if c.stays(i) {
				n++
			}
		}
		all.Add(n)
	})
	return int(all.Load()), err
}

func (c *clustering) key(v uint32) uint64 {
	if c.rank[v] != unranked {
		return 1<<63 | uint64(v)
	}
	object, found := slices.BinarySearch(c.vertices, int(v)) // keeps objects separate
	if found {
		object++
	}
	key := uint64(object)
	for _, x := range c.place(v) {
		key = key<<16 | x*c.cells>>16
	}
	return key
}

// stays reports whether a triangle outside of the selection keeps three corners.
func (c *clustering) stays(i int) bool {
	f := &c.faces[i]
	if f[0] == mesh.NoVertex || c.taken[i] {
		return false
	}
	p, q, r := c.keys[f[0]], c.keys[f[1]], c.keys[f[2]]
	return p != q && q != r && r != p
}

// merge picks the triangles and makes the vertices of the cells: the mean of the corners in each.
func (c *clustering) merge() *picked {
	p := &picked{}
	seen := map[[3]uint32]bool{}
	for i, f := range c.faces {
		t := pick{face: i, corners: f, detail: c.taken[i]}
		switch {
		case t.detail:
			p.triangles = append(p.triangles, t)
		case c.cells > 0 && c.stays(i):
			for k, v := range f {
				t.corners[k] = c.cluster(v)
				t.standIn = t.standIn || t.corners[k] != v
			}
			if key := sorted(t.corners); !t.standIn || !seen[key] {
				seen[key] = true
				p.triangles = append(p.triangles, t)
			}
		}
	}
	for _, s := range c.sums {
		var mean geom.Vec
		for k := range mean {
			mean[k] = c.low[k] + float64(float64(s[k]/s[3])*c.step)
		}
		p.clusters = append(p.clusters, mean)
	}
	return p
}

// cluster returns the vertex that replaces a corner: the first in its cell if vertices are traced.
func (c *clustering) cluster(v uint32) uint32 {
	if c.rank[v] != unranked {
		return v
	}
	key := c.keys[v]
	k, known := c.numbers[key]
	if c.traced {
		if !known {
			c.numbers[key] = int(v)
		}
		return uint32(c.numbers[key])
	}
	if !known {
		k = len(c.sums)
		c.numbers[key] = k
		c.sums = append(c.sums, [4]uint64{})
	}
	for axis, x := range c.place(v) {
		c.sums[k][axis] += x
	}
	c.sums[k][3]++
	return uint32(len(c.at) + k)
}

func sorted(v [3]uint32) [3]uint32 {
	slices.Sort(v[:])
	return v
}
