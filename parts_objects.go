package meshcheck

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// object is a shape at a place.
type object struct {
	name  Object
	shape *world.Shape
	// instance is the number of its instance.
	instance int
	// world carries the shape's stored coordinates into the world.
	world geom.Affine
	// mirrored tells that the world turns windings around.
	mirrored bool
	// box holds all world coordinates of the object.
	box geom.Box
	// oriented holds them as well, with the rounding around them.
	oriented geom.OBB
	// rounding is how far float32 numbers can have moved any point of the object, and
	// precision tells it of some of its points.
	rounding  float64
	precision world.Rounding
	rules     []sides
	// scenes is the number of the set of scenes that show it; 0 where that does not matter.
	scenes int
}

// triangle returns a triangle in the world, its corners in stored order: the float64
// coordinates that everything is decided on.
func (o *object) triangle(f uint32) geom.Triangle {
	return o.world.ApplyTriangle(o.shape.Welded.Triangle(int(f)))
}

// gatherer makes the objects of a scene.
type gatherer struct {
	scene   *mesh.Scene
	options Options
	welded  []bool
	shapes  [][]*world.Shape // of each mesh
	// strays are the numbers of triangles of meshes that are of no shape, being not finite.
	strays map[int]int
	// made has all shapes, and flat those that a place has flattened into the world.
	made    *world.Index
	flat    map[groupKey]*world.Shape
	objects []*object
	summary *PairSummary
	// names are those of meshes as results give them, as far as they were asked for; short is
	// the path of the instance at hand as they do, path as the scene does.
	names       map[int]string
	path, short string
}

// shown returns the instances of a scene. A lone mesh of a format without nodes is
// shown where it is.
func shown(s *mesh.Scene) []mesh.Instance {
	if len(s.Instances) == 0 && len(s.Meshes) == 1 {
		return []mesh.Instance{{World: geom.Identity()}}
	}
	return s.Instances
}

// gather makes the objects of s in the order of its instances. What is a collision hull
// and nothing else is left out where hulls are looked for, and what is not shown with the
// others.
func gather(ctx context.Context, s *mesh.Scene, o Options, summary *PairSummary) ([]*object, error) {
	g := newGatherer(s, o, summary)
	var hulls []bool
	if o.Checks.Has(check.Hulls) {
		hulls = findHulls(s, &o.Hulls).Only
	}
	for i, in := range shown(s) {
		if hulls != nil && hulls[i] {
			summary.Hulls++
			continue
		}
		if summary.LeftOut.leave(s, &in) {
			continue
		}
		objects, err := g.place(ctx, i, &in)
		if err != nil {
			return nil, err
		}
		g.noteNonfinite(i, &in, objects)
	}
	return g.objects, nil
}

// noteNonfinite notes the objects of an instance of which some triangles are compared and some
// cannot be. Those of a mesh that is taken apart into shells are of no shell.
func (g *gatherer) noteNonfinite(i int, in *mesh.Instance, objects []*object) {
	const reason = "%s not finite; the others were compared"
	if n := g.strays[in.Mesh]; n > 0 {
		whole := g.nameOf(i, in, 0)
		whole.Shell = -1
		g.problem(whole, fmt.Sprintf(reason, trianglesAre(n)))
	}
	for _, o := range objects {
		if n := o.shape.Nonfinite; n > 0 {
			g.problem(o.name, fmt.Sprintf(reason, trianglesAre(n)))
		}
	}
}

// trianglesAre returns "1 triangle is" or "12 triangles are".
func trianglesAre(n int) string {
	if n == 1 {
		return "1 triangle is"
	}
	return fmt.Sprint(n, " triangles are")
}

// problem notes that an object is not checked, or not whole.
func (g *gatherer) problem(o Object, reason string) {
	g.summary.NotChecked = append(g.summary.NotChecked, ObjectProblem{o, reason})
}

func newGatherer(s *mesh.Scene, o Options, summary *PairSummary) *gatherer {
	return &gatherer{
		scene: s, options: o, summary: summary,
		welded: make([]bool, len(s.Meshes)), shapes: make([][]*world.Shape, len(s.Meshes)), names: map[int]string{},
		made: world.NewIndex(), flat: map[groupKey]*world.Shape{}, strays: map[int]int{},
	}
}

// place makes the objects of one instance and returns them.
func (g *gatherer) place(ctx context.Context, i int, in *mesh.Instance) ([]*object, error) {
	before := len(g.objects)
	if err := g.shapesOf(ctx, in.Mesh); err != nil {
		return nil, fmt.Errorf("mesh %d: %w", in.Mesh, err)
	}
	for k, sh := range g.shapes[in.Mesh] {
		if sh.Count == 0 {
			if sh.Nonfinite > 0 {
				g.problem(g.nameOf(i, in, k), "it has corners that are not finite, and no triangle that can be checked")
			}
			continue
		}
		if err := g.add(ctx, i, in, k, sh); err != nil {
			return nil, err
		}
	}
	return g.objects[before:], nil
}

// shapesOf makes the shapes of a mesh unless they stand already.
func (g *gatherer) shapesOf(ctx context.Context, i int) error {
	if g.welded[i] {
		return nil
	}
	g.welded[i] = true
	m := g.scene.Meshes[i]
	if err := checkSize(m); err != nil {
		return err
	}
	w, err := mesh.Weld(ctx, m, g.options.Workers)
	if err != nil {
		return err
	}
	parts, pieces := partsOf(m), [][]uint32(nil)
	switch g.options.PartsOf {
	case ByShell:
		if pieces, err = shellPieces(ctx, w, g.options.Workers); err != nil {
			return err
		}
	case ByPrimitive:
		pieces = partPieces(parts)
	}
	ranges := rangesOf(parts)
	if len(pieces) <= 1 {
		s, err := g.made.Shape(ctx, w, nil, ranges, g.options.Workers)
		g.shapes[i] = []*world.Shape{s}
		return err
	}
	g.strays[i] = len(w.Faces)
	c := world.NewCutter(w)
	for _, faces := range pieces {
		g.strays[i] -= len(faces)
		s, err := g.made.Shape(ctx, c.Piece(faces), faces, ranges, g.options.Workers)
		if err != nil {
			return err
		}
		g.shapes[i] = append(g.shapes[i], s)
	}
	return nil
}

// rangesOf returns where parts are in their mesh.
func rangesOf(parts []PartInfo) []world.PartRange {
	ranges := make([]world.PartRange, len(parts))
	for i, p := range parts {
		ranges[i] = world.PartRange{First: p.First, Triangles: p.Triangles}
	}
	return ranges
}

// shellPieces returns the triangles of each shell.
func shellPieces(ctx context.Context, w *mesh.Welded, workers int) ([][]uint32, error) {
	shell, count, err := w.Shells(ctx, workers)
	if err != nil {
		return nil, err
	}
	pieces := make([][]uint32, count)
	for f, v := range w.Faces {
		if v[0] != mesh.NoVertex {
			pieces[shell[v[0]]] = append(pieces[shell[v[0]]], uint32(f))
		}
	}
	return pieces, nil
}

// partPieces returns the triangles of each part.
func partPieces(parts []PartInfo) [][]uint32 {
	pieces := make([][]uint32, len(parts))
	for k, p := range parts {
		pieces[k] = make([]uint32, p.Triangles)
		for i := range pieces[k] {
			pieces[k][i] = uint32(p.First + i)
		}
	}
	return pieces
}

// nameOf names piece k of a mesh at instance i.
func (g *gatherer) nameOf(i int, in *mesh.Instance, k int) Object {
	if g.path != in.Path { // which takes no time for all pieces of an instance
		g.path, g.short = in.Path, mesh.ShortName(in.Path)
	}
	name, known := g.names[in.Mesh]
	if !known {
		name = mesh.ShortName(g.scene.Meshes[in.Mesh].Name)
		g.names[in.Mesh] = name
	}
	o := Object{Path: g.short, Instance: i, Mesh: in.Mesh, Name: name, Part: -1, Shell: -1}
	switch g.options.PartsOf {
	case ByShell:
		o.Shell = k
	case ByPrimitive:
		o.Part = k
	}
	return o
}

// add makes an object of piece k of a mesh at instance i.
func (g *gatherer) add(ctx context.Context, i int, in *mesh.Instance, k int, s *world.Shape) error {
	o := &object{
		name:  g.nameOf(i, in, k),
		shape: s, instance: i,
		world: in.World.ScaleInput(cmp.Or(g.scene.Meshes[in.Mesh].Scale, 1)),
	}
	o.box = o.world.ApplyBox(s.Box)
	o.precision = world.RoundingOf(in, g.scene.Meshes[in.Mesh].Scale)
	o.rounding = o.precision.Within(s.MaxAbs())
	if !(o.box.Diagonal() < 1e60) || !(o.box.MaxAbs() < 1e60) {
		g.problem(o.name, "its place in the world is out of reach of float64 arithmetic")
		return nil
	}
	if in.World.Singular() {
		g.problem(o.name, "the matrix of its node flattens it")
		return nil
	}
	if !walkable(s, &o.world) {
		key := groupKey{shape: s, world: keyOfPlace(&o.world)}
		if err := o.flatten(ctx, g.flat[key], g.options.Workers); err != nil {
			return err
		}
		g.flat[key] = o.shape
		if o.shape.Count == 0 {
			g.problem(o.name, "its node makes it so small that float64 leaves nothing of its triangles")
			return nil
		}
	}
	o.mirrored, o.oriented = o.world.Mirrors(), geom.OBBOf(o.shape.Box, o.world)
	for k := range o.oriented.Slack {
		o.oriented.Slack[k] += o.rounding
	}
	g.objects = append(g.objects, o)
	return nil
}

// flatten gives o a shape of its own that has the world coordinates for local ones: no
// tree can be walked through a matrix that has, or nearly has, no inverse. It is known if
// another object has the same shape and place.
func (o *object) flatten(ctx context.Context, known *world.Shape, workers int) error {
	s, place := o.shape, o.world
	o.world, o.precision.Flat = geom.Identity(), o.rounding
	if known != nil {
		o.shape = known
		return nil
	}
	w := &mesh.Welded{Vertices: make([]geom.Vec, len(s.Welded.Vertices)), Faces: s.Welded.Faces}
	for v, p := range s.Welded.Vertices {
		w.Vertices[v] = place.Apply(p)
	}
	var err error
	o.shape, err = world.NewShape(ctx, w, s.From, s.Parts, workers)
	return err
}

// walkable reports whether boxes carried into the coordinates of a shape at a place
// stay about as large as they are.
func walkable(s *world.Shape, place *geom.Affine) bool {
	margin := bvh.Between(s.Box, s.Box, *place, place.ScaleInput(1+0x1p-40)).Margin
	return margin.Norm() < s.Box.Diagonal()*0x1p-10
}

// roundingOf bounds the rounding of triangle f of an object.
func (o *object) roundingOf(f uint32) float64 {
	t := o.shape.Welded.Triangle(int(f))
	var reach geom.Vec
	for k := range reach {
		reach[k] = max(math.Abs(t[0][k]), math.Abs(t[1][k]), math.Abs(t[2][k]))
	}
	return o.precision.Within(reach)
}

// roundingOfPair bounds how far rounding can have moved triangle f of a and g of b against
// each other.
func roundingOfPair(a, b *object, f, g uint32) float64 { return a.roundingOf(f) + b.roundingOf(g) }
