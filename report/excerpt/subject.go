package excerpt

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/drawing"
)

// subject is what an excerpt is of: objects in one world, with what was found in them or
// between them. Its triangles are numbered over all objects: those of an object's mesh
// come after all of the meshes before.
type subject struct {
	// mesh, pair or hulls is an index into the result, the others are -1.
	mesh, pair, hulls int
	objects           []object
	// findings of the list. Their A is of the first object and their B of the last.
	findings []check.Finding
	// regions have the boxes of the regions of findings, the worst first.
	regions []geom.Box
	// places are what else is to be seen: nothing, one point or the ends of a line.
	places []geom.Vec
	// keep are triangles that are shown in full whatever else is, by their numbers in the subject.
	keep []int
	// inner is the object that lies inside another one, -1 if none does.
	inner int
	// scene is set for a subject of hulls.
	scene *hullScene
}

// object is a mesh or a piece of one at a place.
type object struct {
	role Role
	// seeThrough: what is to be seen lies inside it.
	seeThrough bool
	Mesh       int
	// surface is what the object shows instead of that mesh, nil if it is not made anew.
	surface *mesh.Mesh
	// part or shell is the number of the piece, -1 if it is not one.
	part, shell int
	// shows has the parts that belong to the object of a mesh of several, nil if all do.
	shows []bool
	world geom.Affine
	parts []check.PartInfo
	// first is the number in the subject of the mesh's first triangle.
	first int
}

// Role is what an object is in its view, which decides how it is drawn. The numbers
// stand in excerpts.
type Role uint8

const (
	roleAlone Role = iota // a mesh by itself
	RoleFirst             // the objects of a pair
	RoleSecond
	roleVisual // what hulls stand for
	roleHull
)

// has reports whether a triangle of the mesh belongs to o.
func (o *object) has(triangle, shell int) bool {
	if o.shows != nil && !o.shows[o.partOf(triangle)] {
		return false
	}
	if o.part >= 0 {
		p := &o.parts[o.part]
		return p.First <= triangle && triangle < p.First+p.Triangles
	}
	return o.shell < 0 || o.shell == shell
}

// partOf returns the part of a triangle of the mesh.
func (o *object) partOf(triangle int) int {
	k, found := slices.BinarySearchFunc(o.parts, triangle, func(p check.PartInfo, t int) int { return cmp.Compare(p.First, t) })
	if !found {
		k--
	}
	return k
}

// numbers returns the numbers in the subject of the triangles of a finding, -1 for none.
func (of *subject) numbers(f *check.Finding) (a, b int) {
	if a, b = f.A.Triangle, -1; f.B != nil {
		b = of.objects[len(of.objects)-1].first + f.B.Triangle
	}
	return a, b
}

// meshSubject is a mesh by itself, where world.Transforms has it, with the triangles to keep.
func meshSubject(i int, m *check.Mesh, world geom.Affine, keep []int) *subject {
	of := &subject{
		mesh: i, pair: -1, hulls: -1,
		objects:  []object{{Mesh: i, part: -1, shell: -1, world: world, parts: m.Parts}},
		findings: m.Findings, inner: -1, keep: keep,
	}
	of.regions = regionBoxes(m.Regions, m.Findings)
	return of
}

// pairSubject is pair i, its objects at two places.
func pairSubject(r *check.Result, i int, at [2]placed) *subject {
	p := &r.Pairs()[i]
	of := &subject{mesh: -1, pair: i, hulls: -1, findings: p.Findings}
	first := 0
	for k, o := range []*check.Object{&p.A, &p.B} {
		m := &r.Meshes[o.Mesh]
		of.objects = append(of.objects, object{
			role: RoleFirst + Role(k), Mesh: o.Mesh, part: o.Part, shell: o.Shell, parts: m.Parts, first: first,
			world: at[k].world, shows: at[k].shows,
		})
		first += m.Triangles
	}
	of.regions = regionBoxes(p.Regions, p.Findings)
	if of.inner = drawing.Enclosed(p); of.inner >= 0 {
		of.objects[1-of.inner].seeThrough = true
	}
	if n := p.Nearest; n != nil {
		of.keep = []int{n.Faces[0].Triangle, of.objects[1].first + n.Faces[1].Triangle}
	}
	if places := drawing.PairPlaces(p); drawablePoints(places) {
		of.places = places
	}
	return of
}

// regionBoxes returns for each region the box of what its findings have in common and of the
// smaller triangle of each that is listed: a small one shows what goes through a large one.
func regionBoxes(regions []check.Region, findings []check.Finding) []geom.Box {
	boxes := make([]geom.Box, len(regions))
	for k := range regions {
		boxes[k] = regions[k].Box
	}
	for i := range findings {
		if f := &findings[i]; f.Region >= 0 {
			a, b := f.A.Corners.Box(), f.B.Corners.Box()
			if b.Diagonal() < a.Diagonal() {
				a = b
			}
			boxes[f.Region] = boxes[f.Region].Union(a)
		}
	}
	return boxes
}
