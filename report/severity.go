package report

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck"
)

// optionsOf returns the options that were in force for a file.
func (r *Report) optionsOf(f *File) *meshcheck.Options {
	if f.Options != nil {
		return f.Options
	}
	return &r.Options
}

// levels follow the order of the severities.
var levels = [...]level{
	meshcheck.Error: levelError, meshcheck.Warning: levelWarning, meshcheck.Info: levelNote, meshcheck.Off: levelOff,
}

// severity returns how much what the rule finds matters, for hulls where no profile says
// otherwise; what has a limit, beyond it.
func (id ruleID) severity(p *meshcheck.Policy) meshcheck.Severity {
	switch {
	case id.ofPairs():
		return p.Pair(id.pairKind()).Severity
	case id.ofHulls():
		if v, ok := p.Hulls[id.hullRule()]; ok {
			return v.Severity
		}
		return id.hullRule().Severity()
	}
	return p.Kind(id.kind()).Severity
}

// counted returns how many findings or pairs of objects of the rule r has, and how many of
// them fail. Allowed pairs do not count.
func (id ruleID) counted(r *meshcheck.Result) (all, failed int) {
	switch {
	case id.ofHulls():
		if r.Hulls == nil {
			return 0, 0
		}
		for _, n := range r.Hulls.Counts[id.hullRule()] {
			all += n
		}
		return all, r.Hulls.Counts.Of(id.hullRule(), meshcheck.Error)
	case !id.ofPairs():
		return r.Counts.Of(id.kind()), r.Counts.Failed[id.kind()]
	case r.Between != nil:
		return r.Between.Counts.Of(id.pairKind()), r.Between.Failed[id.pairKind()]
	}
	return 0, 0
}

// foundAt returns how many of them matter as much as the level says.
func (id ruleID) foundAt(r *meshcheck.Result, p *meshcheck.Policy, l level) int {
	all, failed := id.counted(r)
	switch {
	case l == levelError:
		return failed
	case id.ofHulls():
		if r.Hulls == nil {
			return 0
		}
		return r.Hulls.Counts.Of(id.hullRule(), meshcheck.Severity(l))
	case levels[id.within(p)] == l:
		return all - failed
	}
	return 0
}

// within returns the severity of what does not fail, for all but hulls.
func (id ruleID) within(p *meshcheck.Policy) meshcheck.Severity {
	v := p.Kind(id.kind())
	if id.ofPairs() {
		v = p.Pair(id.pairKind())
	}
	return v.Within()
}

// levelOf returns the level of an issue that stands for so many that fail and others.
func (id ruleID) levelOf(failed int, p *meshcheck.Policy) level {
	if failed > 0 {
		return levelError
	}
	return levels[id.within(p)]
}

// tells reports whether reports make issues of a kind that is listed only if asked for:
// touches, where somebody cares.
func tells(o *meshcheck.Options, v meshcheck.Verdict) bool {
	return o.ListTouches || v.Severity < meshcheck.Info
}

// remark says how much something matters where that is not what its kind is known for.
func remark(s, usual meshcheck.Severity) string {
	switch {
	case s == usual:
		return ""
	case s == meshcheck.Error:
		return ", which fails"
	case s == meshcheck.Off:
		return ", which is off"
	}
	return ", " + either(s == meshcheck.Warning, "a warning", "for information")
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
