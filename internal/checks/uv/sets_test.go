package uv_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/mesh"
)

// TestUpwards: sheets in which V points up are those in which it points down, upside down.
func TestUpwards(t *testing.T) {
	for round := range longtest.Rounds(t, 100, 600) {
		g := &layoutGenerator{Rand: rand.New(rand.NewPCG(uint64(round), 21))}
		list := g.charts(pick(g, 4.0, 8, 64))
		o := check.UVOptions{Padding: []check.PaddingLimit{{Texels: 2, Width: 32, Height: 32}}}
		down := plain(&layoutGenerator{Rand: rand.New(rand.NewPCG(uint64(round), 22))}, list)
		up := plain(&layoutGenerator{Rand: rand.New(rand.NewPCG(uint64(round), 22))}, changed(list, func(p [2]float64) [2]float64 { return [2]float64{p[0], 1 - p[1]} }))
		up.VUp = true
		a, b := &checkScene(t, down, o).Sheets[0], &checkScene(t, up, o).Sheets[0]
		x, y := answerOf(a), answerOf(b)
		y.beyond = x.beyond // the steps between numbers are others
		x.area, x.foldArea, x.least = y.area, y.foldArea, y.least
		if x != y || a.Mirrored != b.Mirrored || a.OutOfRange != b.OutOfRange {
			t.Fatalf("round %d: %+v, %d mirrored; upside down %+v, %d", round, x, a.Mirrored, y, b.Mirrored)
		}
	}
}

// TestUpwardsTiles: rows of tiles count downwards, and so up in UDIM.
func TestUpwardsTiles(t *testing.T) {
	p := mesh.Part{Positions: mesh.Tight([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0}), MaterialIndex: -1,
		UVs: []mesh.UVSet{{F32: []float32{2.25, 1.25, 2.75, 1.25, 2.25, 1.75}}}}
	for vUp, want := range map[bool]check.UVTile{true: {I: 2, J: -1, Islands: 1}, false: {I: 2, J: 1, Islands: 1}} {
		s := &mesh.Scene{VUp: vUp, Meshes: []*mesh.Mesh{{Parts: []mesh.Part{p}}}}
		if got := checkScene(t, s, check.UVOptions{}).Sheets[0].Tiles; !slices.Equal(got, []check.UVTile{want}) {
			t.Errorf("up %v: %v, want %v", vUp, got, want)
		}
	}
	if n := (check.UVTile{I: 2, J: -1}).UDIM(); n != 1013 {
		t.Errorf("UDIM %d", n)
	}
}

// squares returns a mesh of two squares, the second of which begins at u, stored in float64 numbers.
func squares(u float64) mesh.Part {
	var xyz []float32
	var uvs []float64
	for k, low := range []float64{0, u} {
		for _, p := range [][2]float64{{0, 0}, {0.5, 0}, {0.5, 0.5}, {0, 0}, {0.5, 0.5}, {0, 0.5}} {
			xyz = append(xyz, float32(p[0]), float32(p[1]), float32(k))
			uvs = append(uvs, low+p[0], p[1])
		}
	}
	return mesh.Part{Positions: mesh.Tight(xyz), MaterialIndex: -1,
		UVs: []mesh.UVSet{{Set: 0, Name: "map1", Format: mesh.UVFormat{Component: mesh.Float64}, F64: uvs}}}
}

// TestFloat64: coordinates are exact in float64, and so are steps between them.
func TestFloat64(t *testing.T) {
	for _, row := range []struct {
		u             float64
		overlap, wide int
	}{
		{0.5, 0, 0},
		{0.5 + 0x1p-53, 0, 0},
		{0.5 - 0x1p-54, 4, 0}, // one step into each other
		{0.5 - 1e-9, 4, 3},    // which float32 numbers cannot tell
	} {
		s := &mesh.Scene{VUp: true, Meshes: []*mesh.Mesh{{Name: "m", Parts: []mesh.Part{squares(row.u)}}}}
		sheet := checkScene(t, s, check.UVOptions{}).Sheets[0]
		if sheet.Overlap != row.overlap || sheet.Wide.Overlap != row.wide || sheet.Islands != 2 {
			t.Errorf("from %v: %d triangles overlap, %d of them in wide places, in %d islands", row.u, sheet.Overlap, sheet.Wide.Overlap, sheet.Islands)
		}
		if got := sheet.Formats[0].String(); got != "f64" || sheet.Name != "m, map1" || sheet.SetName != "map1" {
			t.Errorf("%s as %s", sheet.Name, got)
		}
	}
}

// TestNamedSets: sets are found by their names as well as by their numbers.
func TestNamedSets(t *testing.T) {
	both, one := squares(0), squares(0)
	light := both.UVs[0]
	light.Set, light.Name = 1, "lightmap"
	both.UVs = append(both.UVs, light)
	image := mesh.Material{Textures: []mesh.TextureUse{{Slot: "base", Image: 0, Set: 0, Transform: mesh.IdentityUV}, {Slot: "base", Image: 0, Set: 1, Transform: mesh.IdentityUV}}}
	both.MaterialIndex, one.MaterialIndex = 0, 0
	s := &mesh.Scene{Images: []mesh.Image{{Name: "a.png"}}, Materials: []mesh.Material{image}, Meshes: []*mesh.Mesh{{Name: "both", Parts: []mesh.Part{both}}, {Name: "one", Parts: []mesh.Part{one}}}}
	for _, row := range []struct {
		options check.UVOptions
		unique  []string
		missing []string
		warned  bool
	}{
		{check.UVOptions{}, nil, []string{"a.png, lightmap"}, false},
		{check.UVOptions{Unique: []string{"map*"}}, []string{"a.png, map1"}, []string{"a.png, lightmap"}, false},
		{check.UVOptions{Unique: []string{"TEXCOORD_1"}}, []string{"a.png, lightmap"}, []string{"a.png, lightmap"}, false},
		{check.UVOptions{Unique: []string{"map2"}}, nil, []string{"a.png, lightmap"}, true},
		{check.UVOptions{Lightmap: 1}, []string{"a.png, lightmap"}, []string{"a.png, lightmap", "one, lightmap"}, false},
		{check.UVOptions{LightmapName: "lightmap"}, []string{"a.png, lightmap"}, []string{"a.png, lightmap", "one, lightmap"}, false},
		{check.UVOptions{LightmapName: "bake"}, nil, []string{"both, bake", "a.png, lightmap", "one, bake"}, false},
	} {
		r := checkScene(t, s, row.options)
		var unique, missing []string
		for i := range r.Sheets {
			if r.Sheets[i].Unique {
				unique = append(unique, r.Sheets[i].Name)
			}
		}
		for _, m := range r.Missing {
			missing = append(missing, m.Name)
		}
		if !reflect.DeepEqual(unique, row.unique) || !reflect.DeepEqual(missing, row.missing) || (len(r.Warnings) > 0) != row.warned {
			t.Errorf("%+v: unique %q, missing %q, warnings %q", row.options, unique, missing, r.Warnings)
		}
	}
}

// TestLightmapOfHulls: what is shown only as a collision hull has no light map.
func TestLightmapOfHulls(t *testing.T) {
	part := func(object int) mesh.Part {
		return mesh.Part{Positions: mesh.Tight([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0}), MaterialIndex: -1, Object: object}
	}
	meshOf := func(name string) *mesh.Mesh { return &mesh.Mesh{Name: name, Parts: []mesh.Part{part(0)}} }
	at := func(m int, path string) mesh.Instance {
		return mesh.Instance{Mesh: m, Path: path, Name: path[1:], World: geom.Identity()}
	}
	for _, row := range []struct {
		why   string
		scene *mesh.Scene
		hulls check.HullOptions
		want  []string
	}{
		{"a hull, a mesh, a mesh that is shown as both, and one that no node shows", &mesh.Scene{
			Meshes:    []*mesh.Mesh{meshOf("hull"), meshOf("crate"), meshOf("both"), meshOf("unused")},
			Instances: []mesh.Instance{at(0, "/UCX_Crate_01"), at(0, "/UCX_Crate_02"), at(1, "/Crate"), at(2, "/UCX_Crate_03"), at(2, "/Lid")},
		}, check.HullOptions{}, []string{"crate", "both", "unused"}},
		{"hulls by a pattern", &mesh.Scene{
			Meshes: []*mesh.Mesh{meshOf("hull"), meshOf("crate")}, Instances: []mesh.Instance{at(0, "/Cage"), at(1, "/Crate")},
		}, check.HullOptions{Names: []string{"/Cage"}}, []string{"crate"}},
		{"objects of one mesh", &mesh.Scene{
			Meshes: []*mesh.Mesh{{Name: "all", Parts: []mesh.Part{part(0), part(1)}, Objects: []string{"UCX_Crate", "Crate"}}},
		}, check.HullOptions{}, []string{"all"}},
	} {
		r, err := uv.FindWith(t.Context(), row.scene, check.Options{UV: check.UVOptions{Lightmap: 1}, Hulls: row.hulls})
		if err != nil {
			t.Fatal(err)
		}
		var missing []string
		for _, m := range r.Missing {
			missing = append(missing, row.scene.Meshes[m.Part.Mesh].Name)
		}
		if !slices.Equal(missing, row.want) || row.scene.Instances == nil && r.Missing[0].Part.Part != 1 {
			t.Errorf("%s: %q have no light map, want %q", row.why, missing, row.want)
		}
	}
}
