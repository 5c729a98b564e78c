package glb

import (
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// riggedNode is a node of the rig in the document. Both numbers are equal unless the map of the node shears; then
// outer is above inner.
type riggedNode struct{ outer, inner int }

// adopt puts a node below one of the rig.
func (g *rigged) adopt(parent, node int) {
	above := g.doc.Nodes[g.nodes[parent].inner]
	above.Children = append(above.Children, node)
}

// addNodes adds the nodes of the rig in the default pose.
func (g *rigged) addNodes() {
	sheared := g.sheared()
	for i := range g.rig.Nodes {
		n := &gltf.Node{Name: mesh.ShortName(g.rig.Nodes[i].Name)}
		l := &g.rig.Nodes[i].Local
		if !g.baked && l.Matrix == nil {
			n.Translation, n.Rotation, n.Scale = l.Translation, l.Rotation, visible(l.Scale)
			g.nodes = append(g.nodes, both(g.node(n)))
			continue
		}
		f := factor(g.relative(g.rest, i))
		n.Translation, n.Rotation, n.Scale = f.move, f.after, visible(f.scale)
		at := both(g.node(n))
		if sheared[i] {
			at.inner = g.node(&gltf.Node{Rotation: f.before})
			n.Children = []int{at.inner}
		}
		g.nodes = append(g.nodes, at)
	}
}

// visible returns a scale. Readers take three zeros for none.
func visible(scale geom.Vec) geom.Vec {
	if scale == (geom.Vec{}) {
		return geom.Vec{1e-20, 1e-20, 1e-20}
	}
	return scale
}

func both(node int) riggedNode { return riggedNode{node, node} }

// relative returns the map of a node within its parent, in the pose of an evaluator.
func (g *rigged) relative(e *pose.Evaluator, node int) geom.Affine {
	p := g.rig.Nodes[node].Parent
	if p < 0 {
		return finiteOr(e.World(node))
	}
	above := e.World(int(p))
	inverse, ok := inverted(&above)
	if !ok {
		return geom.Identity() // everything below is flat
	}
	return finiteOr(inverse.Mul(e.World(node)))
}

// finiteOr returns a map, or the identity for one that is not finite.
func finiteOr(m geom.Affine) geom.Affine {
	if !m.Finite() {
		return geom.Identity()
	}
	return m
}

// inverted returns the inverse of a map. ok is false if there is none.
func inverted(m *geom.Affine) (out geom.Affine, ok bool) {
	x, y, z := geom.Vec{m[0][0], m[1][0], m[2][0]}, geom.Vec{m[0][1], m[1][1], m[2][1]}, geom.Vec{m[0][2], m[1][2], m[2][2]}
	volume := x.Dot(y.Cross(z))
	if m.Singular() || volume == 0 {
		return out, false
	}
	at := geom.Vec{m[0][3], m[1][3], m[2][3]}
	for r, row := range [3]geom.Vec{y.Cross(z), z.Cross(x), x.Cross(y)} {
		row = row.Scale(1 / volume)
		out[r] = [4]float64{row[0], row[1], row[2], -row.Dot(at)}
	}
	return out, true
}
