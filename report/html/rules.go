package html

import (
	"github.com/meshcheck/meshcheck/check"
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

func newRuleView(r check.Rule) ruleView { return ruleView{r.String(), r.Explained()} }

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
