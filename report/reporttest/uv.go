package reporttest

import (
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

// UVOptions are options for which UVReport has findings of every rule.
func UVOptions() check.UVOptions {
	return check.UVOptions{Unique: []string{"TEXCOORD_1"}, Lightmap: 1, Padding: []check.PaddingLimit{
		{Texels: 8, Width: 1024, Height: 1024}, {Texels: 4, Width: 512, Height: 1024}, {Texels: 2},
	}}
}

// UVReport has a file with every sort of sheet: overlaps, a fold, stacks, mirrored and flipped
// triangles, islands close to each other and in other tiles, with a transform and with two; a part
// without a set, and one without the set of the light map.
func UVReport(t testing.TB) *report.Report {
	t.Helper()
	o := check.Options{Checks: check.Self | check.UV, UV: UVOptions()}
	r, err := meshcheck.Check(t.Context(), UVScene(), o)
	if err != nil {
		t.Fatal(err)
	}
	f := report.File{Path: "uv.glb", Format: "glb", SHA256: fakeHash, Unit: "m", Result: WithScene(r, UVScene())}
	return &report.Report{Version: "0.1.0", Options: o, Files: []report.File{f}}
}

// fakeHash is not the hash of any file.
const fakeHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// UVScene is the scene of UVReport.
func UVScene() *mesh.Scene {
	turned := mesh.UVTransform{Offset: [2]float64{0.25, -0.5}, Rotation: 0.5, Scale: [2]float64{2, -1}}
	s := &mesh.Scene{
		Unit:   "m",
		Images: []mesh.Image{{Name: "brick", Width: 64, Height: 64}, {File: "maps/wall.png"}, {Name: "turned", Width: 128, Height: 64}, {Name: "glow"}},
		Materials: []mesh.Material{
			{Name: "wall", Textures: []mesh.TextureUse{
				{Slot: "baseColorTexture", Transform: mesh.IdentityUV}, {Slot: "normalTexture", Image: 1, Transform: mesh.IdentityUV},
				{Slot: "occlusionTexture", Image: 1, Set: 1, Transform: mesh.IdentityUV},
			}},
			{Name: "turned", Textures: []mesh.TextureUse{{Slot: "baseColorTexture", Image: 2, Transform: turned}}},
			{Name: "straight", Textures: []mesh.TextureUse{{Slot: "baseColorTexture", Image: 2, Transform: mesh.IdentityUV}, {Slot: "emissiveTexture", Image: 3, Transform: turned}}},
		},
	}
	quad := func(u, v, side float32) [8]float32 {
		return [8]float32{u, v, u + side, v, u + side, v - side, u, v - side}
	}
	mirrored := [8]float32{0.75, 0.25, 0.5, 0.25, 0.5, 0, 0.75, 0}
	folded := [8]float32{0.1, 0.9, 0.4, 0.9, 0.15, 0.8, 0.3, 0.6}
	s.Meshes = []*mesh.Mesh{
		{Name: "house", Parts: []mesh.Part{
			quads(0, 0, quad(0, 1, 0.25), quad(0.125, 1, 0.25), quad(0.253, 0.5, 0.25), quad(0.5, 0.5, 0.25), quad(0.5, 0.5, 0.25), mirrored, folded, quad(1.25, -0.25, 0.5), quad(-0.5, 0.5, 1)),
			quads(0, 50, quad(0.5, 0.5, 0.25), [8]float32{0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3}),
		}},
		{Name: "roof", Parts: []mesh.Part{quads(1, 100, quad(0.5, 0.5, 0.25)), quads(2, 150, quad(0.5, 0.5, 0.5))}},
	}
	both := &s.Meshes[0].Parts[0]
	both.UVs = append(both.UVs, mesh.UVSet{Set: 1, F32: both.UVs[0].F32}, mesh.UVSet{Set: 2, Format: mesh.UVFormat{Component: mesh.Uint16, One: 65535}, F32: both.UVs[0].F32})
	return s
}

// quads returns a part of squares in space, one unit apart, with the given texture coordinates for
// their corners.
func quads(material int, x float32, uvs ...[8]float32) mesh.Part {
	p := mesh.Part{MaterialIndex: material}
	var xyz, plane []float32
	for i, q := range uvs {
		left, first := x+2*float32(i), uint32(4*i)
		xyz = append(xyz, left, 0, 0, left+1, 0, 0, left+1, 1, 0, left, 1, 0)
		plane = append(plane, q[:]...)
		p.Indices.U32 = append(p.Indices.U32, first, first+1, first+2, first, first+2, first+3)
	}
	p.Positions, p.UVs = mesh.Tight(xyz), []mesh.UVSet{{F32: plane}}
	return p
}
