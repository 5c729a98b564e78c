package precision_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/precisiongen"
)

var (
	firstSeed = flag.Uint64("first-seed", 0, "seed of the first scene of each family of TestPrecisionFamilies")
	oneScene  = flag.String("scene", "", "a scene, FAMILY/SEED, that TestPrecisionScene describes and, with -artifacts, writes")
)

// precisionVerdict is what the default policy says of a scene.
type precisionVerdict struct {
	fails, met bool
	counts     check.Counts
}

// precisionOptions are the options that a scene is checked with.
func precisionOptions(s *precisiongen.Scene) check.Options {
	return check.Options{Workers: 1, MaxFindings: -1, Tolerance: check.Tolerance{Value: s.Tolerance}}
}

// judgedScene checks a scene as a file of a format.
func judgedScene(t testing.TB, s *precisiongen.Scene, f precisiongen.Format) precisionVerdict {
	t.Helper()
	r, err := meshcheck.Check(t.Context(), loadedScene(t, s.File(f)), precisionOptions(s))
	if err != nil {
		t.Fatalf("%s: %v", nameOf(s), err)
	}
	return precisionVerdictOf(r)
}

func precisionVerdictOf(r *check.Result) precisionVerdict {
	v := precisionVerdict{fails: r.Status != check.Pass, counts: r.Counts}
	v.met = r.Counts.OfKind(check.Crossing)+r.Counts.OfKind(check.Overlap)+r.Counts.OfKind(check.Duplicate) > 0
	return v
}

// nameOf is how the flag -scene names a scene.
func nameOf(s *precisiongen.Scene) string { return fmt.Sprintf("%s/%d", s.Family, s.Seed) }

// verdictTable counts verdicts by the rows of a family.
type verdictTable struct {
	t  *testing.T
	mu sync.Mutex
	// silent scenes are those about which nothing is claimed, for rounding left nothing that meets.
	all, wrong, silent map[string]int
	scenes, alarms     int // of all rows: scenes to check, and clean ones that fail
}

func newVerdictTable(t *testing.T, scenes uint64) *verdictTable {
	return &verdictTable{t: t, scenes: int(scenes), all: map[string]int{}, wrong: map[string]int{}, silent: map[string]int{}}
}

// falseAlarms are the shares of the clean scenes of a family, of which one or two may fail besides: a bound of
// what rounding may do errs towards failing. Of other families no clean scene does.
var falseAlarms = map[string]float64{
	"hinge":         0.15, // four sheets in one line, with vertices in common
	"clean mix":     0.15, // a body between two others, a tip in a corner
	"rib":           0.05,
	"knife":         0.05,
	"scan":          0.1,
	"soup":          0.1,
	"fences":        0.05,
	"other numbers": 0.05,
	"scaled node":   0.05,
	"sunk":          0.6, // more triangles within four tolerances than are examined
}

// shownWrong is how many wrong scenes of a row are shown and kept.
const shownWrong = 5

// add counts a verdict, and shows the scene if it is wrong.
func (v *verdictTable) add(s *precisiongen.Scene, format precisiongen.Format, got precisionVerdict) {
	right, says := s.Want.Accepts(got.fails, got.met)
	v.mu.Lock()
	defer v.mu.Unlock()
	if !says {
		v.silent[s.Row]++
		return
	}
	v.all[s.Row]++
	if right {
		return
	}
	report := v.t.Errorf
	if most, known := falseAlarms[s.Family]; known && s.Want == precisiongen.Passes {
		if v.alarms++; float64(v.alarms) <= 2+most*float64(v.scenes) {
			report = v.t.Logf
		}
	}
	if v.wrong[s.Row]++; v.wrong[s.Row] > shownWrong {
		return
	}
	report("%s (%s, %d triangles): fails: %v, want: %v; met: %v", nameOf(s), s.Storages(), s.Triangles(), got.fails, s.Want, got.met)
	writeScene(v.t, s, format)
}

// writeScene keeps a scene among the artifacts of the test.
func writeScene(t testing.TB, s *precisiongen.Scene, format precisiongen.Format) {
	name := fmt.Sprintf("%s_%d.%s", strings.ReplaceAll(s.Family, " ", "-"), s.Seed, format)
	if err := os.WriteFile(filepath.Join(t.ArtifactDir(), name), s.File(format), 0o644); err != nil {
		t.Error(err)
	}
}

// log prints a line for each row.
func (v *verdictTable) log() {
	rows := make([]string, 0, len(v.all))
	for row := range v.all {
		rows = append(rows, row)
	}
	slices.Sort(rows)
	for _, row := range rows {
		v.t.Logf("%-32s %6d wrong of %d (%d more where nothing meets)", row, v.wrong[row], v.all[row], v.silent[row])
	}
}

// scenesOf returns how many scenes of a family to check: fewer of those with tens of thousands of tiny triangles.
func scenesOf(t *testing.T, family string, few, many int) uint64 {
	switch family {
	case "corrugated": // half a minute with the race detector
		few, many = 0, max(1, many/10)
	case "small", "sunk", "tiles":
		few, many = 1, max(1, many/10)
	case "soup":
		few, many = 1, max(1, many/2)
	case "other numbers":
		many = max(1, many/2)
	case "along", "fences", "through":
		few = 1
	}
	return uint64(longtest.Rounds(t, few, many))
}

// isLarge reports whether a scene is so large that only long tests check it in several ways.
func isLarge(t testing.TB, s *precisiongen.Scene) bool {
	return !longtest.On(t) && s.Triangles() > 3000
}

// TestPrecisionFamilies compares verdicts with what is known of meshes before they are rounded.
//
// Run one family by -run 'TestPrecisionFamilies/strips'. MESHCHECK_LONG=100 takes 2,000 scenes of
// each, -first-seed other ones, and -artifacts keeps the first wrong ones as files.
func TestPrecisionFamilies(t *testing.T) {
	for _, family := range precisiongen.Families() {
		t.Run(family, func(t *testing.T) {
			n := scenesOf(t, family, 2, 20)
			t.Parallel()
			table := newVerdictTable(t, n)
			for seed := *firstSeed; seed < *firstSeed+n; seed++ {
				s := precisiongen.Make(family, seed)
				formats := s.Formats()
				format := formats[seed%uint64(len(formats))]
				table.add(&s, format, judgedScene(t, &s, format))
			}
			table.log()
		})
	}
}

// TestPrecisionScene describes one scene, that of the flag -scene.
func TestPrecisionScene(t *testing.T) {
	family, text, ok := strings.Cut(*oneScene, "/")
	if !ok {
		t.Skip("no -scene")
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	s := precisiongen.Make(family, seed)
	for _, f := range s.Formats() {
		writeScene(t, &s, f)
		v := judgedScene(t, &s, f)
		t.Logf("%s as %s: %s, %d triangles, tolerance %v, want: %v; fails: %v, %s", s.Row, f, s.Storages(), s.Triangles(), s.Tolerance, s.Want, v.fails, ruleCounts(v.counts))
	}
}

// ruleCounts names the rules of which there are findings.
func ruleCounts(c check.Counts) string {
	var words []string
	for _, r := range check.Self.Rules() {
		if n := c.Of(r); n > 0 {
			words = append(words, fmt.Sprintf("%d %v", n, r))
		}
	}
	return strings.Join(words, ", ")
}
