package baseline

import (
	"github.com/meshcheck/meshcheck/check"
)

// census counts equal names in a file. Names that several objects share do not identify a finding.
type census struct {
	result  *check.Result
	objects map[names]int // nodes that show a mesh
	hulls   map[names]int
	groups  map[string]int
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
	if r.Hulls() == nil {
		return c
	}
	for i := range r.Hulls().Groups {
		g := &r.Hulls().Groups[i]
		c.groups[g.Name]++
		for k := range g.Hulls {
			c.hulls[names{g.Hulls[k].Object.Path, g.Hulls[k].Object.Name}]++
		}
	}
	return c
}

// identifies reports whether its names distinguish an object from all others. Shells have no names of
// their own.
func (c *census) identifies(o *check.Object) bool {
	if o.Shell >= 0 || c.objects[names{o.Path, o.Name}] > 1 {
		return false
	}
	if o.Part < 0 || o.Mesh < 0 {
		return true
	}
	parts, alike := c.result.Meshes[o.Mesh].Parts, 0
	for k := range parts {
		if parts[k].Name == parts[o.Part].Name {
			alike++
		}
	}
	return alike == 1
}

// identifiesHull is identifies for a collision hull.
func (c *census) identifiesHull(o *check.Object) bool { return c.hulls[names{o.Path, o.Name}] == 1 }
