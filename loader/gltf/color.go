package gltf

import (
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/texture"
	"github.com/meshcheck/meshcheck/loader/pixels"
	"github.com/meshcheck/meshcheck/mesh"
)

// isColor reports whether an attribute is needed for base colors.
func isColor(name string) bool {
	return name == gltf.COLOR_0 || strings.HasPrefix(name, texCoord)
}

// laterPart is the last part of a mesh so far, whose color or influences are read when everything else has
// been read: then no fault in them can change what is loaded.
type laterPart struct {
	place      string
	mesh, part int
	material   *int
	attributes map[string]int
	draco      *dracoMesh // nil for none
}

// readLater notes the last part of a mesh for readColors and readRig. What it keeps of the document was
// reserved with the document.
func (r *reader) readLater(place string, index int, prim *primitiveJSON) {
	if !r.Colors && !r.Poses {
		return
	}
	d, err := r.dracoMesh(place, prim)
	if err != nil {
		return
	}
	r.later = append(r.later, laterPart{place, index, len(r.scene.Meshes[index].Parts) - 1, prim.Material, prim.Attributes, d})
}

// readColors reads the base colors of the parts, with no warnings and no side files that anybody is told
// about. The error is that of the context.
func (r *reader) readColors(text []byte) error {
	if !r.Colors || len(r.later) == 0 {
		return nil
	}
	r.OnSideFile = nil
	colors := texture.NewColors(&texture.Reader{Reader: r.Reader, Scene: r.scene, View: r.accessors.View}, text)
	for i := range r.later {
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		p := &r.later[i]
		part := &r.scene.Meshes[p.mesh].Parts[p.part]
		part.Color = r.baseColor(colors, p, part.Positions.Len())
	}
	return r.Ctx.Err()
}

// baseColor returns the base color of a part with the given number of vertices, nil if it has none.
// colors is nil if the materials cannot be read.
func (r *reader) baseColor(colors *texture.Colors, p *laterPart, vertices int) *mesh.BaseColor {
	out := &mesh.BaseColor{Factor: [3]float64{1, 1, 1}, Vertices: r.vertexColors(p, vertices)}
	if p.material != nil && colors != nil {
		s := colors.Material(*p.material, r.outline.Materials[*p.material].Name)
		out.Factor = s.Factor
		if s.Use.Image >= 0 {
			out.Map = r.textureMap(p, &s.Use, vertices)
		}
	} else if out.Vertices == nil {
		return nil
	}
	return out
}

// textureMap returns a texture on a part, nil if the part lacks its coordinates.
func (r *reader) textureMap(p *laterPart, use *mesh.TextureUse, vertices int) *mesh.TextureMap {
	name := uvName(use.Set)
	if _, has := p.attributes[name]; !has {
		return nil
	}
	set, err := r.readUVSet(p.place, p.attributes, p.draco, name, vertices)
	if err != nil || set.Len() < vertices {
		return nil
	}
	set.Set = use.Set
	return &mesh.TextureMap{Texture: use.Image, UV: set, Transform: use.Transform, Wrap: use.Wrap}
}

// vertexColors returns the colors of the vertices of a part, nil if it has none.
func (r *reader) vertexColors(p *laterPart, vertices int) []uint8 {
	i, has := p.attributes[gltf.COLOR_0]
	if !has {
		return nil
	}
	described, err := r.accessors.Describe(p.place, i)
	if err != nil || described.Type != gltf.AccessorVec3 && described.Type != gltf.AccessorVec4 {
		return nil
	}
	values, stride, one, err := r.colorValues(p, i, described.Type)
	if err != nil || len(values) < 3 || (len(values)-3)/stride+1 < vertices || r.Charge(p.place, vertices, 3) != nil {
		return nil
	}
	out := make([]uint8, 0, 3*vertices)
	for v := range vertices {
		for _, x := range values[v*stride : v*stride+3] {
			out = append(out, uint8(255*pixels.SRGB(float64(x)/one)+0.5))
		}
	}
	return out
}

// colorValues returns the components of accessor i, their number from one vertex to the next, and the
// number that means 1.
func (r *reader) colorValues(p *laterPart, i int, of gltf.AccessorType) (values []float32, stride int, one float64, err error) {
	if a := p.draco.attribute(gltf.COLOR_0); a != nil {
		values, format, err := r.dracoVectors(p.place, p.draco, a, i, of)
		return values, a.Components, float64(max(format.One, 1)), err
	}
	a, err := r.accessors.Vectors(p.place, gltf.COLOR_0, i, of)
	if err != nil {
		return nil, 0, 0, err
	}
	values, stride, err = a.Floats()
	return values, stride, float64(max(a.One(), 1)), err
}
