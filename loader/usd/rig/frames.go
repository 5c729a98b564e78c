package rig

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// What a node and a channel cost, twice for the growth of slices.
const (
	nodeSize    = 2*int(unsafe.Sizeof(pose.Node{})) + int(unsafe.Sizeof(geom.Affine{}))
	channelSize = 2*int(unsafe.Sizeof(pose.Channel{})) + int(unsafe.Sizeof(pose.Sampler{}))
)

// readFrames makes nodes of frames: one for each op that varies, which is animated, and one for what does not vary
// between two of them. It leaves out those that move nothing, as those of cameras and lights.
func (r *Reader) readFrames() error {
	r.frames = make([]int32, len(r.Frames))
	used := r.usedFrames()
	for i := range r.Frames {
		if err := r.Context.Err(); err != nil {
			return err
		}
		if !used[i] {
			continue
		}
		f := &r.Frames[i]
		if err := r.Charge(f.Prim, "", len(f.Ops)+2, nodeSize); err != nil {
			return err
		}
		node, err := r.frame(f)
		if err != nil {
			return err
		}
		r.frames[i] = int32(node)
	}
	return nil
}

// usedFrames reports which frames move meshes or skeletons.
func (r *Reader) usedFrames() []bool {
	used := make([]bool, len(r.Frames))
	mark := func(i int) {
		for ; i != World && !used[i]; i = r.Frames[i].Frame {
			used[i] = true
		}
	}
	for i := range r.Shown {
		mark(r.Shown[i].Frame)
	}
	for _, s := range r.Skeletons {
		mark(s.Frame)
	}
	return used
}

// frame returns the innermost node of a frame.
func (r *Reader) frame(f *Frame) (int, error) {
	node, within := r.node(&f.Place)
	still := geom.Identity()
	if within != nil {
		still = *within
	}
	if f.Blinks {
		node, still = r.addNode(node, still), geom.Identity()
		if err := r.blink(f, node); err != nil {
			return 0, err
		}
	}
	for i := range f.Ops {
		op := &f.Ops[i]
		if !op.Varies {
			still = still.Mul(op.Matrix)
			continue
		}
		if still != geom.Identity() {
			node, still = r.addNode(node, still), geom.Identity()
		}
		var err error
		if node, err = r.op(f.Prim, op, node); err != nil {
			return 0, err
		}
	}
	if still != geom.Identity() {
		node = r.addNode(node, still)
	}
	return node, nil
}

// blink animates the visibility of a node.
func (r *Reader) blink(f *Frame, node int) error {
	const name = "visibility"
	moves, err := changes(f.Prim, name)
	if !moves || err != nil {
		return err
	}
	r.rig.Nodes[node].Hidden = !f.Visible
	a, err := f.Prim.Attribute(name)
	if err != nil {
		return err
	}
	in, err := a.Samples()
	if in == nil || err != nil {
		return err
	}
	times, err := r.timesOf(f.Prim, name, in.Times)
	if err != nil {
		return err
	}
	if err := r.Charge(f.Prim, name, len(in.Times), 4); err != nil {
		return err
	}
	shown := make([]float32, len(in.Times))
	for k := range in.Times {
		v, err := in.Value(k)
		if err != nil {
			return err
		}
		if v != "invisible" {
			shown[k] = 1
		}
	}
	return r.channel(f.Prim, name, node, pose.Visibility, &pose.Sampler{Times: times, Values: pose.Floats(1, shown), Width: 1})
}

// channel animates a property of a node.
func (r *Reader) channel(p *stage.Prim, name string, node int, property pose.Property, s *pose.Sampler) error {
	if err := r.Charge(p, name, 1, channelSize); err != nil {
		return err
	}
	r.clip.Channels = append(r.clip.Channels, pose.Channel{Node: node, Property: property, Sampler: s, Index: len(r.clip.Channels)})
	return nil
}
