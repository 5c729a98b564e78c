package check_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

// TestIssueList: what a check adds has the severity of the criteria, and what is Off is not listed.
func TestIssueList(t *testing.T) {
	policy := check.Policy{check.TooNear: {Severity: check.Info}, check.Contained: {Severity: check.Off}}
	criteria, err := policy.In("")
	if err != nil {
		t.Fatal(err)
	}
	list := &check.IssueList{Of: check.Clearance}
	list.Add(check.Issue{Rule: check.TooNear, Severity: check.Error}, criteria)
	list.Add(check.Issue{Rule: check.Contained, Severity: check.Error}, criteria)
	if len(list.List) != 1 || list.List[0].Severity != check.Info || list.Counts[check.TooNear][check.Info] != 1 || list.Counts.Of(check.Contained) != 0 {
		t.Errorf("the list holds %+v", list.List)
	}
}
