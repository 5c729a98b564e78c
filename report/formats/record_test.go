package formats

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/text"
)

// recordedFixtures returns the fixtures, checked with all checks.
func recordedFixtures(t *testing.T) []report.File {
	t.Helper()
	recordedOnce.Do(func() { recorded = checkAllFixtures(t) })
	return slices.Clone(recorded)
}

var (
	recordedOnce sync.Once // they take a few seconds
	recorded     []report.File
)

func checkAllFixtures(t *testing.T) []report.File {
	t.Helper()
	var files []report.File
	o := check.Options{ListTouches: true, Checks: check.Self | check.Parts | check.Hulls | check.UV, UV: reporttest.UVOptions()}
	for _, x := range fixtures.All() {
		if strings.HasPrefix(x.Path, "hulls/") && x.Hulls == nil {
			continue // slow
		}
		files = append(files, reporttest.CheckModel(t, fixtures.Files(), x.Path, o))
	}
	return files
}

// unrecord reads a file from its record.
func unrecord(t *testing.T, data []byte, path, hash string) *report.File {
	t.Helper()
	f := &report.File{Path: path, SHA256: hash}
	if err := json.ReadRecord(data, f); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return f
}

// Every format writes the same bytes for a file read from its record.
func TestRecord(t *testing.T) {
	files := recordedFixtures(t)
	back := make([]report.File, len(files))
	for i := range files {
		f := &files[i]
		data := json.AppendRecord(nil, f)
		back[i] = *unrecord(t, data, f.Path, f.SHA256)
		if !bytes.Equal(json.AppendRecord(nil, &back[i]), data) {
			t.Errorf("%s: the record of what was read is another one", f.Path)
		}
	}
	for _, format := range []string{"html", "json", "sarif", "junit", "markdown", "codequality", "github"} {
		var want, got bytes.Buffer
		if err := Write(&want, format, &report.Report{Files: files}, reporttest.Models(&report.Report{Files: files})); err != nil {
			t.Fatal(err)
		}
		if err := Write(&got, format, &report.Report{Files: back}, reporttest.Models(&report.Report{Files: back})); err != nil || !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Errorf("%s: other bytes, %v", format, err)
		}
	}
	for i := range files {
		var want, got bytes.Buffer
		if err := text.Write(&want, &files[i], text.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := text.Write(&got, &back[i], text.Options{}); err != nil || want.String() != got.String() {
			t.Errorf("%s: other text, %v", files[i].Path, err)
		}
	}
}

// The members of a file that are known in advance make the same report.
func TestJSONMembers(t *testing.T) {
	files := recordedFixtures(t)
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

// writeAnyhow writes a file read from a record in all formats.
func writeAnyhow(f *report.File) {
	r := &report.Report{Files: []report.File{*f}}
	for _, format := range []string{"html", "json", "sarif", "junit", "markdown", "codequality", "github"} {
		_ = Write(io.Discard, format, r, nil)
	}
	_ = text.Write(io.Discard, f, text.Options{})
	f.Forget(report.Needs{})
}

// A record with flipped bits is an error, or can still be written: it contains no index out of
// range.
func TestRecordFlipped(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 4)) // seed 8
	rounds := longtest.Rounds(t, 2, 20)
	taken := 0
	for _, f := range recordedFixtures(t) {
		good := json.AppendRecord(nil, &f)
		for range rounds {
			bad := bytes.Clone(good)
			for range 1 + random.IntN(2) {
				bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
			}
			g := &report.File{Path: f.Path}
			if json.ReadRecord(bad, g) == nil {
				taken++
				writeAnyhow(g)
			}
		}
	}
	if taken < 20*rounds {
		t.Errorf("%d flipped records were taken, which says little", taken)
	}
}

func TestRecordRefuses(t *testing.T) {
	result := func() *check.Result {
		face := check.Face{}
		return &check.Result{Meshes: []check.Mesh{{
			Triangles: 2, Parts: []check.PartInfo{{Triangles: 2}},
			Counts:   check.Counts{ByRule: [check.TriangleRules]int{1}},
			Findings: []check.Finding{{B: &check.Face{Triangle: 1, InPart: 1}, A: face, Region: -1}},
		}}, Counts: check.Counts{ByRule: [check.TriangleRules]int{1}}}
	}
	if err := json.ReadRecord(json.AppendRecord(nil, &report.File{Format: "stl", Result: result()}), &report.File{}); err != nil {
		t.Fatalf("what the others are changes of: %v", err)
	}
	for name, change := range map[string]func(f *report.File){
		"no result":           func(f *report.File) { f.Result = nil },
		"a result, a problem": func(f *report.File) { f.Problem = &report.Problem{} },
		"no format":           func(f *report.File) { f.Format = "" },
		"another unit":        func(f *report.File) { f.Unit = "parsec" },
		"a part that is not":  func(f *report.File) { f.Result.Meshes[0].Findings[0].A.Part = 1 },
		"a crossing of one":   func(f *report.File) { f.Result.Meshes[0].Findings[0].B = nil },
		"half a segment":      func(f *report.File) { f.Result.Meshes[0].Findings[0].Segment = []geom.Vec{{}} },
		"other sums":          func(f *report.File) { f.Result.Counts = check.Counts{} },
		"another mesh":        func(f *report.File) { f.Result.Meshes[0].Index = 1 },
		"a rule of others":    func(f *report.File) { f.Result.Meshes[0].Findings[0].Rule = check.HullGap },
		"a pair of no pairs": func(f *report.File) {
			f.Result.Put(&check.PairResult{Pairs: []check.Pair{{Rule: check.Crossing}}})
		},
		"a count of no pairs": func(f *report.File) {
			f.Result.Put(&check.PairResult{Section: check.Section{Counts: check.Totals{check.HullGap: {1}}}})
		},
		"measured in another": func(f *report.File) { f.Result.Meshes[0].Measured = 1 },
		"a pair of no meshes": func(f *report.File) {
			f.Result.Put(&check.PairResult{Pairs: []check.Pair{{Rule: check.PartsCrossing, A: check.Object{Mesh: 4}}}})
		},
	} {
		f := &report.File{Format: "stl", Result: result()}
		change(f)
		to := report.File{Path: "x"}
		if err := json.ReadRecord(json.AppendRecord(nil, f), &to); err == nil || fmt.Sprint(to) != fmt.Sprint(report.File{Path: "x"}) {
			t.Errorf("%s: %v, %+v", name, err, to)
		}
	}
}

func FuzzReadRecord(f *testing.F) {
	f.Add(json.AppendRecord(nil, &reporttest.Sample().Files[0]))
	f.Add(json.AppendRecord(nil, &reporttest.UVReport(f).Files[0]))
	f.Add(json.AppendRecord(nil, &report.File{Format: "stl", Problem: &report.Problem{Kind: "format", Message: "facet 5 is missing"}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		var file report.File
		if json.ReadRecord(data, &file) == nil {
			writeAnyhow(&file)
		}
	})
}
