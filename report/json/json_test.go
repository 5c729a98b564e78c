package json_test

import (
	"bytes"
	encoding "encoding/json"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

func TestJSONGolden(t *testing.T) {
	got := reporttest.JSON(t, reporttest.Sample())
	reporttest.Golden(t, "sample.json", got)
	if again := reporttest.JSON(t, reporttest.Sample()); !bytes.Equal(got, again) {
		t.Error("the same report gives other bytes the second time")
	}
	r := reporttest.Sample()
	r.Options.Workers = 3
	r.Files[0].Result.Timings.Check = 12345
	if other := reporttest.JSON(t, r); !bytes.Equal(got, other) {
		t.Error("workers or timings change the bytes")
	}
}

func TestJSONMatchesSchema(t *testing.T) {
	s := reporttest.JSONSchema(t)
	cut := reporttest.Sample()
	cut.Options.MaxFindings = -1
	for name, r := range map[string]*report.Report{
		"sample":   reporttest.Sample(),
		"none":     {Version: "1"},
		"many":     reporttest.Many(100, 10),
		"hostile":  reporttest.Hostile(),
		"huge":     reporttest.Huge(),
		"cut":      cut,
		"noReason": {Files: []report.File{{Path: "x"}}},
	} {
		if err := reporttest.Validate(t, s, reporttest.JSON(t, r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The schema is strict: each of these edits of a good report is refused.
func TestSchemaRefuses(t *testing.T) {
	s := reporttest.JSONSchema(t)
	good := string(reporttest.JSON(t, reporttest.Sample()))
	for _, edit := range []struct{ name, old, new string }{
		{"unknown field", `"schema": 1`, `"schema": 1, "date": "today"`},
		{"other schema", `"schema": 1`, `"schema": 2`},
		{"missing count", `"nonfinite":0,`, `"none":0,`},
		{"unknown kind", `{"kind":"crossing"`, `{"kind":"brushing"`},
		{"point with two coordinates", `[0.1195,0.44,-0.2028]`, `[0.1195,0.44]`},
		{"negative depth", `"depth":0.0042`, `"depth":-0.0042`},
		{"null list", `"warnings": []`, `"warnings": null`},
		{"error on a checked file", `"status": "fail",`, `"status": "fail", "error": {"kind":"io","message":"x"},`},
		{"checked file without meshes", `"status": "not checked",`, `"status": "pass",`},
	} {
		bad := strings.Replace(good, edit.old, edit.new, 1)
		if bad == good {
			t.Errorf("%s: the edit changes nothing", edit.name)
		} else if reporttest.Validate(t, s, []byte(bad)) == nil {
			t.Errorf("%s: accepted", edit.name)
		}
	}
}

// Every object of the schema is closed, and every field in it is explained.
func TestSchemaIsDocumentation(t *testing.T) {
	var doc map[string]any
	if err := encoding.Unmarshal(json.Schema(), &doc); err != nil {
		t.Fatal(err)
	}
	var walk func(path string, node map[string]any)
	walk = func(path string, node map[string]any) {
		properties, _ := node["properties"].(map[string]any)
		if others, numbers := node["additionalProperties"].(map[string]any); numbers {
			walk(path+"{}", others)
		} else if node["type"] == "object" && node["additionalProperties"] != false {
			t.Errorf("%s: an open object", path)
		}
		for name, v := range properties {
			field, _ := v.(map[string]any)
			ref, _ := field["$ref"].(string)
			if field["description"] == nil && !strings.Contains(ref, "/properties/") && ref != "#/$defs/status" {
				t.Errorf("%s.%s: no description", path, name)
			}
			walk(path+"."+name, field)
		}
		if items, ok := node["items"].(map[string]any); ok {
			walk(path+"[]", items)
		}
	}
	walk("", doc)
	for name, def := range doc["$defs"].(map[string]any) {
		walk("$defs."+name, def.(map[string]any))
	}
	mine := json.Schema()
	mine[0] = 'x'
	if json.Schema()[0] == 'x' {
		t.Error("a caller can change the schema")
	}
}

// parsed is the part of a report that the tests look at.
type parsed struct {
	Options map[string]any
	Files   []struct {
		Path   string
		Meshes []struct {
			Name     string
			Findings []struct {
				Kind    string
				A       struct{ Corners []geom.Vec }
				Segment []geom.Vec
				Polygon []geom.Vec
				Depth   *float64
				Area    *float64
				Region  *int
			}
		}
	}
}

func parse(t *testing.T, text []byte) parsed {
	t.Helper()
	var p parsed
	if err := encoding.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestJSONLeavesOutWhatIsNotFinite(t *testing.T) {
	text := reporttest.JSON(t, reporttest.Huge())
	p := parse(t, text)
	crossing, overlap := p.Files[0].Meshes[0].Findings[0], p.Files[0].Meshes[0].Findings[1]
	if crossing.Depth != nil || crossing.Segment != nil || overlap.Area != nil || overlap.Polygon != nil || overlap.Segment != nil {
		t.Errorf("numbers that are not finite got in:\n%s", text)
	}
	if got := crossing.A.Corners; len(got) != 3 || got[0][0] != 1e300 {
		t.Errorf("finite corners are missing: %v", got)
	}
	if p.Files[0].Path != "\ufffd.stl" {
		t.Errorf("path %q", p.Files[0].Path)
	}
}

func TestJSONNumbersReadBack(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1.0 / 3, math.Pi, 5e-324, math.MaxFloat64, -math.MaxFloat64,
		float64(float32(0.1)), 1e21, 1e-7, 123456789.123456789, math.Nextafter(1, 2)}
	for _, x := range values {
		r := reporttest.Chair()
		f := &r.Result.Meshes[0].Findings[0]
		f.Segment = []geom.Vec{{x, x, x}, {1, 2, 3}}
		f.Depth = math.Abs(x)
		got := parse(t, reporttest.JSON(t, &report.Report{Files: []report.File{r}})).Files[0].Meshes[0].Findings[0]
		if math.Float64bits(got.Segment[0][0]) != math.Float64bits(x) || *got.Depth != math.Abs(x) {
			t.Errorf("%g reads back as %g and %g", x, got.Segment[0][0], *got.Depth)
		}
	}
}

func TestJSONMeeting(t *testing.T) {
	findings := parse(t, reporttest.JSON(t, reporttest.Sample())).Files[1].Meshes[1].Findings
	point, line := findings[1], findings[2]
	if len(point.Segment) != 2 || point.Segment[0] != point.Segment[1] {
		t.Errorf("a touch in a point has the segment %v", point.Segment)
	}
	if len(line.Segment) != 2 || line.Polygon != nil {
		t.Errorf("a flat touch along a line has segment %v and polygon %v", line.Segment, line.Polygon)
	}
	if findings[0].Region == nil || *findings[0].Region != 0 {
		t.Error("region 0 is left out")
	}
	if findings[3].Region != nil || findings[4].Region != nil || findings[4].A.Corners != nil || findings[5].A.Corners == nil {
		t.Error("regions or corners of the last findings are wrong")
	}
}

func TestJSONEffectiveOptions(t *testing.T) {
	for given, want := range map[int]float64{0: 10_000, 25: 25, -1: 0} {
		p := parse(t, reporttest.JSON(t, &report.Report{Options: check.Options{MaxFindings: given}}))
		if got := p.Options["max_findings"]; got != want {
			t.Errorf("max_findings %d is reported as %v, want %v", given, got, want)
		}
	}
}

func TestJSONHostileNames(t *testing.T) {
	text := reporttest.JSON(t, reporttest.Hostile())
	if !utf8.Valid(text) {
		t.Error("not UTF-8")
	}
	want := strings.ToValidUTF8(reporttest.HostileName, "\ufffd")
	if got := parse(t, text).Files[0].Meshes[0].Name; got != want {
		t.Errorf("the name reads back as %.80q…", got)
	}
	if bytes.ContainsAny(text, "\x1b\r") || bytes.Contains(text, []byte("\u2028")) {
		t.Error("a control character stands in the text")
	}
}

// One finding, one line: so that two reports can be compared line by line.
func TestJSONLayout(t *testing.T) {
	text := reporttest.JSON(t, reporttest.Many(10_000, 100))
	if got := bytes.Count(text, []byte("\n")); got < 10_000 || got > 10_200 {
		t.Errorf("%d lines for 10,000 findings", got)
	}
	if len(text) > 6<<20 {
		t.Errorf("%d bytes for 10,000 findings", len(text))
	}
}

func TestWriteRefuses(t *testing.T) {
	bad := &report.Report{Options: check.Options{Tolerance: check.Tolerance{Value: math.NaN()}}}
	if err := json.Write(&bytes.Buffer{}, bad); err == nil {
		t.Error("a tolerance that is not a number is written")
	}
}

// The members of a file that are known beforehand make the same report.
func TestJSONMembers(t *testing.T) {
	files := slices.Concat(reporttest.Sample().Files, reporttest.HullReport().Files, reporttest.UVReport(t).Files, reporttest.Many(2000, 600).Files)
	var want, got spoolStore
	a, b := json.NewSpool(&want, 1), json.NewSpool(&got, 2)
	var sum report.Summary
	for i := range files {
		sum.Add(&files[i])
		if err := a.Add(&files[i]); err != nil {
			t.Fatal(err)
		}
		if err := b.AddMembers(files[i].Path, json.Members(&files[i])); err != nil {
			t.Fatal(err)
		}
	}
	var x, y bytes.Buffer
	head := &report.Report{Version: "1"}
	if err := a.WriteReport(&x, head, sum); err != nil {
		t.Fatal(err)
	}
	if err := b.WriteReport(&y, head, sum); err != nil || !bytes.Equal(x.Bytes(), y.Bytes()) {
		t.Errorf("another report, %v", err)
	}
}

// spoolStore is a file in memory.
type spoolStore struct {
	data []byte
	at   int
}

func (s *spoolStore) Write(b []byte) (int, error) {
	s.data = append(s.data, b...)
	return len(b), nil
}

func (s *spoolStore) Read(b []byte) (int, error) {
	n := copy(b, s.data[s.at:])
	s.at += n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (s *spoolStore) Seek(offset int64, whence int) (int64, error) {
	s.at = int(offset)
	if whence == io.SeekEnd {
		s.at = len(s.data)
	}
	return int64(s.at), nil
}

// TestFormats: the schema has all formats that are read.
func TestFormats(t *testing.T) {
	var schema struct {
		Defs struct {
			File struct {
				Properties struct {
					Format struct {
						Enum []loader.Format `json:"enum"`
					} `json:"format"`
				} `json:"properties"`
			} `json:"file"`
		} `json:"$defs"`
	}
	if err := encoding.Unmarshal(json.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	listed := schema.Defs.File.Properties.Format.Enum
	for _, f := range loader.Formats() {
		if !slices.Contains(listed, f.Format) {
			t.Errorf("the schema has no format %s", f.Format)
		}
	}
	if len(listed) != len(loader.Formats()) {
		t.Errorf("the schema has the formats %v", listed)
	}
}
