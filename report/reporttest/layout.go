package reporttest

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// LayoutOptions ask for distances between islands, in sheets that must be unique.
var LayoutOptions = check.Options{
	Checks: check.UV, UV: check.UVOptions{Unique: []string{"Paint"}, Padding: []check.PaddingLimit{{Texels: 4}}},
}

// chart is a square in space with the UV coordinates of its corners.
type chart [4][2]float32

// rectangle is a chart from one corner to the other, not mirrored.
func rectangle(u0, v0, u1, v1 float32) chart { return chart{{u0, v1}, {u1, v1}, {u1, v0}, {u0, v0}} }

// LayoutScene has two meshes, Bench and Lamp, on one image of 1024 × 1024 texels. Of the islands of
// Bench, the first two overlap by 0.01 of the tile, the next two are stacked, one is 2.048 texels
// below these, one folds over itself and one lies in the next tile. The island of Lamp overlaps the
// first one by 0.02.
func LayoutScene() *mesh.Scene {
	bench := squares("Bench", 0,
		rectangle(.1, .1, .4, .4), rectangle(.3, .3, .6, .6), rectangle(.7, .1, .9, .3), rectangle(.7, .1, .9, .3),
		rectangle(.7, .302, .9, .4), chart{{.1, .9}, {.3, .9}, {.3, .7}, {.28, .88}}, rectangle(1.2, .2, 1.5, .5))
	lamp := squares("Lamp", 30, rectangle(.05, .05, .2, .3))
	use := mesh.TextureUse{Slot: "baseColorTexture", Transform: mesh.IdentityUV}
	return &mesh.Scene{
		Unit: "m", Meshes: []*mesh.Mesh{bench, lamp},
		Instances: []mesh.Instance{at(0, "Bench"), at(1, "Lamp")},
		Materials: []mesh.Material{{Name: "Paint", Textures: []mesh.TextureUse{use}}},
		Images:    []mesh.Image{{Name: "atlas", File: "atlas.png", Width: 1024, Height: 1024}},
	}
}

func at(m int, path string) mesh.Instance {
	return mesh.Instance{Mesh: m, Path: path, World: geom.Identity()}
}

// squares is a mesh of squares side by side, starting at x.
func squares(name string, x float32, charts ...chart) *mesh.Mesh {
	part := mesh.Part{Material: "Paint"}
	var xyz, uvs []float32
	for i, c := range charts {
		left, first := x+2*float32(i), uint32(4*i)
		xyz = append(xyz, left, 0, 0, left+1, 0, 0, left+1, 1, 0, left, 1, 0)
		for _, p := range c {
			uvs = append(uvs, p[0], p[1])
		}
		part.Indices.U32 = append(part.Indices.U32, first, first+1, first+2, first, first+2, first+3)
	}
	part.Positions, part.UVs = mesh.Tight(xyz), []mesh.UVSet{{F32: uvs}}
	return &mesh.Mesh{Name: name, Parts: []mesh.Part{part}}
}

// LayoutReport is the report of a scene checked with LayoutOptions, with all assets that formats
// draw.
func LayoutReport(t *testing.T, s *mesh.Scene) *report.Report {
	t.Helper()
	result, err := meshcheck.Check(t.Context(), s, LayoutOptions)
	if err != nil {
		t.Fatal(err)
	}
	f := report.File{Path: "bench.glb", Format: "glb", SHA256: strings.Repeat("0", 64), Unit: s.Unit, Result: result}
	Attach(t, &f, s, report.Needs{Excerpt: true, Scene: true, Layouts: true}, drawing.Options{})
	return &report.Report{Version: "0.1.0", Options: LayoutOptions, Files: []report.File{f}}
}
