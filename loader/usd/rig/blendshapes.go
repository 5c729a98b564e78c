package rig

import (
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// blendShape is a blend shape of a mesh.
type blendShape struct {
	prim *stage.Prim // nil if there is none
	// from is the index among the shapes of the animation, -1 if it has not the shape.
	from int
	// sub are the shape itself and the shapes between it and none, and full the weights at which each is there alone,
	// which ascend.
	sub  []*layer.Numbers
	full []float64
	// points are those that the shape moves, nil for all.
	points []int32
}

// blendKey is a mesh with the animation of its skeleton, nil for none.
type blendKey struct {
	prim *stage.Prim
	anim *animation
}

// bindShapes reads the blend shapes of a mesh.
func (r *Reader) bindShapes(p *stage.Prim, b *bound) error {
	key := blendKey{p, b.skeleton.anim}
	known, ok := r.blends[key]
	if b.shapes = known; ok {
		return nil
	}
	if err := r.readShapes(p, b); err != nil {
		return err
	}
	r.blends[key] = b.shapes
	return nil
}

// readShapes reads the blend shapes of a mesh.
func (r *Reader) readShapes(p *stage.Prim, b *bound) error {
	names, err := tokens(p, blendShapesName)
	if err != nil || names == nil {
		return err
	}
	targets, err := p.Relationship(blendTargetsName)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return nil
	}
	if len(names) != len(targets) {
		return r.Fail(p, blendShapesName, "has %d %s for %d %s", len(names), source.Plural(len(names), "name"), len(targets), source.Plural(len(targets), "target"))
	}
	if err := r.Charge(p, blendShapesName, len(names), int(unsafe.Sizeof(blendShape{}))+96); err != nil {
		return err
	}
	index := map[string]int{}
	if a := b.skeleton.anim; a != nil {
		for i, name := range slices.Backward(a.shapes) {
			index[name] = i
		}
	}
	for i, name := range names {
		s := blendShape{from: -1}
		if k, ok := index[name]; ok {
			s.from = k
		}
		if s.prim, err = r.Stage.Prim(targets[i]); err != nil {
			return err
		}
		if s.prim != nil && (!s.prim.Active() || s.prim.TypeName() != "BlendShape") {
			s.prim = nil
		}
		if s.prim == nil {
			r.warn(p, "the target <%s> is no BlendShape and is ignored", source.Shorten(targets[i]))
			continue
		}
		if err := r.readShape(&s); err != nil {
			return err
		}
		b.shapes = append(b.shapes, s)
	}
	return nil
}

// readShape reads the offsets of a blend shape and of the shapes between it and none.
func (r *Reader) readShape(s *blendShape) (err error) {
	if s.points, err = r.integers(s.prim, "pointIndices"); err != nil {
		return err
	}
	if err := r.addOffsets(s, "offsets", 1); err != nil {
		return err
	}
	names, err := s.prim.AttributeNames()
	if err != nil {
		return err
	}
	for _, name := range names {
		short, ok := strings.CutPrefix(name, "inbetweens:")
		if !ok || strings.Contains(short, ":") {
			continue
		}
		a, err := s.prim.Attribute(name)
		if a == nil || err != nil {
			return err
		}
		weight, err := a.Metadata("weight")
		if err != nil {
			return err
		}
		n, ok := weight.(*layer.Numbers)
		if !ok || n.Len() != 1 {
			continue
		}
		w := n.At(0)
		const least = 1e-6 // as in OpenUSD
		if !(math.Abs(w) > least && math.Abs(w-1) > least) || math.IsInf(w, 0) {
			r.warn(s.prim, "%s has the weight %g and is ignored", name, w)
			continue
		}
		if err := r.addOffsets(s, name, w); err != nil {
			return err
		}
	}
	return nil
}

// addOffsets adds the offsets of a shape that is there alone at a weight.
func (r *Reader) addOffsets(s *blendShape, name string, full float64) error {
	n, err := r.numbers(s.prim, name, shape{3, true})
	if err != nil {
		return err
	}
	if n == nil {
		n = &layer.Numbers{Width: 3, Array: true}
	}
	if n.I32 != nil || n.I64 != nil {
		return r.Fail(s.prim, name, "are integers")
	}
	if s.points != nil && n.Len() != 0 && n.Len() != len(s.points) {
		return r.Fail(s.prim, name, "has %d %s for %d %s", n.Len(), source.Plural(n.Len(), "value"), len(s.points), source.Plural(len(s.points), "point"))
	}
	at, twice := slices.BinarySearch(s.full, full)
	if twice {
		r.warn(s.prim, "%s has the weight %g as another shape, and is ignored", name, full)
		return nil
	}
	s.sub, s.full = slices.Insert(s.sub, at, n), slices.Insert(s.full, at, full)
	return nil
}
