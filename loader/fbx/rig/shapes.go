package rig

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/mesh/pose"
)

// channel is a blend channel: shapes with the values of the channel at which they are full, ascending.
type channel struct {
	object *Object
	shapes []*Object
	full   []float64
	// portions are percentages of the displacements of a single shape, nil for all of them.
	portions []float64
	// percent is the value that the file has for it.
	percent float64
}

const (
	channelSize = 2*int(unsafe.Sizeof(channel{})) + 64
	shapeSize   = 2*int(unsafe.Sizeof(pose.Target{})) + 4*8
)

// percent is the value of a channel at which a single shape is full.
const percent = 100

// blendShape reads the channels of a BlendShape.
func (r *Reader) blendShape(g *geometry, o *Object, index int) error {
	for _, c := range o.Sources {
		if c.Kind != "Deformer" || c.Class != "BlendShapeChannel" {
			continue
		}
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		if err := r.Charge(c.Node.Where(), 1, channelSize); err != nil {
			return err
		}
		out, err := r.readChannel(g, c)
		if err != nil {
			return err
		}
		if len(out.shapes) == 0 {
			continue
		}
		for _, s := range out.shapes {
			if err := r.readShape(g, s, out.portions, index); err != nil {
				return err
			}
		}
		g.channels = append(g.channels, out)
		if of := r.shaped[c]; len(of) == 0 || of[len(of)-1] != g {
			r.shaped[c] = append(of, g)
		}
		weights := make([]float64, len(out.full))
		pose.Inbetween(out.percent, out.full, weights)
		g.weights = append(g.weights, weights...)
	}
	return nil
}

// readChannel reads what a channel says about its shapes.
func (r *Reader) readChannel(g *geometry, o *Object) (*channel, error) {
	c := &channel{object: o, percent: r.percentOf(o)}
	if !finite(c.percent) {
		return nil, r.fail(o, "has a DeformPercent that is not finite")
	}
	full, err := r.Doc.Floats(o.Node.Child("FullWeights"))
	if err != nil {
		return nil, err
	}
	for _, s := range o.Sources {
		if s.Kind == "Geometry" && s.Class == "Shape" {
			c.shapes = append(c.shapes, s)
		}
	}
	if len(c.shapes) == 0 {
		return c, nil
	}
	if err := r.Charge(o.Node.Where(), len(c.shapes), shapeSize); err != nil {
		return nil, err
	}
	if !finite(full...) {
		return nil, r.fail(o, "has FullWeights that are not finite")
	}
	if r.blender {
		// It writes the weights that a vertex group gives to the vertices of the shape.
		if len(c.shapes) == 1 {
			c.portions = full
		}
		full = nil
	}
	c.full = make([]float64, len(c.shapes))
	for k := range c.full {
		if c.full[k] = percent; k < len(full) {
			c.full[k] = full[k]
		}
	}
	c.sort()
	for k := 1; k < len(c.full); k++ {
		if c.full[k] == c.full[k-1] {
			g.unposed = "two of its shapes are full at one value of a blend channel"
			return &channel{object: o}, nil
		}
	}
	return c, nil
}

// percentOf returns the value of a channel, which Blender writes as a node.
func (r *Reader) percentOf(o *Object) float64 {
	x, _ := o.Node.Child("DeformPercent").Value(0).Float()
	return r.number(o, "DeformPercent", x)
}

// sort sorts the shapes by the values at which they are full.
func (c *channel) sort() {
	order := make([]int, len(c.full))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.full[a], c.full[b]) })
	shapes, full := slices.Clone(c.shapes), slices.Clone(c.full)
	for i, k := range order {
		c.shapes[i], c.full[i] = shapes[k], full[k]
	}
}
