package poses

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// setSeams finds the vertices of the stored mesh that a pose may part.
func (k *subject) setSeams(faces [][3]uint32) {
	one := make([]uint32, len(k.stored.welded.Vertices)) // of each stored vertex, 1 + one of its vertices
	for f, corners := range faces {
		for n, v := range k.stored.welded.Faces[f] {
			if v != mesh.NoVertex {
				one[v] = corners[n] - uint32(k.firstVertex) + 1
			}
		}
	}
	groups := map[uint32][]uint32{}
	for f, corners := range faces {
		for n, v := range k.stored.welded.Faces[f] {
			if v == mesh.NoVertex {
				continue
			}
			if c := corners[n] - uint32(k.firstVertex); c+1 != one[v] {
				if groups[v] == nil {
					groups[v] = []uint32{one[v] - 1}
				}
				if !slices.Contains(groups[v], c) {
					groups[v] = append(groups[v], c)
				}
			}
		}
	}
	for _, g := range groups {
		slices.Sort(g)
		k.seams = append(k.seams, g)
	}
	slices.SortFunc(k.seams, slices.Compare[[]uint32])
}

// gap is how far a seam of a subject comes apart in a sample.
type gap struct {
	subject int
	width   float64
	at      geom.Vec
}

// measureSeams finds the widest gap at the seams of each subject.
func (w *worker) measureSeams(f *found) {
	for k := range w.scene.subjects {
		o := &w.scene.subjects[k]
		if w.without[k] || len(o.seams) == 0 {
			continue
		}
		points, widest := w.positions[o.firstVertex:o.endVertex], gap{subject: k}
		for i, seam := range o.seams {
			p := points[seam[0]]
			if !slices.ContainsFunc(seam[1:], func(v uint32) bool { return points[v] != p }) {
				continue
			}
			w.cracked[k][i] = true
			for _, v := range seam[1:] {
				if d := points[v].Sub(p).Norm(); d > widest.width {
					widest.width, widest.at = d, p
				}
			}
		}
		if widest.width > 0 {
			f.gaps = append(f.gaps, widest)
		}
	}
}
