package solid

import (
	"iter"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// SignedVolume returns the signed volume within a closed and oriented surface, in its own
// coordinates: the integral of the winding number, positive if normals point outwards.
func SignedVolume(w *mesh.Welded) float64 {
	sum, _ := sixfold(w)
	return sum / 6
}

// inward reports whether the signed volume within a closed and oriented surface is negative
// beyond rounding: its normals point inwards.
func inward(w *mesh.Welded) bool {
	sum, size := sixfold(w)
	return sum < -size*0x1p-50*float64(len(w.Faces)+16)
}

// sixfold returns six times the signed volume, and a bound of what it is the sum of: that
// of the tetrahedra between the triangles and the first vertex.
func sixfold(w *mesh.Welded) (sum, size float64) {
	if len(w.Faces) == 0 {
		return 0, 0
	}
	o := w.Vertices[0]
	for i := range w.Faces {
		t := w.Triangle(i)
		a, b, c := t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)
		sum += geom.TripleProduct(a, b, c)
		size += a.Norm() * b.Norm() * c.Norm()
	}
	return sum, size
}

// VolumeFrom adds up the signed volumes of the tetrahedra between a point and triangles:
// where these are a closed and oriented surface, the volume that it has around it, up to
// rounding whatever the point.
func VolumeFrom(o geom.Vec, triangles iter.Seq[*geom.Triangle]) (sum float64) {
	for t := range triangles {
		sum += geom.TripleProduct(t[0].Sub(o), t[1].Sub(o), t[2].Sub(o)) / 6
	}
	return sum
}
