package drawing

import (
	"strconv"

	"github.com/meshcheck/meshcheck/geom"
)

// Object is a mesh or a piece of one, placed in a view.
type Object struct {
	Role Role `json:"role"`
	// SeeThrough: what matters lies inside it.
	SeeThrough bool `json:"seeThrough,omitempty"`
	// Mesh is an index into the meshes of the result. First is the number in the view of the mesh's
	// first triangle.
	Mesh  int `json:"mesh"`
	First int `json:"first"`
	// Instance is an index into mesh.Scene.Shown, -1 if the object is at no place of the scene.
	Instance int `json:"instance"`
}

// Role is the role of an object in its view, which decides how it is drawn.
type Role uint8

// The roles: a mesh by itself, the objects of a pair, the visuals of hulls, and hulls.
const (
	Alone Role = iota
	First
	Second
	Visual
	Hull
)

// String returns the role in a word.
func (r Role) String() string { return [...]string{"alone", "first", "second", "visual", "hull"}[r] }

// MarshalText returns the role in a word.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// View is what a page draws of one mesh, of a pair of objects, of a group of collision hulls or of
// the scene.
// Triangles are numbered over all objects of the view. Its JSON lacks what package glb writes in
// binary form.
type View struct {
	// Mesh is an index into the meshes of the result, Pair one into its pairs and Group one into
	// its groups of hulls; the others are -1, and all are in a scene.
	Mesh  int `json:"mesh"`
	Pair  int `json:"pair"`
	Group int `json:"group"`
	// Up is the axis of the world that points upwards.
	Up int `json:"-"`
	// Box contains all finite triangles, in the world of the result.
	Box Bounds `json:"box"`
	// Embedded counts the triangles that are embedded unchanged, and Omitted the others, including
	// Nonfinite ones, which cannot be drawn. StandIns counts the triangles made to replace omitted
	// ones.
	Embedded  int `json:"-"`
	StandIns  int `json:"-"`
	Omitted   int `json:"omitted"`
	Nonfinite int `json:"nonfinite"`
	// Findings are the embedded findings: the first of the list. OmittedFindings counts the rest.
	Findings        []Finding `json:"findings"`
	OmittedFindings int       `json:"omittedFindings"`
	Objects         []Object  `json:"objects"`
	// Frame is the coordinate system of Points, the vertices, and of all points below.
	Frame
	Points    []Single   `json:"-"`
	Triangles []Triangle `json:"-"`
	// Places is empty, or holds the deepest place or the two nearest ones.
	Places []Single `json:"-"`
	// Core lists the triangles that matter most, with or without findings.
	Core []int `json:"-"`
	// Gap is the distance from the hulls at which Far is 1 for a vertex of a visual, and Excess the
	// distance from the visuals at which it is 1 for a vertex of a hull; 0 if not measured. In a
	// group of hulls, Far has a number for each of the Points.
	Gap    float64   `json:"gap"`
	Excess float64   `json:"excess"`
	Far    []float32 `json:"-"`
	// Colors are the base colors, nil for none.
	Colors *Colors `json:"colors,omitempty"`
	// Placed are the places of the objects of a scene, whose Points are in coordinates of each object
	// instead of the frame; empty in other views. Missing counts the places that there was no room
	// for.
	Placed  []Placement `json:"-"`
	Missing int         `json:"missing,omitempty"`
	// traced are the vertices that Points are, if the draft asks for them.
	traced []uint32
}

// Bounds is a box with the member names of its JSON form.
type Bounds struct {
	Min geom.Vec `json:"min"`
	Max geom.Vec `json:"max"`
}

// Triangle is a triangle of a view.
type Triangle struct {
	Corners [3]uint32
	// Face is the number of the triangle in the view, -1 for a stand-in.
	Face                int32
	Object, Part, Shell int32
	// Detail: it is near a finding.
	Detail bool
}

// HullKind is the kind of findings about whole hulls.
const HullKind = "hull"

// Finding is a finding to show in a view.
type Finding struct {
	// Kind is the rule, or HullKind for findings about hulls, which have their rule in Rule.
	Kind  string   `json:"kind"`
	Rule  string   `json:"rule,omitempty"`
	Color [3]uint8 `json:"-"`
	// Rank is lower for more severe rules. Whole: the finding is about whole triangles.
	Rank  int  `json:"-"`
	Whole bool `json:"-"`
	// A and B are triangles, and Others further ones around an edge; -1 for none.
	A      int   `json:"a"`
	B      int   `json:"b"`
	Others []int `json:"others,omitempty"`
	// Objects are the numbers of the objects that it is about as a whole.
	Objects []int `json:"objects,omitempty"`
	// Region is the region of the mesh or pair, or the index of a finding about hulls; -1 for none.
	Region    int     `json:"region"`
	SameShell bool    `json:"sameShell,omitempty"`
	Area      float64 `json:"area,omitempty"`
	// Points are two for a line, more for a polygon, or none. The second point of an Arrow is where
	// the first should be.
	Points Path `json:"points,omitempty"`
	Arrow  bool `json:"arrow,omitempty"`
}

// Path is a list of points, written to JSON as their number.
type Path []Single

// MarshalJSON returns the number of points.
func (p Path) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, int64(len(p)), 10), nil }

// Faces returns the triangles of the finding.
func (f *Finding) Faces() []int {
	faces := make([]int, 0, 2+len(f.Others))
	for _, face := range append([]int{f.A, f.B}, f.Others...) {
		if face >= 0 {
			faces = append(faces, face)
		}
	}
	return faces
}

// Runs returns runs of neighbouring triangles with consecutive faces, or of stand-ins: for each the
// number of triangles, the first face or -1, object, part, shell, and 1 if they are near findings.
func (x *View) Runs() (runs []int) {
	for i, t := range x.Triangles {
		if i > 0 {
			next := x.Triangles[i-1]
			if next.Face >= 0 {
				next.Face++
			}
			if next.Corners = t.Corners; next == t {
				runs[len(runs)-runNumbers]++
				continue
			}
		}
		detail := 0
		if t.Detail {
			detail = 1
		}
		runs = append(runs, 1, int(t.Face), int(t.Object), int(t.Part), int(t.Shell), detail)
	}
	return runs
}

// runNumbers is how many numbers describe a run.
const runNumbers = 6

// objectSize bounds what each object of a scene takes in a page beside its triangles.
const objectSize = 40

// Size returns a bound on the bytes that the view takes in a page, where its GLB is compressed and
// in base64. It assumes that the bytes of vertices do not compress.
func (x *View) Size() int {
	const whole, point, triangle, run, finding = 1000, 13, 7, 12, 30
	points, placed := len(x.Points), 0
	for k := range x.Findings {
		points += len(x.Findings[k].Points)
	}
	for k := range x.Placed {
		placed += x.Placed[k].size()
	}
	return (whole + point*points + triangle*len(x.Triangles) + run*len(x.Runs())/runNumbers + finding*len(x.Findings) + 4*len(x.Far) + x.Colors.size() + placed + objectSize*max(len(x.Objects)-2, 0)) / 3 * 4
}
