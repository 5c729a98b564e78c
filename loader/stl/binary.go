package stl

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"github.com/meshcheck/meshcheck/internal/parallel"
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
	err = parallel.Ranges(ctx, in.Workers, len(body), sectionFacets*facetSize, func(lo, hi int) {
		x := indexers.Get().(*mesh.Indexer)
		defer indexers.Put(x)
		indexSection(body[lo:hi], soup, lo/(sectionFacets*facetSize), x)
		in.Progress.Add(int64(hi - lo))
	})
	if err != nil {
		return nil, err
	}
	return sceneOf(ctx, soup, in.Workers, warnings)
}

// indexers are reused, with their memory, from one section and file to the next.
var indexers = sync.Pool{New: func() any { return new(mesh.Indexer) }}

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

// indexSection decodes the facets of a section into a run of a soup. Corners are kept as they are
// stored; normals and the two bytes behind each facet are not read.
func indexSection(section []byte, soup *mesh.Soup, run int, x *mesh.Indexer) {
	soup.Index(run, x)
	for ; len(section) >= facetSize; section = section[facetSize:] {
		corners := (*[4 * floats]byte)(section[normalSize:])
		x.Add(corner(corners, 0), corner(corners, 1), corner(corners, 2))
	}
	soup.Keep(run, x)
}

// corner returns corner k of a facet.
func corner(corners *[4 * floats]byte, k int) (v [3]float32) {
	for c := range v {
		v[c] = math.Float32frombits(binary.LittleEndian.Uint32(corners[12*k+4*c:]))
	}
	return v
}
