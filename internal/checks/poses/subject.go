package poses

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/posed"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// scene has the triangles of all objects that take part. It does not change while poses are looked at.
type scene struct {
	world    *world.World
	rig      *pose.Rig // with the distinct vertices of the shapes
	subjects []subject
	// faces are the triangles of all subjects, one subject after the other. Their corners are vertices
	// of a pose: those of all subjects, one after the other.
	faces    [][3]uint32
	of       []uint32 // of each face, its subject
	vertices int
	// rest are the vertices in the default pose.
	rest     []geom.Vec
	diagonal float64 // of their box
	baseline baseline
	// surface are the faces, nil if no subject is deformed.
	surface *posed.Surface
	rigid   rigid
	// near and tolerance are those of the options, in edges and in the unit of the scene.
	near      int
	tolerance float64
	// notChecked are the subjects that are not checked completely in any pose.
	notChecked []check.ObjectProblem
}

// subject is an object that takes part.
type subject struct {
	name check.Object
	mesh *mesh.Mesh
	// object is an index into the objects of the rig.
	object   int
	deformed bool
	// first and end are its faces, firstVertex and endVertex its vertices.
	first, end             int
	firstVertex, endVertex int
	// firstStored is the number of stored vertices of the subjects before.
	firstStored uint64
	stored      *surface
	// seams are groups of vertices, within the subject, that are one vertex in the stored mesh.
	seams [][]uint32
	// dimensions is in how many the stored vertices extend, and corners are some that do, one more.
	// nonfinite is the number of vertices that are not finite as stored.
	dimensions int
	corners    [4]uint32
	nonfinite  int
	// scenes show it; nil if all objects are shown together.
	scenes []int
}

// newScene makes the subjects of a plan.
func newScene(ctx context.Context, j *checks.Job, p *plan) (*scene, error) {
	rig := *p.rig
	rig.Objects = slices.Clone(rig.Objects)
	s := &scene{world: j.World, rig: &rig, near: p.near, rigid: rigid{settings: j.Settings}}
	surfaces, shapes := map[int]*surface{}, map[*pose.Shape]*distinct{}
	for _, o := range p.objects {
		var err error
		if surfaces[o.mesh] == nil {
			if surfaces[o.mesh], err = newSurface(ctx, j.World, o.mesh, j.Settings.Workers); err != nil {
				return nil, err
			}
		}
		object := &rig.Objects[o.object]
		if shapes[object.Shape] == nil {
			shapes[object.Shape] = distinctOf(object.Shape)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d := shapes[object.Shape]
		object.Shape = d.shape
		s.add(j, o, surfaces[o.mesh], d)
	}
	if err := s.setRigid(ctx, p); err != nil {
		return nil, err
	}
	if err := s.setSurface(); err != nil {
		return nil, err
	}
	if err := s.setBaseline(ctx); err != nil {
		return nil, err
	}
	box := geom.EmptyBox()
	for _, f := range s.faces {
		for _, v := range f {
			if q := s.rest[v]; finite(&q) {
				box = box.Include(q)
			}
		}
	}
	s.diagonal = box.Diagonal()
	s.tolerance = p.tolerance.Value
	if p.tolerance.Relative {
		s.tolerance *= s.diagonal
	}
	return s, nil
}

// distinct is a shape with its distinct vertices only, and the number of the one in the place of each
// vertex that the mesh stores.
type distinct struct {
	shape  *pose.Shape
	number []uint32
}

func distinctOf(s *pose.Shape) *distinct {
	shape, number := s.Distinct()
	return &distinct{shape, number}
}

// add adds a subject.
func (s *scene) add(j *checks.Job, o planned, stored *surface, d *distinct) {
	m, instance := j.Scene.Meshes[o.mesh], s.rig.Objects[o.object].Instance
	k := subject{
		name: nameOf(j, instance), mesh: m, object: o.object, deformed: o.deformed, stored: stored,
		first: len(s.faces), firstVertex: s.vertices, endVertex: s.vertices + d.shape.Len(),
	}
	if j.Scene.Scenes > 1 && j.Scene.Default < 0 {
		k.scenes = j.Scene.Instances[instance].Scenes
	}
	if n := len(s.subjects); n > 0 {
		last := &s.subjects[n-1]
		k.firstStored = last.firstStored + uint64(len(last.stored.welded.Vertices))
	}
	before := 0 // stored vertices of the parts before
	for i := range m.Parts {
		part := &m.Parts[i]
		for c := 0; c < 3*part.Triangles(); c += 3 {
			var f [3]uint32
			for n := range f {
				f[n] = uint32(k.firstVertex) + d.number[before+part.Corner(c+n)]
			}
			s.faces = append(s.faces, f)
			s.of = append(s.of, uint32(len(s.subjects)))
		}
		before += part.Positions.Len()
	}
	k.end, s.vertices = len(s.faces), k.endVertex
	if o.deformed {
		k.setSeams(s.faces[k.first:k.end])
	}
	k.setBody(d.shape)
	s.subjects = append(s.subjects, k)
	switch bad := stored.nonfinite; {
	case bad == k.end-k.first:
		s.notChecked = append(s.notChecked, check.ObjectProblem{Object: k.name, Reason: "it has corners that are not finite, and no triangle that can be checked"})
	case bad > 0:
		reason := fmt.Sprintf("%s not finite; the others were compared", quantity.Count(bad, "triangle is", "triangles are"))
		s.notChecked = append(s.notChecked, check.ObjectProblem{Object: k.name, Reason: reason})
	}
}

// setBody chooses corners that extend in as many dimensions as all, so that a pose need not look at all
// vertices to see that it does not flatten the subject.
func (k *subject) setBody(s *pose.Shape) {
	var points []geom.Vec
	for i := range s.Parts {
		for v := range s.Parts[i].Points.Len() {
			points = append(points, s.Parts[i].Points.At(v))
		}
	}
	k.nonfinite = len(points) - countFinite(points)
	k.dimensions, k.corners = extent(points)
}

// together reports whether a scene shows both of two subjects.
func (s *scene) together(a, b int) bool {
	x, y := s.subjects[a].scenes, s.subjects[b].scenes
	return x == nil && y == nil || slices.ContainsFunc(x, func(n int) bool { return slices.Contains(y, n) })
}

// setSurface sets the surface of all faces, on which the pairs are sought of which a subject is deformed.
func (s *scene) setSurface() error {
	if !slices.ContainsFunc(s.subjects, func(k subject) bool { return k.deformed }) {
		return nil
	}
	if n := len(s.faces); n > posed.MaxFaces {
		return fmt.Errorf("%d triangles are more than can be checked at once", n)
	}
	objects := make([]posed.Object, len(s.subjects))
	for k := range objects {
		o := &s.subjects[k]
		objects[k] = posed.Object{First: o.first, End: o.end, Self: o.deformed}
	}
	s.surface = posed.NewSurface(s.vertices, s.faces, objects, func(a, b int) bool {
		return (s.subjects[a].deformed || s.subjects[b].deformed) && s.together(a, b)
	})
	return nil
}

// subjectOf returns the subject of a face, and the number of the triangle in its mesh.
func (s *scene) subjectOf(face uint32) (k *subject, triangle int) {
	k = &s.subjects[s.of[face]]
	return k, int(face) - k.first
}

// triangle returns a face at some positions of the vertices.
func (s *scene) triangle(face uint32, positions []geom.Vec) geom.Triangle {
	f := &s.faces[face]
	return geom.Triangle{positions[f[0]], positions[f[1]], positions[f[2]]}
}

// resolution is the distance of neighbouring float32 numbers at the greatest magnitude of a corner of two
// faces, in a pose and in the default pose.
func (s *scene) resolution(a, b uint32, positions []geom.Vec) float64 {
	most := 0.0
	for _, face := range [2]uint32{a, b} {
		for _, v := range s.faces[face] {
			p, q := &positions[v], &s.rest[v]
			for i := range p {
				most = max(most, abs(p[i]), abs(q[i]))
			}
		}
	}
	return 2 * geom.HalfUlp32(most)
}

// face describes a triangle in a pose.
func (s *scene) face(face uint32, positions []geom.Vec) check.Face {
	k, triangle := s.subjectOf(face)
	parts := k.stored.parts
	part := sort.Search(len(parts), func(i int) bool { return parts[i].First > triangle }) - 1
	in := triangle - parts[part].First
	return check.Face{Part: part, Triangle: triangle, InPart: in, CutFrom: k.mesh.Parts[part].CutFrom(in), Corners: s.triangle(face, positions)}
}
