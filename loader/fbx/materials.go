package fbx

import (
	"unsafe"

	"github.com/meshcheck/meshcheck/mesh"
)

// material is a Material.
type material struct {
	*object
	index int // among the Materials of the file
	// used reports whether a part has it. shown is then the first Model whose mesh has such a part,
	// and sets are the names of the UV sets of that mesh, nil if it has none.
	used  bool
	shown *model
	sets  *setNames
}

// materialSize is what a material costs, with its element of a map.
const materialSize = int(unsafe.Sizeof(material{})+unsafe.Sizeof(mesh.Material{})) + 64

// listMaterials numbers the Materials of the file.
func (r *reader) listMaterials() error {
	for _, o := range r.objects {
		if o.kind != "Material" {
			continue
		}
		if err := r.Charge(o.node.Where(), 1, materialSize); err != nil {
			return err
		}
		r.materials[o] = &material{object: o, index: len(r.materials)}
		if r.UVs {
			r.scene.Materials = append(r.scene.Materials, mesh.Material{Name: o.name})
		}
	}
	return nil
}

// use notes that a part of a geometry has a material, and returns its number.
func (r *reader) use(g *geometry, o *object) int {
	m := r.materials[o]
	if !m.used {
		m.used, m.shown = true, g.shownBy
		if g.model != nil {
			m.shown = g.model
		}
		m.sets = g.setNames()
	}
	return m.index
}

// set returns the number of the UV set that a texture names: that of the name or, as many programs
// write "default" or nothing, the first set.
func (m *material) set(name string) int {
	if m.sets == nil {
		return 0
	}
	if set, ok := m.sets.byName[name]; ok {
		return set
	}
	return m.sets.first
}

// setNames are the numbers of the UV sets of a mesh, by their names, and that of the first.
type setNames struct {
	byName map[string]int
	first  int
}

// setNames returns the names of the UV sets of a geometry, nil if it has none. Materials share them.
func (g *geometry) setNames() *setNames {
	if g.names == nil && len(g.uvs) > 0 {
		g.names = &setNames{map[string]int{}, g.uvs[0].set}
		for _, l := range g.uvs {
			g.names.byName[l.name] = l.set
		}
	}
	return g.names
}

// slot is a texture of a material. Its name is the property to which the texture is connected.
type slot struct {
	name    string
	texture *object
}

// mostSlots is the number of textures of a material that are read. Several materials can have all
// layers of one texture.
const mostSlots = 256

// slots returns the textures of a material. Version 6100 connects them to the Model.
func (m *material) slots() (list []slot) {
	for _, l := range m.properties {
		if l.property == "" {
			continue // nothing says what the texture is for
		}
		switch l.source.kind {
		case "Texture":
			list = append(list, slot{l.property, l.source})
		case "LayeredTexture":
			for _, o := range l.source.sources[:min(len(l.source.sources), mostSlots)] {
				if o.kind == "Texture" {
					list = append(list, slot{l.property, o})
				}
			}
		}
		if len(list) >= mostSlots {
			return list[:mostSlots]
		}
	}
	// Of several textures of a Model, layers say which polygon has which.
	if len(list) == 0 && m.shown != nil && len(m.shown.textures) == 1 {
		list = append(list, slot{"DiffuseColor", m.shown.textures[0]})
	}
	return list
}

const textureUseSize = 2 * int(unsafe.Sizeof(mesh.TextureUse{}))

// readMaterials reads the textures of the materials that parts have, and the headers of their
// images.
func (r *reader) readMaterials() error {
	if !r.UVs {
		return nil
	}
	r.warnUVs()
	images := newImages(r)
	for _, o := range r.objects {
		m := r.materials[o]
		if m == nil || !m.used {
			continue
		}
		for _, s := range m.slots() {
			if err := r.Charge(o.node.Where(), 1, textureUseSize+len(s.name)); err != nil {
				return err
			}
			t, err := images.texture(s.texture)
			if err != nil {
				return err
			}
			if t.image < 0 {
				continue
			}
			out := &r.scene.Materials[m.index]
			out.Textures = append(out.Textures, mesh.TextureUse{Slot: s.name, Image: t.image, Set: m.set(t.set), Transform: mesh.IdentityUV, Wrap: t.wrap})
		}
	}
	images.warn()
	return r.ctx.Err()
}
