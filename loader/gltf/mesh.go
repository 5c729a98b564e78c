package gltf

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// meshJSON and primitiveJSON are the members of a mesh that are read.
type meshJSON struct {
	Name       string           `json:"name"`
	Primitives []*primitiveJSON `json:"primitives"`
}

type primitiveJSON struct {
	Attributes map[string]int     `json:"attributes"`
	Indices    *int               `json:"indices"`
	Material   *int               `json:"material"`
	Mode       gltf.PrimitiveMode `json:"mode"` // the zero value is TRIANGLES
	Extensions extensions         `json:"extensions"`
}

// readMeshes passes all meshes to take, including those that no node shows.
func (r *reader) readMeshes(take func(index int, m *meshJSON, triangles []int) error) error {
	r.strips = make(map[indexKey]mesh.Indices)
	r.draco = make(map[string]*dracoMesh)
	err := r.Elements("meshes", &r.outline.Meshes, func(i int, text jsontext.Value) error {
		var m meshJSON
		if err := document.Unmarshal(text, &m); err != nil {
			return r.Invalid(fmt.Sprintf("mesh %d", i), err)
		}
		r.scene.Meshes = append(r.scene.Meshes, &mesh.Mesh{Name: m.Name, Scale: 1})
		triangles, err := r.trianglePrimitives(i, &m)
		if err != nil {
			return err
		}
		return take(i, &m, triangles)
	})
	r.physics.Meshes = len(r.scene.Meshes)
	// What the scene does not hold is no longer needed.
	r.strips, r.textures = nil, nil
	return err
}

func (r *reader) readMesh(index int, m *meshJSON, triangles []int) error {
	out := r.scene.Meshes[index]
	one, divide, err := r.normalization(index, m, triangles)
	if err != nil {
		return err
	}
	if one > 0 && !divide {
		out.Scale = 1 / float64(one)
	}
	defer clear(r.draco)
	for _, p := range triangles {
		place := primitivePlace(index, p)
		part, err := r.readPrimitive(place, m.Primitives[p], divide)
		if err != nil {
			return err
		}
		name := document.Label("mesh", index, m.Name) + fmt.Sprintf(" primitive %d", p)
		if err := r.warnLeftOver(name, m.Primitives[p], part.Positions.Len()); err != nil {
			return err
		}
		part.Index = p
		out.Parts = append(out.Parts, part)
		r.readLater(place, index, m.Primitives[p])
	}
	return nil
}

func primitivePlace(mesh, primitive int) string {
	return fmt.Sprintf("mesh %d primitive %d", mesh, primitive)
}

// trianglePrimitives returns the primitives of m that have triangles, and warns of the others.
func (r *reader) trianglePrimitives(index int, m *meshJSON) ([]int, error) {
	var triangles []int
	if len(m.Primitives) == 0 {
		return nil, r.Fail("mesh "+strconv.Itoa(index), "has no primitives")
	}
	lines, unpositioned := 0, 0
	for p, prim := range m.Primitives {
		if prim == nil {
			return nil, r.Fail(primitivePlace(index, p), "is null")
		}
		if len(prim.Attributes) == 0 {
			return nil, r.Fail(primitivePlace(index, p), "has no attributes")
		}
		_, has := prim.Attributes[gltf.POSITION]
		switch {
		case prim.Mode != gltf.PrimitiveTriangles && prim.Mode != gltf.PrimitiveTriangleStrip && prim.Mode != gltf.PrimitiveTriangleFan:
			lines++
		case !has:
			unpositioned++
		default:
			triangles = append(triangles, p)
		}
	}
	if lines > 0 {
		r.Warn("%s: %d %s of points or lines skipped", document.Label("mesh", index, m.Name), lines, source.Plural(lines, "primitive"))
	}
	if unpositioned > 0 {
		r.Warn("%s: %d %s without positions skipped", document.Label("mesh", index, m.Name), unpositioned, source.Plural(unpositioned, "primitive"))
	}
	return triangles, nil
}

// readPrimitive reads a primitive of triangles.
func (r *reader) readPrimitive(place string, prim *primitiveJSON, divide bool) (mesh.Part, error) {
	part := mesh.Part{MaterialIndex: -1}
	if err := r.Ctx.Err(); err != nil {
		return part, err
	}
	if i := prim.Material; i != nil {
		if *i < 0 || *i >= len(r.outline.Materials) {
			return part, r.Fail(place, "material %d does not exist: the file has %d", *i, len(r.outline.Materials))
		}
		part.Material, part.MaterialIndex = r.outline.Materials[*i].Name, *i
	}
	var err error
	if part.Positions, err = r.readPositions(place, prim, divide); err != nil {
		return part, err
	}
	if part.Indices, err = r.readIndices(place, prim, part.Positions.Len()); err != nil {
		return part, err
	}
	r.triangles += int64(part.Triangles())
	if err := r.LimitTriangles(r.triangles); err != nil || !r.UVs {
		return part, err
	}
	if part.UVs, err = r.readUVs(place, prim, part.Positions.Len()); err != nil {
		return part, err
	}
	return part, r.textures.ReadMaterial(part.MaterialIndex)
}
