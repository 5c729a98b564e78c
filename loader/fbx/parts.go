package fbx

import (
	"cmp"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/mesh"
)

// Sizes of what is made of polygons: a triangle with the number of its polygon, and a part.
const (
	triangleSize = 3*4 + 4
	partSize     = int(unsafe.Sizeof(mesh.Part{})) + int(unsafe.Sizeof(polygon.Faces{})) + 64
)

// newMesh cuts the polygons of a geometry into triangles, in a part for each material.
func (r *reader) newMesh(g *geometry) (*mesh.Mesh, error) {
	m := &mesh.Mesh{Name: r.meshName(g.object), Scale: 1}
	if err := r.Charge(g.node.Where(), g.triangles, triangleSize); err != nil {
		return nil, err
	}
	s := g.split()
	if err := r.Charge(g.node.Where(), len(s.triangles), partSize); err != nil {
		return nil, err
	}
	if err := r.cut(g, s, m); err != nil {
		return nil, err
	}
	return m, r.givePositions(g, m)
}

// meshName returns the name of an object with polygons or, as programs leave it empty, that of the
// first Model that shows it.
func (r *reader) meshName(o *object) string {
	if o.model != nil {
		own, _ := o.node.Child("NodeAttributeName").Value(0).Text()
		return cmp.Or(r.plainName(own), o.name)
	}
	if o.name == "" && o.shownBy != nil {
		return o.shownBy.name
	}
	return o.name
}

// materialsOf returns the materials by which the polygons of a geometry are numbered: those of the
// first Model that shows it.
func (g *geometry) materialsOf() []*object {
	shownBy := g.shownBy
	if g.model != nil {
		shownBy = g.model
	}
	if shownBy == nil {
		return nil
	}
	return shownBy.materials
}

// split assigns the polygons of a geometry to parts by their materials.
type split struct {
	materials []*object
	// parts has the part of each material that a polygon has, by its number, -1 for none. lastPart is
	// that of lastMaterial, the one of the last polygon.
	parts                  map[int]int
	lastMaterial, lastPart int
	// material and triangles are those of each part, in order of first appearance.
	material  []int
	triangles []int
}

// split splits a geometry.
func (g *geometry) split() *split {
	s := &split{materials: g.materialsOf(), parts: map[int]int{}, lastMaterial: -2}
	_ = g.eachPolygon(func(i, _ int, corners []uint32) error {
		s.triangles[s.part(g, i)] += len(corners) - 2
		return nil
	})
	return s
}

// part returns the part of a polygon.
func (s *split) part(g *geometry, polygon int) int {
	m := int(g.materials.at(polygon))
	if m < 0 || m >= len(s.materials) {
		m = -1
	}
	if m == s.lastMaterial {
		return s.lastPart
	}
	part, ok := s.parts[m]
	if !ok {
		part = len(s.triangles)
		s.parts[m] = part
		s.material = append(s.material, m)
		s.triangles = append(s.triangles, 0)
	}
	s.lastMaterial, s.lastPart = m, part
	return part
}

// cut cuts the polygons of each part.
func (r *reader) cut(g *geometry, s *split, m *mesh.Mesh) error {
	faces := make([]polygon.Faces, len(s.triangles))
	for i := range faces {
		faces[i].Triangles = make([]uint32, 0, 3*s.triangles[i])
		if len(faces) > 1 || g.left+g.short > 0 {
			faces[i].Faces = make([]uint32, 0, s.triangles[i])
		}
	}
	cutter := polygon.NewMeshCutter(&g.positions)
	done := 0
	err := g.eachPolygon(func(i, first int, corners []uint32) error {
		if done++; done&0xffff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		f := &faces[s.part(g, i)]
		f.Count = i
		if g.vertices == nil {
			return cutter.Add(r.ctx, f, corners)
		}
		return cutter.AddAs(r.ctx, f, corners, g.vertices.of[first:first+len(corners)])
	})
	if err != nil {
		return err
	}
	for i := range faces {
		p := mesh.Part{Index: i, Indices: mesh.Indices{U32: faces[i].Triangles}, Faces: faces[i].Faces, MaterialIndex: -1}
		if k := s.material[i]; k >= 0 {
			p.Material = s.materials[k].name
			p.MaterialIndex = r.use(g, s.materials[k])
		}
		m.Parts = append(m.Parts, p)
	}
	return nil
}

// givePositions gives the parts of a mesh their vertices. A single part has all; each of several
// parts has those that it uses.
func (r *reader) givePositions(g *geometry, m *mesh.Mesh) error {
	if len(m.Parts) == 1 && g.vertices == nil {
		m.Parts[0].Positions = g.positions
		return nil
	}
	n := g.countVertices()
	if err := r.Charge(g.node.Where(), n, 2*4); err != nil {
		return err
	}
	parts := polygon.NewRenumberer(n)
	for i := range m.Parts {
		p := &m.Parts[i]
		used := parts.Renumber(p.Indices.U32)
		if err := r.Charge(g.node.Where(), len(used), 3*8+2*4); err != nil {
			return err
		}
		if err := r.giveVertices(g, p, used); err != nil {
			return err
		}
	}
	return nil
}

// countVertices returns the number of vertices of the mesh.
func (g *geometry) countVertices() int {
	if g.vertices != nil {
		return len(g.vertices.corner)
	}
	return g.positions.Len()
}

// giveVertices gives a part some of the vertices of the mesh, with texture coordinates.
func (r *reader) giveVertices(g *geometry, p *mesh.Part, used []uint32) (err error) {
	if g.vertices == nil {
		p.Positions = selected(&g.positions, used)
		r.keepPoints(g, used)
		return nil
	}
	for i, v := range used {
		used[i] = g.vertices.corner[v]
	}
	if p.UVs, err = r.uvSets(g, used); err != nil {
		return err
	}
	if g.colors != nil {
		if err := r.Charge(g.node.Where(), len(used), 3); err != nil {
			return err
		}
		p.Color = &mesh.BaseColor{Factor: white, Vertices: g.colors.bytes(used)}
	}
	for i, c := range used {
		used[i] = g.vertexAt(c)
	}
	p.Positions = selected(&g.positions, used)
	r.keepPoints(g, used)
	return r.ctx.Err()
}

// selected returns some of the vertices.
func selected(p *mesh.Positions, used []uint32) mesh.Positions {
	if p.F64 == nil {
		xyz := make([]float32, 0, 3*len(used))
		for _, v := range used {
			xyz = append(xyz, p.F32[3*v:3*v+3]...)
		}
		return mesh.Tight(xyz)
	}
	xyz := make([]float64, 0, 3*len(used))
	for _, v := range used {
		xyz = append(xyz, p.F64[3*v:3*v+3]...)
	}
	return mesh.Positions{F64: xyz}
}
