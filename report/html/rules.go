package html

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// ruleView explains a rule.
	ruleView struct{ Name, Meaning string }
	// ruleCard is a number of findings of one rule and severity.
	ruleCard struct {
		ruleView
		Severity, N string
	}
)

func newRuleView(r check.Rule) ruleView { return ruleView{r.String(), r.Words().Meaning} }

// rulesOf explains the rules of a check, and what the policy changes about their findings.
func rulesOf(of check.Set, p check.Policy) (views []ruleView) {
	for _, r := range of.Rules() {
		views = append(views, ruleView{r.String(), report.MeaningHere(r, 0, 0, p)})
	}
	return views
}

// cardsOf returns the findings of a check by rule and severity, the most severe first.
func cardsOf(c *check.Totals, by check.Set) (cards []ruleCard) {
	for _, s := range check.Severities() {
		for _, r := range by.Rules() {
			if n := c[r][s]; n > 0 {
				cards = append(cards, ruleCard{newRuleView(r), s.String(), wording.Grouped(n)})
			}
		}
	}
	return cards
}

// totalsOf adds up the findings of a check in all files; nil if no file had the check.
func totalsOf(r *report.Report, of check.Set) (sum *check.Totals) {
	for i := range r.Files {
		if r.Files[i].Result == nil {
			continue
		}
		for _, found := range r.Files[i].Result.Sections {
			if found.Check() != of {
				continue
			}
			if sum == nil {
				sum = &check.Totals{}
			}
			sum.Add(&found.Common().Counts)
		}
	}
	return sum
}

// severitiesIn returns the names of the severities that were seen, the gravest first.
func severitiesIn(seen map[string]bool) (names []string) {
	for _, severity := range check.Severities() {
		if seen[severity.String()] {
			names = append(names, severity.String())
		}
	}
	return names
}
