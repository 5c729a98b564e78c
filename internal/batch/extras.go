package batch

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
)

// extra is what a check needs besides the triangles of a file.
type extra struct {
	// load asks for what the check reads of a file.
	load func(o *loader.Options)
	// need estimates the memory for loading and checking it, in bytes, on so many threads.
	need func(e *loader.Estimate, threads int64) int64
}

// extras are those of the checks that have one.
var extras = map[check.Set]extra{
	check.UV: {
		load: func(o *loader.Options) { o.UVs = true },
		need: func(e *loader.Estimate, _ int64) int64 {
			return times(needPerUVTriangle, e.Triangles) + min(e.UVs, most)
		},
	},
	check.Poses: {
		load: func(o *loader.Options) { o.Poses = true },
		need: func(e *loader.Estimate, threads int64) int64 {
			return times(needPerPosedTriangle+threads*needPerPoseTriangle, e.Triangles)
		},
	},
}

// What all threads share of a model with poses, and what each has of one pose, in bytes. Measured as
// needPerTriangle is:
//
//	GLB, 999,800 triangles, one skin, 30 MB     373 MB on 1 thread, 475 MB on 2, 1,320 MB on 8
//	GLB, 199,640 triangles with contacts, 6 MB   90 MB on 1 thread, 120 MB on 2,   284 MB on 8
const (
	needPerPosedTriangle = 60
	needPerPoseTriangle  = 140
)

// Loading returns options for loading a file with all that checks need of it.
func Loading(o loader.Options, checks check.Set) loader.Options {
	for _, c := range checks.Members() {
		if of, ok := extras[c]; ok {
			of.load(&o)
		}
	}
	return o
}

// most bounds each summand of an estimate, so that no sum overflows.
const most = 1 << 58

// times returns n times a size in bytes, or most if it is more.
func times(size, n int64) int64 { return size * min(n, most/size) }
