package drawing

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// source is where a point of a motion comes from: an object of the motion and a vertex of a part of its shape.
type source struct{ object, part, vertex int }

// sources returns where the points of a view come from. The number of each in its draft is in traced.
func (m *moving) sources(traced []uint32) []source {
	type run struct {
		end int
		of  source
	}
	var runs []run
	for k := range m.objects {
		end := m.objects[k].first
		for part := range m.rig.Objects[m.objects[k].rigged].Shape.Parts {
			first := end
			end += m.rig.Objects[m.objects[k].rigged].Shape.Parts[part].Points.Len()
			runs = append(runs, run{end, source{k, part, first}})
		}
	}
	out := make([]source, len(traced))
	for i, v := range traced {
		at, _ := slices.BinarySearchFunc(runs, int(v)+1, func(r run, end int) int { return cmp.Compare(r.end, end) })
		of := runs[at].of
		of.vertex = int(v) - of.vertex
		out[i] = of
	}
	return out
}

// bind sets what moves the points of the view.
func (m *moving) bind(traced []uint32) {
	sources := m.sources(traced)
	m.out.Rest, m.out.RestWeights = m.rest, m.restWeights
	influences := make([][]influence, len(sources))
	m.out.Influences = 1
	for i, s := range sources {
		influences[i] = m.influencesOf(s)
		m.out.Influences = max(m.out.Influences, len(influences[i]))
	}
	for _, of := range influences {
		for k := range m.out.Influences {
			var x influence
			if k < len(of) {
				x = of[k]
			}
			m.out.Joints, m.out.Weights = append(m.out.Joints, x.matrix), append(m.out.Weights, x.weight)
		}
	}
	m.displace(sources)
}

// influence is an influence of a point, as in Motion.
type influence struct {
	matrix uint16
	weight int32
}

// influencesOf returns the influences of a point, the greatest if there are many.
func (m *moving) influencesOf(s source) (out []influence) {
	at := m.objects[s.object].rigged
	o := &m.rig.Objects[at]
	f := o.Shape.Parts[s.part].Influences
	if o.Skin == pose.NoSkin || f == nil {
		return []influence{{uint16(m.movers.of[matrixKey{pose.NoSkin, at}]), fullWeight}}
	}
	joints, weights, _ := f.Of(s.vertex)
	order := all(len(joints))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(abs(weights[j]), abs(weights[i])) })
	sum, left := 0.0, int32(fullWeight)
	for _, i := range order[:min(len(order), mostInfluences)] {
		sum += weights[i]
	}
	if !(abs(sum) > 1e-6) { // negative weights
		order, sum = order[:1], weights[order[0]]
	}
	for _, i := range order[:min(len(order), mostInfluences)] {
		w := int32(weights[i] / sum * fullWeight)
		out = append(out, influence{uint16(m.movers.of[matrixKey{o.Skin, int(joints[i])}]), w})
		left -= w
	}
	out[0].weight += left
	return out
}

func abs(x float64) float64 { return max(x, -x) }

// displace sets the stored points and the targets.
func (m *moving) displace(sources []source) {
	rest := pose.NewEvaluator(m.rig)
	number := map[targetKey]int{}
	for n, k := range m.movers.targets {
		number[k] = n
	}
	m.out.Stored = make([]Single, len(sources))
	m.out.Targets = make([]MotionTarget, len(m.movers.targets))
	for i, s := range sources {
		at := m.objects[s.object].rigged
		part := &m.rig.Objects[at].Shape.Parts[s.part]
		p := part.Points.At(s.vertex) // distinct vertices are not divided
		for t := range part.Targets {
			d := part.Targets[t].Delta(s.vertex)
			n, animated := number[targetKey{at, t}]
			switch {
			case d == (geom.Vec{}):
			case animated:
				target := &m.out.Targets[n]
				target.Points, target.Deltas = append(target.Points, uint32(i)), append(target.Deltas, singleOf(d))
			default:
				p = p.Add(d.Scale(rest.Weights(at)[t]))
			}
		}
		m.out.Stored[i] = singleOf(p)
	}
}

func singleOf(p geom.Vec) Single { return Single{float32(p[0]), float32(p[1]), float32(p[2])} }
