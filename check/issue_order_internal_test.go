package check

import "testing"

// TestOrderOfPadding: islands that are nearer to each other come first, other findings by their
// greater values.
func TestOrderOfPadding(t *testing.T) {
	for _, row := range []struct {
		rule        Rule
		worse, less float64
	}{
		{UVPadding, 0, 0.5}, {UVPadding, 0.5, 3}, {UVOverlap, 0.5, 0.25},
	} {
		a := Issue{Rule: row.rule, Value: row.worse, At: Ref{List: Sheets}}
		b := Issue{Rule: row.rule, Value: row.less, At: Ref{List: Sheets}}
		if CompareIssues(&a, &b) >= 0 || CompareIssues(&b, &a) <= 0 {
			t.Errorf("%s: %v does not come before %v", row.rule, row.worse, row.less)
		}
	}
}
