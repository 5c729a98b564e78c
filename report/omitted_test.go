package report_test

import (
	"testing"

	"github.com/meshcheck/meshcheck/report"
)

func TestOmittedSentence(t *testing.T) {
	for want, o := range map[string]report.Omitted{
		"1 Sphere object is left out because only polygons are checked (/a)":                  {Kind: "Sphere", Count: 1, Reason: "only polygons are checked", First: "/a"},
		"2 NurbsSurface objects are left out because only polygons are checked (first: /a/b)": {Kind: "NurbsSurface", Count: 2, Reason: "only polygons are checked", First: "/a/b"},
		"7 more objects are left out (first: /c)":                                             {Count: 7, First: "/c"},
	} {
		if got := o.Sentence(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
