package json

import (
	"fmt"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// checkListed sees to it that a file lists all that it counts, and no more, where it does
// not say that a list is cut. Touches may be counted only.
func checkListed(f *report.File) error {
	if f.Result == nil {
		return nil
	}
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		if err := fitsCounts(m.Findings, &m.Counts, m.Truncated); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
	}
	for i := range f.Result.Pairs() {
		p := &f.Result.Pairs()[i]
		counted := p.Truncated || p.Rule == check.DuplicateInstance // whose triangles are only counted
		if err := fitsCounts(p.Findings, &p.Counts, counted); err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
	}
	if b := f.Result.Between(); b != nil && !b.Truncated {
		return fitsPairCounts(f.Result)
	}
	return nil
}

func fitsCounts(findings []check.Finding, c *check.Counts, truncated bool) error {
	var listed check.Counts
	for i := range findings {
		listed.ByRule[findings[i].Rule]++
	}
	for _, k := range check.Self.Rules() {
		n, all := listed.Of(k), c.Of(k)
		switch {
		case n > all:
			return fmt.Errorf("%s listed, but only %d counted", wording.FindingCount(n, k), all)
		case n < all && !truncated && k != check.Touch:
			return fmt.Errorf("%s counted, but only %d listed, although the list is complete", wording.FindingCount(all, k), n)
		}
	}
	return nil
}

// fitsPairCounts is fitsCounts for a whole list of pairs; that there are no more than are
// counted is known.
func fitsPairCounts(r *check.Result) error {
	var listed check.Totals
	byRule := 0
	for i := range r.Pairs() {
		if report.Allowed(&r.Pairs()[i]) {
			byRule++
		} else {
			listed[r.Pairs()[i].Rule][r.Pairs()[i].Severity]++
		}
	}
	for _, k := range check.Between.Rules() {
		if n, all := listed.Of(k), r.Between().Counts.Of(k); n < all && k != check.PartsTouch {
			return fmt.Errorf("%s counted as %s, but only %d listed, although the list is complete", wording.Count(all, "pair"), k.Word(), n)
		}
	}
	if byRule < r.Between().Allowed {
		return fmt.Errorf("%s allowed, but only %d listed, although the list is complete", wording.Count(r.Between().Allowed, "pair"), byRule)
	}
	return nil
}

// checkPolicy sees to it that what fails in a file is what its options say, as far as
// they do without a look at sizes.
func checkPolicy(f *report.File, o *check.Options) error {
	if f.Result == nil {
		return nil
	}
	for i := range f.Result.Meshes {
		m := &f.Result.Meshes[i]
		if err := checkFailed(&m.Counts, o.Policy); err != nil {
			return fmt.Errorf("mesh %d: %w", i, err)
		}
		for k := range m.Regions {
			if err := checkFailed(&m.Regions[k].Counts, o.Policy); err != nil {
				return fmt.Errorf("mesh %d: region %d: %w", i, k, err)
			}
		}
	}
	putSelf(f.Result, o.Policy)
	for i := range f.Result.Model() {
		if m := &f.Result.Model()[i]; m.Severity != o.Policy.Of(m.Rule).Severity {
			return fmt.Errorf("the severity of %s contradicts the options", m.Rule)
		}
	}
	if f.Result.Between() == nil {
		return nil
	}
	return setSeverities(&f.Result.Between().Counts, o.Policy)
}

// setSeverities gives those pairs their severity that do not fail, of which a report has only
// the number.
func setSeverities(c *check.Totals, p check.Policy) error {
	for _, k := range check.Between.Rules() {
		v, rest := p.Of(k), c[k][check.Info]
		if err := agrees(c.Of(k), c[k][check.Error], v); err != nil {
			return fmt.Errorf("pairs: %s: %w", k.Word(), err)
		}
		c[k][check.Info] = 0
		c[k][v.Within()] += rest
	}
	return nil
}

func checkFailed(c *check.Counts, p check.Policy) error {
	for _, k := range check.Self.Rules() {
		if err := agrees(c.Of(k), c.Failed[k], p.Of(k)); err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
	}
	return nil
}

// agrees fails where a verdict makes all fail, or none, and a count says otherwise.
func agrees(all, failed int, v check.Verdict) error {
	if v.Limit.Of == check.NoMeasure && failed != wording.Either(v.Severity == check.Error, all, 0) {
		return fmt.Errorf("%d of %d fail, which contradicts the options", failed, all)
	}
	return nil
}

// putSelf gives a result the section of the check of meshes against themselves, if that was made.
func putSelf(r *check.Result, p check.Policy) {
	if r.Checks != 0 && !r.Checks.Has(check.Self) {
		return
	}
	own := &check.SelfResult{}
	own.Counts = r.Counts.Totals(p)
	own.Truncated = slices.ContainsFunc(r.Meshes, func(m check.Mesh) bool { return m.Truncated })
	r.Put(own)
}
