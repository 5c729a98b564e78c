package ply

import (
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// colored is an element of vertices that have colors, and where its data begins.
type colored struct {
	element  *element
	channels [3]int // properties
	begin    text.Lines
}

// colorLater notes that the data of an element of vertices begins here, if it has colors that are asked
// for: they are read when everything else has been read, so that no fault in them can change that.
func (r *reader) colorLater(e *element) {
	if !r.input.Colors {
		return
	}
	c := &colored{element: e, begin: r.Lines}
	for k, name := range [3]string{"red", "green", "blue"} {
		c.channels[k] = max(e.find(name), e.find("diffuse_"+name))
		if c.channels[k] < 0 || e.properties[c.channels[k]].list || e.properties[c.channels[k]].typ != uint8Type {
			return
		}
	}
	r.colored = c
}

// color gives the part of a scene the colors of its vertices, which are sRGB, if they can be read.
func (r *reader) color(s *mesh.Scene) error {
	c := r.colored
	if c == nil || len(s.Meshes[0].Parts) == 0 {
		return r.ctx.Err()
	}
	n := int(c.element.count)
	if r.input.Charge("", n, 3) != nil {
		return r.ctx.Err()
	}
	colors := make([]uint8, 3*n)
	r.Lines, r.digits = c.begin, &mesh.Digits{} // those so far are of coordinates
	if r.coordinates(c.element, c.channels, func(i int, v float64) { colors[i] = uint8(v) }) == nil {
		s.Meshes[0].Parts[0].Color = &mesh.BaseColor{Factor: [3]float64{1, 1, 1}, Vertices: colors}
	}
	return r.ctx.Err()
}
