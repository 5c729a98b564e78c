package check_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

// TestIssueList: what a check adds has the severity of the criteria, and what is Off is not listed.
func TestIssueList(t *testing.T) {
	policy := check.Policy{
		check.TooNear: {Severity: check.Info}, check.Contained: {Severity: check.Off},
		check.PartsCrossing: {Severity: check.Error, Limit: check.Limit{Of: check.OfDepth, Size: check.Length{Value: 2}}},
	}
	criteria, err := policy.In("")
	if err != nil {
		t.Fatal(err)
	}
	list := &check.IssueList{Of: check.Clearance}
	list.Add(check.Issue{Rule: check.TooNear, Severity: check.Error}, criteria)
	list.Add(check.Issue{Rule: check.Contained, Severity: check.Error}, criteria)
	list.Add(check.Issue{Rule: check.PartsCrossing, Value: 1}, criteria)
	list.Add(check.Issue{Rule: check.PartsCrossing, Value: 3}, criteria)
	if list.Counts[check.PartsCrossing][check.Error] != 1 || list.Counts.Of(check.PartsCrossing) != 2 {
		t.Errorf("a limit of 2 counts %v", list.Counts[check.PartsCrossing])
	}
	if len(list.List) != 3 || list.List[0].Severity != check.Info || list.Counts[check.TooNear][check.Info] != 1 || list.Counts.Of(check.Contained) != 0 {
		t.Errorf("the list holds %+v", list.List)
	}
}

// TestUnlisted: what is counted and not listed is an issue, by which it fails.
func TestUnlisted(t *testing.T) {
	list := &check.IssueList{Of: check.Clearance}
	list.Append(check.Issue{Rule: check.TooNear, Severity: check.Warning})
	list.Counts[check.TooNear][check.Error] += 3
	issues := list.Issues(&check.Result{}, nil)
	if len(issues) != 2 || issues[1].Count != 3 || issues[1].Severity != check.Error || issues[1].At.Index >= 0 {
		t.Fatalf("%+v", issues)
	}
	if issues[1].At.Check() != check.Clearance || issues[1].Failing(check.TooNear) != 3 {
		t.Errorf("the issue is of %v, and %d fail", issues[1].At.Check(), issues[1].Failing(check.TooNear))
	}
}

// TestSectionsOfChecks: each check has an empty section, which says whose it is.
func TestSectionsOfChecks(t *testing.T) {
	for _, c := range (check.All | check.Model).Members() {
		section := c.NewSection()
		if l, ok := section.(check.Lister); ok && l.Listed().Of != c {
			t.Errorf("the section of %v is of %v", c, l.Listed().Of)
		}
		if !section.Check().Has(c) {
			t.Errorf("the section of %v is of %v", c, section.Check())
		}
	}
	if got := check.PhaseOf(check.Poses).String(); got != "checking poses" {
		t.Error(got)
	}
	if got := check.PhaseOf(check.UV).String(); got != "checking UV sets" {
		t.Error(got)
	}
}

// TestUnusedOptions: options of a check that does not run are told apart from those at their defaults.
func TestUnusedOptions(t *testing.T) {
	o := check.Options{Checks: check.Self}
	if c, unused := o.Unused(); unused {
		t.Error(c)
	}
	o.Poses.Rate = 24
	if c, unused := o.Unused(); !unused || c != check.Poses {
		t.Error(c, unused)
	}
	o.Checks |= check.Poses
	if c, unused := o.Unused(); unused {
		t.Error(c)
	}
}
