package poses

import (
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// problem is why a subject is not checked in a sample, as the beginning of a sentence about it. If the
// subject is -1, no subject is.
type problem struct {
	subject int
	reason  string
}

// problem returns why a deformed subject cannot be checked at some positions of its vertices, or "".
func (k *subject) problem(points []geom.Vec) string {
	switch {
	case len(points)-countFinite(points) > k.nonfinite:
		return "it has vertices that are not finite"
	case k.flattened(points):
		return "it is flattened"
	}
	return ""
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
