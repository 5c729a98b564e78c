package drawing

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/internal/scenetest"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// excerptBounds are bounds that fit everything, something and next to nothing.
var excerptBounds = []Options{
	{}, {Triangles: 300}, {Triangles: 40, Findings: 3}, {Triangles: 1}, {Bytes: 6000}, {Bytes: 900}, {Bytes: 8}, {Findings: 1},
}

// The numbers of an excerpt are true, and it keeps its bounds.
func TestExcerptClaims(t *testing.T) {
	for name, s := range scenetest.ExcerptScenes() {
		r := scenetest.CheckedScene(t, s)
		for _, o := range excerptBounds {
			e, err := NewExcerpt(t.Context(), s, r, o)
			if err != nil {
				t.Fatal(err)
			}
			checkClaims(t, fmt.Sprintf("%s %+v", name, o), s, r, e)
			o = o.withDefaults()
			drawn, findings := 0, 0
			for _, x := range e.Meshes {
				drawn += x.Embedded + x.StandIns
				findings += len(x.Findings)
			}
			if drawn > o.Triangles || findings > o.Findings || e.Size() > o.Bytes {
				t.Errorf("%s: %d triangles, %d findings, %d bytes exceed %+v", name, drawn, findings, e.Size(), o)
			}
		}
	}
}

func checkClaims(t *testing.T, name string, s *mesh.Scene, r *check.Result, e *Excerpt) {
	t.Helper()
	total, embedded := 0, 0
	for _, m := range r.Meshes {
		total += m.Triangles
	}
	for _, x := range e.Meshes {
		m := &r.Meshes[x.Mesh]
		embedded += x.Embedded
		if x.Embedded+x.Omitted != m.Triangles || x.Nonfinite != m.Counts.Of(check.Nonfinite) {
			t.Errorf("%s: %d embedded, %d omitted, %d nonfinite of %d", name, x.Embedded, x.Omitted, x.Nonfinite, m.Triangles)
		}
		if len(x.Findings)+x.OmittedFindings != len(m.Findings) {
			t.Errorf("%s: %d findings, %d omitted of %d", name, len(x.Findings), x.OmittedFindings, len(m.Findings))
		}
		checkTriangles(t, name, s.Meshes[x.Mesh], world.Transforms(s)[x.Mesh], m, x)
	}
	if e.Omitted != total-embedded {
		t.Errorf("%s: %d omitted, want %d", name, e.Omitted, total-embedded)
	}
}

// checkTriangles compares the embedded triangles with the mesh.
func checkTriangles(t *testing.T, name string, m *mesh.Mesh, world geom.Affine, r *check.Mesh, x *View) {
	t.Helper()
	embedded, standIns, last := map[int]bool{}, map[[3]uint32]bool{}, int32(-1)
	for _, tri := range x.Triangles {
		if tri.Face < 0 {
			if key := sorted(tri.Corners); standIns[key] {
				t.Errorf("%s: a stand-in stands twice", name)
			} else {
				standIns[key] = true
			}
			continue
		}
		if tri.Face <= last {
			t.Errorf("%s: triangle %d after %d", name, tri.Face, last)
		}
		last = tri.Face
		embedded[int(tri.Face)] = tri.Detail
		part, in := m.Locate(int(tri.Face))
		corners := world.ApplyTriangle(m.Parts[part].Triangle(in))
		if int(tri.Part) != part {
			t.Errorf("%s: triangle %d is of part %d, want %d", name, tri.Face, tri.Part, part)
		}
		for k, c := range tri.Corners {
			got := x.Points[c].Vec().Scale(x.Frame.Scale).Add(x.Frame.Origin)
			if off := got.Sub(corners[k]).Norm(); !(off <= 1e-6*geom.Box(x.Box).Diagonal()) {
				t.Errorf("%s: triangle %d corner %d is at %v, want %v", name, tri.Face, k, got, corners[k])
			}
		}
	}
	if len(embedded) != x.Embedded || len(standIns) != x.StandIns {
		t.Errorf("%s: %d and %d triangles, %d and %d claimed", name, len(embedded), len(standIns), x.Embedded, x.StandIns)
	}
	for _, f := range r.Findings[:len(x.Findings)] {
		if detail := embedded[f.A.Triangle]; !detail && f.Rule != check.Nonfinite {
			t.Errorf("%s: triangle %d of a %s is not embedded", name, f.A.Triangle, f.Rule)
		}
		if f.B != nil && !embedded[f.B.Triangle] {
			t.Errorf("%s: triangle %d of a %s is not embedded", name, f.B.Triangle, f.Rule)
		}
	}
}

// A model within the bounds is embedded whole, in its own coordinates.
func TestExcerptWhole(t *testing.T) {
	for name, s := range scenetest.ExcerptScenes() {
		for _, x := range excerptOf(t, s, Options{}).Meshes {
			if x.StandIns > 0 || x.Omitted != x.Nonfinite || x.OmittedFindings > 0 {
				t.Errorf("%s: %d stand-ins, %d omitted, %d findings omitted", name, x.StandIns, x.Omitted, x.OmittedFindings)
			}
		}
	}
	x := excerptOf(t, scenetest.ExcerptScenes()["crossing"], Options{}).Meshes[0]
	if f := x.Frame; f.Scale != 1 || f.Origin != (geom.Vec{}) {
		t.Errorf("a model of everyday size is moved or scaled: %+v", f)
	}
}

// Any number of workers makes the same excerpt.
func TestExcerptWorkers(t *testing.T) {
	large := meshgen.Join(meshgen.Sphere(200, 101, geom.Vec{}), meshgen.Sphere(200, 101, geom.Vec{0.3, 0.2, 0.1}))
	for name, s := range map[string]*mesh.Scene{"large": scenetest.SceneOf(large.Mesh("")), "several": scenetest.ExcerptScenes()["several"]} {
		r := scenetest.CheckedScene(t, s)
		for _, o := range []Options{{}, {Triangles: 9000}, {Triangles: 500, Bytes: 20_000}} {
			var want *Excerpt
			for _, workers := range []int{1, 2, 7} {
				o.Workers = workers
				e, err := NewExcerpt(t.Context(), s, r, o)
				if err != nil {
					t.Fatal(err)
				}
				if workers == 1 {
					want = e
				} else if !reflect.DeepEqual(e, want) {
					t.Errorf("%s %+v: the excerpt differs from that of one worker", name, o)
				}
			}
		}
	}
}

// A decimated model uses its bounds and still fills its box.
func TestExcerptDecimated(t *testing.T) {
	sphere := meshgen.Sphere(300, 151, geom.Vec{2, 3, 4}) // 90,000 triangles
	hair := meshgen.Random(meshgen.Rand(3), 30_000, 0.01)
	for name, m := range map[string]*mesh.Mesh{"sphere": sphere.Mesh(""), "hair": meshgen.Mesh("", hair)} {
		s := scenetest.SceneOf(m)
		const most = 5000
		r, err := meshcheck.Check(t.Context(), s, check.Options{MaxFindings: -1})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Triangles: most}
		if r.Counts == (check.Counts{}) {
			o.Triangles *= cleanShare
		}
		e, err := NewExcerpt(t.Context(), s, r, o)
		if err != nil {
			t.Fatal(err)
		}
		x := e.Meshes[0]
		if x.StandIns < most/2 || x.Embedded > 0 {
			t.Errorf("%s: %d stand-ins and %d triangles, of %d that may be", name, x.StandIns, x.Embedded, most)
		}
		box := geom.EmptyBox()
		for _, tri := range x.Triangles {
			for _, c := range tri.Corners {
				box = box.Include(x.Points[c].Vec().Add(x.Frame.Origin))
			}
		}
		if off := box.Min.Sub(x.Box.Min).Norm() + box.Max.Sub(x.Box.Max).Norm(); off > 0.05*geom.Box(x.Box).Diagonal() {
			t.Errorf("%s: the likeness has the box %v, the mesh %v", name, box, x.Box)
		}
	}
}

// If not all surroundings fit, those of the worst regions are shown, and the rest of the mesh joins
// them without a seam.
func TestExcerptWorstFirst(t *testing.T) {
	s := scenetest.SceneOf(meshgen.Mesh("", scenetest.Pins(100, 9)))
	x := excerptOf(t, s, Options{Triangles: 300}).Meshes[0]
	detail := map[int]int{}       // by pin
	detailed := map[uint32]bool{} // vertices
	for _, tri := range x.Triangles {
		for _, c := range tri.Corners {
			detailed[c] = detailed[c] || tri.Detail
		}
	}
	joined := false
	for _, tri := range x.Triangles {
		p := x.Points[tri.Corners[0]]
		if tri.Detail {
			detail[int(p[0]*9/100)]++
			continue
		}
		old, fresh := 0, 0
		for _, c := range tri.Corners {
			if detailed[c] {
				old++
			} else {
				fresh++
			}
		}
		joined = joined || old == 2 && fresh == 1
	}
	if x.OmittedFindings != 0 || len(detail) != 9 {
		t.Errorf("%d findings omitted, detail at %d of 9 pins", x.OmittedFindings, len(detail))
	}
	if detail[0] < 40 || detail[8] > 20 {
		t.Errorf("%d triangles around the deepest pin, %d around the one that is least deep", detail[0], detail[8])
	}
	if !joined {
		t.Error("no stand-in shares an edge with the surroundings")
	}
}

// Triangles near a region belong to its surroundings, connected or not.
func TestExcerptNear(t *testing.T) {
	soup := scenetest.Pins(100, 3)
	near := geom.Triangle{{16, 16, 1}, {17, 16, 1}, {16, 17, 1.2}}
	soup = append(soup, near)
	x := excerptOf(t, scenetest.SceneOf(meshgen.Mesh("", soup)), Options{Triangles: 2000}).Meshes[0]
	for _, tri := range x.Triangles {
		if int(tri.Face) == len(soup)-1 && tri.Detail {
			return
		}
	}
	t.Error("a triangle beside the worst region is left to decimation")
}

// In a region a ten-thousandth of its model's size, lines still lie in the drawn triangles.
func TestExcerptPrecision(t *testing.T) {
	at := geom.Vec{0.7123, -0.4321, 0.6543}
	tiny := func(p ...geom.Vec) (out geom.Triangle) {
		for k := range out {
			out[k] = at.Add(p[k].Scale(1e-4))
		}
		return out
	}
	soup := append(meshgen.Sphere(60, 31, geom.Vec{}).Soup(),
		tiny(geom.Vec{0, 0, 0}, geom.Vec{1, 0.1, 0.2}, geom.Vec{0.1, 1, 0}),
		tiny(geom.Vec{0.3, 0.3, -0.5}, geom.Vec{0.4, 0.3, 0.5}, geom.Vec{0.3, 0.5, 0.5}))
	s := scenetest.SceneOf(meshgen.Mesh("", soup))
	for _, move := range []geom.Vec{{}, {500, -300, 20}, {1e6, 1e6, -1e6}} {
		s.Instances = []mesh.Instance{{World: geom.Affine{{1, 0, 0, move[0]}, {0, 1, 0, move[1]}, {0, 0, 1, move[2]}}}}
		x := excerptOf(t, s, Options{Triangles: 400}).Meshes[0]
		corners := map[int]geom.Triangle{}
		for _, tri := range x.Triangles {
			c := tri.Corners
			corners[int(tri.Face)] = geom.Triangle{x.Points[c[0]].Vec(), x.Points[c[1]].Vec(), x.Points[c[2]].Vec()}
		}
		f := x.Findings[0]
		for _, face := range []int{f.A, f.B} {
			u := corners[face]
			n := u.Normal().Unit()
			for _, p := range f.Points {
				if off := math.Abs(n.Dot(p.Vec().Sub(u[0]))); off > 1e-4*0.01 {
					t.Errorf("moved by %v: an end of the line is %g off triangle %d", move, off, face)
				}
			}
		}
	}
}

// Triangles have the shells and parts of the mesh, even stand-ins.
func TestExcerptShells(t *testing.T) {
	sphere := meshgen.Sphere(60, 31, geom.Vec{}).Mesh("")
	other := meshgen.Sphere(60, 31, geom.Vec{0.3, 0.2, 0.1}).Mesh("")
	m := &mesh.Mesh{Parts: []mesh.Part{sphere.Parts[0], other.Parts[0], {Name: "nothing"}}}
	for _, o := range []Options{{}, {Triangles: 2000}} {
		seen := [2]int{}
		for _, tri := range excerptOf(t, scenetest.SceneOf(m), o).Meshes[0].Triangles {
			if tri.Face >= 0 && int(tri.Face)/sphere.Triangles() != int(tri.Part) || tri.Shell != tri.Part {
				t.Errorf("%+v: triangle %d is of part %d and shell %d", o, tri.Face, tri.Part, tri.Shell)
			}
			seen[tri.Part]++
		}
		if seen[0] < 300 || seen[1] < 300 {
			t.Errorf("%+v: %v triangles of the parts", o, seen)
		}
	}
}

func excerptOf(t *testing.T, s *mesh.Scene, o Options) *Excerpt {
	t.Helper()
	e, err := NewExcerpt(t.Context(), s, scenetest.CheckedScene(t, s), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
