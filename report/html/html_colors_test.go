package html

import (
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/palette"
)

// A pair that is drawn as a kind of triangles has its colour too, and every other a picture and a
// colour of its own.
func TestPairColors(t *testing.T) {
	for _, r := range check.Between.Rules() {
		if !strings.Contains(pageSource, `id="icon-`+pairIcon(r)+`"`) {
			t.Errorf("%v has no picture", r)
		}
		if pairIcons[r] == "" {
			continue // it has the picture and the colour of its severity
		}
		want := palette.Of(r, r.Severity())
		if k, ok := check.ParseRule(pairIcons[r]); ok {
			if got := palette.Of(k, k.Severity()); got != want {
				t.Errorf("%v has the colour %s, and its picture %s", r, want.Hex(), got.Hex())
			}
		} else if !strings.Contains(style(), "."+pairIcons[r]+" { --kind: "+want.Hex()) {
			t.Errorf("%v has no colour", r)
		}
	}
	if icon := pairIcon(check.HullOrphan); icon != "error" {
		t.Errorf("a rule without a picture is drawn as %q", icon)
	}
}

// Kinds of triangles that are judged on their own look different without their colours, and in
// their colours.
func TestKindsLookDifferent(t *testing.T) {
	pictures, colors := map[string]check.Rule{}, map[palette.RGB]check.Rule{}
	for _, r := range check.Self.Rules() {
		if r.WithinPrecision() || r == check.OpenEdgeCrossing {
			continue // which look like their kinds
		}
		_, rest, _ := strings.Cut(pageSource, `id="icon-`+r.String()+`"`)
		picture, _, _ := strings.Cut(rest, "</symbol>")
		if other, ok := pictures[picture]; ok || picture == "" {
			t.Errorf("%v has the picture of %v, or none", r, other)
		}
		c := palette.Of(r, r.Severity())
		if other, ok := colors[c]; ok {
			t.Errorf("%v has the colour of %v", r, other)
		}
		pictures[picture], colors[c] = r, r
	}
}
