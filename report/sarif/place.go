package sarif

import "github.com/meshcheck/meshcheck/check"

// placeOf says where the JSON report has an issue, with the names that the JSON report uses for what
// a baseline judges: a program that reads both finds the triangles of a result there. It returns nil
// for what is only counted.
func placeOf(at check.Ref) map[string]any {
	if at.Of < 0 {
		return nil
	}
	switch at.List {
	case check.Regions:
		return map[string]any{"mesh": at.Of, "region": at.Index}
	case check.Singles:
		return map[string]any{"mesh": at.Of, "kind": check.Rule(at.Index).String()}
	case check.Pairs:
		return map[string]any{"pair": at.Index}
	case check.HullFindings:
		return map[string]any{"group": at.Of, "finding": at.Index}
	case check.Sheets:
		return map[string]any{"sheet": at.Of, "finding": at.Index}
	case check.MissingSets:
		return map[string]any{"missing": at.Index}
	}
	if at.Check() == check.Model {
		return map[string]any{"model": at.Index}
	}
	return map[string]any{"check": at.Check().String(), "issue": at.Index}
}
