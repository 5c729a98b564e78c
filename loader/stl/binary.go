package stl

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/hschendel/stl"
	"golang.org/x/sync/errgroup"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// sectionFacets is how many facets are decoded at a time: 400 kB, which fit into a
// processor's cache, and about a millisecond of work.
const sectionFacets = 1 << 13

// decodeBinary reads a binary STL file into one part. The body is cut into
// sections that are read concurrently, each into its own range of the one
// array of positions.
func decodeBinary(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	claimed, _ := facetCount(data)
	warnings, err := checkSize(int64(len(data)), claimed)
	if err != nil {
		return nil, err
	}
	if err := limitFacets(in, claimed, int64(len(data))); err != nil {
		return nil, err
	}
	facets := int(claimed)
	body, xyz := data[headerSize:binarySize(claimed)], make([]float32, facets*floats)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(in.Workers)
	for first := 0; first < facets; first += sectionFacets {
		last := min(facets, first+sectionFacets)
		g.Go(func() error {
			defer in.Progress.Add(int64(last-first) * facetSize)
			return newSection(ctx, body[first*facetSize:last*facetSize]).copyTo(xyz[first*floats : last*floats])
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return newScene("", []mesh.Part{{Positions: mesh.Tight(xyz)}}, warnings...), nil
}

// limitFacets fails for more facets than the limits allow beside held bytes.
func limitFacets(in *source.Input, facets uint32, held int64) error {
	if err := in.LimitTriangles(int64(facets)); err != nil {
		return err
	}
	return in.LimitMemory(held, 4*floats*int64(facets))
}

// checkSize refuses a binary file of another size than its header claims.
// Fewer bytes after the last facet than a facet has give a warning only: with more, the
// count may be wrong, and a part of the model would be missed.
func checkSize(have int64, claimed uint32) (warnings []string, err error) {
	size := binarySize(claimed)
	switch stray := have - size; {
	case stray < 0:
		return nil, &source.FormatError{
			Format: STL,
			Place:  fmt.Sprintf("facet %d (byte %d)", (have-headerSize)/facetSize, have),
			Err:    fmt.Errorf("the file ends here, but its header claims %d facets", claimed),
		}
	case stray >= facetSize:
		return nil, &source.FormatError{
			Format: STL,
			Place:  fmt.Sprintf("facet %d (byte %d)", claimed, size),
			Err:    fmt.Errorf("%d bytes follow the %d facets that the header claims, enough for %d more", stray, claimed, stray/facetSize),
		}
	case stray > 0:
		warnings = append(warnings, fmt.Sprintf("%d stray %s after the last facet", stray, source.Plural(int(stray), "byte")))
	}
	return warnings, nil
}

// section is a run of facets in the form of a whole binary STL file, the only
// thing that the library reads. Its length meets the size equation, by which
// the library tells binary from text.
type section struct {
	ctx  context.Context
	head [headerSize]byte
	body []byte
	off  int64
}

func newSection(ctx context.Context, body []byte) *section {
	s := &section{ctx: ctx, body: body}
	binary.LittleEndian.PutUint32(s.head[headerSize-4:], uint32(len(body)/facetSize))
	return s
}

// copyTo reads the section into xyz, 9 coordinates a facet.
func (s *section) copyTo(xyz []float32) error {
	soup := &soup{xyz: xyz}
	err := stl.CopyAll(s, soup)
	if err := s.ctx.Err(); err != nil {
		return err // the library keeps only the text of what Read returned
	}
	if err == nil && soup.n != len(xyz) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return &source.FormatError{Format: STL, Err: err}
	}
	return nil
}

// Read fills b across the boundary of header and body, because the library expects
// the whole header of a single call.
func (s *section) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n := 0
	if s.off < headerSize {
		n = copy(b, s.head[s.off:])
		s.off += int64(n)
	}
	if s.off >= headerSize {
		k := copy(b[n:], s.body[s.off-headerSize:])
		s.off += int64(k)
		n += k
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Seek moves to an offset as io.Seeker says.
func (s *section) Seek(offset int64, whence int) (int64, error) {
	switch size := int64(headerSize + len(s.body)); whence {
	case io.SeekCurrent:
		offset += s.off
	case io.SeekEnd:
		offset += size
	}
	if offset < 0 || offset > int64(headerSize+len(s.body)) {
		return 0, errors.New("seek outside of the section")
	}
	s.off = offset
	return offset, nil
}

// soup collects the corners of the library's facets.
type soup struct {
	xyz []float32
	n   int
}

var _ stl.Writer = (*soup)(nil)

func (*soup) SetName(string)          {}
func (*soup) SetBinaryHeader([]byte)  {}
func (*soup) SetASCII(bool)           {}
func (*soup) SetTriangleCount(uint32) {}

// AppendTriangle keeps the corners of t as they are.
func (s *soup) AppendTriangle(t stl.Triangle) {
	f := (*[floats]float32)(s.xyz[s.n:])
	v := &t.Vertices
	f[0], f[1], f[2] = v[0][0], v[0][1], v[0][2]
	f[3], f[4], f[5] = v[1][0], v[1][1], v[1][2]
	f[6], f[7], f[8] = v[2][0], v[2][1], v[2][2]
	s.n += floats
}
