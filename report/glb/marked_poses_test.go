package glb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// posedFile checks the poses of a scene, as a file of a format. Formats other than glTF have clips that are baked.
func posedFile(t *testing.T, s *mesh.Scene, format string) *report.Report {
	t.Helper()
	o := check.Options{Checks: check.Self | check.Poses, Poses: check.PoseOptions{Rate: -1}}
	f := report.File{Path: "arm." + format, Format: format, Unit: "m", Up: "y", Result: scenetest.CheckedPairs(t, s, o)}
	f.Result = reporttest.WithScene(f.Result, s)
	return &report.Report{Files: []report.File{f}, Options: o}
}

// generatedRigs returns small models with rigs of all kinds.
func generatedRigs(t *testing.T) map[string]*mesh.Scene {
	all := map[string]*mesh.Scene{}
	for _, f := range posegen.Fixtures() {
		all[f.Name] = scenetest.Rigged(t, f.Model)
	}
	for seed := range uint64(longtest.Rounds(t, 2, 25)) {
		all[fmt.Sprint("random ", seed)] = scenetest.Rigged(t, posegen.Random(seed))
	}
	return all
}

// TestMarkedPoses reads marked models back and compares their poses.
func TestMarkedPoses(t *testing.T) {
	marked := 0
	for name, s := range generatedRigs(t) {
		for _, format := range []string{"glb", "fbx"} {
			r := posedFile(t, s, format)
			marked += comparePoses(t, name+" "+format, s, r)
		}
	}
	if marked < 50 {
		t.Errorf("only %d marked triangles", marked)
	}
}

// TestMarkedPosesOfCorpus does the same with real files.
func TestMarkedPosesOfCorpus(t *testing.T) {
	names := []string{
		"poses/kenney_platformer_character.glb", "poses/RiggedFigure.glb", "poses/AnimatedMorphCube.glb",
		"poses/fixtures/two_skins.gltf", "poses/fixtures/negative_scale.gltf", "poses/fixtures/cubic.gltf", "poses/fixtures/lip_tooth_sparse.gltf",
		"fbx/own_skinned.fbx", "fbx/maya_blend_inbetween_7500_binary.fbx", "fbx/maya_mixed_inherit_mode_7700_ascii.fbx",
		"fbx/motionbuilder_sausage_rrss_7700_binary.fbx", // shears
		"usd/pxr_skel/lbs.usda", "usd/wg_usdz/RiggedSimple/RiggedSimple.usdz",
	}
	if longtest.On(t) {
		for _, name := range []string{"CesiumMan.glb", "Fox.glb", "kaykit_Rogue_cut.glb", "RobotExpressive.glb", "q_Trex.glb", "q_Puffer.glb", "AnimatedMorphSphere.glb"} {
			names = append(names, "poses/"+name)
		}
	}
	for _, name := range names {
		s := scenetest.RiggedFile(t, name)
		if kind, _, _ := strings.Cut(name, "/"); kind == "poses" {
			comparePoses(t, name, s, posedFile(t, s, "glb"))
		}
		comparePoses(t, name+", baked", s, posedFile(t, s, "fbx"))
	}
}

// comparePoses compares the poses of a scene with those of its marked model, and returns the number of marked
// triangles. Middles between both sides of those are triangles of the scene.
func comparePoses(t *testing.T, name string, s *mesh.Scene, r *report.Report) (marked int) {
	t.Helper()
	again, _, err := loader.Decode(t.Context(), markedOf(t, r), nil, loader.Options{Poses: true, Workers: 1})
	if err != nil || again.RigError != nil || again.Rig == nil {
		t.Fatal(name, err, again.RigError)
	}
	objects := map[string]int{} // by path
	var marks []int
	for i := range again.Rig.Objects {
		extras := again.Instances[again.Rig.Objects[i].Instance].Extras
		if path := extras["path"]; path != "" {
			objects[path] = i
		} else {
			marks = append(marks, i)
		}
	}
	e, f := pose.NewEvaluator(s.Rig), pose.NewEvaluator(again.Rig)
	for clip := range s.Rig.Clips {
		times, _ := s.Rig.Clips[clip].Samples(0, math.MaxInt)
		for k := 0; k < len(times); k += 1 + len(times)/4 {
			if e.Pose(clip, times[k]) != nil {
				continue
			}
			if err := f.Pose(clip, times[k]); err != nil {
				t.Fatal(name, err)
			}
			var all []geom.Triangle
			box, off := geom.EmptyBox(), 0.0
			for i := range s.Rig.Objects {
				if !e.Shown(i) {
					continue
				}
				want := scenetest.PosedTriangles(s, e, i)
				got := scenetest.PosedTriangles(again, f, objects[s.Instances[s.Rig.Objects[i].Instance].Path])
				for n := range want {
					box = box.Union(want[n].Box())
					off = max(off, apart(&want[n], &got[n]))
				}
				all = append(all, want...)
			}
			if !(off < 1e-6*box.Diagonal()) {
				t.Fatalf("%s: clip %d at %g is off by %g of its size", name, clip, times[k], off/box.Diagonal())
			}
			slices.SortFunc(all, func(t, u geom.Triangle) int { return cmp.Compare(t[0][0], u[0][0]) })
			marked = 0
			for _, i := range marks {
				painted := scenetest.PosedTriangles(again, f, i)
				for n := 0; n < len(painted); n += 2 {
					marked++
					if off := nearest(all, middleOf(&painted[n], &painted[n+1]), 1e-6*box.Diagonal()); !(off < 1e-6*box.Diagonal()) {
						t.Fatalf("%s: clip %d at %g: a marked triangle is off by %g of the size", name, clip, times[k], off/box.Diagonal())
					}
				}
			}
		}
	}
	return marked
}

// apart returns the greatest distance of two corners.
func apart(t, u *geom.Triangle) (d float64) {
	for c := range t {
		d = max(d, t[c].Sub(u[c]).Norm())
	}
	return d
}

// middleOf returns the triangle between both sides of one that is lifted.
func middleOf(front, back *geom.Triangle) (t geom.Triangle) {
	for c := range t {
		t[c] = front[c].Lerp(back[2-c], 0.5)
	}
	return t
}

// nearest returns the least distance of a triangle from those that begin within a distance of it on the first
// axis, along which they are sorted; infinity if there are none.
func nearest(all []geom.Triangle, t geom.Triangle, within float64) float64 {
	least := math.Inf(1)
	first, _ := slices.BinarySearchFunc(all, t[0][0]-within, func(u geom.Triangle, x float64) int { return cmp.Compare(u[0][0], x) })
	for k := first; k < len(all) && all[k][0][0] <= t[0][0]+within; k++ {
		least = min(least, apart(&all[k], &t))
	}
	return least
}

// TestMarkedPosesValid runs Khronos's validator on many models in one file.
func TestMarkedPosesValid(t *testing.T) {
	kept, baked := &report.Report{}, &report.Report{}
	for _, s := range generatedRigs(t) {
		kept.Files = append(kept.Files, posedFile(t, s, "glb").Files...)
		baked.Files = append(baked.Files, posedFile(t, s, "fbx").Files...)
	}
	validMarked(t, kept, baked)
}

// TestMarkedWithoutRig: a report of poses whose model was loaded without them has nothing of their places.
func TestMarkedWithoutRig(t *testing.T) {
	s := scenetest.Rigged(t, posegen.Fixtures()[5].Model)
	r := posedFile(t, s, "glb")
	still := *s
	still.Rig = nil
	var with, without countingWriter
	if err := Write(&with, r, assets.List{{Scene: s}}); err != nil {
		t.Fatal(err)
	}
	if err := Write(&without, r, assets.List{{Scene: &still}}); err != nil {
		t.Fatal(err)
	}
	if with <= without || without == 0 {
		t.Errorf("%d bytes with the rig, %d without", with, without)
	}
}

type countingWriter int

func (w *countingWriter) Write(b []byte) (int, error) {
	*w += countingWriter(len(b))
	return len(b), nil
}

// TestMarkedPosesOfDamagedResults: a report names objects and triangles that the model may not have.
func TestMarkedPosesOfDamagedResults(t *testing.T) {
	s := scenetest.Rigged(t, posegen.Fixtures()[5].Model)
	for _, damage := range []func(is *check.Issue){
		func(is *check.Issue) { is.Subjects[0].Instance = 99 },
		func(is *check.Issue) { is.Subjects = nil },
		func(is *check.Issue) { is.Findings[0].A.Triangle = -1 },
		func(is *check.Issue) { is.Findings[0].B.Triangle = 1 << 30 },
		func(is *check.Issue) { is.Findings[0].B = nil },
		func(is *check.Issue) { is.Findings[0].A.Corners = geom.Triangle{{math.NaN()}} },
	} {
		r := posedFile(t, s, "glb")
		damage(&r.Files[0].Result.Poses().List[0])
		document(t, markedOf(t, r))
	}
}
