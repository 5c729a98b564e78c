package obj

import (
	"slices"

	"github.com/meshcheck/meshcheck/loader/polygon"
	"github.com/meshcheck/meshcheck/mesh"
)

// scene returns what was read.
func (s *scanner) scene() (*mesh.Scene, error) {
	cutters, err := s.cut()
	if err != nil {
		return nil, err
	}
	m, keys := &mesh.Mesh{Scale: 1}, []key(nil)
	for i := range cutters {
		if t := cutters[i].Triangles; len(t) > 0 {
			p := mesh.Part{Index: i, Indices: mesh.Indices{U32: t}, Faces: cutters[i].Faces, MaterialIndex: -1}
			p.Name, p.Material = s.runs.describe(s.runs.keys[i])
			m.Parts, keys = append(m.Parts, p), append(keys, s.runs.keys[i])
		}
	}
	s.runs.objects(m, keys)
	tellApart(m.Parts)
	if err := s.place(m); err != nil {
		return nil, err
	}
	scene := &mesh.Scene{YUp: true, Meshes: []*mesh.Mesh{m}}
	if s.shortFaces > 0 {
		scene.Warnings = append(scene.Warnings, polygon.ShortFaces(s.shortFaces))
	}
	return scene, s.color(scene)
}

// cut cuts the faces of each part into triangles.
func (s *scanner) cut() ([]polygon.Faces, error) {
	parts := make([]polygon.Faces, len(s.runs.keys))
	if s.ends == nil && len(parts) == 1 {
		parts[0].Triangles = s.corners
		return parts, nil
	}
	if err := s.input.Charge("", int(s.triangles), 16); err != nil {
		return nil, err
	}
	triangles := make([]int, len(parts))
	s.eachFace(func(part int, corners []uint32) error {
		triangles[part] += max(0, len(corners)-2)
		return nil
	})
	for i := range parts {
		parts[i].Triangles = make([]uint32, 0, 3*triangles[i])
	}
	positions := mesh.Positions{F64: s.xyz}
	cutter := polygon.NewMeshCutter(&positions)
	err := s.eachFace(func(part int, corners []uint32) error { return cutter.Add(s.ctx, &parts[part], corners) })
	return parts, err
}

// eachFace calls f with the part and the corners of each face.
func (s *scanner) eachFace(f func(part int, corners []uint32) error) error {
	face, first := 0, uint32(0)
	for _, r := range s.runs.list {
		for ; face < r.end; face++ {
			if face&0xffff == 0 && s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			end := uint32(3 * (face + 1))
			if s.ends != nil {
				end = s.ends[face]
			}
			if err := f(r.part, s.corners[first:end]); err != nil {
				return err
			}
			first = end
		}
	}
	return nil
}

// place gives the parts their positions. A single part has all vertices; each of several parts has
// those that it uses.
func (s *scanner) place(m *mesh.Mesh) error {
	positions := func(xyz []float64) mesh.Positions { return mesh.Positions{F64: xyz, Text: &s.digits} }
	if len(m.Parts) == 1 {
		m.Parts[0].Positions = positions(s.xyz)
		return nil
	}
	if err := s.input.Charge("", s.vertices(), 8); err != nil {
		return err
	}
	number, usedBy := make([]uint32, s.vertices()), make([]uint32, s.vertices())
	for i := range m.Parts {
		p := &m.Parts[i]
		var used []uint32
		for k, v := range p.Indices.U32 {
			if usedBy[v] != uint32(i+1) {
				usedBy[v], number[v] = uint32(i+1), uint32(len(used))
				used = append(used, v)
			}
			p.Indices.U32[k] = number[v]
		}
		if err := s.input.Charge("", len(used), 32); err != nil {
			return err
		}
		xyz := make([]float64, 0, 3*len(used))
		for _, v := range used {
			xyz = append(xyz, s.xyz[3*v:3*v+3]...)
		}
		p.Positions = positions(xyz)
	}
	return nil
}

// describe names a part by its object and group, and its material.
func (r *runs) describe(k key) (name, material string) {
	name = r.names[k.object]
	switch group := r.names[k.group]; {
	case name == "":
		name = group
	case group != "" && group != name:
		name += "/" + group
	}
	return name, r.names[k.material]
}

// objects lists the objects of a mesh: the names of o or, if the file has no o, those of g.
func (r *runs) objects(m *mesh.Mesh, keys []key) {
	of := func(k key) int { return k.object }
	if !slices.ContainsFunc(keys, func(k key) bool { return k.object != 0 }) {
		of = func(k key) int { return k.group }
		if !slices.ContainsFunc(keys, func(k key) bool { return k.group != 0 }) {
			return
		}
	}
	number := map[int]int{}
	for i, k := range keys {
		n, ok := number[of(k)]
		if !ok {
			n = len(m.Objects)
			number[of(k)] = n
			m.Objects = append(m.Objects, r.names[of(k)])
		}
		m.Parts[i].Object = n
	}
}

// tellApart appends the material to names that several parts have.
func tellApart(parts []mesh.Part) {
	times := map[string]int{}
	for i := range parts {
		times[parts[i].Name]++
	}
	for i := range parts {
		if p := &parts[i]; p.Name != "" && p.Material != "" && times[p.Name] > 1 {
			p.Name += " (" + p.Material + ")"
		}
	}
}
