// Package rig reads what moves in USD stages, for the package usd: time samples of transforms and of visibility, and
// the schemas of UsdSkel. The stage has been walked and its meshes are known. The reference is OpenUSD 26.11
// (https://openusd.org/release/api/usd_skel_page_front.html).
package rig

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// Reader reads the rig of a stage.
type Reader struct {
	Context context.Context
	Stage   *stage.Stage
	// Fail returns the error of an attribute of a prim, or of the prim if there is no name. Unsupported is Fail for
	// what the file may have, and is not evaluated.
	Fail        func(p *stage.Prim, attribute, format string, args ...any) error
	Unsupported func(p *stage.Prim, attribute, feature string) error
	// Charge is asked before memory is taken for count things of size bytes each, made of an attribute.
	Charge func(p *stage.Prim, attribute string, count, size int) error
	// Work is asked before something is made that takes as long as n prims.
	Work func(p *stage.Prim, attribute string, n int) error
	// Walked is what a walk through the stage found.
	Walked
	// Meshes are those of the scene.
	Meshes []*mesh.Mesh

	rig       *pose.Rig
	clip      pose.Clip
	rate      float64 // time codes per second
	frames    []int32 // the innermost node of each frame
	times     map[timesKey][]pose.Values
	skeletons map[*Skeleton]*skeleton
	defined   map[*stage.Prim]*definition
	animated  map[*stage.Prim]*animation
	shapes    map[shapeKey]*pose.Shape
	skins     map[skinKey]int
	caches    map[*stage.Prim]cached
	blends    map[blendKey][]blendShape
	primvars  map[primvarKey]*primvar
	warned    map[string]bool
	noted     map[noteKey]bool
	unsaid    int // warnings
}

// Walked is what a walk through a stage finds that moves.
type Walked struct {
	Frames []Frame
	Shown  []Shown
	// Skeletons are those at all places, by their prims and the innermost instances in which they are.
	Skeletons map[SkeletonKey]*Skeleton
	// Points has, for each mesh and each part of it, the point of the prim that a vertex is; nil if the vertices are
	// the points.
	Points map[*mesh.Mesh][][]uint32
}

// Place is where a prim is: by a transform that does not move, within a frame.
type Place struct {
	// Frame is an index into Walked.Frames, or World.
	Frame  int
	Within geom.Affine
	// Unposed says why poses of what is there are not known, as in pose.Object.
	Unposed string
}

// World is the Frame of what does not move.
const World = -1

// Frame is a prim at one place with a transform or a visibility that may vary.
type Frame struct {
	// Place is that of the prim, without its own transform.
	Place
	Prim *stage.Prim
	// Ops are those of its transform, the outermost first.
	Ops []Op
	// Visible reports whether the prim, by itself, is shown in the default pose. Blinks reports whether that varies.
	Visible, Blinks bool
}

// Op is an op of a transform.
type Op struct {
	// Name is that in xformOpOrder.
	Name string
	// Matrix is its value in the default pose.
	Matrix geom.Affine
	// Varies reports whether it may have other values.
	Varies bool
}

// Shown is a mesh at one place.
type Shown struct {
	Place
	// Instance and Mesh are its indices in the scene.
	Instance, Mesh int
	Prim           *stage.Prim
	Binding        *Binding
	Scope          *Scope
	// Hidden reports whether it is never shown.
	Hidden bool
}

// Scope is an instance of a prototype or of a point instancer; nil is the stage itself.
type Scope struct{ Outer *Scope }

// Binding is a prim to which SkelBindingAPI is applied, or a SkelRoot, with those above it.
type Binding struct {
	Above *Binding
	Prim  *stage.Prim
	// Applied reports whether SkelBindingAPI is applied, Root whether the prim is a SkelRoot.
	Applied, Root bool
}

// SkeletonKey is a Skeleton at one place.
type SkeletonKey struct {
	Prim  *stage.Prim
	Scope *Scope
}

// Skeleton is a prim of this type at one place.
type Skeleton struct {
	Place
	Prim    *stage.Prim
	Binding *Binding
}

// Read returns the rig, nil if nothing in the stage can move.
func (r *Reader) Read() (*pose.Rig, error) {
	r.rig = &pose.Rig{}
	r.clip.Name = "time samples"
	r.rate = r.Stage.TimeCodesPerSecond()
	r.times, r.shapes, r.skins = map[timesKey][]pose.Values{}, map[shapeKey]*pose.Shape{}, map[skinKey]int{}
	r.caches, r.blends, r.primvars = map[*stage.Prim]cached{}, map[blendKey][]blendShape{}, map[primvarKey]*primvar{}
	r.skeletons, r.defined, r.animated = map[*Skeleton]*skeleton{}, map[*stage.Prim]*definition{}, map[*stage.Prim]*animation{}
	r.warned, r.noted = map[string]bool{}, map[noteKey]bool{}
	r.addNode(-1, geom.Identity())
	for _, step := range []func() error{r.readFrames, r.readObjects} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	r.endWarnings()
	unposed := slices.ContainsFunc(r.rig.Objects, func(o pose.Object) bool { return o.Unposed != "" })
	if len(r.clip.Channels) > 0 || len(r.clip.NotEvaluated) > 0 || unposed {
		r.rig.Clips = []pose.Clip{r.clip}
	}
	morphs := slices.ContainsFunc(r.rig.Objects, func(o pose.Object) bool { return len(o.Weights) > 0 })
	if len(r.rig.Clips) == 0 && !morphs {
		return nil, nil
	}
	return r.rig, nil
}

// addNode adds a node with a transform that does not move, and returns its index.
func (r *Reader) addNode(parent int, m geom.Affine) int {
	local := pose.Local{Rotation: pose.Quaternion{0, 0, 0, 1}, Scale: geom.Vec{1, 1, 1}}
	if m != geom.Identity() {
		local.Matrix = &m
	}
	r.rig.Nodes = append(r.rig.Nodes, pose.Node{Parent: int32(parent), Local: local})
	return len(r.rig.Nodes) - 1
}

// node returns a node for a place, and the transform within it, nil for none.
func (r *Reader) node(p *Place) (int, *geom.Affine) {
	node := 0
	if p.Frame != World {
		node = int(r.frames[p.Frame])
	}
	if p.Within == geom.Identity() {
		return node, nil
	}
	return node, &p.Within
}

// asNode returns a node at a place, which it adds if there is none.
func (r *Reader) asNode(p *Place) int {
	node, within := r.node(p)
	if within == nil {
		return node
	}
	return r.addNode(node, *within)
}

// finite reports whether no number is NaN or infinite.
func finite(n *layer.Numbers) bool {
	for _, x := range n.F32 {
		if x-x != 0 {
			return false
		}
	}
	for _, x := range n.F64 {
		if x-x != 0 {
			return false
		}
	}
	return true
}
