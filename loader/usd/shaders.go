package usd

import (
	"math"
	"strings"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// Prefixes of the names of what can be connected.
const (
	inputs  = "inputs:"
	outputs = "outputs:"
)

// origin is where an input has its value from: the output of a shader, or an attribute without a
// connection.
type origin struct {
	prim      *stage.Prim
	attribute *stage.Attribute
}

// mostHops limits how many connections are followed one after another: they may go in a circle.
const mostHops = 64

// origin follows the connections of an input through those of materials and node graphs. Its prim is nil if
// they lead nowhere.
func (r *builder) origin(p *stage.Prim, name string) (origin, error) {
	for range mostHops {
		a, err := p.Attribute(name)
		if err != nil || a == nil {
			return origin{}, err
		}
		o := origin{p, a}
		if p.TypeName() == "Shader" && strings.HasPrefix(name, outputs) {
			return o, nil
		}
		targets, err := a.Connections()
		if err != nil || len(targets) == 0 {
			return o, err
		}
		path, property, ok := strings.Cut(targets[0], ".")
		if !ok {
			return origin{}, nil
		}
		name = property
		if p, err = r.stage.Prim(path); err != nil || p == nil {
			return origin{}, err
		}
	}
	return origin{}, nil
}

// shader returns the shader to which an input is connected, with its id; nil if it is to none.
func (r *builder) shader(p *stage.Prim, name string) (*stage.Prim, string, error) {
	o, err := r.origin(p, name)
	if err != nil || o.prim == nil || o.prim.TypeName() != "Shader" || !strings.HasPrefix(o.attribute.Name, outputs) {
		return nil, "", err
	}
	id, err := r.token(o.prim, "info:id", "")
	return o.prim, id, err
}

// input returns the value of an input, which may be that of another one to which it is connected.
func (r *builder) input(p *stage.Prim, name string) (stage.Opinion, error) {
	o, err := r.origin(p, name)
	if err != nil || o.prim == nil {
		return stage.Opinion{}, err
	}
	return r.valueOf(o.prim, o.attribute)
}

// inputNumbers returns the numbers of an input, other if it has none or of another width.
func (r *builder) inputNumbers(p *stage.Prim, name string, other ...float64) ([]float64, error) {
	o, err := r.input(p, name)
	if err != nil {
		return nil, err
	}
	n, ok := o.Value.(*layer.Numbers)
	if !ok || n.Array || n.Width != len(other) {
		return other, nil
	}
	out := make([]float64, n.Width)
	for i := range out {
		out[i] = n.At(i)
	}
	return out, nil
}

// surfaceShader returns the UsdPreviewSurface of a material, nil if it has none.
func (r *builder) surfaceShader(m *material) (*stage.Prim, error) {
	p, err := r.stage.Prim(m.path)
	if err != nil || p == nil {
		return nil, err
	}
	s, id, err := r.shader(p, outputs+"surface")
	if err != nil || id != "UsdPreviewSurface" {
		return nil, err
	}
	return s, nil
}

// texture is a UsdUVTexture.
type texture struct {
	layer, file string // the path of the image, and the layer that it is relative to
	set         string // the name of the UV set
	transform   mesh.UVTransform
	wrap        [2]mesh.Wrap
}

// wraps are the modes of wrapping. Without one, the image decides; it is taken to repeat.
var wraps = map[string]mesh.Wrap{"clamp": mesh.ClampToEdge, "black": mesh.ClampToEdge, "mirror": mesh.MirroredRepeat}

// texture returns the texture to which an input is connected, nil if it is to none.
func (r *builder) texture(p *stage.Prim, name string) (*texture, error) {
	s, id, err := r.shader(p, name)
	if err != nil || id != "UsdUVTexture" {
		return nil, err
	}
	file, err := r.input(s, inputs+"file")
	if err != nil {
		return nil, err
	}
	path, ok := file.Value.(layer.Asset)
	if !ok || path == "" {
		return nil, nil
	}
	t := &texture{layer: file.Layer, file: string(path), transform: mesh.IdentityUV}
	for i, axis := range []string{"wrapS", "wrapT"} {
		o, err := r.input(s, inputs+axis)
		if err != nil {
			return nil, err
		}
		mode, _ := o.Value.(string)
		t.wrap[i] = wraps[mode]
	}
	return t, r.readCoordinates(s, t)
}

// readCoordinates reads what the coordinates of a texture come from: a primvar, perhaps transformed.
func (r *builder) readCoordinates(p *stage.Prim, t *texture) error {
	t.set = "st"
	from, id, err := r.shader(p, inputs+"st")
	if err != nil || from == nil {
		return err
	}
	if id == "UsdTransform2d" {
		if err := r.readTransform(from, t); err != nil {
			return err
		}
		if from, id, err = r.shader(from, inputs+"in"); err != nil || from == nil {
			return err
		}
	}
	if id != "UsdPrimvarReader_float2" {
		return nil
	}
	o, err := r.input(from, inputs+"varname")
	if name, ok := o.Value.(string); ok && name != "" {
		t.set = name
	}
	return err
}

// readTransform reads a UsdTransform2d, which scales, then rotates counter-clockwise, then moves.
func (r *builder) readTransform(p *stage.Prim, t *texture) error {
	turn, err := r.inputNumbers(p, inputs+"rotation", 0)
	if err != nil {
		return err
	}
	scale, err := r.inputNumbers(p, inputs+"scale", 1, 1)
	if err != nil {
		return err
	}
	offset, err := r.inputNumbers(p, inputs+"translation", 0, 0)
	t.transform = mesh.UVTransform{Rotation: -turn[0] * math.Pi / 180}
	copy(t.transform.Scale[:], scale)
	copy(t.transform.Offset[:], offset)
	return err
}

// upward returns the transform for images whose V points down.
func (t *texture) upward() mesh.UVTransform {
	x := t.transform
	return mesh.UVTransform{Rotation: -x.Rotation, Scale: [2]float64{x.Scale[0], -x.Scale[1]}, Offset: [2]float64{x.Offset[0], 1 - x.Offset[1]}}
}
