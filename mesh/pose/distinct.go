package pose

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Distinct returns the shape without the vertices that are, in every pose, where an earlier one is: those with the
// same position, displacements and influences, as the vertices on both sides of a seam. Its parts have those of
// the parts of s that are left, in order. number has, for each vertex of s, the number of the one in its place.
//
// Vertices with the same position only are distinct: a pose may part them.
func (s *Shape) Distinct() (distinct *Shape, number []uint32) {
	v := s.vertices()
	order := make([]uint32, len(v))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(s.compare(&v[a], &v[b]), cmp.Compare(a, b))
	})
	number = make([]uint32, len(v))
	for k, i := range order {
		number[i] = i
		if k > 0 && s.compare(&v[order[k-1]], &v[i]) == 0 {
			number[i] = number[order[k-1]]
		}
	}
	left := make([][]uint32, len(s.Parts)) // within each part
	n := uint32(0)
	for i, first := range number {
		if first == uint32(i) {
			left[v[i].part] = append(left[v[i].part], v[i].index)
			number[i] = n
			n++
		} else {
			number[i] = number[first] // which is less than i
		}
	}
	distinct = &Shape{Parts: make([]Part, len(s.Parts))}
	for k := range s.Parts {
		distinct.Parts[k] = s.Parts[k].only(left[k])
	}
	return distinct, number
}

// vertex is a vertex of a part, with its position as a pose takes it.
type vertex struct {
	position    geom.Vec
	part, index uint32
}

func (s *Shape) vertices() []vertex {
	all := make([]vertex, 0, s.Len())
	for k := range s.Parts {
		for i := range s.Parts[k].Points.Len() {
			all = append(all, vertex{s.Parts[k].position(i), uint32(k), uint32(i)})
		}
	}
	return all
}

// compare orders vertices. It returns 0 for those that are at the same place in every pose.
func (s *Shape) compare(a, b *vertex) int {
	for k := range a.position {
		if c := cmp.Compare(a.position[k], b.position[k]); c != 0 && a.position[k] != b.position[k] { // 0 and -0 are equal
			return c
		}
	}
	p, q := &s.Parts[a.part], &s.Parts[b.part]
	if c := compareInfluences(p.Influences, int(a.index), q.Influences, int(b.index)); c != 0 {
		return c
	}
	for k := range p.Targets {
		d, e := p.Targets[k].delta(a.index), q.Targets[k].delta(b.index)
		for i := range d {
			if c := cmp.Compare(d[i], e[i]); c != 0 && d[i] != e[i] {
				return c
			}
		}
	}
	return 0
}

// compareInfluences orders the influences of vertices. Those without any come first.
func compareInfluences(f *Influences, i int, g *Influences, j int) int {
	switch {
	case f == nil && g == nil:
		return 0
	case f == nil:
		return -1
	case g == nil:
		return 1
	}
	a, v, _ := f.Of(i)
	b, w, _ := g.Of(j)
	return cmp.Or(slices.Compare(a, b), slices.Compare(v, w))
}

// delta returns the displacement of a vertex.
func (t *Target) delta(i uint32) (d geom.Vec) {
	row := int(i)
	if t.Vertices != nil {
		var ok bool
		if row, ok = slices.BinarySearch(t.Vertices, i); !ok {
			return d
		}
	} else if t.Deltas.Rows() == 0 {
		return d
	}
	return geom.Vec{t.Deltas.At(row, 0), t.Deltas.At(row, 1), t.Deltas.At(row, 2)}
}

// vectors are Points that are used as they are.
type vectors []geom.Vec

func (p vectors) Len() int          { return len(p) }
func (p vectors) At(i int) geom.Vec { return p[i] }

// only returns the part with the given vertices only.
func (p *Part) only(of []uint32) Part {
	points := make(vectors, len(of))
	for i, v := range of {
		points[i] = p.position(int(v))
	}
	out := Part{Points: points, Divisor: 1, Targets: make([]Target, len(p.Targets))}
	for k := range p.Targets {
		out.Targets[k] = p.Targets[k].only(of)
	}
	if p.Influences != nil {
		out.Influences = p.Influences.only(of)
	}
	return out
}

// only returns the displacements of the given vertices, without those that are 0.
func (t *Target) only(of []uint32) (out Target) {
	out.Vertices = []uint32{}
	out.Deltas = Values{Stride: 3, Divisor: t.Deltas.Divisor}
	for i, v := range of {
		if d := t.delta(v); d == (geom.Vec{}) {
			continue
		}
		row := int(v)
		if t.Vertices != nil {
			row, _ = slices.BinarySearch(t.Vertices, v)
		}
		at := row * t.Deltas.Stride
		out.Vertices = append(out.Vertices, uint32(i))
		if t.Deltas.F64 != nil {
			out.Deltas.F64 = append(out.Deltas.F64, t.Deltas.F64[at:at+3]...)
		} else {
			out.Deltas.F32 = append(out.Deltas.F32, t.Deltas.F32[at:at+3]...)
		}
	}
	return out
}

// only returns the influences of the given vertices.
func (f *Influences) only(of []uint32) *Influences {
	n := 0
	for _, v := range of {
		joints, _, _ := f.Of(int(v))
		n += len(joints)
	}
	out := NewInfluences(len(of), n)
	for _, v := range of {
		joints, weights, sum := f.Of(int(v))
		for k, j := range joints {
			out.add(j, weights[k])
		}
		out.end(sum)
	}
	return out
}
