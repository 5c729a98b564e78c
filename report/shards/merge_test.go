package shards_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/reporttest"
	"github.com/meshcheck/meshcheck/report/shards"
)

// split deals the files of a report out to n shards at random.
func split(r *report.Report, n int, random *rand.Rand) []*report.Report {
	shards := make([]*report.Report, n)
	for i := range shards {
		shards[i] = &report.Report{Version: r.Version, Options: r.Options,
			Shard: &report.Shard{Number: i + 1, Of: n, Inputs: len(r.Files), List: strings.Repeat("c0ffee00", 8), Rules: strings.Repeat("5ca1ab1e", 8)}}
	}
	for at, f := range r.Files {
		s := shards[random.IntN(n)]
		s.Files = append(s.Files, f)
		s.Shard.Positions = append(s.Shard.Positions, at)
	}
	return shards
}

// merged merges reports and returns what becomes of them, put together file by file.
func merged(texts ...[]byte) (*report.Report, error) {
	var sources []shards.Source
	for i, text := range texts {
		sources = append(sources, shards.Source{Name: fmt.Sprintf("%c.json", 'a'+i), JSON: bytes.NewReader(text)})
	}
	m, err := shards.New(sources)
	if err != nil {
		return nil, err
	}
	var files []report.File
	last := -1
	for {
		f, err := m.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if f.Position <= last || f.Position >= m.Inputs() || f.Source < 0 || f.Source >= len(texts) {
			return nil, fmt.Errorf("position %d of report %d comes after %d", f.Position, f.Source, last)
		}
		last = f.Position
		files = append(files, *f.File)
	}
	if _, err := m.Next(); err != io.EOF {
		return nil, fmt.Errorf("the end is followed by %v", err)
	}
	r := m.Report()
	r.Files = files
	return r, nil
}

// texts are the JSON reports of shards.
func texts(t *testing.T, shards []*report.Report) [][]byte {
	var all [][]byte
	for _, s := range shards {
		all = append(all, reporttest.JSON(t, s))
	}
	return all
}

// Shards give the whole report whatever their number and order, and read back like any.
func TestMerge(t *testing.T) {
	const seed = 7
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	schema := reporttest.JSONSchema(t)
	for name, r := range map[string]*report.Report{"sample": reporttest.Sample(), "none": {Version: "1"}, "many": reporttest.Many(100, 10), "hostile": reporttest.Hostile(), "beyond": reporttest.Beyond()} {
		want := reporttest.JSON(t, r)
		for _, n := range []int{1, 2, 3, 16} {
			all := texts(t, split(r, n, random))
			for _, text := range all {
				reporttest.ReadBack(t, text)
				if err := reporttest.Validate(t, schema, text); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
			for range 3 {
				random.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
				back, err := merged(all...)
				if err != nil {
					t.Fatalf("%s in %d shards: %v", name, n, err)
				}
				if got := reporttest.JSON(t, back); !bytes.Equal(got, want) {
					t.Errorf("%s in %d shards gives\n%.2000s", name, n, got)
				}
			}
		}
	}
}

// An interrupted shard makes an interrupted run, and what is missing adds up.
func TestMergeInterrupted(t *testing.T) {
	shards := split(reporttest.Sample(), 3, rand.New(rand.NewPCG(5, 5)))
	for _, s := range shards[:2] {
		s.Files, s.Shard.Positions = s.Files[1:], s.Shard.Positions[1:]
		s.Interrupted, s.Unreached = true, 1
	}
	r, err := merged(texts(t, shards)...)
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Summary(); !s.Interrupted || s.Unreached != 2 || s.Files != len(reporttest.Sample().Files)-2 || s.Status != check.NotChecked {
		t.Errorf("%+v", s)
	}
	reporttest.ReadBack(t, reporttest.JSON(t, r))
}

func TestMergeRefuses(t *testing.T) {
	three := func(edit func(s []*report.Report)) [][]byte {
		s := split(reporttest.Sample(), 3, rand.New(rand.NewPCG(5, 5)))
		edit(s)
		return texts(t, s)
	}
	good := three(func([]*report.Report) {})
	changed := func(i int, old, with string) [][]byte {
		all := slices.Clone(good)
		all[i] = []byte(strings.Replace(string(all[i]), old, with, 1))
		if bytes.Equal(all[i], good[i]) {
			t.Fatalf("no %q in %s", old, good[i])
		}
		return all
	}
	judged := three(func(shards []*report.Report) {
		for _, s := range shards {
			for k := range s.Files {
				if f := &s.Files[k]; f.Path == "clean.stl" {
					f.Baseline = &report.Judged{Path: f.Path, Judgements: map[check.Ref]report.Judgement{}}
				}
			}
		}
	})
	for _, row := range []struct {
		name   string
		shards [][]byte
		want   string
	}{
		{"none", nil, "there are no reports to merge"},
		{"one missing", good[1:], "shard 1 of 3 is missing"},
		{"two missing", good[1:2], "shards 1, 3 of 3 are missing"},
		{"one twice", append(slices.Clone(good), good[1]), "b.json and d.json are both shard 2 of 3"},
		{"no report", [][]byte{good[0], []byte("solid chair"), good[2]}, "b.json: not JSON at byte 1"},
		{"nothing", [][]byte{good[0], nil, good[2]}, "b.json: the JSON text ends too early"},
		{"cut", [][]byte{good[0], good[1], good[2][:len(good[2])-9]}, "c.json: the JSON text ends too early"},
		{"a whole run", [][]byte{good[0], reporttest.JSON(t, reporttest.Sample()), good[2]}, "b.json: is the report of a whole run, not of a shard"},
		{"another number", [][]byte{good[0], texts(t, split(reporttest.Sample(), 4, rand.New(rand.NewPCG(5, 5))))[1]}, "b.json: is a shard of another run than a.json: it is shard 2 of 4, the other is shard 1 of 3"},
		{"another list", changed(1, "c0ffee", "decaff"), "b.json: is a shard of another run than a.json: the lists of inputs differ"},
		{"another version", changed(1, `"version":"0.1.0"`, `"version":"0.2.0"`), "the versions differ (meshcheck 0.2.0 here, 0.1.0 there)"},
		{"other rules", changed(1, `"rules":"5ca1ab1e`, `"rules":"5ca1ab1f`), "b.json: is a shard of another run than a.json: the baseline, configuration or --max-triangles differ"},
		{"other options", changed(1, `"touch":true`, `"touch":false`), "b.json: is a shard of another run than a.json: the options differ"},
		{"a shard of none", changed(1, `"number":2`, `"number":4`), "b.json: shard: there is no shard 4 of 3"},
		{"shard 0", changed(1, `"number":2`, `"number":0`), "there is no shard 0 of 3"},
		{"too many shards", changed(1, `"of":3`, `"of":100001`), "there is no shard 2 of 100001"},
		{"more inputs", three(func(s []*report.Report) {
			for _, s := range s {
				s.Shard.Inputs++
			}
		}), "the shards have 7 inputs in total, but the run has 8"},
		{"a position beyond", three(func(s []*report.Report) { s[0].Shard.Positions[0] = 7; s[0].Shard.Positions = s[0].Shard.Positions[:1] }), "a.json: shard: position 7 is out of order, or out of range: the run has 7 inputs"},
		{"positions in disorder", three(func(s []*report.Report) { p := s[0].Shard.Positions; p[0], p[1] = p[1], p[0] }), "a.json: shard: position 2 is out of order"},
		{"a position twice", three(func(s []*report.Report) { s[0].Shard.Positions[0] = s[1].Shard.Positions[0] }), "both have position"},
		{"too few positions", three(func(s []*report.Report) { p := &s[0].Shard.Positions; *p = (*p)[:len(*p)-1] }), "a.json: the shard has only"},
		{"too many positions", three(func(s []*report.Report) { s[0].Files = s[0].Files[:len(s[0].Files)-1] }), "a.json: the shard has"},
		{"too many unreached", three(func(s []*report.Report) { s[0].Interrupted, s[0].Unreached = true, 8 }), "the shard has more files than the run has inputs"},
		{"a summary that was changed", changed(2, `"passed":`, `"passed":1`), "c.json: the summary does not match"},
		{"a baseline for one", judged, "was checked with a baseline, but "},
		{"files first", [][]byte{[]byte(`{"schema":1,"files":[`)}, "a.json: the schema, the tool or the summary is missing, or comes after the files"},
	} {
		r, err := merged(row.shards...)
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, %v, want %q", row.name, r, err, row.want)
		}
		var missing *shards.MissingError
		if strings.HasPrefix(row.want, "shard") != errors.As(err, &missing) {
			t.Errorf("%s is a %T", row.name, err)
		}
	}
}

// FuzzMerge: whatever two reports say, merging them ends in an error or in a report that
// reads back the same, the same one in either order.
func FuzzMerge(f *testing.F) {
	random := rand.New(rand.NewPCG(3, 3))
	for _, r := range []*report.Report{reporttest.Sample(), reporttest.Many(4, 2), {}, reporttest.UVReport(f)} {
		var pair [][]byte
		for _, s := range split(r, 2, random) {
			var b bytes.Buffer
			if err := json.Write(&b, s); err != nil {
				f.Fatal(err)
			}
			pair = append(pair, b.Bytes())
		}
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		r, err := merged(a, b)
		if err != nil {
			return
		}
		text := reporttest.JSON(t, r)
		reporttest.ReadBack(t, text)
		again, err := merged(b, a)
		if err != nil {
			t.Fatalf("in the other order: %v", err)
		}
		if !bytes.Equal(reporttest.JSON(t, again), text) {
			t.Error("the other order gives another report")
		}
	})
}
