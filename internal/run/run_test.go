package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/atomicfile"
	"github.com/meshcheck/meshcheck/internal/cache"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/input"
)

const triangle = "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid t\n"

// Outcomes come in the order of the inputs, with the reason why a file could not be checked. Results
// come from the cache in the next run, problems that the file itself has too.
func TestDo(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.stl": triangle, "b.stl": "nothing", "d.max": "nothing"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := cache.Open("kept", "tool", atomicfile.NewTemporaries(), func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	settings := config.New()
	r := Run{
		Layers: config.NewLayers(nil, &settings, nil), Threads: 2, Memory: 1 << 30, Cache: kept,
		Progress: func(int) (_, _ func(done, total int64)) { return nil, nil },
	}
	for _, name := range []string{"a.stl", "b.stl", "c.stl", "d.max"} {
		r.Inputs = append(r.Inputs, input.File{Path: name})
	}
	r.Inputs = append(r.Inputs, input.File{Path: "e.stl", Err: os.ErrPermission})
	for _, cached := range []int{0, 1} {
		var got []string
		err := r.Do(t.Context(), func(i int, o Outcome) bool {
			kind := "checked"
			if p := o.File.Problem; p != nil {
				kind = p.Kind
			}
			got = append(got, fmt.Sprintf("%d %s %s %d", i, o.File.Path, kind, o.Times.Cached))
			if hint := o.File.Path == "d.max"; hint != (o.File.Problem != nil && o.File.Problem.Hint != "") {
				t.Errorf("%s: %+v", o.File.Path, o.File.Problem)
			}
			return true
		})
		want := []string{fmt.Sprintf("0 a.stl checked %d", cached), fmt.Sprintf("1 b.stl format %d", cached), "2 c.stl io 0", fmt.Sprintf("3 d.max format %d", cached), "4 e.stl io 0"}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// A run ends when deliver says so, and when its context ends.
func TestDoEnds(t *testing.T) {
	settings := config.New()
	r := Run{
		Layers: config.NewLayers(nil, &settings, nil), Threads: 1, Memory: 1 << 30, Inputs: make([]input.File, 9),
		Progress: func(int) (_, _ func(done, total int64)) { return nil, nil },
	}
	calls := 0
	if err := r.Do(t.Context(), func(int, Outcome) bool { calls++; return calls < 3 }); err != nil || calls != 3 {
		t.Errorf("%d outcomes, %v", calls, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if err := r.Do(ctx, func(int, Outcome) bool { return true }); err != cause {
		t.Errorf("%v, want the cause", err)
	}
}
