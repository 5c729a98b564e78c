package rig_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
	"github.com/meshcheck/meshcheck/internal/loadertest"
)

type object = loadertest.Object

// rigs is the number of random rigs.
const rigs = 12

// writeRigs writes the random rigs and returns their paths.
func writeRigs(t *testing.T) []string {
	folder, files := t.TempDir(), []string(nil)
	for seed := range rigs {
		path := filepath.Join(folder, rigName(seed))
		loadertest.WriteFile(t, path, randomRig(uint64(seed)).GLB())
		files = append(files, path)
	}
	return files
}

func rigName(seed int) string { return fmt.Sprintf("rig%d.glb", seed) }

// rigBuilder builds a document in which everything that moves is random.
type rigBuilder struct {
	*encode.GLTF
	rng *rand.Rand
}

// randomRig returns two meshes with two skins on one skeleton and morph targets, and a mesh that only nodes move,
// in all types of numbers, moved by channels of all interpolations.
func randomRig(seed uint64) *encode.GLTF {
	b := rigBuilder{encode.NewGLTF(), rand.New(rand.NewPCG(seed, 1))}
	const joints = 5
	for k := range joints {
		n := b.transform()
		if k+1 < joints {
			n["children"] = []int{k + 1}
		}
		b.Node(n)
	}
	b.Node(object{"children": []int{0}, "matrix": []float64{2, 0, 0, 0, 0, -1, 0.5, 0, 0, 0, 1, 0, 3, -1, 7, 1}})
	all := []int{0, 1, 2, 3, 4}
	b.skin(all, true)
	b.skin([]int{4, 2, 0, 3, 1}, seed%2 == 0)
	targets := int(seed % 4)
	body, sleeve, wheel := b.mesh(40, joints, targets), b.mesh(30, joints, targets), b.mesh(20, 0, 2)
	b.Set("meshes", wheel, "weights", []float64{0.5, -0.25})
	b.Node(object{"mesh": body, "skin": 0, "translation": []float64{100, 0, 0}})
	b.Node(object{"mesh": sleeve, "skin": 1})
	w := b.transform()
	w["mesh"] = wheel
	if seed%2 == 0 {
		w["weights"] = []float64{0.125, 1}
	}
	node := b.Node(w)
	b.Set("nodes", 2, "children", []int{3, node})
	b.Add("animations", b.animation(all, node, 2))
	b.Add("animations", b.animation([]int{0, 3}, node-2, targets))
	return b.GLTF
}

func (b rigBuilder) floats(n int, scale float64) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(scale * (2*b.rng.Float64() - 1))
	}
	return out
}

// transform returns a node with a random transform, often with negative scale. Its rotation is not normalized.
func (b rigBuilder) transform() object {
	return object{"translation": b.floats(3, 2), "rotation": b.floats(4, 1), "scale": b.floats(3, 1.5)}
}

// vectors adds an accessor of vectors of numbers up to scale, or of normalized or plain integers.
func (b rigBuilder) vectors(typ string, n int, scale float64) int {
	with := object{"normalized": true}
	switch b.rng.IntN(6) {
	case 0:
		return b.Accessor(typ, integers[int8](b.rng, n), with)
	case 1:
		return b.Accessor(typ, integers[uint8](b.rng, n), with)
	case 2:
		return b.Accessor(typ, integers[int16](b.rng, n), with)
	case 3:
		return b.Accessor(typ, integers[uint16](b.rng, n), with)
	}
	return b.Accessor(typ, b.floats(n, scale), nil)
}

func integers[T int8 | uint8 | int16 | uint16](rng *rand.Rand, n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = T(rng.Uint32())
	}
	return out
}

// mesh adds a mesh of two primitives with so many vertices each, and influences of so many joints.
func (b rigBuilder) mesh(vertices, joints, targets int) int {
	primitive := func() object {
		attributes := object{"POSITION": b.positions(vertices)}
		sets := b.rng.IntN(3)
		if joints == 0 {
			sets = 0
		}
		for n := range sets {
			attributes[fmt.Sprint("JOINTS_", n)], attributes[fmt.Sprint("WEIGHTS_", n)] = b.influences(vertices, joints)
		}
		list := make([]object, targets)
		for k := range list {
			list[k] = b.target(vertices)
		}
		return object{"attributes": attributes, "targets": list, "mode": 4 + b.rng.IntN(3)}
	}
	return b.Mesh("", primitive(), primitive())
}

// positions adds positions: float32, some in rows with gaps, or integers.
func (b rigBuilder) positions(vertices int) int {
	if b.rng.IntN(2) == 0 {
		return b.vectors("VEC3", 3*vertices, 10)
	}
	view := b.View(b.floats(5*vertices, 10), object{"byteStride": 20})
	return b.Add("accessors", object{"bufferView": view, "byteOffset": 4, "componentType": 5126, "type": "VEC3", "count": vertices})
}

// influences adds a set of joints and weights: often the same joint twice, weights that are 0 or do not add up to 1,
// and a vertex without any weight.
func (b rigBuilder) influences(vertices, joints int) (j, w int) {
	of := make([]uint8, 4*vertices)
	for i := range of {
		of[i] = uint8(b.rng.IntN(joints))
	}
	if b.rng.IntN(2) == 0 {
		weights := integers[uint8](b.rng, 4*vertices)
		clear(weights[:4])
		return b.Accessor("VEC4", of, nil), b.Accessor("VEC4", weights, object{"normalized": true})
	}
	weights := b.floats(4*vertices, 1)
	for i, x := range weights {
		weights[i] = max(x, 0)
	}
	clear(weights[:4])
	wide := make([]uint16, len(of))
	for i, x := range of {
		wide[i] = uint16(x)
	}
	return b.Accessor("VEC4", wide, nil), b.Accessor("VEC4", weights, nil)
}

// target adds a morph target: dense, sparse over zeros or over others, or without positions.
func (b rigBuilder) target(vertices int) object {
	k := b.rng.IntN(4)
	if k == 0 {
		return object{}
	}
	if k == 1 {
		return object{"POSITION": b.vectors("VEC3", 3*vertices, 3)}
	}
	values := b.View(b.floats(9, 5), nil)
	accessor := object{"componentType": 5126, "type": "VEC3", "count": vertices, "sparse": loadertest.Sparse(3, b.View([]uint8{1, 4, 9}, nil), 5121, values)}
	if k == 2 {
		accessor["bufferView"] = b.View(b.floats(3*vertices, 3), nil)
	}
	return object{"POSITION": b.Add("accessors", accessor)}
}

// skin adds a skin, with inverse bind matrices or without.
func (b rigBuilder) skin(joints []int, bound bool) {
	s := object{"joints": joints}
	if bound {
		m := b.floats(16*len(joints), 1)
		for k := range joints {
			for r := range 4 {
				m[16*k+4*r+3] = float32(r / 3)
			}
		}
		s["inverseBindMatrices"] = b.Add("accessors", object{"bufferView": b.View(m, nil), "componentType": 5126, "type": "MAT4", "count": len(joints)})
	}
	b.Add("skins", s)
}

// animation returns an animation of the transforms of nodes, and of the weights of a node with morph targets.
func (b rigBuilder) animation(nodes []int, morphed, targets int) object {
	var channels, samplers []object
	add := func(node int, path, typ string, width int) {
		keys := 1 + b.rng.IntN(5)
		times := make([]float32, keys)
		for k := range times {
			times[k] = float32(k)/3 + float32(0.2*b.rng.Float32()) // not fused
		}
		mode, rows := []string{"STEP", "LINEAR", "CUBICSPLINE"}[b.rng.IntN(3)], keys
		if mode == "CUBICSPLINE" {
			rows *= 3
		}
		samplers = append(samplers, object{"input": b.Accessor("SCALAR", times, nil), "output": b.vectors(typ, width*rows, 2), "interpolation": mode})
		channels = append(channels, object{"sampler": len(samplers) - 1, "target": object{"node": node, "path": path}})
	}
	for _, n := range nodes {
		add(n, "translation", "VEC3", 3)
		add(n, "rotation", "VEC4", 4)
		add(n, "scale", "VEC3", 3)
	}
	if targets > 0 {
		add(morphed, "weights", "SCALAR", targets)
	}
	return object{"channels": channels, "samplers": samplers, "name": fmt.Sprint("clip ", math.Round(b.rng.Float64()*100))}
}
