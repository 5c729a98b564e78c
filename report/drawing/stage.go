package drawing

import (
	"cmp"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/palette"
	"github.com/meshcheck/meshcheck/report/wording"
)

// stage is the subject of a view: objects in one world, with the findings in or between them. Its
// triangles are numbered over all objects: those of an object's mesh come after all of the meshes
// before.
type stage struct {
	// mesh, pair or group is an index into the result; the others are -1.
	mesh, pair, group int
	objects           []object
	// findings are those of the list. Their A is in the first object and their B in the last.
	findings []check.Finding
	// regions are the boxes of the regions of findings, the worst first.
	regions []geom.Box
	// places are further things to show: nothing, one point or the ends of a line.
	places []geom.Vec
	// keep lists triangles that are always shown in full, by their numbers in the stage.
	keep []int
	// inner is the object that lies inside another one, or -1.
	inner int
	// hulls is set for a group of hulls.
	hulls *hullStage
}

// object is a mesh or a piece of one at a place.
type object struct {
	Object
	// surface replaces the mesh of the object if it is not nil.
	surface *mesh.Mesh
	// part or shell is the number of the piece, or -1.
	part, shell int
	// shows has the parts that belong to the object, if its mesh has several; nil if all do.
	shows []bool
	// variant distinguishes objects of a mesh that show different parts.
	variant int
	world   geom.Affine
	parts   []check.PartInfo
}

// has reports whether a triangle of the mesh belongs to o.
func (o *object) has(triangle, shell int) bool {
	if o.shows != nil && !o.shows[o.partOf(triangle)] {
		return false
	}
	if o.part >= 0 {
		p := &o.parts[o.part]
		return p.First <= triangle && triangle < p.First+p.Triangles
	}
	return o.shell < 0 || o.shell == shell
}

// partOf returns the part of a triangle of the mesh: the last part that begins at or before it.
func (o *object) partOf(triangle int) int {
	k, _ := slices.BinarySearchFunc(o.parts, triangle+1, func(p check.PartInfo, t int) int { return cmp.Compare(p.First, t) })
	return k - 1
}

// locate finds an object of a result in s.
func locate(s *mesh.Scene, o *check.Object) (of object, err error) {
	in, err := world.Locate(s, o)
	if err != nil {
		return of, err
	}
	m := s.Meshes[o.Mesh]
	of = object{Object: Object{Mesh: o.Mesh, Instance: o.Instance}, part: o.Part, shell: o.Shell, variant: in.Object, parts: world.Parts(m)}
	of.world = in.World.ScaleInput(cmp.Or(m.Scale, 1))
	if in.Object > 0 {
		of.shows = make([]bool, len(m.Parts))
		for i := range m.Parts {
			of.shows[i] = in.Shows(m, i)
		}
	}
	return of, nil
}

// meshStage returns the stage of a mesh by itself, placed as world.Transforms does, with the
// triangles to keep. The instance that it is placed as is -1 if there is none.
func meshStage(i int, m *check.Mesh, world geom.Affine, keep []int, instance int) *stage {
	return &stage{
		mesh: i, pair: -1, group: -1,
		objects:  []object{{Object: Object{Mesh: i, Instance: instance}, part: -1, shell: -1, world: world, parts: m.Parts}},
		findings: m.Findings, regions: regionBoxes(m.Regions, m.Findings), inner: -1, keep: keep,
	}
}

// pairStage returns the stage of pair i of r, with its objects placed as in s.
func pairStage(s *mesh.Scene, r *check.Result, i int) (*stage, error) {
	p := &pairsOf(r)[i]
	of := &stage{mesh: -1, pair: i, group: -1, findings: p.Findings, regions: regionBoxes(p.Regions, p.Findings), inner: Enclosed(p)}
	first := 0
	for k, o := range []*check.Object{&p.A, &p.B} {
		at, err := locate(s, o)
		if err != nil {
			return nil, err
		}
		at.Role, at.First, at.SeeThrough = First+Role(k), first, of.inner == 1-k
		of.objects = append(of.objects, at)
		first += s.Meshes[o.Mesh].Triangles()
	}
	if n := p.Nearest; n != nil {
		of.keep = []int{n.Faces[0].Triangle, of.objects[1].First + n.Faces[1].Triangle}
	}
	if places := PairPlaces(p); allDrawable(places) {
		of.places = places
	}
	return of, nil
}

// regionBoxes returns for each region the box of the areas that its findings share and of the
// smaller triangle of each listed one. The smaller triangle shows what passes through a large one.
func regionBoxes(regions []check.Region, findings []check.Finding) []geom.Box {
	boxes := make([]geom.Box, len(regions))
	for k := range regions {
		boxes[k] = regions[k].Box
	}
	for i := range findings {
		if f := &findings[i]; f.Region >= 0 {
			a, b := f.A.Corners.Box(), f.B.Corners.Box()
			if b.Diagonal() < a.Diagonal() {
				a = b
			}
			boxes[f.Region] = boxes[f.Region].Union(a)
		}
	}
	return boxes
}

// numbers returns the numbers in the stage of the triangles of a finding, -1 for a missing second
// one.
func (s *stage) numbers(f *check.Finding) (a, b int) {
	if a, b = f.A.Triangle, -1; f.B != nil {
		b = s.objects[len(s.objects)-1].First + f.B.Triangle
	}
	return a, b
}

// finding converts a finding to its form in views.
func (s *stage) finding(f *check.Finding, in Frame) Finding {
	out := newFinding(f, in)
	out.A, out.B = s.numbers(f)
	for _, o := range f.Others {
		out.Others = append(out.Others, o.Triangle)
	}
	return out
}

// newFinding converts a finding, but for the numbers of its triangles.
func newFinding(f *check.Finding, in Frame) Finding {
	out := Finding{
		Kind: f.Rule.String(), Color: palette.Of(f.Rule, check.Error), Rank: int(f.Rule),
		Whole:  f.Rule == check.Duplicate || f.Rule == check.Nonfinite || f.Rule == check.Degenerate,
		Region: max(f.Region, -1), SameShell: f.SameShell, Points: in.singles(PointsOf(f)),
	}
	if wording.Finite(f.Area) {
		out.Area = f.Area
	}
	return out
}

// hullFinding converts finding i about the hulls of the stage.
func (s *stage) hullFinding(f *check.HullFinding, i int, in Frame) Finding {
	places, arrow := HullPlaces(f)
	out := Finding{Kind: HullKind, Rule: f.Rule.String(), A: -1, B: -1, Region: i, Arrow: arrow, Points: in.singles(places)}
	first := slices.IndexFunc(s.objects, func(o object) bool { return o.Role == Hull })
	for _, k := range []int{f.Hull, f.Other} {
		if k >= 0 {
			out.Objects = append(out.Objects, first+k)
		}
	}
	return out
}

// drawable reports whether p is so near that a box of such points has a finite diagonal and centre.
func drawable(p geom.Vec) bool {
	const most = 1e150
	return math.Abs(p[0]) < most && math.Abs(p[1]) < most && math.Abs(p[2]) < most
}

func allDrawable(points []geom.Vec) bool {
	return !slices.ContainsFunc(points, func(p geom.Vec) bool { return !drawable(p) })
}

// Single is a point in single precision.
type Single [3]float32

// Vec returns the point in double precision.
func (p Single) Vec() geom.Vec { return geom.Vec{float64(p[0]), float64(p[1]), float64(p[2])} }

// Frame is a coordinate system in which a box has a size and position suitable for single
// precision: p is at Origin + Scale·p in the world.
type Frame struct {
	Origin geom.Vec `json:"origin"`
	Scale  float64  `json:"scale"` // a power of two
}

// newFrame returns the world's own frame if that is suitable, so that coordinates of models in
// single precision stay unchanged.
func newFrame(b geom.Box) Frame {
	f := Frame{Scale: 1}
	if b.Empty() {
		return f
	}
	d := b.Max.Sub(b.Min)
	size := max(d[0], d[1], d[2])
	reach := 0.0
	for k := range d {
		far := max(math.Abs(b.Min[k]), math.Abs(b.Max[k]))
		if far > 4*size {
			f.Origin[k] = b.Min[k]/2 + b.Max[k]/2
			far = size
		}
		reach = max(reach, far)
	}
	if _, e := math.Frexp(reach); reach > 0 && (e < -60 || e > 60) {
		f.Scale = math.Ldexp(1, e)
	}
	return f
}

// World returns p in world coordinates.
func (f Frame) World(p Single) geom.Vec { return f.Origin.Add(p.Vec().Scale(f.Scale)) }

// single returns p in the frame.
func (f Frame) single(p geom.Vec) Single {
	d := p.Sub(f.Origin)
	var q Single
	for k := range q {
		q[k] = float32(d[k]/f.Scale) + 0 // no -0
	}
	return q
}

// singles returns points in the frame, or none if any is out of range.
func (f Frame) singles(points []geom.Vec) (out []Single) {
	for _, p := range points {
		q := f.single(p)
		if !q.Vec().Finite() {
			return nil
		}
		out = append(out, q)
	}
	return out
}
