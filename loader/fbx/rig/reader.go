// Package rig reads what moves in FBX files, for the package fbx: Models, skins, blend shapes, animation
// stacks and takes. It reads a file whose meshes and places are known, and leaves those unchanged.
//
// There is no public specification. Skins and blend shapes are what Autodesk's documentation of the FBX SDK
// describes, and where it is silent, what ufbx (github.com/ufbx/ufbx) found in files.
package rig

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// Reader reads the rig of a file.
type Reader struct {
	*source.Input
	Ctx context.Context
	Doc *document.Document
	// Objects are those of the file, in its order.
	Objects []*Object
	// Models are the Objects that are Models, in the same order. None is below itself.
	Models []Model
	// Scene is complete but for its rig. Shown says what shows its instances, and Points has the control
	// points of its meshes.
	Scene  *mesh.Scene
	Shown  []Place
	Points []Points
	// Values returns the values of a property of an object, nil if it has none.
	Values func(n *document.Node, property string) []document.Value

	rig *pose.Rig
	// second is the time of a second in the unit of keys.
	second     float64
	geometries map[*Object]*geometry
	// shaped are the geometries with the shapes of each blend channel.
	shaped map[*Object][]*geometry
	// moves reports for each node whether an object or a joint is at or below it.
	moves []bool
	// unread reports whether an object is deformed in a way that is not evaluated.
	unread bool
	curves map[*Object]*curve
	// before are the shapes and clusters that have been read before.
	before map[*Object]bool
	// constraint is a note about active constraints, "" for none.
	constraint string
	// blender reports whether Blender wrote the file.
	blender bool
	copied  map[[2]int]*copies // by mesh and part
}

// Object is an object of the file.
type Object struct {
	Node *document.Node
	// Kind is the name of its node, such as "Deformer", Class what follows its name, such as "Skin".
	Kind, Class, Name string
	// Sources are the objects that are connected to it, and Properties those that are connected to a property
	// of it, in file order.
	Sources    []*Object
	Properties []Link
	// Model is an index of Reader.Models, -1 for other objects.
	Model int
}

// Link is an object that is connected to a property of another.
type Link struct {
	Property string
	Source   *Object
}

// Model is a node of the scene.
type Model struct {
	*Object
	// Parent is an index of Reader.Models, -1 for none.
	Parent int
	Local  pose.Local
	// Geometric is the transform of what the Model shows, which its children do not share, nil for none.
	Geometric *geom.Affine
}

// Place is that of an instance: a Model and the object with polygons that it shows.
type Place struct {
	Model    int
	Geometry *Object
}

// Points are the control points of a mesh, of which the vertices of its parts are copies.
type Points struct {
	Count int
	// OfPart has for each part the control point of each vertex. It is nil if vertices are control points.
	OfPart [][]uint32
}

// of returns the control point of a vertex of a part.
func (p *Points) of(part, vertex int) int {
	if p.OfPart == nil {
		return vertex
	}
	return int(p.OfPart[part][vertex])
}

// Read returns the rig, nil if nothing in the file can move.
func (r *Reader) Read() (*pose.Rig, error) {
	if !r.mayMove() {
		return nil, nil
	}
	r.rig = &pose.Rig{}
	r.geometries, r.curves = map[*Object]*geometry{}, map[*Object]*curve{}
	r.shaped = map[*Object][]*geometry{}
	r.copied, r.before = map[[2]int]*copies{}, map[*Object]bool{}
	creator, _ := r.Doc.Child("Creator").Value(0).Text()
	r.blender = strings.HasPrefix(strings.ToLower(creator), "blender")
	for _, step := range []func() error{r.readNodes, r.readObjects, r.readClips} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	morphed := slices.ContainsFunc(r.rig.Objects, func(o pose.Object) bool { return len(o.Weights) > 0 })
	if len(r.rig.Clips) == 0 && !morphed && !r.unread {
		return nil, nil
	}
	return r.rig, nil
}

// mayMove reports whether there are curves, takes, blend shapes or deformers that are not evaluated.
func (r *Reader) mayMove() bool {
	return r.Doc.Version < firstStacks && r.Doc.Child("Takes") != nil || slices.ContainsFunc(r.Objects, func(o *Object) bool {
		switch {
		case o.Kind != "Deformer":
			return o.Kind == "AnimationCurveNode"
		case o.Class == "Skin":
			return o.Node.Child("SkinningType") != nil
		}
		return o.Class != "Cluster"
	})
}

// fail returns the error of an object.
func (r *Reader) fail(o *Object, format string, args ...any) error {
	return r.Fail(o.Node.Where(), "%s: %w", o.label(), fmt.Errorf(format, args...))
}

// warn adds a warning.
func (r *Reader) warn(format string, args ...any) {
	r.rig.Warnings = append(r.rig.Warnings, fmt.Sprintf(format, args...))
}

// label names an object in messages.
func (o *Object) label() string {
	kind := o.Kind
	if kind == "Deformer" || kind == "Geometry" && o.Class == "Shape" {
		kind = cmp.Or(o.Class, kind)
	}
	if o.Name == "" {
		return "the " + kind
	}
	return "the " + kind + " " + source.Quote([]byte(o.Name))
}

// number returns the number in a property of an object, or that given if there is none.
func (r *Reader) number(o *Object, property string, otherwise float64) float64 {
	if v := r.Values(o.Node, property); len(v) > 0 {
		if x, ok := v[0].Float(); ok {
			return x
		}
	}
	return otherwise
}

// refund takes back what was charged for arrays of an object that are no longer in use. Arrays that are read again
// and again are not refunded, so that a file cannot make a program read more than its size justifies.
func (r *Reader) refund(o *Object, bytes int64) {
	if !r.before[o] {
		r.before[o] = true
		r.Refund(r.Charged() - bytes)
	}
}

// finite reports whether no number is NaN or infinite.
func finite(numbers ...float64) bool {
	for _, x := range numbers {
		if x-x != 0 { // NaN for such an x
			return false
		}
	}
	return true
}
