package drawing

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/fixtures"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// pairScenes are scenes with all kinds of pairs.
func pairScenes(t *testing.T) map[string]*mesh.Scene {
	scenes := map[string]*mesh.Scene{"balls": scenetest.Balls(4, 24, 13)}
	for _, f := range fixtures.In("scenes") {
		if len(f.Instances) > 1 {
			scenes[f.File] = scenetest.Fixture(t, f.Path)
		}
	}
	return scenes
}

// The numbers of pair excerpts are true, and they keep the bounds.
func TestPairExcerptClaims(t *testing.T) {
	kinds := map[check.Rule]bool{}
	for name, s := range pairScenes(t) {
		for _, of := range []check.PartsOf{check.ByMesh, check.ByShell, check.ByPrimitive}[:longtest.Size(t, 1, 3)] {
			options := scenetest.PairOptions
			options.PartsOf = of
			r := scenetest.CheckedPairs(t, s, options)
			for _, o := range excerptBounds {
				e, err := NewExcerpt(t.Context(), s, r, o)
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%s %v %+v", name, of, o)
				if o == (Options{}) && len(e.Pairs) != len(r.Pairs()) {
					t.Errorf("%s: %d excerpts of %d pairs", name, len(e.Pairs), len(r.Pairs()))
				}
				drawn, findings := 0, 0
				for _, x := range append(e.Pairs, e.Meshes...) {
					drawn, findings = drawn+x.Embedded+x.StandIns, findings+len(x.Findings)
				}
				if o = o.withDefaults(); drawn > o.Triangles || findings > o.Findings || e.Size() > o.Bytes {
					t.Errorf("%s: %d triangles, %d findings, %d bytes", name, drawn, findings, e.Size())
				}
				for _, x := range e.Pairs {
					kinds[r.Pairs()[x.Pair].Rule] = true
					checkPairClaims(t, name, s, r, x)
				}
			}
		}
	}
	if len(kinds) < len(check.Between.Rules()) {
		t.Errorf("only pairs of the kinds %v", kinds)
	}
}

// checkPairClaims compares what is embedded of a pair with its objects in the world.
func checkPairClaims(t *testing.T, name string, s *mesh.Scene, r *check.Result, x *View) {
	t.Helper()
	p := &r.Pairs()[x.Pair]
	embedded, standIns := map[[2]int]bool{}, 0
	for _, tri := range x.Triangles {
		if tri.Face < 0 {
			standIns++
			continue
		}
		object := []*check.Object{&p.A, &p.B}[tri.Object]
		m, world := s.Meshes[object.Mesh], worldOf(t, s, object)
		number := int(tri.Face)
		if tri.Object == 1 {
			number -= s.Meshes[p.A.Mesh].Triangles()
		}
		part, in := m.Locate(number)
		embedded[[2]int{int(tri.Object), number}] = true
		if int(tri.Part) != part || object.Part >= 0 && part != object.Part || object.Shell >= 0 && int(tri.Shell) != object.Shell {
			t.Errorf("%s: triangle %d of %+v is of part %d, shell %d", name, number, *object, tri.Part, tri.Shell)
		}
		corners := world.ApplyTriangle(m.Parts[part].Triangle(in))
		for k, c := range tri.Corners {
			got := x.Points[c].Vec().Scale(x.Frame.Scale).Add(x.Frame.Origin)
			if off := got.Sub(corners[k]).Norm(); !(off <= 1e-6*geom.Box(x.Box).Diagonal()) {
				t.Errorf("%s: triangle %d corner %d is at %v, want %v", name, number, k, got, corners[k])
			}
		}
	}
	if len(embedded) != x.Embedded || standIns != x.StandIns || len(x.Findings)+x.OmittedFindings != len(p.Findings) {
		t.Errorf("%s: %d triangles, %d stand-ins, %d findings; claimed are %d, %d", name, len(embedded), standIns, len(x.Findings), x.Embedded, x.StandIns)
	}
	for _, f := range p.Findings[:len(x.Findings)] {
		if !embedded[[2]int{0, f.A.Triangle}] || !embedded[[2]int{1, f.B.Triangle}] {
			t.Errorf("%s: triangles %d and %d of a %s are not embedded", name, f.A.Triangle, f.B.Triangle, f.Rule)
		}
	}
	if p.Nearest != nil && len(x.Places) != 2 || p.DepthOf != check.NoDepth && len(x.Places) != 1 {
		t.Errorf("%s: a %s of depth of %q with the places %v", name, p.Rule, p.DepthOf, x.Places)
	}
	if p.Nearest == nil {
		return
	}
	for k, place := range x.Places {
		got := place.Vec().Scale(x.Frame.Scale).Add(x.Frame.Origin)
		if off := got.Sub(p.Nearest.Points[k]).Norm(); off > 1e-6*geom.Box(x.Box).Diagonal() {
			t.Errorf("%s: a nearest point at %v, want %v", name, got, p.Nearest.Points[k])
		}
	}
}

// worldOf returns the transform of an object with a unique path.
func worldOf(t *testing.T, s *mesh.Scene, o *check.Object) geom.Affine {
	t.Helper()
	for i := range s.Instances {
		if in := &s.Instances[i]; in.Path == o.Path && in.Mesh == o.Mesh {
			scale := s.Meshes[in.Mesh].Scale
			if scale == 0 {
				scale = 1
			}
			return in.World.ScaleInput(scale)
		}
	}
	t.Fatalf("no instance %s", o.Path)
	return geom.Affine{}
}

// Any number of workers makes the same excerpts.
func TestPairExcerptWorkers(t *testing.T) {
	s := scenetest.Balls(3, 120, 61)
	r := scenetest.CheckedPairs(t, s, scenetest.PairOptions)
	for _, o := range []Options{{}, {Triangles: 3000}} {
		var want []*View
		for _, o.Workers = range []int{1, 2, 7} {
			e, err := NewExcerpt(t.Context(), s, r, o)
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = e.Pairs
			}
			if len(want) == 0 || !reflect.DeepEqual(e.Pairs, want) {
				t.Errorf("%+v: %d excerpts, other than those of one worker", o, len(e.Pairs))
			}
		}
	}
}

// Decimation does not merge objects.
func TestPairExcerptApart(t *testing.T) {
	s := scenetest.Balls(2, 120, 61)
	e, err := NewExcerpt(t.Context(), s, scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts}), Options{Triangles: 2000})
	if err != nil {
		t.Fatal(err)
	}
	x := e.Pairs[0]
	owner := map[uint32]int32{} // by vertex, plus one
	for _, tri := range x.Triangles {
		for _, c := range tri.Corners {
			if owner[c] != 0 && owner[c] != tri.Object+1 {
				t.Fatal("a vertex belongs to both objects")
			}
			owner[c] = tri.Object + 1
		}
	}
	if x.StandIns < 500 {
		t.Errorf("%d stand-ins", x.StandIns)
	}
}

// The excerpts of a thousand pairs take little room.
func TestPairExcerptMany(t *testing.T) {
	n := longtest.Size(t, 301, 1001)
	s := scenetest.Balls(n, 16, 9)
	r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts})
	if r.Between().Counts.Of(check.PartsCrossing) < n-1 {
		t.Fatalf("%v", r.Between().Counts)
	}
	e, err := NewExcerpt(t.Context(), s, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Pairs) < 100 || e.Size() > 4_000_000 {
		t.Errorf("%d excerpts of %d bytes", len(e.Pairs), e.Size())
	}
}

// If paths are not unique, the numbers of instances identify objects. Without them there is no
// excerpt rather than one of the wrong objects, and the model is rejected.
func TestPairExcerptAmbiguous(t *testing.T) {
	box := meshgen.Box([3]float64{0, 0, 0}, [3]float64{4, 4, 4}).Mesh("box")
	small := meshgen.Box([3]float64{1, 1, 1}, [3]float64{2, 2, 2}).Mesh("small")
	s := scenetest.SceneOf(box, small)
	s.Instances = []mesh.Instance{
		scenetest.At(0, "/box", geom.Vec{}), scenetest.At(1, "/small", geom.Vec{}), // inside
		scenetest.At(0, "/box", geom.Vec{10, 0, 0}), scenetest.At(1, "/small", geom.Vec{12.5, 0, 0}), // through
	}
	r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Parts})
	e, err := NewExcerpt(t.Context(), s, r, Options{})
	if err != nil || len(e.Pairs) != 2 {
		t.Fatalf("%v, of %+v", err, r.Pairs())
	}
	for _, x := range e.Pairs {
		if b := x.Box; r.Pairs()[x.Pair].Rule == check.PartsCrossing && (b.Min[0] != 10 || b.Max[0] != 14.5) {
			t.Errorf("the excerpt has the box %v", b)
		}
	}
	if err := Match(s, r); err != nil {
		t.Error(err)
	}
	for k := range r.Pairs() {
		r.Pairs()[k].A.Instance, r.Pairs()[k].B.Instance = -1, -1
	}
	if e, err = NewExcerpt(t.Context(), s, r, Options{}); err != nil {
		t.Fatal(err)
	}
	if len(e.Pairs) != 0 {
		t.Errorf("%d excerpts of %+v", len(e.Pairs), r.Pairs())
	}
	if err := Match(s, r); err == nil || !strings.Contains(err.Error(), "does not say which node it is") {
		t.Errorf("the model is taken: %v", err)
	}
}
