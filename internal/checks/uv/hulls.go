package uv

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks"
)

// hullParts returns a function that reports whether a part is shown, but only as a collision hull: nobody
// sees it, so it has no light map.
func hullParts(j *checks.Job) func(check.PartRef) bool {
	type object struct{ mesh, number int } // number is that of mesh.Instance.Object
	var hulls, others map[object]bool
	find := func() {
		hulls, others = map[object]bool{}, map[object]bool{}
		only := j.OnlyHulls()
		for i, in := range j.Scene.Shown() {
			if only != nil && only[i] {
				hulls[object{in.Mesh, in.Object}] = true
			} else {
				others[object{in.Mesh, in.Object}] = true
			}
		}
	}
	return func(ref check.PartRef) bool {
		if hulls == nil { // hulls are searched for only if a part lacks the set
			find()
		}
		whole, own := object{ref.Mesh, 0}, object{ref.Mesh, j.Scene.Meshes[ref.Mesh].Parts[ref.Part].Object + 1}
		return (hulls[whole] || hulls[own]) && !others[whole] && !others[own]
	}
}
