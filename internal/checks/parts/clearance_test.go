package parts_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/oracle"
	"github.com/meshcheck/meshcheck/mesh"
)

// cleared checks the clearance of a scene alone.
func cleared(t testing.TB, s *mesh.Scene, limit float64, o check.Options) *check.Result {
	t.Helper()
	o.Checks, o.Clearance = check.Clearance, check.Length{Value: limit}
	return checked(t, s, o)
}

// distances returns what a check says of each pair, by the paths of the two.
func distances(t testing.TB, r *check.Result) map[[2]string]*check.Nearest {
	t.Helper()
	found := map[[2]string]*check.Nearest{}
	for i := range r.Pairs() {
		p := &r.Pairs()[i]
		pair := [2]string{p.A.Path, p.B.Path}
		if p.Rule != check.TooNear || p.Nearest == nil || found[pair] != nil {
			t.Fatalf("%v is listed twice, or is no matter of clearance: %+v", pair, p)
		}
		found[pair] = p.Nearest
	}
	return found
}

// reachesFrom fails unless the nearest points are on their triangles and as far apart as
// the distance says, as far as float64 goes in a scene of that size.
func reachesFrom(t *testing.T, n *check.Nearest, size float64) {
	t.Helper()
	slack := size * 0x1p-44
	if d := n.Points[0].Sub(n.Points[1]).Norm(); math.Abs(d-n.Distance) > slack {
		t.Errorf("the points %v are %v apart, the objects %v", n.Points, d, n.Distance)
	}
	for k := range n.Points {
		if _, d := n.Faces[k].Corners.Nearest(n.Points[k]); d > slack {
			t.Errorf("point %v is %v off its triangle %v", n.Points[k], d, n.Faces[k].Corners)
		}
	}
	if n.Contact && (n.Distance != 0 || n.Points[0] != n.Points[1]) {
		t.Errorf("in contact, %+v", n)
	}
}

// TestClearanceOfFixtures compares the scenes with the distances in the file beside them.
func TestClearanceOfFixtures(t *testing.T) {
	text, err := fs.ReadFile(fixtures.Files(), "scenes/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var scenes []struct {
		File  string
		Pairs []struct {
			A, B     string
			Distance *float64
			Verdict  string
		}
	}
	if err := json.Unmarshal(text, &scenes); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, scene := range scenes {
		s := openFixture(t, "scenes/"+scene.File)
		found := distances(t, cleared(t, s, 1000, check.Options{Hulls: noHulls}))
		for _, want := range scene.Pairs {
			got := found[[2]string{want.A, want.B}]
			var distance float64
			if want.Distance != nil {
				distance = *want.Distance
			}
			if got == nil {
				t.Errorf("%s: %s and %s are not found", scene.File, want.A, want.B)
				continue
			}
			compared++
			if contact := want.Verdict != "apart" && want.Verdict != "contained" && want.Distance == nil; contact && !got.Contact {
				t.Errorf("%s: %s and %s: %v apart, want contact", scene.File, want.A, want.B, got.Distance)
			}
			if off := math.Abs(got.Distance - distance); off > 1e-12*max(1, distance) {
				t.Errorf("%s: %s and %s: %v apart, want %v", scene.File, want.A, want.B, got.Distance, distance)
			}
			reachesFrom(t, got, 1e4)
		}
	}
	if compared < 20 {
		t.Errorf("only %d pairs were compared", compared)
	}
}

// someWorld returns a turned, stretched, mirrored or sheared place near the origin.
func someWorld(rng *rand.Rand, spread float64) geom.Affine {
	m := turned(geom.Vec{rng.NormFloat64(), rng.NormFloat64(), 1}, 6*rng.Float64())
	if rng.IntN(3) == 0 {
		m = here
	}
	m = m.Mul(geom.Affine{{1, float64(rng.IntN(2)) / 2, 0, 0}, {0, math.Ldexp(1, rng.IntN(3)-1), 0, 0}, {0, 0, 1 - 2*float64(rng.IntN(2)), 0}})
	for r := range m {
		m[r][3] = math.Round(16*spread*rng.NormFloat64()) / 16
	}
	return m
}

// TestClearanceEqualsOracle compares all pairs of random small scenes with brute force
// over all pairs of triangles in rational arithmetic.
func TestClearanceEqualsOracle(t *testing.T) {
	each := longtest.Rounds(t, 1, 12)
	levels := longtest.Size(t, 1, 2)
	for _, family := range []struct {
		name string
		make func(rng *rand.Rand) []geom.Triangle
	}{
		{"random", func(rng *rand.Rand) []geom.Triangle { return meshgen.Random(rng, 12, 0.5) }},
		{"snapped", func(rng *rand.Rand) []geom.Triangle { return meshgen.Snapped(rng, 8, 9, 3) }},
		{"coplanar", func(rng *rand.Rand) []geom.Triangle { return meshgen.Coplanar(rng, 6) }},
		{"boxes", func(rng *rand.Rand) []geom.Triangle { return box(0, 0, 0, 1, float64(1+rng.IntN(2)), 2).Soup() }},
		{"balls", func(rng *rand.Rand) []geom.Triangle {
			return meshgen.Icosphere(rng.IntN(levels), geom.Vec{}, 0.75).Soup()
		}},
	} {
		t.Run(family.name, func(t *testing.T) {
			t.Parallel()
			var near, far, contact int
			for seed := range uint64(each) {
				rng := meshgen.Rand(seed)
				s := &mesh.Scene{}
				for k := range 4 {
					s.Meshes = append(s.Meshes, meshgen.Mesh("", family.make(rng)))
					s.Instances = append(s.Instances, mesh.Instance{Path: string(rune('a' + k)), Mesh: rng.IntN(k + 1), World: someWorld(rng, 1.25)})
				}
				objects, singular := oracle.Objects(s)
				truth := oracle.NewScene(objects)
				if len(singular) > 0 {
					t.Fatalf("seed %d: %q are singular", seed, singular)
				}
				limit := math.Ldexp(1, rng.IntN(6)-3)
				found := distances(t, cleared(t, s, limit, check.Options{Workers: 1 + int(seed%3)}))
				for i := range objects {
					for j := i + 1; j < len(objects); j++ {
						want, got := truth.Distance(i, j), found[[2]string{objects[i].Path, objects[j].Path}]
						switch {
						case got == nil && want < limit-1e-4, got != nil && want >= limit:
							t.Fatalf("seed %d, objects %d and %d: %v apart, limit %v: %+v", seed, i, j, want, limit, got)
						case got == nil:
							far++
							continue
						case got.Contact != (want == 0), math.Abs(got.Distance-want) > 1e-13*10:
							t.Fatalf("seed %d, objects %d and %d: %+v, want %v", seed, i, j, got, want)
						case got.Contact:
							contact++
						default:
							near++
						}
						reachesFrom(t, got, 10)
					}
				}
			}
			if min(near, far, contact) < each/4 {
				t.Errorf("%d pairs are near, %d far, %d in contact: that is no test", near, far, contact)
			}
		})
	}
}

// TestClearance is a row for each way in which two objects can keep their distance.
func TestClearance(t *testing.T) {
	for _, row := range []struct {
		name  string
		scene *sceneBuilder
		limit float64
		want  float64 // -1: far enough
	}{
		{"too near", new(sceneBuilder).Show(cube, here, moved(1.25, 0, 0)), 0.5, 0.25},
		{"near on a diagonal", new(sceneBuilder).Show(cube, here, moved(1.25, 1.25, 1.25)), 0.5, math.Sqrt(3 * 0.0625)},
		{"boxes near, surfaces far", new(sceneBuilder).Show(cube, here, moved(1.25, 1.25, 1.25)), 0.4, -1},
		{"just as far", new(sceneBuilder).Show(cube, here, moved(1.25, 0, 0)), 0.25, -1},
		{"as far but for a rounding of the file", new(sceneBuilder).Show(cube, here, moved(float64(float32(1.1)), 0, 0)), 0.1000001, -1},
		{"nearer than a rounding explains", new(sceneBuilder).Show(cube, here, moved(float64(float32(1.1)), 0, 0)), 0.10001, float64(float32(1.1)) - 1},
		{"in contact", new(sceneBuilder).Show(cube, here, moved(1, 0, 0)), 0.25, 0},
		{"in contact in one point", new(sceneBuilder).Show(cube, here, moved(1, 1, 1)), 0.25, 0},
		{"crossing", new(sceneBuilder).Show(cube, here, moved(0.5, 0.5, 0.5)), 0.25, 0},
		{"at one place", new(sceneBuilder).Show(cube, here, here), 0.25, 0},
		{"inside, near the wall", new(sceneBuilder).Show(cube, here).Show(box(0.25, 0.25, 0.25, 0.5, 0.5, 0.5), here), 0.5, 0.25},
		{"inside, far from the wall", new(sceneBuilder).Show(box(0, 0, 0, 9, 9, 9), here).Show(cube, moved(4, 4, 4)), 0.5, -1},
		{"an edge above an edge", new(sceneBuilder).Show(box(-1, -1, -1, 1, 1, 0), turned(geom.Vec{1}, math.Pi/4)).Show(cube, moved(9, 9, 9)), 0.1, -1},
		{"five kilometres away, a limit beyond the file's numbers", new(sceneBuilder).Show(cube, moved(5000, 0, 0), moved(5001.125, 0, 0)), 1e-6, -1},
		{"five kilometres away, in contact", new(sceneBuilder).Show(cube, moved(5000, 0, 0), moved(5001, 0, 0)), 1e-6, 0},
		{"five kilometres away, much too near", new(sceneBuilder).Show(cube, moved(5000, 0, 0), moved(5001.125, 0, 0)), 0.5, 0.125},
		{"no more than touching a sheet", new(sceneBuilder).Show(sheet(2), here).Show(cube, moved(0.5, 0.5, 0)), 0.25, 0},
		{"a limit of any size", new(sceneBuilder).Show(cube, here, moved(1e6, 0, 0)), 1e300, 1e6 - 1},
		{"one object", new(sceneBuilder).Show(cube, here), 1, -1},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := cleared(t, &row.scene.Scene, row.limit, check.Options{})
			failed := row.want >= 0
			if (r.Status == check.Fail) != failed || len(r.Pairs()) != r.Between().Counts.Of(check.TooNear) || (len(r.Pairs()) == 1) != failed {
				t.Fatalf("%v, %d pairs: %+v", r.Status, len(r.Pairs()), r.Pairs())
			}
			if !failed {
				return
			}
			n := r.Pairs()[0].Nearest
			if math.Abs(n.Distance-row.want) > 1e-9 || n.Contact != (row.want == 0) {
				t.Errorf("%+v, want %v", n, row.want)
			}
			reachesFrom(t, n, row.limit+1e6)
		})
	}
}

// TestClearanceOfDegenerate: what has no area in the file or in the world takes no part.
func TestClearanceOfDegenerate(t *testing.T) {
	soup := append(cube.Soup(), geom.Triangle{{0, 0, 0}, {2, 0, 0}, {1, 0, 0}}, geom.Triangle{{2, 2, 2}, {math.NaN(), 0, 0}, {1, 0, 0}})
	s := &mesh.Scene{Meshes: []*mesh.Mesh{meshgen.Mesh("spiked", soup)}}
	s.Instances = []mesh.Instance{{Path: "/0", World: here}, {Path: "/1", World: moved(2, 0, 0)}}
	r := cleared(t, s, 1.5, check.Options{})
	if len(r.Pairs()) != 1 || r.Pairs()[0].Nearest.Distance != 1 {
		t.Errorf("%+v", r.Pairs())
	}
}

// TestClearanceOfShells: the shells of one mesh are measured against each other, and its
// parts are.
func TestClearanceOfShells(t *testing.T) {
	walls := meshgen.Join(box(0, 0, 0, 1, 1, 0.125), box(0, 0, 0.1875, 1, 1, 1), box(3, 0, 0, 4, 1, 1))
	s := new(sceneBuilder).Show(walls, moved(1, 2, 3))
	for _, row := range []struct {
		of   check.PartsOf
		want int
	}{{check.ByMesh, 0}, {check.ByShell, 1}, {check.ByPrimitive, 0}} {
		r := cleared(t, &s.Scene, 0.125, check.Options{PartsOf: row.of})
		if len(r.Pairs()) != row.want {
			t.Fatalf("by %v: %d pairs", row.of, len(r.Pairs()))
		}
		if row.want == 0 {
			continue
		}
		p := r.Pairs()[0]
		if p.A.Shell != 0 || p.B.Shell != 1 || p.Nearest.Distance != 0.0625 || p.A.Path != "/0" {
			t.Errorf("%+v, %+v", p, p.Nearest)
		}
		if a, b := p.Nearest.Faces[0], p.Nearest.Faces[1]; a.Triangle >= 12 || b.Triangle < 12 || b.Triangle >= 24 {
			t.Errorf("the nearest triangles are %d and %d", a.Triangle, b.Triangle)
		}
	}
}

// TestClearanceAllowed: pairs that a rule allows are listed last and do not fail, and a
// rule that is used by either check causes no warning.
func TestClearanceAllowed(t *testing.T) {
	s := new(sceneBuilder).Show(cube, here, moved(1.25, 0, 0), moved(2.375, 0, 0))
	o := check.Options{Checks: check.Parts | check.Clearance, Clearance: check.Length{Value: 0.5}, Allow: []string{"/1:/2"}}
	r := checked(t, &s.Scene, o)
	if len(r.Pairs()) != 2 || r.Pairs()[0].Allowed != "" || r.Pairs()[1].Allowed != "/1:/2" || r.Between().Allowed != 1 ||
		r.Between().Counts.Of(check.TooNear) != 1 || len(r.Between().Warnings) != 0 || r.Status != check.Fail {
		t.Errorf("%+v %+v", r.Pairs(), r.Between())
	}
	o.Allow = append(o.Allow, "/0:/1")
	if r := checked(t, &s.Scene, o); r.Status != check.Pass || r.Between().Allowed != 2 {
		t.Errorf("%v %+v", r.Status, r.Between())
	}
}

// TestClearanceBesideParts: both checks report a pair.
func TestClearanceBesideParts(t *testing.T) {
	s := new(sceneBuilder).Show(cube, here, moved(0.5, 0.25, 0.125), moved(1.5, 0.25, 0.125))
	o := check.Options{Checks: check.Parts | check.Clearance, Clearance: check.Length{Value: 0.75}, ListTouches: true}
	var said []string
	for _, p := range checked(t, &s.Scene, o).Pairs() {
		said = append(said, p.Rule.Word()+p.A.Path+p.B.Path)
	}
	if got := strings.Join(said, " "); got != "crossing/0/1 clearance/0/1 clearance/1/2 clearance/0/2 touch/1/2" {
		t.Error(got)
	}
}

// TestClearanceUnits: a length in a unit is that length in the file's, or an error.
func TestClearanceUnits(t *testing.T) {
	s := new(sceneBuilder).Show(cube, here, moved(1.25, 0, 0))
	o := check.Options{Checks: check.Clearance}
	for _, row := range []struct {
		unit, length string
		want         check.Status
	}{
		{"m", "251mm", check.Fail}, {"m", "249mm", check.Pass}, {"m", "0.251", check.Fail},
		{"m", "10in", check.Fail}, {"m", "9.8in", check.Pass}, {"mm", "0.03cm", check.Fail},
		{"", "0.251", check.Fail}, {"", "0.251m", check.NotChecked},
	} {
		var err error
		if o.Clearance, err = check.ParseLength(row.length); err != nil {
			t.Fatal(err)
		}
		s.Unit = row.unit
		r, err := meshcheck.Check(t.Context(), &s.Scene, o)
		if row.want == check.NotChecked {
			if !errors.Is(err, check.ErrNoUnit) || !strings.Contains(err.Error(), row.length) {
				t.Errorf("%s in a file without unit: %v", row.length, err)
			}
		} else if err != nil || r.Status != row.want {
			t.Errorf("%s in %s: %v, %v", row.length, row.unit, r, err)
		}
	}
	for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		o.Clearance = check.Length{Value: v}
		if _, err := meshcheck.Check(t.Context(), &s.Scene, o); err == nil {
			t.Errorf("a clearance of %v is accepted", v)
		}
	}
}

// TestClearanceForAnyWorkers: the same result for any number of workers, cut or not.
func TestClearanceForAnyWorkers(t *testing.T) {
	s := crowd(12)
	for _, most := range []int{0, 20, -1} {
		var want *check.Result
		for _, workers := range []int{1, 2, 8} {
			r := cleared(t, &s.Scene, 0.25, check.Options{Workers: workers, MaxFindings: most})
			r.Timings = check.Timings{}
			if want == nil {
				want = r
			} else if !reflect.DeepEqual(r, want) {
				t.Errorf("%d workers, at most %d: a different result", workers, most)
			}
		}
		n := want.Between().Counts.Of(check.TooNear)
		if listed := len(want.Pairs()); n < 50 || listed != min(n, max(cmp.Or(most, n), 0)) || want.Between().Truncated != (listed < n) {
			t.Errorf("at most %d: %d of %d pairs, truncated %v", most, listed, n, want.Between().Truncated)
		}
		for k := 1; k < len(want.Pairs()); k++ {
			if want.Pairs()[k-1].Nearest.Distance > want.Pairs()[k].Nearest.Distance {
				t.Fatalf("pair %d is farther apart than pair %d", k-1, k)
			}
		}
	}
}

// TestClearanceOfLargeObjects: pairs that all workers share give the same result as one
// worker does, with very many places that are as near as each other, and in contact.
func TestClearanceOfLargeObjects(t *testing.T) {
	sheet := plate(96)
	tilted := turned(geom.Vec{1, 0, 0}, 0.125)
	tilted[2][3] = -6
	s := new(sceneBuilder).Show(sheet, here, moved(0.25, 0.125, 0.125), tilted)
	var want *check.Result
	for _, workers := range []int{1, 3} {
		r := cleared(t, &s.Scene, 0.25, check.Options{Workers: workers})
		r.Timings = check.Timings{}
		if want == nil {
			want = r
		} else if !reflect.DeepEqual(r, want) {
			t.Errorf("%d workers: a different result", workers)
		}
	}
	if len(want.Pairs()) != 3 || !want.Pairs()[0].Nearest.Contact || !want.Pairs()[1].Nearest.Contact || want.Pairs()[2].Nearest.Distance != 0.125 {
		t.Errorf("%+v", want.Pairs())
	}
}

// plate is a flat square of n by n squares of two triangles each, of unit width.
func plate(n int) meshgen.Indexed {
	var m meshgen.Indexed
	for y := range n + 1 {
		for x := range n + 1 {
			m.Vertices = append(m.Vertices, geom.Vec{float64(x), float64(y), 0})
		}
	}
	for y := range n {
		for x := range n {
			i := uint32(y*(n+1) + x)
			j := i + uint32(n) + 1
			m.Faces = append(m.Faces, [3]uint32{i, i + 1, j + 1}, [3]uint32{i, j + 1, j})
		}
	}
	return m
}

// TestClearanceCancelled: a check that is cancelled says so.
func TestClearanceCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := check.Options{Checks: check.Clearance, Clearance: check.Length{Value: 2}, Progress: func(done, total int64) {
		if done > 0 {
			cancel()
		}
	}}
	if _, err := meshcheck.Check(ctx, &crowd(40).Scene, o); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
