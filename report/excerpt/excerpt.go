// Package excerpt takes out of a model what pages draw of it, and paints pictures of that.
package excerpt

import (
	"context"
	"encoding/base64"
	"fmt"
	"runtime"
	"slices"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Excerpt is what a page draws of one model: the findings and their surroundings
// in full detail, and of the rest a coarse likeness. It is a few megabytes at most,
// whatever the model's size.
type Excerpt struct {
	// Meshes in the order of the result. A mesh of which nothing can be drawn has none,
	// and none has one where all that was found is between objects or about hulls.
	Meshes []*View
	// Pairs of objects in the order of the result, as many as there is room for.
	Pairs []*View
	// Hulls are groups of collision hulls, as many as there is room for.
	Hulls []*View
	// Omitted counts the triangles of the meshes that are not embedded in Meshes as they
	// are.
	Omitted int
}

// View is what a page draws of one mesh, of a pair of objects or of a group of
// collision hulls.
type View struct {
	// Mesh is an index into Result.Meshes, Pair one into Result.Pairs and Group one into
	// check.HullResult.Groups; two of them are -1.
	Mesh, Pair, Group int
	// Box holds all finite triangles, in the world of check.Mesh or that of both objects.
	Box geom.Box
	// Embedded counts the triangles that are embedded as they are and
	// Omitted the others, among them Nonfinite that no picture can show. StandIns
	// are triangles made to stand for omitted ones.
	Embedded, Omitted, Nonfinite, StandIns int
	// Findings counts the listed findings that are embedded: the first of the list.
	// OmittedFindings counts the others on it.
	Findings, OmittedFindings int

	shape    shape
	index    func() *pictureIndex
	found    []excerptFinding
	Objects  []object
	keep     []int
	places   []Single // nothing, the deepest place or the two that are nearest
	Hulls    *hullExcerpt
	Encoded  []byte
	up       int // the axis of the world that points upwards
	locators locators
}

// Size returns the number of bytes that the excerpt takes in a page.
func (e *Excerpt) Size() int {
	n := 0
	for _, list := range [][]*View{e.Meshes, e.Pairs, e.Hulls} {
		for _, x := range list {
			n += x.size()
		}
	}
	return n
}

func (x *View) size() int { return base64.StdEncoding.EncodedLen(len(x.Encoded)) }

// Base64 returns the excerpt for viewer/decode.js.
func (x *View) Base64() string { return base64.StdEncoding.EncodeToString(x.Encoded) }

// Options bound an excerpt. The zero value is the default in every field.
type Options struct {
	// Triangles is the greatest number of triangles, stand-ins included, over all
	// meshes and pairs of a file: 0 means 100,000. A model with no more is embedded whole.
	Triangles int
	// Findings is the greatest number of findings over all of them: 0 means 20,000.
	Findings int
	// Bytes is the greatest Excerpt.Size: 0 means 4,000,000.
	Bytes int
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0). It never
	// changes an excerpt.
	Workers int
	// Geometry is what the check made of the scene; nil if it is not at hand.
	Geometry *meshcheck.Geometry
}

// What each of many files may take beyond an equal share of the page, as most of them need
// less than theirs: enough to show a model of so many triangles as it is, but all together no
// more than so many times the page.
const (
	trianglesPerFile = 30_000
	mostPages        = 8
)

// ExcerptShare returns the options for each of n files on one page, whose excerpts have the
// given number of bytes in it. All files get the same bounds, so that an excerpt depends on
// its own file and n only. They are an equal share, or as much as a model of 30,000 triangles
// takes: together the excerpts may then be up to eight times as large as the page allows, and
// writers leave whole ones out.
func ExcerptShare(n, bytes int) Options {
	o := Options{}.withDefaults()
	equal := float64(bytes) / float64(max(n, 1)) / float64(o.Bytes)
	share := min(1, max(equal, min(mostPages*equal, trianglesPerFile/float64(o.Triangles))))
	scaled := func(x int) int { return max(1, int(share*float64(x))) }
	return Options{Triangles: scaled(o.Triangles), Findings: scaled(o.Findings), Bytes: scaled(o.Bytes)}
}

// LayoutBytes is how large the pictures of UV sheets may be that stand beside an excerpt.
func (o Options) LayoutBytes() int { return o.withDefaults().Bytes / 4 }

func (o Options) withDefaults() Options {
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

// New selects from a scene and the result of its check what pages draw.
// Findings go in by their order in the result, with their triangles; then what
// surrounds them, the worst regions first; then the rest of the model, decimated
// where it is larger than the bounds. Pairs of objects get as much as they need, the
// worst first, and no more than half of the bounds where meshes have findings as well; so
// do groups of collision hulls, which are cut into triangles fine enough to be coloured by
// distances. It does not change s or r; o.Geometry it uses up. The error is ctx's when it is cancelled, or says that r is not a result of s.
func New(ctx context.Context, s *mesh.Scene, r *check.Result, o Options) (*Excerpt, error) {
	if err := MatchResult(s, r); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	if o.Geometry == nil {
		o.Geometry = meshcheck.GeometryOf(s, o.Workers)
	}
	e := &Excerpt{}
	left, err := e.addPairs(ctx, s, r, o)
	if err != nil {
		return nil, err
	}
	if left, err = e.addHulls(ctx, s, r, left); err != nil {
		return nil, err
	}
	if r.Counts == (check.Counts{}) && !uvTells(r) {
		left.Triangles, left.Bytes = left.Triangles/cleanShare, left.Bytes/cleanShare
	}
	return e, e.addMeshes(ctx, s, r, left)
}

// drafter returns what makes drafts.
func (o *Options) drafter(ctx context.Context) *drafter { return &drafter{ctx, o.Geometry, o.Workers} }

// addMeshes adds the excerpts of the meshes, if they show anything of what was found.
func (e *Excerpt) addMeshes(ctx context.Context, s *mesh.Scene, r *check.Result, o Options) error {
	shares := meshShares(r, o)
	drafts, meshes := o.drafter(ctx), o.Geometry.World()
	for i, place := range world.Transforms(s) {
		m := &r.Meshes[i]
		e.Omitted += m.Triangles
		if shares[i].triangles == 0 || r.Counts == (check.Counts{}) && !uvTells(r) && len(e.Pairs)+len(e.Hulls)+len(r.Pairs()) > 0 {
			meshes.Done(world.Drawing, i)
			continue
		}
		d, err := drafts.draft(meshSubject(i, m, place, keptFor(r.UV(), i)))
		meshes.Done(world.Drawing, i)
		if err != nil {
			return err
		}
		x, err := d.fit(shares[i])
		if err != nil {
			return err
		}
		if x != nil {
			x.up = upAxis(s)
			e.Omitted -= x.Embedded
			e.Meshes = append(e.Meshes, x)
		}
	}
	return ctx.Err()
}

// upAxis returns the axis that the format takes for the upright one.
func upAxis(s *mesh.Scene) int {
	if s.YUp {
		return 1
	}
	return 2
}

// MatchResult reports where r names what s does not have, as when the file has
// changed since the check.
func MatchResult(s *mesh.Scene, r *check.Result) error {
	if len(s.Meshes) != len(r.Meshes) {
		return fmt.Errorf("the result has %d meshes, the model has %d", len(r.Meshes), len(s.Meshes))
	}
	for i, m := range s.Meshes {
		n, found := m.Triangles(), &r.Meshes[i]
		if found.Triangles != n {
			return fmt.Errorf("mesh %d: the result has %d triangles, the model has %d", i, found.Triangles, n)
		}
		for k := range found.Findings {
			f := &found.Findings[k]
			in := func(t int) bool { return 0 <= t && t < n }
			foreign := func(face *check.Face) bool { return face != nil && !in(face.Triangle) }
			if slices.ContainsFunc(f.Faces(), foreign) || f.Region >= len(found.Regions) {
				return fmt.Errorf("mesh %d: finding %d names triangles that the model does not have", i, k)
			}
		}
	}
	return matchPairs(s, r)
}

// InPlace reports whether a face of a result is that triangle of m. Corners that are
// not finite have lost their values on the way through JSON.
func InPlace(m *mesh.Mesh, world geom.Affine, f *check.Face) bool {
	part, in := m.Locate(f.Triangle)
	if part != f.Part || in != f.InPart {
		return false
	}
	now := world.ApplyTriangle(m.Parts[part].Triangle(in))
	for k, p := range now {
		if p != f.Corners[k] && p.Finite() && f.Corners[k].Finite() {
			return false
		}
	}
	return true
}

// PairsPerFile is how many pairs of objects a page shows in three dimensions.
const PairsPerFile = 200
