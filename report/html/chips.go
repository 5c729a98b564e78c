package html

import (
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// chipView is the number of findings of a rule. On the page of a file it shows and hides them.
type chipView struct {
	// ID is that of its explanation.
	ID string
	// Rules are the words by which places and findings name the rule.
	Rules string
	// Class is the colour, Icon the picture.
	Class, Icon, Label string
	// Of says what the findings are about, "" for triangles of a mesh.
	Of string
	// Severity of what does not fail, "" for information.
	Severity, N, Meaning string
	// Fails: some of them fail and are not accepted. Shown: they are shown at first.
	Fails, Shown bool
}

// chipsOf returns the rules with findings in totals, those that fail first, and the pairs that are
// allowed. Failing returns how many findings of a rule fail.
func chipsOf(id string, totals *check.Totals, allowed int, failing func(check.Rule) int, p check.Policy) []chipView {
	var chips []chipView
	rounding := check.Totals{}
	for _, r := range check.All.Rules() {
		n, fails := totals.Of(r), failing(r) > 0
		switch {
		case n == 0:
			continue
		case r.WithinPrecision() && !fails:
			rounding[r] = totals[r]
			continue
		}
		c := newChip(r, totals, fails)
		c.N, c.Meaning = wording.Grouped(n), report.MeaningHere(r, n, totals[r][check.Error], p)
		chips = append(chips, c)
	}
	if n := rounding.AtLeast(check.Off); n > 0 {
		chips = append(chips, chipView{
			Rules: "precision crossing_within_precision overlap_within_precision", Class: "precision", Icon: "precision", Label: "rounding",
			N: wording.Grouped(n), Meaning: "Too small to matter: a rounding error of the numbers in the file.",
		})
	}
	if allowed > 0 {
		chips = append(chips, chipView{
			Class: "allowed", Icon: "allowed", Label: "allowed", Of: "between objects",
			N: wording.Grouped(allowed), Meaning: "Pairs that would fail, but are allowed by a rule.", Shown: true,
		})
	}
	slices.SortStableFunc(chips, func(a, b chipView) int { return report.AcceptedLast(!a.Fails, !b.Fails) })
	for i := range chips {
		chips[i].ID, chips[i].Shown = fmt.Sprintf("%s-chip-%d", id, i), chips[i].Shown || len(chips) == 1
	}
	return chips
}

// newChip returns the chip of a rule, without its number and meaning.
func newChip(r check.Rule, totals *check.Totals, fails bool) chipView {
	c := chipView{
		Rules: r.String(), Label: r.Label(), Fails: fails, Shown: fails || r != check.Touch && !r.WithinPrecision(),
		Of: wording.When(check.Between.Has(r.Check()), "between objects"),
	}
	severity := check.Severity(slices.IndexFunc(totals[r][:], func(n int) bool { return n > 0 }))
	c.Class, c.Icon = colorOf(r, severity), iconOf(r, severity)
	if !fails && severity == check.Warning {
		c.Severity = severity.String()
	}
	return c
}

// fileChips returns the chips of a file.
func fileChips(id string, f *report.File) []chipView {
	totals, allowed := f.Result.Totals(), 0
	if s := f.Result.Between(); s != nil {
		allowed = s.Allowed
	}
	return chipsOf(id, &totals, allowed, func(r check.Rule) int { return f.FailingOf(r, check.Error) }, nil)
}

// foundTally counts what was found in several files.
type foundTally struct {
	totals, failing check.Totals
	allowed         int
}

// add counts one more file.
func (t *foundTally) add(f *report.File) {
	if f.Result == nil {
		return
	}
	totals := f.Result.Totals()
	t.totals.Add(&totals)
	for _, rule := range check.All.Rules() {
		t.failing[rule][check.Error] += f.FailingOf(rule, check.Error)
	}
	if s := f.Result.Between(); s != nil {
		t.allowed += s.Allowed
	}
}

// chips returns the chips of all files, judged by a policy.
func (t *foundTally) chips(p check.Policy) []chipView {
	return chipsOf("run", &t.totals, t.allowed, func(rule check.Rule) int { return t.failing.Of(rule) }, p)
}
