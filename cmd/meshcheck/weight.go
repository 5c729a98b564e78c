package main

import (
	"math"

	"github.com/meshcheck/meshcheck/loader"
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

// need is about what it takes to load and check a file, -1 if that cannot be known. A
// file that cannot be opened needs nothing.
func (r *runner) need(path string) int64 {
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
	need := needOf(w)
	if against := r.settings.hulls.against; against != "" && path != against {
		beside := r.need(against)
		if beside < 0 {
			return -1
		}
		need += beside
	}
	return need
}

// needOf is what a file of known weight needs.
func needOf(w loader.Weight) int64 {
	const most = math.MaxInt64 / 4
	return leastNeed + needPerTriangle*min(w.Triangles, most/needPerTriangle) + min(w.Held, most) + min(w.Places, most)
}
