package formats

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

func TestPosesGolden(t *testing.T) {
	reporttest.Golden(t, "poses/text", reporttest.Render(t, func(w *bytes.Buffer) error {
		r := reporttest.PoseReport()
		for i := range r.Files {
			if err := text.Write(w, &r.Files[i], text.Options{Check: r.Options}); err != nil {
				return err
			}
			row := report.RowOf(&r.Files[i], &r.Options)
			if err := text.WriteShort(w, &row, text.Options{}); err != nil {
				return err
			}
		}
		return nil
	}))
	for _, format := range []string{"csv", "github", "sarif", "junit", "codequality", "markdown", "json", "ndjson", "summary"} {
		reporttest.Golden(t, "poses/"+format, written(t, format, reporttest.PoseReport()))
	}
}

// TestPosesJSON: what was found in poses, and the options, are read back as they were.
func TestPosesJSON(t *testing.T) {
	r := reporttest.PoseReport()
	f := &r.Files[0]
	baseline.New().Judge(f, f.Path, r.Options, time.Now())
	written := reporttest.JSON(t, r)
	if err := reporttest.Validate(t, reporttest.JSONSchema(t), written); err != nil {
		t.Error(err)
	}
	back := reporttest.ReadBack(t, written)
	if !reflect.DeepEqual(back.Options.Poses, r.Options.Poses) {
		t.Errorf("the options are %+v, want %+v", back.Options.Poses, r.Options.Poses)
	}
	for i := range r.Files {
		if got, want := back.Files[i].Result.Poses(), r.Files[i].Result.Poses(); !reporttest.Alike(t, got, want) {
			t.Errorf("read back\n%+v\nwant\n%+v", got, want)
		}
	}
	if !reflect.DeepEqual(back.Files[0].Baseline.Judgements, f.Baseline.Judgements) || len(f.Baseline.Judgements) != 2 {
		t.Errorf("%+v, want %+v", back.Files[0].Baseline, f.Baseline)
	}
	for _, edit := range [][3]string{
		{`"check": "poses"`, `"check": "uv"`, "files[0].poses: is the section of another check"},
		{`"poses": {`, `"pose": {`, `files[0].pose: unknown object member name`},
		{`"issue":0,"a"`, `"issue":70,"a"`, "poses.clips[0].places[0]: refers to something"},
		{`"depths":[0.001,`, `"depths":[0.001,0.001,`, "poses.clips[0].places[0]: refers to something"},
		{`"rule":"pose_fold"`, `"rule":"pose_folds"`, `the word "pose_folds" is not known here`},
		{`"pose":{"clip":0`, `"pose":{"clap":0`, `files[0].poses.issues[0].pose.clap: unknown object member name`},
	} {
		at := strings.Index(string(written), `"path"`)
		bad := string(written[:at]) + strings.Replace(string(written[at:]), edit[0], edit[1], 1)
		if _, err := json.Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), edit[2]) {
			t.Errorf("%s: %v, want %q", edit[1], err, edit[2])
		}
	}
}

// TestPosesIdentity: neither the time nor the depth of a place is in its fingerprint, but its clip is.
func TestPosesIdentity(t *testing.T) {
	r := reporttest.PoseReport()
	f := &r.Files[0]
	fingerprints := func() (all []string) {
		for _, is := range f.Issues(&r.Options) {
			all = append(all, is.Fingerprint, is.Key())
		}
		return all
	}
	before := fingerprints()
	s := f.Result.Poses()
	for i := range s.List {
		s.List[i].Pose.Time++
		s.List[i].Value *= 1.5
	}
	s.Clips[0].Places[0].Worst++
	if !reflect.DeepEqual(before, fingerprints()) {
		t.Error("the time or the depth of a place is in its fingerprint")
	}
	s.List[0].Pose.Name = "Run"
	// The deepest is first, which is in another clip.
	if after := fingerprints(); before[2] == after[2] || !reflect.DeepEqual(before[4:], after[4:]) {
		t.Errorf("the clip of a place is not in its fingerprint: %q, %q", before, after)
	}
}

// TestPosesMatchSchemas: reports with poses are as the schemas of their formats say, whatever the names.
func TestPosesMatchSchemas(t *testing.T) {
	sarif, quality := reporttest.Compile(t, reporttest.SchemaFile(t, "sarif-2.1.0.json")), reporttest.Compile(t, reporttest.SchemaFile(t, "codequality.json"))
	hostile := reporttest.PoseReport()
	s := hostile.Files[0].Result.Poses()
	for i := range s.Clips {
		s.Clips[i].Name = reporttest.HostileName
	}
	for i := range s.List {
		s.List[i].Pose.Name, s.List[i].Reason = reporttest.HostileName, reporttest.HostileName
	}
	for name, of := range map[string]*report.Report{"sample": reporttest.PoseReport(), "hostile": hostile} {
		if err := reporttest.Validate(t, sarif, written(t, "sarif", of)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := reporttest.Validate(t, quality, written(t, "codequality", of)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if lines := textOf(t, &of.Files[0], text.Options{}); strings.ContainsAny(lines, "\x1b\r") {
			t.Errorf("%s: control characters in the text", name)
		}
	}
}
