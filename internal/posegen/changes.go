package posegen

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Clone returns a copy that shares nothing with m but the geometry of meshes.
func (m *Model) Clone() *Model {
	out := &Model{Nodes: slices.Clone(m.Nodes)}
	meshes, skins := map[*Mesh]*Mesh{}, map[*Skin]*Skin{}
	for i := range out.Nodes {
		n := &out.Nodes[i]
		n.Mesh, n.Skin = copied(meshes, n.Mesh), copied(skins, n.Skin)
	}
	for _, c := range m.Clips {
		c.Channels = slices.Clone(c.Channels)
		out.Clips = append(out.Clips, c)
	}
	return out
}

// copied returns the copy of x, nil for nil.
func copied[T any](known map[*T]*T, x *T) *T {
	if x == nil {
		return nil
	}
	if known[x] == nil {
		y := *x
		known[x] = &y
	}
	return known[x]
}

// Moved returns the model as a whole moved: all roots are below a new node, the last one.
func (m *Model) Moved(at geom.Vec, by Quaternion) *Model {
	out := m.Clone()
	top := out.Add("moved", -1, at)
	out.Nodes[top].Rotation = by
	for i := range out.Nodes[:top] {
		if out.Nodes[i].Parent < 0 {
			out.Nodes[i].Parent = top
		}
	}
	return out
}

// Faster returns the model with all times divided by a factor, and tangents multiplied by it. If that is a power of
// two, the poses at keys and at equal steps between them are the same.
func (m *Model) Faster(factor float64) *Model {
	out := m.Clone()
	for i := range out.Clips {
		for k := range out.Clips[i].Channels {
			out.Clips[i].Channels[k].hurry(factor)
		}
	}
	return out
}

func (c *Channel) hurry(factor float64) {
	c.Times = slices.Clone(c.Times)
	for n := range c.Times {
		c.Times[n] /= factor
	}
	if c.Mode != "CUBICSPLINE" {
		return
	}
	c.Values = slices.Clone(c.Values)
	width := len(c.Values) / len(c.Times) / 3
	for i := range c.Values {
		if i/width%3 != 1 {
			c.Values[i] *= factor
		}
	}
}

// Split returns the model with each clip in two: up to the key of a number, and from there on. In each clip, the
// channels with several keys must have their keys at the same times.
func (m *Model) Split(at int) *Model {
	out := m.Clone()
	out.Clips = nil
	for _, c := range m.Clips {
		before, after := Clip{Name: c.Name + " 1"}, Clip{Name: c.Name + " 2"}
		for _, ch := range c.Channels {
			before.Channels = append(before.Channels, ch.between(0, at))
			after.Channels = append(after.Channels, ch.between(at, len(ch.Times)-1))
		}
		out.Clips = append(out.Clips, before, after)
	}
	return out
}

// between returns the channel with the keys from one to another only. A single key stays.
func (c Channel) between(from, to int) Channel {
	if len(c.Times) == 1 {
		return c
	}
	if to >= len(c.Times) || from >= to {
		panic(fmt.Sprintf("posegen: no keys %d to %d of %d", from, to, len(c.Times)))
	}
	row := len(c.Values) / len(c.Times)
	c.Times, c.Values = slices.Clone(c.Times[from:to+1]), c.Values[row*from:row*(to+1)]
	return c
}

// Shuffled returns the model with everything in another order whose order means nothing: the joints of skins, the
// influences of vertices, the channels of clips and, if triangles says so, the triangles of meshes.
func (m *Model) Shuffled(rng *rand.Rand, triangles bool) *Model {
	out := m.Clone()
	number := map[*Skin][]int{}
	for i := range out.Nodes {
		if s := out.Nodes[i].Skin; s != nil && number[s] == nil {
			number[s] = s.shuffle(rng)
		}
	}
	done := map[*Mesh]bool{}
	for i := range out.Nodes {
		n := &out.Nodes[i]
		if n.Mesh == nil || done[n.Mesh] {
			continue
		}
		done[n.Mesh] = true
		if n.Skin != nil {
			n.Mesh.renumber(rng, number[n.Skin])
		}
		if triangles {
			n.Mesh.Faces = slices.Clone(n.Mesh.Faces)
			rng.Shuffle(len(n.Mesh.Faces), func(i, j int) { n.Mesh.Faces[i], n.Mesh.Faces[j] = n.Mesh.Faces[j], n.Mesh.Faces[i] })
		}
	}
	for _, c := range out.Clips {
		rng.Shuffle(len(c.Channels), func(i, j int) { c.Channels[i], c.Channels[j] = c.Channels[j], c.Channels[i] })
	}
	return out
}

// shuffle puts the joints in another order and returns the new number of each.
func (s *Skin) shuffle(rng *rand.Rand) []int {
	order := rng.Perm(len(s.Joints))
	joints, bind, number := s.Joints, s.InverseBind, make([]int, len(order))
	s.Joints = make([]int, len(order))
	if bind != nil {
		s.InverseBind = make([]geom.Affine, len(order))
	}
	for to, from := range order {
		s.Joints[to], number[from] = joints[from], to
		if bind != nil {
			s.InverseBind[to] = bind[from]
		}
	}
	return number
}

// renumber gives the joints of all influences new numbers, and puts the influences of each vertex in another order.
// Vertices with the same influences keep them in the same order.
func (m *Mesh) renumber(rng *rand.Rand, number []int) {
	rank := rng.Perm(len(number))
	m.Influences = slices.Clone(m.Influences)
	for v, list := range m.Influences {
		list = slices.Clone(list)
		for k := range list {
			list[k].Joint = number[list[k].Joint]
		}
		slices.SortFunc(list, func(a, b Influence) int { return cmp.Compare(rank[a.Joint], rank[b.Joint]) })
		m.Influences[v] = list
	}
}
