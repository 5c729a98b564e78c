package excerpt

import (
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// shape is what an excerpt has of a subject, with places as a graphics card takes them.
type shape struct {
	// frame maps the places here into the world: p is at origin + scale·p.
	frame Frame
	// vertices of the meshes themselves, numbered by their first use.
	vertices []Single
	// clusters are vertices of stand-ins, numbered after those of the mesh, on the
	// lattice low + step·q.
	clusters  []point
	low, step Single
	triangles []shapeTriangle
}

type shapeTriangle struct {
	corners     [3]uint32
	face        int // -1 for a stand-in
	object      int
	part, shell int
	detail      bool
}

// Single is a point in single precision.
type Single [3]float32

func (p Single) Vec() geom.Vec { return geom.Vec{float64(p[0]), float64(p[1]), float64(p[2])} }

// Frame is a system of coordinates in which a box is of a size and at a distance
// that single precision can do with.
type Frame struct {
	origin geom.Vec
	Scale  float64 // a power of two
}

// newFrame returns the world's own frame where it will do, so that coordinates of
// models in single precision stay what they are.
func newFrame(b geom.Box) Frame {
	f := Frame{Scale: 1}
	if b.Empty() {
		return f
	}
	d := b.Max.Sub(b.Min)
	size := max(d[0], d[1], d[2])
	reach := 0.0
	for k := range d {
		if far := max(math.Abs(b.Min[k]), math.Abs(b.Max[k])); far > 4*size {
			f.origin[k] = b.Min[k]/2 + b.Max[k]/2
			far = size
			reach = max(reach, far)
		} else {
			reach = max(reach, far)
		}
	}
	if _, e := math.Frexp(reach); reach > 0 && (e < -60 || e > 60) {
		f.Scale = math.Ldexp(1, e)
	}
	return f
}

// single returns p in the frame.
func (f Frame) single(p geom.Vec) Single {
	d := p.Sub(f.origin)
	var q Single
	for k := range q {
		q[k] = float32(d[k]/f.Scale) + 0 // no -0
	}
	return q
}

// shape numbers the vertices of what is picked and names its triangles.
func (d *draft) shape(p *picked) shape {
	s := shape{frame: newFrame(d.box), clusters: p.clusters}
	s.low = s.frame.single(p.lattice.low)
	step := float32(p.lattice.step / s.frame.Scale)
	s.step = Single{step, step, step}
	number := make([]uint32, len(d.at))
	for _, t := range p.triangles {
		for _, v := range t.corners {
			if int(v) < len(d.at) && number[v] == 0 {
				s.vertices = append(s.vertices, s.frame.single(d.at[v]))
				number[v] = uint32(len(s.vertices)) // plus one
			}
		}
	}
	object, part := 0, 0
	for _, t := range p.triangles {
		for object+1 < len(d.objects) && t.face >= d.objects[object+1].first {
			object, part = object+1, 0
		}
		o := &d.objects[object]
		for part+1 < len(o.parts) && t.face-o.first >= o.parts[part+1].First {
			part++
		}
		out := shapeTriangle{face: t.face, object: object, part: part, shell: int(d.shell[d.faces[t.face][0]]), detail: t.detail}
		for k, v := range t.corners {
			if int(v) < len(d.at) {
				out.corners[k] = number[v] - 1
			} else {
				out.corners[k] = uint32(len(s.vertices) + int(v) - len(d.at))
			}
		}
		if t.standIn {
			out.face = -1
		}
		s.triangles = append(s.triangles, out)
	}
	return s
}

// at returns vertex v, just as the decoder has it.
func (s *shape) at(v uint32) Single {
	if int(v) < len(s.vertices) {
		return s.vertices[v]
	}
	q := s.clusters[int(v)-len(s.vertices)]
	var p Single
	for k := range p {
		p[k] = float32(float64(s.low[k]) + float64(float64(s.step[k])*float64(q[k])))
	}
	return p
}

// points returns all vertices by number.
func (s *shape) points() []geom.Vec {
	points := make([]geom.Vec, len(s.vertices)+len(s.clusters))
	for k := range points {
		points[k] = s.at(uint32(k)).Vec()
	}
	return points
}

// excerptFinding is a finding as pages draw it.
type excerptFinding struct {
	rule                   check.Rule
	a, b, region           int
	others                 []int // further triangles around an edge
	sameShell, throughEdge bool
	depth, area            float64
	// points are two for a line, more for a polygon, none where there is nothing.
	points []Single
}

func (s *shape) finding(of *subject, f *check.Finding) excerptFinding {
	a, b := of.numbers(f)
	m := excerptFinding{
		rule: f.Rule, a: a, b: b, region: max(f.Region, -1),
		sameShell: f.SameShell, throughEdge: f.ThroughEdge, depth: f.Depth, area: f.Area,
	}
	for _, o := range f.Others {
		m.others = append(m.others, o.Triangle)
	}
	if points := drawing.PointsOf(f); drawablePoints(points) {
		for _, p := range points {
			m.points = append(m.points, s.frame.single(p))
		}
	}
	return m
}
