package pose

import (
	"fmt"

	"github.com/meshcheck/meshcheck/geom"
)

// Evaluator poses a Rig. It has memory of its own and is for one goroutine. Once a clip has been
// posed, posing it again allocates nothing.
type Evaluator struct {
	rig *Rig
	// order are the nodes, each after its parent.
	order []int32
	// clip is the index of the clip that was posed last, noClip for none, and moved the nodes that
	// it moves, each after its parent.
	clip  int
	moved []int32
	local []Local
	world []geom.Affine
	// hidden reports which nodes are not shown.
	hidden []bool
	// frames are those of the nodes, nil if none inherits scalings separately.
	frames []frame
	// matrices are those that the clip animates, and numbers those of one of them.
	matrices []geom.Affine
	numbers  [12]float64
	// animated are the weights of the morph targets of nodes, nil for those that the clip does not
	// animate. weights is their memory.
	animated [][]float64
	weights  []float64
	// pose counts the poses, so that joints are up to date only if they were computed for this one.
	pose   int
	joints []jointMatrices
	// time is that of the pose in the clip.
	time    float64
	rounded roundings
}

const noClip = -1

// jointMatrices are those of a skin: the world matrix of each joint times its inverse bind matrix.
type jointMatrices struct {
	pose     int
	matrices []geom.Affine
}

// ZeroRotationError is the error for a rotation of a channel that has the length 0 at some time.
type ZeroRotationError struct {
	// Clip is an index into Rig.Clips, Channel the index of the channel in the file's list.
	Clip, Channel int
	Time          float64
}

func (e *ZeroRotationError) Error() string {
	return fmt.Sprintf("animation %d channel %d: the rotation at %g s has the length 0", e.Clip, e.Channel, e.Time)
}

// NewEvaluator returns an Evaluator of a rig, in the default pose.
func NewEvaluator(r *Rig) *Evaluator {
	e := &Evaluator{
		rig: r, order: parentsFirst(r.Nodes), clip: noClip,
		local: make([]Local, len(r.Nodes)), world: make([]geom.Affine, len(r.Nodes)), hidden: make([]bool, len(r.Nodes)),
		frames: framesFor(r.Nodes), animated: make([][]float64, len(r.Nodes)), joints: make([]jointMatrices, len(r.Skins)), pose: 1,
	}
	for i := range r.Nodes {
		e.local[i] = r.Nodes[i].Local
	}
	e.place(e.order)
	return e
}

// parentsFirst returns the nodes in an order in which each comes after its parent. It panics if one is
// its own ancestor.
func parentsFirst(nodes []Node) []int32 {
	const unseen, open, done = 0, 1, 2
	order, state := make([]int32, 0, len(nodes)), make([]uint8, len(nodes))
	var chain []int32
	for i := range nodes {
		k := int32(i)
		for chain = chain[:0]; k >= 0 && state[k] == unseen; k = nodes[k].Parent {
			state[k] = open
			chain = append(chain, k)
		}
		if k >= 0 && state[k] == open {
			panic("pose: a node is its own ancestor")
		}
		for c := len(chain) - 1; c >= 0; c-- {
			state[chain[c]] = done
			order = append(order, chain[c])
		}
	}
	return order
}

// place computes the world matrices of nodes, which are in an order in which each comes after its
// parent: the matrix of the parent times its own. It also computes which are shown.
func (e *Evaluator) place(nodes []int32) {
	for _, i := range nodes {
		p := e.rig.Nodes[i].Parent
		e.hidden[i] = e.local[i].Hidden || p >= 0 && e.hidden[p]
		if e.frames != nil {
			e.placeFrame(i)
			continue
		}
		m := e.local[i].matrix()
		if p >= 0 {
			m = e.world[p].Mul(m)
		}
		e.world[i] = m
	}
}

// Rest returns to the default pose, that of the nodes of the file.
func (e *Evaluator) Rest() {
	if e.clip == noClip {
		return
	}
	for _, c := range e.rig.Clips[e.clip].Channels {
		e.local[c.Node], e.animated[c.Node] = e.rig.Nodes[c.Node].Local, nil
	}
	e.place(e.moved)
	e.clip = noClip
	e.pose++
}

// Pose takes the pose of a clip, by its index, at a time in seconds, which need not be one of the
// samples. The only error is a *ZeroRotationError. After an error the pose is meaningless, until
// the next one.
func (e *Evaluator) Pose(clip int, t float64) error {
	if clip != e.clip {
		e.Rest()
		e.start(clip)
	}
	e.pose++
	e.time = t
	channels := e.rig.Clips[clip].Channels
	for i := range channels {
		c := &channels[i]
		if !e.animate(c, t) {
			return &ZeroRotationError{clip, c.Index, t}
		}
	}
	e.place(e.moved)
	return nil
}

// start prepares for a clip, from the default pose.
func (e *Evaluator) start(clip int) {
	e.clip = clip
	below, width, matrices := make([]bool, len(e.rig.Nodes)), 0, 0
	for _, c := range e.rig.Clips[clip].Channels {
		switch c.Property {
		case Weights:
			width += c.Sampler.Width
			continue
		case Translation, Rotation, Angles, Scale:
			e.local[c.Node].Matrix = nil
		case Matrix:
			matrices++
		}
		below[c.Node] = true
	}
	e.moved = e.moved[:0]
	for _, i := range e.order {
		if p := e.rig.Nodes[i].Parent; p >= 0 && below[p] {
			below[i] = true
		}
		if below[i] {
			e.moved = append(e.moved, i)
		}
	}
	if len(e.weights) < width {
		e.weights = make([]float64, width)
	}
	if len(e.matrices) < matrices {
		e.matrices = make([]geom.Affine, matrices)
	}
	free := e.weights
	for _, c := range e.rig.Clips[clip].Channels {
		switch c.Property {
		case Weights:
			e.animated[c.Node], free = free[:c.Sampler.Width], free[c.Sampler.Width:]
		case Matrix:
			matrices--
			e.local[c.Node].Matrix = &e.matrices[matrices]
		}
	}
}

// animate sets what a channel animates. It reports false for a rotation of length 0.
func (e *Evaluator) animate(c *Channel, t float64) (ok bool) {
	l := &e.local[c.Node]
	switch c.Property {
	case Translation:
		c.Sampler.at(t, l.Translation[:])
	case Scale:
		c.Sampler.at(t, l.Scale[:])
	case Angles:
		c.Sampler.at(t, l.Angles[:])
	case Weights:
		c.Sampler.at(t, e.animated[c.Node])
	case Rotation:
		l.Rotation, ok = c.Sampler.rotation(t)
		return ok
	case Matrix:
		c.Sampler.at(t, e.numbers[:])
		for i, x := range e.numbers {
			l.Matrix[i/4][i%4] = x
		}
	case Visibility:
		l.Hidden = c.Sampler.Values.At(c.Sampler.Key(c.Sampler.moment(t).key), 0) == 0
	}
	return true
}

// World returns the world matrix of a node in the pose.
func (e *Evaluator) World(node int) geom.Affine { return e.world[node] }

// Shown reports whether the node of an object, and all nodes above it, are shown in the pose.
func (e *Evaluator) Shown(object int) bool { return !e.hidden[e.rig.Objects[object].Node] }
