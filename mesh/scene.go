// Package mesh holds scenes as they were loaded, meshes, parts and instances,
// and what the checks need to know of a mesh's topology: welded vertices,
// shells and fans.
package mesh

import (
	"cmp"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/geom"
)

// Scene is everything that one model file holds.
type Scene struct {
	// Unit of lengths: "m" for glTF, that of the file for 3MF. Formats without one (STL, OBJ, PLY,
	// OFF) have the unit that the loader was given for them, "" for none.
	Unit string
	// YUp tells that the format takes y for the upright axis (glTF, and OBJ by custom), not z.
	YUp bool
	// Meshes in file order. An STL, OBJ, PLY or OFF file is one mesh.
	Meshes []*Mesh
	// Instances are the places where nodes show meshes, in depth-first node order.
	// Formats without nodes have none, and neither has a glTF root outside of all scenes
	// whose mesh is there for the collider of another node.
	Instances []Instance
	// Scenes is how many scenes a glTF file has, Default the number of the one that is shown
	// unless another one is asked for, -1 where the file does not say. Formats without scenes
	// have none, and Default means nothing.
	Scenes, Default int
	// Colliders are the collision shapes that nodes have by physics extensions, in
	// depth-first node order.
	Colliders []Collider
	// Materials and Images are those of the file, at their indices, with what textures need
	// of them. Those that no triangle uses are empty but for the names of materials. Both are
	// nil unless the loader was asked for UVs.
	Materials []Material
	Images    []Image
	// Warnings are what the loader noticed and could live with, in file order.
	Warnings []string
}

// Instance is one mesh shown at one place.
type Instance struct {
	// Path names the node from its root, "/root/seat"; an instance that comes from
	// EXT_mesh_gpu_instancing, or from one of several objects of the same name in 3MF, adds its
	// number, "/root/seat[7]".
	Path string
	// Name is the node's own, the last of Path, which alone does not tell where it
	// begins: names may hold slashes. In 3MF it is without the number. "" for a scene that has only
	// paths.
	Name string
	// Mesh is an index into Scene.Meshes.
	Mesh int
	// Object is the number, from 1, of the object of the mesh that is shown, 0 for all of it.
	Object int
	// World maps model units to the world: the stored position p is shown at
	// World·(Mesh.Scale·p).
	World geom.Affine
	// Rounding bounds, entry by entry, how far World may be from the matrix that was meant:
	// the numbers that it is made of were rounded to float32 when they were stored. nil
	// where no more is known than that the entries of World themselves may be so rounded.
	// Instances may share it.
	Rounding *geom.Affine
	// Extras are what the node's extras say in members that are text, numbers, true or
	// false, as text; nil where there are none. Instances may share the map.
	Extras map[string]string
	// Scenes are the numbers of the scenes that show it, ascending. Instances may share the
	// list. LowerLevel tells that it is, or belongs to, a lower level of detail of another node
	// (MSFT_lod), which is shown in place of that one.
	Scenes     []int
	LowerLevel bool
}

// Shown returns the instances of a scene. A lone mesh of a format without nodes is shown where it
// is, each of its objects by an instance of its own if it has several.
func (s *Scene) Shown() []Instance {
	if len(s.Instances) > 0 || len(s.Meshes) != 1 {
		return s.Instances
	}
	objects := s.Meshes[0].Objects
	if len(objects) == 0 {
		return []Instance{{World: geom.Identity()}}
	}
	shown := make([]Instance, len(objects))
	for i, name := range objects {
		name = cmp.Or(name, fmt.Sprint("object ", i))
		shown[i] = Instance{Path: "/" + name, Name: name, Object: i + 1, World: geom.Identity()}
	}
	return shown
}

// Shows reports whether part k of m belongs to what an instance of it shows.
func (in *Instance) Shows(m *Mesh, k int) bool {
	return in.Object == 0 || m.Parts[k].Object == in.Object-1
}

// Mesh is a triangle soup in parts, in local coordinates.
type Mesh struct {
	// Name as the file has it, which may be empty.
	Name string
	// Parts in file order: glTF primitives that hold triangles, STL solids, OBJ groups. Their
	// triangles, one part after the other, number the triangles of the mesh.
	Parts []Part
	// Objects are the names of the objects that the parts belong to, of a format in which one mesh
	// holds several (OBJ); nil where the mesh is one object.
	Objects []string
	// Scale is the length in model units of one stored unit: 1, or the factor of
	// normalized integers (1/127, 1/255, 1/32767, 1/65535), which are kept as integers.
	// 0 stands for 1.
	Scale float64
}

// Part is a run of triangles with a name of its own.
type Part struct {
	// Name of an STL solid or an OBJ group; "" for glTF, whose primitives have no name.
	Name string
	// Material is the name of the primitive's material, or "".
	Material string
	// Index is the place of the part in the file's own list: for glTF the primitive's
	// index in its mesh, which counts points and lines as well.
	Index     int
	Positions Positions
	Indices   Indices
	// Object is an index into Mesh.Objects, unless that is nil.
	Object int
	// Faces are for each triangle the number of the face of the file that it is cut from, nil where
	// the faces of the file are the triangles.
	Faces []uint32
	// UVs are the texture coordinates by ascending Set; nil unless the loader was asked for
	// them.
	UVs []UVSet
	// MaterialIndex is an index into Scene.Materials, -1 for none. It means nothing in a scene
	// without materials; see Scene.MaterialOf.
	MaterialIndex int
}

// Positions are stored vertices: X, Y, Z of vertex i stand at F32[i·Stride] or,
// in the rare mesh that needs it, at F64[3·i]. One of the two is nil. The slices
// may be views of the file's own bytes and must not be written to.
type Positions struct {
	F32    []float32
	Stride int // floats from one vertex of F32 to the next: 3 or more, 0 for 3
	F64    []float64
	// Step is the distance between neighbouring numbers of the format that the file stores, if it
	// is the same for all, as of integers; 0 for numbers that are as the slice has them. If only
	// some coordinates are integers, it is 1.
	Step float64
	// Single tells that some coordinates are stored as float32 in the file, where F64 or a Step speaks
	// of others.
	Single bool
	// Text counts the digits of numbers that are stored as decimal text, nil for others. The
	// parts of a mesh may share it.
	Text *Digits
}

// Digits are the greatest numbers of digits that any coordinate of a mesh is written with:
// Decimals behind the point, once an exponent is applied, and Significant ones, from the first that
// is not zero to the last, zero or not.
type Digits struct{ Decimals, Significant int16 }

// step returns the distance between neighbouring numbers of the magnitude of x that have
// so many digits.
func (d *Digits) step(x float64) float64 {
	places := -int(d.Decimals)
	if x > 0 && !math.IsInf(x, 0) {
		places = max(places, floorLog10(x)+1-int(d.Significant))
	}
	return math.Pow10(places)
}

// floorLog10 returns the greatest integer that is at most the logarithm of x, which is finite and
// positive.
func floorLog10(x float64) int {
	n := int(math.Floor(math.Log10(x)))
	switch { // the logarithm may be off by a rounding error
	case x < math.Pow10(n):
		return n - 1
	case x >= math.Pow10(n+1):
		return n + 1
	}
	return n
}

// The resolution of a mesh is no more than these shares of the diagonal of its box: what is coarser
// than the first can be seen, and digits that are coarser than the second are a grid on which
// somebody modelled.
const (
	coarsest     = 0x1p-12
	coarsestText = 0x1p-16
)

// Resolution returns the distance from a number of the magnitude of x to the next larger one of the
// format that the file stores, in a mesh whose box has a diagonal: the type's gap or, if that is
// greater, the place of the last digit of text by the decimals and by the significant digits, which
// counts for no more than 2^-16 of the diagonal. It is at most 2^-12 of the diagonal.
func (p *Positions) Resolution(x, diagonal float64) float64 {
	x = math.Abs(x)
	gap := p.Step
	switch {
	case p.Single || p.Step == 0 && p.F64 == nil:
		gap = max(gap, 2*geom.HalfUlp32(x), math.SmallestNonzeroFloat32)
	case p.Step == 0:
		gap = math.Nextafter(x, math.Inf(1)) - x
	}
	if p.Text != nil {
		gap = max(gap, min(p.Text.step(x), coarsestText*diagonal))
	}
	return min(gap, coarsest*diagonal)
}

// Tight returns positions whose vertices follow each other without gaps.
func Tight(xyz []float32) Positions { return Positions{F32: xyz, Stride: 3} }

// Len returns the number of vertices.
func (p *Positions) Len() int {
	if p.F64 != nil {
		return len(p.F64) / 3
	}
	if len(p.F32) < 3 {
		return 0
	}
	return (len(p.F32)-3)/p.stride() + 1
}

func (p *Positions) stride() int {
	if p.Stride == 0 {
		return 3
	}
	return p.Stride
}

// At returns vertex i exactly as stored.
func (p *Positions) At(i int) geom.Vec {
	if p.F64 != nil {
		v := p.F64[3*i : 3*i+3]
		return geom.Vec{v[0], v[1], v[2]}
	}
	at := i * p.stride()
	v := p.F32[at : at+3]
	return geom.Vec{float64(v[0]), float64(v[1]), float64(v[2])}
}

// Indices name the corners of triangles, three vertex numbers for each. At most
// one of the slices is set; when none is, corner c is vertex c. Loaders promise
// that every index is a vertex. The slices may be views of the file's own bytes.
type Indices struct {
	U16 []uint16
	U32 []uint32
	// Complete tells that every vertex is a corner of a finite triangle. It may be false wherever
	// that is not known.
	Complete bool
}

// Indexed reports whether the part has indices.
func (p *Part) Indexed() bool { return p.Indices.U16 != nil || p.Indices.U32 != nil }

// Triangles returns the number of triangles in the part; corners left over at
// the end do not count.
func (p *Part) Triangles() int {
	switch {
	case p.Indices.U32 != nil:
		return len(p.Indices.U32) / 3
	case p.Indices.U16 != nil:
		return len(p.Indices.U16) / 3
	}
	return p.Positions.Len() / 3
}

// Corner returns the vertex number of corner c, which belongs to triangle c/3.
func (p *Part) Corner(c int) int {
	switch {
	case p.Indices.U32 != nil:
		return int(p.Indices.U32[c])
	case p.Indices.U16 != nil:
		return int(p.Indices.U16[c])
	}
	return c
}

// CutFrom returns the number, from 1, of the face that triangle i of the part was cut from, 0 where
// the faces of the file are the triangles.
func (p *Part) CutFrom(i int) int {
	if p.Faces == nil {
		return 0
	}
	return int(p.Faces[i]) + 1
}

// Triangle returns the corners of triangle i of the part, exactly as stored.
func (p *Part) Triangle(i int) geom.Triangle {
	return geom.Triangle{
		p.Positions.At(p.Corner(3 * i)),
		p.Positions.At(p.Corner(3*i + 1)),
		p.Positions.At(p.Corner(3*i + 2)),
	}
}

// Triangles returns the number of triangles in all parts.
func (m *Mesh) Triangles() int {
	n := 0
	for i := range m.Parts {
		n += m.Parts[i].Triangles()
	}
	return n
}

// Triangles returns the number of triangles in all meshes, each counted once however often it
// is shown.
func (s *Scene) Triangles() (n int) {
	for _, m := range s.Meshes {
		n += m.Triangles()
	}
	return n
}

// MaxPoints is the greatest number of stored vertices that a mesh may have to be
// welded.
const MaxPoints = 1<<31 - 1

// Points returns the number of vertices that all parts store.
func (m *Mesh) Points() int {
	n := 0
	for i := range m.Parts {
		n += m.Parts[i].Positions.Len()
	}
	return n
}

// Locate returns the part of triangle i and the triangle's number within it.
func (m *Mesh) Locate(i int) (part, inPart int) {
	for k := range m.Parts {
		n := m.Parts[k].Triangles()
		if i < n {
			return k, i
		}
		i -= n
	}
	panic("mesh: triangle index out of range")
}
