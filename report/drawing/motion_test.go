package drawing_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// excerptOf returns the excerpt of a scene and its result.
func excerptOf(t *testing.T, s *mesh.Scene, checks check.Options, o drawing.Options) (*drawing.Excerpt, *check.Result) {
	t.Helper()
	r := scenetest.CheckedPairs(t, s, checks)
	o.Poses = &checks.Poses
	x, err := drawing.NewExcerpt(t.Context(), s, r, o)
	if err != nil {
		t.Fatal(err)
	}
	return x, r
}

// TestMotion compares all points of all samples with the Evaluator, and the triangles of all places with the
// result.
func TestMotion(t *testing.T) {
	scenes := map[string]*mesh.Scene{}
	for _, f := range posegen.Fixtures() {
		scenes[f.Name] = scenetest.Rigged(t, f.Model)
	}
	for seed := range uint64(longtest.Rounds(t, 3, 60)) {
		scenes[fmt.Sprint("random ", seed)] = scenetest.Rigged(t, posegen.Random(seed))
	}
	places := 0
	for name, s := range scenes {
		for _, options := range []check.PoseOptions{{}, {Rate: -1, Targets: true}} {
			x, r := excerptOf(t, s, check.Options{Checks: check.Poses, Poses: options}, drawing.Options{})
			places += checkMotion(t, name, s, r, x)
		}
	}
	if places < 30 {
		t.Errorf("only %d places", places)
	}
}

// TestMotionOfCorpus does the same with real files.
func TestMotionOfCorpus(t *testing.T) {
	for _, name := range []string{
		"poses/CesiumMan.glb", "poses/kenney_platformer_character.glb", "poses/fixtures/negative_scale.gltf", "poses/fixtures/lip_tooth_sparse.gltf",
		"fbx/own_skinned.fbx", "fbx/maya_blend_inbetween_7500_binary.fbx", "usd/wg_usdz/CesiumMan/CesiumMan.usdz",
	} {
		s := scenetest.RiggedFile(t, name)
		x, r := excerptOf(t, s, check.Options{Checks: check.Poses, Poses: check.PoseOptions{Rate: -1}}, drawing.Options{})
		if checkMotion(t, name, s, r, x) == 0 {
			t.Errorf("%s: no places", name)
		}
	}
}

// checkMotion checks the motion of an excerpt that holds all of it, and returns the number of places.
func checkMotion(t *testing.T, name string, s *mesh.Scene, r *check.Result, x *drawing.Excerpt) int {
	t.Helper()
	var issues []check.Issue
	for _, is := range r.Poses().List {
		if is.Pose != nil {
			issues = append(issues, is)
		}
	}
	m := x.Motion
	if len(issues) == 0 || m == nil {
		if len(issues) > 0 || m != nil {
			t.Errorf("%s: %d places, motion %v", name, len(issues), m != nil)
		}
		return 0
	}
	if len(m.Places) != len(issues) {
		t.Fatalf("%s: %d places, want %d", name, len(m.Places), len(issues))
	}
	for i := 0; i < len(m.Weights); i += m.Influences {
		sum := int32(0)
		for _, w := range m.Weights[i : i+m.Influences] {
			sum += w
		}
		if sum != 65535 {
			t.Fatalf("%s: the weights of point %d add up to %d", name, i/m.Influences, sum)
		}
	}
	rig := s.Rig.WithTargets()
	e := pose.NewEvaluator(rig)
	for i := range m.Clips {
		c := &m.Clips[i]
		if k := slices.IndexFunc(r.Poses().Clips, func(p check.PoseClip) bool { return p.Clip == c.Clip }); r.Poses().Clips[k].Samples != c.Samples || len(c.Of) != c.Samples {
			t.Errorf("%s: %d of %d samples, want %d", name, len(c.Of), c.Samples, r.Poses().Clips[k].Samples)
		}
		for k, at := range c.Times {
			if err := e.Pose(c.Clip, at); err != nil {
				t.Fatal(err)
			}
			if off := offPose(s, e, m, m.Points(i, k)); !(off < 3e-5) {
				t.Fatalf("%s: clip %d at %g is off by %g of its size", name, c.Clip, at, off)
			}
		}
	}
	for k := range m.Places {
		checkPlace(t, name, m, k, &issues[k])
	}
	return len(m.Places)
}

// offPose returns the greatest distance of a point of a view from where an Evaluator has it, as a share of the
// size of all.
func offPose(s *mesh.Scene, e *pose.Evaluator, m *drawing.Motion, points []drawing.Single) (off float64) {
	corners, box := map[int][]geom.Triangle{}, geom.EmptyBox()
	for k, o := range m.View.Objects {
		i := slices.IndexFunc(s.Rig.Objects, func(p pose.Object) bool { return p.Instance == o.Instance })
		corners[k] = scenetest.PosedTriangles(s, e, i)
		for _, t := range corners[k] {
			box = box.Union(t.Box())
		}
	}
	for _, t := range m.View.Triangles {
		want := corners[int(t.Object)][int(t.Face)-m.View.Objects[t.Object].First]
		for c, v := range t.Corners {
			off = max(off, m.View.Frame.World(points[v]).Sub(want[c]).Norm()/box.Diagonal())
		}
	}
	return off
}

// checkPlace compares the triangles of a place, in its pose, with those of its issue.
func checkPlace(t *testing.T, name string, m *drawing.Motion, place int, is *check.Issue) {
	t.Helper()
	p, x := &m.Places[place], m.Posed(place)
	if p.At != is.At || m.Clips[p.Clip].Times[p.Sample] != is.Pose.Time || p.Omitted != 0 || len(x.Findings) != len(is.Findings) {
		t.Fatalf("%s: place %+v of %+v", name, p, is)
	}
	at := map[int]*drawing.Triangle{}
	for k := range x.Triangles {
		at[int(x.Triangles[k].Face)] = &x.Triangles[k]
	}
	for i := range is.Findings {
		for side, face := range is.Findings[i].Faces() {
			shown := at[[]int{x.Findings[i].A, x.Findings[i].B}[side]]
			for c, v := range shown.Corners {
				if off := x.Frame.World(x.Points[v]).Sub(face.Corners[c]).Norm() / geom.Box(x.Box).Diagonal(); !(off < 3e-5) {
					t.Fatalf("%s: a corner of place %d is off by %g of its size", name, place, off)
				}
			}
		}
	}
}

// TestMotionBounds: a motion fits its bounds, and keeps the worst sample of each place.
func TestMotionBounds(t *testing.T) {
	s := scenetest.Rigged(t, posegen.Touching(longtest.Size(t, 1000, 50_000), 60))
	whole, r := excerptOf(t, s, check.Options{Checks: check.Poses}, drawing.Options{})
	for _, bytes := range []int{whole.Motion.Size(), whole.Motion.Size() / 2, whole.Motion.Size() / 5} {
		x, err := drawing.NewExcerpt(t.Context(), s, r, drawing.Options{Bytes: bytes})
		if err != nil || x.Motion == nil {
			t.Fatal(bytes, err)
		}
		if x.Motion.Size() > bytes {
			t.Errorf("%d bytes, more than %d", x.Motion.Size(), bytes)
		}
		for k := range x.Motion.Places {
			p := &x.Motion.Places[k]
			if got, want := x.Motion.Clips[p.Clip].Times[p.Sample], r.Poses().List[p.At.Index].Pose.Time; got != want {
				t.Errorf("place %d is at %g, want %g", k, got, want)
			}
		}
	}
}

// TestSceneInPose: the scene is in the pose of the worst place, and pins are on its surface; with something as bad
// in the pose of the file, it is in that.
func TestSceneInPose(t *testing.T) {
	var door posegen.Fixture
	for _, f := range posegen.Fixtures() {
		if f.Name == "door_between_keys" {
			door = f
		}
	}
	s := scenetest.Rigged(t, door.Model)
	for _, checks := range []check.Set{check.Poses, check.Poses | check.Self} {
		r := scenetest.CheckedPairs(t, s, check.Options{Checks: checks})
		first, e := &r.Poses().List[0], pose.NewEvaluator(s.Rig)
		if checks.Has(check.Self) {
			r.Section(check.Self).Common().Counts[check.Crossing][check.Error] = 1
		} else if err := e.Pose(first.Pose.Clip, first.Pose.Time); err != nil {
			t.Fatal(err)
		}
		x, err := drawing.NewExcerpt(t.Context(), s, r, drawing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		off := 0.0
		for k := range x.Scene.Placed {
			p := &x.Scene.Placed[k]
			i := slices.IndexFunc(s.Rig.Objects, func(o pose.Object) bool { return o.Instance == p.Instance })
			want := scenetest.PosedTriangles(s, e, i)
			for _, f := range x.Scene.Triangles {
				for c, v := range f.Corners {
					if int(f.Object) == p.Object {
						off = max(off, x.Scene.Frame.World(p.On(x.Scene.Frame, x.Scene.Frame, x.Scene.Points[v])).Sub(want[f.Face][c]).Norm())
					}
				}
			}
		}
		at := slices.IndexFunc(s.Rig.Objects, func(o pose.Object) bool { return o.Instance == first.Subjects[0].Instance })
		corners := scenetest.PosedTriangles(s, e, at)[first.Findings[0].A.Triangle]
		middle := corners[0].Add(corners[1]).Add(corners[2]).Scale(1.0 / 3)
		if pin := x.Pins[first.At]; !(off < 1e-5) || !(pin.Sub(middle).Norm() < 1e-9) {
			t.Errorf("%v: a corner is off by %g, the pin is at %v, want %v", checks, off, pin, middle)
		}
	}
}

// TestNoMotion: without a rig nothing is drawn in a pose.
func TestNoMotion(t *testing.T) {
	s := scenetest.Rigged(t, posegen.Fixtures()[0].Model)
	r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Poses})
	still := *s
	still.Rig = nil
	x, err := drawing.NewExcerpt(t.Context(), &still, r, drawing.Options{})
	if err != nil || x.Motion != nil || x.Pins != nil {
		t.Errorf("%v, %v, %v", err, x.Motion, x.Pins)
	}
}

// TestMotionOfDamagedResults: a report names clips, objects and triangles that the model may not have.
func TestMotionOfDamagedResults(t *testing.T) {
	s := scenetest.Rigged(t, posegen.Fixtures()[2].Model)
	for name, damage := range map[string]func(is *check.Issue){
		"clip":      func(is *check.Issue) { is.Pose = &check.Pose{Clip: 99, Time: is.Pose.Time} },
		"time":      func(is *check.Issue) { is.Pose = &check.Pose{Time: math.NaN()} },
		"early":     func(is *check.Issue) { is.Pose = &check.Pose{Time: -1e300} },
		"instance":  func(is *check.Issue) { is.Subjects[0].Instance = 99 },
		"nobody":    func(is *check.Issue) { is.Subjects = nil },
		"triangle":  func(is *check.Issue) { is.Findings[0].A.Triangle = -1 },
		"triangles": func(is *check.Issue) { is.Findings[0].B.Triangle = 1 << 30 },
		"one":       func(is *check.Issue) { is.Findings[0].B = nil },
		"nothing":   func(is *check.Issue) { is.Findings = nil },
		"far":       func(is *check.Issue) { is.Places = []geom.Vec{{1e300, 0, 0}} },
	} {
		r := scenetest.CheckedPairs(t, s, check.Options{Checks: check.Poses})
		damage(&r.Poses().List[0])
		x, err := drawing.NewExcerpt(t.Context(), s, r, drawing.Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		for k := 0; x.Motion != nil && k < len(x.Motion.Places); k++ {
			x.Motion.Posed(k)
		}
	}
}
