package rig

import (
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// influences are those of control points, with what is found about them.
type influences struct {
	// ends are those of control points in of.
	ends []uint32
	of   []pose.Influence
	// free is the joint of vertices without influences, and freed whether there are some.
	free     int
	freed    bool
	negative bool
	// zero and off are the numbers of vertices of triangles whose weights are 0 together, or not 1; low and
	// high are the least and the greatest sum of these.
	zero, off int
	low, high float64
}

// influencesOf lists the influences of so many control points.
func (r *Reader) influencesOf(s *skin, points int) (*influences, error) {
	f := &influences{low: math.Inf(1), high: math.Inf(-1)}
	n := 0
	for i := range s.clusters {
		n += len(s.clusters[i].vertices)
	}
	const influenceSize = 16
	if err := r.Charge(s.object.Node.Where(), 1, 4*(points+1)+influenceSize*n); err != nil {
		return nil, err
	}
	starts := make([]uint32, points+1)
	each := func(do func(vertex int32, joint int, weight float64)) {
		for i := range s.clusters {
			c := &s.clusters[i]
			for k, v := range c.vertices {
				if c.weights[k] != 0 {
					do(v, i, c.weights[k])
				}
			}
		}
	}
	each(func(v int32, _ int, w float64) {
		starts[v+1]++
		f.negative = f.negative || w < 0
	})
	for v := range points {
		starts[v+1] += starts[v]
	}
	f.of = make([]pose.Influence, starts[points])
	each(func(v int32, joint int, w float64) {
		f.of[starts[v]] = pose.Influence{Joint: uint16(joint), Weight: w}
		starts[v]++
	})
	f.ends = starts[:points]
	return f, r.Ctx.Err()
}

// at returns the influences of a control point.
func (f *influences) at(point int) []pose.Influence {
	start := uint32(0)
	if point > 0 {
		start = f.ends[point-1]
	}
	return f.of[start:f.ends[point]]
}

// giveInfluences gives the parts of a geometry the influences of their control points.
func (r *Reader) giveInfluences(g *geometry, f *influences, o *Object, index int) error {
	points, m := &r.Points[index], r.Scene.Meshes[index]
	for k := range m.Parts {
		vertices, n := m.Parts[k].Positions.Len(), 0
		for v := range vertices {
			n += max(1, len(f.at(points.of(k, v))))
		}
		if err := r.Charge(o.Node.Where(), 1, pose.InfluencesSize(vertices, n)); err != nil {
			return err
		}
		out, of := pose.NewInfluences(vertices, n), []pose.Influence(nil)
		used := usedOf(&m.Parts[k])
		for v := range vertices {
			if of = append(of[:0], f.at(points.of(k, v))...); len(of) == 0 {
				f.freed = true
				of = append(of, pose.Influence{Joint: uint16(f.free), Weight: 1})
			}
			f.note(out.Add(of), used[v])
			if v%4096 == 0 && r.Ctx.Err() != nil {
				return r.Ctx.Err()
			}
		}
		g.shape.Parts[k].Influences = out
	}
	r.warnOfWeights(f, o)
	return nil
}

// usedOf reports which vertices of a part are those of triangles.
func usedOf(p *mesh.Part) []bool {
	used := make([]bool, p.Positions.Len())
	for c := range 3 * p.Triangles() {
		used[p.Corner(c)] = true
	}
	return used
}

// note notes the sum of the weights of a vertex.
func (f *influences) note(sum float64, used bool) {
	const tolerance = 1e-3
	switch {
	case !used:
	case sum == 0:
		f.zero++
	case math.Abs(sum-1) > tolerance:
		f.off++
		f.low, f.high = min(f.low, sum), max(f.high, sum)
	}
}

// warnOfWeights warns of weights that are not as they should be.
func (r *Reader) warnOfWeights(f *influences, o *Object) {
	if f.negative {
		r.warn("%s has negative weights", o.label())
	}
	if f.zero > 0 {
		r.warn("%s: the weights of %s are 0; they follow their first joint", o.label(), vertices(f.zero))
	}
	if f.off > 0 {
		r.warn("%s: the weights of %s add up to %.3g to %.3g instead of 1; they are divided by the sum", o.label(), vertices(f.off), f.low, f.high)
	}
}

func vertices(n int) string {
	if n == 1 {
		return "1 vertex"
	}
	return fmt.Sprint(n, " vertices")
}
