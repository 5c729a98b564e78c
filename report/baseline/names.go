package baseline

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// census counts equal names in a file. Names that several objects share do not identify a finding.
type census struct {
	result  *check.Result
	objects map[names]int // nodes that show a mesh
	hulls   map[names]int
	groups  map[string]int // of hulls
}

// names are the path of a node and the name of its mesh.
type names struct{ path, mesh string }

func censusOf(r *check.Result) *census {
	c := &census{r, map[names]int{}, map[names]int{}, map[string]int{}}
	for i := range r.Meshes {
		for _, path := range r.Meshes[i].Instances {
			c.objects[names{path, r.Meshes[i].Name}]++
		}
	}
	if hulls := r.Hulls(); hulls != nil {
		for _, g := range hulls.Groups {
			c.groups[g.Name]++
			for _, h := range g.Hulls {
				c.hulls[names{h.Object.Path, h.Object.Name}]++
			}
		}
	}
	return c
}

// identifies reports whether its names distinguish an issue from all others, wherever it is. A mesh
// may have several regions.
func (c *census) identifies(is *check.Issue) bool {
	switch {
	case is.At.List == check.Regions:
		return false
	case is.At.List == check.Pairs:
		return !slices.ContainsFunc(is.Subjects, func(o check.Object) bool { return c.objects[names{o.Path, o.Name}] > 1 || !c.isOnlyPart(&o) })
	case is.At.List == check.HullFindings && is.Whole:
		return c.groups[is.Group] == 1
	case is.At.List == check.HullFindings:
		return !slices.ContainsFunc(is.Subjects, func(o check.Object) bool { return c.hulls[names{o.Path, o.Name}] > 1 })
	}
	return true
}

// isOnlyPart reports whether an object is a whole mesh, or the only part of it with its name.
// Shells have no names of their own.
func (c *census) isOnlyPart(o *check.Object) bool {
	if o.Shell >= 0 || o.Part < 0 || o.Mesh < 0 {
		return o.Shell < 0
	}
	parts := c.result.Meshes[o.Mesh].Parts
	named := func(p check.PartInfo) bool { return p.Name == parts[o.Part].Name }
	return slices.IndexFunc(parts, named) == o.Part && !slices.ContainsFunc(parts[o.Part+1:], named)
}
