package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

// Every rule has a row with its own name, words and check.
func TestTable(t *testing.T) {
	names, programNames := map[string]bool{}, map[string]bool{}
	for i, r := range check.Rules() {
		w := r.Words()
		if int(r) != i {
			t.Fatalf("rule %d stands at %d", r, i)
		}
		for what, text := range map[string]string{"name": w.Name, "title": w.Title, "noun": w.Noun, "meaning": w.Meaning, "why": w.Why, "fix": w.Fix} {
			if text == "" {
				t.Errorf("%v: no %s", r, what)
			}
		}
		if names[r.String()] || programNames[w.Name] {
			t.Errorf("%v: its name or %s is taken", r, w.Name)
		}
		names[r.String()], programNames[w.Name] = true, true
		if got, ok := check.ParseRule(r.String()); !ok || got != r {
			t.Errorf("%v is read as %v, %v", r, got, ok)
		}
		if n := len(r.Check().Members()); n != 1 {
			t.Errorf("%v is of %d checks", r, n)
		}
		if r.Counted() && r.Check() != check.Hulls {
			t.Errorf("%v has no value", r)
		}
		if r.Severity() > check.Info {
			t.Errorf("%v is %v", r, r.Severity())
		}
	}
	if _, ok := check.ParseRule("parts/clearance"); ok {
		t.Error("parts/clearance is taken for a rule")
	}
}

// Rules of similar findings have similar words.
func TestWord(t *testing.T) {
	for r, want := range map[check.Rule]string{
		check.Crossing: "crossing", check.PartsCrossing: "crossing", check.DuplicateInstance: "duplicate_instance",
		check.PartsUndecided: "undecided", check.TooNear: "clearance", check.HullGap: "hull_gap",
	} {
		if got := r.Word(); got != want {
			t.Errorf("%v: %s, want %s", r, got, want)
		}
	}
}

// The rules of all checks are those of each, one check after the other.
func TestRulesOfChecks(t *testing.T) {
	all := slices.Concat(check.Self.Rules(), check.Between.Rules(), check.Hulls.Rules(), check.UV.Rules(), check.Poses.Rules(), check.Model.Rules(), check.Run.Rules())
	if !slices.Equal(all, check.Rules()) {
		t.Errorf("%v, want %v", all, check.Rules())
	}
	if got := check.Clearance.Rules(); !slices.Equal(got, []check.Rule{check.TooNear}) {
		t.Errorf("the clearance has the rules %v", got)
	}
	for i, r := range check.Self.Rules() { // Counts are indexed by them
		if int(r) != i || i >= len(check.Counts{}.ByRule) {
			t.Errorf("%v is not among the rules that come first", r)
		}
	}
}

func TestCounts(t *testing.T) {
	var c, d check.Counts
	c.ByRule[check.Crossing], c.Failed[check.Crossing], c.ThroughEdge = 3, 2, 1
	d.ByRule[check.Crossing], d.ByRule[check.Touch], d.ThroughEdge = 1, 4, 1
	sum := c.Add(d)
	if sum.Of(check.Crossing) != 4 || sum.Of(check.Touch) != 4 || sum.Failing() != 2 || sum.ThroughEdge != 2 || sum != d.Add(c) {
		t.Errorf("%+v", sum)
	}
	if c.Of(check.Crossing) != 3 {
		t.Error("a sum changes what it is of")
	}
}

func TestTotals(t *testing.T) {
	var a, b check.Totals
	a[check.HullGap][check.Error], a[check.HullGap][check.Info] = 1, 2
	b[check.HullGap][check.Info], b[check.PartsTouch][check.Off] = 3, 4
	a.Add(&b)
	if a.Of(check.HullGap) != 6 || a.Of(check.PartsTouch) != 4 || a.Of(check.Crossing) != 0 || a.Failing() != 1 {
		t.Errorf("%v", a)
	}
}

// Presets have valid policies and are found by name.
func TestPresets(t *testing.T) {
	for _, name := range check.PresetNames() {
		p, ok := check.PresetOf(name)
		if !ok || p.Name != name || p.Why == "" || len(p.Policy()) == 0 {
			t.Errorf("%s: %+v, %v", name, p, ok)
		}
		if err := p.Policy().Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if rules := strings.Count(p.FailOn, ",") + 1; len(p.Policy()) != rules {
			t.Errorf("%s names %d rules, and has verdicts on %d", name, rules, len(p.Policy()))
		}
	}
	if p, ok := check.PresetOf("lax"); ok {
		t.Errorf("%+v", p)
	}
}

func TestLabel(t *testing.T) {
	for r, want := range map[check.Rule]string{
		check.Crossing: "crossing", check.CrossingWithinPrecision: "crossing by rounding", check.ZFighting: "z-fighting",
		check.PartsCrossing: "crossing", check.PartsUndecided: "undecided", check.DuplicateInstance: "duplicate instance",
		check.TooNear: "clearance", check.HullNotConvex: "concave hull", check.UVOverlap: "UV overlap",
	} {
		if got := r.Label(); got != want {
			t.Errorf("the label of %v is %q, want %q", r, got, want)
		}
	}
	for _, r := range check.Rules() {
		if strings.Contains(r.Label(), "_") {
			t.Errorf("%v has the label %q", r, r.Label())
		}
	}
}
