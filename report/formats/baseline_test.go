package formats

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// fileOf returns a file with the findings of the checks in a scene.
func fileOf(t testing.TB, s *mesh.Scene, checks check.Set) report.File {
	t.Helper()
	r, err := meshcheck.Check(t.Context(), s, check.Options{Checks: checks})
	if err != nil {
		t.Fatal(err)
	}
	return report.File{Path: "a.glb", Format: "glb", Unit: "m", SHA256: strings.Repeat("0", 64), Result: r}
}

// accepting returns a baseline that accepts all of f, written and read again.
func accepting(t testing.TB, f report.File) *baseline.Baseline {
	t.Helper()
	b := baseline.New()
	b.Judge(&f, f.Path, optionsFor(&f), noon)
	b.Update([]*report.Judged{f.Baseline}, "because", "")
	return reread(t, b)
}

func optionsFor(f *report.File) check.Options {
	o := check.Options{Checks: check.Self}
	if f.Result.Between() != nil {
		o.Checks |= check.Parts
	}
	return o
}

func reread(t testing.TB, b *baseline.Baseline) *baseline.Baseline {
	t.Helper()
	back, err := baseline.Read(strings.NewReader(baselineText(t, b)))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func baselineText(t testing.TB, b *baseline.Baseline) string {
	t.Helper()
	var text bytes.Buffer
	if n, err := b.WriteTo(&text); err != nil || int(n) != text.Len() {
		t.Fatalf("%d bytes of %d: %v", n, text.Len(), err)
	}
	return text.String()
}

// tally returns the numbers of new, accepted, worse and expired in f.
func tally(b *baseline.Baseline, f *report.File) [4]int {
	b.Judge(f, f.Path, optionsFor(f), noon)
	var n [4]int
	for s := range n {
		n[s] = f.Baseline.Of(report.BaselineState(s))
	}
	return n
}

// pairsOf returns n pairs of triangles, far enough apart to be a region each.
func pairsOf(seed uint64, n int) []geom.Triangle {
	return slices.Concat(scenetest.Scattered(meshgen.Rand(seed), n)...)
}

// Accepted findings stay accepted after another export: with triangles and corners reordered or
// reversed, coordinates written with six digits, or everything moved.
func TestBaselineSurvivesExport(t *testing.T) {
	for seed := range uint64(3) {
		rng := meshgen.Rand(seed)
		soup := pairsOf(seed, 40)
		before := fileOf(t, scenetest.SoupScene("body", soup), check.Self)
		b := accepting(t, before)
		n := len(before.Result.Meshes[0].Regions)
		if n < 30 || b.Len() != n {
			t.Fatalf("seed %d: %d lines for %d regions", seed, b.Len(), n)
		}
		shuffled, _ := meshgen.PermuteTriangles(rng, meshgen.PermuteCorners(rng, soup))
		for name, other := range map[string][]geom.Triangle{
			"same": soup, "shuffled": meshgen.FlipWinding(shuffled),
			"rounded": meshgen.Map(soup, func(v geom.Vec) geom.Vec {
				for k := range v {
					v[k] = float64(float32(v[k] * (1 + 1e-7)))
				}
				return v
			}),
			"moved": meshgen.Map(soup, func(v geom.Vec) geom.Vec { return v.Add(geom.Vec{512, -256, 64}) }),
		} {
			after := fileOf(t, scenetest.SoupScene("body", other), check.Self)
			if got := tally(b, &after); got != [4]int{0, n, 0, 0} || after.Status() != check.Pass {
				t.Errorf("seed %d, %s: %v, want all %d accepted", seed, name, got, n)
			}
			if stale := b.Stale(nil); len(stale) > 0 {
				t.Errorf("seed %d, %s: stale: %v", seed, name, stale)
			}
		}
		renamed := fileOf(t, scenetest.SoupScene("other body", soup), check.Self)
		if got := tally(b, &renamed); got != [4]int{n, 0, 0, 0} || renamed.Status() != check.Fail {
			t.Errorf("seed %d: %v in a mesh of another name", seed, got)
		}
	}
}

// A new place fails, a fixed one leaves a stale line, and nothing else changes.
func TestBaselineOfTheOthers(t *testing.T) {
	pairs := scenetest.Scattered(meshgen.Rand(7), 30)
	b := accepting(t, fileOf(t, scenetest.SoupScene("body", slices.Concat(pairs[1:]...)), check.Self))
	more := fileOf(t, scenetest.SoupScene("body", slices.Concat(pairs...)), check.Self)
	if got := tally(b, &more); got[0] != 1 || got[1] != b.Len() || more.Status() != check.Fail {
		t.Errorf("%v with a new place", got)
	}
	b = reread(t, b)
	less := fileOf(t, scenetest.SoupScene("body", slices.Concat(pairs[2:]...)), check.Self)
	if got := tally(b, &less); got[0]+got[2] != 0 || less.Status() != check.Pass || len(b.Stale(nil)) != 1 {
		t.Errorf("%v with a place mended, stale %v", got, b.Stale(nil))
	}
	if n := b.Prune(nil); n != 1 || len(b.Stale(nil)) != 0 {
		t.Errorf("%d lines pruned", n)
	}
}

// Nodes outside of a pair may be renamed, and the pair may move.
func TestBaselineOfPairs(t *testing.T) {
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	scene := func(third string, apart float64) *mesh.Scene {
		s := &mesh.Scene{Meshes: []*mesh.Mesh{cube.Mesh("cube")}}
		for i, name := range []string{"/a", "/b", third} {
			m := geom.Identity()
			m[i%3][3] = apart * float64(i) * 3 / 4
			s.Instances = append(s.Instances, mesh.Instance{Path: name, Name: name[1:], World: m})
		}
		s.Instances[1].World[0][3] = apart
		s.Instances[1].World[1][3] = 0.25
		s.Instances[2].World[2][3] = 40
		return s
	}
	before := fileOf(t, scene("/c", 0.71), check.Parts)
	b := accepting(t, before)
	if b.Len() != 1 {
		t.Fatalf("%d lines for %d pairs", b.Len(), len(before.Result.Pairs()))
	}
	for _, row := range []struct {
		third string
		apart float64
		want  [4]int
	}{{"/d", 0.71, [4]int{0, 1, 0, 0}}, {"/c", 0.755, [4]int{0, 1, 0, 0}}, {"/c", 0.8, [4]int{0, 1, 0, 0}}, {"/c", 0.6, [4]int{0, 0, 1, 0}}} {
		after := fileOf(t, scene(row.third, row.apart), check.Parts)
		if got := tally(b, &after); got != row.want {
			t.Errorf("third node %s, %g apart: %v, want %v: %+v", row.third, row.apart, got, row.want, after.Baseline.Judgements)
		}
	}
}

// regionFile returns a file with a mesh that has the given regions.
func regionFile(regions ...check.Region) report.File {
	m := check.Mesh{Name: "m", Regions: regions, RegionCount: len(regions)}
	for _, r := range regions {
		m.Counts = m.Counts.Add(r.Counts)
	}
	f := reporttest.Checked("a.stl", "stl", m)
	f.Result.Meshes[0].Box = geom.Box{Max: geom.Vec{10, 10, 10}}
	return f
}

func regionAt(x, size, depth, area float64, byRule ...int) check.Region {
	return check.Region{Counts: reporttest.Counts(byRule...), Depth: depth, Area: area, Length: size,
		Box: geom.Box{Min: geom.Vec{x, 1, 1}, Max: geom.Vec{x + size, 1 + size, 1 + size}}}
}

func TestBaselineWorse(t *testing.T) {
	was := regionAt(1, 1, 0.1, 0.5, 3, 1)
	for _, row := range []struct {
		why  string
		now  []check.Region
		want [4]int
		word string
	}{
		{"the same", []check.Region{was}, [4]int{0, 1, 0, 0}, ""},
		{"nothing", nil, [4]int{}, ""},
		{"half a percent deeper", []check.Region{regionAt(1, 1, 0.1005, 0.5, 3, 1)}, [4]int{0, 1, 0, 0}, ""},
		{"deeper", []check.Region{regionAt(1, 1, 0.102, 0.5, 3, 1)}, [4]int{0, 0, 1, 0}, "depth 0.102, was 0.1"},
		{"larger", []check.Region{regionAt(1, 1, 0.1, 0.51, 3, 1)}, [4]int{0, 0, 1, 0}, "area 0.51, was 0.5"},
		{"longer", []check.Region{regionAt(1, 1.02, 0.1, 0.5, 3, 1)}, [4]int{0, 0, 1, 0}, "length 1.02, was 1"},
		{"more", []check.Region{regionAt(1, 1, 0.1, 0.5, 4, 1)}, [4]int{0, 0, 1, 0}, "crossing 4, was 3"},
		{"another kind", []check.Region{regionAt(1, 1, 0.1, 0.5, 3, 1, 1)}, [4]int{0, 0, 1, 0}, "duplicate 1, was 0"},
		{"better", []check.Region{regionAt(1.2, 0.5, 0.05, 0.1, 1)}, [4]int{0, 1, 0, 0}, ""},
		{"elsewhere", []check.Region{regionAt(5, 1, 0.1, 0.5, 3, 1)}, [4]int{1, 0, 0, 0}, ""},
		{"mended in the middle", []check.Region{regionAt(1, 0.3, 0.1, 0.2, 1), regionAt(1.6, 0.3, 0.1, 0.2, 2)}, [4]int{0, 2, 0, 0}, ""},
		{"two of half the size, but more", []check.Region{regionAt(1, 0.3, 0.1, 0.2, 2), regionAt(1.6, 0.3, 0.1, 0.2, 2)}, [4]int{1, 1, 0, 0}, ""},
		{"one beside it", []check.Region{was, regionAt(2.5, 0.3, 0.1, 0.2, 1)}, [4]int{1, 1, 0, 0}, ""},
	} {
		b := accepting(t, regionFile(was))
		f := regionFile(row.now...)
		if got := tally(b, &f); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
		if row.word != "" && f.Baseline.Judgements[check.Ref{}].Worse != row.word {
			t.Errorf("%s: worse is %q, want %q", row.why, f.Baseline.Judgements[check.Ref{}].Worse, row.word)
		}
		if row.want == [4]int{} && len(b.Stale(nil)) != 1 {
			t.Errorf("%s: the line is not out of date", row.why)
		}
	}
}

// A line is valid through its last day, in UTC.
func TestBaselineExpires(t *testing.T) {
	f := regionFile(regionAt(1, 1, 0.1, 0.5, 3))
	text := strings.Replace(baselineText(t, accepting(t, f)), " # because", " until 2027-01-31 # because", 1)
	for at, want := range map[string]report.BaselineState{
		"2026-11-21T00:00:00Z": report.BaselineAccepted, "2027-01-31T23:59:59Z": report.BaselineAccepted, "2027-02-01T00:00:00Z": report.BaselineExpired,
		"2027-02-01T08:00:00+09:00": report.BaselineAccepted, "2027-01-31T20:00:00-08:00": report.BaselineExpired,
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		b, err := baseline.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		b.Judge(&f, "a.stl", check.Options{}, now)
		if got := f.Baseline.Judgements[check.Ref{}]; got.State != want || got.Until != "2027-01-31" {
			t.Errorf("at %s: %+v, want %s", at, got, want)
		}
		if (f.Status() == check.Pass) != (want == report.BaselineAccepted) {
			t.Errorf("at %s: %s", at, f.Status())
		}
	}
}

// Two people who each add lines get them in the same order, and a merge of both texts, with
// duplicate lines, accepts the same.
func TestBaselineMerges(t *testing.T) {
	one, two := regionFile(regionAt(1, 1, 0.1, 0, 3)), regionFile(regionAt(1, 1, 0.1, 0, 3), regionAt(5, 1, 0.1, 0, 2))
	a, b := accepting(t, one), accepting(t, two)
	lines := func(b *baseline.Baseline) (out []string) {
		for line := range strings.Lines(baselineText(t, b)) {
			if line[0] != '#' && line != "\n" {
				out = append(out, line)
			}
		}
		return out
	}
	all := lines(b)
	if !slices.IsSorted(all) || !slices.Contains(all, lines(a)[0]) {
		t.Errorf("the lines are %q and %q", lines(a), all)
	}
	merged, err := baseline.Read(strings.NewReader(strings.Join(slices.Concat(lines(a), all), "")))
	if err != nil {
		t.Fatal(err)
	}
	if got := tally(merged, &two); got != [4]int{0, 2, 0, 0} || len(merged.Stale(nil)) > 0 || merged.Len() != 2 {
		t.Errorf("merged: %v, stale %v", got, merged.Stale(nil))
	}
}

// Remarks stay where they are, and reasons and dates with their lines.
func TestBaselineUpdateKeeps(t *testing.T) {
	was := regionFile(regionAt(1, 1, 0.1, 0, 3), regionAt(5, 1, 0.1, 0, 2))
	text := "# ours\n\n# on the first\n" + strings.ReplaceAll(strings.Join(strings.SplitAfter(baselineText(t, accepting(t, was)), "\n")[4:], ""), "# because", "until 2030-01-01 # old") + "# the end\n"
	b, err := baseline.Read(strings.NewReader("\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got := baselineText(t, b); got != text {
		t.Fatalf("read and written:\n%s\nwant\n%s", got, text)
	}
	now := regionFile(regionAt(1, 1, 0.2, 0, 4), regionAt(8, 1, 0.1, 0, 1))
	tally(b, &now)
	c := b.Update([]*report.Judged{now.Baseline, now.Baseline}, " fresh\n# reason\u202e", "2031-01-01")
	if c != (baseline.Change{New: 1, Updated: 1, Dropped: 1}) {
		t.Errorf("%+v", c)
	}
	got := baselineText(t, b)
	for _, want := range []string{"# ours\n\n", "crossing 4 depth 0.2 ", "until 2030-01-01 # old\n", "until 2031-01-01 # fresh # reason\n", "# the end\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	again := regionFile(regionAt(1, 1, 0.2, 0, 4), regionAt(8, 1, 0.1, 0, 1))
	if n := tally(reread(t, b), &again); n != [4]int{0, 2, 0, 0} {
		t.Errorf("%v after the update", n)
	}
}

// Whatever the names and the reason are, an entry is one line and accepts only that file.
func TestBaselineHostileNames(t *testing.T) {
	for _, name := range []string{
		"a b.stl", "#a.stl", `a"b.stl`, `"`, "a\nb.stl", "a\tb", "[1].stl", "*", "{a,b}", "{{{{{,,**", `a\b`, "\u202ea", "ä/ö.stl", "a#b", "\u00a0", "until", "\ufffd",
	} {
		f := regionFile(regionAt(1, 1, 0.1, 0.5, 3))
		f.Result.Meshes[0].Name = name + " # \"\n"
		f.Path = name
		b := baseline.New()
		b.Judge(&f, f.Path, check.Options{}, noon)
		b.Update([]*report.Judged{f.Baseline}, "a reason\nx region 0 # \x00 "+name, "")
		text := baselineText(t, b)
		if n := strings.Count(text, "\n"); n != 5 {
			t.Errorf("%q: %d lines:\n%s", name, n, text)
		}
		back := reread(t, b)
		if got := baselineText(t, back); got != text {
			t.Errorf("%q: reads back as\n%s\nwant\n%s", name, got, text)
		}
		if got := tally(back, &f); got != [4]int{0, 1, 0, 0} {
			t.Errorf("%q: %v", name, got)
		}
		f.Path = "x" + name
		if got := tally(back, &f); got != [4]int{1, 0, 0, 0} {
			t.Errorf("%q accepts another file: %v", name, got)
		}
	}
}

func TestBaselineErrors(t *testing.T) {
	const start = "a.stl region 0123456789abcdef "
	for _, row := range []struct {
		line   string
		column int
		want   string
	}{
		{"a.stl", 6, "the rule is missing"},
		{"a.stl region", 13, "the key is missing"},
		{"a.stl regoin x", 7, `"regoin" is neither "region" nor a rule`},
		{"a.stl region 0123", 14, "not a key of 16"},
		{`"a.stl region`, 1, "has no end"},
		{`"a"region`, 4, "not followed by a space"},
		{`"" region`, 1, "the path is empty"},
		{"[a region", 1, "not a valid pattern"},
		{"{a}{b}{c}{d}{e} region", 1, "more than 4"},
		{strings.Repeat("{a,b,c,d,e}", 4) + " region", 1, "more than 256"},
		{strings.Repeat("{", 4) + strings.Repeat(",", 1000) + strings.Repeat("}", 4) + " region", 1, "more than 256"},
		{start + "depht 1", 31, `"depht" is not a field`},
		{start + "ä 1", 31, "not a field"},
		{start + "depth", 36, "what belongs behind depth is missing"},
		{start + "depth x", 37, "not a number"},
		{start + "depth NaN", 37, "not a number"},
		{start + "depth 1e999", 37, "not a number"},
		{start + "depth -1", 37, "not a size"},
		{start + "crossing 1.5", 40, "not a whole number"},
		{start + "depth 1 depth 1", 39, "occurs twice"},
		{start + "times 0", 37, "not a number of times"},
		{start + "times 1e3", 37, "not a number of times"},
		{start + "box 1,2,3", 35, "not a box"},
		{start + "box 1,2:1,2,3", 35, "not a point"},
		{start + "box 1,2,3:0,2,3", 35, "below the first"},
		{start + "until 2027-02-30", 37, "not a date"},
		{start + "until 31.1.2027 # x", 37, "not a date"},
		{"ä\xff", 2, "not UTF-8"},
		{"# \xff", 3, "not UTF-8"},
	} {
		_, err := baseline.Read(strings.NewReader("\n# remark\n" + row.line + "\n"))
		bad, ok := err.(*baseline.Error)
		if !ok || bad.Line != 3 || bad.Column != row.column || !strings.Contains(bad.Error(), row.want) {
			t.Errorf("%q: %v, want column %d: %s", row.line, err, row.column, row.want)
		}
	}
}

// Paths with a pattern accept in several files, once in each.
func TestBaselinePatterns(t *testing.T) {
	f := regionFile(regionAt(1, 1, 0.1, 0.5, 3))
	line := strings.SplitAfter(baselineText(t, accepting(t, f)), "\n")[4]
	for pattern, paths := range map[string]map[string]bool{
		"*.stl":      {"a.stl": true, "x/a.stl": false},
		"**/*.stl":   {"a.stl": true, "x/y/a.stl": true, "a.glb": false},
		"./a.stl":    {"a.stl": true},
		`\[a\].stl`:  {"[a].stl": true, "a.stl": false},
		"{a,b}.stl":  {"a.stl": true, "b.stl": true, "c.stl": false},
		"../x/a.stl": {"../x/a.stl": true, "x/a.stl": false},
	} {
		b, err := baseline.Read(strings.NewReader(strings.Replace(line, "a.stl", pattern, 1)))
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range paths {
			if b.Judge(&f, path, check.Options{}, noon); (f.Baseline.Of(report.BaselineAccepted) == 1) != want {
				t.Errorf("%s accepts in %s: %v", pattern, path, !want)
			}
		}
	}
}

// A line is not stale if no check covered it or the list had no room for its finding.
func TestBaselineStaleOnlyIfLooked(t *testing.T) {
	text := baselineText(t, accepting(t, regionFile(regionAt(1, 1, 0.1, 0.5, 3)))) +
		"a.stl parts/crossing 0123456789abcdef\na.stl clearance 0123456789abcdef\na.stl hull_flat 0123456789abcdef\nb.stl region 0123456789abcdef\n"
	read := func() *baseline.Baseline {
		b, err := baseline.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	clean, cut := regionFile(), regionFile()
	cut.Result.Meshes[0].RegionCount = 1
	between := regionFile()
	between.Result.Put(&check.PairResult{})
	between.Result.Put(&check.HullResult{})
	for _, row := range []struct {
		why    string
		f      report.File
		checks check.Set
		want   int
	}{
		{"not checked", report.File{Path: "a.stl"}, 0, 0}, {"self", clean, check.Self, 1}, {"the default, which looks for hulls", clean, 0, 2},
		{"self was not asked for", between, check.Parts | check.Hulls, 2}, {"a cut list", cut, check.Self, 0}, {"all", between, check.Self | check.Between | check.Hulls, 4},
	} {
		b := read()
		b.Judge(&row.f, "a.stl", check.Options{Checks: row.checks}, noon)
		if got := b.Stale(nil); len(got) != row.want {
			t.Errorf("%s: stale are %v, want %d", row.why, got, row.want)
		}
		gone := b.Stale(func(path string) bool { return path == "b.stl" })
		if len(gone) != row.want+1 || !gone[len(gone)-1].Gone {
			t.Errorf("%s: with a file gone, stale are %v", row.why, gone)
		}
	}
}

// The samples of all reports are accepted completely, also after reading them back.
func TestBaselineInJSON(t *testing.T) {
	s := reporttest.JSONSchema(t)
	for name, r := range map[string]*report.Report{"sample": reporttest.Sample(), "hostile": reporttest.Hostile(), "hulls": reporttest.HullReport()} {
		b := baseline.New()
		var judged []*report.Judged
		for i := range r.Files {
			r.Files[i].Path += fmt.Sprint(i) // otherwise two would be the same file
			b.Judge(&r.Files[i], r.Files[i].Path, r.Options, noon)
			judged = append(judged, r.Files[i].Baseline)
		}
		b.Update(judged, "", "2030-01-01")
		for i := range r.Files {
			b.Judge(&r.Files[i], r.Files[i].Path, r.Options, noon)
			if r.Files[i].Result == nil {
				continue
			}
			if n := len(r.Files[i].Baseline.Judgements); n != r.Files[i].Baseline.Of(report.BaselineAccepted) {
				t.Errorf("%s: %s has %d things that fail, %d accepted", name, r.Files[i].Path, n, r.Files[i].Baseline.Of(report.BaselineAccepted))
			}
		}
		if page := htmlPage(t, &report.Report{Files: r.Files[:1]}); strings.Contains(page, "region to look at") || strings.Contains(page, "regions to look at") {
			t.Errorf("%s: the page asks to look at what is accepted", name)
		}
		text := reporttest.JSON(t, r)
		if err := reporttest.Validate(t, s, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		back := reporttest.ReadBack(t, text)
		for i := range r.Files {
			got, want := back.Files[i].Baseline, r.Files[i].Baseline
			if (got == nil) != (want == nil) || got != nil && !reflect.DeepEqual(got.Judgements, want.Judgements) ||
				back.Files[i].Status() != r.Files[i].Status() {
				t.Errorf("%s: reads back as\n%v, want\n%v", name, got, want)
			}
		}
	}
}

// manyRegions returns a file of n adjacent regions, moved by the given distance.
func manyRegions(n int, by float64) report.File {
	var all []check.Region
	for i := range n {
		r := regionAt(float64(i%100)/11+by, 0.01, 0.001, 0, 1)
		for _, corner := range []*geom.Vec{&r.Box.Min, &r.Box.Max} {
			corner[1] += float64(i/100) / 11
		}
		all = append(all, r)
	}
	return regionFile(all...)
}

// Ten thousand lines on one mesh are matched, even if all of it moved slightly, which defeats exact
// matching.
func TestBaselineOfThousands(t *testing.T) {
	const n = 10_000
	f := manyRegions(n, 0)
	b := accepting(t, f)
	for _, by := range []float64{0, 1e-4} {
		f := manyRegions(n, by)
		if got := tally(b, &f); got != [4]int{0, n, 0, 0} {
			t.Errorf("moved by %g: %v", by, got)
		}
	}
}

// BenchmarkBaseline matches lines with regions of one mesh that moved slightly.
func BenchmarkBaseline(b *testing.B) {
	for n := 1000; n <= 16_000; n *= 4 {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			lines := accepting(b, manyRegions(n, 0))
			for b.Loop() {
				f := manyRegions(n, 1e-4)
				tally(lines, &f)
			}
		})
	}
}

func FuzzBaseline(f *testing.F) {
	f.Add(baselineText(f, accepting(f, regionFile(regionAt(1, 1, 0.1, 0.5, 3, 1)))))
	f.Add("{a,{b,,[x]}*}{.stl,**/?}{,,} region 0123456789abcdef\n")
	f.Add("# x\n\n\"a b\" parts/overlap 0123456789abcdef depth 1e-300 box -1,0,0:1,2,3 mesh 0,0,0 what \"\\n\" until 2027-01-31 # r\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := baseline.Read(strings.NewReader(text))
		if err != nil {
			if bad, ok := err.(*baseline.Error); !ok || bad.Line < 1 || bad.Column < 1 {
				t.Fatalf("%v", err)
			}
			return
		}
		once := baselineText(t, b)
		back, err := baseline.Read(strings.NewReader(once))
		if err != nil {
			t.Fatalf("%v in\n%s", err, once)
		}
		if again := baselineText(t, back); again != once {
			t.Fatalf("written\n%q, then\n%q", once, again)
		}
		file := regionFile(regionAt(1, 1, 0.1, 0.5, 3, 1))
		b.Judge(&file, "a.stl", check.Options{}, noon)
		b.Update([]*report.Judged{file.Baseline}, fmt.Sprint(text), "")
		if got := tally(reread(t, b), &file); got[0] != 0 || got[2] != 0 {
			t.Fatalf("%v after an update of\n%s", got, text)
		}
	})
}

// A new fault is not mistaken for a fixed one nearby, nor a fault that got worse for a larger one
// nearby. Each line accepts one place, the nearest.
func TestBaselineBesideMended(t *testing.T) {
	small, large := regionAt(1, 0.1, 0.1, 0, 3), regionAt(1.13, 0.1, 0.5, 0, 9)
	deeper, grown := regionAt(1, 0.1, 0.2, 0, 3), regionAt(1, 0.101, 0.2, 0, 4)
	for _, row := range []struct {
		why      string
		was, now []check.Region
		want     [4]int
	}{
		{"beside a mended one", []check.Region{large}, []check.Region{small}, [4]int{1, 0, 0, 0}},
		{"beside a mended one that was long", []check.Region{regionAt(1, 1, 0.5, 0, 9)}, []check.Region{regionAt(2.02, 0.1, 0.1, 0, 3)}, [4]int{1, 0, 0, 0}},
		{"no farther than 11 bits move it", []check.Region{large}, []check.Region{regionAt(1.132, 0.1, 0.5, 0, 9)}, [4]int{0, 1, 0, 0}},
		{"worse, and a larger one beside it mended", []check.Region{small, large}, []check.Region{grown}, [4]int{0, 0, 1, 0}},
		{"worse, and one beside it as it was", []check.Region{small, large}, []check.Region{grown, large}, [4]int{0, 1, 1, 0}},
		{"two at the place of one", []check.Region{small}, []check.Region{small, small}, [4]int{1, 1, 0, 0}},
		{"three at the place of two that are the same", []check.Region{small, small}, []check.Region{small, small, small}, [4]int{1, 2, 0, 0}},
		{"three at the place of two", []check.Region{small, deeper}, []check.Region{small, deeper, small}, [4]int{1, 2, 0, 0}},
		{"the greater of two mended", []check.Region{small, deeper}, []check.Region{small}, [4]int{0, 1, 0, 0}},
		{"one of two got worse", []check.Region{small, deeper}, []check.Region{deeper, deeper}, [4]int{0, 1, 1, 0}},
		{"a piece of a large one, and a small one beside it mended", []check.Region{regionAt(1, 1, 0.5, 0, 9), regionAt(2.001, 0.1, 0.1, 0, 3)},
			[]check.Region{regionAt(1.88, 0.12, 0.4, 0, 5)}, [4]int{0, 1, 0, 0}},
	} {
		b := accepting(t, regionFile(row.was...))
		f := regionFile(row.now...)
		if got := tally(b, &f); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// Shells of a mesh share its names: a new pair of shells is not mistaken for one nearby.
func TestBaselineOfShells(t *testing.T) {
	stack := func(heights ...float64) report.File {
		var soup []geom.Triangle
		for _, h := range heights {
			plate := meshgen.Box(geom.Vec{}, geom.Vec{4, 4, 1})
			soup = append(soup, meshgen.Map(plate.Soup(), func(v geom.Vec) geom.Vec { return v.Add(geom.Vec{h / 8, h / 8, h}) })...)
		}
		r, err := meshcheck.Check(t.Context(), scenetest.SoupScene("stack", soup), check.Options{Checks: check.Parts, PartsOf: check.ByShell})
		if err != nil {
			t.Fatal(err)
		}
		return report.File{Path: "a.glb", Format: "glb", Unit: "m", SHA256: strings.Repeat("0", 64), Result: r}
	}
	b := accepting(t, stack(0, 0.75, 2, 3.25)) // the first two overlap
	for _, row := range []struct {
		why     string
		heights []float64
		want    [4]int
	}{
		{"the same", []float64{0, 0.75, 2, 3.25}, [4]int{0, 1, 0, 0}}, {"mended", []float64{-0.5, 0.75, 2, 3.25}, [4]int{}},
		{"another pair", []float64{-0.5, 0.75, 1.5, 3.25}, [4]int{1, 0, 0, 0}}, {"both", []float64{0, 0.75, 1.5, 3.25}, [4]int{1, 1, 0, 0}},
	} {
		f := stack(row.heights...)
		if got := tally(b, &f); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// Names that several nodes share do not distinguish a pair from another one far away; unique names
// do.
func TestBaselineOfEqualNames(t *testing.T) {
	cube := meshgen.Box(geom.Vec{}, geom.Vec{1, 1, 1})
	scene := func(paths [4]string, at [4]float64) report.File {
		s := &mesh.Scene{Meshes: []*mesh.Mesh{cube.Mesh("cube")}}
		for i, path := range paths {
			m := geom.Identity()
			m[0][3], m[1][3], m[2][3] = at[i], float64(i)/16, float64(i)/32
			s.Instances = append(s.Instances, mesh.Instance{Path: path, Name: path[1:], World: m})
		}
		return fileOf(t, s, check.Parts)
	}
	equal, unique := [4]string{"/a", "/b", "/a", "/b"}, [4]string{"/a", "/b", "/c", "/d"}
	for _, row := range []struct {
		why   string
		paths [4]string
		now   [4]float64
		want  [4]int
	}{
		{"the same", equal, [4]float64{0, 0.75, 20, 30}, [4]int{0, 1, 0, 0}}, {"another pair of the same names", equal, [4]float64{0, 10, 20, 20.75}, [4]int{1, 0, 0, 0}},
		{"unique names, moved", unique, [4]float64{40, 40.75, 20, 30}, [4]int{0, 1, 0, 0}}, {"other names", unique, [4]float64{0, 10, 20, 20.75}, [4]int{1, 0, 0, 0}},
	} {
		b := accepting(t, scene(row.paths, [4]float64{0, 0.75, 20, 30}))
		f := scene(row.paths, row.now)
		if got := tally(b, &f); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// Indistinguishable findings have one line with their number; one more is new.
func TestBaselineTimes(t *testing.T) {
	r := regionAt(1, 0.1, 0.1, 0, 3)
	files := func(n int) report.File { return regionFile(slices.Repeat([]check.Region{r}, n)...) }
	b := accepting(t, files(2))
	if text := baselineText(t, b); b.Len() != 2 || strings.Count(text, " times 2 box ") != 1 || strings.Count(text, " region ") != 1 {
		t.Fatalf("%d accepted:\n%s", b.Len(), text)
	}
	merged, err := baseline.Read(strings.NewReader(baselineText(t, accepting(t, files(1))) + baselineText(t, b) + baselineText(t, b)))
	if err != nil || merged.Len() != 2 {
		t.Fatalf("%v: %d accepted of two that are the same", err, merged.Len())
	}
	for n, want := range [][4]int{1: {0, 1, 0, 0}, 2: {0, 2, 0, 0}, 3: {1, 2, 0, 0}} {
		f := files(n)
		if got := tally(merged, &f); n > 0 && got != want {
			t.Errorf("%d: %v, want %v", n, got, want)
		}
	}
	for _, row := range []struct{ now, new int }{{3, 1}, {1, 0}, {2, 1}} { // of 2, then 3, then 1
		f := files(row.now)
		tally(b, &f)
		if c := b.Update([]*report.Judged{f.Baseline}, "", ""); b.Len() != row.now || c.New != row.new {
			t.Errorf("%d: %+v\n%s", row.now, c, baselineText(t, b))
		}
		b = reread(t, b)
		if got := tally(b, &f); got != [4]int{0, row.now, 0, 0} {
			t.Errorf("%d: %v after the update", row.now, got)
		}
	}
	few, err := baseline.Read(strings.NewReader(strings.Replace(baselineText(t, b), "times 2", "times 9223372036854775807", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if few.Len() != math.MaxInt64 {
		t.Errorf("%d accepted of very many", few.Len())
	}
	f := files(3)
	if got := tally(few, &f); got != [4]int{0, 3, 0, 0} {
		t.Errorf("%v of very many times", got)
	}
}

// What is accepted does not depend on the order of the lines or of the findings.
func TestBaselineOrder(t *testing.T) {
	for seed := range uint64(20) {
		rng := meshgen.Rand(seed)
		some := func(n int) (all []check.Region) {
			for range n {
				all = append(all, regionAt(1+float64(rng.IntN(12))/800, float64(1+rng.IntN(3))/40, float64(1+rng.IntN(3))/8, 0, 1+rng.IntN(4)))
			}
			return all
		}
		was, now := some(12), some(14)
		lines := strings.Split(strings.TrimSpace(baselineText(t, accepting(t, regionFile(was...)))), "\n")
		want := ""
		for range 8 {
			rng.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
			rng.Shuffle(len(now), func(i, k int) { now[i], now[k] = now[k], now[i] })
			b, err := baseline.Read(strings.NewReader(strings.Join(lines, "\n")))
			if err != nil {
				t.Fatal(err)
			}
			f := regionFile(now...)
			tally(b, &f)
			var judged []string
			for at, j := range f.Baseline.Judgements {
				r := f.Result.Meshes[0].Regions[at.Index]
				judged = append(judged, fmt.Sprint(r.Counts, r.Box, r.Depth, j))
			}
			slices.Sort(judged)
			if got := strings.Join(judged, "\n"); want != "" && got != want {
				t.Fatalf("seed %d: in another order\n%s\nwant\n%s", seed, got, want)
			} else {
				want = got
			}
		}
	}
}

// Thousands of findings at one place, and pieces of thousands of regions, are matched as well.
func TestBaselineOfThousandsTogether(t *testing.T) {
	n := longtest.Size(t, 1000, 10_000)
	regions := func(change func(i int, r *check.Region)) (all []check.Region) {
		for i := range n {
			r := regionAt(1, 1, 0.1+float64(i)/float64(n), 0, 4)
			change(i, &r)
			all = append(all, r)
		}
		return all
	}
	same := func(int, *check.Region) {}
	place := func(at, size float64, counts int) func(i int, r *check.Region) {
		return func(i int, r *check.Region) {
			*r = regionAt(float64(i%20)/2+at, size, 0.1, 0, counts)
			for _, corner := range []*geom.Vec{&r.Box.Min, &r.Box.Max} {
				corner[1] += float64(i/20%20) / 2
				corner[2] += float64(i/400) / 3
			}
		}
	}
	for _, row := range []struct {
		why      string
		was, now []check.Region
		want     [4]int
	}{
		{"the same", regions(same), regions(same), [4]int{0, n, 0, 0}},
		{"all worse", regions(same), regions(func(_ int, r *check.Region) { r.Counts = reporttest.Counts(5) }), [4]int{0, 0, n, 0}},
		{"in pieces", regions(place(0, 0.3, 4)), slices.Concat(regions(place(0, 0.1, 2)), regions(place(0.2, 0.1, 2))), [4]int{0, 2 * n, 0, 0}},
		{"in pieces that are more", regions(place(0, 0.3, 4)), slices.Concat(regions(place(0, 0.1, 2)), regions(place(0.2, 0.1, 3))), [4]int{n, n, 0, 0}},
	} {
		b := accepting(t, regionFile(row.was...))
		f := regionFile(row.now...)
		if got := tally(b, &f); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}
