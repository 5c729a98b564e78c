package batch

import (
	"math"

	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// What a file needs at its peak, in bytes. Measured as the peak of the process less the
// 16 MB that it takes for a file of one triangle:
//
//	binary STL, 200,000 triangles    40 MB, 46 MB with parts or a page    200 to 230 a triangle
//	binary STL, 900,000 triangles   161 MB, 192 MB                        180 to 215
//	binary STL, 998,284 triangles   185 MB, 218 MB, two that cross        185 to 220
//	GLB, 998,284 triangles, 18 MB   167 MB, 206 MB                        150 to 190, and the file
//	text STL, 1,000,000, 154 MB     219 MB, 220 MB                        at most the text and 70
//
// What the collector has not collected yet is in them. A text is gone before the check is
// at its peak, so that the sum of both is more than it needs. A small file costs what its
// scene and the report on it take whatever is in them, some tens of kilobytes.
const (
	leastNeed       = 256 << 10
	needPerTriangle = 240
)

// Need returns about how many bytes of memory it takes to load and check a file, -1 if that
// cannot be known. A file that cannot be opened needs nothing.
func Need(path string) int64 {
	if path == "-" {
		return -1
	}
	w, err := loader.Weigh(path)
	if err != nil {
		return 0
	}
	if w.Bytes < 0 {
		return -1
	}
	return needOf(w)
}

// needOf is what a file of known weight needs.
func needOf(w loader.Weight) int64 {
	const most = math.MaxInt64 / 4
	return leastNeed + needPerTriangle*min(w.Triangles, most/needPerTriangle) + min(w.Held, most) + min(w.Places, most)
}

// Sizes of the pieces of a result in memory, in bytes. A finding has two faces of three
// corners each, and the points where they meet.
const (
	findingSize = 512
	regionSize  = 256
	meshSize    = 1024
)

// Size returns about how many bytes of memory the result of a file takes, its excerpt left
// out.
func Size(f *report.File) int64 {
	if f.Result == nil {
		return meshSize
	}
	n := 0
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		n += meshSize + findingSize*len(m.Findings) + regionSize*len(m.Regions)
	}
	for i := range f.Result.Pairs {
		n += meshSize + findingSize*len(f.Result.Pairs[i].Findings)
	}
	return int64(n)
}
