package uv_test

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/loader"
)

// TestFixtures compares the fixtures with answers computed by hand.
func TestFixtures(t *testing.T) {
	checked := 0
	for _, f := range append(fixtures.In("uv"), fixtures.In("faults")...) {
		t.Run(f.File, func(t *testing.T) {
			data, err := fs.ReadFile(fixtures.Files(), f.Path)
			if err != nil {
				t.Fatal(err)
			}
			scene, _, err := loader.Decode(context.Background(), data, nil, loader.Options{UVs: true})
			if refused := f.Error != "" || f.UV != nil && f.UV.Error != ""; refused || err != nil {
				if err == nil || !refused {
					t.Errorf("loaded with %v", err)
				}
				return
			}
			var o check.UVOptions
			for _, p := range f.UV.Padding {
				o.Padding = append(o.Padding, check.PaddingLimit{Texels: p[0], Width: int(p[1]), Height: int(p[2])})
			}
			got := strings.Join(sheetLines(checkScene(t, scene, o)), "\n")
			if f.UV.Sheets == nil {
				return
			}
			checked++
			if want := strings.Join(f.UV.Sheets, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	if checked < 25 {
		t.Errorf("%d fixtures have answers", checked)
	}
}

// sheetLines returns what was found in the words of fixtures.UV.
func sheetLines(r *check.UVResult) (lines []string) {
	for i := range r.Sheets {
		s := &r.Sheets[i]
		line := words{}
		if len(s.Images) > 0 {
			line.text = fmt.Sprintf("image %d ", s.Images[0])
		}
		line.text += fmt.Sprintf("TEXCOORD_%d", s.Set)
		line.list(": ", []word{
			{"triangles", float64(s.Triangles)}, {"nonfinite", float64(s.Nonfinite)}, {"degenerate", float64(s.Degenerate)},
			{"dropped", float64(s.Dropped)}, {"islands", float64(s.Islands)},
			{"overlap", float64(s.Overlap)}, {"deep", float64(s.Beyond.Overlap)}, {"outside stacks", float64(s.Beyond.OutsideStacks)},
			{"fold", float64(s.Fold)}, {"stacked", float64(s.Stacked)}, {"flipped", float64(s.Flipped)}, {"mirrored", float64(s.Mirrored)},
			{"out of range", float64(s.OutOfRange)}, {"crossing tiles", float64(s.CrossingTile)},
		})
		for _, tile := range s.Tiles {
			line.list(", ", []word{{fmt.Sprintf("tile %d %d islands", tile.I, tile.J), float64(tile.Islands)}})
		}
		p := &s.IslandPairs
		line.list(", ", []word{
			{"pairs", float64(s.Pairs.Overlap)}, {"fold pairs", float64(s.Pairs.Fold)}, {"stacked pairs", float64(s.Pairs.Stacked)},
			{"deep folds", float64(s.Beyond.Fold)}, {"island pairs", float64(p.Overlapping)}, {"deep island pairs", float64(s.Beyond.IslandPairs)},
			{"stacks", float64(p.Stacks)}, {"area", p.Area}, {"fold area", p.FoldArea}, {"ties", float64(s.Ties)},
		})
		for _, d := range s.Padding {
			line.text += fmt.Sprintf("; %v of %dx%d", d.Limit, d.Width, d.Height)
			line.list(": ", []word{{"near", float64(d.Pairs)}, {"touching", float64(d.Touching)}, {"least", d.Least}, {"border", float64(d.Border)}})
		}
		lines = append(lines, line.text)
	}
	for _, m := range r.Missing {
		lines = append(lines, fmt.Sprintf("missing: part %d.%d image %d TEXCOORD_%d", m.Part.Mesh, m.Part.Part, m.Image, m.Set))
	}
	return lines
}

// word is a number with its name.
type word struct {
	name   string
	number float64
}

type words struct{ text string }

// list adds the numbers that are not 0, and a least distance of 0.
func (w *words) list(separator string, list []word) {
	for _, item := range list {
		if item.number != 0 && (item.name != "least" || item.number >= 0) || item.name == "least" && item.number == 0 {
			w.text += fmt.Sprintf("%s%s %.9g", separator, item.name, item.number)
			separator = ", "
		}
	}
}
