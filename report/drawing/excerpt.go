package drawing

import (
	"context"
	"runtime"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Excerpt is what a page draws of one model: the findings and their surroundings in full detail,
// and a coarse version of the rest. It takes at most a few megabytes, whatever the model's size.
type Excerpt struct {
	// Meshes in the order of the result. Meshes that cannot be drawn are missing, and all are if
	// findings are only between objects or about hulls.
	Meshes []*View
	// Pairs of objects in the order of the result, as many as fit.
	Pairs []*View
	// Hulls are groups of collision hulls, as many as fit.
	Hulls []*View
	// Motion is how the model moves where the check Poses found places; nil if it found none that can be
	// shown.
	Motion *Motion
	// Pins are where places are in the Scene, in the world, unless that is where Pins.At says: the scene is
	// in the pose of the first place of Motion, unless views of other checks show anything as bad.
	Pins map[check.Ref]geom.Vec
	// Scene is a coarse version of everything that the file shows; nil if that is one mesh at one
	// place, which is a view already.
	Scene *View
	// Omitted counts the triangles of the meshes that Meshes does not embed unchanged.
	Omitted int
	// Paints and Textures are the base colors of Meshes and of the Scene, unless the scene has none. ColorNotes say
	// what is missing of them, and why.
	Paints     []Paint
	Textures   []Texture
	ColorNotes []string
}

// Size returns a bound on the number of bytes that the excerpt takes in a page.
func (e *Excerpt) Size() int {
	n := 0
	for _, list := range [][]*View{e.Meshes, e.Pairs, e.Hulls} {
		for _, x := range list {
			n += x.Size()
		}
	}
	for k := range e.Textures {
		n += len(e.Textures[k].Data) / 3 * 4
	}
	if e.Motion != nil {
		n += e.Motion.Size()
	}
	if e.Scene != nil {
		n += e.Scene.Size()
	}
	return n
}

// Options bound an excerpt. The zero value is the default in every field.
type Options struct {
	// Triangles is the greatest number of triangles, including stand-ins, over all meshes and pairs
	// of a file: 0 means 100,000. A model with no more is embedded whole.
	Triangles int
	// Findings is the greatest number of findings over all of them: 0 means 20,000.
	Findings int
	// Bytes is the greatest Excerpt.Size without textures: 0 means 4,000,000.
	Bytes int
	// Textures is the greatest number of bytes of all textures in base64, beside Bytes: 0 means
	// 1,500,000, and a negative number none, and that they are not decoded. Where they do not fit
	// with 32 pixels a side, only their average colors are kept.
	Textures int
	// Workers is the number of goroutines: 0 means runtime.GOMAXPROCS(0). It never affects the
	// excerpt.
	Workers int
	// Geometry is that of the scene, if it is known.
	Geometry check.Geometry
	// Hulls are the options that say what is a collision hull, which the scene leaves out: nil for
	// those in the result, which has none if hulls were not checked.
	Hulls *check.HullOptions
	// Poses are the options that say which samples of clips were checked: nil for the default ones.
	Poses *check.PoseOptions
}

// Each of many files may exceed an equal share of the page, as most files need less than theirs: it
// may show a model of sharedTriangles triangles unchanged, as long as all files together take at
// most mostPages times the room of the page.
const (
	sharedTriangles = 30_000
	mostPages       = 8
)

// ExcerptShare returns the options for each of n files on one page with the given number of bytes
// for excerpts. All files get the same bounds, so that an excerpt depends only on its own file and
// n. The bounds are an equal share, or what a model of 30,000 triangles takes. Together the
// excerpts may then be up to eight times as large as the page allows, and writers leave whole ones
// out. Textures get equal shares, of 3 MB on a page of 8 MB, because small ones are better than none.
func ExcerptShare(n, bytes int) Options {
	o := Options{}.withDefaults()
	equal := float64(bytes) / float64(max(n, 1)) / float64(o.Bytes)
	share := min(1, max(equal, min(mostPages*equal, sharedTriangles/float64(o.Triangles))))
	scaled := func(x int) int { return max(1, int(share*float64(x))) }
	return Options{Triangles: scaled(o.Triangles), Findings: scaled(o.Findings), Bytes: scaled(o.Bytes), Textures: max(1, int(min(1, equal)*float64(o.Textures)))}
}

// LayoutBytes is the greatest size of the pictures of UV sheets beside an excerpt.
func (o Options) LayoutBytes() int { return o.withDefaults().Bytes / 4 }

func (o Options) withDefaults() Options {
	for _, bound := range []struct {
		at        *int
		otherwise int
	}{{&o.Triangles, 100_000}, {&o.Findings, 20_000}, {&o.Bytes, 4_000_000}, {&o.Textures, 1_500_000}, {&o.Workers, runtime.GOMAXPROCS(0)}} {
		if *bound.at == 0 {
			*bound.at = bound.otherwise
		}
		*bound.at = max(*bound.at, 0)
	}
	return o
}

// cleanShare divides the bounds of a model without findings.
const cleanShare = 4

// NewExcerpt selects what pages draw from a scene and its result. Findings go in by their order in
// the result, with their triangles; then their surroundings, the worst regions first; then the rest
// of the model, decimated if it exceeds the bounds. Pairs of objects get what they need, the worst
// first, but at most half of the bounds if meshes have findings as well. The same goes for groups
// of collision hulls, whose triangles are cut small enough to be coloured by distance. It does not
// change s or r, which must Match, but uses up o.Geometry. The only errors are ctx's.
func NewExcerpt(ctx context.Context, s *mesh.Scene, r *check.Result, o Options) (*Excerpt, error) {
	o = o.withDefaults()
	x := &excerpting{Excerpt: &Excerpt{}, ctx: ctx, geometry: geometry.Of(o.Geometry, s, o.Workers), scene: s, result: r, left: o, paints: paintsOf(s, o.Textures > 0)}
	moving, err := x.newMoving()
	if err != nil {
		return nil, err
	}
	scene, err := x.planScene()
	if err != nil {
		return nil, err
	}
	for _, add := range []func() error{moving.addMotion, x.addPairs, x.addHulls, func() error { return x.addMeshes(scene) }} {
		if err := add(); err != nil {
			return nil, err
		}
	}
	if scene != nil {
		scene.finish()
	}
	if err := x.useColors(); err != nil {
		return nil, err
	}
	return x.Excerpt, ctx.Err()
}

// excerpting is an excerpt under construction.
type excerpting struct {
	geometry *geometry.Geometry
	*Excerpt
	ctx    context.Context
	scene  *mesh.Scene
	result *check.Result
	left   Options // of the bounds
	paints *paints // nil for none
	posing *posing // of the scene; nil if there is no motion
}

// add adds a view of a stage to a list, unless there is nothing to see.
func (e *excerpting) add(to *[]*View, s *stage, share portion) error {
	d, err := e.draft(s)
	if err != nil {
		return err
	}
	x, err := d.fit(share)
	if x == nil || err != nil {
		return err
	}
	x.Up = upOf(e.scene)
	*to = append(*to, x)
	e.left.Triangles -= x.Embedded + x.StandIns
	e.left.Findings -= len(x.Findings)
	e.left.Bytes -= x.Size()
	return nil
}

// upOf returns the axis of the world that points upwards.
func upOf(s *mesh.Scene) int {
	if s.YUp {
		return 1
	}
	return 2
}

// addMeshes adds the views of the meshes, if any show findings, and makes the shapes of the scene, if
// there is one.
func (e *excerpting) addMeshes(scene *sceneDraft) error {
	tell := foundInMeshes(e.result)
	if !tell {
		e.left.Triangles, e.left.Bytes = e.left.Triangles/cleanShare, e.left.Bytes/cleanShare
	}
	shares, meshes, measured := meshShares(e.result, e.left), e.geometry.World(), measuredInstances(e.scene)
	for i, place := range world.PlacesOf(e.scene) {
		m := &meshesOf(e.result)[i]
		e.Omitted += m.Triangles
		var err error
		if n := len(e.Meshes); shares[i].triangles > 0 && (tell || e.Motion == nil && len(e.Pairs)+len(e.Hulls)+len(pairsOf(e.result)) == 0) {
			err = e.add(&e.Meshes, meshStage(i, m, place.World, keptFor(e.result, i), measured[i]), shares[i])
			for _, x := range e.Meshes[n:] {
				e.Omitted -= x.Embedded
			}
		}
		if scene != nil && err == nil {
			err = scene.addShapes(i)
		}
		meshes.Done(world.Drawing, i)
		if err != nil {
			return err
		}
	}
	return nil
}
