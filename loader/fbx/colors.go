package fbx

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/pixels"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

var white = [3]float64{1, 1, 1}

// note adds a note about colors.
func (r *reader) note(format string, args ...any) {
	r.scene.NoteColor(fmt.Sprintf(format, args...))
}

// readVertexColors reads the first layer with the colors of vertices. A fault is a note.
func (r *reader) readVertexColors(g *geometry) {
	n := g.node.Child("LayerElementColor")
	if !r.Colors || n == nil {
		return
	}
	l, err := r.readLayer(g, n, &layerKind{values: "Colors", index: "ColorIndex", components: 4, seen: &layerOddities{}})
	switch {
	case err != nil:
		r.note("the colors of %s: %v", g.label(), r.failure(err))
	case l != nil:
		g.colors = l
		g.layers = append(g.layers, l)
	}
}

// bytes returns the red, green and blue of corners. They are taken for sRGB, as three.js does.
func (l *cornerLayer) bytes(corners []uint32) []uint8 {
	out := make([]uint8, 0, 3*len(corners))
	for _, c := range corners {
		for _, x := range l.at(c)[:3] {
			out = append(out, uint8(255*unit(x)+0.5))
		}
	}
	return out
}

// unit returns a number limited to 0 to 1, 0 for NaN.
func unit(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}

// baseColors are the properties that are the base color of a material, with its factor: those of the
// first that has a texture, else of the last in a list of properties. The others are those of the
// standard surface of Maya and the physical material of 3ds Max.
var baseColors = []struct{ color, factor string }{
	{"DiffuseColor", "DiffuseFactor"}, {"Maya|baseColor", "Maya|base"}, {"3dsMax|Parameters|base_color", "3dsMax|Parameters|base_weight"},
}

// isBaseColor reports whether textures of a property are the base color. 3ds Max connects them to a
// property of their own.
func isBaseColor(property string) bool {
	for _, c := range baseColors {
		if property == c.color || property == c.color+"_map" {
			return true
		}
	}
	return false
}

// surface is what a material says about the base color of a part.
type surface struct {
	factor  [3]float64
	texture *mesh.TextureMap // without coordinates; nil for none
}

// colors reads the base colors of materials.
type colors struct {
	*reader
	pixels   *pixels.Budget
	template paint // of materials that say nothing else
	surfaces map[int]*surface
	textures map[*object]int // indices of the scene's textures, -1 for those that cannot be used
}

// readColors gives the parts their base colors. What is missing is a note. The error is that of the
// context.
func (r *reader) readColors() error {
	if !r.Colors {
		return nil
	}
	c := &colors{r, pixels.NewBudget(r.MaxMemory, r.Free(), mesh.TextureMemory), paint{white, 1}, map[int]*surface{}, map[*object]int{}}
	c.template.read(r, r.template("Material"))
	byIndex := make([]*material, len(r.materials))
	for _, m := range r.materials {
		byIndex[m.index] = m
	}
	for _, m := range r.scene.Meshes {
		for i := range m.Parts {
			p := &m.Parts[i]
			if p.MaterialIndex >= 0 {
				c.color(p, byIndex[p.MaterialIndex])
			}
			if !r.UVs {
				p.UVs = nil
			}
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	return r.ctx.Err()
}

// color gives a part the base color of its material.
func (c *colors) color(p *mesh.Part, m *material) {
	s := c.surfaces[m.index]
	if s == nil {
		s = c.surface(m)
		c.surfaces[m.index] = s
	}
	if p.Color == nil {
		p.Color = &mesh.BaseColor{}
	}
	p.Color.Factor = s.factor
	if s.texture == nil {
		return
	}
	if set := p.UV(s.texture.UV.Set); set != nil {
		t := *s.texture
		t.UV = *set
		p.Color.Map = &t
	}
}

// surface reads the base color of a material.
func (c *colors) surface(m *material) *surface {
	p := c.template
	p.read(c.reader, m.node)
	s := &surface{factor: p.product()}
	for _, slot := range m.slots() {
		if !isBaseColor(slot.name) {
			continue
		}
		if i := c.texture(slot.texture); i >= 0 {
			t := readTexture(slot.texture)
			// The V of texture coordinates points up.
			up := mesh.UVTransform{Offset: [2]float64{0, 1}, Scale: [2]float64{1, -1}}
			s.factor = white // a texture takes the place of the color
			s.texture = &mesh.TextureMap{Texture: i, UV: mesh.UVSet{Set: m.set(t.set)}, Transform: up, Wrap: t.wrap}
			break
		}
	}
	return s
}

// paint is a color and a factor.
type paint struct {
	color  [3]float64
	factor float64
}

// read takes the color and the factor from the properties of a node.
func (p *paint) read(r *reader, n *document.Node) {
	_ = eachProperty(n, func(property *property) error {
		for _, names := range baseColors {
			switch property.name {
			case names.color:
				if v, err := r.vector(property); err == nil {
					p.color = v
				}
			case names.factor:
				if x, err := r.number(property); err == nil {
					p.factor = x
				}
			}
		}
		return nil
	})
}

// product returns the color times the factor.
func (p *paint) product() (c [3]float64) {
	for k := range c {
		c[k] = unit(p.color[k] * p.factor)
	}
	return c
}

// texture adds the image of a Texture to the textures of the scene, once, and returns its index, -1
// with a note if it cannot be used.
func (c *colors) texture(o *object) int {
	if i, ok := c.textures[o]; ok {
		return i
	}
	c.textures[o] = -1
	p := c.pictureOf(o)
	if p == nil || c.Charge("", 1, imageSize) != nil {
		return -1
	}
	t, err := c.decodable(p)
	if err != nil {
		c.note("texture %s: %v", source.Shorten(p.name), err)
		return -1
	}
	c.textures[o] = len(c.scene.Textures)
	c.scene.Textures = append(c.scene.Textures, t)
	return c.textures[o]
}

// open returns the size of an image, and a function that opens it.
func (c *colors) open(p *picture) (size int64, open func() (io.ReadCloser, error), err error) {
	if p.content != nil {
		for _, v := range p.content.Values {
			size += int64(v.Len())
		}
		return size, opener(c.doc, p.content), nil
	}
	for _, name := range p.files {
		size, open, failed := c.SideOpener(name)
		if failed == nil {
			return size, open, nil
		}
		err = cmp.Or(err, failed)
	}
	return 0, nil, cmp.Or(err, errors.New("it has no file"))
}

// decodable finds an image and reads its header.
func (c *colors) decodable(p *picture) (t mesh.Texture, err error) {
	size, open, err := c.open(p)
	if err != nil {
		return t, err
	}
	t, err = c.pixels.Texture(size, open)
	t.Name = p.name
	return t, err
}
