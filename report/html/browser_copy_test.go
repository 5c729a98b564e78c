package html

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/longtest"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// The script for Blender selects exactly the faces of the findings, even if the importer dropped
// duplicates and so renumbered faces.
func TestBrowserBlenderScript(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	blender, err := exec.LookPath("blender")
	if err != nil {
		if os.Getenv("MESHCHECK_BLENDER") == "required" {
			t.Fatal("MESHCHECK_BLENDER requires Blender, and it is not installed")
		}
		t.Skip("Blender is not installed: the script for it is not tested")
	}
	browser := startBrowser(t)
	for _, name := range []string{"scenes/boxes_overlap.stl", "kinds/duplicate_three.stl", "chair.glb", "exported/scene.fbx"} {
		t.Run(name, func(t *testing.T) {
			format := strings.TrimPrefix(filepath.Ext(name), ".")
			model, err := os.ReadFile(filepath.Join("..", "..", "fixtures", name))
			if err != nil {
				t.Fatal(err)
			}
			scene, _, err := loader.Decode(t.Context(), model, nil, loader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := pageOf(t, name, format, scene)
			b := openPage(t, browser, r)
			b.settle()
			got, log := selectedInBlender(t, blender, name, model, b.copied("blender"))
			want := facesOfFindings(r, format)
			if format == "fbx" { // its faces are quads, and findings are about halves of them
				got, want = cornersOf(got), cornersOf(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("selected\n%v\nwant\n%v\n%s", got, want, log)
			}
		})
	}
}

// selectedInBlender imports a fixture into Blender and returns the faces that a
// script selects, each as its sorted corners.
func selectedInBlender(t *testing.T, blender, name string, text []byte, script string) (faces []string, log string) {
	t.Helper()
	dir := t.TempDir()
	model, copied := filepath.Join(dir, filepath.Base(name)), filepath.Join(dir, "script.py")
	for path, data := range map[string][]byte{model: text, copied: []byte(script)} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), blender, "-b", "--factory-startup",
		"--python", filepath.Join("testdata", "select_in_blender.py"), "--", model, copied).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, found, ok := strings.Cut(string(out), "SELECTED ")
	if !ok {
		t.Fatalf("no selection: %s", out)
	}
	var triangles [][]geom.Vec
	if err := json.NewDecoder(strings.NewReader(found)).Decode(&triangles); err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, corners := range triangles {
		set[cornerText(corners)] = true
	}
	return slices.Sorted(maps.Keys(set)), string(out)
}

// facesOfFindings returns the triangles of all findings but touches in the first mesh with some, in
// Blender's coordinates: y is up in GLB and FBX, and the FBX has centimetres.
func facesOfFindings(r *report.Report, format string) []string {
	set := map[string]bool{}
	meshes := r.Files[0].Result.Meshes
	m := &meshes[slices.IndexFunc(meshes, func(m check.Mesh) bool { return len(m.Findings) > 0 })]
	for i := range m.Findings {
		f := &m.Findings[i]
		if f.Rule == check.Touch {
			continue // hidden by the filter at first
		}
		faces := []geom.Triangle{f.A.Corners}
		if f.B != nil {
			faces = append(faces, f.B.Corners)
		}
		for _, c := range faces {
			for k, p := range c {
				switch format {
				case "glb":
					c[k] = geom.Vec{p[0], -p[2], p[1]}
				case "fbx":
					c[k] = geom.Vec{p[0], -p[2], p[1]}.Scale(0.01)
				}
			}
			set[cornerText(c[:])] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// cornersOf returns all corners of faces that cornerText has written.
func cornersOf(faces []string) []string {
	set := map[string]bool{}
	for _, face := range faces {
		for _, corner := range strings.Split(strings.Trim(face, "[]"), "] [") {
			set[corner] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// cornerText writes corners in a fixed order, rounded to what float32 keeps.
func cornerText(corners []geom.Vec) string {
	words := make([]string, len(corners))
	for i, p := range corners {
		for k := range p {
			p[k] = math.Round(p[k]*1e4)/1e4 + 0
		}
		words[i] = fmt.Sprint(p)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// The script for Maya selects faces in runs, by number.
func TestBrowserMayaScript(t *testing.T) {
	longtest.Skip(t, "drives a browser")
	b := openPage(t, startBrowser(t), pageOf(t, "chair.glb", "glb", scenetest.Fixture(t, "chair.glb")))
	b.settle()
	numbers := b.copied("numbers")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("Python is not installed: the script for Maya is not tested")
	}
	const stand = `
import json, sys, types
cmds = types.ModuleType('maya.cmds')
cmds.ls = lambda **k: [] if k.get('selection') else ['|chair|shape', '|lamp|shape']
cmds.polyEvaluate = lambda m, face: TOTAL if 'chair' in m else 12
def select(faces):
    out = []
    for f in faces:
        name, _, rest = f.partition('.f[')
        assert name == '|chair|shape', f
        first, _, last = rest.rstrip(']').partition(':')
        out += range(int(first), int(last or first) + 1)
    print(', '.join(map(str, out)))
cmds.select = select
cmds.warning = print
maya = types.ModuleType('maya')
maya.cmds = cmds
sys.modules['maya'], sys.modules['maya.cmds'] = maya, cmds
`
	script := b.copied("maya")
	total := eval[int](b, `JSON.parse(document.getElementById("file-0-facts").textContent).meshes[0].triangles`)
	program := strings.Replace(stand, "TOTAL", fmt.Sprint(total), 1) + script
	out, err := exec.CommandContext(t.Context(), python, "-c", program).CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != numbers {
		t.Errorf("selected %s (%v), want %s", got, err, numbers)
	}
}
