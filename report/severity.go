package report

import (
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// OptionsOf returns the options that were in force for a file.
func (r *Report) OptionsOf(f *File) *check.Options {
	if f.Options != nil {
		return f.Options
	}
	return &r.Options
}

// anySeverity matches all severities.
const anySeverity = check.Off + 1

// Counted returns how many findings or pairs of objects of a rule are in r, and how many of them
// fail. Allowed pairs do not count.
func Counted(rule check.Rule, r *check.Result) (all, failed int) {
	t := r.Totals()
	return t.Of(rule), t[rule][check.Error]
}

// MeaningHere returns the meaning of a rule, and what the policy changes about it: for all
// findings, of which failed fail, or in general if there are none.
func MeaningHere(rule check.Rule, all, failed int, p check.Policy) string {
	meaning, usual := rule.Words().Meaning, rule.Severity() == check.Error
	if all == 0 {
		switch v := p.Of(rule); {
		case v.Severity != check.Error:
			all = 1
		case v.Limit.Of == check.NoMeasure:
			all, failed = 1, 1
		default:
			return meaning + " By the policy it fails if " + v.Limit.String() + "."
		}
	}
	if failed == wording.Either(usual, all, 0) {
		return rule.Explained()
	}
	switch failed {
	case 0:
		return meaning + " By the policy it does not fail."
	case all:
		return meaning + " By the policy it fails."
	}
	return fmt.Sprintf("%s By the policy %s %s.", meaning, wording.Grouped(failed), wording.Either(failed == 1, "fails", "fail"))
}
