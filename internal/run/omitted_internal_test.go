package run

import (
	"fmt"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
)

func TestOmittedOf(t *testing.T) {
	s := &mesh.Scene{}
	add := func(path, kind, reason string) {
		s.Omitted = append(s.Omitted, mesh.Omission{Path: path, Kind: kind, Reason: reason})
	}
	add("/a", "Sphere", "r")
	add("/b", "Cube", "r")
	add("/c", "Sphere", "r")
	add("/d", "Sphere", "q")
	want := []report.Omitted{{Kind: "Sphere", Reason: "r", Count: 2, First: "/a"}, {Kind: "Cube", Reason: "r", Count: 1, First: "/b"}, {Kind: "Sphere", Reason: "q", Count: 1, First: "/d"}}
	if got := omittedOf(s); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	for i := range 3 * mostOmitted {
		add(fmt.Sprint("/", i), fmt.Sprint("Kind", i/2), "r")
	}
	got := omittedOf(s)
	last := report.Omitted{Count: 3*mostOmitted - 2*(mostOmitted-3), First: fmt.Sprint("/", 2*(mostOmitted-3))}
	if len(got) != mostOmitted+1 || got[mostOmitted] != last {
		t.Errorf("%d, the last of them %+v, want %+v", len(got), got[len(got)-1], last)
	}
	if got := omittedOf(&mesh.Scene{}); got != nil {
		t.Errorf("%+v of nothing", got)
	}
}
