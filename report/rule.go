package report

import "github.com/meshcheck/meshcheck/check"

// ofPairs and ofHulls report whether the rule is one for pairs of objects, or for
// collision hulls.
func ofPairs(r check.Rule) bool { return check.Between.Has(r.Check()) }
func ofHulls(r check.Rule) bool { return r.Check() == check.Hulls }

// findingCount writes a number of findings of one rule: "1 crossing", "3 touches".
func findingCount(n int, r check.Rule) string { return count(n, r.Words().Noun) }
