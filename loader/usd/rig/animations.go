package rig

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// animation is what a SkelAnimation says.
type animation struct {
	prim *stage.Prim
	// joints and shapes are the names of what it animates, in order.
	joints, shapes []string
	// parts are the translations, rotations and scales of the joints. They move only if all three have values.
	parts [3]component
	// weights are those of the shapes.
	weights component
}

// component is an attribute with a value for each joint or shape.
type component struct {
	name string
	// given is the default value, nil if there is none.
	given *layer.Numbers
	// times are those of rows, which have the numbers of all elements side by side. They are empty if the attribute
	// does not vary.
	times, rows pose.Values
	// varies reports whether it has samples, and known whether it has any value.
	varies, known bool
}

// componentsOf are those of joints.
var componentsOf = [3]struct {
	name       string
	width      int
	property   pose.Property
	components []int // of stored quaternions, which have the real part first
}{
	{"translations", 3, pose.Translation, nil}, {"rotations", 4, pose.Rotation, []int{1, 2, 3, 0}}, {"scales", 3, pose.Scale, nil},
}

// animationOf returns the animation of a Skeleton, nil for none: that which the Skeleton or else the nearest prim
// above it names.
func (r *Reader) animationOf(at *Skeleton) (*animation, error) {
	for b := at.Binding; b != nil; b = b.Above {
		if !b.Applied {
			continue
		}
		targets, err := b.Prim.Relationship("skel:animationSource")
		if err != nil {
			return nil, err
		}
		if len(targets) == 0 {
			continue
		}
		p, err := r.Stage.Prim(targets[0])
		if err != nil {
			return nil, err
		}
		if p == nil || !p.Active() || p.TypeName() != "SkelAnimation" {
			r.warn(b.Prim, "the skel:animationSource <%s> is no SkelAnimation and is ignored", source.Shorten(targets[0]))
			return nil, nil
		}
		return r.animation(p)
	}
	return nil, nil
}

// animation returns what a SkelAnimation says.
func (r *Reader) animation(p *stage.Prim) (*animation, error) {
	if a := r.animated[p]; a != nil {
		return a, nil
	}
	a := &animation{prim: p}
	var err error
	if a.joints, err = tokens(p, "joints"); err != nil {
		return nil, err
	}
	if a.shapes, err = tokens(p, "blendShapes"); err != nil {
		return nil, err
	}
	for k, c := range componentsOf {
		if a.parts[k], err = r.component(p, c.name, c.width, len(a.joints), c.components); err != nil {
			return nil, err
		}
	}
	if err := r.checkAnimation(a); err != nil {
		return nil, err
	}
	if a.weights, err = r.component(p, "blendShapeWeights", 1, len(a.shapes), nil); err != nil {
		return nil, err
	}
	r.animated[p] = a
	return a, nil
}

// component reads an attribute with a value for each of so many elements.
func (r *Reader) component(p *stage.Prim, name string, width, count int, order []int) (c component, err error) {
	c.name = name
	a, err := attribute(p, name)
	if a == nil || err != nil || count == 0 {
		return c, err
	}
	s := shape{width, true}
	if c.given, err = r.defaultNumbers(p, name, s); err != nil {
		return c, err
	}
	if c.given != nil && c.given.Len() != count {
		return c, r.Fail(p, name, "has %d %s, and %d are needed", c.given.Len(), source.Plural(c.given.Len(), "value"), count)
	}
	c.known = c.given != nil
	if spline, err := a.Metadata("spline"); spline != nil || err != nil {
		return c, err
	}
	in, err := r.samples(p, a, s, count)
	if in == nil || err != nil {
		return c, err
	}
	c.known, c.varies, c.times = true, true, in.times
	c.rows, err = r.block(p, name, in, order)
	return c, err
}

// checkAnimation fails for joints that are there twice, and for rotations of length 0.
func (r *Reader) checkAnimation(a *animation) error {
	const entry = 48
	if err := r.Charge(a.prim, "joints", len(a.joints)+1, entry); err != nil {
		return err
	}
	known := make(map[string]bool, len(a.joints))
	for _, name := range a.joints {
		if known[name] {
			return r.Fail(a.prim, "joints", "has the joint %s twice", source.Quote([]byte(name)))
		}
		known[name] = true
	}
	c := &a.parts[1]
	n := len(a.joints)
	for k := range c.rows.Rows() {
		for i := range n {
			q := pose.Quaternion{c.rows.At(k, 4*i), c.rows.At(k, 4*i+1), c.rows.At(k, 4*i+2), c.rows.At(k, 4*i+3)}
			if !q.Normalize() {
				return r.Fail(a.prim, c.name, "the rotation of joint %d in sample %d has the length 0", i, k)
			}
		}
	}
	if c.given == nil {
		return nil
	}
	for i := range n {
		if q := quaternion(c.given, i); !q.Normalize() {
			return r.Fail(a.prim, c.name, "the rotation of joint %d has the length 0", i)
		}
	}
	return nil
}

// quaternion returns a stored quaternion.
func quaternion(n *layer.Numbers, i int) pose.Quaternion {
	return pose.Quaternion{n.At(4*i + 1), n.At(4*i + 2), n.At(4*i + 3), n.At(4 * i)}
}

// animateJoints animates the joints of a skeleton. Those that the animation has not, keep their rest, and so do all if
// the animation has not all of translations, rotations and scales.
func (r *Reader) animateJoints(s *skeleton) error {
	a := s.anim
	if !a.parts[0].known && !a.parts[1].known && !a.parts[2].known {
		return nil
	}
	atDefault, vary := true, false
	for k := range a.parts {
		c := &a.parts[k]
		if !c.known {
			r.warn(a.prim, "has no %s, so that its joints do not move", c.name)
			return nil
		}
		atDefault, vary = atDefault && c.given != nil, vary || c.varies
	}
	for k, name := range a.joints {
		i, ok := s.index[name]
		if !ok {
			continue
		}
		node := s.nodes[i]
		if atDefault {
			r.setDefault(node, a, k)
		}
		if !vary {
			continue
		}
		if err := r.animateJoint(node, a, k); err != nil {
			return err
		}
	}
	return nil
}

// setDefault gives the node of a joint the default values of an animation.
func (r *Reader) setDefault(node int, a *animation, k int) {
	l := &r.rig.Nodes[node].Local
	l.Matrix = nil
	t, s := a.parts[0].given, a.parts[2].given
	l.Translation = geom.Vec{t.At(3 * k), t.At(3*k + 1), t.At(3*k + 2)}
	l.Scale = geom.Vec{s.At(3 * k), s.At(3*k + 1), s.At(3*k + 2)}
	l.Rotation = quaternion(a.parts[1].given, k)
	l.Rotation.Normalize()
}

// animateJoint animates the node of joint k of an animation. While the clip plays, what does not vary has its default
// value, and not that of the rest.
func (r *Reader) animateJoint(node int, a *animation, k int) error {
	for i := range a.parts {
		c, of := &a.parts[i], &componentsOf[i]
		sampler := &pose.Sampler{Interpolation: pose.Linear, Times: c.times, Width: of.width}
		if c.varies {
			sampler.Values = column(c.rows, of.width*k)
		} else {
			sampler.Times, sampler.Values = pose.Doubles(1, []float64{0}), r.constant(c, of.components, of.width, k)
		}
		if err := r.channel(a.prim, c.name, node, of.property, sampler); err != nil {
			return err
		}
	}
	return nil
}

// constant returns the default value of joint k.
func (r *Reader) constant(c *component, order []int, width, k int) pose.Values {
	row := make([]float64, width)
	for i := range row {
		from := i
		if order != nil {
			from = order[i]
		}
		row[i] = c.given.At(width*k + from)
	}
	return pose.Doubles(width, row)
}
