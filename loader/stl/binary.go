package stl

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/hschendel/stl"
	"golang.org/x/sync/errgroup"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// sectionFacets is the number of facets that are decoded at a time: 400 kB, which fit into a
// processor's cache and take about a millisecond.
const sectionFacets = 1 << 13

// decodeBinary reads a binary STL file into one part. The body is cut into sections that are
// decoded concurrently, each into a run of the soup.
func decodeBinary(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	claimed, _ := facetCount(data)
	warnings, err := checkSize(int64(len(data)), claimed)
	if err != nil {
		return nil, err
	}
	if err := limitFacets(in, claimed, int64(len(data))); err != nil {
		return nil, err
	}
	body, soup := data[headerSize:binarySize(claimed)], mesh.NewSoup(int(claimed), sectionFacets)
	indexers := sync.Pool{New: func() any { return new(mesh.Indexer) }}
	g, group := errgroup.WithContext(ctx)
	g.SetLimit(in.Workers)
	for k := 0; k*sectionFacets < int(claimed); k++ {
		section := body[k*sectionFacets*facetSize : min(len(body), (k+1)*sectionFacets*facetSize)]
		g.Go(func() error {
			x := indexers.Get().(*mesh.Indexer)
			defer indexers.Put(x)
			defer in.Progress.Add(int64(len(section)))
			return newSection(group, section).index(soup, k, x)
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return sceneOf(ctx, soup, in.Workers, warnings)
}

// sceneOf returns the scene of a binary file.
func sceneOf(ctx context.Context, soup *mesh.Soup, workers int, warnings []string) (*mesh.Scene, error) {
	part, err := soup.Part(ctx, workers)
	if err != nil {
		return nil, err
	}
	return newScene("", []mesh.Part{part}, warnings...), nil
}

// facetMemory is the greatest number of bytes that a facet takes while it is loaded: three indices,
// and three vertices in a run and again in the soup.
const facetMemory = 3*4 + 2*4*floats

// limitFacets fails if the facets exceed the limits, with held bytes in memory.
func limitFacets(in *source.Input, facets uint32, held int64) error {
	if err := in.LimitTriangles(int64(facets)); err != nil {
		return err
	}
	return in.LimitMemory(held, facetMemory*int64(facets))
}

// checkSize refuses a binary file whose size is not that of the facets in its header. Fewer bytes
// after the last facet than a facet has are only a warning. With more, the count may be wrong, and
// part of the model would be missed.
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

// section is a run of facets as a complete binary STL file, the only thing that the library reads.
// Its length is that of its facets, by which the library tells binary files from text.
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

// index decodes the section into a run of a soup.
func (s *section) index(soup *mesh.Soup, run int, x *mesh.Indexer) error {
	soup.Index(run, x)
	err := stl.CopyAll(s, facets{x})
	if err := s.ctx.Err(); err != nil {
		return err // the library keeps only the text of what Read returned
	}
	if complete := soup.Keep(run, x); err == nil && !complete {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return &source.FormatError{Format: STL, Err: err}
	}
	return nil
}

// Read fills b across the boundary between header and body, because the library expects the whole
// header from a single call.
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

// Seek moves to an offset as io.Seeker requires.
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

// facets takes the facets that the library reads.
type facets struct{ *mesh.Indexer }

var _ stl.Writer = facets{}

func (facets) SetName(string)          {}
func (facets) SetBinaryHeader([]byte)  {}
func (facets) SetASCII(bool)           {}
func (facets) SetTriangleCount(uint32) {}

// AppendTriangle keeps the corners of t as they are.
func (f facets) AppendTriangle(t stl.Triangle) {
	v := &t.Vertices
	f.Add(v[0], v[1], v[2])
}
