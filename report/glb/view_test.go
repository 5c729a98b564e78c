package glb

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// stage is what viewer/stage.js reads from a view.
type stage struct {
	Error            string
	Mesh, Pair       int
	Group            int
	Objects          []stageObject
	Box              struct{ Min, Max geom.Vec }
	Origin           geom.Vec
	Scale            float64
	Positions        []float32
	Triangles        []uint32
	Faces            []int32
	Owners           []int32
	Parts, Shells    []int32
	Detail           []int
	Omitted          int
	Nonfinite        int
	OmittedFindings  int
	Findings         []stageFinding
	Spots            []float32
	Gap, Excess      float64
	Far              []float32
	Colors           *stageColors
	Placed           []stagePlace
	AllTypedAsStated bool
}

type stageColors struct {
	Runs      []int
	Low, Size [2]float64
	UVs       []uint16
	UVOf      []uint32
	Tints     []uint16
	TintOf    []uint32
}

type stagePlace struct {
	Object, Instance int
	Name             string
	Axes             [3]drawing.Single
	At               drawing.Single
}

type stageObject struct {
	Role        string
	SeeThrough  bool
	Mesh, First int
	Instance    int
}

type stageFinding struct {
	Kind, Rule   string
	A, B, Region int
	Others       []int
	Objects      []int
	SameShell    bool
	Area         float64
	Arrow        bool
	Points       []float32
}

// readScript is a program that answers each line of base64 with a line of JSON.
const readScript = `
const fs = require("fs");
const source = ["glb", "stage"].map((name) => fs.readFileSync("../html/viewer/" + name + ".js", "utf8")).join("")
  .replace(/^import .*;$/gm, "").replace(/^export /gm, "");
const readStage = new Function(source + "; return readStage;")();
const plain = (key, v) => (ArrayBuffer.isView(v) ? Array.from(v) : v);
(async () => {
  for (const line of fs.readFileSync(0, "utf8").split("\n").slice(0, -1)) {
    let out;
    try {
      out = await readStage(line);
      out.allTypedAsStated = out.positions instanceof Float32Array && out.triangles instanceof Uint32Array &&
        out.faces instanceof Int32Array && out.parts instanceof Uint32Array && out.shells instanceof Uint32Array &&
        out.detail instanceof Uint8Array && out.owners instanceof Uint16Array && out.spots instanceof Float32Array &&
        (out.group < 0 ? out.far === null : out.far instanceof Float32Array) && out.findings.every((f) => f.points instanceof Float32Array);
    } catch (e) {
      out = { error: e instanceof Error ? String(e.message) || "no message" : "not an Error" };
    }
    console.log(JSON.stringify(out, plain));
  }
})();
`

// readAll passes texts to stage.js in Node.
func readAll(t *testing.T, texts []string) []stage {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("MESHCHECK_NODE") != "" {
			t.Fatal("MESHCHECK_NODE asks for this test, and Node is not installed")
		}
		t.Skip("Node is not installed: stage.js is not tested")
	}
	cmd := exec.CommandContext(t.Context(), node, "-e", readScript)
	cmd.Stdin = strings.NewReader(strings.Join(texts, "\n") + "\n")
	var errors bytes.Buffer
	cmd.Stderr = &errors
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &errors)
	}
	var out []stage
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var x stage
		if err := d.Decode(&x); err != nil {
			t.Fatal(err)
		}
		out = append(out, x)
	}
	if len(out) != len(texts) {
		t.Fatalf("%d answers to %d texts", len(out), len(texts))
	}
	return out
}

// embedded returns a view as pages embed it.
func embedded(x *drawing.View) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(View(x))
	z.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// expectedOf returns what a viewer must read from x.
func expectedOf(x *drawing.View) stage {
	s := stage{
		Mesh: x.Mesh, Pair: x.Pair, Group: x.Group, Origin: x.Frame.Origin, Scale: x.Frame.Scale, AllTypedAsStated: true,
		Omitted: x.Omitted, Nonfinite: x.Nonfinite, OmittedFindings: x.OmittedFindings, Gap: x.Gap, Excess: x.Excess,
		Positions: flat(x.Points), Findings: []stageFinding{}, Spots: flat(x.Places),
	}
	s.Box.Min, s.Box.Max = x.Box.Min, x.Box.Max
	for _, o := range x.Objects {
		s.Objects = append(s.Objects, stageObject{o.Role.String(), o.SeeThrough, o.Mesh, o.First, o.Instance})
	}
	for _, t := range x.Triangles {
		s.Triangles = append(s.Triangles, t.Corners[:]...)
		s.Faces = append(s.Faces, t.Face)
		s.Owners = append(s.Owners, t.Object)
		s.Parts = append(s.Parts, t.Part)
		s.Shells = append(s.Shells, t.Shell)
		detail := 0
		if t.Detail {
			detail = 1
		}
		s.Detail = append(s.Detail, detail)
	}
	for i := range x.Findings {
		f := &x.Findings[i]
		out := stageFinding{
			Kind: f.Kind, Rule: f.Rule, A: f.A, B: f.B, Region: f.Region, SameShell: f.SameShell, Area: f.Area, Arrow: f.Arrow,
			Points: flat(f.Points), Others: append([]int{}, f.Others...), Objects: append([]int{}, f.Objects...),
		}
		s.Findings = append(s.Findings, out)
	}
	for _, far := range x.Far {
		s.Far = append(s.Far, float32(math.Floor(1000*float64(far)+0.5)/1000))
	}
	for _, p := range x.Placed {
		s.Placed = append(s.Placed, stagePlace(p))
	}
	if c := x.Colors; c != nil {
		s.Colors = &stageColors{Runs: c.Runs, Low: c.Low, Size: c.Size, UVOf: c.UVOf, TintOf: c.TintOf}
		for _, uv := range c.UVs {
			s.Colors.UVs = append(s.Colors.UVs, uv[:]...)
		}
		for _, t := range c.Tints {
			s.Colors.Tints = append(s.Colors.Tints, uint16(t[0]), uint16(t[1]), uint16(t[2]), 255)
		}
	}
	return s
}

// colored gives every second part of the meshes of a scene colors of vertices, and every third one a
// texture.
func colored(s *mesh.Scene) *mesh.Scene {
	s.Textures = []mesh.Texture{{Decode: func(context.Context) (image.Image, error) { return nil, errors.New("it is damaged") }}}
	for _, m := range s.Meshes {
		for k := range m.Parts {
			p := &m.Parts[k]
			n := p.Positions.Len()
			p.Color = &mesh.BaseColor{Factor: [3]float64{1, 0.5, 0}}
			for i := range 3 * n {
				if k%2 == 0 {
					p.Color.Vertices = append(p.Color.Vertices, uint8(7*i))
				}
			}
			if k%3 == 0 {
				p.Color.Map = &mesh.TextureMap{UV: mesh.UVSet{F32: make([]float32, 2*n)}, Transform: mesh.IdentityUV}
				for i := range p.Color.Map.UV.F32 {
					p.Color.Map.UV.F32[i] = float32(math.Sin(float64(i)))
				}
			}
		}
	}
	return s
}

func flat(points []drawing.Single) []float32 {
	out := []float32{}
	for _, p := range points {
		out = append(out, p[:]...)
	}
	return out
}

// viewsOf returns all views of a scene.
func viewsOf(t *testing.T, s *mesh.Scene, r *check.Result, o drawing.Options) []*drawing.View {
	t.Helper()
	e, err := drawing.NewExcerpt(t.Context(), s, r, o)
	if err != nil {
		t.Fatal(err)
	}
	views := append(append(e.Meshes, e.Pairs...), e.Hulls...)
	if e.Scene != nil {
		views = append(views, e.Scene)
	}
	return views
}

// The viewer reads exactly what was written, for meshes, pairs, hulls and scenes.
func TestViewRoundTrip(t *testing.T) {
	var views []*drawing.View
	for _, s := range scenetest.ExcerptScenes() {
		r := scenetest.CheckedScene(t, s)
		for _, o := range []drawing.Options{{}, {Triangles: 300}, {Triangles: 40, Findings: 3}} {
			views = append(views, viewsOf(t, s, r, o)...)
		}
		views = append(views, viewsOf(t, colored(s), r, drawing.Options{Triangles: 300})...)
	}
	scenetest.EachObjects(t, func(t *testing.T, s *mesh.Scene) {
		r := scenetest.CheckedPairs(t, s, scenetest.PairOptions)
		views = append(views, viewsOf(t, s, r, drawing.Options{Triangles: 600})...)
	})
	for _, path := range []string{"hulls/overlap.glb", "hulls/implicit_balls.gltf", "scenes/cube_in_sphere_in_cone.glb", "scenes/town.glb"} {
		s := scenetest.Fixture(t, path)
		views = append(views, viewsOf(t, s, scenetest.CheckedPairs(t, s, scenetest.PairOptions), drawing.Options{})...)
		views = append(views, viewsOf(t, s, scenetest.CheckedPairs(t, s, check.Options{}), drawing.Options{})...)
	}
	crowd := &scenetest.Builder{}
	for k := range 400 {
		crowd.Named(fmt.Sprint("ball ", k), meshgen.Sphere(6, 4, geom.Vec{}), scenetest.Moved(3*float64(k), float64(k%7), 0))
	}
	views = append(views, viewsOf(t, &crowd.Scene, scenetest.CheckedPairs(t, &crowd.Scene, check.Options{Checks: check.Parts}), drawing.Options{})...)
	var texts []string
	for i, x := range views {
		texts = append(texts, embedded(x))
		if bound := (&drawing.Excerpt{Meshes: []*drawing.View{x}}).Size(); len(texts[i]) > bound {
			t.Errorf("%d: %d bytes are more than %d", i, len(texts[i]), bound)
		}
	}
	scenes := 0
	for i, got := range readAll(t, texts) {
		if got.Error != "" {
			t.Fatal(i, got.Error)
		}
		if len(got.Placed) > 1 {
			scenes++
		}
		g, w := reflect.ValueOf(got), reflect.ValueOf(expectedOf(views[i]))
		for k := range g.NumField() {
			if a, b := g.Field(k).Interface(), w.Field(k).Interface(); !reflect.DeepEqual(a, b) {
				t.Errorf("%d: %s is read as\n%.500s, want\n%.500s", i, g.Type().Field(k).Name, fmt.Sprint(a), fmt.Sprint(b))
			}
		}
	}
	if scenes < 3 {
		t.Errorf("%d scenes", scenes)
	}
}

// Damaged text is rejected.
func TestViewDamaged(t *testing.T) {
	s := scenetest.ExcerptScenes()["odd"]
	good := embedded(viewsOf(t, s, scenetest.CheckedScene(t, s), drawing.Options{})[0])
	texts := []string{"", "?", "AAAA", good[:len(good)/2], good[:len(good)-4], good + "BBBB", good + good}
	for i := 16; i < len(good)-4; i += 7 { // after the gzip header, which has unused bytes
		c := byte('A')
		if good[i] == c {
			c = 'B'
		}
		texts = append(texts, good[:i]+string(c)+good[i+1:])
	}
	for i, got := range readAll(t, texts) {
		if got.Error == "" || got.Error == "not an Error" {
			t.Errorf("damage %d is accepted: %q, %d triangles", i, got.Error, len(got.Faces))
		}
	}
}

// A view is a GLB for any program that supports EXT_meshopt_compression.
func TestViewIsAModel(t *testing.T) {
	s := scenetest.Fixture(t, "kinds/crossing.stl")
	x := viewsOf(t, s, scenetest.CheckedScene(t, s), drawing.Options{})[0]
	again, err := loader.Read(t.Context(), bytes.NewReader(View(x)), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(again.Scene.Meshes); n != 1 || again.Scene.Meshes[0].Triangles() != len(x.Triangles) {
		t.Fatalf("%d meshes", n)
	}
	for i, want := range x.Triangles {
		for k, p := range again.Scene.Meshes[0].Parts[0].Triangle(i) {
			if p != x.Points[want.Corners[k]].Vec() {
				t.Fatalf("triangle %d has a corner at %v", i, p)
			}
		}
	}
}

// TestViewValid runs Khronos's validator.
func TestViewValid(t *testing.T) {
	for _, path := range []string{"kinds/crossing.stl", "hulls/overlap.glb", "scenes/ring_and_l.glb"} {
		s := colored(scenetest.Fixture(t, path))
		for i, x := range viewsOf(t, s, scenetest.CheckedPairs(t, s, scenetest.PairOptions), drawing.Options{}) {
			name := filepath.Join(t.TempDir(), "view.glb")
			if err := os.WriteFile(name, View(x), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, issue := range validatorIssues(t, name) {
				t.Errorf("%s: view %d: %s", path, i, issue)
			}
		}
	}
}
