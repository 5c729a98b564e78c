package gltf

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"

	dracomesh "github.com/meshcheck/meshcheck/loader/draco"
	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/gltf/rig"
	"github.com/meshcheck/meshcheck/mesh"
)

// draco is the extension that compresses primitives. The compressed data is used even if there is
// plain data as well.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_draco_mesh_compression
const draco = "KHR_draco_mesh_compression"

const (
	// dracoGrant is the number of bytes that may be charged for a byte of Draco data. In a flat
	// regular grid, whose edges and vertices are all predicted, a triangle takes a ninth of a byte.
	dracoGrant = 2048
	// dracoTriangle is about the number of bytes that a triangle takes while it is decoded.
	dracoTriangle = 150
)

type dracoJSON struct {
	BufferView *int           `json:"bufferView"`
	Attributes map[string]int `json:"attributes"` // ids of the Draco data
}

// dracoMesh is the decoded data of a primitive.
type dracoMesh struct {
	*dracomesh.Mesh
	ids map[string]int
}

// attribute returns the attribute with a name in the primitive, or nil.
func (d *dracoMesh) attribute(name string) *dracomesh.Attribute {
	if d == nil {
		return nil
	}
	id, ok := d.ids[name]
	if !ok {
		return nil
	}
	return d.Attribute(uint32(id))
}

// dracoMesh decodes the Draco data of a primitive. It returns nil if there is none.
func (r *reader) dracoMesh(place string, prim *primitiveJSON) (*dracoMesh, error) {
	text, ok := prim.Extensions[draco]
	if !ok {
		return nil, nil
	}
	switch prim.Mode {
	case gltf.PrimitiveTriangles:
	case gltf.PrimitiveTriangleStrip:
		return nil, r.Unsupported(place, draco+" of a TRIANGLE_STRIP")
	default:
		return nil, r.Fail(place, "%s is only allowed for triangles", draco)
	}
	key := string(text)
	if d := r.draco[key]; d != nil {
		return d, nil
	}
	var x dracoJSON
	if err := document.UnmarshalUnique(text, &x); err != nil {
		return nil, r.Invalid(place+" "+draco, err)
	}
	if x.BufferView == nil || len(x.Attributes) == 0 {
		return nil, r.Fail(place+" "+draco, "has no bufferView or no attributes")
	}
	d, err := r.decodeDraco(place, &x)
	if err == nil {
		r.draco[key] = d
	}
	return d, err
}

func (r *reader) decodeDraco(place string, x *dracoJSON) (*dracoMesh, error) {
	data, err := r.accessors.View(place, *x.BufferView)
	if err != nil {
		return nil, err
	}
	place = fmt.Sprintf("%s bufferView %d", place, *x.BufferView)
	if !r.granted[*x.BufferView] {
		if r.granted == nil {
			r.granted = map[int]bool{}
		}
		r.granted[*x.BufferView] = true
		r.Grant(dracoGrant * int64(len(data)))
	}
	// Other attributes are of no interest, even if the data lacks them.
	asked := func(name string) bool { return name == gltf.POSITION || r.UVs && strings.HasPrefix(name, texCoord) }
	m, err := r.decodeAttributes(place, data, x, func(name string) bool {
		return asked(name) || r.Colors && isColor(name) || r.Poses && rig.IsInfluence(name)
	})
	if err != nil && (r.Colors || r.Poses) { // without these there may be no fault
		m, err = r.decodeAttributes(place, data, x, asked)
	}
	if err != nil {
		return nil, r.dracoError(place, err)
	}
	for _, name := range slices.Sorted(maps.Keys(x.Attributes)) {
		if !asked(name) {
			continue
		}
		if id := x.Attributes[name]; id < 0 || int64(id) != int64(uint32(id)) || m.Attribute(uint32(id)) == nil {
			return nil, r.Fail(place, "%s: the Draco data has no attribute %d", name, id)
		}
	}
	return &dracoMesh{m, x.Attributes}, nil
}

// decodeAttributes decodes Draco data with the attributes that have one of the asked names.
func (r *reader) decodeAttributes(place string, data []byte, x *dracoJSON, asked func(name string) bool) (*dracomesh.Mesh, error) {
	wanted := map[uint32]bool{}
	for name, id := range x.Attributes {
		if asked(name) {
			wanted[uint32(id)] = true
		}
	}
	before := r.Charged()
	m, err := dracomesh.Decode(data, dracomesh.Options{
		Want:   func(a *dracomesh.Attribute) bool { return wanted[a.ID] },
		Charge: func(count, size int) error { return r.Charge(place, count, size) },
	})
	if err != nil {
		r.Refund(before)
	}
	return m, err
}

// dracoError returns the error for Draco data that could not be decoded.
func (r *reader) dracoError(place string, err error) error {
	var format *dracomesh.FormatError
	var unsupported *dracomesh.UnsupportedError
	switch {
	case errors.As(err, &format):
		return r.Malformed(place, err)
	case errors.As(err, &unsupported):
		return r.Unsupported(place, draco+" with "+unsupported.Feature)
	}
	return err
}

// dracoAccessor returns the accessor that describes an attribute of Draco data. Data of its own is
// not read.
func (r *reader) dracoAccessor(place string, i int, want gltf.AccessorType) (*gltf.Accessor, error) {
	a, err := r.accessors.Describe(place, i)
	if err != nil {
		return nil, err
	}
	if a.Type != want {
		return nil, r.Fail(place, "accessor %d must be %s; it is %s", i, accessor.TypeName(want), accessor.TypeName(a.Type))
	}
	return a, nil
}

// compareCount warns of an accessor whose count is not that of the Draco data, which is used.
func (r *reader) compareCount(place string, i, count, decoded int) {
	if count != decoded {
		r.Warn("%s: accessor %d has the count %d, but the Draco data has %d", place, i, count, decoded)
	}
}

// dracoComponents are the component types of positions and texture coordinates.
var dracoComponents = map[dracomesh.Type]gltf.ComponentType{
	dracomesh.Int8: gltf.ComponentByte, dracomesh.Uint8: gltf.ComponentUbyte,
	dracomesh.Int16: gltf.ComponentShort, dracomesh.Uint16: gltf.ComponentUshort,
	dracomesh.Float32: gltf.ComponentFloat,
}

// dracoFormat returns the format of an attribute, which accessor i describes. Its values must be
// vectors of the given type.
func (r *reader) dracoFormat(place string, a *dracomesh.Attribute, i int, want gltf.AccessorType) (*gltf.Accessor, mesh.UVFormat, error) {
	acr, err := r.dracoAccessor(place, i, want)
	if err != nil {
		return nil, mesh.UVFormat{}, err
	}
	c, ok := dracoComponents[a.Type]
	switch {
	case a.Components != want.Components():
		return nil, mesh.UVFormat{}, r.Fail(place, "attribute %d of the Draco data has %d components", a.ID, a.Components)
	case !ok:
		return nil, mesh.UVFormat{}, r.Unsupported(place, draco+" with components that are neither float32 nor integers of 8 or 16 bits")
	}
	return acr, mesh.UVFormat{Component: accessor.Component(c), One: accessor.One(c, acr.Normalized)}, nil
}

// dracoVectors returns the components of an attribute of all points as they are stored. Integers are
// exact in float32.
func (r *reader) dracoVectors(place string, d *dracoMesh, a *dracomesh.Attribute, i int, want gltf.AccessorType) ([]float32, mesh.UVFormat, error) {
	acr, format, err := r.dracoFormat(place, a, i, want)
	if err != nil {
		return nil, format, err
	}
	r.compareCount(place, i, acr.Count, d.Points)
	if a.Floats != nil && a.Index == nil {
		return a.Floats, format, nil
	}
	n := a.Components
	if err := r.Charge(place, d.Points, 4*n); err != nil {
		return nil, format, err
	}
	out := make([]float32, 0, n*d.Points)
	for p := range d.Points {
		at := n * a.Value(p)
		if a.Floats != nil {
			out = append(out, a.Floats[at:at+n]...)
			continue
		}
		for _, x := range a.Integers[at : at+n] {
			if format.One > 0 {
				x = max(x, int32(-format.One)) // the least integer means -1, as the next one does
			}
			out = append(out, float32(x))
		}
	}
	return out, format, nil
}

// dracoPositions returns the positions of all points. Integers remain integers, unless they are to
// be divided.
func (r *reader) dracoPositions(place string, d *dracoMesh, a *dracomesh.Attribute, i int, divide bool) (mesh.Positions, error) {
	values, format, err := r.dracoVectors(place, d, a, i, gltf.AccessorVec3)
	switch {
	case err != nil:
		return mesh.Positions{}, err
	case format.Component == mesh.Float32:
		return mesh.Tight(values), nil
	case !divide:
		return mesh.Positions{F32: values, Stride: 3, Step: 1}, nil
	}
	if err := r.Charge(place, len(values), 8); err != nil {
		return mesh.Positions{}, err
	}
	unit := float64(max(format.One, 1))
	quotients := make([]float64, len(values))
	for k, x := range values {
		quotients[k] = float64(x) / unit
	}
	return mesh.Positions{F64: quotients, Step: 1 / unit}, nil
}

// dracoIndices returns the corners of the triangles. They are points of the Draco data, and at the
// same time vertices of attributes outside of it.
func (r *reader) dracoIndices(place string, d *dracoMesh, prim *primitiveJSON, vertices int) (mesh.Indices, error) {
	if vertices < d.Points {
		return mesh.Indices{}, r.Fail(place, "there are %d positions for %d points of the Draco data", vertices, d.Points)
	}
	if i := prim.Indices; i != nil {
		acr, err := r.dracoAccessor(place, *i, gltf.AccessorScalar)
		if err != nil {
			return mesh.Indices{}, err
		}
		r.compareCount(place, *i, acr.Count, len(d.Faces))
	}
	return mesh.Indices{U32: d.Faces}, nil
}
