package rig_test

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// skinned adds a skeleton of two joints, of which the second moves up by 4 in a second, and a cube that both move.
// Vertex 0 follows the first joint, 1 the second, 2 both alike, 3 the second with a fourth of the weight of the
// first, and the others nothing.
func skinned() (b *builder, models []int64, geometry, skin int64) {
	b = &builder{}
	root := b.model(0, "root", map[string][]any{"Lcl Translation": vector(10, 0, 0)})
	tip := b.model(root, "tip", nil)
	shown := b.model(0, "shown", map[string][]any{"Lcl Translation": vector(0, 0, 100), "GeometricTranslation": vector(0, 0, 1)})
	geometry = b.geometry([]int64{shown})
	skin = b.skin(geometry)
	back := []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -10, 0, 0, 1}
	b.cluster(skin, root, []int32{0, 2, 3}, []float64{1, 0.5, 0.4}, back)
	b.cluster(skin, tip, []int32{1, 2, 3, 4}, []float64{1, 0.5, 0.1, 0}, back)
	b.animate(b.stack("clip"), tip, "Lcl Translation", map[string][]any{"d|X": {0.0}}, map[string]int64{"d|Y": b.line(0, 0, 1, 4)})
	return b, []int64{root, tip, shown}, geometry, skin
}

// skinnedAt returns where the cube of skinned is at a time.
func skinnedAt(time float64) []geom.Vec {
	return []geom.Vec{
		{0, 0, 1}, {1, 4 * time, 1}, {0, 1 + 2*time, 1}, {1, 1 + 0.8*time, 1}, // with the geometric transform
		{0, 0, 102}, {1, 0, 102}, {0, 1, 102}, {1, 1, 102}, // as the Model
	}
}

// TestSkin: joints move vertices with the bind matrices after the geometric transform, by weights that are divided by
// their sum. Vertices without weights follow the Model.
func TestSkin(t *testing.T) {
	b, _, _, _ := skinned()
	s := b.scene(t)
	for _, time := range []float64{0, 0.5, 1} {
		if got, want := posed(t, s, 0, time), skinnedAt(time); !near(got, want) {
			t.Errorf("at %v: %v, want %v", time, got, want)
		}
	}
	if w := s.Rig.Warnings; len(w) != 1 || w[0] != `the Geometry "cube": the weights of 1 vertex add up to 0.5 to 0.5 instead of 1; they are divided by the sum` {
		t.Errorf("warnings %q", w)
	}
}

// TestTwoSkins: two skins on one skeleton, and a skin that two Models show.
func TestTwoSkins(t *testing.T) {
	b, models, _, _ := skinned()
	second := b.geometry([]int64{b.model(0, "second", nil), b.model(0, "third", map[string][]any{"Lcl Translation": vector(0, 7, 0)})})
	skin := b.skin(second)
	b.cluster(skin, models[1], []int32{0, 1, 2, 3, 4, 5}, []float64{1, 1, 1, 1, 1, 1}, noBind)
	s := b.scene(t)
	if len(s.Rig.Objects) != 3 || len(s.Rig.Skins) != 3 {
		t.Fatalf("%d objects, %d skins", len(s.Rig.Objects), len(s.Rig.Skins))
	}
	if got, want := posed(t, s, 0, 0.5), skinnedAt(0.5); !near(got, want) {
		t.Errorf("the first: %v, want %v", got, want)
	}
	for i, height := range []float64{0, 7} {
		want := []geom.Vec{{10, 2, 0}, {11, 2, 0}, {10, 3, 0}, {11, 3, 0}, {10, 2, 1}, {11, 2, 1}, {0, 1 + height, 1}, {1, 1 + height, 1}}
		if got := posed(t, s, 1+i, 0.5); !near(got, want) {
			t.Errorf("the second, shown %d times: %v, want %v", i+1, got, want)
		}
	}
}

// parted gives the cube of a file two materials and texture coordinates, so that vertices are copies of control points.
func parted(b *builder) {
	for i := range b.objects {
		if b.objects[i].Name != "Geometry" || b.objects[i].Values[2] != "Mesh" {
			continue
		}
		b.objects[i] = with(b.objects[i],
			with(newNode("LayerElementMaterial", int32(0)), newNode("MappingInformationType", "ByPolygon"), newNode("Materials", []int32{0, 1, 0, 1, 0, 1})),
			with(newNode("LayerElementUV", int32(0)), newNode("MappingInformationType", "ByPolygon"), newNode("Name", "map"), newNode("UV", []float64{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5})))
	}
	for _, name := range []string{"a", "b"} {
		b.connect(b.add("Material", name, ""), 3)
	}
}

// TestCopies: copies of control points in several parts move like these.
func TestCopies(t *testing.T) {
	b, _, geometry, _ := skinned()
	shapes := b.add("Deformer", "shapes", "BlendShape")
	b.connect(shapes, geometry)
	b.shape(b.channel(shapes, 50, []float64{100}), []int32{3, 0, 7, 3}, 0, 0, 2, 0, 4, 0, 8, 0, 0, 0, 0, 2)
	parted(b)
	want := skinnedAt(0.5)
	want[0][1], want[3][2], want[7][0] = want[0][1]+2, want[3][2]+2, want[7][0]+4
	for _, uvs := range []bool{false, true} {
		s, _, err := loader.Decode(t.Context(), b.file(), nil, loader.Options{Poses: true, UVs: uvs})
		if err != nil || s.RigError != nil {
			t.Fatal(err, s.RigError)
		}
		got := posed(t, s, 0, 0.5)
		if len(s.Rig.Objects[0].Shape.Parts) != 2 || len(got) <= len(want) {
			t.Fatalf("%d parts, %d vertices", len(s.Rig.Objects[0].Shape.Parts), len(got))
		}
		for k := range s.Rig.Objects[0].Shape.Parts {
			p := &s.Meshes[0].Parts[k].Positions
			for v := range p.Len() {
				x := p.At(v)
				point := int(x[0] + 2*x[1] + 4*x[2])
				if !near(got[:1], want[point:point+1]) {
					t.Errorf("UVs %v, part %d vertex %d: %v, want %v", uvs, k, v, got[0], want[point])
				}
				got = got[1:]
			}
		}
	}
}

// TestUnposed: what moves vertices in a way that is not evaluated is said of the object.
func TestUnposed(t *testing.T) {
	for want, change := range map[string]func(b *builder, models []int64, geometry, skin int64){
		"": func(b *builder, models []int64, geometry, skin int64) { // inactive, without clusters, and without weights
			b.connect(b.add("Deformer", "cache", "VertexCacheDeformer", properties(map[string][]any{"Active": {int32(0)}})), geometry)
			b.skin(geometry)
			b.objects[skin-1] = with(b.objects[skin-1], newNode("SkinningType", "Blend"), newNode("Indexes", []int32{0}), newNode("BlendWeights", []float64{0}))
			b.cluster(skin, 0, nil, nil, nil)
		},
		"it is skinned with dual quaternions": func(b *builder, models []int64, geometry, skin int64) {
			b.objects[skin-1] = with(b.objects[skin-1], newNode("SkinningType", "DualQuaternion"))
		},
		"it is skinned with a blend of matrices and dual quaternions": func(b *builder, models []int64, geometry, skin int64) {
			b.objects[skin-1] = with(b.objects[skin-1], newNode("SkinningType", "Blend"), newNode("Indexes", []int32{0}), newNode("BlendWeights", []float64{0.5}))
		},
		"it is deformed by a vertex cache": func(b *builder, models []int64, geometry, skin int64) {
			b.connect(b.add("Deformer", "cache", "VertexCacheDeformer"), geometry)
		},
		"it has 2 skins": func(b *builder, models []int64, geometry, skin int64) {
			b.cluster(b.skin(geometry), models[0], []int32{0}, []float64{1}, noBind)
		},
		"a joint of its skin is not in the file": func(b *builder, models []int64, geometry, skin int64) {
			b.cluster(skin, 999, []int32{0}, []float64{1}, noBind)
		},
		"its skin has no bind matrices": func(b *builder, models []int64, geometry, skin int64) {
			b.cluster(skin, models[0], []int32{0}, []float64{1}, nil)
		},
		"its skin adds to the transform of joints": func(b *builder, models []int64, geometry, skin int64) {
			b.cluster(skin, models[0], []int32{0}, []float64{1}, noBind, newNode("Mode", "Additive"))
		},
		`it has the Wrap "w", which is not evaluated`: func(b *builder, models []int64, geometry, skin int64) {
			b.connect(b.add("Deformer", "w", "Wrap"), geometry)
		},
		"two of its shapes are full at one value of a blend channel": func(b *builder, models []int64, geometry, skin int64) {
			shapes := b.add("Deformer", "shapes", "BlendShape")
			b.connect(shapes, geometry)
			c := b.channel(shapes, 0, []float64{50, 50})
			b.shape(c, nil)
			b.shape(c, nil)
		},
	} {
		b, models, geometry, skin := skinned()
		change(b, models, geometry, skin)
		s := b.scene(t)
		o := s.Rig.Objects[0]
		if o.Unposed != want || want != "" && o.Skin != pose.NoSkin || len(s.Rig.Clips) != 1 || !strings.HasPrefix(s.Instances[o.Instance].Path, "/shown") {
			t.Errorf("%q, want %q; skin %d, %d clips", o.Unposed, want, o.Skin, len(s.Rig.Clips))
		}
	}
}
