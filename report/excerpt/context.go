package excerpt

import (
	"math"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/seedhash"
	"github.com/meshcheck/meshcheck/mesh"
)

// picked are the triangles of an excerpt, in the order of the subject.
type picked struct {
	triangles []pick
	// lattice has the vertices of stand-ins.
	lattice lattice
	// clusters are the vertices of stand-ins, numbered after those of the mesh.
	clusters []point
}

type pick struct {
	face    int // of the subject; of a stand-in, the one it is made from
	corners [3]uint32
	standIn bool
	detail  bool
}

// context picks the selection and, of the other triangles, all where the total
// allows, and a decimated likeness otherwise.
func (s *selection) context(total int) (*picked, error) {
	p := &picked{lattice: newLattice(s.box)}
	if s.finite > total {
		return p, s.decimate(p, total-s.n)
	}
	for i, f := range s.faces {
		if f[0] != mesh.NoVertex {
			p.triangles = append(p.triangles, pick{face: i, corners: f, detail: s.taken[i]})
		}
	}
	return p, s.ctx.Err()
}

// point is a place on a lattice.
type point [3]uint16

// lattice has 2^16 points along the longest side of a box.
type lattice struct {
	low  geom.Vec
	step float64
}

func newLattice(b geom.Box) lattice {
	l := lattice{low: b.Min}
	if !b.Empty() {
		d := b.Max.Sub(b.Min)
		l.step = max(d[0], d[1], d[2]) / math.MaxUint16
	}
	return l
}

// nearest returns the lattice point nearest to p.
func (l lattice) nearest(p geom.Vec) (q point) {
	for k := range q {
		if x := (p[k]-l.low[k])/l.step + 0.5; x > 0 { // which no NaN is
			q[k] = uint16(min(x, math.MaxUint16))
		}
	}
	return q
}

// decimate picks the selection and at most room triangles that stand for the
// others, by vertex clustering (Rossignac and Borrel, Multi-resolution 3D
// approximations for rendering complex scenes, 1993): the vertices in each cell of
// a grid become one, and triangles whose corners remain three stay. Vertices of the selection stay
// where they are, so that it is seamlessly joined to what surrounds it.
func (s *selection) decimate(p *picked, room int) error {
	q := make([]point, len(s.at))
	err := parallel.Ranges(s.ctx, s.workers, len(q), excerptChunk, func(lo, hi int) {
		for v := lo; v < hi; v++ {
			q[v] = p.lattice.nearest(s.at[v])
		}
	})
	if err != nil {
		return err
	}
	c := &clustering{selection: s, points: q, keys: make([]uint64, len(q))}
	if err := c.choose(room); err != nil {
		return err
	}
	c.merge(p)
	return nil
}

// clustering is a grid over the lattice.
type clustering struct {
	*selection
	points []point
	keys   []uint64 // of each vertex: its cell, or itself
	rest   []int    // triangles that keep three corners, ascending
}

// choose finds the finest grid, more or less, whose remaining triangles fit the
// room, and keeps those.
func (c *clustering) choose(room int) error {
	low, high := 0, 1<<16+1 // cells along the longest side that are few enough, and too many
	var best []int
	cells := max(1, int(math.Sqrt(float64(room)/4)))
	for step := 0; step < 16 && low < cells && cells < high; step++ {
		if err := c.divide(cells); err != nil {
			return err
		}
		n := len(c.rest)
		if n > room {
			high = cells
		} else {
			low, best = cells, c.rest
			if n*10 >= room*9 {
				break
			}
		}
		// A surface has as many triangles as the square of the cells along a side. What
		// is no surface is bisected, in powers.
		next := float64(cells) * math.Sqrt(0.95*float64(room)/float64(max(n, 1)))
		if step >= 3 || next <= float64(low) || next >= float64(high) {
			next = math.Sqrt(float64(max(low, 1)) * float64(high))
		}
		cells = int(next)
	}
	if c.rest = best; best == nil {
		return nil
	}
	return c.divide(low)
}

// divide lays a grid with the given number of cells along the longest side.
func (c *clustering) divide(cells int) error {
	err := parallel.Ranges(c.ctx, c.workers, len(c.keys), excerptChunk, func(lo, hi int) {
		for v := lo; v < hi; v++ {
			if c.rank[v] != unranked {
				c.keys[v] = 1<<63 | uint64(v)
				continue
			}
			key := uint64(c.objectOf(v)) // so that no two objects grow together
			for _, x := range c.points[v] {
				key = key<<16 | uint64(x)*uint64(cells)>>16
			}
			c.keys[v] = key
		}
	})
	if err != nil {
		return err
	}
	rest := make([][]int, (len(c.faces)+excerptChunk-1)/excerptChunk)
	err = parallel.Tasks(c.ctx, c.workers, len(rest), func(_, k int) {
		for i := k * excerptChunk; i < min(len(c.faces), (k+1)*excerptChunk); i++ {
			f := &c.faces[i]
			if f[0] == mesh.NoVertex || c.taken[i] {
				continue
			}
			if a, b, d := c.keys[f[0]], c.keys[f[1]], c.keys[f[2]]; a != b && b != d && d != a {
				rest[k] = append(rest[k], i)
			}
		}
	})
	c.rest = slices.Concat(rest...)
	return err
}

// merge makes the vertices of the cells and picks the triangles.
func (c *clustering) merge(p *picked) {
	number := c.clusters(p)
	seen := make(map[[3]uint32]bool, len(c.rest))
	rest := c.rest
	for i, f := range c.faces {
		if c.taken[i] {
			p.triangles = append(p.triangles, pick{face: i, corners: f, detail: true})
			continue
		}
		if len(rest) == 0 || rest[0] != i {
			continue
		}
		rest = rest[1:]
		t := pick{face: i}
		for k, v := range f {
			t.corners[k] = number[v]
			t.standIn = t.standIn || number[v] != v
		}
		if key := sorted(t.corners); !t.standIn || !seen[key] {
			seen[key] = true
			p.triangles = append(p.triangles, t)
		}
	}
}

func sorted(v [3]uint32) [3]uint32 {
	slices.Sort(v[:])
	return v
}

// clusters numbers the cells, in the order of their first vertices, and puts into
// each the mean of its vertices. It returns for each vertex what it becomes.
func (c *clustering) clusters(p *picked) []uint32 {
	number := make([]uint32, len(c.keys))
	cells := newCellTable(len(c.rest))
	for _, i := range c.rest {
		for _, v := range c.faces[i] {
			if c.rank[v] == unranked {
				cells.add(c.keys[v])
			}
		}
	}
	sums := make([][4]uint64, cells.n)
	for v, key := range c.keys {
		number[v] = uint32(v)
		if c.rank[v] != unranked {
			continue
		}
		if k, ok := cells.find(key); ok {
			number[v] = uint32(len(c.at) + k)
			for axis, x := range c.points[v] {
				sums[k][axis] += uint64(x)
			}
			sums[k][3]++
		}
	}
	for _, s := range sums {
		p.clusters = append(p.clusters, point{uint16(s[0] / s[3]), uint16(s[1] / s[3]), uint16(s[2] / s[3])})
	}
	return number
}

// cellTable numbers keys in the order in which they are added: a hash table with
// linear probing, at most half full, for keys below 2^64-1.
type cellTable struct {
	keys    []uint64 // plus one
	numbers []uint32
	seed    seedhash.Seed
	n       int
}

// newCellTable returns an empty table for up to three keys for each triangle.
func newCellTable(triangles int) *cellTable {
	size := bits.Len(uint(6*triangles + 1))
	return &cellTable{keys: make([]uint64, 1<<size), numbers: make([]uint32, 1<<size), seed: seedhash.OfProcess()}
}

// slot returns where key is, or where it belongs.
func (t *cellTable) slot(key uint64) int {
	k := int(t.seed.Hash(key, 0, 0)) & (len(t.keys) - 1)
	for t.keys[k] != 0 && t.keys[k] != key+1 {
		k = (k + 1) & (len(t.keys) - 1)
	}
	return k
}

func (t *cellTable) add(key uint64) {
	if k := t.slot(key); t.keys[k] == 0 {
		t.keys[k], t.numbers[k] = key+1, uint32(t.n)
		t.n++
	}
}

// find returns the number of key, if it has one.
func (t *cellTable) find(key uint64) (number int, ok bool) {
	k := t.slot(key)
	return int(t.numbers[k]), t.keys[k] != 0
}
