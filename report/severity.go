package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// optionsOf returns the options that were in force for a file.
func (r *Report) optionsOf(f *File) *meshcheck.Options {
	if f.Options != nil {
		return f.Options
	}
	return &r.Options
}

// anySeverity stands for all severities where one is asked for.
const anySeverity = check.Off + 1

// counted returns how many findings or pairs of objects of a rule r has, and how many of
// them fail. Allowed pairs do not count.
func counted(id check.Rule, r *meshcheck.Result) (all, failed int) {
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
	case ofHulls(id) && r.Hulls != nil:
		return &r.Hulls.Counts
	case ofPairs(id) && r.Between != nil:
		return &r.Between.Counts
	}
	return nil
}

// foundAt returns how many of them are of that severity.
func foundAt(id check.Rule, r *meshcheck.Result, p check.Policy, l check.Severity) int {
	if t := totalsOf(id, r); t != nil {
		return t[id][l]
	}
	all, failed := counted(id, r)
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

// remark says how much something matters where that is not what its kind is known for.
func remark(s, usual check.Severity) string {
	switch {
	case s == usual:
		return ""
	case s == check.Error:
		return ", which fails"
	case s == check.Off:
		return ", which is off"
	}
	return ", " + either(s == check.Warning, "a warning", "for information")
}

// failShare says how many of several fail where neither all nor none do: "2 fail, ".
func failShare(all, failed int) string {
	if failed == 0 || failed == all {
		return ""
	}
	return fmt.Sprintf("%d %s, ", failed, either(failed == 1, "fails", "fail"))
}

// meaningHere is the meaning of a kind with what a policy makes of it, where that is not
// what the kind is known for.
func meaningHere(meaning string, all, failed int, fails bool) string {
	if failed == either(fails, all, 0) {
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
	return fmt.Sprintf("%s By the policy %s %s.", meaning, grouped(failed), either(failed == 1, "fails", "fail"))
}
