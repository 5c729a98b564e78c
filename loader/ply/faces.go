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

var (
	errEnd = errors.New("the file ends here")
	errFew = errors.New("too few numbers")
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
		if err := r.begin(i); err != nil {
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
		room = min(room, (len(r.data)-r.pos)/r.leastSize(p)+n, len(r.corners)+n+(1<<16))
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
	case int64(v) > int64(len(r.data)-r.pos+r.lastEnd())/int64(r.leastSize(p)):
		return 0, fmt.Errorf("a list of %.0f numbers, more than the rest of the file has", v)
	}
	return int(v), nil
}

// number reads a number.
func (r *reader) number(t numberType, digits *mesh.Digits) (float64, error) {
	if r.order != nil {
		size := t.size()
		if len(r.data)-r.pos < size {
			return 0, errEnd
		}
		v := t.binary(r.order, r.data[r.pos:])
		r.pos += size
		return v, nil
	}
	if err := r.nextWord(); err != nil {
		return 0, err
	}
	v, end, err := t.text(r.data, r.pos, digits)
	if err == nil {
		r.pos = end
	}
	return v, err
}

// nextWord moves to the next word of the line.
func (r *reader) nextWord() error {
	i := r.pos
	for i < len(r.data) && r.data[i] != '\n' && r.data[i] != '\r' && text.IsSpace(r.data[i]) {
		i++
	}
	r.pos = i
	switch {
	case i == len(r.data):
		return errEnd
	case r.data[i] == '\n' || r.data[i] == '\r':
		return errFew
	}
	return nil
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
		if (len(r.data)-r.pos)/p.typ.size() < n {
			return errEnd
		}
		r.pos += n * p.typ.size()
		return nil
	}
	for range n {
		if err := r.nextWord(); err != nil {
			return err
		}
		r.pos += len(text.Word(r.data, r.pos))
	}
	return nil
}
