package html

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/glb"
	"github.com/meshcheck/meshcheck/report/reporttest"
)

// posesReport checks the poses of some of the generated models. It has no excerpts of them.
func posesReport(t *testing.T, names ...string) *report.Report {
	t.Helper()
	r := &report.Report{Version: "0.1.0", Options: check.Options{Checks: check.Poses}}
	for _, name := range names {
		all := posegen.Fixtures()
		k := slices.IndexFunc(all, func(f posegen.Fixture) bool { return f.Name == name })
		if k < 0 {
			t.Fatalf("no model %s", name)
		}
		r.Files = append(r.Files, posesOf(t, name+".glb", all[k].GLB()))
	}
	return r
}

// morphing is a model of which a clip changes the weights of a morph target.
func morphing(t *testing.T) report.File {
	t.Helper()
	all := posegen.Fixtures()
	m := all[slices.IndexFunc(all, func(f posegen.Fixture) bool { return f.Name == "morph_target" })].Model
	for k := range m.Nodes {
		if mesh := m.Nodes[k].Mesh; mesh != nil && len(mesh.Targets) > 0 {
			values := make([]float64, 2*len(mesh.Targets))
			values[len(mesh.Targets)] = 1
			m.Clips = append(m.Clips, posegen.Clip{Name: "morph", Channels: []posegen.Channel{{Node: k, Path: "weights", Mode: "LINEAR", Times: []float64{0, 1}, Values: values}}})
		}
	}
	return posesOf(t, "morph.glb", m.GLB())
}

// posesOf checks the poses of a model.
func posesOf(t *testing.T, name string, data []byte) report.File {
	t.Helper()
	m, err := loader.Read(t.Context(), bytes.NewReader(data), loader.Options{Poses: true})
	if err != nil {
		t.Fatal(err)
	}
	result, err := meshcheck.Check(t.Context(), m.Scene, check.Options{Checks: check.Poses})
	if err != nil {
		t.Fatal(err)
	}
	return report.File{Path: name, Format: "glb", Unit: m.Scene.Unit, Up: m.Scene.Up(), Result: reporttest.WithScene(result, m.Scene)}
}

// posesPage is posesReport with excerpts.
func posesPage(t *testing.T, names ...string) *report.Report {
	t.Helper()
	r := posesReport(t, names...)
	for i := range r.Files {
		attachPoses(t, &r.Files[i])
	}
	return r
}

// attachPoses adds the excerpt of a model to its file.
func attachPoses(t *testing.T, f *report.File) {
	t.Helper()
	reporttest.Attach(t, f, reporttest.Model(f).Scene, report.Needs{Excerpt: true}, drawing.Options{})
}

func TestHTMLPosesGolden(t *testing.T) {
	r := posesReport(t, "hand_through_hip", "elbow", "door_between_keys", "one_key", "flattens")
	page := htmlOf(t, r)
	reporttest.Golden(t, "poses.html", []byte(page[strings.Index(page, "<header"):strings.Index(page, `<footer id="about"`)]))
	if found := activeTags(page); found != nil {
		t.Errorf("active content: %q", found)
	}
}

// The page says when a place is there, when it is worst, and what to do.
func TestHTMLPosesSays(t *testing.T) {
	for name, wants := range map[string][]string{
		"hand_through_hip":  {"1 place to fix", "pose contact", " samples from 0.00 s to ", "deep", "What to do", "Pairs of triangles in the worst sample"},
		"elbow":             {"warning pose fold", "Along the surface"},
		"door_between_keys": {"31 samples from 0.00 s to 1.00 s", "at 0.60 s, sample 19 of 31", "from 0.53 s to 0.63 s, 4 samples", "post ↔ door", "/post ↔ /door Pairs of triangles"},
		"one_key":           {"1 sample at 0.75 s", "125 mm deep error pose contact"},
		"flattens":          {"Not checked", "no parts go through each other that do not at rest", "Clips without findings"},
	} {
		text := words(htmlOf(t, posesReport(t, name)))
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page lacks %q", name, want)
			}
		}
	}
}

// Names of clips and objects are harmless, and isolated from the direction of the text around them.
func TestHTMLPosesNames(t *testing.T) {
	r := posesPage(t, "hand_through_hip", "door_between_keys")
	const name = "</title><script>alert(1)</script>\x1bكرسي"
	for i := range r.Files {
		s := r.Files[i].Result.Poses()
		for c := range s.Clips {
			s.Clips[c].Name = name
			for k := range s.Clips[c].Places {
				s.Clips[c].Places[k].A.Path, s.Clips[c].Places[k].B.Path = name, "/"+name
			}
		}
		for k := range s.List {
			s.List[k].Pose.Name, s.List[k].Reason = name, name
			for n := range s.List[k].Subjects {
				s.List[k].Subjects[n].Path = name
			}
		}
	}
	page := htmlOf(t, r)
	if found := activeTags(page); found != nil {
		t.Errorf("active content: %q", found)
	}
	if strings.Contains(page, "\x1b") || !strings.Contains(page, "&lt;/title&gt;&lt;script&gt;alert(1)") {
		t.Error("the name is not shown as text")
	}
	rest := regexp.MustCompile(`(?s)<bdi[^>]*>[^<]*</bdi>|<title>[^<]*</title>|<script type="application/json"[^<]*</script>|aria-label="[^"]*"`).ReplaceAllString(page, "")
	if k := strings.Index(rest, "كرسي"); k >= 0 {
		t.Errorf("a name outside of bdi: %s", rest[max(0, k-120):k+20])
	}
}

// What moves is embedded once, and each place has a picture.
func TestHTMLPosesExcerpt(t *testing.T) {
	page := htmlOf(t, posesPage(t, "hand_through_hip"))
	if n := strings.Count(page, `id="file-0-poses-excerpt"`); n != 1 {
		t.Errorf("%d stages of what moves", n)
	}
	cards, pictures := strings.Count(page, `<li class="pose `), strings.Count(page, `alt="Picture of the worst sample"`)
	if cards == 0 || pictures != cards {
		t.Errorf("%d places with %d pictures", cards, pictures)
	}
	if !strings.Contains(page, `class="poster"`) {
		t.Error("no picture stands where the 3D view is going to be")
	}
	marks := regexp.MustCompile(`class="mark (\w+)" data-issue="(\d+)"><title>[^<]+</title><path d="M[^"]+z"/>`).FindAllString(page, -1)
	if len(marks) != cards {
		t.Errorf("%d marks for %d places", len(marks), cards)
	}
}

// Curves of depth stay within the timeline and keep the greatest depth, however many samples there are.
func TestTimelineCurve(t *testing.T) {
	long := check.PosePlace{Worst: 5.01}
	for k := range 1000 {
		long.Times = append(long.Times, float64(k)/100)
		long.Depths = append(long.Depths, 0.1)
	}
	long.Depths[501] = 2
	one := check.PosePlace{Times: []float64{3}, Depths: []float64{1}, Worst: 3}
	for _, row := range []struct {
		why    string
		clip   check.PoseClip
		place  check.PosePlace
		points int
		worst  float64
	}{
		{"many samples", check.PoseClip{To: 10}, long, 77, 501},
		{"one of several samples", check.PoseClip{To: 10}, one, 1, 300},
		{"a clip of one sample", check.PoseClip{From: 3, To: 3}, one, 1, 500},
		{"no samples", check.PoseClip{To: 1}, check.PosePlace{}, 0, 0},
	} {
		c := curveOf(&row.clip, &row.place, 2)
		if len(c.points) != row.points || c.worst != row.worst {
			t.Errorf("%s: %d points, worst at %v", row.why, len(c.points), c.worst)
		}
		high := 0.0
		for _, p := range c.points {
			high = max(high, p[1])
			if p[0] < 0 || p[0] > timelineWidth || p[1] < leastHeight || p[1] > timelineHeight {
				t.Errorf("%s: the curve goes through %v", row.why, p)
			}
		}
		if row.points > 1 && high != timelineHeight {
			t.Errorf("%s: the greatest height is %v", row.why, high)
		}
		if (c.path() == "") != (row.points == 0) {
			t.Errorf("%s: the path is %q", row.why, c.path())
		}
	}
}

// The script computes the same positions as package drawing, in all samples and at rest.
func TestScriptMotion(t *testing.T) {
	modules := moduleText("motion") + moduleText("glb") + moduleText("stage")
	type poses struct {
		Rest  []float32
		Clips [][][]float32
		Keys  [][]float64
	}
	files := append(posesReport(t, "hand_through_hip", "door_between_keys", "grows").Files, morphing(t))
	var stages []string
	for i := range files {
		attachPoses(t, &files[i])
		m := reporttest.Model(&files[i]).Excerpt.Motion
		if m == nil {
			t.Fatalf("%s: nothing moves", files[i].Path)
		}
		stages = append(stages, embedded(glb.Motion(m)))
	}
	all := runInNode[[]poses](t, modules, stages, `await Promise.all(input.map(async (text) => {
		const stage = await readStage(text);
		const motion = new Motion(stage.motion);
		const out = new Float32Array(stage.positions.length);
		const list = (pose) => (pose(out), Array.from(out));
		return {
			Clips: motion.clips.map((clip, c) => clip.times.map((_, k) => list((to) => motion.pose(c, k, to)))),
			Rest: list((to) => motion.rests(to)),
			Keys: motion.clips.map((clip) => clip.times.map((time) => sampleAt(clip, time))),
		};
	}))`)
	for i, got := range all {
		name, m := files[i].Path, reporttest.Model(&files[i]).Excerpt.Motion
		size := float32(math.Sqrt(3)) * float32(m.View.Box.Max.Sub(m.View.Box.Min).Norm())
		same := func(where string, got []float32, want []drawing.Single) {
			t.Helper()
			for i, p := range want {
				for k, x := range p {
					if d := got[3*i+k] - x; !(d < 1e-5*size && d > -1e-5*size) {
						t.Fatalf("%s: %s: point %d is off by %v", name, where, i, d)
					}
				}
			}
		}
		same("at rest", got.Rest, m.View.Points)
		for c := range m.Clips {
			for k := range m.Clips[c].Times {
				same("in a sample", got.Clips[c][k], m.Points(c, k))
				if got.Keys[c][k] != float64(k) {
					t.Errorf("%s: the time of sample %d is that of %v", name, k, got.Keys[c][k])
				}
			}
		}
	}
}
