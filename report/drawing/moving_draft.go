package drawing

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// draft returns the objects in the default pose on their way to a view. Its vertices are the distinct
// ones.
func (m *moving) draft() (*draft, error) {
	s := &stage{mesh: -1, pair: -1, group: -1, inner: -1}
	d := &draft{stage: s, ctx: m.ctx, workers: m.left.Workers, box: geom.EmptyBox(), meshes: m.scene.Meshes, paints: m.paints, traced: true}
	e := pose.NewEvaluator(m.rig)
	first := 0
	for k := range m.objects {
		o := &m.objects[k]
		in := &m.scene.Instances[o.instance]
		of := m.scene.Meshes[in.Mesh]
		s.objects = append(s.objects, object{
			Object: Object{Mesh: in.Mesh, First: first, Instance: o.instance}, part: -1, shell: -1, world: geom.Identity(), parts: world.Parts(of),
		})
		first += of.Triangles()
		o.first = len(d.at)
		d.vertices = append(d.vertices, o.first)
		at := make([]geom.Vec, m.rig.Objects[o.rigged].Shape.Len())
		e.Positions(o.rigged, at)
		d.at = append(d.at, at...)
		box := geom.EmptyBox()
		for _, p := range at {
			if drawable(p) {
				box = box.Include(p)
			}
		}
		d.boxes, d.box = append(d.boxes, box), d.box.Union(box)
		if err := m.addFaces(d, o, of, in); err != nil {
			return nil, err
		}
	}
	return d, d.dropInfinite()
}

// addFaces adds the triangles of an object, with the shells of its mesh.
func (m *moving) addFaces(d *draft, o *movingObject, of *mesh.Mesh, in *mesh.Instance) error {
	w, err := m.geometry.World().Mesh(m.ctx, in.Mesh)
	if err != nil {
		return err
	}
	shell, _, err := w.Shells(m.ctx, d.workers)
	if err != nil {
		return err
	}
	d.shell = append(d.shell, make([]uint32, len(d.at)-len(d.shell))...)
	start, face := 0, 0 // of the part's vertices and triangles
	for k := range of.Parts {
		p := &of.Parts[k]
		for i := range p.Triangles() {
			f := [3]uint32{mesh.NoVertex, mesh.NoVertex, mesh.NoVertex}
			if v := w.Faces[face]; v[0] != mesh.NoVertex {
				for c := range f {
					f[c] = uint32(o.first) + o.number[start+p.Corner(3*i+c)]
					d.shell[f[c]] = shell[v[c]]
				}
			}
			d.faces = append(d.faces, f)
			face++
		}
		start += p.Positions.Len()
	}
	return m.ctx.Err()
}

// marked returns the triangles of the findings of the places, the first while there is room.
func (m *moving) marked(room int) (faces []int) {
	for i := range m.places {
		p := &m.places[i]
		before := len(faces)
		for k := range p.issue.Findings {
			a, b, ok := m.trianglesOf(p, &p.issue.Findings[k])
			if ok {
				faces = append(faces, a, b)
			}
		}
		if len(faces) > room {
			return faces[:before]
		}
	}
	return faces
}

// trianglesOf returns the numbers in the view of the triangles of a finding. ok is false if there are no
// such triangles.
func (m *moving) trianglesOf(p *movingPlace, f *check.Finding) (a, b int, ok bool) {
	if f.B == nil {
		return a, b, false
	}
	number := func(instance, triangle int) int {
		if triangle < 0 || triangle >= m.trianglesIn(instance) {
			return -1
		}
		return m.firstOf(instance) + triangle
	}
	a, b = number(p.instances[0], f.A.Triangle), number(p.instances[1], f.B.Triangle)
	return a, b, a >= 0 && b >= 0
}

// firstOf returns the number of the first triangle of the object of an instance.
func (m *moving) firstOf(instance int) (first int) {
	for k := range m.of[instance] {
		first += m.trianglesIn(m.objects[k].instance)
	}
	return first
}

// trianglesIn returns the number of triangles of an instance.
func (m *moving) trianglesIn(instance int) int {
	return m.scene.Meshes[m.scene.Instances[instance].Mesh].Triangles()
}
