package rig

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// animationJSON has the members of an animation that are read.
type animationJSON struct {
	Name     string         `json:"name"`
	Channels []*channelJSON `json:"channels"`
	Samplers []*samplerJSON `json:"samplers"`
}

type channelJSON struct {
	Sampler *int       `json:"sampler"`
	Target  targetJSON `json:"target"`
}

type targetJSON struct {
	Node       *int   `json:"node"`
	Path       string `json:"path"`
	Extensions struct {
		Pointer struct {
			Pointer string `json:"pointer"`
		} `json:"KHR_animation_pointer"`
	} `json:"extensions"`
}

// pointerPath is the path of targets of KHR_animation_pointer.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_animation_pointer
const pointerPath = "pointer"

// properties are the properties of nodes by their paths.
var properties = map[string]pose.Property{
	"translation": pose.Translation, "rotation": pose.Rotation, "scale": pose.Scale, "weights": pose.Weights,
}

// What clips and channels cost, twice for the growth of slices, with what is kept of them while they are
// read.
const (
	clipSize    = 2 * int(unsafe.Sizeof(pose.Clip{}))
	channelSize = 2*int(unsafe.Sizeof(pose.Channel{})+unsafe.Sizeof(pose.Sampler{})+unsafe.Sizeof(pose.Values{})) + 128
)

func (r *Reader) readClips() error {
	return r.Elements("animations", &r.Animations, func(i int, text jsontext.Value) error {
		place := "animation " + strconv.Itoa(i)
		var a animationJSON
		if err := document.UnmarshalUnique(text, &a); err != nil {
			return r.Invalid(place, err)
		}
		if err := r.Charge(place, 1, clipSize+channelSize*len(a.Channels)); err != nil {
			return err
		}
		c := clipReader{Reader: r, place: place, json: &a, animated: map[animated]bool{}, listed: map[int]bool{}}
		c.out.Name = a.Name
		for k := range a.Channels {
			if err := c.channel(k); err != nil {
				return err
			}
		}
		r.rig.Clips = append(r.rig.Clips, c.out)
		return nil
	})
}

// clipReader reads one animation.
type clipReader struct {
	*Reader
	place    string
	json     *animationJSON
	out      pose.Clip
	animated map[animated]bool
	listed   map[int]bool // accessors whose times are among the keys
}

// animated is what a channel animates.
type animated struct {
	node     int
	property pose.Property
}

// channel reads channel k.
func (c *clipReader) channel(k int) error {
	place := fmt.Sprintf("%s channel %d", c.place, k)
	x := c.json.Channels[k]
	if x == nil || x.Sampler == nil {
		return c.Fail(place, "has no sampler")
	}
	if i := *x.Sampler; i < 0 || i >= len(c.json.Samplers) || c.json.Samplers[i] == nil {
		return c.Fail(place, "sampler %d does not exist: the animation has %d", i, len(c.json.Samplers))
	}
	if x.Target.Node == nil && x.Target.Path != pointerPath {
		c.Warn("%s: animates no node, and is ignored", place)
		return nil
	}
	node := orNone(x.Target.Node)
	if x.Target.Node != nil && (node < 0 || node >= len(c.nodes)) {
		return c.Fail(place, "node %d does not exist: the file has %d", node, len(c.nodes))
	}
	times, err := c.times(*x.Sampler)
	if err != nil {
		return err
	}
	property, known := properties[x.Target.Path]
	if !known {
		c.notEvaluated(k, &x.Target)
		return nil
	}
	if c.animated[animated{node, property}] {
		return c.Fail(place, "node %d has another channel for its %s", node, x.Target.Path)
	}
	c.animated[animated{node, property}] = true
	if property != pose.Weights && c.rig.Nodes[node].Matrix != nil {
		return c.Fail(place, "node %d has a matrix, which cannot be animated", node)
	}
	width, err := c.width(place, node, property)
	if err != nil {
		return err
	}
	s, err := c.sampler(*x.Sampler, times, property, width)
	if err != nil {
		return err
	}
	c.out.Channels = append(c.out.Channels, pose.Channel{Node: node, Property: property, Sampler: s, Index: k})
	return nil
}

// notEvaluated notes a channel whose path is not known, if it may move something.
func (c *clipReader) notEvaluated(k int, t *targetJSON) {
	what := t.Path
	if pointer := t.Extensions.Pointer.Pointer; t.Path == pointerPath {
		if !strings.HasPrefix(pointer, "/nodes/") && !strings.HasPrefix(pointer, "/meshes/") {
			return // a material, a camera or a light
		}
		what = pointer
	}
	c.out.NotEvaluated = append(c.out.NotEvaluated, fmt.Sprintf("channel %d animates %s", k, source.Quote([]byte(what))))
}

// width returns the number of numbers that a property of a node has.
func (c *clipReader) width(place string, node int, property pose.Property) (int, error) {
	switch property {
	case pose.Rotation:
		return 4, nil
	case pose.Translation, pose.Scale:
		return 3, nil
	}
	m := c.nodes[node].mesh
	if m < 0 {
		return 0, c.Fail(place, "animates the weights of node %d, which has no mesh", node)
	}
	n := c.meshes[m].targets()
	if n == 0 {
		return 0, c.Fail(place, "animates the weights of mesh %d, which has no morph targets", m)
	}
	return n, nil
}
