package json

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

type wireUV struct {
	Counts  Totals             `json:"counts"`
	Sheets  []wireSheet        `json:"sheets"`
	Missing []check.MissingSet `json:"missing"`
}

type wireSheet struct {
	Image     *int            `json:"image"` // the first of the images
	Images    []int           `json:"images"`
	Set       int             `json:"texcoord"`
	SetName   string          `json:"set_name,omitzero"`
	Slots     []string        `json:"slots"`
	Unique    bool            `json:"unique"`
	Meshes    []wireSheetMesh `json:"meshes"`
	Stored    []mesh.UVFormat `json:"stored"`
	Transform jsontext.Value  `json:"transform"` // null, an object, or the word "differs"
	Conflicts int             `json:"other_transforms,omitzero"`
	check.SheetResult
}

// wireSheetMesh is the parts of a mesh that are in a sheet.
type wireSheetMesh struct {
	Mesh  int    `json:"mesh"`
	Name  string `json:"name"`
	Parts []int  `json:"parts"`
}

// uvTransform is the transform of a sheet that has one.
type uvTransform struct {
	Offset   [2]float64 `json:"offset"`
	Rotation coordinate `json:"rotation"`
	Scale    [2]float64 `json:"scale"`
}

// differs stands for a transform where the parts have different ones.
const differs = `"differs"`

type wireTile struct {
	Tile    [2]int64 `json:"tile"`
	Islands int      `json:"islands"`
	UDIM    int      `json:"udim,omitzero"`
}

// oldIslandPair is a pair of islands of an old version, which lacks "wide": what is deep fails.
type oldIslandPair struct {
	Wide *bool `json:"wide"`
	check.IslandPair
}

func uvCodecs() []codec {
	missing := wireSheet{}
	missing.Wide.Overlap = -1 // in old versions, where what is beyond precision fails
	return []codec{
		blank(missing),
		blank(check.MissingSet{Image: -1}),
		blank(check.IslandPairs{Area: unlimited, FoldArea: unlimited}),
		blank(check.IslandPadding{Least: -1}),
		blank(check.UVFinding{Value: unlimited, Limit: unlimited}),
		blank(check.NearIslands{
			Distance: unlimited, At: [2][2]float64{{unlimited, unlimited}, {unlimited, unlimited}}, Places: [2]geom.Vec{nowhere, nowhere},
		}),
		as(oldIslandPair{IslandPair: check.IslandPair{Area: unlimited, Places: [2]geom.Vec{nowhere, nowhere}}},
			func(w *oldIslandPair) (check.IslandPair, error) {
				p := w.IslandPair
				if p.Wide = p.Deep; w.Wide != nil {
					p.Wide = *w.Wide
				}
				return p, nil
			}),
		from(func(t *check.UVTile) wireTile { return wireTile{[2]int64{int64(t.I), int64(t.J)}, t.Islands, t.UDIM()} }),
		as(wireTile{}, func(w *wireTile) (check.UVTile, error) {
			return check.UVTile{I: int(w.Tile[0]), J: int(w.Tile[1]), Islands: w.Islands}, nil
		}),
		from(func(s *check.ImageSize) [2]int { return [2]int{s.Width, s.Height} }),
		as([2]int{}, func(w *[2]int) (check.ImageSize, error) { return check.ImageSize{Width: w[0], Height: w[1]}, nil }),
	}
}

// newUV returns what was found in UV sets of a result.
func newUV(r *check.Result) *wireUV {
	u := r.UV()
	if u == nil {
		return nil
	}
	w := &wireUV{Counts: Totals{check.UV, u.Counts}, Missing: u.Missing}
	for i := range u.Sheets {
		w.Sheets = append(w.Sheets, newSheet(&u.Sheets[i], r.Meshes))
	}
	return w
}

func newSheet(s *check.UVSheet, meshes []check.Mesh) wireSheet {
	w := wireSheet{
		Images: s.Images, Set: s.Set, SetName: s.SetName, Slots: s.Slots, Unique: s.Unique, Stored: s.Formats, Conflicts: s.Conflicts, SheetResult: s.SheetResult,
	}
	if len(s.Images) > 0 {
		w.Image = &s.Images[0]
	}
	if t := &s.Transform; s.TransformsDiffer {
		w.Transform = jsontext.Value(differs)
	} else if *t != mesh.IdentityUV {
		w.Transform = Marshal(&uvTransform{t.Offset, coordinate(t.Rotation), t.Scale})
	}
	for _, p := range s.Parts {
		if n := len(w.Meshes); n == 0 || w.Meshes[n-1].Mesh != p.Mesh {
			w.Meshes = append(w.Meshes, wireSheetMesh{Mesh: p.Mesh, Name: meshes[p.Mesh].Name})
		}
		last := &w.Meshes[len(w.Meshes)-1]
		last.Parts = append(last.Parts, p.Part)
	}
	return w
}

// sheet returns the sheet. That it fits the meshes is checked when these are known.
func (w *wireSheet) sheet() (check.UVSheet, error) {
	s := check.UVSheet{
		Images: w.Images, Set: w.Set, SetName: w.SetName, Slots: w.Slots, Unique: w.Unique, Formats: w.Stored, Conflicts: w.Conflicts, SheetResult: w.SheetResult,
		Transform: mesh.IdentityUV,
	}
	if s.Wide.Overlap < 0 {
		s.Wide = s.Beyond
	}
	if text := string(w.Transform); text != "" && text != "null" {
		var t uvTransform
		s.TransformsDiffer = text == differs
		if err := json.Unmarshal(w.Transform, &t, reading); err != nil && !s.TransformsDiffer {
			return s, errors.New("has a transform that is none")
		}
		s.Transform = mesh.UVTransform{Offset: t.Offset, Rotation: float64(t.Rotation), Scale: t.Scale}
	}
	for _, m := range w.Meshes {
		for _, part := range m.Parts {
			s.Parts = append(s.Parts, check.PartRef{Mesh: m.Mesh, Part: part})
		}
	}
	return s, nil
}

// result returns what was found.
func (w *wireUV) result() (*check.UVResult, error) {
	r := &check.UVResult{Missing: w.Missing}
	r.Counts = w.Counts.Totals
	for i := range w.Sheets {
		s, err := w.Sheets[i].sheet()
		if err != nil {
			return nil, inner{fmt.Sprintf("uv.sheets[%d]", i), err}
		}
		r.Sheets = append(r.Sheets, s)
	}
	if len(r.Missing) > 0 {
		r.MissingSeverity = check.Off
		for _, s := range check.Severities() {
			if r.Counts[check.UVMissing][s] > 0 {
				r.MissingSeverity = s
			}
		}
	}
	return r, nil
}
