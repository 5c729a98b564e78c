package pose

import "github.com/meshcheck/meshcheck/geom"

// frame is what the children of a node need of it, in addition to its world matrix.
type frame struct {
	// unscaled is the world matrix without the scaling of the node itself.
	unscaled geom.Affine
	// scale is the scaling of the node times inherited, the scaling that it inherits by itself.
	scale, inherited geom.Vec
}

var one = geom.Vec{1, 1, 1}

// framesFor returns room for the frames of nodes, nil if no node needs that of its parent.
func framesFor(nodes []Node) []frame {
	for i := range nodes {
		if e := nodes[i].Euler; e != nil && e.Inherit != InheritAll {
			return make([]frame, len(nodes))
		}
	}
	return nil
}

// placeFrame computes the world matrix and the frame of a node from those of its parent.
func (e *Evaluator) placeFrame(i int32) {
	l, inherit := &e.local[i], InheritAll
	above, parent := geom.Identity(), frame{unscaled: geom.Identity(), scale: one, inherited: one}
	if p := e.rig.Nodes[i].Parent; p >= 0 {
		above, parent = e.world[p], e.frames[p]
	}
	if l.Euler == nil {
		e.world[i] = above.Mul(l.matrix())
		e.frames[i] = frame{unscaled: e.world[i], scale: one, inherited: one}
		return
	}
	turn, move := l.motion()
	f := &e.frames[i]
	f.inherited = one
	if inherit = l.Euler.Inherit; inherit != InheritAll {
		above, move = parent.unscaled, product(move, parent.scale)
		f.inherited = parent.scale
		if inherit == InheritParents {
			f.inherited = parent.inherited
		}
	}
	f.scale = product(l.Scale, f.inherited)
	f.unscaled = above.Mul(scaled(&turn, move, one))
	e.world[i] = above.Mul(scaled(&turn, move, f.scale))
}
