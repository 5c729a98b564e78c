package loadertest

import (
	"slices"

	"github.com/meshcheck/meshcheck/fixtures/generate/encode"
)

// RiggedModel returns a square on two joints with a morph target, and an animation that turns a joint and
// morphs the square.
func RiggedModel() *Builder {
	const root, hand, node = 0, 1, 2
	b := encode.NewGLTF()
	square := b.Accessor("VEC3", Square, nil)
	corners := b.Accessor("SCALAR", SquareIndices, nil)
	joints := b.Accessor("VEC4", []uint8{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, nil)
	weights := b.Accessor("VEC4", []float32{1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, nil)
	target := b.Accessor("VEC3", make([]float32, 12), nil)
	b.Mesh("", Object{
		"attributes": Object{"POSITION": square, "JOINTS_0": joints, "WEIGHTS_0": weights}, "indices": corners,
		"targets": []any{Object{"POSITION": target}},
	})
	b.Node(Object{"children": []int{hand}})
	b.Node(Object{"translation": []float64{1, 0, 0}})
	b.Node(Object{"mesh": 0, "skin": 0})
	identity := []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	bind := b.Add("accessors", Object{"bufferView": b.View(slices.Concat(identity, identity), nil), "componentType": 5126, "type": "MAT4", "count": 2})
	b.Add("skins", Object{"joints": []int{root, hand}, "inverseBindMatrices": bind})
	times := b.Accessor("SCALAR", []float32{0, 1}, nil)
	turns := b.Accessor("VEC4", []float32{0, 0, 0, 1, 0, 0, 1, 0}, nil)
	morphs := b.Accessor("SCALAR", []float32{0, 1}, nil)
	b.Add("animations", Object{
		"channels": []any{
			Object{"sampler": 0, "target": Object{"node": hand, "path": "rotation"}},
			Object{"sampler": 1, "target": Object{"node": node, "path": "weights"}},
		},
		"samplers": []any{Object{"input": times, "output": turns}, Object{"input": times, "output": morphs, "interpolation": "STEP"}},
	})
	return b
}
