package uv_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

// The types of expected_uv.json, the answers of an independent program.
type (
	expectedFile struct {
		Error       string
		Unsupported string // by the other program
		Sheets      []expectedSheet
		Missing     [][4]int
	}
	expectedSheet struct {
		Image          *int
		Images         []int
		Texcoord       int
		Slots          []string
		Unique         bool
		Meshes         []expectedMesh
		Stored         []string
		Transform      any
		OtherTransform int `json:"other_transforms"`
		Triangles      int
		Nonfinite      int `json:"uv_nonfinite"`
		Degenerate     int `json:"uv_degenerate"`
		Dropped        int `json:"dropped_3d"`
		TakingPart     int `json:"taking_part"`
		Islands        int
		Overlap        int `json:"uv_overlap"`
		Fold           int `json:"uv_fold"`
		Stacked        int `json:"uv_stacked"`
		Flipped        int `json:"uv_flipped"`
		Mirrored       int `json:"uv_mirrored"`
		OutOfRange     int `json:"uv_out_of_range"`
		CrossesTile    int `json:"uv_crosses_tile"`
		Tiles          []expectedTile
		Pairs          struct{ Overlap, Fold, Stacked int64 }
		IslandPairs    expectedPairs  `json:"island_pairs"`
		Beyond         expectedBeyond `json:"beyond_precision"`
		Ties           int
		Padding        []expectedPadding
	}
	expectedMesh struct {
		Mesh  int
		Name  string
		Parts []int
	}
	expectedTile struct {
		Tile    [2]int
		Islands int
	}
	expectedPairs struct {
		Overlapping int64
		Stacks      int64 `json:"stacked_pairs"`
		Both        int64 `json:"stacked_overlapping"`
		Area        float64
		FoldArea    float64 `json:"fold_area"`
		Worst       []struct {
			Pairs int64
			Area  float64
			Stack bool
		}
	}
	expectedBeyond struct {
		Overlap       int   `json:"uv_overlap"`
		Fold          int   `json:"uv_fold"`
		IslandPairs   int64 `json:"island_pairs"`
		OutsideStacks int   `json:"outside_stacks"`
	}
	expectedPadding struct {
		Limit    float64
		Size     [2]int
		Pairs    int64
		Touching int64
		Least    *float64
		Border   int
		Worst    []struct{ Distance float64 }
	}
)

// TestCorpus compares the answers about real files with those of an independent program.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS is not set")
	}
	text, err := os.ReadFile(filepath.Join(dir, "expected_uv.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]expectedFile
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name, want := range files {
		t.Run(name, func(t *testing.T) {
			model, err := loader.Open(context.Background(), filepath.Join(dir, name), loader.Options{UVs: true})
			var unsupported *loader.UnsupportedError
			if errors.As(err, &unsupported) {
				t.Skip(err)
			}
			if want.Unsupported != "" {
				t.Skip("the other program has no answer: ", want.Unsupported)
			}
			if err != nil || want.Error != "" {
				if err == nil || want.Error == "" {
					t.Errorf("got the error %v, want %q", err, want.Error)
				}
				return
			}
			checked++
			compare(t, model.Scene, &want)
		})
	}
	if checked < 15 {
		t.Errorf("%d files were checked", checked)
	}
}

func checkScene(t *testing.T, s *mesh.Scene, o check.UVOptions) *check.UVResult {
	t.Helper()
	return checkWorkers(t, s, o, 2)
}

func checkWorkers(t *testing.T, s *mesh.Scene, o check.UVOptions, workers int) *check.UVResult {
	t.Helper()
	settings := check.Settings{Workers: workers, MaxFindings: 1000}
	r, err := uv.Find(context.Background(), world.New(s, settings.Workers), &o, settings)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func compare(t *testing.T, s *mesh.Scene, want *expectedFile) {
	var o check.UVOptions
	if len(want.Sheets) > 0 {
		for _, p := range want.Sheets[0].Padding {
			o.Padding = append(o.Padding, check.PaddingLimit{Texels: p.Limit, Width: p.Size[0], Height: p.Size[1]})
		}
	}
	got := checkScene(t, s, o)
	if len(got.Sheets) != len(want.Sheets) {
		t.Fatalf("%d sheets, want %d", len(got.Sheets), len(want.Sheets))
	}
	var missing [][4]int
	for _, m := range got.Missing {
		missing = append(missing, [4]int{m.Part.Mesh, s.Meshes[m.Part.Mesh].Parts[m.Part.Part].Index, m.Image, m.Set})
	}
	if !slices.Equal(missing, want.Missing) {
		t.Errorf("missing: %v, want %v", missing, want.Missing)
	}
	for i := range got.Sheets {
		compareSheet(t, i, s, &got.Sheets[i], &want.Sheets[i])
	}
}

func compareSheet(t *testing.T, i int, s *mesh.Scene, got *check.UVSheet, want *expectedSheet) {
	same := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("sheet %d: %s: %v, want %v", i, what, got, want)
		}
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 1e-8*math.Abs(want)) {
			t.Errorf("sheet %d: %s: %v, want %v", i, what, got, want)
		}
	}
	if !slices.Equal(got.Images, want.Images) || !slices.Equal(got.Slots, want.Slots) {
		t.Errorf("sheet %d: images %v in %v, want %v in %v", i, got.Images, got.Slots, want.Images, want.Slots)
	}
	same("set", got.Set, want.Texcoord)
	same("unique", got.Unique, want.Unique)
	var parts, wantParts [][2]int
	for _, p := range got.Parts {
		parts = append(parts, [2]int{p.Mesh, s.Meshes[p.Mesh].Parts[p.Part].Index})
	}
	for _, m := range want.Meshes {
		for _, p := range m.Parts {
			wantParts = append(wantParts, [2]int{m.Mesh, p})
		}
	}
	if !slices.Equal(parts, wantParts) {
		t.Errorf("sheet %d: parts %v, want %v", i, parts, wantParts)
	}
	var formats []string
	for _, f := range got.Formats {
		formats = append(formats, f.String())
	}
	if !slices.Equal(formats, want.Stored) {
		t.Errorf("sheet %d: stored %v, want %v", i, formats, want.Stored)
	}
	same("transforms differ", got.TransformsDiffer, want.Transform == "differs")
	same("conflicts", got.Conflicts, want.OtherTransform)
	same("triangles", got.Triangles, want.Triangles)
	same("nonfinite", got.Nonfinite, want.Nonfinite)
	same("degenerate", got.Degenerate, want.Degenerate)
	same("dropped", got.Dropped, want.Dropped)
	same("taking part", got.TakingPart, want.TakingPart)
	same("islands", got.Islands, want.Islands)
	same("overlap", got.Overlap, want.Overlap)
	same("fold", got.Fold, want.Fold)
	same("stacked", got.Stacked, want.Stacked)
	same("flipped", got.Flipped, want.Flipped)
	same("mirrored", got.Mirrored, want.Mirrored)
	same("out of range", got.OutOfRange, want.OutOfRange)
	same("crossing tiles", got.CrossingTile, want.CrossesTile)
	same("ties", got.Ties, want.Ties)
	same("pairs", got.Pairs, check.UVPairCounts(want.Pairs))
	p, w := &got.IslandPairs, &want.IslandPairs
	same("overlapping islands", p.Overlapping, w.Overlapping)
	same("stacks", p.Stacks, w.Stacks)
	same("overlapping stacks", p.StacksOverlapping, w.Both)
	near("area", p.Area, w.Area)
	near("fold area", p.FoldArea, w.FoldArea)
	for k, worst := range w.Worst {
		near("worst area", p.Listed[k].Area, worst.Area)
	}
	same("beyond precision", got.Beyond, check.UVBeyond{
		Overlap: want.Beyond.Overlap, Fold: want.Beyond.Fold, OutsideStacks: want.Beyond.OutsideStacks, IslandPairs: want.Beyond.IslandPairs,
	})
	var tiles []expectedTile
	for _, tile := range got.Tiles {
		tiles = append(tiles, expectedTile{[2]int{tile.I, tile.J}, tile.Islands})
	}
	if !slices.Equal(tiles, want.Tiles) {
		t.Errorf("sheet %d: tiles %v, want %v", i, tiles, want.Tiles)
	}
	for k, w := range want.Padding {
		p := &got.Padding[k]
		same("near pairs", p.Pairs, w.Pairs)
		// Whether outlines touch is decided exactly here; the other program's float64 distances
		// of outlines that touch may be a little above 0.
		if p.Touching < w.Touching {
			t.Errorf("sheet %d: %d touching pairs, want %d", i, p.Touching, w.Touching)
		}
		same("near the border", p.Border, w.Border)
		if w.Least == nil {
			same("least", p.Least, -1.0)
		} else {
			near("least", p.Least, *w.Least)
		}
		for n, worst := range w.Worst {
			if n < len(p.Listed) {
				near("near distance", p.Listed[n].Distance, worst.Distance)
			}
		}
	}
}
