package formats

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/sarif"
	"github.com/meshcheck/meshcheck/report/wording"
)

func TestSARIFMatchesSchema(t *testing.T) {
	s := reporttest.Compile(t, reporttest.SchemaFile(t, "sarif-2.1.0.json"))
	for name, r := range samples() {
		if err := reporttest.Validate(t, s, written(t, "sarif", r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	good := string(written(t, "sarif", reporttest.Sample()))
	for _, edit := range [][2]string{{`"level": "error"`, `"level": "bad"`}, {`"startLine": 1`, `"startLine": 0`}, {`"text":`, `"words":`},
		{`"uri": "chair.glb"`, `"uri": "a b%"`}} {
		if bad := strings.Replace(good, edit[0], edit[1], 1); bad == good || reporttest.Validate(t, s, []byte(bad)) == nil {
			t.Errorf("the schema lets %s pass", edit[1])
		}
	}
}

// sarifLog is the part of a log that the tests use.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules, Notifications []struct {
					ID                                      string
					ShortDescription, FullDescription, Help struct{ Text string }
				}
			}
		}
		Artifacts []struct {
			Location struct{ URI string }
		}
		Results []struct {
			RuleID              string
			RuleIndex           int
			Level               string
			Message             struct{ Text string }
			PartialFingerprints map[string]string
			Locations           []struct {
				PhysicalLocation struct {
					ArtifactLocation struct {
						URI   string
						Index int
					}
				}
				LogicalLocations []struct{ Kind, Name, FullyQualifiedName string }
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level      string
				Descriptor struct{ ID string }
				Message    struct{ Text string }
			}
		}
		Properties map[string]any
	}
}

func sarifOf(t *testing.T, r *report.Report) sarifLog {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal(written(t, "sarif", r), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 {
		t.Fatalf("%d runs", len(log.Runs))
	}
	return log
}

func TestSARIFResults(t *testing.T) {
	run := sarifOf(t, reporttest.Sample()).Runs[0]
	var got []string
	for _, r := range run.Results {
		at := r.Locations[0].PhysicalLocation.ArtifactLocation
		got = append(got, fmt.Sprint(r.RuleID, " ", r.Level, " ", at.URI))
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || run.Artifacts[at.Index].Location.URI != at.URI {
			t.Errorf("%s refers to another rule or file", r.RuleID)
		}
		if f := r.PartialFingerprints; f["primaryLocationLineHash"] == "" || f["primaryLocationLineHash"] != f["meshcheckRegion/v1"] {
			t.Errorf("fingerprints %v", f)
		}
	}
	want := "[duplicate error rooms/scene.gltf crossing error chair.glb nonfinite error rooms/scene.gltf " +
		"degenerate warning rooms/scene.gltf touch note chair.glb touch note rooms/scene.gltf]"
	if fmt.Sprint(got) != want {
		t.Errorf("results\n%v\nwant\n%s", got, want)
	}
	var names []string
	for _, l := range run.Results[1].Locations[0].LogicalLocations {
		names = append(names, l.Kind+" "+l.FullyQualifiedName)
	}
	if got, want := strings.Join(names, ", "), "node /root/chair, node /root/chair.001, mesh chair, part chair/seat, part chair/leg_front_left, part chair/back"; got != want {
		t.Errorf("logical locations %s, want %s", got, want)
	}
}

func TestSARIFNotifications(t *testing.T) {
	run := sarifOf(t, reporttest.Sample()).Runs[0]
	in := run.Invocations[0]
	if in.ExecutionSuccessful {
		t.Error("files were not checked, and the run counts as a success")
	}
	var got []string
	for _, n := range in.ToolExecutionNotifications {
		got = append(got, n.Descriptor.ID)
	}
	if want := "[warning not-checked not-checked not-checked]"; fmt.Sprint(got) != want {
		t.Errorf("notifications %v, want %s", got, want)
	}
	if !sarifOf(t, reporttest.Many(10, 1)).Runs[0].Invocations[0].ExecutionSuccessful {
		t.Error("a run that finds something counts as broken")
	}
}

func TestSARIFRules(t *testing.T) {
	driver := sarifOf(t, &report.Report{}).Runs[0].Tool.Driver
	if len(driver.Rules) != len(check.Rules()) {
		t.Fatalf("%d rules", len(driver.Rules))
	}
	var ids []string
	for _, k := range check.Self.Rules() {
		ids = append(ids, k.String())
	}
	ids = append(ids, "parts/crossing", "parts/overlap", "parts/duplicate_instance", "clearance", "parts/contained", "parts/undecided", "parts/touch")
	for i, id := range ids {
		if r := driver.Rules[i]; r.ID != id || r.ShortDescription.Text == "" || r.FullDescription.Text == "" || len(r.Help.Text) < 100 {
			t.Errorf("rule %d is %+v", i, r)
		}
	}
}

// If there are more results than GitHub keeps, the worst are written, and at least one for every
// file.
func TestSARIFLimit(t *testing.T) {
	r := reporttest.Many(6000, 6000)
	deep := r.Files[0].Result.Meshes[0].Regions
	for i := range deep {
		deep[i].Depth = float64(10_000 - i)
	}
	shallow := reporttest.Many(10, 10).Files[0]
	shallow.Path = "shallow.stl"
	r.Files = append(r.Files, shallow)
	run := sarifOf(t, r).Runs[0]
	if len(run.Results) != sarif.MaxResults {
		t.Fatalf("%d results", len(run.Results))
	}
	last := run.Results[sarif.MaxResults-1]
	if got := last.Locations[0].PhysicalLocation.ArtifactLocation.URI; got != "shallow.stl" {
		t.Errorf("the least result is in %s", got)
	}
	if got := run.Results[sarif.MaxResults-2].Message.Text; !strings.Contains(got, "in region 4999,") {
		t.Errorf("the worst are not kept: %s", got)
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 1 || !strings.Contains(notes[0].Message.Text, "1010 results of lesser severity left out") {
		t.Errorf("notifications %+v", notes)
	}
	if got := fmt.Sprint(run.Properties["resultsLeftOut"]); got != "map[crossing:1010]" {
		t.Errorf("left out: %s", got)
	}
}

func TestFileURI(t *testing.T) {
	for in, want := range map[string]string{
		"chair.glb":         "chair.glb",
		"./a/../b/c d#1.gl": "b/c%20d%231.gl",
		"../up.stl":         "../up.stl",
		"/abs/x.stl":        "file:///abs/x.stl",
		"c:x.stl":           "./c:x.stl",
		"Stühle/椅子.glb":     "St%C3%BChle/%E6%A4%85%E5%AD%90.glb",
		"a\xff.stl":         "a%EF%BF%BD.stl",
		"a\nb%41.stl":       "a%0Ab%2541.stl",
		"-":                 "stdin",
	} {
		got := wording.FileURI(in)
		if got != want {
			t.Errorf("fileURI(%q) = %s, want %s", in, got, want)
		}
		if u, err := url.Parse(got); err != nil || u.Scheme != "" && u.Scheme != "file" {
			t.Errorf("%s: %v", got, err)
		}
	}
}

// Infinite sizes and NaN cannot be written as JSON.
func TestSARIFNumbers(t *testing.T) {
	if got := string(written(t, "sarif", reporttest.Huge())); strings.Contains(got, `"depth"`) || !strings.Contains(got, "beyond measure deep") {
		t.Errorf("a depth that is not finite:\n%s", got)
	}
	f := reporttest.Many(1, 1).Files[0]
	f.Result.Meshes[0].Regions[0].Box = geom.EmptyBox()
	if got := string(written(t, "sarif", &report.Report{Files: []report.File{f}})); strings.Contains(got, `"box"`) {
		t.Error("an empty box is written")
	}
}

// No name becomes a link in a message: brackets and backslashes are literal.
func TestSARIFHasNoLinks(t *testing.T) {
	const name = `[click](https://evil.example) C:\a[0]`
	for _, r := range []*report.Report{reporttest.WithName(reporttest.Sample(), name), reporttest.BetweenHostile(t, name), reporttest.HullsHostile(t, name)} {
		var log any
		if err := json.Unmarshal(written(t, "sarif", r), &log); err != nil {
			t.Fatal(err)
		}
		texts := sarifMessages(log, nil)
		shown := 0
		for _, text := range texts {
			if strings.Contains(text, `\[click\](https`) {
				shown++
			}
			if bare := unescaped.FindString(" " + text); bare != "" {
				t.Errorf("%q stands for more than itself in %s", bare, text)
			}
		}
		if shown == 0 {
			t.Errorf("the name is in none of %q", texts)
		}
	}
}

// unescaped matches a bracket that is not escaped, or a backslash that escapes nothing.
var unescaped = regexp.MustCompile(`[^\\](\\\\)*([\[\]]|\\[^\\\[\]])`)

// sarifMessages returns the texts of all messages in a part of a log.
func sarifMessages(v any, texts []string) []string {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			texts = sarifMessages(item, texts)
		}
	case map[string]any:
		if m, ok := v["message"].(map[string]any); ok {
			texts = append(texts, m["text"].(string))
		}
		for _, member := range v {
			texts = sarifMessages(member, texts)
		}
	}
	return texts
}
