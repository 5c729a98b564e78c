package excerpt

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// InPlace reports whether a face of a result is that triangle of m. Corners that are
// not finite have lost their values on the way through JSON.
func InPlace(m *mesh.Mesh, world geom.Affine, f *check.Face) bool {
	part, in := m.Locate(f.Triangle)
	if part != f.Part || in != f.InPart {
		return false
	}
	now := world.ApplyTriangle(m.Parts[part].Triangle(in))
	for k, p := range now {
		if p != f.Corners[k] && p.Finite() && f.Corners[k].Finite() {
			return false
		}
	}
	return true
}

// PairsPerFile is how many pairs of objects a page shows in three dimensions.
const PairsPerFile = 200
