package rig

import (
	"slices"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// firstStacks is the first version whose animations are stacks of layers. Those before are takes.
const firstStacks = 7000

// readTakes makes a clip of each take of an old file that moves something.
func (r *Reader) readTakes() error {
	takes := r.Doc.Child("Takes")
	if takes == nil {
		return nil
	}
	if err := r.Charge("", len(r.Objects), 64); err != nil {
		return err
	}
	objects := make(map[string]*Object, len(r.Objects))
	for _, o := range r.Objects {
		if id, ok := o.Node.Value(0).Text(); ok && objects[id] == nil {
			objects[id] = o
		}
	}
	for _, n := range takes.Children {
		if n.Name != "Take" {
			continue
		}
		name, _ := n.Value(0).Text()
		err := r.readClip(n, name, func(c *clipReader) error { return c.readTake(n, objects) })
		if err != nil {
			return err
		}
	}
	return nil
}

// readTake reads the channels of a take.
func (c *clipReader) readTake(n *document.Node, objects map[string]*Object) error {
	for _, of := range n.Children {
		id, _ := of.Value(0).Text()
		o := objects[id]
		if of.Name != "Model" || o == nil || o.Model < 0 || !c.moves[o.Model] {
			continue
		}
		for _, channel := range of.Children {
			if channel.Name != "Channel" {
				continue
			}
			if err := c.takeChannel(channel, o); err != nil {
				return err
			}
		}
	}
	return c.keys()
}

// transforms are the properties of Models by the names of channels below the one with the name "Transform".
var transforms = map[string]string{"T": "Lcl Translation", "R": "Lcl Rotation", "S": "Lcl Scaling"}

// takeChannel reads a channel of a Model.
func (c *clipReader) takeChannel(n *document.Node, o *Object) error {
	name, _ := n.Value(0).Text()
	switch {
	case name == "Transform":
		for _, of := range n.Children {
			part, _ := of.Value(0).Text()
			if property := transforms[part]; of.Name == "Channel" && property != "" {
				if err := c.takeProperty(of, animated{o, property}); err != nil {
					return err
				}
			}
		}
	case isFixed(name) && hasKeys(n):
		c.notEvaluated("%s is animated", animated{o, name})
	case isShape(o, name) && hasKeys(n):
		c.notEvaluated("the shape %s is animated", animated{o, name})
	}
	return nil
}

// isShape reports whether a property of a Model is the weight of a shape of the mesh in it.
func isShape(o *Object, property string) bool {
	return slices.ContainsFunc(o.Node.Children, func(n *document.Node) bool {
		name, _ := n.Value(0).Text()
		return n.Name == "Shape" && name == property
	})
}

// takeProperty reads the curves of a property.
func (c *clipReader) takeProperty(n *document.Node, a animated) error {
	if c.seen[a] {
		return c.Fail(n.Where(), "another channel animates %s", a)
	}
	c.seen[a] = true
	if err := c.Charge(n.Where(), 1, samplerSize+3*poseCurve); err != nil {
		return err
	}
	curves, animates := make([]pose.Curve, 3), false
	for i := range curves {
		curves[i].Default = c.value(a, i)
	}
	for _, of := range n.Children {
		name, _ := of.Value(0).Text()
		i, known := axes[name]
		if of.Name != "Channel" || !known {
			continue
		}
		value := curves[i].Default
		curve, err := c.takeCurve(of, a)
		if err != nil {
			return err
		}
		if curves[i] = curve.Curve; !curve.given {
			curves[i].Default = value
		}
		if len(curve.Times) > 0 {
			c.used = append(c.used, used{&curve.curve, a})
		}
		animates = animates || len(curve.Times) > 0 || curves[i].Default != value
	}
	if animates {
		c.add(a.object.Model, properties[a.property], &pose.Sampler{Width: 3, Curves: curves})
	}
	return nil
}

// hasKeys reports whether a channel of a take, or one below, has several keys. Nodes are nested a limited number of
// times.
func hasKeys(n *document.Node) bool {
	if count, ok := n.Child("KeyCount").Value(0).Int(); ok && n.Name == "Channel" {
		return count > 1
	}
	return slices.ContainsFunc(n.Children, hasKeys)
}
