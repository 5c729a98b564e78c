package poses_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/pollctx"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// fixture returns a generated model by its name.
func fixture(t testing.TB, name string) *posegen.Model {
	t.Helper()
	for _, f := range posegen.Fixtures() {
		if f.Name == name {
			return f.Model
		}
	}
	t.Fatalf("no fixture %q", name)
	return nil
}

// TestNothing: without animations there is nothing to check, which is said.
func TestNothing(t *testing.T) {
	still := load(t, fixture(t, "morph_target")) // it has a rig, for its targets
	for _, s := range []*mesh.Scene{still, {Unit: "m"}} {
		r, err := meshcheck.Check(t.Context(), s, check.Options{Checks: check.Poses})
		if err != nil || r.Status != check.Pass {
			t.Fatal(r.Status, err)
		}
		if p := r.Poses(); len(p.Clips) > 0 || !strings.HasPrefix(p.Nothing, "the file has no animation") {
			t.Errorf("%+v", p)
		}
	}
}

// TestRigError: a rig that cannot be read is not checked, with its reason.
func TestRigError(t *testing.T) {
	s := load(t, fixture(t, "always"))
	s.Rig, s.RigError = nil, errors.New("animations[0]: no keys")
	r, err := meshcheck.Check(t.Context(), s, check.Options{Checks: check.Poses | check.Self})
	if err != nil || r.Status != check.NotChecked || r.Meshes[0].Vertices == 0 {
		t.Fatal(r.Status, err)
	}
	if n := r.Poses().NotChecked; len(n) != 1 || n[0].Reason != "animations[0]: no keys" || n[0].Object.Mesh != -1 {
		t.Errorf("%+v", n)
	}
}

// TestUnposed: an object whose poses are not known is not checked, nor is what a clip moves in another way.
func TestUnposed(t *testing.T) {
	s := load(t, fixture(t, "always"))
	rig := *s.Rig
	s.Rig = &rig
	rig.Objects = slices.Clone(rig.Objects)
	rig.Objects[1].Unposed = "it has a constraint"
	rig.Clips = slices.Clone(rig.Clips)
	rig.Clips[0].NotEvaluated = []string{"channel 1 has the path \"pointer\""}
	rig.Warnings = []string{"a warning"}
	r := checkScene(t, s, check.Options{})
	if len(r.NotChecked) != 2 || r.NotChecked[0].Reason != "it has a constraint" || r.NotChecked[0].Object.Instance != 1 {
		t.Errorf("%+v", r.NotChecked)
	}
	if !strings.Contains(r.NotChecked[1].Reason, "pointer") || !slices.Equal(r.Warnings, rig.Warnings) || len(r.Clips[0].NotEvaluated) != 1 {
		t.Errorf("%+v, %q", r.NotChecked, r.Warnings)
	}
	if len(r.Clips[0].Places) > 0 {
		t.Errorf("%+v", r.Clips[0].Places)
	}
}

// TestLimit: a file with more samples than the limit is not checked at all.
func TestLimit(t *testing.T) {
	s := load(t, fixture(t, "always")) // 31 samples
	for most, clips := range map[int]int{30: 0, 31: 1, 0: 1} {
		r := checkScene(t, s, check.Options{Poses: check.PoseOptions{MaxSamples: most}})
		if len(r.Clips) != clips || len(r.NotChecked) != 1-clips {
			t.Errorf("limit %d: %d clips, not checked: %+v", most, len(r.Clips), r.NotChecked)
		}
		if clips == 0 && !strings.Contains(r.NotChecked[0].Reason, "more than 30 samples") {
			t.Errorf("%+v", r.NotChecked)
		}
	}
}

// TestClips: globs choose clips by name, and those that match none are said.
func TestClips(t *testing.T) {
	m := fixture(t, "always")
	m.Clips = append(m.Clips, m.Clips[0])
	m.Clips[1].Name = "Walk cycle"
	r := checkScene(t, load(t, m), check.Options{Poses: check.PoseOptions{Clips: []string{"Walk*", "Run"}}})
	if len(r.Clips) != 1 || r.Clips[0].Clip != 1 || r.List[0].Pose.Clip != 1 || r.List[0].Pose.Name != "Walk cycle" {
		t.Errorf("%+v", r.Clips)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], `"Run" matches no clip`) || r.Nothing != "" {
		t.Errorf("%q", r.Warnings)
	}
	r = checkScene(t, load(t, m), check.Options{Poses: check.PoseOptions{Clips: []string{"Run"}}})
	if len(r.Clips) > 0 || r.Nothing != "none of its clips has a name that --clips asks for" {
		t.Errorf("%+v", r)
	}
}

// TestOptions: impossible options are errors.
func TestOptions(t *testing.T) {
	s := load(t, fixture(t, "one_key"))
	for name, o := range map[string]check.PoseOptions{
		"rate": {Rate: math.NaN()}, "clips": {Clips: []string{"[a"}}, "empty glob": {Clips: []string{""}}, "limit": {MaxSamples: -1},
		"tolerance": {Tolerance: check.Tolerance{Value: -1}}, "unit": {Tolerance: check.Tolerance{Value: 1, Unit: "mile"}},
	} {
		if _, err := meshcheck.Check(t.Context(), s, check.Options{Checks: check.Poses, Poses: o}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestTolerance decides from what depth on a contact that slides is a contact of its own.
func TestTolerance(t *testing.T) {
	s := load(t, fixture(t, "shells_deeper"))
	for tolerance, rule := range map[float64]check.Rule{1e-9: check.PoseContact, 1: check.PoseMoved} {
		r := checkScene(t, s, check.Options{Poses: check.PoseOptions{Tolerance: check.Tolerance{Value: tolerance}}})
		last := r.Clips[0].Places[len(r.Clips[0].Places)-1]
		if r.Clips[0].Places[0].Rule != rule || last.RestDepth == 0 {
			t.Errorf("tolerance %v: %+v", tolerance, r.Clips[0].Places)
		}
	}
}

// TestNear decides whether a place within a shell is a fold.
func TestNear(t *testing.T) {
	s := load(t, fixture(t, "elbow"))
	r := checkScene(t, s, check.Options{})
	near := r.Clips[0].Places[0].Near
	if near < 0 || near > check.DefaultPoseNear {
		t.Errorf("%d edges", near)
	}
	m := posegen.Touching(2000, 3) // limbs that meet far from their ends, each a shell of its own
	if p := checkScene(t, load(t, m), check.Options{}).Clips[0].Places[0]; p.Near != -1 || p.Rule != check.PoseContact {
		t.Errorf("%+v", p)
	}
}

// TestPolicy: criteria decide by the depth of the worst sample, and what is off is left out.
func TestPolicy(t *testing.T) {
	s := load(t, fixture(t, "always")) // 0.1875 deep
	for limit, fails := range map[float64]int{0.18: 1, 0.19: 0} {
		policy := check.Policy{check.PoseContact: {Severity: check.Error, Limit: check.Limit{Of: check.OfDepth, Size: check.Length{Value: limit}}}}
		r := checkScene(t, s, check.Options{Policy: policy})
		if n := r.Counts.Failing(); n != fails || len(r.List) != 1 {
			t.Errorf("limit %v: %d failures", limit, n)
		}
	}
	r := checkScene(t, s, check.Options{Policy: check.Policy{check.PoseContact: {Severity: check.Off}}})
	if len(r.List) > 0 || len(r.Clips[0].Places) > 0 || r.Counts != (check.Totals{}) {
		t.Errorf("%+v", r.List)
	}
}

// TestTruncated: lists are cut, counts are not.
func TestTruncated(t *testing.T) {
	s := load(t, posegen.Touching(2000, 7))
	all := checkScene(t, s, check.Options{})
	cut := checkScene(t, s, check.Options{MaxFindings: 2})
	if len(all.List) < 4 || len(cut.List) != 2 || !cut.Truncated || all.Truncated || cut.Counts != all.Counts {
		t.Errorf("%d of %d issues", len(cut.List), len(all.List))
	}
	deepest := slices.MaxFunc(all.List, func(a, b check.Issue) int { return int(math.Copysign(1, a.Value-b.Value)) })
	if !slices.ContainsFunc(cut.List, func(is check.Issue) bool { return is.Value == deepest.Value }) {
		t.Error("the deepest place is not listed")
	}
}

// TestCracks counts the vertices that come apart.
func TestCracks(t *testing.T) {
	m := &posegen.Model{}
	root := m.Add("root", -1, geom.Vec{})
	bone := m.Add("bone", root, geom.Vec{})
	left := meshgen.Indexed{Vertices: []geom.Vec{{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}}, Faces: [][3]uint32{{0, 1, 2}}}
	right := meshgen.Indexed{Vertices: []geom.Vec{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}, Faces: [][3]uint32{{0, 2, 1}}}
	of := &posegen.Mesh{Name: "strip", Indexed: meshgen.Join(left, right)}
	for v := range 6 {
		of.Influences = append(of.Influences, []posegen.Influence{{Joint: v / 3, Weight: 1}})
	}
	shown := m.Add("strip", -1, geom.Vec{})
	m.Nodes[shown].Mesh = of
	m.Nodes[shown].Skin = &posegen.Skin{Joints: []int{root, bone}, InverseBind: []geom.Affine{geom.Identity(), geom.Identity()}}
	m.Clip("part")
	m.Animate(bone, "translation", []float64{0, 0, 0, 0}, []float64{1, 0.25, 0, 0}, []float64{2, 0, 0, 0})
	r := checkScene(t, load(t, m), check.Options{})
	if len(r.List) != 1 || r.Counts.Of(check.PoseCrack) != 2 {
		t.Fatalf("%+v", r.List)
	}
	if is := r.List[0]; is.Rule != check.PoseCrack || is.Count != 2 || is.Value != 0.25 || is.Pose.Time != 1 || is.Severity != check.Info {
		t.Errorf("%+v", is)
	}
}

// TestFlattenedSkin: a skin that a joint flattens is not checked there.
func TestFlattenedSkin(t *testing.T) {
	m := fixture(t, "hand_through_hip")
	for _, n := range m.Nodes {
		if n.Skin != nil {
			m.Animate(n.Skin.Joints[0], "scale", []float64{0, 1, 1, 1}, []float64{0.5, 0, 1, 1}, []float64{1, 1, 1, 1})
		}
	}
	r := checkScene(t, load(t, m), check.Options{})
	if len(r.NotChecked) != 1 || !strings.Contains(r.NotChecked[0].Reason, `it is flattened in clip "sweep", at 0.5 s`) {
		t.Errorf("%+v", r.NotChecked)
	}
}

// TestFlattenedSheet: so is a skin of a sheet that a joint makes a line or a point.
func TestFlattenedSheet(t *testing.T) {
	for _, scale := range []geom.Vec{{0, 1, 1}, {}} {
		m := lowered(plate)
		m.Nodes[2].Mesh.Indexed, m.Nodes[2].Mesh.Influences = plate, m.Nodes[2].Mesh.Influences[:len(plate.Vertices)]
		m.Animate(0, "scale", []float64{0, 1, 1, 1}, []float64{1, scale[0], scale[1], scale[2]})
		r := checkScene(t, load(t, m), atKeys())
		if len(r.NotChecked) != 1 || !strings.Contains(r.NotChecked[0].Reason, `it is flattened in clip "lower", at 1 s`) {
			t.Errorf("%v: %+v", scale, r.NotChecked)
		}
	}
}

// TestCancel cancels a check at several places between its start and its end, and counts what it does
// afterwards.
func TestCancel(t *testing.T) {
	s := load(t, posegen.Touching(20_000, 3))
	o := check.Options{Checks: check.Poses, Poses: check.PoseOptions{Rate: -1}}
	for _, workers := range []int{1, 4} {
		o.Workers = workers
		whole := pollctx.CancelAt(t.Context(), 0)
		if _, err := meshcheck.Check(whole, s, o); err != nil {
			t.Fatal(err)
		}
		const places = 12
		for k := range int64(places) {
			ctx := pollctx.CancelAt(t.Context(), 1+(k+1)*whole.Polls()/(places+1))
			_, err := meshcheck.Check(ctx, s, o)
			var cut *check.CutError
			if !errors.As(err, &cut) || !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "poses") {
				t.Errorf("%d workers, place %d: %v", workers, k, err)
			}
			if after := ctx.PollsAfter(); after > 40 {
				t.Errorf("%d workers, place %d: %d polls after it was cancelled", workers, k, after)
			}
		}
	}
}

// TestProgress: reports never go back, and end with all the work done.
func TestProgress(t *testing.T) {
	s := load(t, fixture(t, "always"))
	var last, of int64
	o := check.Options{Checks: check.Poses, Workers: 4, Progress: func(done, total int64) {
		if done < last || done > total || of != 0 && total != of {
			t.Errorf("%d of %d after %d of %d", done, total, last, of)
		}
		last, of = done, total
	}}
	if _, err := meshcheck.Check(t.Context(), s, o); err != nil || last != of || of != 31*24 {
		t.Errorf("%d of %d, %v", last, of, err)
	}
}

// TestZeroRotation: a rotation of length 0 between two keys is no pose.
func TestZeroRotation(t *testing.T) {
	s := load(t, fixture(t, "always"))
	rig := *s.Rig
	s.Rig = &rig
	rig.Clips = slices.Clone(rig.Clips)
	rig.Clips[0].Channels = append(slices.Clone(rig.Clips[0].Channels), pose.Channel{
		Node: rig.Objects[0].Node, Property: pose.Rotation, Index: 7,
		Sampler: &pose.Sampler{Interpolation: pose.Step, Times: pose.Floats(1, []float32{0, 0.5}), Values: pose.Floats(4, []float32{0, 0, 0, 1, 0, 0, 0, 0}), Width: 4},
	})
	r := checkScene(t, s, check.Options{})
	if len(r.NotChecked) != 1 || !strings.HasPrefix(r.NotChecked[0].Reason, "the rotation of channel 7 has the length 0") {
		t.Errorf("%+v", r.NotChecked)
	}
}
