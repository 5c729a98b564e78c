package meshcheck

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/bvh"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// object is a shape at a place.
type object struct {
	name  Object
	shape *shape
	// instance is the number of its instance.
	instance int
	// world carries the shape's stored coordinates into the world.
	world geom.Affine
	// mirrored tells that the world turns windings around.
	mirrored bool
	// box holds all world coordinates of the object.
	box      geom.Box
	oriented geom.OBB
	// rounding is how far float32 numbers can have moved a point of the object.
	rounding float64
	rules    []sides
}

// triangle returns a triangle in the world, its corners in stored order: the float64
// coordinates that everything is decided on.
func (o *object) triangle(f uint32) geom.Triangle {
	return o.world.ApplyTriangle(o.shape.welded.Triangle(int(f)))
}

// gatherer makes the objects of a scene.
type gatherer struct {
	scene   *mesh.Scene
	options Options
	welded  []bool
	shapes  [][]*shape // of each mesh
	objects []*object
	summary *PairSummary
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
// and nothing else is left out where hulls are looked for.
func gather(ctx context.Context, s *mesh.Scene, o Options, summary *PairSummary) ([]*object, error) {
	g := newGatherer(s, o, summary)
	var hulls []bool
	if o.Checks.Has(HullsCheck) {
		hulls = findHulls(s, &o.Hulls).only
	}
	for i, in := range shown(s) {
		if hulls != nil && hulls[i] {
			summary.Hulls++
			continue
		}
		if _, err := g.place(ctx, i, &in); err != nil {
			return nil, err
		}
	}
	return g.objects, nil
}

func newGatherer(s *mesh.Scene, o Options, summary *PairSummary) *gatherer {
	return &gatherer{
		scene: s, options: o, summary: summary,
		welded: make([]bool, len(s.Meshes)), shapes: make([][]*shape, len(s.Meshes)),
	}
}

// place makes the objects of one instance and returns them.
func (g *gatherer) place(ctx context.Context, i int, in *mesh.Instance) ([]*object, error) {
	before := len(g.objects)
	if err := g.shapesOf(ctx, in.Mesh); err != nil {
		return nil, fmt.Errorf("mesh %d: %w", in.Mesh, err)
	}
	for k, sh := range g.shapes[in.Mesh] {
		if sh.count == 0 {
			if sh.nonfinite() {
				g.summary.NotChecked = append(g.summary.NotChecked, ObjectProblem{g.nameOf(i, in, k), "it has corners that are not finite, and no triangle that can be checked"})
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
	if len(pieces) <= 1 {
		s, err := newShape(ctx, w, nil, parts, g.options.Workers)
		g.shapes[i] = []*shape{s}
		return err
	}
	c := cutter{whole: w}
	for _, faces := range pieces {
		s, err := newShape(ctx, c.piece(faces), faces, parts, g.options.Workers)
		if err != nil {
			return err
		}
		g.shapes[i] = append(g.shapes[i], s)
	}
	return nil
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
	o := Object{Path: in.Path, Instance: i, Mesh: in.Mesh, Name: g.scene.Meshes[in.Mesh].Name, Part: -1, Shell: -1}
	switch g.options.PartsOf {
	case ByShell:
		o.Shell = k
	case ByPrimitive:
		o.Part = k
	}
	return o
}

// nonfinite reports whether a triangle of the shape has a corner that is not finite.
func (s *shape) nonfinite() bool {
	return slices.ContainsFunc(s.welded.Faces, func(f [3]uint32) bool { return f[0] == mesh.NoVertex })
}

// add makes an object of piece k of a mesh at instance i.
func (g *gatherer) add(ctx context.Context, i int, in *mesh.Instance, k int, s *shape) error {
	o := &object{
		name:  g.nameOf(i, in, k),
		shape: s, instance: i,
		world: in.World.ScaleInput(cmp.Or(g.scene.Meshes[in.Mesh].Scale, 1)),
	}
	o.box = o.world.ApplyBox(s.box)
	o.rounding = roundingOf(&o.world, s.reach())
	if !(o.box.Diagonal() < 1e60) || !(norm(o.box) < 1e60) {
		g.summary.NotChecked = append(g.summary.NotChecked, ObjectProblem{o.name, "its place in the world is out of reach of float64 arithmetic"})
		return nil
	}
	if in.World.Singular() {
		g.summary.Singular = append(g.summary.Singular, o.name)
		return nil
	}
	if !walkable(s, &o.world) {
		if err := o.flatten(ctx, g.options.Workers); err != nil {
			return err
		}
		if o.shape.count == 0 {
			g.summary.NotChecked = append(g.summary.NotChecked, ObjectProblem{o.name, "its node makes it so small that float64 leaves nothing of its triangles"})
			return nil
		}
	}
	o.mirrored, o.oriented = mirrors(&o.world), geom.OBBOf(o.shape.box, o.world)
	g.objects = append(g.objects, o)
	return nil
}

// norm returns the greatest absolute coordinate of b.
func norm(b geom.Box) float64 {
	var n float64
	for k := range 3 {
		n = max(n, math.Abs(b.Min[k]), math.Abs(b.Max[k]))
	}
	return n
}

// mirrors reports whether the determinant of m's linear part is negative.
func mirrors(m *geom.Affine) bool {
	col := func(c int) geom.Vec { return geom.Vec{m[0][c], m[1][c], m[2][c]} }
	return geom.Orient3D(geom.Vec{}, col(0), col(1), col(2)) < 0
}

// flatten gives o a shape of its own that has the world coordinates for local ones: no
// tree can be walked through a matrix that has, or nearly has, no inverse.
func (o *object) flatten(ctx context.Context, workers int) error {
	s := o.shape
	w := &mesh.Welded{Vertices: make([]geom.Vec, len(s.welded.Vertices)), Faces: s.welded.Faces}
	for v, p := range s.welded.Vertices {
		w.Vertices[v] = o.world.Apply(p)
	}
	var err error
	o.shape, err = newShape(ctx, w, s.from, s.parts, workers)
	o.world = geom.Identity()
	return err
}

// walkable reports whether boxes carried into the coordinates of a shape at a place
// stay about as large as they are.
func walkable(s *shape, world *geom.Affine) bool {
	margin := bvh.Between(s.box, s.box, *world, world.ScaleInput(1+0x1p-40)).Margin
	return margin.Norm() < s.box.Diagonal()*0x1p-10
}

// roundingOf bounds how far the rounding of numbers to float32 can have moved a point of
// a shape in the world. Each coordinate up to reach is off by half a unit in the last
// place, which the matrix carries along; and so is each translation, since places are
// made of float32 numbers as well.
func roundingOf(m *geom.Affine, reach geom.Vec) float64 {
	var off geom.Vec
	for r, row := range m {
		off[r] = halfUlp32(row[3])
		for k := range reach {
			off[r] += math.Abs(row[k]) * halfUlp32(reach[k])
		}
	}
	return off.Norm()
}

// halfUlp32 returns half the distance between x rounded to float32 and its neighbour
// away from zero.
func halfUlp32(x float64) float64 {
	x = math.Abs(x)
	if x == 0 {
		return 0
	}
	_, e := math.Frexp(x) // x < 2^e
	return math.Ldexp(1, max(e-24, -149)-1)
}
