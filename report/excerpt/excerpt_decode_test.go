package excerpt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/mesh"
)

// decoded is what decode.js makes of an excerpt.
type decoded struct {
	Error            string
	Mesh, Pair       int
	Group            int
	Objects          []decodedObject
	Box              struct{ Min, Max geom.Vec }
	Origin           geom.Vec
	Scale            float64
	Positions        []float32
	Triangles        []uint32
	Faces            []int
	Owners           []int
	Parts, Shells    []int
	Detail           []int
	Omitted          int
	Nonfinite        int
	OmittedFindings  int
	Findings         []decodedFinding
	Spots            []float32
	Hulls            *decodedHulls
	AllTypedAsStated bool
}

type decodedHulls struct {
	Gap, Excess float64
	Far         []float32
	Marks       []decodedMark
}

type decodedMark struct {
	Severity    string
	Hull, Other int
	Arrow       bool
	Points      []float32
}

type decodedObject struct {
	Role        string
	SeeThrough  bool
	Mesh, First int
}

type decodedFinding struct {
	Kind                   string
	A, B, Region           int
	Others                 []int
	SameShell, ThroughEdge bool
	Depth, Area            float64
	Points                 []float32
}

// decodeScript answers each line of base64 with a line of JSON.
const decodeScript = `
const fs = require("fs");
const source = fs.readFileSync("../html/viewer/decode.js", "utf8").replace(/^export /gm, "");
const decode = new Function(source + "; return decode;")();
const plain = (key, v) => (ArrayBuffer.isView(v) ? Array.from(v) : v);
(async () => {
  for (const line of fs.readFileSync(0, "utf8").split("\n").slice(0, -1)) {
    let out;
    try {
      out = await decode(line);
      out.allTypedAsStated = out.positions instanceof Float32Array && out.triangles instanceof Uint32Array &&
        out.faces instanceof Int32Array && out.parts instanceof Uint32Array && out.shells instanceof Uint32Array &&
        out.detail instanceof Uint8Array && out.owners instanceof Uint16Array && (out.group < 0 ? out.hulls === null : out.hulls.far instanceof Float32Array) && out.spots instanceof Float32Array && out.findings.every((f) => f.points instanceof Float32Array);
    } catch (e) {
      out = { error: e instanceof Error ? String(e.message) || "no message" : "not an Error" };
    }
    console.log(JSON.stringify(out, plain));
  }
})();
`

// decodeAll hands texts to decode.js in Node.
func decodeAll(t *testing.T, texts []string) []decoded {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("MESHCHECK_NODE") != "" {
			t.Fatal("MESHCHECK_NODE asks for this test, and Node is not installed")
		}
		t.Skip("Node is not installed: decode.js is not tested")
	}
	cmd := exec.CommandContext(t.Context(), node, "-e", decodeScript)
	cmd.Stdin = strings.NewReader(strings.Join(texts, "\n") + "\n")
	var errors bytes.Buffer
	cmd.Stderr = &errors
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &errors)
	}
	var out []decoded
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var x decoded
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

// expectedOf is what a decoder must make of x.
func expectedOf(x *View) decoded {
	s := &x.shape
	d := decoded{
		Mesh: x.Mesh, Pair: x.Pair, Group: x.Group, Origin: s.frame.origin, Scale: s.frame.Scale, AllTypedAsStated: true,
		Omitted: x.Omitted, Nonfinite: x.Nonfinite, OmittedFindings: x.OmittedFindings,
		Positions: []float32{}, Findings: []decodedFinding{}, Spots: []float32{},
	}
	for _, o := range x.Objects {
		d.Objects = append(d.Objects, decodedObject{[]string{"alone", "first", "second", "visual", "hull"}[o.role], o.seeThrough, o.Mesh, o.first})
	}
	for _, p := range x.places {
		d.Spots = append(d.Spots, p[:]...)
	}
	d.Box.Min, d.Box.Max = x.Box.Min, x.Box.Max
	for v := range len(s.vertices) + len(s.clusters) {
		p := s.at(uint32(v))
		d.Positions = append(d.Positions, p[:]...)
	}
	for _, t := range s.triangles {
		d.Triangles = append(d.Triangles, t.corners[:]...)
		d.Faces = append(d.Faces, t.face)
		d.Owners = append(d.Owners, t.object)
		d.Parts = append(d.Parts, t.part)
		d.Shells = append(d.Shells, t.shell)
		detail := 0
		if t.detail {
			detail = 1
		}
		d.Detail = append(d.Detail, detail)
	}
	for _, m := range x.found {
		f := decodedFinding{
			Kind: m.rule.String(), A: m.a, B: m.b, Region: m.region, SameShell: m.sameShell,
			ThroughEdge: m.throughEdge, Depth: m.depth, Area: m.area, Points: []float32{},
			Others: append([]int{}, m.others...),
		}
		for _, p := range m.points {
			f.Points = append(f.Points, p[:]...)
		}
		d.Findings = append(d.Findings, f)
	}
	if x.Hulls != nil {
		d.Hulls = expectedHulls(x.Hulls)
	}
	return d
}

func expectedHulls(x *hullExcerpt) *decodedHulls {
	d := &decodedHulls{Gap: x.Gap, Excess: x.Excess, Far: []float32{}, Marks: []decodedMark{}}
	for _, n := range x.steps {
		d.Far = append(d.Far, float32(float64(n)/distanceSteps))
	}
	for _, m := range x.Marks {
		out := decodedMark{m.severity.String(), m.hull, m.other, m.arrow, []float32{}}
		for _, p := range m.Points {
			out.Points = append(out.Points, p[:]...)
		}
		d.Marks = append(d.Marks, out)
	}
	return d
}

func excerptOf(t *testing.T, s *mesh.Scene, o Options) *Excerpt {
	t.Helper()
	e, err := New(t.Context(), s, scenetest.CheckedScene(t, s), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The decoder has exactly what the encoder was given.
func TestExcerptRoundTrip(t *testing.T) {
	var texts []string
	var excerpts []*View
	for name, s := range scenetest.ExcerptScenes() {
		for _, o := range []Options{{}, {Triangles: 300}, {Triangles: 40, Findings: 3}} {
			for _, m := range excerptOf(t, s, o).Meshes {
				texts, excerpts = append(texts, m.Base64()), append(excerpts, m)
				t.Logf("%d: %s %+v: %d bytes", len(texts)-1, name, o, len(m.Encoded))
			}
		}
	}
	for i, got := range decodeAll(t, texts) {
		sameDecoded(t, i, got, expectedOf(excerpts[i]))
	}
}

// sameDecoded compares field by field: whole excerpts are too long to be printed.
func sameDecoded(t *testing.T, i int, got, want decoded) {
	t.Helper()
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	for k := range g.NumField() {
		if a, b := g.Field(k).Interface(), w.Field(k).Interface(); !reflect.DeepEqual(a, b) {
			t.Errorf("%d: %s is decoded as\n%.500s, want\n%.500s", i, g.Type().Field(k).Name, fmt.Sprint(a), fmt.Sprint(b))
		}
	}
}

// Damaged text is refused.
func TestExcerptDamaged(t *testing.T) {
	good := excerptOf(t, scenetest.ExcerptScenes()["odd"], Options{}).Meshes[0].Base64()
	texts := []string{"", "?", "AAAA", good[:len(good)/2], good[:len(good)-4], good + "BBBB", good + good}
	for i := 16; i < len(good)-4; i += 7 { // past the head of gzip, which has idle bytes
		c := byte('A')
		if good[i] == c {
			c = 'B'
		}
		texts = append(texts, good[:i]+string(c)+good[i+1:])
	}
	for i, got := range decodeAll(t, texts) {
		if got.Error == "" || got.Error == "not an Error" {
			t.Errorf("damage %d is accepted: %q: %.300v", i, got.Error, got)
		}
	}
	if got := decodeAll(t, []string{good})[0]; got.Error != "" {
		t.Error(got.Error)
	}
}
