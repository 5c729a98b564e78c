package loadertest

import "github.com/meshcheck/meshcheck/fixtures/generate/encode"

// Square has the corners of a unit Square, SquareIndices the two triangles that fill it.
var (
	Square        = []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}
	SquareIndices = []uint16{0, 1, 2, 0, 2, 3}
)

// SquareSoup has the corners of the two triangles.
var SquareSoup = []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0}

// SquareModel returns a model of a Square mesh, shown by one node.
func SquareModel() *Builder {
	b := encode.NewGLTF()
	p := b.Accessor("VEC3", Square, nil)
	x := b.Accessor("SCALAR", SquareIndices, nil)
	b.Node(Object{"name": "seat", "mesh": b.Mesh("chair", Primitive(p, x, nil))})
	return b
}

// Collided returns a model with one collision shape in each list, and a node "wall" with the given extensions.
func Collided(says Object) *Builder {
	b := SquareModel()
	b.Doc["extensions"] = Object{
		"KHR_implicit_shapes": Object{"shapes": []any{Object{"type": "sphere"}}},
		"OMI_physics_shape":   Object{"shapes": []any{Object{"type": "convex", "convex": Object{"mesh": 0}}}},
		"OMI_collider":        Object{"colliders": []any{Object{"type": "trimesh", "mesh": 0}}},
	}
	b.Node(Object{"name": "wall", "extensions": says})
	return b
}

// EveryCollider returns the extensions of a node with a shape by each of them, and a trigger.
func EveryCollider() Object {
	return Object{
		"KHR_physics_rigid_bodies": Object{
			"motion": Object{}, "collider": Object{"geometry": Object{"node": 0, "convexHull": true}}, "trigger": Object{"geometry": Object{"shape": 0}},
		},
		"OMI_physics_body":  Object{"collider": Object{"shape": 0}, "trigger": Object{"shape": -1, "nodes": []int{1}}},
		"OMI_physics_shape": Object{"shape": 0},
		"OMI_collider":      Object{"collider": 0},
	}
}

// RichModel returns a model with everything that shapes and places triangles, and with colliders.
func RichModel() *Builder {
	b := Collided(EveryCollider())
	s := Sparse(2, b.View([]uint8{1, 2}, nil), 5121, b.View(Square[3:9], nil))
	p := b.Accessor("VEC3", IntegersOf[int16](Square, 9), Object{"normalized": true})
	b.Mesh("more", Primitive(0, 1, Object{"mode": 5}), Primitive(p, -1, Object{"mode": 6}), Primitive(p, -1, Object{"mode": 1}),
		Primitive(b.Add("accessors", Object{"componentType": 5126, "type": "VEC3", "count": 4, "sparse": s}), 1, nil))
	b.Node(Object{"name": "n", "mesh": 1, "children": []int{0, 1}, "rotation": []float64{0, 0, 0.6, 0.8},
		"extensions": Object{"EXT_mesh_gpu_instancing": Object{"attributes": Object{"TRANSLATION": 0}}}})
	return b
}

// PaintedModel returns the rich model with texture coordinates, materials, textures and images.
func PaintedModel() *Builder {
	b := RichModel()
	uv := b.Accessor("VEC2", Square[:8], nil)
	bytes := b.Accessor("VEC2", []uint16{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Object{"normalized": true})
	sparse := b.Add("accessors", Object{"componentType": 5122, "type": "VEC2", "count": 4, "sparse": Sparse(1, b.View([]uint8{2}, nil), 5121, b.View([]int16{3, 4}, nil))})
	image := b.View([]byte("\xabKTX 20\xbb\r\n\x1a\n\x00\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00\x04\x00\x00\x00"), nil)
	b.Add("images", Object{"bufferView": image, "name": "a", "mimeType": "image/ktx2"})
	b.Add("images", Object{"uri": "side.png"})
	b.Add("images", Object{"uri": "data:;base64,/9j/wAALCAAFAAUBAREA"})
	b.Add("samplers", Object{"wrapS": 33071})
	b.Add("textures", Object{"source": 1, "sampler": 0})
	b.Add("textures", Object{"extensions": Object{"KHR_texture_basisu": Object{"source": 0}}})
	b.Add("textures", Object{"source": 2})
	transform := Object{"KHR_texture_transform": Object{"offset": []float64{1, 2}, "rotation": 3, "scale": []float64{4, 5}, "texCoord": 1}}
	m := b.Add("materials", Object{
		"pbrMetallicRoughness": Object{"baseColorTexture": Object{"index": 0, "extensions": transform}, "metallicRoughnessTexture": Object{"index": 2}},
		"normalTexture":        Object{"index": 1, "texCoord": 2},
		"extensions":           Object{"KHR_materials_sheen": Object{"sheenColorTexture": Object{"index": 1}, "x": Object{"yTexture": Object{"index": 0}}}},
	})
	b.Mesh("painted", Object{"attributes": Object{"POSITION": 0, "TEXCOORD_0": uv, "TEXCOORD_1": bytes, "TEXCOORD_2": sparse}, "indices": 1, "material": m})
	return b
}
