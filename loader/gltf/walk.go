package gltf

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/physics"
)

// visit is a node on one path from a root.
type visit struct {
	parent *visit
	node   int
	world  geom.Affine
	// rounding bounds the error of each entry of world. It is nil if world is exact.
	rounding *geom.Affine
	pathLen  int
	scenes   int32  // the list of scenes that show it
	lower    bool   // it is, or is below, a lower level of detail
	hidden   bool   // it is, or is below, a node that is not visible
	body     *visit // the nearest visit with a rigid body, which may be this one, or nil
}

// enter returns the visit of a node below parent, which is nil for a root.
func (r *reader) enter(parent *visit, i int) (*visit, error) {
	v := &visit{parent: parent, node: i, world: geom.Identity()}
	if parent != nil {
		v.world, v.rounding, v.pathLen, v.body = parent.world, parent.rounding, parent.pathLen, parent.body
		v.scenes, v.lower, v.hidden = parent.scenes, parent.lower, parent.hidden
	}
	n := &r.nodes[i]
	if n.local != nil {
		v.world, v.rounding = n.local.Under(v.world, v.rounding)
	}
	v.pathLen += len(n.part(i))
	if n.physics != nil && n.physics.Body != physics.NoBody {
		v.body = v
	}
	v.lower, v.hidden = v.lower || n.lower, v.hidden || n.hidden
	var err error
	v.scenes, err = r.shownBy(v.scenes, i)
	return v, err
}

// walk calls show for every path from a root to a node with a mesh or physics, in the order of
// roots and children, depth first. It leaves out roots that only serve as the collision shape of
// another node.
func (r *reader) walk(show func(v *visit) error) error {
	for root := range r.nodes {
		if r.nodes[root].parents > 0 || r.nodes[root].colliderOnly {
			continue
		}
		v, err := r.enter(nil, root)
		if err == nil {
			err = r.descend(v, show)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// descend is walk below a visit. Shared subtrees can have many more paths than nodes, so each path
// is charged for.
func (r *reader) descend(start *visit, show func(v *visit) error) error {
	stack := []*visit{start}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &r.nodes[v.node]
		if n.mesh >= 0 || n.physics != nil {
			if err := show(v); err != nil {
				return err
			}
		}
		// Each child costs its visit, and room on a stack that grows.
		if err := r.Charge(nodePlace(v.node), len(n.children), visitSize+16); err != nil {
			return err
		}
		for _, c := range slices.Backward(n.children) {
			below, err := r.enter(v, c)
			if err != nil {
				return err
			}
			stack = append(stack, below)
		}
	}
	return nil
}

const visitSize = int(unsafe.Sizeof(visit{})) + affineSize

// path returns the names from the root to the node, each after a slash.
func (r *reader) path(v *visit) string {
	buf := make([]byte, v.pathLen)
	for end := len(buf); v != nil; v = v.parent {
		part := r.nodes[v.node].part(v.node)
		end -= len(part)
		copy(buf[end:], part)
	}
	return unsafe.String(unsafe.SliceData(buf), len(buf)) // buf is not changed after this
}

// name returns the node's own name, the last part of its path.
func (r *reader) name(v *visit, path string) string {
	return path[v.pathLen-len(r.nodes[v.node].part(v.node))+1:]
}
