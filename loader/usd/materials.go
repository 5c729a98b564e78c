package usd

import (
	"cmp"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// material is a Material that parts have.
type material struct {
	path  string
	index int // among those that parts have, in order of first use
}

// name returns the last element of the path.
func (m *material) name() string { return m.path[strings.LastIndexByte(m.path, '/')+1:] }

// materialSize is what a material costs, with its element of a map.
const materialSize = int(unsafe.Sizeof(material{})+unsafe.Sizeof(mesh.Material{})) + 64

// binding is the material that a prim has, by itself or from above.
type binding struct {
	material string // its path, "" for none
	// firm reports whether it is stronger than what prims below bind.
	firm bool
}

// directBinding is the relationship of a prim to its material, collectionBinding the prefix of those of
// collections.
const (
	directBinding     = "material:binding"
	collectionBinding = directBinding + ":collection"
)

// bound returns the material of a prim below one that has above. Bindings of collections are not followed:
// they are noted, if materials are asked for.
func (r *builder) bound(p *stage.Prim, above binding) (binding, error) {
	if !r.UVs && !r.Colors {
		return r.boundDirectly(p, above)
	}
	names, err := p.RelationshipNames()
	if err != nil {
		return above, err
	}
	for _, name := range names {
		if strings.HasPrefix(name, collectionBinding) {
			r.collections.Add(p.Path() + "." + name)
		}
	}
	return r.boundDirectly(p, above)
}

// boundDirectly is bound without collections.
func (r *builder) boundDirectly(p *stage.Prim, above binding) (binding, error) {
	if above.firm {
		return above, nil
	}
	targets, err := p.Relationship(directBinding)
	if len(targets) == 0 || err != nil {
		return above, err
	}
	strength, err := p.RelationshipMetadata(directBinding, "bindMaterialAs")
	return binding{targets[0], strength == "strongerThanDescendants"}, err
}

// give gives a part the material with a path, if there is one.
func (r *builder) give(p *mesh.Part, path string) error {
	if path == "" {
		return nil
	}
	m := r.materials[path]
	if m == nil {
		if err := r.layers.compose(1, materialSize+len(path)); err != nil {
			return err
		}
		m = &material{path, len(r.materials)}
		r.materials[path] = m
		r.listed = append(r.listed, m)
		if r.UVs {
			r.scene.Materials = append(r.scene.Materials, mesh.Material{Name: m.name()})
		}
	}
	p.Material, p.MaterialIndex = m.name(), m.index
	return nil
}

// mostTextures is the greatest number of textures of a material.
const mostTextures = 256

const textureUseSize = 2 * int(unsafe.Sizeof(mesh.TextureUse{}))

// readMaterials reads the textures of the materials, and the headers of their images.
func (r *builder) readMaterials() error {
	if !r.UVs {
		return nil
	}
	if r.scene.Materials == nil {
		r.scene.Materials = []mesh.Material{}
	}
	images := &images{builder: r, byID: map[string]int{}}
	for _, m := range r.listed {
		surface, err := r.surfaceShader(m)
		if err != nil {
			return err
		}
		if surface == nil {
			continue
		}
		names, err := surface.AttributeNames()
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := cmp.Or(images.use(m, surface, name), r.ctx.Err()); err != nil {
				return err
			}
		}
	}
	images.warn()
	return r.ctx.Err()
}

// use adds the texture to which an input of a shader is connected, if there is one.
func (r *images) use(m *material, surface *stage.Prim, name string) error {
	slot, ok := strings.CutPrefix(name, inputs)
	if !ok {
		return nil
	}
	t, err := r.texture(surface, name)
	if err != nil || t == nil {
		return err
	}
	out := &r.scene.Materials[m.index]
	if len(out.Textures) == mostTextures {
		return r.Fail(r.place("", m.path), "has more than %d textures", mostTextures)
	}
	if err := r.layers.compose(1, textureUseSize+len(slot)); err != nil {
		return err
	}
	image, err := r.image(t)
	if err != nil || image < 0 {
		return err
	}
	out.Textures = append(out.Textures, mesh.TextureUse{Slot: slot, Image: image, Set: r.setNumber(t.set), Transform: t.transform, Wrap: t.wrap})
	return nil
}
