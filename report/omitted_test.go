package report_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/meshcheck/meshcheck/report"
)

func TestOmittedSentences(t *testing.T) {
	const polygons, meshes = "only polygons are checked", "only meshes are checked"
	var many []report.Omitted
	for i := range 9 {
		many = append(many, report.Omitted{Kind: "K" + strconv.Itoa(i), Count: i + 1, Reason: meshes, First: "/a"})
	}
	for _, c := range []struct {
		why  string
		all  []report.Omitted
		want []string
	}{
		{"nothing", nil, nil},
		{"one object", []report.Omitted{{Kind: "Sphere", Count: 1, Reason: polygons, First: "/a"}}, []string{"1 Sphere object is left out because only polygons are checked (/a)"}},
		{"one kind", []report.Omitted{{Kind: "NurbsSurface", Count: 2, Reason: polygons, First: "/a/b"}},
			[]string{"2 NurbsSurface objects are left out because only polygons are checked (first: /a/b)"}},
		{"kinds of one reason, and others", []report.Omitted{
			{Kind: "Sphere", Count: 3, Reason: meshes, First: "/a"}, {Kind: "Mesh", Count: 1, Reason: "the purpose is guide", First: "/g"},
			{Kind: "Cube", Count: 2, Reason: meshes, First: "/b"}, {Count: 7, First: "/c"},
		}, []string{
			"5 objects are left out because only meshes are checked: 3 Sphere, 2 Cube (first: /a)",
			"1 Mesh object is left out because the purpose is guide (/g)", "7 more objects are left out (first: /c)",
		}},
		{"many kinds", many, []string{"45 objects are left out because only meshes are checked: 1 K0, 2 K1, 3 K2, 4 K3, 5 K4, 6 K5, 24 of other kinds (first: /a)"}},
	} {
		if got := report.OmittedSentences(c.all); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q\nwant %q", c.why, got, c.want)
		}
	}
}
