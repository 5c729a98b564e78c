// Package check is the vocabulary of all checks: rules, severities, policies and their limits,
// options, findings, issues and results.
//
// One table has a row for each rule: its name, its check, its default severity, the measures of its
// findings, and the words that explain it.
package check

import "strings"

// Rule is a kind of fault that a check can find.
type Rule uint8

// Rules returns all rules in order.
func Rules() []Rule { return (All | Model | Run).Rules() }

// ParseRule returns the rule with the given name, or with that name in an earlier version, and
// whether there is one.
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

// Word returns the name of the rule within its check: "crossing" for PartsCrossing as well.
func (r Rule) Word() string {
	_, word, qualified := strings.Cut(table[r].name, "/")
	if !qualified {
		return table[r].name
	}
	return word
}

// Label returns the name of the rule in plain English: "z-fighting", "UV overlap", and for hulls
// the Noun, such as "concave hull".
func (r Rule) Label() string {
	switch {
	case r == ZFighting:
		return "z-fighting"
	case r.WithinPrecision() || r.Check() == Hulls:
		return r.Words().Noun
	case r.Check() == UV:
		return "UV" + strings.ReplaceAll(strings.TrimPrefix(r.Word(), "uv"), "_", " ")
	}
	return strings.ReplaceAll(r.Word(), "_", " ")
}

// Check returns the check that reports the rule, a Set of one.
func (r Rule) Check() Set { return table[r].check }

// Severity returns the default severity, which policies and profiles may override.
func (r Rule) Severity() Severity { return table[r].severity }

// Measures returns the measures that the rule may be limited in, nil if there are none. The caller
// must not change it.
func (r Rule) Measures() []Measure { return table[r].measures }

// Size returns the measure that says how bad a finding of r is: the first of its Measures, or of
// those of the rule whose verdict applies to it or under which it is counted. NoMeasure means that
// all findings of r are equally bad.
func (r Rule) Size() Measure {
	for _, of := range []Rule{r, r.PolicyRule(), r.Kind()} {
		if measures := of.Measures(); len(measures) > 0 {
			return measures[0]
		}
	}
	return NoMeasure
}

// Kind returns the rule that findings of r are counted under: Crossing for ZFighting and
// CrossingWithinPrecision, Overlap for OverlapWithinPrecision, EdgeCrossing for OpenEdgeCrossing,
// and r itself for all others.
func (r Rule) Kind() Rule {
	if table[r].part {
		return table[r].kind
	}
	return r
}

// PolicyRule returns the rule whose verdict in a policy applies to r: Overlap for ZFighting,
// EdgeCrossing for OpenEdgeCrossing, and r itself for all others.
func (r Rule) PolicyRule() Rule {
	if table[r].part {
		return table[r].policyRule
	}
	return r
}

// Regional reports whether findings of the rule have two triangles or more and belong to regions.
func (r Rule) Regional() bool { return r.Check() == Self && r.Size() != NoMeasure }

// WithinPrecision reports whether findings of the rule are no deeper than the precision of the
// file.
func (r Rule) WithinPrecision() bool {
	return r == CrossingWithinPrecision || r == OverlapWithinPrecision
}

// Counted reports whether the value of a finding about hulls is a count.
func (r Rule) Counted() bool { return table[r].counted }

// Words returns the texts that explain the rule.
func (r Rule) Words() *Words { return &table[r].words }

// Explained returns the meaning of the rule, and whether its findings fail by default.
func (r Rule) Explained() string {
	meaning := r.Words().Meaning
	switch r.Severity() {
	case Warning:
		return meaning + " A warning by default."
	case Info:
		return meaning + " Does not fail by default."
	}
	return meaning
}

// Words explain a rule to people. They must not be changed.
type Words struct {
	// Name as a single word: "CrossingTriangles".
	Name string
	// Title of an issue.
	Title string
	// Noun for one finding.
	Noun string
	// Extent is what its depth is said to be where that is not "deep".
	Extent string
	// Meaning is the definition in a sentence or two, without the default severity: see
	// Rule.Explained.
	Meaning string
	// Why it matters, and how to fix it.
	Why, Fix string
	// Do is Fix for one place: {a} and {b} stand for the names of what meets there, {size} and
	// {limit} for the value and its limit, {move} for a translation. It is "" if Fix says it all.
	Do string
	// Aliases are other words that people may look it up by. A rule without aliases is explained
	// together with its check.
	Aliases []string
}
