// Package mesh holds loaded scenes, with their meshes, parts and instances, and the topology that
// checks need: welded vertices, shells and fans.
package mesh

import (
	"cmp"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// Scene is the content of one model file.
type Scene struct {
	// Unit of lengths: "m" for glTF, that of the file for 3MF, FBX and USD. Formats without a unit
	// (STL, OBJ, PLY, OFF) have the one given to the loader, or "". It is the result of UnitOf, such
	// as "cm" or "100 m".
	Unit string
	// YUp reports whether +Y is up (glTF; OBJ by convention). Otherwise +Z is.
	YUp bool
	// VUp reports whether the V of texture coordinates points up in images (FBX, USD). Otherwise it
	// points down (glTF).
	VUp bool
	// Meshes in file order. An STL, OBJ, PLY or OFF file is one mesh.
	Meshes []*Mesh
	// Instances are the places where nodes show meshes, in depth-first node order. Formats without
	// nodes have none. Nor does a glTF root outside all scenes if its mesh is only used by the
	// collider of another node.
	Instances []Instance
	// Placed reports whether nothing is shown but Instances. Otherwise a lone mesh without instances is
	// shown in place.
	Placed bool
	// Scenes is the number of scenes of a glTF file, Default the index of the one shown by default,
	// -1 if the file does not say. In formats without scenes, Scenes is 0 and Default is
	// meaningless.
	Scenes, Default int
	// Colliders are the collision shapes of nodes by physics extensions, in depth-first node order.
	Colliders []Collider
	// Materials and Images are those of the file, by index, with the data that textures need. Those
	// that no triangle uses are empty except for the names of materials. Both are nil unless UVs
	// were loaded.
	Materials []Material
	Images    []Image
	// Textures are those of base colors; nil unless colors were loaded. ColorNotes say which colors
	// and textures could not be used, and why.
	Textures   []Texture
	ColorNotes []string
	// Animations is the number of animations in a glTF or FBX file, 1 for a USD stage with time samples,
	// whether or not poses were loaded.
	Animations int
	// Rig is what moves in the file; nil unless poses were loaded, and if nothing moves. RigError says
	// why it could not be read. Then Rig is nil.
	Rig      *pose.Rig
	RigError error
	// Omitted are the objects of the file that are not in the scene, in file order.
	Omitted []Omission
	// Warnings are problems that the loader could work around, in file order.
	Warnings []string
}

// Up returns the axis that is up: "y" or "z".
func (s *Scene) Up() string {
	if s.YUp {
		return "y"
	}
	return "z"
}

// Omission is an object of the file that the loader left out of the scene.
type Omission struct {
	// Path of the object, as in Instance.
	Path string
	// Kind is what it is, in the words of the format: "NurbsSurface" of FBX, "Sphere" of USD.
	Kind string
	// Reason is why it is left out, as the end of a sentence on one such object or several: "they are left
	// out because only polygons are checked". There is no warning about the same.
	Reason string
}

// Instance is one mesh shown at one place.
type Instance struct {
	// Path is the path of the node from its root, "/root/seat". An instance from
	// EXT_mesh_gpu_instancing, or from one of several 3MF objects of the same name, has its number
	// added: "/root/seat[7]".
	Path string
	// Name is the node's own name, the last one in Path; since names may contain slashes, it cannot
	// be split off the path. In 3MF it has no number. It is "" for a scene with paths only.
	Name string
	// Node is the path of the node that is the object in the program that wrote the file, if that is
	// not Path, and Name is its name. Exporters of USD write a transform for each object, and its mesh
	// below that. Otherwise Node is "".
	Node string
	// Mesh is an index into Scene.Meshes.
	Mesh int
	// Object is the number, from 1, of the object of the mesh that is shown, 0 for all of it.
	Object int
	// World maps model units to the world: the stored position p is shown at World·(Mesh.Scale·p).
	World geom.Affine
	// Rounding bounds, entry by entry, the difference of World from the intended matrix, whose
	// numbers were rounded to float32 when they were stored. If it is nil, only the entries of
	// World themselves may be so rounded. Instances may share it.
	Rounding *geom.Affine
	// Extras are the members of the node's extras that are text, numbers, true or false, as text;
	// nil if there are none. Instances may share the map.
	Extras map[string]string
	// Scenes are the indices of the scenes that show it, ascending. Instances may share the list.
	// LowerLevel reports whether it is, or belongs to, a lower level of detail of another node
	// (MSFT_lod), shown instead of that one.
	Scenes     []int
	LowerLevel bool
	// Hidden reports whether the file says that the node, or one above it, is not shown.
	Hidden bool
}

// InPlace reports whether the scene is a lone mesh that is shown in place, without an instance.
func (s *Scene) InPlace() bool { return !s.Placed && len(s.Instances) == 0 && len(s.Meshes) == 1 }

// Shown returns the instances of a scene. Of a lone mesh in place it makes instances, one for each of
// its objects.
func (s *Scene) Shown() []Instance {
	if !s.InPlace() {
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

// Shows reports whether the instance shows part k of its mesh m.
func (in *Instance) Shows(m *Mesh, k int) bool {
	return in.Object == 0 || m.Parts[k].Object == in.Object-1
}

// Mesh is a triangle soup in parts, in local coordinates.
type Mesh struct {
	// Name in the file, which may be empty.
	Name string
	// Parts in file order: glTF primitives with triangles, STL solids, OBJ groups. The triangles of
	// the mesh are numbered through all parts.
	Parts []Part
	// Objects are the names of the objects that the parts belong to, in a format with several
	// objects in one mesh (OBJ); nil if the mesh is one object.
	Objects []string
	// Scale is the length in model units of one stored unit: 1, or the factor of normalized
	// integers (1/127, 1/255, 1/32767, 1/65535), which are kept as integers. 0 means 1.
	Scale float64
}

// Part is a named run of triangles.
type Part struct {
	// Name of an STL solid or an OBJ group; "" for glTF, whose primitives have no name.
	Name string
	// Material is the name of the primitive's material, or "".
	Material string
	// Index is the index of the part in the file's own list: for glTF the primitive's index in its
	// mesh, including points and lines.
	Index     int
	Positions Positions
	Indices   Indices
	// Object is an index into Mesh.Objects, unless that is nil.
	Object int
	// Faces have, for each triangle, the number of the polygon of the file that it was cut from;
	// nil if the file stores triangles.
	Faces []uint32
	// UVs are the texture coordinates by ascending Set; nil unless UVs were loaded.
	UVs []UVSet
	// MaterialIndex is an index into Scene.Materials, -1 for none. It is meaningless in a scene
	// without materials; see Scene.MaterialOf.
	MaterialIndex int
	// Color is the base color; nil unless colors were loaded and the file gives the part one.
	Color *BaseColor
}

// Positions are stored vertices: X, Y, Z of vertex i are at F32[i·Stride] or, in the rare mesh that
// needs it, at F64[3·i]. One of the two is nil. The slices may be views of the file's own bytes and
// must not be written to.
type Positions struct {
	F32    []float32
	Stride int // floats from one vertex of F32 to the next: 3 or more, 0 for 3
	F64    []float64
	// Step is the constant distance between neighbouring numbers of the file's storage format, as
	// of integers; 0 if the numbers have the precision of the slice. If only some coordinates are
	// integers, it is 1.
	Step float64
	// Single reports whether the file stores some coordinates as float32, although there is an F64
	// or a Step.
	Single bool
	// Text counts the digits of numbers stored as decimal text, nil for others. The parts of a mesh
	// may share it.
	Text *Digits
}

// Digits are the greatest numbers of digits of any coordinate of a mesh: Decimals after the point,
// once the exponent is applied, and Significant ones, from the first that is not zero to the last.
type Digits struct{ Decimals, Significant int16 }

// step returns the distance between neighbouring numbers with these digits at the magnitude of x.
func (d *Digits) step(x float64) float64 {
	places := -int(d.Decimals)
	if x > 0 && !math.IsInf(x, 0) {
		places = max(places, floorLog10(x)+1-int(d.Significant))
	}
	return math.Pow10(places)
}

// floorLog10 returns the greatest integer not above the decimal logarithm of x, which is finite and
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

// These fractions of the diagonal of a mesh's box limit its resolution: anything coarser than the
// first is visible, and digits coarser than the second are a modelling grid.
const (
	coarsest     = 0x1p-12
	coarsestText = 0x1p-16
)

// Resolution returns the distance from a number of the magnitude of x to the next larger one that
// the file can store, for a mesh whose box has the given diagonal. It is the gap of the type or, if
// greater, the place of the last digit of text, by decimals and significant digits, up to 2^-16 of
// the diagonal. It is at most 2^-12 of the diagonal.
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

// Tight returns positions without gaps between vertices.
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

// Indices are the corners of triangles, three vertex indices for each. At most one of the slices is
// set; if neither is, corner c is vertex c. Loaders guarantee that every index is a vertex. The
// slices may be views of the file's own bytes.
type Indices struct {
	U16 []uint16
	U32 []uint32
	// Complete reports whether every vertex is known to be a corner of a finite triangle.
	Complete bool
}

// Indexed reports whether the part has indices.
func (p *Part) Indexed() bool { return p.Indices.U16 != nil || p.Indices.U32 != nil }

// Triangles returns the number of triangles in the part, without corners left over at the end.
func (p *Part) Triangles() int {
	switch {
	case p.Indices.U32 != nil:
		return len(p.Indices.U32) / 3
	case p.Indices.U16 != nil:
		return len(p.Indices.U16) / 3
	}
	return p.Positions.Len() / 3
}

// Corner returns the vertex index of corner c, which belongs to triangle c/3.
func (p *Part) Corner(c int) int {
	switch {
	case p.Indices.U32 != nil:
		return int(p.Indices.U32[c])
	case p.Indices.U16 != nil:
		return int(p.Indices.U16[c])
	}
	return c
}

// CutFrom returns the number, from 1, of the polygon that triangle i of the part was cut from, 0 if
// the file stores triangles.
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

// Triangles returns the number of triangles in all meshes, each counted once however often it is
// shown.
func (s *Scene) Triangles() (n int) {
	for _, m := range s.Meshes {
		n += m.Triangles()
	}
	return n
}

// MaxPoints is the greatest number of stored vertices of a mesh that can be welded.
const MaxPoints = 1<<31 - 1

// Points returns the number of stored vertices of all parts.
func (m *Mesh) Points() int {
	n := 0
	for i := range m.Parts {
		n += m.Parts[i].Positions.Len()
	}
	return n
}

// Locate returns the part of triangle i and the triangle's index within it.
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
