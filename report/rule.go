package report

import "github.com/meshcheck/meshcheck/check"

// OfPairs reports whether the rule is one for pairs of objects.
func OfPairs(r check.Rule) bool { return check.Between.Has(r.Check()) }

// OfHulls reports whether the rule is one for collision hulls.
func OfHulls(r check.Rule) bool { return r.Check() == check.Hulls }
