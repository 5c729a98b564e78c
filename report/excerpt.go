package report

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"runtime"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Excerpt is what a page draws of one model: the findings and their surroundings
// in full detail, and of the rest a coarse likeness. It is a few megabytes at most,
// whatever the model's size.
type Excerpt struct {
	// Meshes in the order of the result. A mesh of which nothing can be drawn has none.
	Meshes []*MeshExcerpt
	// Omitted counts the triangles of the model that are not embedded as they are.
	Omitted int
}

// MeshExcerpt is what a page draws of one mesh.
type MeshExcerpt struct {
	// Mesh is an index into Result.Meshes.
	Mesh int
	// Box holds all finite triangles of the mesh, in the world of MeshResult.
	Box geom.Box
	// Embedded counts the triangles of the mesh that are embedded as they are and
	// Omitted the others, among them Nonfinite that no picture can show. StandIns
	// are triangles made to stand for omitted ones.
	Embedded, Omitted, Nonfinite, StandIns int
	// Findings counts the listed findings that are embedded: the first of the list.
	// OmittedFindings counts the others on it.
	Findings, OmittedFindings int

	shape    shape
	found    []excerptFinding
	encoded  []byte
	up       int // the axis of the world that points upwards
	locators locators
}

// Size returns the number of bytes that the excerpt takes in a page.
func (e *Excerpt) Size() int {
	n := 0
	for _, m := range e.Meshes {
		n += base64.StdEncoding.EncodedLen(len(m.encoded))
	}
	return n
}

// Base64 returns the excerpt for viewer/decode.js.
func (m *MeshExcerpt) Base64() string { return base64.StdEncoding.EncodeToString(m.encoded) }

// ExcerptOptions bound an excerpt. The zero value is the default in every field.
type ExcerptOptions struct {
	// Triangles is the greatest number of triangles, stand-ins included, over all
	// meshes of a file: 0 means 100,000. A model with no more is embedded whole.
	Triangles int
	// Findings is the greatest number of findings over all meshes: 0 means 20,000.
	Findings int
	// Bytes is the greatest Excerpt.Size: 0 means 4,000,000.
	Bytes int
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0). It never
	// changes an excerpt.
	Workers int
}

// ExcerptShare returns the options for each of n files on one page, such that all
// excerpts together take no more than the given number of bytes in it. Files with
// much to show and files with little get the same bounds, so that an excerpt
// depends on its own file only; writers may leave whole excerpts out.
func ExcerptShare(n, bytes int) ExcerptOptions {
	o := ExcerptOptions{}.withDefaults()
	share := min(1, float64(bytes)/float64(max(n, 1))/float64(o.Bytes))
	scaled := func(x int) int { return max(1, int(share*float64(x))) }
	return ExcerptOptions{Triangles: scaled(o.Triangles), Findings: scaled(o.Findings), Bytes: scaled(o.Bytes)}
}

func (o ExcerptOptions) withDefaults() ExcerptOptions {
	orElse := func(x, otherwise int) int {
		if x == 0 {
			return otherwise
		}
		return max(x, 0)
	}
	o.Triangles = orElse(o.Triangles, 100_000)
	o.Findings = orElse(o.Findings, 20_000)
	o.Bytes = orElse(o.Bytes, 4_000_000)
	o.Workers = orElse(o.Workers, runtime.GOMAXPROCS(0))
	return o
}

// cleanShare is the part of its bounds that a model without findings may use.
const cleanShare = 4

// NewExcerpt selects from a scene and the result of its check what pages draw.
// Findings go in by their order in the result, with their triangles; then what
// surrounds them, the worst regions first; then the rest of the model, decimated
// where it is larger than the bounds. It does not change s or r. The error is ctx's
// when it is cancelled, or says that r is not a result of s.
func NewExcerpt(ctx context.Context, s *mesh.Scene, r *meshcheck.Result, o ExcerptOptions) (*Excerpt, error) {
	if err := matchResult(s, r); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if r.Counts == (meshcheck.Counts{}) {
		o.Triangles, o.Bytes = o.Triangles/cleanShare, o.Bytes/cleanShare
	}
	shares := shareOut(r, o)
	e := &Excerpt{}
	for i, world := range meshcheck.Worlds(s) {
		m := &r.Meshes[i]
		e.Omitted += m.Triangles
		if shares[i].triangles == 0 {
			continue
		}
		d, err := newDraft(ctx, s.Meshes[i], m, world, o.Workers)
		if err != nil {
			return nil, err
		}
		x, err := d.fit(i, shares[i])
		if err != nil {
			return nil, err
		}
		if x != nil {
			x.up = upAxis(s)
			e.Omitted -= x.Embedded
			e.Meshes = append(e.Meshes, x)
		}
	}
	return e, nil
}

// upAxis returns the axis that formats take for the upright one: y in glTF, which
// has a unit, z where the format says nothing.
func upAxis(s *mesh.Scene) int {
	if s.Unit != "" {
		return 1
	}
	return 2
}

// matchResult reports where r names what s does not have, as when the file has
// changed since the check.
func matchResult(s *mesh.Scene, r *meshcheck.Result) error {
	if len(s.Meshes) != len(r.Meshes) {
		return fmt.Errorf("the result is of %d meshes, the model has %d", len(r.Meshes), len(s.Meshes))
	}
	for i, m := range s.Meshes {
		n, found := m.Triangles(), &r.Meshes[i]
		if found.Triangles != n {
			return fmt.Errorf("mesh %d: the result is of %d triangles, the model has %d", i, found.Triangles, n)
		}
		for k := range found.Findings {
			f := &found.Findings[k]
			in := func(t int) bool { return 0 <= t && t < n }
			if !in(f.A.Triangle) || f.B != nil && !in(f.B.Triangle) || f.Region >= len(found.Regions) {
				return fmt.Errorf("mesh %d: finding %d names what the model does not have", i, k)
			}
		}
	}
	return nil
}

// portion is what one mesh may take of the bounds of a file.
type portion struct{ triangles, findings, bytes int }

// shareOut divides the bounds among the meshes: small ones get what they need, the
// others the same number, those with findings four times that of those without.
func shareOut(r *meshcheck.Result, o ExcerptOptions) []portion {
	shares := make([]portion, len(r.Meshes))
	triangles, findings := make([]demand, len(r.Meshes)), make([]demand, len(r.Meshes))
	for i := range r.Meshes {
		m := &r.Meshes[i]
		triangles[i] = demand{m.Triangles, 1}
		if len(m.Findings) > 0 {
			triangles[i].weight = cleanShare
		}
		findings[i] = demand{len(m.Findings), 1}
	}
	cost := make([]float64, len(shares))
	total := 0.0
	listed := divideUp(findings, o.Findings)
	for i, n := range divideUp(triangles, o.Triangles) {
		shares[i].triangles, shares[i].findings = n, listed[i]
		cost[i] = meshCost + 30*float64(n) + 60*float64(listed[i])
		total += cost[i]
	}
	for i := range shares {
		shares[i].bytes = int(float64(o.Bytes) * cost[i] / total)
	}
	return shares
}

// meshCost is what a mesh takes beyond its triangles and findings, in bytes.
const meshCost = 250

type demand struct{ want, weight int }

// divideUp divides total among demands: each gets what it wants, or else weight times a
// level that is as high as the total allows.
func divideUp(demands []demand, total int) []int {
	at := func(level float64) (out []int, sum int) {
		for _, n := range demands {
			x := int(min(float64(n.want), level*float64(n.weight)))
			out = append(out, x)
			sum += x
		}
		return out, sum
	}
	low, high := 0.0, float64(math.MaxInt32)
	if out, sum := at(high); sum <= total {
		return out
	}
	for range 64 {
		if _, sum := at((low + high) / 2); sum <= total {
			low = (low + high) / 2
		} else {
			high = (low + high) / 2
		}
	}
	out, _ := at(low)
	return out
}
