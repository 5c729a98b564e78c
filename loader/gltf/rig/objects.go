package rig

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

const objectSize = 2 * int(unsafe.Sizeof(pose.Object{})) // twice, for the growth of the slice

// readObjects reads the objects of the default scene, or of all scenes if there is no default.
func (r *Reader) readObjects() error {
	for i := range r.Scene.Instances {
		if !r.shows(i) {
			continue
		}
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		o, err := r.object(i)
		if err != nil {
			return err
		}
		r.rig.Objects = append(r.rig.Objects, o)
	}
	return nil
}

// shows reports whether an instance is in the default scene or, if there is none, in any scene. In a
// document without scenes, all are.
func (r *Reader) shows(instance int) bool {
	scenes := r.Scene.Instances[instance].Scenes
	switch s := r.Scene; {
	case s.Scenes == 0:
		return true
	case s.Default < 0:
		return len(scenes) > 0
	}
	return slices.Contains(scenes, r.Scene.Default)
}

func (r *Reader) object(instance int) (o pose.Object, err error) {
	shown := r.Shown[instance]
	node := int(shown.Node)
	place, n, index := nodePlace(node), r.nodes[node], r.Scene.Instances[instance].Mesh
	if err := r.Charge(place, 1, objectSize); err != nil {
		return o, err
	}
	o = pose.Object{Instance: instance, Node: node, Skin: pose.NoSkin}
	if o.Within, err = r.placeWithin(shown); err != nil {
		return o, err
	}
	if o.Shape, err = r.shape(index); err != nil {
		return o, err
	}
	if o.Weights, err = r.weights(place, n.weights, index); err != nil || n.skin < 0 {
		return o, err
	}
	if n.skin >= len(r.rig.Skins) {
		return o, r.Fail(place, "skin %d does not exist: the file has %d", n.skin, len(r.rig.Skins))
	}
	o.Skin = n.skin
	joints := len(r.rig.Skins[n.skin].Joints)
	for k := range o.Shape.Parts {
		f := o.Shape.Parts[k].Influences
		if f != nil && f.Joints() > joints {
			p := primitivePlace(index, r.Scene.Meshes[index].Parts[k].Index)
			return o, r.Fail(place, "%s has joint %d, but skin %d has %d %s", p, f.Joints()-1, n.skin, joints, source.Plural(joints, "joint"))
		}
	}
	if o.Within != nil {
		o.Within, o.Unposed = nil, "it has both a skin and EXT_mesh_gpu_instancing"
	}
	return o, nil
}

// placeWithin returns the transform of a place within its node, nil for none.
func (r *Reader) placeWithin(p Place) (*geom.Affine, error) {
	if p.Number == Alone {
		return nil, nil
	}
	if r.within == nil || r.withinNode != p.Node {
		var err error
		if r.within, err = r.Within(int(p.Node)); err != nil {
			return nil, err
		}
		r.withinNode = p.Node
	}
	m := r.within(int(p.Number))
	return &m, r.Charge(nodePlace(int(p.Node)), 1, int(unsafe.Sizeof(m)))
}

// weights returns the default weights of the morph targets of a mesh that a node shows: those of the
// node, else those of the mesh, else zeros.
func (r *Reader) weights(place string, ofNode []float64, mesh int) ([]float64, error) {
	targets, given := r.meshes[mesh].targets(), ofNode
	if len(given) == 0 {
		place, given = meshPlace(mesh), r.meshes[mesh].Weights
	}
	if len(given) == 0 {
		return make([]float64, targets), r.Charge(place, targets, 8)
	}
	if len(given) != targets {
		return nil, r.Fail(place, "has %d weights for %d morph %s", len(given), targets, source.Plural(targets, "target"))
	}
	return given, nil
}
