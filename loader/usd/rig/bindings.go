package rig

import (
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// bound is what binds a mesh to a skeleton.
type bound struct {
	skeleton *skeleton
	// influences are the joint indices and weights, nil for none, and joints the names of the joints, nil for those of
	// the skeleton.
	influences *influenceSource
	joints     []string
	// geom is the transform of the points to the skeleton when they were bound.
	geom geom.Affine
	// shapes are the blend shapes, and cache the points by time, nil if they do not change.
	shapes []blendShape
	cache  *cache
	// unposed is as in pose.Object.
	unposed string
}

// morphs reports whether the mesh has morph targets.
func (b *bound) morphs() bool { return len(b.shapes) > 0 || b.cache != nil }

// Names of the properties of SkelBindingAPI.
const (
	skeletonName     = "skel:skeleton"
	jointsName       = "skel:joints"
	methodName       = "skel:skinningMethod"
	blendShapesName  = "skel:blendShapes"
	blendTargetsName = "skel:blendShapeTargets"
	indicesName      = "primvars:skel:jointIndices"
	weightsName      = "primvars:skel:jointWeights"
	geomBindName     = "primvars:skel:geomBindTransform"
)

// linearMethod is the skinning method that is evaluated.
const linearMethod = "classicLinear"

// bind returns what binds a mesh, which is empty if nothing does.
func (r *Reader) bind(s *Shown) (*bound, error) {
	b := &bound{}
	own := s.Binding != nil && s.Binding.Prim == s.Prim && s.Binding.Applied
	if !own {
		if err := r.warnOfUnapplied(s.Prim); err != nil {
			return b, err
		}
	}
	target, err := s.Binding.target(skeletonName)
	if target == "" || err != nil {
		return b, err
	}
	if !s.Binding.below() {
		r.warn(s.Prim, "is bound to a skeleton and not below a SkelRoot, so that it does not move with it")
		return b, nil
	}
	at, err := r.find(target, s.Scope)
	if err != nil {
		return b, err
	}
	if at == nil {
		r.warn(s.Prim, "there is no Skeleton <%s>, so that it does not move with it", source.Shorten(target))
		return b, nil
	}
	if b.skeleton, err = r.skeleton(at); err != nil {
		return b, err
	}
	b.unposed = at.Unposed
	if err := r.bindJoints(s, b); err != nil || !own {
		return b, err
	}
	return b, r.bindShapes(s.Prim, b)
}

// bindJoints reads the influences of joints.
func (r *Reader) bindJoints(s *Shown, b *bound) (err error) {
	for _, name := range []string{indicesName, weightsName, geomBindName, jointsName} {
		p, err := s.Binding.holder(name)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		moves, err := changes(p, name)
		if err != nil {
			return err
		}
		if moves {
			b.unposed = "it has time samples of " + name
		}
		if name == jointsName {
			if b.joints, err = tokens(p, name); err != nil {
				return err
			}
		}
	}
	method, err := s.Binding.token(methodName, linearMethod)
	if err != nil {
		return err
	}
	if method != linearMethod {
		b.unposed = "it is skinned by the method " + source.Quote([]byte(method))
	}
	if b.geom, err = r.geomBind(s.Binding); err != nil {
		return err
	}
	b.influences, err = r.influenceSource(s)
	return err
}

// geomBind returns the transform that points had when they were bound.
func (r *Reader) geomBind(b *Binding) (geom.Affine, error) {
	p, err := b.holder(geomBindName)
	if p == nil || err != nil {
		return geom.Identity(), err
	}
	n, err := r.numbers(p, geomBindName, shape{16, false})
	if n == nil || err != nil {
		return geom.Identity(), err
	}
	return affine(n, 0), nil
}

// token returns the nearest value of an attribute that is a token, other if there is none.
func (b *Binding) token(name, other string) (string, error) {
	p, err := b.holder(name)
	if p == nil || err != nil {
		return other, err
	}
	v, err := value(p, name)
	if text, ok := v.(string); ok {
		return text, err
	}
	return other, err
}

// below reports whether there is a SkelRoot.
func (b *Binding) below() bool {
	for ; b != nil; b = b.Above {
		if b.Root {
			return true
		}
	}
	return false
}

// holder returns the nearest prim that has a value of an attribute, up to the SkelRoot; nil if there is none.
func (b *Binding) holder(name string) (*stage.Prim, error) {
	for ; b != nil; b = b.Above {
		if b.Applied {
			if a, err := attribute(b.Prim, name); a != nil || err != nil {
				return b.Prim, err
			}
		}
		if b.Root {
			break
		}
	}
	return nil, nil
}

// target returns the first target of the nearest relationship that has one, up to the SkelRoot; "" if there is none.
func (b *Binding) target(name string) (string, error) {
	for ; b != nil; b = b.Above {
		if b.Applied {
			targets, err := b.Prim.Relationship(name)
			if err != nil {
				return "", err
			}
			if len(targets) > 0 {
				return targets[0], nil
			}
		}
		if b.Root {
			break
		}
	}
	return "", nil
}

// find returns the Skeleton with a path that is in the same instances as what is in scope, as far as it can be; nil if
// there is none.
func (r *Reader) find(path string, scope *Scope) (*Skeleton, error) {
	p, err := r.Stage.Prim(path)
	if p == nil || err != nil {
		return nil, err
	}
	for ; scope != nil; scope = scope.Outer {
		if s := r.Skeletons[SkeletonKey{p, scope}]; s != nil {
			return s, nil
		}
	}
	return r.Skeletons[SkeletonKey{Prim: p}], nil
}

// warnOfUnapplied warns of a mesh that has influences without the schema, which counts for nothing in OpenUSD.
func (r *Reader) warnOfUnapplied(p *stage.Prim) error {
	for _, name := range []string{indicesName, blendShapesName} {
		a, err := attribute(p, name)
		if err != nil {
			return err
		}
		if a != nil {
			r.warn(p, "has %s without SkelBindingAPI, so that it does not move with a skeleton", name)
			return nil
		}
	}
	return nil
}
