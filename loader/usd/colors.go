package usd

import (
	"errors"
	"io"
	"iter"
	"path"

	"github.com/meshcheck/meshcheck/loader/pixels"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

var white = [3]float64{1, 1, 1}

// displayColor is the primvar with the color of a mesh without a material.
const displayColor = primvarPrefix + "displayColor"

// note adds a note about colors.
func (r *builder) note(what string, err error) {
	r.scene.NoteColor(what + ": " + err.Error())
}

// giveColors gives a part the colors of its vertices.
func (r *builder) giveColors(g *polygons, v *vertices, p *mesh.Part, used iter.Seq[uint32]) error {
	if v.colors == nil {
		return nil
	}
	if v.colors.interpolation == constant {
		p.Color = &mesh.BaseColor{Factor: v.colors.color(v.at(g, v.colors, 0))}
		return nil
	}
	if err := r.charge(g.prim, displayColor, p.Positions.Len(), 3); err != nil {
		return err
	}
	p.Color = &mesh.BaseColor{Factor: white, Vertices: make([]uint8, 0, 3*p.Positions.Len())}
	for i := range used {
		for _, x := range v.colors.color(v.at(g, v.colors, i)) {
			p.Color.Vertices = append(p.Color.Vertices, uint8(255*x+0.5))
		}
	}
	return nil
}

// color returns color i in sRGB.
func (p *primvar) color(i int) (c [3]float64) {
	for k := range c {
		c[k] = pixels.SRGB(p.values.At(3*i + k))
	}
	return c
}

// surface is what a material says about the base color of a part.
type surface struct {
	factor  [3]float64
	set     int
	texture *mesh.TextureMap // without coordinates; nil for none
	// vertices reports whether the colors of vertices count.
	vertices bool
}

// colors reads the base colors of materials.
type colors struct {
	*builder
	pixels   *pixels.Budget
	surfaces []*surface // of the materials; nil for those without a shader that is known
	textures map[string]int
}

// readColors gives the parts the base colors of their materials. What is missing is a note. The error is
// that of the context.
func (r *builder) readColors() error {
	if !r.Colors {
		return nil
	}
	c := &colors{builder: r, pixels: pixels.NewBudget(r.MaxMemory, r.Free(), mesh.TextureMemory), textures: map[string]int{}}
	for _, m := range r.listed {
		s, err := c.surface(m)
		if err != nil {
			r.note("material "+source.Shorten(m.path), err)
		}
		c.surfaces = append(c.surfaces, s)
	}
	for _, m := range r.scene.Meshes {
		for i := range m.Parts {
			p := &m.Parts[i]
			if p.MaterialIndex >= 0 {
				c.surfaces[p.MaterialIndex].paint(p)
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

// paint gives a part the base color of its material. A nil surface gives none.
func (s *surface) paint(p *mesh.Part) {
	if s == nil {
		return
	}
	if p.Color == nil || !s.vertices {
		p.Color = &mesh.BaseColor{}
	}
	p.Color.Factor = s.factor
	if s.texture == nil {
		return
	}
	if set := p.UV(s.set); set != nil {
		t := *s.texture
		t.UV = *set
		p.Color.Map = &t
	}
}

// surface reads the base color of a material.
func (c *colors) surface(m *material) (*surface, error) {
	const diffuse = inputs + "diffuseColor"
	shader, err := c.surfaceShader(m)
	if err != nil || shader == nil {
		return nil, err
	}
	t, err := c.builder.texture(shader, diffuse)
	if err != nil {
		return nil, err
	}
	if t != nil {
		s := &surface{factor: white, set: c.setNumber(t.set)}
		if i := c.texture(t); i >= 0 {
			s.texture = &mesh.TextureMap{Texture: i, Transform: t.upward(), Wrap: t.wrap}
		}
		return s, nil
	}
	if _, id, err := c.shader(shader, diffuse); err != nil || id != "" {
		return &surface{factor: white, vertices: true}, err
	}
	const fallback = 0.18 // of UsdPreviewSurface
	linear, err := c.inputNumbers(shader, diffuse, fallback, fallback, fallback)
	if err != nil {
		return nil, err
	}
	s := &surface{}
	for k := range s.factor {
		s.factor[k] = pixels.SRGB(linear[k])
	}
	return s, nil
}

// texture adds the image of a texture to the textures of the scene, once, and returns its index, -1 with a
// note if it cannot be used.
func (c *colors) texture(t *texture) int {
	id, err := c.layers.resolve(t.layer, t.file)
	if err != nil {
		c.note("texture "+source.Shorten(t.file), err)
		return -1
	}
	if i, ok := c.textures[id]; ok {
		return i
	}
	c.textures[id] = -1
	if c.Charge("", 1, imageSize+len(id)) != nil {
		return -1
	}
	out, err := c.decodable(id)
	if err != nil {
		c.note("texture "+source.Shorten(t.file), err)
		return -1
	}
	out.Name = path.Base(t.file)
	c.textures[id] = len(c.scene.Textures)
	c.scene.Textures = append(c.scene.Textures, out)
	return c.textures[id]
}

// decodable finds an image and reads its header.
func (c *colors) decodable(id string) (t mesh.Texture, err error) {
	size, open, err := c.open(id)
	if err != nil {
		return t, err
	}
	return c.pixels.Texture(size, open)
}

// open returns the size of an image, and a function that opens it.
func (c *colors) open(id string) (size int64, open func() (io.ReadCloser, error), err error) {
	at, err := split(id)
	if err != nil {
		return 0, nil, err
	}
	if len(at) == 1 {
		return c.SideOpener(at[0])
	}
	data, err := c.layers.bytes(at)
	if err != nil {
		return 0, nil, errors.New("it is not in the package")
	}
	return int64(len(data)), opener(data), nil
}
