package glb

import (
	"cmp"
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// Objects of more triangles are shown by their boxes, and so are all others once those of
// a file have taken as many as that: 72 bytes each, both sides of the surface.
const (
	trianglesPerObject = 2000
	trianglesPerFile   = 1 << 17
)

// sketched is a model whose objects are drawn as wholes.
type sketched struct {
	scene  *mesh.Scene
	room   int // triangles that may still be drawn
	shells map[int]*shells
	pieces map[pieceKey]piece
}

// shells are the triangles of each shell of a mesh.
type shells struct {
	welded *mesh.Welded
	faces  [][]int
}

// pieceKey names what an object shows: a mesh or a piece of it.
type pieceKey struct{ mesh, part, shell int }

// piece is the size of what an object shows, in stored coordinates.
type piece struct {
	triangles int
	box       geom.Box
}

// newSketched returns a model to draw objects of, which may be nil.
func newSketched(s *mesh.Scene) *sketched {
	return &sketched{scene: s, room: trianglesPerFile, shells: map[int]*shells{}, pieces: map[pieceKey]piece{}}
}

// sketch is what a drawing of a pair is to have in it.
type sketch struct {
	faces   []geom.Triangle
	lines   [][2]geom.Vec
	points  []geom.Vec
	undrawn int
}

// pair draws a pair of objects without its findings. What lies inside another object,
// or may, is shown by its triangles, and the outer one by its box, which hides nothing.
func (x *sketched) pair(p *parts.Pair) *drawing {
	var s sketch
	objects := [2]*check.Object{&p.A, &p.B}
	switch {
	case p.Nearest != nil:
		s.nearest(p.Nearest)
	case p.Rule == check.DuplicateInstance:
		x.solid(&s, objects[0])
	case p.Rule == check.Contained, p.Rule == check.PartsNotChecked:
		x.solid(&s, objects[p.Inner])
		x.outline(&s, objects[1-p.Inner])
	default:
		x.outline(&s, objects[0])
		x.outline(&s, objects[1])
	}
	if p.DepthOf != parts.NoDepth && markable([]geom.Vec{p.Deepest}) {
		s.points = append(s.points, p.Deepest)
	}
	return s.drawing()
}

// nearest adds where two objects come nearest to each other.
func (s *sketch) nearest(n *parts.Nearest) {
	for k := range n.Faces {
		if !markable(n.Faces[k].Corners[:]) {
			s.undrawn++
			continue
		}
		s.faces = append(s.faces, n.Faces[k].Corners)
	}
	if markable(n.Points[:]) {
		s.lines, s.points = append(s.lines, n.Points), append(s.points, n.Points[:]...)
	}
}

// solid adds the triangles of an object, or its box if there is no room for them.
func (x *sketched) solid(s *sketch, o *check.Object) {
	size, world, ok := x.find(o)
	if !ok || size.triangles > min(trianglesPerObject, x.room) {
		x.outline(s, o)
		return
	}
	x.room -= size.triangles
	x.each(o, func(t geom.Triangle) { s.faces = append(s.faces, world.ApplyTriangle(t)) })
}

// outline adds the edges of an object's box, which leans as the object does.
func (x *sketched) outline(s *sketch, o *check.Object) {
	size, world, ok := x.find(o)
	if !ok {
		s.undrawn++
		return
	}
	b := geom.OBBOf(size.box, world)
	for k, e := range b.Half {
		f, g := b.Half[(k+1)%3], b.Half[(k+2)%3]
		for _, corner := range []geom.Vec{f.Add(g), f.Sub(g), g.Sub(f), f.Add(g).Scale(-1)} {
			corner = corner.Add(b.Center)
			s.lines = append(s.lines, [2]geom.Vec{corner.Sub(e), corner.Add(e)})
		}
	}
}

// find returns the size of what an object shows and where that is; ok is false if the
// model is not at hand or float32 cannot hold the place.
func (x *sketched) find(o *check.Object) (size piece, world geom.Affine, ok bool) {
	if x.scene == nil || o.Mesh >= len(x.scene.Meshes) {
		return size, world, false
	}
	key := pieceKey{o.Mesh, o.Part, o.Shell}
	size, known := x.pieces[key]
	if !known {
		size.box = geom.EmptyBox()
		x.each(o, func(t geom.Triangle) { size.triangles, size.box = size.triangles+1, size.box.Union(t.Box()) })
		x.pieces[key] = size
	}
	world, ok = x.world(o)
	world = world.ScaleInput(cmp.Or(x.scene.Meshes[o.Mesh].Scale, 1))
	return size, world, ok && size.triangles > 0 && reachable(size.box, world)
}

// world returns where the instance of an object is; ok is false if that is not known,
// and there are several nodes that could be meant.
func (x *sketched) world(o *check.Object) (world geom.Affine, ok bool) {
	all := x.scene.Instances
	if len(all) == 0 {
		return geom.Identity(), true
	}
	if o.Instance >= 0 && o.Instance < len(all) {
		return all[o.Instance].World, true
	}
	for i := range all {
		if all[i].Mesh == o.Mesh && mesh.ShortName(all[i].Path) == o.Path {
			if ok {
				return world, false
			}
			world, ok = all[i].World, true
		}
	}
	return world, ok
}

// reachable reports whether float32 can hold a box at a place.
func reachable(b geom.Box, world geom.Affine) bool {
	placed := world.ApplyBox(b)
	return markable([]geom.Vec{placed.Min, placed.Max})
}

// each visits the finite triangles that an object shows, in stored coordinates.
func (x *sketched) each(o *check.Object, visit func(t geom.Triangle)) {
	if o.Shell >= 0 {
		if of := x.shellsOf(o.Mesh); o.Shell < len(of.faces) {
			for _, f := range of.faces[o.Shell] {
				visit(of.welded.Triangle(f))
			}
		}
		return
	}
	parts := x.scene.Meshes[o.Mesh].Parts
	for k := range parts {
		if o.Part >= 0 && o.Part != k {
			continue
		}
		for i := range parts[k].Triangles() {
			if t := parts[k].Triangle(i); t[0].Finite() && t[1].Finite() && t[2].Finite() {
				visit(t)
			}
		}
	}
}

// shellsOf returns the shells of a mesh as the check numbers them.
func (x *sketched) shellsOf(i int) *shells {
	if of := x.shells[i]; of != nil {
		return of
	}
	of := &shells{}
	x.shells[i] = of
	ctx := context.Background() // without an end there is no error
	w, err := mesh.Weld(ctx, x.scene.Meshes[i], 1)
	if err != nil {
		return of
	}
	shell, count, err := w.Shells(ctx, 1)
	if err != nil {
		return of
	}
	of.welded, of.faces = w, make([][]int, count)
	for f, v := range w.Faces {
		if w.Finite(f) {
			of.faces[shell[v[0]]] = append(of.faces[shell[v[0]]], f)
		}
	}
	return of
}

// drawing draws the sketch, all of which float32 can hold.
func (s *sketch) drawing() *drawing {
	box := geom.EmptyBox()
	for k := range s.faces {
		box = box.Union(s.faces[k].Box())
	}
	for _, l := range s.lines {
		box = box.Include(l[0]).Include(l[1])
	}
	if box.Empty() {
		return &drawing{undrawn: s.undrawn}
	}
	d := blank(box, 0)
	d.undrawn = s.undrawn
	for _, t := range s.faces {
		d.face(t)
	}
	for _, l := range s.lines {
		if l[0] != l[1] {
			d.line(l[0], l[1])
		}
	}
	for _, p := range s.points {
		d.cross(p)
	}
	return d
}
