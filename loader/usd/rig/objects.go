package rig

import (
	"cmp"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// objectSize is what an object costs, twice for the growth of the slice, with its transform.
const objectSize = 2*int(unsafe.Sizeof(pose.Object{})) + int(unsafe.Sizeof(geom.Affine{}))

// readObjects reads the objects that are shown.
func (r *Reader) readObjects() error {
	for i := range r.Shown {
		if err := r.Context.Err(); err != nil {
			return err
		}
		s := &r.Shown[i]
		if err := r.Charge(s.Prim, "", 1, objectSize); err != nil {
			return err
		}
		o, err := r.object(s)
		if err != nil {
			return err
		}
		r.rig.Objects = append(r.rig.Objects, o)
	}
	return nil
}

// object returns a mesh at a place.
func (r *Reader) object(s *Shown) (o pose.Object, err error) {
	o = pose.Object{Instance: s.Instance, Skin: pose.NoSkin, Unposed: s.Unposed}
	o.Node, o.Within = r.node(&s.Place)
	if err := r.noteHidden(s, o.Node); err != nil {
		return o, err
	}
	b, err := r.bind(s)
	if err != nil {
		return o, err
	}
	points, err := r.cache(s.Prim)
	if err != nil {
		return o, err
	}
	b.cache = points.cache
	if o.Unposed = cmp.Or(o.Unposed, points.unposed, b.unposed); o.Unposed != "" {
		b = &bound{}
	}
	if b.influences != nil {
		if o.Skin, err = r.skin(s.Prim, b.skeleton, b.joints, b.geom); err != nil {
			return o, err
		}
		o.Within = nil
	}
	if o.Shape, err = r.shape(s, b); err != nil || !b.morphs() {
		return o, err
	}
	// Weights belong to nodes, so that the object needs one of its own.
	if err := r.Charge(s.Prim, "", 1, nodeSize); err != nil {
		return o, err
	}
	o.Node = r.addNode(o.Node, orIdentity(o.Within))
	o.Within = nil
	o.Weights, err = r.animateWeights(s.Prim, o.Node, b)
	return o, err
}

// noteHidden notes an object that is hidden in the default pose and may be shown later: what is hidden there is not
// compared with other objects.
func (r *Reader) noteHidden(s *Shown, node int) error {
	if s.Hidden {
		return nil
	}
	for ; node >= 0; node = int(r.rig.Nodes[node].Parent) {
		if r.rig.Nodes[node].Hidden {
			return r.notEvaluated(s.Prim, "visibility", "has time samples and hides it in the default pose")
		}
	}
	return nil
}

func orIdentity(m *geom.Affine) geom.Affine {
	if m == nil {
		return geom.Identity()
	}
	return *m
}

// changes reports whether an attribute has more than one value.
func changes(p *stage.Prim, name string) (bool, error) {
	a, err := p.Attribute(name)
	if a == nil || err != nil || !a.Varies() {
		return false, err
	}
	if spline, err := a.Metadata("spline"); spline != nil || err != nil {
		return true, err
	}
	s, err := a.Samples()
	if s == nil || err != nil {
		return false, err
	}
	o, err := a.Default()
	return o.Value != nil || len(s.Times) > 1, err
}
