package gltf

import (
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// texCoord is what the names of attributes of texture coordinates begin with.
const texCoord = "TEXCOORD_"

// uvSetSize is what a set costs beside its numbers, with the growth of slices.
const uvSetSize = 2*int(unsafe.Sizeof(mesh.UVSet{})) + 16

// readUVs reads the texture coordinates of a primitive with the given number of vertices.
func (r *reader) readUVs(place string, prim *primitiveJSON, vertices int) ([]mesh.UVSet, error) {
	numbers := uvNumbers(prim)
	if err := r.Charge(place, len(numbers), uvSetSize); err != nil {
		return nil, err
	}
	var sets []mesh.UVSet
	for _, n := range numbers {
		name := texCoord + strconv.Itoa(n)
		set, err := r.readUVSet(place, prim, name, vertices)
		if err != nil {
			return nil, err
		}
		set.Set = n
		sets = append(sets, set)
	}
	return sets, nil
}

// uvNumbers returns the numbers of the sets of a primitive, ascending.
func uvNumbers(prim *primitiveJSON) []int {
	var numbers []int
	for name := range prim.Attributes {
		digits, ok := strings.CutPrefix(name, texCoord)
		if n, err := strconv.Atoi(digits); ok && err == nil && n >= 0 && strconv.Itoa(n) == digits {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// readUVSet reads one set, of any number, each accessor once.
func (r *reader) readUVSet(place string, prim *primitiveJSON, name string, vertices int) (mesh.UVSet, error) {
	i := prim.Attributes[name]
	d, err := r.dracoMesh(place, prim)
	place += " " + name
	if err != nil {
		return mesh.UVSet{}, err
	}
	if a := d.attribute(name); a != nil {
		return r.dracoUVs(place, d, a, i)
	}
	a, err := r.accessor(place, i, gltf.AccessorVec2,
		gltf.ComponentFloat, gltf.ComponentByte, gltf.ComponentUbyte, gltf.ComponentShort, gltf.ComponentUshort)
	if err != nil {
		return mesh.UVSet{}, err
	}
	if a.Count < vertices {
		return mesh.UVSet{}, r.Fail(place, "accessor %d has %d elements for %d vertices", i, a.Count, vertices)
	}
	if set, ok := r.uvs[i]; ok {
		return set, nil
	}
	set := mesh.UVSet{Format: mesh.UVFormat{Component: uvComponent(a.ComponentType), One: integerOne(a.Accessor)}}
	if set.F32, set.Stride, err = r.decodeUVs(a); err != nil {
		return mesh.UVSet{}, err
	}
	r.uvs[i] = set
	return set, nil
}

func uvComponent(c gltf.ComponentType) mesh.Component {
	switch c {
	case gltf.ComponentByte:
		return mesh.Int8
	case gltf.ComponentUbyte:
		return mesh.Uint8
	case gltf.ComponentShort:
		return mesh.Int16
	case gltf.ComponentUshort:
		return mesh.Uint16
	}
	return mesh.Float32
}

// decodeUVs returns the numbers of a set and how many there are from one vertex to the next.
func (r *reader) decodeUVs(a *accessor) ([]float32, int, error) {
	if a.ComponentType == gltf.ComponentFloat && a.Sparse == nil && a.stride%4 == 0 {
		if f, ok := viewOf[float32](a.bytes); ok {
			return f, a.stride / 4, nil
		}
	}
	if err := r.Charge(a.place, a.Count, 2*4); err != nil {
		return nil, 0, err
	}
	data, err := r.decode(a)
	if err != nil {
		return nil, 0, err
	}
	one := integerOne(a.Accessor)
	switch v := data.(type) {
	case [][2]int8:
		return integerPairs(v, one), 2, nil
	case [][2]uint8:
		return integerPairs(v, one), 2, nil
	case [][2]int16:
		return integerPairs(v, one), 2, nil
	case [][2]uint16:
		return integerPairs(v, one), 2, nil
	case [][2]float32:
		return unsafe.Slice(unsafe.SliceData(v[0][:]), 2*len(v)), 2, nil
	}
	panic("gltf: texture coordinates of an unchecked type")
}

// integerPairs returns integers as float32, in which they are exact. Of a normalized type the
// least integer stands for -1 as its neighbour does.
func integerPairs[T int8 | uint8 | int16 | uint16](v [][2]T, one int) []float32 {
	low := -1 << 15
	if one > 0 {
		low = -one
	}
	out := make([]float32, 0, 2*len(v))
	for _, p := range v {
		out = append(out, float32(max(int(p[0]), low)), float32(max(int(p[1]), low)))
	}
	return out
}
