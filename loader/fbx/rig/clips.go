package rig

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// What clips and channels cost, twice for the growth of slices, with what is kept of them while they are read.
const (
	clipSize    = 2 * int(unsafe.Sizeof(pose.Clip{}))
	samplerSize = 2*int(unsafe.Sizeof(pose.Channel{})+unsafe.Sizeof(pose.Sampler{})) + 128
	poseCurve   = int(unsafe.Sizeof(pose.Curve{}))
	usedSize    = 3 * int(unsafe.Sizeof(used{}))
)

// properties are the properties of nodes by those of Models.
var properties = map[string]pose.Property{
	"Lcl Translation": pose.Translation, "Lcl Rotation": pose.Angles, "Lcl Scaling": pose.Scale,
}

// fixed are the further properties of Models that move them, and must not be animated.
var fixed = map[string]bool{
	"RotationOffset": true, "RotationPivot": true, "PreRotation": true, "PostRotation": true, "ScalingOffset": true,
	"ScalingPivot": true, "RotationOrder": true, "RotationActive": true, "RotationSpaceForLimitOnly": true, "InheritType": true,
	"GeometricTranslation": true, "GeometricRotation": true, "GeometricScaling": true,
}

// animated is a property that a curve node animates.
type animated struct {
	object   *Object
	property string
}

// readClips makes a clip of each animation stack that moves something.
func (r *Reader) readClips() error {
	if r.Doc.Version < firstStacks {
		return r.readTakes()
	}
	r.readSecond()
	of := map[*Object][]animated{}
	for _, o := range r.Objects {
		for _, l := range o.Properties {
			if l.Source.Kind != "AnimationCurveNode" {
				continue
			}
			if err := r.Charge(o.Node.Where(), 1, 3*int(unsafe.Sizeof(animated{}))); err != nil {
				return err
			}
			of[l.Source] = append(of[l.Source], animated{o, l.Property})
		}
	}
	constraint := r.constraint()
	for _, o := range r.Objects {
		if o.Kind != "AnimationStack" {
			continue
		}
		if err := r.Charge(o.Node.Where(), 1, clipSize); err != nil {
			return err
		}
		c := clipReader{Reader: r, of: of, seen: map[animated]bool{}, percent: map[*Object]*pose.Curve{}}
		c.out.Name = o.Name
		if err := c.read(o); err != nil {
			return err
		}
		if len(c.used)+len(c.out.NotEvaluated) > 0 {
			if constraint != "" {
				c.out.NotEvaluated = append(c.out.NotEvaluated, constraint)
			}
			r.rig.Clips = append(r.rig.Clips, c.out)
		}
	}
	return nil
}

// clipReader reads one animation stack.
type clipReader struct {
	*Reader
	of   map[*Object][]animated
	out  pose.Clip
	seen map[animated]bool
	// used are the curves of the channels.
	used []used
	// percent are the curves of blend channels.
	percent map[*Object]*pose.Curve
}

// used is a curve with what it animates.
type used struct {
	*curve
	animated
}

// read reads a stack: its first layer, unless others change what that says.
func (c *clipReader) read(stack *Object) error {
	first := true
	for _, layer := range stack.Sources {
		if layer.Kind != "AnimationLayer" {
			continue
		}
		if !first {
			c.noteLayer(layer)
			continue
		}
		first = false
		for _, n := range layer.Sources {
			if n.Kind != "AnimationCurveNode" {
				continue
			}
			for _, a := range c.of[n] {
				if err := c.curveNode(n, a); err != nil {
					return err
				}
			}
		}
	}
	if err := c.weights(); err != nil {
		return err
	}
	return c.keys()
}

// noteLayer notes that a further layer is not evaluated, if it may move something.
func (c *clipReader) noteLayer(layer *Object) {
	if c.number(layer, "Mute", 0) != 0 || c.number(layer, "Weight", 100) == 0 && !c.isAnimated(layer, "Weight") {
		return
	}
	for _, n := range layer.Sources {
		if n.Kind == "AnimationCurveNode" && slices.ContainsFunc(c.of[n], c.mayMove) {
			c.out.NotEvaluated = append(c.out.NotEvaluated, fmt.Sprintf("the layer %s is blended with the first one", source.Quote([]byte(layer.Name))))
			return
		}
	}
}

func (c *clipReader) isAnimated(o *Object, property string) bool {
	return slices.ContainsFunc(o.Properties, func(l Link) bool { return l.Property == property })
}

// mayMove reports whether a property moves an object.
func (c *clipReader) mayMove(a animated) bool {
	if m := a.object.Model; m >= 0 {
		_, moves := properties[a.property]
		return c.moves[m] && (moves || fixed[a.property])
	}
	return a.object.Class == "BlendShapeChannel" && a.property == "DeformPercent"
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
		c.notEvaluated("%s is animated", a)
		return nil
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

func (c *clipReader) notEvaluated(format string, args ...any) {
	c.out.NotEvaluated = append(c.out.NotEvaluated, fmt.Sprintf(format, args...))
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
		return c.number(a.object, a.property, 0)
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

// keys lists the times of all keys. It notes curves that go on beyond their keys where others have some.
func (c *clipReader) keys() error {
	n, seen := 0, map[*curve]bool{}
	for _, u := range c.used {
		if !seen[u.curve] {
			seen[u.curve] = true
			n += len(u.Times)
		}
	}
	if n == 0 {
		c.used, c.out.Channels = nil, nil
		return nil
	}
	if err := c.Charge("", n, 8); err != nil {
		return err
	}
	times := make([]float64, 0, n)
	for curve := range seen {
		times = append(times, curve.Times...)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	c.out.Keys = []pose.Values{{F64: times, Stride: 1, Divisor: 1}}
	noted := animated{}
	for _, u := range c.used {
		if u.extends && len(u.Times) > 0 && (u.Times[0] > times[0] || u.Times[len(u.Times)-1] < times[len(times)-1]) && u.animated != noted {
			noted = u.animated
			c.notEvaluated("%s goes on beyond its keys", u.animated)
		}
	}
	return c.Ctx.Err()
}
