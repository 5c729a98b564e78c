package drawing

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/geometry"
	"github.com/meshcheck/meshcheck/mesh"
)

// Objects with more triangles are shown as boxes, and so are all others once the objects of a file
// have taken that many triangles: 72 bytes each, for both sides of the surface.
const (
	trianglesPerObject = 2000
	trianglesPerFile   = 1 << 17
)

// objects draws whole objects of a model.
type objects struct {
	ctx      context.Context
	geometry *geometry.Geometry // nil if the model is not available
	room     int                // triangles that may still be drawn
	shells   map[int]*shells    // of meshes
	pieces   map[pieceKey]piece
}

// shells are the triangles of each shell of a mesh.
type shells struct {
	welded *mesh.Welded
	faces  [][]int
}

// pieceKey identifies the mesh or piece that an object shows.
type pieceKey struct{ mesh, variant, part, shell int }

// piece is the size of what an object shows, in stored coordinates.
type piece struct {
	triangles int
	box       geom.Box
}

func newObjects(ctx context.Context, g *geometry.Geometry) *objects {
	return &objects{ctx: ctx, geometry: g, room: trianglesPerFile, shells: map[int]*shells{}, pieces: map[pieceKey]piece{}}
}

// PairPlaces returns the points where two objects are nearest, one on each, or the point where they
// are deepest in each other, if known.
func PairPlaces(p *check.Pair) []geom.Vec {
	switch {
	case p.Nearest != nil:
		return p.Nearest.Points[:]
	case p.DepthOf != check.NoDepth:
		return []geom.Vec{p.Deepest}
	}
	return nil
}

// Enclosed returns which object of a pair lies inside the other, or may, or -1 if neither does.
func Enclosed(p *check.Pair) int {
	if p.Rule == check.Contained || p.Rule == check.PartsUndecided {
		return p.Inner
	}
	return -1
}

// pair draws a pair of objects without its findings. An object inside another is shown by its
// triangles, and the outer one by its box, which hides nothing.
func (x *objects) pair(p *check.Pair) (d Drawing) {
	objects := [2]*check.Object{&p.A, &p.B}
	switch inner := Enclosed(p); {
	case p.Nearest != nil:
		for k := range p.Nearest.Faces {
			if face := &p.Nearest.Faces[k]; Holdable(face.Corners[:]) {
				d.Triangles = append(d.Triangles, face.Corners)
			} else {
				d.Undrawn++
			}
		}
	case p.Rule == check.DuplicateInstance:
		x.solid(&d, objects[0])
	case inner >= 0:
		x.solid(&d, objects[inner])
		x.outline(&d, objects[1-inner])
	default:
		x.outline(&d, objects[0])
		x.outline(&d, objects[1])
	}
	if places := PairPlaces(p); Holdable(places) {
		if len(places) == 2 {
			d.Lines = append(d.Lines, [2]geom.Vec(places))
		}
		d.Points = places
	}
	return d
}

// solid adds the triangles of an object, or its box if there is no room for them.
func (x *objects) solid(d *Drawing, o *check.Object) {
	of, size, ok := x.find(o)
	if !ok || size.triangles > min(trianglesPerObject, x.room) {
		x.outline(d, o)
		return
	}
	x.room -= size.triangles
	x.each(&of, func(t geom.Triangle) { d.Triangles = append(d.Triangles, of.world.ApplyTriangle(t)) })
}

// outline adds the edges of an object's oriented box.
func (x *objects) outline(d *Drawing, o *check.Object) {
	of, size, ok := x.find(o)
	if !ok {
		d.Undrawn++
		return
	}
	d.Lines = append(d.Lines, boxEdges(geom.OBBOf(size.box, of.world))...)
}

// boxEdges returns the twelve edges of a box.
func boxEdges(b geom.OBB) (edges [][2]geom.Vec) {
	for k, e := range b.Half {
		f, g := b.Half[(k+1)%3], b.Half[(k+2)%3]
		for _, corner := range []geom.Vec{f.Add(g), f.Sub(g), g.Sub(f), f.Add(g).Scale(-1)} {
			corner = corner.Add(b.Center)
			edges = append(edges, [2]geom.Vec{corner.Sub(e), corner.Add(e)})
		}
	}
	return edges
}

// find returns an object and the size of what it shows. ok is false if the model is not available
// or float32 cannot hold the coordinates.
func (x *objects) find(o *check.Object) (of object, size piece, ok bool) {
	if x.geometry == nil {
		return of, size, false
	}
	of, err := locate(x.scene(), o)
	if err != nil {
		return of, size, false
	}
	key := pieceKey{of.Mesh, of.variant, of.part, of.shell}
	size, known := x.pieces[key]
	if !known {
		size.box = geom.EmptyBox()
		x.each(&of, func(t geom.Triangle) { size.triangles, size.box = size.triangles+1, size.box.Union(t.Box()) })
		x.pieces[key] = size
	}
	return of, size, size.triangles > 0 && Reachable(size.box, of.world)
}

// each visits the finite triangles that an object shows, in stored coordinates.
func (x *objects) each(o *object, visit func(t geom.Triangle)) {
	if o.shell >= 0 {
		if of := x.shellsOf(o.Mesh); o.shell < len(of.faces) {
			for _, f := range of.faces[o.shell] {
				if o.has(f, o.shell) {
					visit(of.welded.Triangle(f))
				}
			}
		}
		return
	}
	m := x.scene().Meshes[o.Mesh]
	for k, p := range o.parts {
		if o.part >= 0 && o.part != k || o.shows != nil && !o.shows[k] {
			continue
		}
		for i := range p.Triangles {
			if t := m.Parts[k].Triangle(i); t[0].Finite() && t[1].Finite() && t[2].Finite() {
				visit(t)
			}
		}
	}
}

// shellsOf returns the shells of a mesh as the check numbers them, or none once ctx has ended.
func (x *objects) shellsOf(i int) *shells {
	if of := x.shells[i]; of != nil {
		return of
	}
	of := &shells{}
	x.shells[i] = of
	w, err := x.geometry.World().Mesh(x.ctx, i)
	if err != nil {
		return of
	}
	shell, count, err := w.Shells(x.ctx, 1)
	if err != nil {
		return of
	}
	of.welded, of.faces = w.Welded, make([][]int, count)
	for f, v := range w.Faces {
		if w.Finite(f) {
			of.faces[shell[v[0]]] = append(of.faces[shell[v[0]]], f)
		}
	}
	return of
}

func (x *objects) scene() *mesh.Scene { return x.geometry.World().Scene() }
