package rig

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
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

// animated is a property that a curve node animates.
type animated struct {
	object   *Object
	property string
}

// readClips makes a clip of each animation stack that moves something.
func (r *Reader) readClips() error {
	r.readSecond()
	r.constraint = r.activeConstraints()
	if r.Doc.Version < firstStacks {
		return r.readTakes()
	}
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
	for _, o := range r.Objects {
		if o.Kind != "AnimationStack" {
			continue
		}
		if err := r.readClip(o.Node, o.Name, func(c *clipReader) error { c.of = of; return c.read(o) }); err != nil {
			return err
		}
	}
	return nil
}

// readClip makes a clip of what read reads, if it moves something.
func (r *Reader) readClip(n *document.Node, name string, read func(c *clipReader) error) error {
	if err := r.Charge(n.Where(), 1, clipSize); err != nil {
		return err
	}
	c := clipReader{Reader: r, seen: map[animated]bool{}, percent: map[*Object]*pose.Curve{}}
	c.out.Name = name
	if err := read(&c); err != nil || len(c.used)+len(c.out.NotEvaluated) == 0 {
		return err
	}
	if r.constraint != "" {
		c.out.NotEvaluated = append(c.out.NotEvaluated, r.constraint)
	}
	r.rig.Clips = append(r.rig.Clips, c.out)
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
	for _, u := range c.used {
		if u.extends && len(u.Times) > 0 && (u.Times[0] > times[0] || u.Times[len(u.Times)-1] < times[len(times)-1]) {
			c.notEvaluated("%s goes on beyond its keys", u.animated)
		}
	}
	return c.Ctx.Err()
}
