package baseline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/report/baseline"
)

func read(t *testing.T, text string) *baseline.Baseline {
	t.Helper()
	b, err := baseline.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAdd(t *testing.T) {
	const (
		key   = "0123456789abcdef"
		seat  = "a.glb region " + key + " crossing 2 depth 0.5 box 0,0,0:1,1,1"
		early = `#: accepted 2026-11-01T10:00:00Z by "Ann"` + "\n"
		late  = `#: accepted 2026-11-02T10:00:00Z by "Bob"` + "\n"
	)
	for name, c := range map[string]struct {
		base, added, want string
		count             baseline.Added
	}{
		"new, sorted": {
			"b.glb region " + key + " # old\n", seat + " # why\n",
			seat + " # why\n" + "b.glb region " + key + " # old\n", baseline.Added{New: 1},
		},
		"same": {seat + " # why\n", seat + " # why\n", seat + " # why\n", baseline.Added{Kept: 1}},
		"another reason and day, and remarks of people stay": {
			"# head\n\n# look here\n" + seat + " # why\n", late + seat + " until 2027-01-31 # because\n",
			"# head\n\n# look here\n" + late + seat + " until 2027-01-31 # because\n", baseline.Added{Replaced: 1},
		},
		"the later decision stays": {
			late + seat + " # late\n", early + seat + " # early\n",
			late + seat + " # late\n", baseline.Added{Kept: 1},
		},
		"a later decision replaces an earlier one with its remark": {
			early + seat + " # early\n", late + seat + " # late\n",
			late + seat + " # late\n", baseline.Added{Replaced: 1},
		},
		"corners moved by half a per cent": {
			seat + "\n", "a.glb region " + key + " crossing 3 box 0.005,0,0:1,1,1.005 # worse\n",
			"a.glb region " + key + " crossing 3 box 0.005,0,0:1,1,1.005 # worse\n", baseline.Added{Replaced: 1},
		},
		"corners moved by a tenth are another place": {
			seat + "\n", "a.glb region " + key + " crossing 3 box 0.1,0,0:1.1,1,1\n",
			seat + "\n" + "a.glb region " + key + " crossing 3 box 0.1,0,0:1.1,1,1\n", baseline.Added{New: 1},
		},
		"the nearest of several": {
			"a.glb region " + key + " box 0,0,0:1,1,1 # far\na.glb region " + key + " box 0.01,0,0:1,1,1 # near\n",
			"a.glb region " + key + " box 0.011,0,0:1,1,1 # new\n",
			"a.glb region " + key + " box 0,0,0:1,1,1 # far\na.glb region " + key + " box 0.011,0,0:1,1,1 # new\n", baseline.Added{Replaced: 1},
		},
		"another rule, another file": {
			"a.glb uv_overlap " + key + " value 1\n", "a.glb uv_fold " + key + " value 1\nb.glb uv_overlap " + key + " value 1\n",
			"a.glb uv_fold " + key + " value 1\na.glb uv_overlap " + key + " value 1\nb.glb uv_overlap " + key + " value 1\n", baseline.Added{New: 2},
		},
		"without a box": {
			"a.glb uv_overlap " + key + " value 1\n", "a.glb uv_overlap " + key + " value 3 # why\n",
			"a.glb uv_overlap " + key + " value 3 # why\n", baseline.Added{Replaced: 1},
		},
		"as often as it was": {
			seat + " times 2\n", seat + " # why\n",
			"a.glb region " + key + " crossing 2 depth 0.5 times 2 box 0,0,0:1,1,1 # why\n", baseline.Added{Replaced: 1},
		},
		"boxes without a finite size": {
			"a.glb region " + key + " box -1e308,-1e308,-1e308:1e308,1e308,1e308\n", "a.glb region " + key + " box -1e308,-1e308,-1e308:1e308,1e308,1.1e308\n",
			"a.glb region " + key + " box -1e+308,-1e+308,-1e+308:1e+308,1e+308,1.1e+308\na.glb region " + key + " box -1e+308,-1e+308,-1e+308:1e+308,1e+308,1e+308\n", baseline.Added{New: 1},
		},
		"only the remarks directly above": {
			"", "# Decisions\n\n" + `#: fixed 2026-11-02T10:00:00Z by "Bob"` + "\n#: line b.glb region " + key + "\n" + late + `#: comment 2026-11-02T10:00:00Z by "Cy" says "yes"` + "\n" + seat + "\n",
			late + `#: comment 2026-11-02T10:00:00Z by "Cy" says "yes"` + "\n" + seat + "\n", baseline.Added{New: 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := read(t, c.base)
			if got := b.Add(read(t, c.added)); got != c.count {
				t.Errorf("%+v, want %+v", got, c.count)
			}
			var text strings.Builder
			if _, err := b.WriteTo(&text); err != nil {
				t.Fatal(err)
			}
			if text.String() != c.want {
				t.Errorf("got\n%s\nwant\n%s", text.String(), c.want)
			}
			if got := b.Add(read(t, c.added)); got.New+got.Replaced != 0 {
				t.Errorf("added again: %+v", got)
			}
		})
	}
}

// Many lines with the same names at nearly the same place are no slower than others.
func TestAddCrowd(t *testing.T) {
	const n = 5000
	var base, added strings.Builder
	for i := range n {
		fmt.Fprintf(&base, "a.glb region 0123456789abcdef crossing %d box 0,0,0:1,1,1 # old\n", i+1)
		fmt.Fprintf(&added, "a.glb region 0123456789abcdef crossing %d box 0,0,0:1,1,1.%05d # new\n", i+1, i)
	}
	b := read(t, base.String())
	if got := b.Add(read(t, added.String())); got.New+got.Replaced != n || b.Len() != n+got.New {
		t.Errorf("%+v, %d lines", got, b.Len())
	}
}
