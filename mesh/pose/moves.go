package pose

import "github.com/meshcheck/meshcheck/geom"

// Moves sets moved for the objects that a clip, by its index, may move: by their nodes, by joints of their
// skins, or by the weights of their morph targets. The length of moved is that of r.Objects.
func (r *Rig) Moves(clip int, moved []bool) {
	nodes, weights := r.MovedNodes(clip)
	for i := range r.Objects {
		o := &r.Objects[i]
		moved[i] = moved[i] || weights[o.Node] || o.Skin == NoSkin && nodes[o.Node]
		for k := range o.Shape.Parts {
			if o.Skin != NoSkin && o.Shape.Parts[k].Influences == nil {
				moved[i] = moved[i] || nodes[o.Node]
			}
		}
		if o.Skin == NoSkin || moved[i] {
			continue
		}
		for _, j := range r.Skins[o.Skin].Joints {
			moved[i] = moved[i] || nodes[j.Node]
		}
	}
}

// MovedNodes returns which nodes a clip, by its index, may move, themselves or with one above them, and of which
// it animates the weights.
func (r *Rig) MovedNodes(clip int) (moved, weights []bool) {
	moved, weights = make([]bool, len(r.Nodes)), make([]bool, len(r.Nodes))
	for _, c := range r.Clips[clip].Channels {
		if c.Property == Weights {
			weights[c.Node] = true
		} else {
			moved[c.Node] = true
		}
	}
	for _, i := range parentsFirst(r.Nodes) {
		if p := r.Nodes[i].Parent; p >= 0 && moved[p] {
			moved[i] = true
		}
	}
	return moved, weights
}

// Delta returns the displacement of a vertex.
func (t *Target) Delta(vertex int) geom.Vec { return t.delta(uint32(vertex)) }
