package off

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/text"
	"github.com/meshcheck/meshcheck/mesh"
)

// reader reads a file.
type reader struct {
	ctx   context.Context
	input *source.Input
	text.Lines

	vertices, faces int // as claimed by the header
	xyz             []float64
	digits          mesh.Digits
	positions       mesh.Positions
	cut             polygon.Faces
	corners         []uint32
	room            int // triangles that were charged
}

func newReader(ctx context.Context, in *source.Input, data []byte) *reader {
	return &reader{ctx: ctx, input: in, Lines: text.Lines{Data: data, Line: 1, Comment: '#'}}
}

// header reads the keyword and the counts of a file of the given size. The number of edges may be
// missing.
func (r *reader) header(size int64) error {
	found := keywordOf(r.Data)
	if found == nil {
		return r.fail("", errors.New("the file has no keyword OFF"))
	}
	r.Advance(start(r.Data))
	r.Pos = found[1]
	if word := r.Data[found[0]:found[1]]; found[8] >= 0 || found[10] >= 0 {
		return r.input.Unsupported("", string(word))
	}
	if found[2] >= 0 {
		if err := r.input.RefuseUVs(); err != nil {
			return err
		}
	}
	if r.OnLine() && string(text.Word(r.Data, r.Pos)) == "BINARY" {
		return r.input.Unsupported("", "binary OFF")
	}
	for _, c := range []struct {
		count *int
		what  string
	}{{&r.vertices, "vertices"}, {&r.faces, "faces"}} {
		if c.count == &r.faces && !r.OnLine() {
			return r.fail("", errors.New("the number of faces is missing"))
		}
		r.NextLine()
		n, err := r.integer()
		if err == nil && n < 0 {
			err = fmt.Errorf("%d is not a number of %s", n, c.what)
		}
		// Each takes at least a digit and the end of its line.
		if rest := size - int64(r.Pos); err == nil && n > rest/2+1 {
			err = fmt.Errorf("the header claims %d %s, more than the remaining %d bytes can hold", n, c.what, rest)
		}
		if err != nil {
			return r.fail("", err)
		}
		*c.count = int(n)
	}
	r.EndLine()
	return nil
}

// read reads the vertices and the faces.
func (r *reader) read() (*mesh.Scene, error) {
	if r.vertices > mesh.MaxPoints {
		return nil, r.fail("", fmt.Errorf("the file has more than %d vertices", mesh.MaxPoints))
	}
	if err := r.input.Charge("", r.vertices, 24); err != nil {
		return nil, err
	}
	r.xyz = make([]float64, 0, 3*r.vertices)
	for i := range r.vertices {
		if err := r.begin(); err != nil {
			return nil, err
		}
		if err := r.vertex(); err != nil {
			return nil, r.failElement("vertex", i, r.vertices, err)
		}
	}
	r.positions = mesh.Positions{F64: r.xyz, Text: &r.digits}
	cutter := polygon.NewMeshCutter(&r.positions)
	for i := range r.faces {
		if err := r.begin(); err != nil {
			return nil, err
		}
		if err := r.face(); err != nil {
			return nil, r.failElement("face", i, r.faces, err)
		}
		if err := r.grow(); err != nil {
			return nil, err
		}
		if err := cutter.Add(r.ctx, &r.cut, r.corners); err != nil {
			return nil, err
		}
	}
	return r.cut.Scene(r.positions), nil
}

// grow makes room for the triangles of the corners that were read.
func (r *reader) grow() error {
	n := len(r.cut.Triangles)/3 + max(0, len(r.corners)-2)
	if err := r.input.LimitTriangles(int64(n)); err != nil {
		return err
	}
	if n <= r.room {
		return nil
	}
	room := max(n+n/2, min(r.faces, 1<<16))
	if err := r.input.Charge("", room-r.room, 16); err != nil {
		return err
	}
	r.room = room
	r.cut.Triangles = slices.Grow(r.cut.Triangles, 3*room-len(r.cut.Triangles))
	if r.cut.Faces != nil {
		r.cut.Faces = slices.Grow(r.cut.Faces, room-len(r.cut.Faces))
	}
	return nil
}

// begin moves to the line of an element.
func (r *reader) begin() error {
	r.NextLine()
	return r.input.Passed(r.ctx, r.Pos)
}

// vertex reads the coordinates of a vertex. The rest of the line is ignored.
func (r *reader) vertex() error {
	for range 3 {
		if !r.OnLine() {
			return r.Missing()
		}
		v, end, err := text.Float64(r.Data, r.Pos, &r.digits)
		if err != nil {
			// A comment may follow without a space.
			word, _, _ := bytes.Cut(text.Word(r.Data, r.Pos), []byte("#"))
			if v, end, err = text.Float64(word, 0, &r.digits); err != nil {
				return err
			}
			end += r.Pos
		}
		r.Pos = end
		r.xyz = append(r.xyz, v)
	}
	r.EndLine()
	return nil
}

// face reads the corners of a face. The rest of the line is ignored.
func (r *reader) face() error {
	r.corners = r.corners[:0]
	n, err := r.integer()
	switch {
	case err != nil:
		return err
	case n < 0:
		return fmt.Errorf("has %d corners", n)
	case n > polygon.MaxCorners:
		return fmt.Errorf("has %d corners, more than %d", n, polygon.MaxCorners)
	}
	for range n {
		v, err := r.integer()
		if err != nil {
			return err
		}
		if v < 0 || v >= int64(r.vertices) {
			return fmt.Errorf("vertex %d does not exist: the file has %d, the first of which is 0", v, r.vertices)
		}
		r.corners = append(r.corners, uint32(v))
	}
	r.EndLine()
	return nil
}

// integer reads the next integer on the line.
func (r *reader) integer() (int64, error) {
	if !r.OnLine() {
		return 0, r.Missing()
	}
	word := text.Word(r.Data, r.Pos)
	v, n := text.Int(word)
	if n == 0 || n < len(word) && word[n] != '#' {
		return 0, fmt.Errorf("%s is not an integer", source.Quote(word))
	}
	r.Pos += n
	return v, nil
}

// failElement returns an error with the element and the line. The header claims a number of such
// elements.
func (r *reader) failElement(what string, i, claimed int, err error) error {
	return r.fail(fmt.Sprintf("%s %d", what, i), text.Claimed(err, int64(claimed)))
}

// fail returns an error with the element and the line.
func (r *reader) fail(element string, err error) error {
	place := fmt.Sprintf("line %d", r.Line)
	if element != "" {
		place = fmt.Sprintf("%s (%s)", element, place)
	}
	return r.input.Malformed(place, err)
}
