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
