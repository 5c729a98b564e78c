package world

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/quantity"
	"github.com/meshcheck/meshcheck/mesh"
)

// Object is a shape at a place.
type Object struct {
	Name  check.Object
	Shape *Shape
	// Instance is the number of its instance, and Of what that shows: see mesh.Instance.Object.
	Instance, Of int
	// World maps the shape's stored coordinates into the world.
	World geom.Affine
	// Mirrored reports that World reverses windings.
	Mirrored bool
	// Box holds all world coordinates of the object.
	Box geom.Box
	// Oriented holds them as well, enlarged by Rounding.
	Oriented geom.OBB
	// Rounding is how far float32 numbers can have moved any point of the object, and
	// Precision bounds it for some of its points.
	Rounding  float64
	Precision Rounding
}

// Gatherer makes the objects of a scene.
type Gatherer struct {
	world   *World
	partsOf check.PartsOf
	divided map[shown]*division
	objects []*Object
	// ahead has what Prepare located of an instance.
	ahead map[int][]located
	// NotChecked are the objects that cannot be checked, or not completely.
	NotChecked []check.ObjectProblem
	// names caches the names of meshes in results. path is the path of the last instance, and
	// short that path in results.
	names       map[int]string
	path, short string
}

// shown is what an instance shows: a mesh, or an object of it.
type shown struct{ mesh, object int }

func showing(in *mesh.Instance) shown { return shown{in.Mesh, in.Object} }

// NoteNonfinite records the objects of an instance with triangles that are not finite and
// others that are compared. In a mesh divided into shells, triangles that are not finite are
// in no shell.
func (g *Gatherer) NoteNonfinite(i int, in *mesh.Instance, objects []*Object) {
	const reason = "%s not finite; the others were compared"
	if n := g.divided[showing(in)].unassigned; n > 0 {
		whole := g.NameOf(i, in, 0)
		whole.Shell = -1
		g.problem(whole, fmt.Sprintf(reason, quantity.Count(n, "triangle is", "triangles are")))
	}
	for _, o := range objects {
		if n := o.Shape.Nonfinite; n > 0 {
			g.problem(o.Name, fmt.Sprintf(reason, quantity.Count(n, "triangle is", "triangles are")))
		}
	}
}

// problem records that an object is not checked, or not completely.
func (g *Gatherer) problem(o check.Object, reason string) {
	g.NotChecked = append(g.NotChecked, check.ObjectProblem{Object: o, Reason: reason})
}

// Gatherer returns a gatherer of objects; of says what each mesh is divided into.
func (w *World) Gatherer(of check.PartsOf) *Gatherer {
	return &Gatherer{world: w, partsOf: of, divided: map[shown]*division{}, names: map[int]string{}}
}

// Place makes the objects of one instance and returns them.
func (g *Gatherer) Place(ctx context.Context, i int, in *mesh.Instance) ([]*Object, error) {
	before := len(g.objects)
	d, err := g.divisionOf(ctx, in)
	if err != nil {
		return nil, err
	}
	ahead := g.ahead[i]
	for n, sh := range d.shapes {
		name := g.NameOf(i, in, d.number(n))
		if !g.checkable(name, sh) {
			continue
		}
		var l located
		if ahead != nil {
			l = ahead[n]
		} else {
			l = g.locate(i, in, sh)
		}
		l.object.Name = name
		if err := g.add(ctx, l); err != nil {
			return nil, err
		}
	}
	return g.objects[before:], nil
}

// checkable reports whether a shape has triangles that can be checked. It records a shape all of whose
// triangles are not finite.
func (g *Gatherer) checkable(name check.Object, s *Shape) bool {
	if s.Count == 0 && s.Nonfinite > 0 {
		g.problem(name, "it has corners that are not finite, and no triangle that can be checked")
	}
	return s.Count > 0
}

// divisionOf returns what an instance shows, divided.
func (g *Gatherer) divisionOf(ctx context.Context, in *mesh.Instance) (*division, error) {
	d := g.divided[showing(in)]
	if d == nil {
		var err error
		if d, err = g.world.divideFor(ctx, in, g.partsOf); err != nil {
			return nil, fmt.Errorf("mesh %d: %w", in.Mesh, err)
		}
		g.divided[showing(in)] = d
	}
	return d, nil
}

// NameOf names piece k of a mesh at instance i.
func (g *Gatherer) NameOf(i int, in *mesh.Instance, k int) check.Object {
	if g.path != in.Path { // once for all pieces of an instance
		g.path, g.short = in.Path, mesh.ShortName(in.Path)
	}
	name, known := g.names[in.Mesh]
	if !known {
		name = mesh.ShortName(g.world.scene.Meshes[in.Mesh].Name)
		g.names[in.Mesh] = name
	}
	o := check.Object{Path: g.short, Instance: i, Collider: -1, Mesh: in.Mesh, Name: name, Part: -1, Shell: -1}
	switch g.partsOf {
	case check.ByShell:
		o.Shell = k
	case check.ByPrimitive:
		o.Part = k
	}
	return o
}

// flatten gives o a shape of its own whose local coordinates are the world coordinates: a
// tree cannot be searched through a matrix that is singular or nearly so. known is that shape
// if another object has the same shape and place.
func (o *Object) flatten(ctx context.Context, workers int, known *Shape) error {
	s, place := o.Shape, o.World
	o.World, o.Precision.Flat = geom.Identity(), o.Rounding
	if known != nil {
		o.Shape = known
		return nil
	}
	w := &mesh.Welded{Vertices: make([]geom.Vec, len(s.Welded.Vertices)), Faces: s.Welded.Faces}
	for v, p := range s.Welded.Vertices {
		w.Vertices[v] = place.Apply(p)
	}
	flat, err := NewShape(ctx, workers, &Mesh{Welded: w}, s.From, s.Parts)
	if err != nil {
		return err
	}
	flat.flattened = true
	o.Shape = flat
	return nil
}

// walkable reports whether boxes keep about their size when they are transformed into the
// coordinates of a shape at a place.
func walkable(s *Shape, place *geom.Affine) bool {
	margin := boxtree.Between(s.Box, s.Box, *place, place.ScaleInput(1+0x1p-40)).Margin
	return margin.Norm() < s.Box.Diagonal()*0x1p-10
}

// flatKey is a shape and the bits of its place.
type flatKey struct {
	shape *Shape
	place [12]uint64
}

// PlaceKey returns the bits of a place, by which places are compared: zeros of different signs
// may give different bytes in a report.
func PlaceKey(w *geom.Affine) (bits [12]uint64) {
	for r, row := range w {
		for k, x := range row {
			bits[4*r+k] = math.Float64bits(x)
		}
	}
	return bits
}

// Empty reports whether an instance that was placed has neither triangles that can be checked nor
// triangles that are not finite.
func (g *Gatherer) Empty(in *mesh.Instance) bool {
	return !slices.ContainsFunc(g.divided[showing(in)].shapes, func(s *Shape) bool { return s.Count > 0 || s.Nonfinite > 0 })
}
