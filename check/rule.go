// Package check is the vocabulary of all checks: the rules that something can break, how
// much that matters, from what size on, and how often it was found.
//
// One table has a row for each rule with all that is known of it: its name, its check, its
// default severity, what its size is measured in, and the words that explain it.
package check

import "strings"

// Rule is something that a check can find.
type Rule uint8

// Rules returns all rules in their order.
func Rules() []Rule { return (All | Model | Run).Rules() }

// ParseRule returns the rule of that name, or that had the name in an earlier version, and whether
// there is one.
func ParseRule(name string) (Rule, bool) {
	r, ok := rulesByName[name]
	return r, ok
}

var rulesByName = func() map[string]Rule {
	all := map[string]Rule{"parts/not_checked": PartsUndecided}
	for r := range table {
		all[table[r].name] = Rule(r)
	}
	return all
}()

// String returns the name of the rule in all reports and policies: "crossing",
// "parts/crossing", "clearance", "hull_flat".
func (r Rule) String() string { return table[r].name }

// Word returns the name of the rule among those of its check: "crossing" for
// PartsCrossing as well.
func (r Rule) Word() string {
	_, word, qualified := strings.Cut(table[r].name, "/")
	if !qualified {
		return table[r].name
	}
	return word
}

// Label returns Word for people: "crossing within precision", "hull not convex",
// "z-fighting".
func (r Rule) Label() string {
	if r == ZFighting {
		return "z-fighting"
	}
	return strings.ReplaceAll(r.Word(), "_", " ")
}

// Check returns the check that finds it, a Set of one.
func (r Rule) Check() Set { return table[r].check }

// Severity returns how much it matters where no policy and no profile says otherwise.
func (r Rule) Severity() Severity { return table[r].severity }

// Measures returns what limits of the rule may be of; nil if it has no size. The caller
// must not change it.
func (r Rule) Measures() []Measure { return table[r].measures }

// Kind returns the kind of findings that those of the rule are counted under: Crossing for
// ZFighting and CrossingWithinPrecision, Overlap for OverlapWithinPrecision, EdgeCrossing for
// OpenEdgeCrossing, and the rule itself for all others.
func (r Rule) Kind() Rule {
	if table[r].part {
		return table[r].kind
	}
	return r
}

// JudgedAs returns the rule whose verdict decides about the rule: Overlap for ZFighting,
// EdgeCrossing for OpenEdgeCrossing, and the rule itself for all others.
func (r Rule) JudgedAs() Rule {
	if table[r].part {
		return table[r].judgedAs
	}
	return r
}

// Regional reports whether findings of the rule are of two triangles or more, and belong to
// regions.
func (r Rule) Regional() bool {
	k := r.Kind()
	return k == Crossing || k == Overlap || k == Duplicate || k == EdgeCrossing
}

// WithinPrecision reports whether findings of the rule are no deeper than the precision of the
// file.
func (r Rule) WithinPrecision() bool {
	return r == CrossingWithinPrecision || r == OverlapWithinPrecision
}

// Counted reports whether the value of a finding about hulls is a number of things.
func (r Rule) Counted() bool { return table[r].counted }

// Words returns what there is to say about the rule.
func (r Rule) Words() *Words { return &table[r].words }

// Words explain a rule to people. They must not be changed.
type Words struct {
	// Name in a program that likes names in one word: "CrossingTriangles".
	Name string
	// Title of an issue.
	Title string
	// Noun for one finding.
	Noun string
	// Meaning is the definition in a sentence or two.
	Meaning string
	// Why it matters, and the Fix for it.
	Why, Fix string
	// Aliases are other words under which people look for it. A rule without any is
	// explained together with its check.
	Aliases []string
}
