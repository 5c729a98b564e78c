package fbx

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/mesh"
)

// uvLayer is a set of texture coordinates of a geometry.
type uvLayer struct {
	*cornerLayer
	set    int
	single bool // all are float32 numbers
}

// uvSetSize is what a set of a part costs, without its coordinates.
const uvSetSize = 2*int(unsafe.Sizeof(mesh.UVSet{})) + 16

// readUVs reads the sets of texture coordinates of a geometry, in file order. Of two with one name,
// the first counts.
func (r *reader) readUVs(g *geometry) error {
	kind := &layerKind{values: "UV", index: "UVIndex", components: 2, seen: &r.uvOddities}
	seen := map[int]bool{}
	for _, n := range g.node.Children {
		if n.Name != "LayerElementUV" {
			continue
		}
		if err := r.Charge(n.Where(), 1, uvSetSize); err != nil {
			return err
		}
		l, err := r.readLayer(g, n, kind)
		if err != nil {
			return err
		}
		if l == nil {
			continue
		}
		set := r.setNumber(l.name)
		if seen[set] {
			r.uvOddities.twice.Add(r.meshName(g.object))
			continue
		}
		seen[set] = true
		g.uvs = append(g.uvs, &uvLayer{l, set, isSingle(l.values)})
		g.layers = append(g.layers, l)
	}
	return nil
}

// warnUVs warns about the sets of all meshes.
func (r *reader) warnUVs() {
	seen := &r.uvOddities
	r.warnOf(&seen.unread, "the mesh %s has a UV set with a mapping that is not read; it is left out", "%d meshes have UV sets with mappings that are not read, the first of them %s; they are left out")
	r.warnOf(&seen.missing, "the mesh %s has corners without texture coordinates; they have 0, 0", "%d meshes have corners without texture coordinates, the first of them %s; they have 0, 0")
	r.warnOf(&seen.twice, "the mesh %s has two UV sets of one name, of which the first counts", "%d meshes have two UV sets of one name, of which the first counts, the first of them %s")
}

// setNumber returns the number of a name among those of the UV sets of the file.
func (r *reader) setNumber(name string) int {
	n, ok := r.sets[name]
	if !ok {
		n = len(r.sets)
		r.sets[name] = n
	}
	return n
}

// uvSets returns the sets of a part that has one vertex for each of the given corners.
func (r *reader) uvSets(g *geometry, corners []uint32) ([]mesh.UVSet, error) {
	var sets []mesh.UVSet
	for _, l := range g.uvs {
		width := 8
		if l.single {
			width = 4
		}
		if err := r.Charge(g.node.Where(), 2*len(corners)+uvSetSize/width, width); err != nil {
			return nil, err
		}
		sets = append(sets, l.of(corners))
	}
	slices.SortFunc(sets, func(a, b mesh.UVSet) int { return a.Set - b.Set })
	return sets, nil
}

// of returns the coordinates of corners.
func (l *uvLayer) of(corners []uint32) mesh.UVSet {
	s := mesh.UVSet{Set: l.set, Name: l.name}
	if !l.single {
		s.Format.Component = mesh.Float64
		s.F64 = make([]float64, 0, 2*len(corners))
		for _, c := range corners {
			s.F64 = append(s.F64, l.at(c)...)
		}
		return s
	}
	s.Stride, s.F32 = 2, make([]float32, 0, 2*len(corners))
	for _, c := range corners {
		uv := l.at(c)
		s.F32 = append(s.F32, float32(uv[0]), float32(uv[1]))
	}
	return s
}
