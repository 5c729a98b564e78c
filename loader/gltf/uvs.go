package gltf

import (
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/loader/gltf/accessor"
	"github.com/meshcheck/meshcheck/mesh"
)

// texCoord begins the names of attributes that are texture coordinates.
const texCoord = "TEXCOORD_"

// uvSetSize is what a set costs in addition to its numbers, with the growth of slices.
const uvSetSize = 2*int(unsafe.Sizeof(mesh.UVSet{})) + 16

// readUVs reads the texture coordinates of a primitive with the given number of vertices.
func (r *reader) readUVs(place string, prim *primitiveJSON, vertices int) ([]mesh.UVSet, error) {
	numbers := uvNumbers(prim)
	if err := r.Charge(place, len(numbers), uvSetSize); err != nil {
		return nil, err
	}
	var sets []mesh.UVSet
	for _, n := range numbers {
		d, err := r.dracoMesh(place, prim)
		if err != nil {
			return nil, err
		}
		set, err := r.readUVSet(place, prim.Attributes, d, uvName(n), vertices)
		if err != nil {
			return nil, err
		}
		set.Set = n
		sets = append(sets, set)
	}
	return sets, nil
}

// uvName returns the name of the attribute of set n.
func uvName(n int) string { return texCoord + strconv.Itoa(n) }

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

// readUVSet reads a set, from Draco data if it is there. d is nil if there are none.
func (r *reader) readUVSet(place string, attributes map[string]int, d *dracoMesh, name string, vertices int) (mesh.UVSet, error) {
	i := attributes[name]
	place += " " + name
	if a := d.attribute(name); a != nil {
		values, format, err := r.dracoVectors(place, d, a, i, gltf.AccessorVec2)
		return mesh.UVSet{F32: values, Stride: 2, Format: format}, err
	}
	a, err := r.accessors.Vectors(place, name, i, gltf.AccessorVec2)
	if err != nil {
		return mesh.UVSet{}, err
	}
	if a.Count < vertices {
		return mesh.UVSet{}, r.Fail(place, "accessor %d has %d elements for %d vertices", i, a.Count, vertices)
	}
	set := mesh.UVSet{Format: mesh.UVFormat{Component: accessor.Component(a.ComponentType), One: a.One()}}
	if set.F32, set.Stride, err = a.Floats(); err != nil {
		return mesh.UVSet{}, err
	}
	return set, nil
}
