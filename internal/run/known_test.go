package run

import (
	"testing"

	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/report"
)

// An outcome that is known is delivered in its place, and its file is not opened.
func TestKnown(t *testing.T) {
	settings := config.New()
	known := Outcome{Result: cache.Result{File: report.File{Path: "b.stl", SHA256: "known"}}}
	r := Run{
		Layers: config.NewLayers(nil, &settings, nil), Threads: 1, Memory: 1 << 30,
		Inputs:   []input.File{{Path: "gone/a.stl"}, {Path: "gone/b.stl"}},
		Progress: func(int) (_, _ func(done, total int64)) { return nil, nil },
		Known: func(i int) *Outcome {
			if i == 1 {
				return &known
			}
			return nil
		},
	}
	var got []report.File
	if err := r.Do(t.Context(), func(_ int, o Outcome) bool { got = append(got, o.File); return true }); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Problem == nil || got[1].Problem != nil || got[1].SHA256 != "known" {
		t.Errorf("%+v", got)
	}
}
