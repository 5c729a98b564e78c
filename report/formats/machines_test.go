package formats

import (
	"bytes"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// machines are the formats for programs, with the golden files of the sample.
var machines = map[string]string{
	"sarif": "sample.sarif", "junit": "sample.xml", "codequality": "sample.codequality.json",
	"github": "sample.github.txt", "markdown": "sample.md",
}

func TestMachinesGolden(t *testing.T) {
	for format, name := range machines {
		got := written(t, format, reporttest.Sample())
		reporttest.Golden(t, name, got)
		r := reporttest.Sample()
		r.Options.Workers = 3
		if other := written(t, format, r); !bytes.Equal(got, other) {
			t.Errorf("%s: the number of workers changes the bytes", format)
		}
	}
}

// wild matches what no program may get from a name.
var wild = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\u2028\ufeff]")

// Programs do not get what a name hides: control characters, changes of the writing direction,
// broken UTF-8, or endless length.
func TestMachinesHostileNames(t *testing.T) {
	for format := range machines {
		got := string(written(t, format, reporttest.Hostile()))
		if !utf8.ValidString(got) {
			t.Errorf("%s: not UTF-8", format)
		}
		if found := wild.FindString(got); found != "" {
			t.Errorf("%s: %q gets through", format, found)
		}
		if !strings.Contains(got, "alert") {
			t.Errorf("%s: the name does not show", format)
		}
		// Where a program looks for the file, its path is in full.
		limit := map[string]int{"sarif": 700_000, "codequality": 300_000}[format]
		if limit = max(limit, 50_000); len(got) > limit {
			t.Errorf("%s: long names make %d bytes", format, len(got))
		}
	}
}

// Reports that no check makes can still be written.
func TestMachinesTakeAnything(t *testing.T) {
	for name, r := range samples() {
		for format := range machines {
			if got := written(t, format, r); len(got) == 0 {
				t.Errorf("%s: nothing is written of %s", format, name)
			}
		}
	}
}

// A failing run never looks clean, however little is listed.
func TestMachinesOfUnlistedFindings(t *testing.T) {
	r := reporttest.Many(100, 10)
	m := &r.Files[0].Result.Meshes[0]
	m.Regions, m.Findings, m.Truncated = nil, nil, true
	for format, want := range map[string]string{
		"sarif": `"text": "100 crossings in regions that are not listed."`, "junit": `failures="1"`, "codequality": `"check_name": "crossing"`,
		"github": "::error file=soup.stl,title=meshcheck%3A 10 places to fix (100 triangle pairs)::100 crossings", "markdown": "- 100 crossings",
	} {
		if got := string(written(t, format, r)); !strings.Contains(got, want) {
			t.Errorf("%s: want %s in\n%s", format, want, got)
		}
	}
}

// A name of megabytes is processed once, not once for each of its regions.
func TestMachinesOfEndlessNames(t *testing.T) {
	regions := longtest.Size(t, 2000, 8000)
	r := reporttest.Many(regions, regions)
	m := &r.Files[0].Result.Meshes[0]
	m.Name = strings.Repeat("long/", 1<<20)
	m.Instances = []string{m.Name, m.Name}
	m.Parts[0].Name = m.Name
	r.Files[0].Warnings = []string{m.Name}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for format := range machines {
		if n := len(written(t, format, r)); n > 20<<20 {
			t.Errorf("%s: %d bytes", format, n)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 2<<30 { // copying the name for each region would take 10 GB or more
		t.Errorf("%d bytes were allocated", n)
	}
}
