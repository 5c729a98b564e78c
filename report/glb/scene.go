package glb

import (
	"cmp"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// instanceExtras are the extras of a node that shows a mesh of the model.
type instanceExtras struct {
	Path string `json:"path,omitempty"`
	Mesh int    `json:"mesh"`
	// Undrawn says why the mesh is not visible here, or is "".
	Undrawn string `json:"undrawn,omitempty"`
}

// tooFar is why an instance is not drawn: viewers would overflow.
const tooFar = "too far away for float32"

// drawnMesh is a mesh of the model in the document.
type drawnMesh struct {
	number *int // nil if nothing of it can be drawn
	box    geom.Box
}

// addScene adds the model itself and returns its nodes, one for each instance. A mesh with findings
// that no node shows gets a node as well, where its findings are. Undrawn is the number of nodes
// that show nothing because they are too far away. What moves with a rig is left out.
func (m *markedModel) addScene(s *mesh.Scene, r *check.Result, g *rigged) (nodes []int, undrawn int) {
	known := map[*float32]*storedPoints{}
	meshes := make([]drawnMesh, len(s.Meshes))
	shown := g.showsAll(s)
	for i, from := range s.Meshes {
		if !shown[i] {
			meshes[i] = m.addMesh(from, known)
		}
	}
	for k, in := range s.Instances {
		if g.shows(k) {
			shown[in.Mesh] = true
			continue
		}
		world := in.World.ScaleInput(cmp.Or(s.Meshes[in.Mesh].Scale, 1))
		name, extras := nodeName(&in), instanceExtras{Path: mesh.ShortName(in.Path), Mesh: in.Mesh}
		if !holdable(meshes[in.Mesh].box, world) {
			extras.Undrawn = tooFar
			undrawn++
			nodes = append(nodes, m.node(&gltf.Node{Name: name, Extras: extras}))
			continue
		}
		shown[in.Mesh] = shown[in.Mesh] || !world.Singular()
		nodes = append(nodes, m.place(world, &gltf.Node{Name: name, Mesh: meshes[in.Mesh].number, Extras: extras}))
	}
	for i, from := range s.Meshes {
		if shown[i] || len(s.Instances) > 0 && len(r.Meshes[i].Findings) == 0 {
			continue
		}
		world := geom.Scaling(cmp.Or(from.Scale, 1))
		nodes = append(nodes, m.place(world, &gltf.Node{
			Name: cmp.Or(mesh.ShortName(from.Name), "mesh"), Mesh: meshes[i].number, Extras: instanceExtras{Mesh: i},
		}))
	}
	return nodes, undrawn
}

// holdable reports whether float32 can hold the position of a node and a box there. The box is
// empty for a mesh with nothing to draw.
func holdable(b geom.Box, world geom.Affine) bool {
	f := factor(world)
	return drawing.Holdable([]geom.Vec{f.move, f.scale}) && (b.Empty() || drawing.Reachable(b, world))
}

// nodeName returns the name of the node that shows an instance.
func nodeName(in *mesh.Instance) string {
	return mesh.ShortName(cmp.Or(in.Name, in.Path[strings.LastIndexByte(in.Path, '/')+1:]))
}

// addMesh adds a mesh with a primitive for each part that can be drawn.
func (m *markedModel) addMesh(from *mesh.Mesh, known map[*float32]*storedPoints) drawnMesh {
	var primitives []*gltf.Primitive
	box := geom.EmptyBox()
	for i := range from.Parts {
		p := &from.Parts[i]
		if p.Triangles() == 0 {
			continue
		}
		stored := m.storedPoints(&p.Positions, known)
		triangles := finiteTriangles(p, stored)
		if stored.nonfinite && len(triangles) == 0 {
			continue
		}
		if stored.accessor < 0 {
			stored.accessor = m.points(stored.count, stored.box, stored.at)
		}
		out := &gltf.Primitive{
			Attributes: gltf.PrimitiveAttributes{gltf.POSITION: stored.accessor},
			Material:   gltf.Index(m.material(modelMaterial)),
		}
		if p.Indexed() || stored.nonfinite || stored.count%3 != 0 {
			out.Indices = gltf.Index(m.indices(p, triangles, stored.count))
		}
		primitives = append(primitives, out)
		box = box.Union(stored.box)
	}
	return drawnMesh{m.mesh(mesh.ShortName(from.Name), primitives), box}
}

// storedPoints are vertices of the model, which several parts may share.
type storedPoints struct {
	positions *mesh.Positions
	count     int
	accessor  int      // -1 until a part is drawn with them
	box       geom.Box // of the finite ones
	nonfinite bool     // some are not finite
	finite    geom.Vec // replaces those
	divisor   float64  // the number that means 1, 0 for 1
}

// storedPoints examines positions, once for all parts that share them.
func (m *markedModel) storedPoints(p *mesh.Positions, known map[*float32]*storedPoints) *storedPoints {
	var key *float32
	if len(p.F32) > 0 {
		key = &p.F32[0]
		if s := known[key]; s != nil && s.count == p.Len() && s.positions.Stride == p.Stride {
			return s
		}
	}
	s := &storedPoints{positions: p, count: p.Len(), accessor: -1, box: geom.EmptyBox()}
	for i := range s.count {
		if v := toFloat32(p.At(i)); v.Finite() {
			s.box, s.finite = s.box.Include(v), v
		} else {
			s.nonfinite = true
		}
	}
	if key != nil {
		known[key] = s
	}
	return s
}

// at returns vertex i, or a finite one in its place if it is not finite: a GLB may not hold such
// numbers, even if no triangle uses them.
func (s *storedPoints) at(i int) geom.Vec {
	v := s.positions.At(i)
	if s.nonfinite && !toFloat32(v).Finite() {
		v = s.finite
	}
	if s.divisor != 0 {
		v = geom.Vec{v[0] / s.divisor, v[1] / s.divisor, v[2] / s.divisor}
	}
	return toFloat32(v)
}

// finiteTriangles returns the triangles of p whose corners are all finite, or nil if all are.
func finiteTriangles(p *mesh.Part, stored *storedPoints) []int {
	if !stored.nonfinite {
		return nil
	}
	triangles := []int{}
	for i := range p.Triangles() {
		finite := true
		for _, v := range p.Triangle(i) {
			finite = finite && toFloat32(v).Finite()
		}
		if finite {
			triangles = append(triangles, i)
		}
	}
	return triangles
}

// place transforms node n by world and returns the number of the node to link to: n itself, or a
// node above it if one rotation and one scale along the axes cannot express the map.
func (m *markedModel) place(world geom.Affine, n *gltf.Node) int {
	f := factor(world)
	if f.scale == [3]float64{} {
		n.Mesh = nil // nothing is visible, and viewers would read a scale of zero as one
	}
	if f.before == gltf.DefaultRotation {
		n.Translation, n.Rotation, n.Scale = f.move, f.after, f.scale
		return m.node(n)
	}
	n.Rotation = f.before
	inner := m.node(n)
	return m.node(&gltf.Node{
		Name: n.Name, Children: []int{inner},
		Translation: f.move, Rotation: f.after, Scale: f.scale,
	})
}
