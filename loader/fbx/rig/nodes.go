package rig

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/mesh/pose"
)

// nodeSize is what a node costs, twice for the growth of the slice, with what is kept of it.
const nodeSize = 2*int(unsafe.Sizeof(pose.Node{})) + 1

// readNodes makes a node of each Model.
func (r *Reader) readNodes() error {
	if err := r.Charge("", len(r.Models), nodeSize); err != nil {
		return err
	}
	r.rig.Nodes = make([]pose.Node, len(r.Models))
	for i := range r.Models {
		m := &r.Models[i]
		l := &m.Local
		for _, v := range [][3]float64{l.Translation, l.Angles, l.Scale} {
			if !finite(v[:]...) {
				return r.fail(m.Object, "has a transform that is not finite")
			}
		}
		r.rig.Nodes[i] = pose.Node{Parent: int32(m.Parent), Local: *l, Name: m.Name}
	}
	r.moves = make([]bool, len(r.Models))
	return nil
}

// move notes that the Models from one to the root move an object or a joint.
func (r *Reader) move(model int) {
	for ; model >= 0 && !r.moves[model]; model = r.Models[model].Parent {
		r.moves[model] = true
	}
}
