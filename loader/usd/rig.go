package usd

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/usd/rig"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// motion is what is known of how the prim of a visit moves. Visits share it as long as it is the same.
type motion struct {
	rig.Place
	scope   *rig.Scope
	binding *rig.Binding
	// blinks reports whether the visibility of the prim, or of one above it, varies, and hidden whether one that does
	// not vary hides it.
	blinks, hidden bool
}

const motionSize = int(unsafe.Sizeof(motion{}) + unsafe.Sizeof(rig.Binding{}))

// atRest returns the motion of what does not move, nil if poses are not asked for.
func (r *builder) atRest() *motion {
	if !r.Poses {
		return nil
	}
	return &motion{Place: rig.Place{Frame: rig.World, Within: geom.Identity()}}
}

// follow notes whether the prim of v is an instance, and whether it binds meshes to skeletons.
func (r *builder) follow(v *visit) error {
	if v.moves == nil {
		return nil
	}
	schemas, err := v.prim.APISchemas()
	applied, root := slices.Contains(schemas, "SkelBindingAPI"), v.prim.TypeName() == "SkelRoot"
	if err != nil || !applied && !root && !v.prim.Instance() {
		return err
	}
	m := *v.moves
	if v.prim.Instance() {
		m.scope = &rig.Scope{Outer: m.scope}
	}
	if applied || root {
		m.binding = &rig.Binding{Above: m.binding, Prim: v.prim, Applied: applied, Root: root}
	}
	v.moves = &m
	return nil
}

// blinks notes whether the visibility of the prim of v varies.
func (r *builder) blinks(v *visit, visible bool) error {
	if v.moves == nil {
		return nil
	}
	a, err := v.prim.Attribute("visibility")
	if a == nil || err != nil {
		return err
	}
	m := *v.moves
	m.blinks, m.hidden = m.blinks || a.Varies(), m.hidden || !visible && !a.Varies()
	if v.moves = &m; !a.Varies() {
		return nil
	}
	return r.addFrame(v, rig.Frame{Prim: v.prim, Visible: visible, Blinks: true})
}

// addFrame adds a frame at the place of v, which is within it from then on.
func (r *builder) addFrame(v *visit, f rig.Frame) error {
	const size = 2 * int(unsafe.Sizeof(f))
	if err := r.charge(v.prim, "", 1, size); err != nil {
		return err
	}
	m := *v.moves
	f.Place = m.Place
	m.Place = rig.Place{Frame: len(r.walked.Frames), Within: geom.Identity(), Unposed: m.Unposed}
	r.walked.Frames = append(r.walked.Frames, f)
	v.moves = &m
	return nil
}

// sways returns which ops of the prim of v may vary, nil for none. If some do, the prim gets a frame.
func (r *builder) sways(v *visit, names []string) (vary []bool, err error) {
	if v.moves == nil {
		return nil, nil
	}
	for i, name := range names {
		if !strings.HasPrefix(name, xformOp) {
			continue
		}
		a, err := v.prim.Attribute(name)
		if err != nil {
			return nil, err
		}
		if a != nil && a.Varies() {
			if vary == nil {
				vary = make([]bool, len(names))
			}
			vary[i] = true
		}
	}
	if vary == nil {
		return nil, nil
	}
	if err := r.charge(v.prim, "xformOpOrder", len(names), 2*int(unsafe.Sizeof(rig.Op{}))); err != nil {
		return nil, err
	}
	return vary, r.addFrame(v, rig.Frame{Prim: v.prim, Visible: true})
}

// transform adds op i, of those that vary, to the motion of v.
func (r *builder) transform(v *visit, name string, matrix geom.Affine, vary []bool, i int) {
	switch {
	case v.moves == nil:
	case vary == nil:
		m := *v.moves
		m.Within = m.Within.Mul(matrix)
		v.moves = &m
	default:
		f := &r.walked.Frames[v.moves.Frame]
		f.Ops = append(f.Ops, rig.Op{Name: name, Matrix: matrix, Varies: vary[i]})
	}
}

// resetMotion takes back what is known of how the prims above v move, up to the instance of a point instancer.
func (v *visit) resetMotion() {
	if v.moves == nil {
		return
	}
	m := *v.moves
	m.Place = rig.Place{Frame: rig.World, Within: geom.Identity()}
	if v.instance != nil {
		m.Place = v.instance.moves.Place
	}
	if m.blinks {
		m.Unposed = "it resets its transform below a prim whose visibility has time samples"
	}
	v.moves = &m
}

// shift notes whether instances of a point instancer may move.
func (r *builder) shift(v *visit, in *instancer) error {
	if v.moves == nil {
		return nil
	}
	for _, name := range instancerNames {
		a, err := v.prim.Attribute(name)
		if err != nil {
			return err
		}
		in.varies = in.varies || a != nil && a.Varies()
	}
	return nil
}

// instance returns the motion of an instance of a point instancer at a matrix within it.
func (m *motion) instance(in *instancer, matrix *geom.Affine) *motion {
	if m == nil {
		return nil
	}
	w := *m
	w.scope = &rig.Scope{Outer: m.scope}
	w.Within = m.Within.Mul(*matrix)
	if in.varies {
		w.Unposed = "it is an instance of a point instancer with time samples"
	}
	return &w
}

// keepSkeleton keeps the prim of v, if it is a Skeleton.
func (r *builder) keepSkeleton(v *visit) error {
	if v.moves == nil || v.prim.TypeName() != "Skeleton" {
		return nil
	}
	const entry = int(unsafe.Sizeof(rig.Skeleton{})) + motionSize + 64
	if err := r.charge(v.prim, "", 1, entry); err != nil {
		return err
	}
	key := rig.SkeletonKey{Prim: v.prim, Scope: v.moves.scope}
	r.walked.Skeletons[key] = &rig.Skeleton{Place: v.moves.Place, Prim: v.prim, Binding: v.moves.binding}
	return nil
}

// keepShown keeps the mesh of v, which is that of the last instance of the scene.
func (r *builder) keepShown(v *visit, mesh int) error {
	if v.moves == nil {
		return nil
	}
	const size = 2*int(unsafe.Sizeof(rig.Shown{})) + motionSize
	if err := r.charge(v.prim, "", 1, size); err != nil {
		return err
	}
	m := v.moves
	r.walked.Shown = append(r.walked.Shown, rig.Shown{
		Place: m.Place, Instance: len(r.scene.Instances) - 1, Mesh: mesh, Prim: v.prim, Binding: m.binding, Scope: m.scope, Hidden: m.hidden,
	})
	return nil
}

// pointWidth is what keepPoints needs for each vertex.
func (r *builder) pointWidth() int {
	if !r.Poses {
		return 0
	}
	return 4
}

// keepPoints keeps which points the vertices of the next of several parts are.
func (r *builder) keepPoints(g *polygons, v *vertices, used []uint32) {
	if !r.Poses {
		return
	}
	if v.split {
		for i, corner := range used {
			used[i] = uint32(g.corners[corner])
		}
	}
	v.points = append(v.points, used)
}

// noteAnimation notes that the stage is animated if a SkelAnimation has time samples.
func (r *builder) noteAnimation(p *stage.Prim) error {
	for _, name := range []string{"translations", "rotations", "scales", "blendShapeWeights"} {
		sampled, err := isSampled(p, name)
		if err != nil {
			return err
		}
		if sampled {
			r.scene.Animations = 1
		}
	}
	return nil
}

// readRig reads what moves, when everything else has been read. The error is that of the context; another one is
// kept in the scene.
func (r *builder) readRig() error {
	if r.sampled.Count > 0 {
		r.scene.Animations = 1
	}
	if !r.Poses {
		return nil
	}
	reader := &rig.Reader{
		Context: r.ctx, Stage: r.stage, Walked: r.walked, Meshes: r.scene.Meshes, Fail: r.fail, Charge: r.charge, Work: r.compute,
		Unsupported: func(p *stage.Prim, attribute, feature string) error {
			return r.Unsupported(r.placeOf(p, attribute), feature)
		},
	}
	read, err := reader.Read()
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if err != nil {
		read, err = nil, r.failure(err)
	}
	r.layers.fatal = nil
	r.scene.Rig, r.scene.RigError = read, err
	return nil
}
