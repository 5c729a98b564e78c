package report

import "github.com/meshcheck/meshcheck/check"

// OfPairs reports whether a rule is for pairs of objects.
func OfPairs(r check.Rule) bool { return check.Between.Has(r.Check()) }

// OfHulls reports whether a rule is for collision hulls.
func OfHulls(r check.Rule) bool { return r.Check() == check.Hulls }
