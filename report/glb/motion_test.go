package glb

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// TestMotion: a motion has accessors of the right lengths, and everything else in the extras of its scene.
func TestMotion(t *testing.T) {
	for _, f := range posegen.Fixtures() {
		s := scenetest.Rigged(t, f.Model)
		r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Poses})
		x, err := drawing.NewExcerpt(t.Context(), s, r, drawing.Options{})
		if err != nil || x.Motion == nil {
			continue // without places
		}
		m := x.Motion
		var doc struct {
			Accessors []struct{ Count int }
			Scenes    []struct {
				Extras struct {
					Accessors map[string]int
					Motion    struct {
						Influences    int
						Clips, Places []any
					}
				}
			}
		}
		glb := Motion(m)
		if err := json.Unmarshal(glb[20:20+binary.LittleEndian.Uint32(glb[12:])], &doc); err != nil {
			t.Fatal(err)
		}
		extras := doc.Scenes[0].Extras
		count := func(name string) int {
			if at, ok := extras.Accessors[name]; ok {
				return doc.Accessors[at].Count
			}
			return 0
		}
		want := map[string]int{"stored": len(m.View.Points), "joints": len(m.Joints), "weights": len(m.Weights), "rest": len(m.Rest) / 3}
		for k := range m.Targets {
			want["targets"] += len(m.Targets[k].Points)
			want["targetPoints"] += len(m.Targets[k].Points)
		}
		for k := range m.Clips {
			c := &m.Clips[k]
			want[fmt.Sprint("clip", k)] = 4 * len(c.Moved) * len(c.Of)
			want[fmt.Sprint("mix", k)] = (len(c.Blended)*len(c.Of) + 2) / 3
		}
		for k := range m.Places {
			want["placeSpots"] += len(m.Places[k].Places)
			for i := range m.Places[k].Findings {
				want["placePoints"] += len(m.Places[k].Findings[i].Points)
			}
		}
		for name, n := range want {
			if count(name) != n {
				t.Errorf("%s: %d %s, want %d", f.Name, count(name), name, n)
			}
		}
		if len(extras.Motion.Clips) != len(m.Clips) || len(extras.Motion.Places) != len(m.Places) || extras.Motion.Influences != m.Influences {
			t.Errorf("%s: %+v", f.Name, extras.Motion)
		}
	}
}
