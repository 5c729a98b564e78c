package usd

import (
	"fmt"
	"strconv"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// instancer is what a PointInstancer says of its instances.
type instancer struct {
	prim       *stage.Prim
	targets    []string             // the paths of the prototypes
	prototypes []*stage.Prim        // nil for those that do not exist
	roots      map[*stage.Prim]bool // that prims are among the prototypes
	indices    []int32              // of the prototypes, one for each instance
	positions  *layer.Numbers
	// orientations and scales are nil for none.
	orientations, scales   *layer.Numbers
	halfTurn, halfPosition func(float64) float64 // bound the rounding of numbers
	masked                 map[int64]bool        // the ids that are not shown
	ids                    *layer.Numbers        // nil for the index of an instance
	varies                 bool                  // reports whether the instances may move
}

// deepestInstancers is the greatest number of point instancers in one another.
const deepestInstancers = 64

// instances pushes the instances of a PointInstancer, and then what is below it. The prototypes are not shown
// where they are, if that is below the instancer.
func (r *builder) instances(v *visit) error {
	if err := r.checkNesting(v); err != nil {
		return err
	}
	in := &instancer{prim: v.prim}
	if err := r.shift(v, in); err != nil {
		return err
	}
	err := r.together(v.prim, instancerNames, func() error { return r.readInstancer(in) })
	if f, ok := err.(fault); ok {
		return r.omit(v, string(f))
	}
	if err != nil {
		return err
	}
	if err := r.strays(v, in); err != nil || len(in.indices) == 0 {
		return err
	}
	r.steps = append(r.steps, step{visit: v, instances: in})
	// They are counted before one is made.
	return r.compute(v.prim, "protoIndices", len(in.indices))
}

// nextInstance pushes an instance of a PointInstancer, and what is left of the others.
func (r *builder) nextInstance(s step) error {
	in, k := s.instances, s.next
	if s.next++; s.next < len(in.indices) {
		r.steps = append(r.steps, s)
	}
	if in.isMasked(k) {
		r.masked.Add(in.prim.Path())
		return nil
	}
	p := in.prototypes[in.indices[k]]
	switch {
	case p == nil:
		target := source.Quote([]byte(in.targets[in.indices[k]]))
		return r.Unsupported(r.placeOf(in.prim, "prototypes"), "a prototype that does not exist ("+target+")")
	case !p.Active():
		return nil
	}
	const visits = 2 // that of the instance, and that of the prototype
	if err := r.reserve(s.visit, visits); err != nil {
		return err
	}
	w, err := r.enter(in.place(s.visit, k), p)
	if err != nil {
		return err
	}
	r.steps = append(r.steps, step{visit: w})
	return nil
}

// checkNesting fails for an instancer that is in itself, or in too many others.
func (r *builder) checkNesting(v *visit) error {
	depth := 1
	for up := v.instancer; up != nil; up = up.instancer {
		if up.prim == v.prim {
			return r.fail(v.prim, "", "is below one of its own prototypes")
		}
		depth++
	}
	if depth > deepestInstancers {
		return r.fail(v.prim, "", "point instancers are nested more than %d deep", deepestInstancers)
	}
	return nil
}

// fault is why a PointInstancer cannot be shown, as the end of the sentence "it is left out because ...".
// OpenUSD does not show it either, and reads the rest of the file.
type fault string

func (f fault) Error() string { return string(f) }

func faultf(format string, args ...any) error { return fault(fmt.Sprintf(format, args...)) }

// place returns the visit of instance k of the instancer of v.
func (in *instancer) place(v *visit, k int) *visit {
	w := &visit{parent: v, part: "[" + strconv.Itoa(k) + "]", purpose: v.purpose, material: v.material, hidden: v.hidden, lower: v.lower, instancer: v, body: v.body}
	w.pathLen, w.instance = v.pathLen+len(w.part), w
	s := in.transform(k)
	if w.world, w.rounding = s.Under(v.world, v.rounding); *w.rounding == *exact {
		w.rounding = nil
	}
	w.moves = v.moves.instance(in, &s.Matrix)
	return w
}

// transform returns the transform of instance k: its scale, then its rotation, then its position. As in
// OpenUSD, the quaternion is not normalized.
func (in *instancer) transform(k int) geom.Stored {
	s := geom.Stored{Matrix: geom.Identity()}
	if q := in.orientations; q != nil {
		turn, off := [4]float64{}, [4]float64{}
		for i := range turn {
			turn[i] = q.At(4*k + i)
			off[i] = in.halfTurn(turn[i])
		}
		s.Matrix, s.Rounding = rotationOf(turn), rotationErrors(turn, off)
	}
	if in.scales != nil {
		scale := geom.Stored{}
		for i := range 3 {
			scale.Matrix[i][i] = in.scales.At(3*k + i)
			scale.Rounding[i][i] = in.halfPosition(scale.Matrix[i][i])
		}
		s.Matrix, s.Rounding = under(&scale, &s)
	}
	for i := range 3 {
		s.Matrix[i][3] = in.positions.At(3*k + i)
		s.Rounding[i][3] = in.halfPosition(s.Matrix[i][3])
	}
	return s
}

// isMasked reports whether instance k is not shown.
func (in *instancer) isMasked(k int) bool {
	id := int64(k)
	if in.ids != nil {
		id, _ = in.ids.Int(k)
	}
	return in.masked[id]
}
