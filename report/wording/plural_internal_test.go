package wording

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

func TestPluralOfPairs(t *testing.T) {
	for thing, want := range map[string]string{
		"pair that is too near":            "2 pairs that are too near",
		"pair not checked for containment": "2 pairs not checked for containment",
		"crossing pair":                    "2 crossing pairs",
		"touch":                            "2 touches",
	} {
		if got := Count(2, thing); got != want {
			t.Errorf("count(2, %q) = %q, want %q", thing, got, want)
		}
		if got := Count(1, thing); got != "1 "+thing {
			t.Errorf("count(1, %q) = %q", thing, got)
		}
	}
}

func TestLeftOut(t *testing.T) {
	for left, want := range map[check.LeftOut]string{
		{}:                           "",
		{LowerLevels: 1}:             "1 lower level of detail",
		{NoScene: 2, OtherScenes: 1}: "2 objects in no scene, 1 object in scenes other than the default",
		{LowerLevels: 2, NoScene: 1}: "2 lower levels of detail, 1 object in no scene",
		{Hidden: 3, NoScene: 1}:      "1 object in no scene, 3 hidden objects",
	} {
		if got := LeftOut(&left); got != want {
			t.Errorf("%+v: %q, want %q", left, got, want)
		}
	}
}
