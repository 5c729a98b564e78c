package ply

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// faces reads the faces.
func (r *reader) faces(e *element) error {
	list := e.find("vertex_indices")
	if list < 0 {
		list = e.find("vertex_index")
	}
	if list < 0 || !e.properties[list].list || !e.properties[list].typ.integer() {
		return r.input.Unsupported("", "faces without a list of integers vertex_indices")
	}
	if err := r.refuseUVs(e); err != nil {
		return err
	}
	if err := r.input.Charge("", int(e.count), 4); err != nil {
		return err
	}
	r.ends = make([]uint32, 0, e.count)
	for i := range int(e.count) {
		if err := r.begin(); err != nil {
			return err
		}
		for k := range e.properties {
			var err error
			if p := &e.properties[k]; k == list {
				err = r.corner(p, i)
			} else {
				err = r.skipProperty(p)
			}
			if err != nil {
				return r.fail(e, i, err)
			}
		}
		r.endElement()
		if err := r.input.LimitTriangles(r.triangles); err != nil {
			return err
		}
	}
	return nil
}

// corner reads the corners of face i.
func (r *reader) corner(p *property, i int) error {
	n, err := r.length(p)
	if err != nil {
		return err
	}
	if n > polygon.MaxCorners {
		return fmt.Errorf("has %d corners, more than %d", n, polygon.MaxCorners)
	}
	if len(r.corners)+n > cap(r.corners) {
		// Enough if the other faces have as many corners as those so far.
		room := n + (len(r.corners)+n)*(cap(r.ends)-i)/(i+1)
		room = min(room, (len(r.Data)-r.Pos)/r.leastSize(p)+n, len(r.corners)+n+(1<<16))
		if int64(len(r.corners)+room) > math.MaxUint32 {
			return errors.New("the file has more corners than can be numbered")
		}
		if err := r.input.Charge("", room, 4); err != nil {
			return err
		}
		r.corners = slices.Grow(r.corners, room)
	}
	for range n {
		v, err := r.number(p.typ, &mesh.Digits{})
		if err != nil {
			return err
		}
		if v < 0 || v >= mesh.MaxPoints {
			return fmt.Errorf("vertex %.0f does not exist", v)
		}
		if int64(v) >= r.highest {
			r.highest, r.highestOf = int64(v)+1, i
		}
		r.corners = append(r.corners, uint32(v))
	}
	r.triangles += int64(max(0, n-2))
	r.ends = append(r.ends, uint32(len(r.corners)))
	return nil
}

// leastSize returns the least number of bytes of an element of a list.
func (r *reader) leastSize(p *property) int {
	if r.order == nil {
		return 2
	}
	return p.typ.size()
}

// lastEnd returns 1 for a text, whose last number may end with the file instead of white space.
func (r *reader) lastEnd() int {
	if r.order == nil {
		return 1
	}
	return 0
}

// length reads the length of a list. It fails if the rest of the file is too short for it.
func (r *reader) length(p *property) (int, error) {
	v, err := r.number(p.length, &mesh.Digits{})
	switch {
	case err != nil:
		return 0, err
	case v < 0:
		return 0, fmt.Errorf("a list has %.0f numbers", v)
	case int64(v) > int64(len(r.Data)-r.Pos+r.lastEnd())/int64(r.leastSize(p)):
		return 0, fmt.Errorf("a list of %.0f numbers, more than the rest of the file has", v)
	}
	return int(v), nil
}

// number reads a number.
func (r *reader) number(t numberType, digits *mesh.Digits) (float64, error) {
	if r.order != nil {
		size := t.size()
		if len(r.Data)-r.Pos < size {
			return 0, text.ErrEnd
		}
		v := t.binary(r.order, r.Data[r.Pos:])
		r.Pos += size
		return v, nil
	}
	if !r.OnLine() {
		return 0, r.Missing()
	}
	v, end, err := t.text(r.Data, r.Pos, digits)
	if err == nil {
		r.Pos = end
	}
	return v, err
}

// skipProperty skips a number or a list.
func (r *reader) skipProperty(p *property) error {
	n := 1
	if p.list {
		var err error
		if n, err = r.length(p); err != nil {
			return err
		}
	}
	if r.order != nil {
		if (len(r.Data)-r.Pos)/p.typ.size() < n {
			return text.ErrEnd
		}
		r.Pos += n * p.typ.size()
		return nil
	}
	for range n {
		if !r.OnLine() {
			return r.Missing()
		}
		r.Pos += len(text.Word(r.Data, r.Pos))
	}
	return nil
}
