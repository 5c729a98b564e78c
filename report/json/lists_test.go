package json

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	experiment "github.com/go-json-experiment/json"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
)

// What is written apart has the bytes that the library writes.
func TestElementsAreTheLibrarys(t *testing.T) {
	const n = 3000
	rng := rand.New(rand.NewPCG(5, 5))
	findings, regions := make([]check.Finding, n), make([]check.Region, n)
	for i := range n {
		findings[i], regions[i] = randomFinding(rng), randomRegion(rng)
	}
	for _, l := range []list{{findings: findings}, {regions: regions}} {
		lines := strings.Split(string(elementsPool.New().(*elements).append(nil, &l, 0, n, "\n")), "\n")[1:]
		for i, got := range lines {
			var want []byte
			var err error
			if l.regions != nil {
				w := newRegion(i, &regions[i])
				want, err = experiment.Marshal(&w, writing)
			} else {
				want, err = experiment.Marshal(&findings[i], writing)
			}
			if err != nil || got != string(want) {
				t.Fatalf("%s\nwant\n%s, %v", got, want, err)
			}
		}
	}
}

// A file is the same for any number of workers, and on one line but for white space, whatever
// is in its names.
func TestListsOfFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	f := report.File{Path: `"findings":[0]"regions":[0]`, Warnings: []string{`"findings":[0]`, "[0]"}, Result: &check.Result{}}
	want := 0
	for _, n := range []int{0, 1, listChunk, 5*listChunk + 1, 0} {
		m := check.Mesh{Name: f.Path}
		for range n {
			m.Findings, m.Regions = append(m.Findings, randomFinding(rng)), append(m.Regions, randomRegion(rng))
		}
		f.Result.Meshes = append(f.Result.Meshes, m)
		want += 2 * n
	}
	var texts [2][]byte
	for i := range texts {
		var b bytes.Buffer
		l := newLayout(&b, 1+2*i)
		l.open, l.began = []container{{}, {"files", true}}, true
		if err := writeFile(l, &f); err != nil {
			t.Fatal(err)
		}
		l.w.Flush()
		texts[i] = b.Bytes()
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("the text depends on the number of workers")
	}
	before := "\n    {\n      \"path\": " + string(Marshal(f.Path))
	if before+string(Members(&f)) != string(texts[0]) {
		t.Error("the members alone are others")
	}
	if lines := strings.Count(string(texts[0]), "\n"+strings.Repeat("  ", 6)+"{"); lines != want {
		t.Errorf("%d elements have a line, want %d", lines, want)
	}
}

func randomFinding(rng *rand.Rand) check.Finding {
	f := check.Finding{Rule: check.Self.Rules()[rng.IntN(len(check.Self.Rules()))], A: randomFace(rng)}
	f.Severity = f.Rule.Severity()
	if rng.IntN(4) == 0 {
		f.Severity = append(check.Severities(), check.Off)[rng.IntN(len(check.Severities())+1)]
	}
	if pair, flat := shape(f.Rule); pair {
		b := randomFace(rng)
		f.B, f.SameShell, f.ThroughEdge = &b, rng.IntN(2) == 0, rng.IntN(2) == 0
		f.Depth, f.Area, f.Region = randomNumber(rng), randomNumber(rng), rng.IntN(5)-1
		if flat {
			f.Facing = check.Same + check.Facing(rng.IntN(2))
		}
	}
	for range rng.IntN(5) {
		f.Polygon = append(f.Polygon, randomPoint(rng))
	}
	if f.Polygon == nil {
		f.Segment = []geom.Vec{randomPoint(rng), randomPoint(rng)}
	}
	return f
}

func randomFace(rng *rand.Rand) check.Face {
	f := check.Face{Part: rng.IntN(3), Triangle: rng.IntN(1 << 20), InPart: rng.IntN(10), CutFrom: rng.IntN(3)}
	for k := range f.Corners {
		f.Corners[k] = randomPoint(rng)
	}
	return f
}

func randomRegion(rng *rand.Rand) check.Region {
	r := check.Region{
		Number: rng.IntN(3), Box: geom.Box{Min: randomPoint(rng), Max: randomPoint(rng)},
		Depth: randomNumber(rng), Area: randomNumber(rng), Length: randomNumber(rng), Parts: []int{1, 2}[:rng.IntN(3)],
	}
	if rng.IntN(2) == 0 {
		r.Shells = []int{3, 4}[:rng.IntN(3)]
	}
	for rule := range r.Counts.ByRule {
		r.Counts.ByRule[rule] = rng.IntN(3)
		r.Counts.Failed[rule] = rng.IntN(r.Counts.ByRule[rule] + 1)
	}
	r.Counts.ThroughEdge = rng.IntN(3)
	return r
}

// randomPoint returns one of few points, so that it comes again.
func randomPoint(rng *rand.Rand) geom.Vec {
	p := geom.Vec{float64(rng.IntN(8)), float64(float32(rng.IntN(8)) / 7), 1e-7 * float64(rng.IntN(3))}
	switch rng.IntN(100) {
	case 0:
		p[rng.IntN(3)] = randomNumber(rng)
	case 1:
		p[0] = math.Copysign(0, -1)
	}
	return p
}

// randomNumber may be what JSON has no form for.
func randomNumber(rng *rand.Rand) float64 {
	return []float64{0, rng.NormFloat64(), rng.ExpFloat64() * 1e-9, 1e22, math.Inf(1), math.NaN()}[rng.IntN(6)]
}

func BenchmarkWriteFindings(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 7))
	findings := make([]check.Finding, 10_000)
	for i := range findings {
		findings[i] = randomFinding(rng)
	}
	f := report.File{Result: &check.Result{Meshes: []check.Mesh{{Findings: findings}}}}
	b.SetBytes(int64(len(Members(&f))))
	for b.Loop() {
		if err := writeFile(newLayout(io.Discard, 1), &f); err != nil {
			b.Fatal(err)
		}
	}
}
