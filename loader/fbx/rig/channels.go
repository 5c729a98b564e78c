package rig

import (
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/mesh/pose"
)

// properties are the properties of nodes by those of Models.
var properties = map[string]pose.Property{
	"Lcl Translation": pose.Translation, "Lcl Rotation": pose.Angles, "Lcl Scaling": pose.Scale,
}

// fixed are the further properties of Models that move them, and are not evaluated if they are animated, with the
// numbers that they are by default.
var fixed = map[string]float64{
	"RotationOffset": 0, "RotationPivot": 0, "PreRotation": 0, "PostRotation": 0, "ScalingOffset": 0, "ScalingPivot": 0,
	"RotationOrder": 0, "RotationActive": 1, "RotationSpaceForLimitOnly": 0, "InheritType": 1,
	"GeometricTranslation": 0, "GeometricRotation": 0, "GeometricScaling": 1,
}

func isFixed(property string) bool {
	_, is := fixed[property]
	return is
}

// mayMove reports whether a property moves an object.
func (c *clipReader) mayMove(a animated) bool {
	if m := a.object.Model; m >= 0 {
		_, moves := properties[a.property]
		return c.moves[m] && (moves || isFixed(a.property))
	}
	return len(c.shaped[a.object]) > 0 && a.property == "DeformPercent"
}

// curveNode reads the curves of a curve node for a property that it animates.
func (c *clipReader) curveNode(n *Object, a animated) error {
	if !c.mayMove(a) {
		return nil
	}
	if c.seen[a] {
		return c.fail(n, "animates %s, which another one animates", a)
	}
	c.seen[a] = true
	if err := c.Charge(n.Node.Where(), 1, samplerSize+3*poseCurve); err != nil {
		return err
	}
	m := a.object.Model
	if m < 0 {
		curves, err := c.curvesOf(n, a, 1)
		if err == nil {
			c.percent[a.object] = &curves[0]
		}
		return err
	}
	property, known := properties[a.property]
	switch {
	case !known:
		varies, err := c.varies(n, a)
		if varies {
			c.notEvaluated("%s is animated", a)
		}
		return err
	case property == pose.Angles && c.number(a.object, "QuaternionInterpolate", 0) != 0:
		c.notEvaluated("%s is interpolated by quaternions", a)
		return nil
	}
	curves, err := c.curvesOf(n, a, 3)
	if err != nil {
		return err
	}
	c.add(m, property, &pose.Sampler{Width: 3, Curves: curves})
	return nil
}

// varies reports whether a curve of a curve node has another value at a key than the property has without animation.
func (c *clipReader) varies(n *Object, a animated) (bool, error) {
	still := c.Values(a.object.Node, a.property)
	for _, l := range n.Properties {
		if l.Source.Kind != "AnimationCurve" {
			continue
		}
		curve, err := c.curve(l.Source)
		if err != nil {
			return false, err
		}
		for _, x := range curve.Values {
			value := fixed[a.property]
			if i := axes[l.Property]; i < len(still) {
				value, _ = still[i].Float()
			}
			if x != float64(float32(value)) {
				return true, nil
			}
		}
	}
	return false, nil
}

// notEvaluated adds a note, unless it was the last.
func (c *clipReader) notEvaluated(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if n := len(c.out.NotEvaluated); n == 0 || c.out.NotEvaluated[n-1] != note {
		c.out.NotEvaluated = append(c.out.NotEvaluated, note)
	}
}

func (a animated) String() string { return a.property + " of " + a.object.label() }

func (c *clipReader) add(node int, property pose.Property, s *pose.Sampler) {
	c.out.Channels = append(c.out.Channels, pose.Channel{Node: node, Property: property, Sampler: s, Index: len(c.out.Channels)})
}

// axes are the properties of curve nodes that are numbers of a vector.
var axes = map[string]int{"d|X": 0, "X": 0, "d|Y": 1, "Y": 1, "d|Z": 2, "Z": 2}

// curvesOf returns the curves of a curve node for the numbers of a property. Those without a curve are constant.
func (c *clipReader) curvesOf(n *Object, a animated, numbers int) ([]pose.Curve, error) {
	out := make([]pose.Curve, numbers)
	for i := range out {
		name := "d|" + a.property
		if numbers > 1 {
			name = "d|" + "XYZ"[i:i+1]
		}
		out[i].Default = c.number(n, name, c.value(a, i))
		if !finite(out[i].Default) {
			return nil, c.fail(n, "has a value that is not finite")
		}
	}
	for _, l := range n.Properties {
		if l.Source.Kind != "AnimationCurve" {
			continue
		}
		i := axes[l.Property]
		if i >= numbers {
			continue
		}
		curve, err := c.curve(l.Source)
		if err != nil {
			return nil, err
		}
		if err := c.Charge(n.Node.Where(), 1, usedSize); err != nil {
			return nil, err
		}
		otherwise := out[i].Default
		out[i] = curve.Curve
		out[i].Default = otherwise
		c.used = append(c.used, used{curve, a})
	}
	return out, nil
}

// value returns a number of a property as the file has it without animation.
func (c *clipReader) value(a animated, i int) float64 {
	if a.object.Model < 0 {
		return c.percentOf(a.object)
	}
	l := &c.Models[a.object.Model].Local
	switch properties[a.property] {
	case pose.Translation:
		return l.Translation[i]
	case pose.Scale:
		return l.Scale[i]
	}
	return l.Angles[i]
}

// weights makes channels of the curves of blend channels, for each object with their shapes.
func (c *clipReader) weights() error {
	var moving []int
	samplers := map[*geometry]*pose.Sampler{}
	for channel := range c.percent {
		for _, g := range c.shaped[channel] {
			if samplers[g] != nil {
				continue
			}
			if err := c.Charge("", len(g.channels), poseCurve); err != nil {
				return err
			}
			samplers[g] = c.weightsOf(g)
			moving = append(moving, g.objects...)
		}
	}
	slices.Sort(moving)
	for _, i := range moving {
		g := c.geometries[c.Shown[i].Geometry]
		// A pose has the weights of each object.
		if err := c.Charge("", 1, samplerSize+8*len(g.weights)); err != nil {
			return err
		}
		c.add(c.rig.Objects[i].Node, pose.Weights, samplers[g])
	}
	return nil
}

// weightsOf returns the weights of the shapes of a geometry.
func (c *clipReader) weightsOf(g *geometry) *pose.Sampler {
	s := &pose.Sampler{Width: len(g.weights), Curves: make([]pose.Curve, len(g.channels))}
	for k, b := range g.channels {
		s.Curves[k] = pose.Curve{Default: b.percent}
		if curve := c.percent[b.object]; curve != nil {
			s.Curves[k] = *curve
		}
		s.Curves[k].Full = b.full
	}
	return s
}
