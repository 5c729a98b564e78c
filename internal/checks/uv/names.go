package uv

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// setName returns what a UV set is called: its own name, or its number. names are those of the sets.
func setName(names map[int]string, set int) string {
	return check.UVSetLabel(set, mesh.ShortName(names[set]))
}

// lightmapOf returns the number of the set for light maps, 0 for none. A set of a name that no set has is
// put in names, with a number that none has, so that all parts lack it.
func lightmapOf(o *check.UVOptions, names map[int]string) int {
	if o.LightmapName == "" {
		return o.Lightmap
	}
	free := 1
	for set, name := range names {
		if name == o.LightmapName && set > 0 {
			return set
		}
		free = max(free, set+1)
	}
	names[free] = o.LightmapName
	return free
}
