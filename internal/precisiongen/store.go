package precisiongen

import (
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// storeAlone stores a scene in one part.
func storeAlone(_ draw, k *sketch, where Storage) ([]Part, [3]float64, bool) {
	vertices, ok := where.round(k.mesh.Vertices, k.fixed)
	return []Part{{where, meshgen.Indexed{Vertices: vertices, Faces: k.mesh.Faces}}}, where.nodeScale(), ok
}

// storeScaled shows a scene by a node that stretches it differently along its axes. That does not change
// verdicts, which depend on the stored numbers.
func storeScaled(d draw, k *sketch, where Storage) (parts []Part, scale [3]float64, ok bool) {
	parts, scale, ok = storeAlone(d, k, where)
	for i := range scale {
		scale[i] = float64(float32(pick(d, 1e-3, 0.1, 0.37, 1, 1, 2.5, 64, 1000)))
	}
	return parts, scale, ok
}

// storeMixed stores the first surface of a scene in float32 numbers that are far finer than a step, and all
// else in integers, normalized ones or not.
func storeMixed(_ draw, k *sketch, where Storage) (parts []Part, scale [3]float64, ok bool) {
	least := geom.BoxOf(k.mesh.Vertices).Min
	fine, coarse := split(k.mesh, k.first)
	one := 1.0
	if where.Kind == Normalized {
		one = normalizedOne
	}
	for i, p := range fine.Vertices {
		for axis := range p {
			fine.Vertices[i][axis] = float64(float32((p[axis] - least[axis]) / one))
		}
	}
	coarse.Vertices, ok = roundIntegers(coarse.Vertices, least, where.Size)
	return []Part{{Storage{Kind: Float32, Size: int(math.Log2(65536 / one))}, fine}, {where, coarse}}, [3]float64{1, 1, 1}, ok
}

// normalizedOne is the integer that means 1.
const normalizedOne = 65535

// split returns the first faces of a mesh and the others, which have no vertex in common, each with its
// vertices.
func split(m meshgen.Indexed, faces int) (first, second meshgen.Indexed) {
	n := uint32(0)
	for _, f := range m.Faces[:faces] {
		n = max(n, f[0]+1, f[1]+1, f[2]+1)
	}
	first = meshgen.Indexed{Vertices: append([]geom.Vec(nil), m.Vertices[:n]...), Faces: m.Faces[:faces]}
	second.Vertices = append([]geom.Vec(nil), m.Vertices[n:]...)
	for _, f := range m.Faces[faces:] {
		second.Faces = append(second.Faces, [3]uint32{f[0] - n, f[1] - n, f[2] - n})
	}
	return first, second
}
