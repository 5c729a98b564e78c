package check

import "github.com/meshcheck/meshcheck/geom"

// ModelFinding is something that is to be said of a model as a whole: its Rule is one of Model. There
// is at most one of each rule.
type ModelFinding struct {
	Rule     Rule
	Severity Severity // never Off
	// Reason is a sentence for people.
	Reason string
}

// AddModelFinding adds a finding with the severity that the criteria give to its rule, unless that is
// Off, or another reason to the finding of that rule.
func AddModelFinding(all []ModelFinding, rule Rule, reason string, criteria *Criteria) []ModelFinding {
	for i := range all {
		if all[i].Rule == rule {
			all[i].Reason += "; " + reason
			return all
		}
	}
	if s := criteria[rule].Severity; s != Off {
		all = append(all, ModelFinding{rule, s, reason})
	}
	return all
}

// ModelTotals returns how many findings there are of each rule and severity.
func ModelTotals(all []ModelFinding) (t Totals) {
	for i := range all {
		t[all[i].Rule][all[i].Severity]++
	}
	return t
}

// ModelIssues returns an issue for each finding, without fingerprints.
func ModelIssues(all []ModelFinding) []Issue {
	var out []Issue
	for i := range all {
		f := &all[i]
		is := Issue{Rule: f.Rule, Severity: f.Severity, Count: 1, At: Ref{List: ModelFindings, Index: i}, Reason: f.Reason, Box: geom.EmptyBox()}
		is.Identify("", geom.EmptyBox())
		out = append(out, is)
	}
	return out
}
