package ply

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// reader reads the data of a file.
type reader struct {
	ctx   context.Context
	input *source.Input
	text.Lines
	order  binary.ByteOrder // nil for a text
	digits *mesh.Digits     // nil for a binary file

	positions mesh.Positions
	corners   []uint32 // of all faces
	ends      []uint32 // the end of each face in corners
	triangles int64
	highest   int64 // the greatest vertex of a face, plus 1, and the face
	highestOf int
	colored   *colored // nil for none
}

// read reads all elements.
func (r *reader) read(h *header) (*mesh.Scene, error) {
	for i := range h.elements {
		if err := r.element(&h.elements[i]); err != nil {
			return nil, err
		}
	}
	vertices := r.positions.Len()
	if r.highest > int64(vertices) {
		return nil, r.input.Fail(fmt.Sprintf("face %d", r.highestOf), "vertex %d does not exist: the file has %d, the first of which is 0", r.highest-1, vertices)
	}
	faces, err := r.cut()
	if err != nil {
		return nil, err
	}
	s := faces.Scene(r.positions)
	return s, r.color(s)
}

// cut cuts the faces into triangles.
func (r *reader) cut() (*polygon.Faces, error) {
	f := &polygon.Faces{}
	if len(r.corners) == 3*len(r.ends) && r.triangles == int64(len(r.ends)) && !r.hasShort() {
		f.Triangles = r.corners
		return f, nil
	}
	if err := r.input.Charge("", int(r.triangles), 16); err != nil {
		return nil, err
	}
	f.Triangles = make([]uint32, 0, 3*r.triangles)
	cutter := polygon.NewMeshCutter(&r.positions)
	first := uint32(0)
	for i, end := range r.ends {
		if i&0xffff == 0 && r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		if err := cutter.Add(r.ctx, f, r.corners[first:end]); err != nil {
			return nil, err
		}
		first = end
	}
	return f, nil
}

// hasShort reports whether a face does not have three corners.
func (r *reader) hasShort() bool {
	for i, end := range r.ends {
		if end != uint32(3*(i+1)) {
			return true
		}
	}
	return false
}

// element reads an element.
func (r *reader) element(e *element) error {
	if err := r.checkCount(e); err != nil {
		return err
	}
	var read func(e *element) error
	switch {
	case e.count == 0:
		return nil
	case e.name == "vertex":
		read = r.vertices
	case e.name == "face":
		read = r.faces
	case e.name == "tristrips":
		return r.input.Unsupported("", "element tristrips")
	default:
		read = r.skip
	}
	return read(e)
}

// checkCount refuses more elements than the rest of the file can have.
func (r *reader) checkCount(e *element) error {
	least := int64(1) // in a text, the end of a line
	if r.order != nil {
		least = 0
		for _, p := range e.properties {
			if p.list {
				least += int64(p.length.size())
			} else {
				least += int64(p.typ.size())
			}
		}
	}
	// The last line of a text may end with the file.
	if rest := int64(len(r.Data) - r.Pos); len(e.properties) > 0 && e.count > (rest+1)/least {
		return r.input.Fail("", "the header claims %d elements %s, more than the remaining %d bytes can hold", e.count, source.Quote([]byte(e.name)), rest)
	}
	return nil
}

// vertices reads the vertices.
func (r *reader) vertices(e *element) error {
	axes, err := r.axes(e)
	if err != nil {
		return err
	}
	if err := r.refuseUVs(e); err != nil {
		return err
	}
	r.colorLater(e)
	p := &r.positions
	p.Text = r.digits
	wide := false
	for _, k := range axes {
		t := e.properties[k].typ
		wide = wide || t == float64Type || t == int32Type || t == uint32Type
		p.Single = p.Single || t == float32Type
		if t.integer() {
			p.Step = 1
		}
	}
	n := int(e.count)
	if n > mesh.MaxPoints {
		return r.input.Fail("", "the file has more than %d vertices", mesh.MaxPoints)
	}
	if !wide {
		if err := r.input.Charge("", n, 12); err != nil {
			return err
		}
		p.F32, p.Stride = make([]float32, 3*n), 3
		return r.coordinates(e, axes, func(i int, v float64) { p.F32[i] = float32(v) })
	}
	if err := r.input.Charge("", n, 24); err != nil {
		return err
	}
	p.F64 = make([]float64, 3*n)
	return r.coordinates(e, axes, func(i int, v float64) { p.F64[i] = v })
}

// uvNames are the names of properties that programs use for texture coordinates of vertices and
// faces.
var uvNames = []string{"s", "u", "texture_s", "texture_u", "texcoord"}

// refuseUVs refuses elements with texture coordinates if these are asked for.
func (r *reader) refuseUVs(e *element) error {
	for _, name := range uvNames {
		if e.find(name) >= 0 {
			return r.input.RefuseUVs()
		}
	}
	return nil
}

// axes returns the properties x, y and z.
func (r *reader) axes(e *element) (axes [3]int, err error) {
	for k, name := range [3]string{"x", "y", "z"} {
		axes[k] = e.find(name)
		if axes[k] < 0 || e.properties[axes[k]].list {
			return axes, r.input.Fail("", "the vertices have no property %s that is a number", name)
		}
	}
	return axes, nil
}

// coordinates reads elements and calls set for three numbers of each. axes are the properties that
// have them, or -1 if nothing is of interest.
func (r *reader) coordinates(e *element, axes [3]int, set func(i int, v float64)) error {
	axisOf := make([]int, len(e.properties))
	for i := range axisOf {
		axisOf[i] = slices.Index(axes[:], i)
	}
	if r.order != nil {
		if stride, offsets := layout(e, axes); stride > 0 {
			switch fits := (len(r.Data) - r.Pos) / stride; {
			case fits < int(e.count):
				return r.fail(e, fits, text.ErrEnd)
			case set != nil:
				return r.fixed(e, axes, stride, offsets, set)
			}
			r.Pos += stride * int(e.count)
			return nil
		}
	}
	for i := range int(e.count) {
		if err := r.begin(); err != nil {
			return err
		}
		for k := range e.properties {
			if axisOf[k] < 0 {
				if err := r.skipProperty(&e.properties[k]); err != nil {
					return r.fail(e, i, err)
				}
				continue
			}
			v, err := r.number(e.properties[k].typ, r.digits)
			if err != nil {
				return r.fail(e, i, err)
			}
			set(3*i+axisOf[k], v)
		}
		r.endElement()
	}
	return nil
}

// layout returns the size of an element and the offsets of the axes in it. The size is 0 if the
// element has lists.
func layout(e *element, axes [3]int) (stride int, offsets [3]int) {
	for i, p := range e.properties {
		if p.list {
			return 0, offsets
		}
		if k := slices.Index(axes[:], i); k >= 0 {
			offsets[k] = stride
		}
		stride += p.typ.size()
	}
	return stride, offsets
}

// fixed reads binary elements of a fixed size.
func (r *reader) fixed(e *element, axes [3]int, stride int, offsets [3]int, set func(i int, v float64)) error {
	var types [3]numberType
	for k, i := range axes {
		types[k] = e.properties[i].typ
	}
	floats := types == [3]numberType{float32Type, float32Type, float32Type}
	for i := range int(e.count) {
		if err := r.input.Passed(r.ctx, r.Pos); err != nil {
			return err
		}
		b := r.Data[r.Pos : r.Pos+stride]
		if floats {
			for k, at := range offsets {
				r.positions.F32[3*i+k] = math.Float32frombits(r.order.Uint32(b[at:]))
			}
		} else {
			for k, at := range offsets {
				set(3*i+k, types[k].binary(r.order, b[at:]))
			}
		}
		r.Pos += stride
	}
	return nil
}

// skip reads elements that are of no interest.
func (r *reader) skip(e *element) error {
	if len(e.properties) == 0 {
		return nil // however many there are
	}
	return r.coordinates(e, [3]int{-1, -1, -1}, nil)
}

// begin moves to the beginning of an element.
func (r *reader) begin() error {
	if r.order == nil {
		r.NextLine()
	}
	return r.input.Passed(r.ctx, r.Pos)
}

// fail returns the error for element i.
func (r *reader) fail(e *element, i int, err error) error {
	place := fmt.Sprintf("%s %d (byte %d)", source.Shorten(e.name), i, r.Pos)
	if r.order == nil {
		place = fmt.Sprintf("%s %d (line %d)", source.Shorten(e.name), i, r.Line)
	}
	return r.input.Malformed(place, text.Claimed(err, e.count))
}

// endElement skips the rest of the line of an element in a text.
func (r *reader) endElement() {
	if r.order == nil {
		r.EndLine()
	}
}
