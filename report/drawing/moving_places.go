package drawing

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// complete adds the clips and the places.
func (m *moving) complete() {
	m.out.Clips, m.out.Places = nil, nil
	for i := range m.clips {
		m.out.Clips = append(m.out.Clips, m.clips[i].MotionClip)
	}
	at := map[int]int{} // of the embedded triangles in the view, by their numbers
	for k := range m.out.View.Triangles {
		if face := m.out.View.Triangles[k].Face; face >= 0 {
			at[int(face)] = k
		}
	}
	for i := range m.places {
		if p, ok := m.place(&m.places[i], at); ok {
			m.out.Places = append(m.out.Places, p)
		}
	}
}

// place returns a place. ok is false if its worst sample cannot be posed.
func (m *moving) place(from *movingPlace, at map[int]int) (p MotionPlace, ok bool) {
	is, frame := from.issue, m.out.View.Frame
	sample, found := slices.BinarySearch(m.clips[from.clip].Times, is.Pose.Time)
	if !found {
		return p, false
	}
	p = MotionPlace{At: is.At, Clip: from.clip, Sample: sample, Findings: []Finding{}, Places: frame.singles(is.Places)}
	for k, instance := range from.instances {
		p.Objects[k] = m.of[instance]
	}
	box := geom.EmptyBox()
	for k := range is.Findings {
		f := &is.Findings[k]
		a, b, known := m.trianglesOf(from, f)
		_, first := at[a]
		_, second := at[b]
		if !known || !first || !second {
			p.Omitted++
			continue
		}
		if len(p.Findings) == 0 {
			p.Rest = m.middle(at[a])
		}
		out := newFinding(f, frame)
		out.A, out.B, out.Region = a, b, 0
		p.Findings = append(p.Findings, out)
		box = box.Union(f.A.Corners.Box()).Union(f.B.Corners.Box())
	}
	if len(p.Findings) == 0 {
		for _, q := range is.Places {
			box = box.Include(q)
		}
		if len(p.Places) > 0 {
			p.Rest = p.Places[0]
		}
	}
	p.Box = Bounds(box)
	return p, true
}

// middle returns the middle of a triangle of the view in the default pose.
func (m *moving) middle(triangle int) Single {
	var sum geom.Vec
	for _, c := range m.out.View.Triangles[triangle].Corners {
		sum = sum.Add(m.out.View.Points[c].Vec())
	}
	return singleOf(sum.Scale(1.0 / 3))
}

// finite reports whether all numbers of a motion are finite.
func (m *Motion) finite() bool {
	lists := [][]float32{m.Rest, m.RestWeights}
	for k := range m.Clips {
		lists = append(lists, m.Clips[k].Matrices, m.Clips[k].Weights)
	}
	points := [][]Single{m.Stored, m.View.Points}
	for k := range m.Targets {
		points = append(points, m.Targets[k].Deltas)
	}
	for _, of := range points {
		for i := range of {
			lists = append(lists, of[i][:])
		}
	}
	for _, list := range lists {
		for _, x := range list {
			if !(math.Abs(float64(x)) <= math.MaxFloat32) {
				return false
			}
		}
	}
	return true
}
