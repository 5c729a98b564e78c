package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// OptionsOf returns the options that were in force for a file.
func (r *Report) OptionsOf(f *File) *meshcheck.Options {
	if f.Options != nil {
		return f.Options
	}
	return &r.Options
}

// anySeverity stands for all severities where one is asked for.
const anySeverity = check.Off + 1

// Counted returns how many findings or pairs of objects of a rule r has, and how many of
// them fail. Allowed pairs do not count.
func Counted(id check.Rule, r *meshcheck.Result) (all, failed int) {
	t := totalsOf(id, r)
	switch {
	case t != nil:
		return t.Of(id), t[id][check.Error]
	case id.Check() == check.Self:
		return r.Counts.Of(id), r.Counts.Failed[id]
	}
	return 0, 0
}

// totalsOf returns the numbers that a rule is counted in; nil for one of meshes, or if its
// check was not made.
func totalsOf(id check.Rule, r *meshcheck.Result) *check.Totals {
	switch {
	case OfHulls(id) && r.Hulls != nil:
		return &r.Hulls.Counts
	case OfPairs(id) && r.Between != nil:
		return &r.Between.Counts
	}
	return nil
}

// foundAt returns how many of them are of that severity.
func foundAt(id check.Rule, r *meshcheck.Result, p check.Policy, l check.Severity) int {
	if t := totalsOf(id, r); t != nil {
		return t[id][l]
	}
	all, failed := Counted(id, r)
	switch {
	case l == check.Error:
		return failed
	case p.Of(id).Within() == l:
		return all - failed
	}
	return 0
}

// severityOf returns the severity of an issue that stands for so many that fail and others.
func severityOf(id check.Rule, failed int, p check.Policy) check.Severity {
	if failed > 0 {
		return check.Error
	}
	return p.Of(id).Within()
}

// tells reports whether reports make issues of a kind that is listed only if asked for:
// touches, where somebody cares.
func tells(o *meshcheck.Options, v check.Verdict) bool {
	return o.ListTouches || v.Severity < check.Info
}

// MeaningHere is the meaning of a kind with what a policy makes of it, where that is not
// what the kind is known for.
func MeaningHere(meaning string, all, failed int, fails bool) string {
	if failed == wording.Either(fails, all, 0) {
		return meaning
	}
	for _, usual := range []string{" It fails.", " It does not fail.", " A warning; it does not fail."} {
		meaning = strings.TrimSuffix(meaning, usual)
	}
	switch failed {
	case 0:
		return meaning + " By the policy it does not fail."
	case all:
		return meaning + " By the policy it fails."
	}
	return fmt.Sprintf("%s By the policy %s %s.", meaning, wording.Grouped(failed), wording.Either(failed == 1, "fails", "fail"))
}
