package usd

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// Sizes of what is made of polygons: a triangle with the number of its face, and a part.
const (
	triangleSize = 3*4 + 4
	partSize     = int(unsafe.Sizeof(mesh.Part{}) + unsafe.Sizeof(polygon.Faces{}) + unsafe.Sizeof(subset{}))
)

// subset is what becomes a part of a mesh: a GeomSubset, or the faces that are in none.
type subset struct {
	prim      *stage.Prim // the Mesh itself for the rest
	name      string
	index     int // among the subsets of the mesh
	triangles int
}

// subsets assigns the faces of a mesh to subsets.
type subsets struct {
	list []subset
	// of has the subset of each face; nil if there is one for all.
	of []int32
}

// at returns the subset of a face.
func (s *subsets) at(face int) int {
	if s.of == nil {
		return 0
	}
	return int(s.of[face])
}

// readSubsets reads the GeomSubsets of a mesh. Those that bind materials come first: a face belongs to the first
// that has it.
func (r *builder) readSubsets(g *polygons) (*subsets, error) {
	s := &subsets{}
	children, err := g.prim.Children()
	if err != nil {
		return nil, err
	}
	var others []*stage.Prim
	for _, c := range children {
		if c.TypeName() != "GeomSubset" || !c.Active() || !c.Defined() || c.Abstract() {
			continue
		}
		family, err := r.token(c, "familyName", "")
		if err != nil {
			return nil, err
		}
		if family != "materialBind" {
			others = append(others, c)
			continue
		}
		if err := r.addSubset(g, s, c); err != nil {
			return nil, err
		}
	}
	for _, c := range others {
		if err := r.addSubset(g, s, c); err != nil {
			return nil, err
		}
	}
	return s, r.rest(g, s)
}

// addSubset adds a subset of faces.
func (r *builder) addSubset(g *polygons, s *subsets, p *stage.Prim) error {
	kind, err := r.token(p, "elementType", "face")
	if err != nil || kind != "face" {
		return err
	}
	faces, err := r.integers(p, "indices")
	if err != nil {
		return err
	}
	if s.of == nil {
		if err := r.charge(p, "indices", len(g.counts), 4); err != nil {
			return err
		}
		s.of = make([]int32, len(g.counts))
		for i := range s.of {
			s.of[i] = -1
		}
	}
	if err := r.charge(p, "indices", 2, partSize); err != nil {
		return err
	}
	n := len(s.list)
	s.list = append(s.list, subset{prim: p, name: p.Name(), index: n})
	for _, i := range faces {
		if i < 0 || int(i) >= len(s.of) {
			return r.fail(p, "indices", "there is no face %d", i)
		}
		if s.of[i] < 0 {
			s.of[i] = int32(n)
		}
	}
	return nil
}

// rest makes a subset of the faces that are in none, counts triangles, and leaves out subsets without any.
func (r *builder) rest(g *polygons, s *subsets) error {
	if err := r.charge(g.prim, "", 2, partSize); err != nil {
		return err
	}
	last := len(s.list)
	s.list = append(s.list, subset{prim: g.prim, index: last})
	_ = g.eachFace(func(face, _ int) error {
		if s.of != nil && s.of[face] < 0 {
			s.of[face] = int32(last)
		}
		s.list[s.at(face)].triangles += int(g.counts[face]) - 2
		return nil
	})
	return nil
}

// newMesh cuts the faces of a mesh into triangles, in a part for each subset.
func (r *builder) newMesh(g *polygons, material binding) (*mesh.Mesh, error) {
	m := &mesh.Mesh{Name: g.prim.Name(), Scale: 1}
	s, err := r.readSubsets(g)
	if err != nil || g.triangles == 0 {
		return m, err
	}
	vertices, err := r.readVertices(g)
	if err != nil {
		return nil, err
	}
	faces, err := r.cut(g, s, vertices)
	if err != nil {
		return nil, err
	}
	for i := range faces {
		if len(faces[i].Triangles) == 0 {
			continue
		}
		p, err := r.part(g, &s.list[i], &faces[i], material)
		if err != nil {
			return nil, err
		}
		m.Parts = append(m.Parts, p)
	}
	if err := r.giveVertices(g, vertices, m); err != nil {
		return nil, err
	}
	if vertices.points != nil {
		r.walked.Points[m] = vertices.points
	}
	return m, nil
}

// cut cuts the faces of each subset. The corners of a mesh of triangles alone are taken as they are.
func (r *builder) cut(g *polygons, s *subsets, v *vertices) ([]polygon.Faces, error) {
	if s.of == nil && !v.split && !g.skipped && !g.leftHanded && g.triangles == len(g.counts) {
		return []polygon.Faces{{Triangles: unsigned(g.corners)}}, r.ctx.Err()
	}
	if err := r.charge(g.prim, "faceVertexCounts", g.triangles, triangleSize); err != nil {
		return nil, err
	}
	faces := make([]polygon.Faces, len(s.list))
	for i := range faces {
		faces[i].Triangles = make([]uint32, 0, 3*s.list[i].triangles)
		if len(faces) > 1 || g.skipped {
			faces[i].Faces = make([]uint32, 0, s.list[i].triangles)
		}
	}
	cutter := polygon.NewMeshCutter(&v.positions)
	var corners []uint32
	err := g.eachFace(func(face, first int) error {
		if face&0xffff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		corners = corners[:0]
		for k := first; k < first+int(g.counts[face]); k++ {
			corners = append(corners, v.of(g, k))
		}
		f := &faces[s.at(face)]
		f.Count = face
		before := len(f.Triangles)
		err := cutter.Add(r.ctx, f, corners)
		if g.leftHanded {
			turn(f.Triangles[before:])
		}
		return err
	})
	return faces, err
}

// unsigned returns integers that are not negative as unsigned ones, in the same memory.
func unsigned(i []int32) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(i))), len(i))
}

// turn reverses the winding of triangles.
func turn(corners []uint32) {
	for i := 0; i < len(corners); i += 3 {
		corners[i+1], corners[i+2] = corners[i+2], corners[i+1]
	}
}

// part returns the part of a subset, without vertices. material is that of the mesh.
func (r *builder) part(g *polygons, s *subset, f *polygon.Faces, material binding) (mesh.Part, error) {
	p := mesh.Part{Name: s.name, Index: s.index, Indices: mesh.Indices{U32: f.Triangles}, Faces: f.Faces, MaterialIndex: -1}
	if s.prim != g.prim {
		var err error
		if material, err = r.bound(s.prim, material); err != nil {
			return p, err
		}
	}
	return p, r.give(&p, material.material)
}
