package batch

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// The peak memory of a file, in bytes. Measured as the peak of the process minus the 16 MB
// for a file of one triangle:
//
//	binary STL, 200,000 triangles    40 MB, 46 MB with parts or a page    200 to 230 a triangle
//	binary STL, 900,000 triangles   161 MB, 192 MB                        180 to 215
//	binary STL, 998,284 triangles   185 MB, 218 MB, two that cross        185 to 220
//	GLB, 998,284 triangles, 18 MB   167 MB, 206 MB                        150 to 190, and the file
//	text STL, 1,000,000, 154 MB     219 MB, 220 MB                        at most the text and 70
//
// The check of UV sets needs more, in addition to the loaded coordinates:
//
//	GLB, 999,698 triangles, one island            535 MB with UV sets, 179 MB without    360 a triangle
//	GLB, 1,008,200 triangles, 5,041 islands       410 MB, 182 MB                         230
//	GLB, 991,232 triangles, all of 256 islands on one another  567 MB, 181 MB            390
//
// The numbers include garbage that is not collected yet. A text is freed before the check
// reaches its peak, so that the sum of both is an upper bound. Any small file needs some tens
// of kilobytes for its scene and report.
const (
	leastNeed         = 256 << 10
	needPerTriangle   = 240
	needPerUVTriangle = 340
)

// Need estimates the memory for loading a file and for some checks of it on so many threads, in bytes,
// and returns it with the size of the file. Both are -1 if they cannot be known, and 0 for a file that
// cannot be opened.
func Need(path string, checks check.Set, threads int) (need, size int64) {
	if path == "-" {
		return -1, -1
	}
	e, err := loader.EstimateFile(path)
	if err != nil {
		return 0, 0
	}
	if e.Bytes < 0 {
		return -1, -1
	}
	return needOf(&e, checks, threads), e.Bytes
}

// needOf returns the memory for a file with the given estimate.
func needOf(e *loader.Estimate, checks check.Set, threads int) int64 {
	need := leastNeed + times(needPerTriangle, e.Triangles) + min(e.Held, most) + min(e.Places, most)
	for _, c := range checks.Members() {
		if of, ok := extras[c]; ok {
			need += of.need(e, int64(threads))
		}
	}
	return need
}

// Sizes of the parts of a result in memory, in bytes. A finding has two faces of three
// corners each, and the points where they meet.
const (
	findingSize = 512
	regionSize  = 256
	meshSize    = 1024
	// islandPairSize is that of two islands that overlap or are too close.
	islandPairSize = 128
)

// Size estimates the memory of the result of a file without its excerpt, in bytes.
func Size(f *report.File) int64 {
	if f.Result == nil {
		return meshSize
	}
	n := 0
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		n += meshSize + findingSize*len(m.Findings) + regionSize*len(m.Regions)
	}
	for i := range f.Result.Pairs() {
		n += meshSize + findingSize*len(f.Result.Pairs()[i].Findings)
	}
	if u := f.Result.UV(); u != nil {
		for i := range u.Sheets {
			n += meshSize + islandPairSize*len(u.Sheets[i].IslandPairs.Listed)
			for k := range u.Sheets[i].Padding {
				n += islandPairSize * len(u.Sheets[i].Padding[k].Listed)
			}
		}
	}
	return int64(n)
}
