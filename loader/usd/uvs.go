package usd

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// uvSetSize is what a set of texture coordinates costs, without its coordinates.
const uvSetSize = 2*int(unsafe.Sizeof(mesh.UVSet{})) + 16

// mostSets is the greatest number of sets of texture coordinates of one mesh. No mesh of real files has a dozen.
const mostSets = 256

// readPrimvars reads the texture coordinates and the colors of a mesh, if they are asked for.
func (r *builder) readPrimvars(g *polygons, v *vertices) error {
	if !r.UVs && !r.Colors {
		return nil
	}
	r.early = g.early
	defer func() { r.early = false }()
	names, err := g.prim.AttributeNames()
	if err != nil {
		return err
	}
	for _, name := range names {
		if !strings.HasPrefix(name, primvarPrefix) || strings.HasSuffix(name, ":indices") {
			continue
		}
		a, err := g.prim.Attribute(name)
		if err := cmp.Or(err, r.ctx.Err()); err != nil {
			return err
		}
		if a == nil {
			continue
		}
		if err := r.addPrimvar(g, v, a); err != nil {
			return err
		}
	}
	return nil
}

// addPrimvar reads a primvar that has texture coordinates or colors. A fault in what only colors need is a
// note.
func (r *builder) addPrimvar(g *polygons, v *vertices, a *stage.Attribute) error {
	width := 2
	switch {
	case isTexCoord(a.Name, a.TypeName):
	case a.Name == displayColor && r.Colors:
		width = 3
	default:
		return nil
	}
	p, err := r.readPrimvar(g, a, width)
	if len(v.uvs) == mostSets && width == 2 {
		err = r.fail(g.prim, "", "has more than %d sets of texture coordinates", mostSets)
	}
	var malformed *source.FormatError
	switch {
	case errors.As(err, &malformed) && (width == 3 || !r.UVs):
		r.note(malformed.Place, malformed.Err)
	case err != nil || p == nil:
		return err
	case width == 3:
		v.colors = p
	default:
		v.uvs = append(v.uvs, p)
	}
	return nil
}

// isTexCoord reports whether a primvar has texture coordinates. Old files have "st" as any two numbers.
func isTexCoord(name, typeName string) bool {
	switch typeName {
	case "texCoord2f[]", "texCoord2d[]", "texCoord2h[]":
		return true
	case "float2[]", "double2[]", "half2[]":
		return name == primvarPrefix+"st"
	}
	return false
}

// setNumber returns the number of a name among those of the UV sets of the file.
func (r *builder) setNumber(name string) int {
	n, ok := r.sets[name]
	if !ok {
		n = len(r.sets)
		r.sets[name] = n
	}
	return n
}

// giveValues gives a part the texture coordinates and the colors of its vertices.
func (r *builder) giveValues(g *polygons, v *vertices, p *mesh.Part, used iter.Seq[uint32]) error {
	n := p.Positions.Len()
	for _, uv := range v.uvs {
		width := 4
		if uv.values.F64 != nil {
			width = 8
		}
		if err := r.charge(g.prim, primvarPrefix+uv.name, 2*n+uvSetSize/width, width); err != nil {
			return err
		}
		s := mesh.UVSet{Set: r.setNumber(uv.name), Name: uv.name}
		if uv.values.F64 != nil {
			s.Format.Component = mesh.Float64
			s.F64 = make([]float64, 0, 2*n)
			for i := range used {
				at := 2 * v.at(g, uv, i)
				s.F64 = append(s.F64, uv.values.F64[at:at+2]...)
			}
		} else {
			s.Stride, s.F32 = 2, make([]float32, 0, 2*n)
			for i := range used {
				at := 2 * v.at(g, uv, i)
				s.F32 = append(s.F32, uv.values.F32[at:at+2]...)
			}
		}
		p.UVs = append(p.UVs, s)
	}
	slices.SortFunc(p.UVs, func(a, b mesh.UVSet) int { return a.Set - b.Set })
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return r.giveColors(g, v, p, used)
}
