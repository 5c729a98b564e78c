package usd

import (
	"math"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/trig"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// Names in xformOpOrder.
const (
	resetXformStack = "!resetXformStack!"
	inverted        = "!invert!"
	xformOp         = "xformOp:"
)

// move applies the transform of the prim of v, as UsdGeomXformable does: the ops of xformOpOrder, the last
// one first. An op and its inverse next to each other cancel out; an op without a value does nothing.
func (r *builder) move(v *visit) error {
	o, err := r.value(v.prim, "xformOpOrder")
	if err != nil {
		return err
	}
	order, _ := o.Value.([]string)
	const opsPerPrim = 16
	if err := r.compute(v.prim, "xformOpOrder", len(order)/opsPerPrim); err != nil {
		return err
	}
	for i := len(order) - 1; i >= 0; i-- {
		if order[i] == resetXformStack {
			v.reset()
			order = order[i+1:]
			break
		}
	}
	names := make([]string, len(order))
	for i, name := range order {
		names[i] = strings.TrimPrefix(name, inverted)
	}
	vary, err := r.sways(v, names)
	if err != nil {
		return err
	}
	return r.together(v.prim, names, func() error { return r.apply(v, order, vary) })
}

// apply applies ops to v. vary reports which may vary, nil for none.
func (r *builder) apply(v *visit, order []string, vary []bool) error {
	for i := 0; i < len(order); i++ {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if i+1 < len(order) && (order[i] == inverted+order[i+1] || inverted+order[i] == order[i+1]) {
			i++
			continue
		}
		s, err := r.op(v.prim, order[i])
		if err != nil {
			return err
		}
		if s == nil {
			if vary != nil && vary[i] {
				r.transform(v, order[i], geom.Identity(), vary, i)
			}
			continue
		}
		v.world, v.rounding = s.Under(v.world, v.rounding)
		if *v.rounding == *exact {
			v.rounding = nil
		}
		r.transform(v, order[i], s.Matrix, vary, i)
	}
	return nil
}

// reset takes back the transforms above v, up to the instance of a point instancer.
func (v *visit) reset() {
	v.world, v.rounding = geom.Identity(), nil
	if v.instance != nil {
		v.world, v.rounding = v.instance.world, v.instance.rounding
	}
	v.resetMotion()
}

// op returns the transform of an op, nil if it does nothing.
func (r *builder) op(p *stage.Prim, name string) (*geom.Stored, error) {
	name, inverse := strings.CutPrefix(name, inverted)
	kind, ok := strings.CutPrefix(name, xformOp)
	if !ok {
		return nil, nil
	}
	kind, _, _ = strings.Cut(kind, ":")
	a, err := p.Attribute(name)
	if err != nil || a == nil {
		return nil, err
	}
	o, err := r.valueOf(p, a)
	if err != nil {
		return nil, err
	}
	n, ok := o.Value.(*layer.Numbers)
	if !ok || n.Array {
		return nil, nil
	}
	width, known := opWidths[kind]
	if !known || n.Width != width {
		return nil, r.fail(p, name, "is an op of type %q with %d %s", kind, n.Width, source.Plural(n.Width, "number"))
	}
	if kind == "transform" && (n.At(3) != 0 || n.At(7) != 0 || n.At(11) != 0 || n.At(15) != 1) {
		r.perspective.Add(p.Path() + "." + name)
	}
	return r.opTransform(kind, a.TypeName, n, inverse), nil
}

// opWidths are the numbers of components of ops.
var opWidths = map[string]int{
	"translate": 3, "translateX": 1, "translateY": 1, "translateZ": 1, "scale": 3, "scaleX": 1, "scaleY": 1, "scaleZ": 1,
	"rotateX": 1, "rotateY": 1, "rotateZ": 1, "rotateXYZ": 3, "rotateXZY": 3, "rotateYXZ": 3, "rotateYZX": 3, "rotateZXY": 3, "rotateZYX": 3,
	"orient": 4, "transform": 16,
}

// opTransform returns the transform of an op.
func (r *builder) opTransform(kind, typeName string, n *layer.Numbers, inverse bool) *geom.Stored {
	half := roundingOf(typeName, n)
	switch {
	case kind == "transform":
		return transformOp(n, inverse)
	case kind == "orient":
		return orient([4]float64{n.At(0), n.At(1), n.At(2), n.At(3)}, half, inverse)
	case strings.HasPrefix(kind, "rotate"):
		return r.rotate(strings.TrimPrefix(kind, "rotate"), n, half, inverse)
	}
	s := &geom.Stored{Matrix: geom.Identity()}
	axes, isScale := strings.CutPrefix(kind, "scale")
	if !isScale {
		axes = strings.TrimPrefix(kind, "translate")
	}
	for i := range n.Width {
		axis := i
		if axes != "" {
			axis = int(axes[0] - 'X')
		}
		x, off := n.At(i), half(n.At(i))
		switch {
		case isScale && inverse:
			s.Matrix[axis][axis], s.Rounding[axis][axis] = 1/x, off/(x*x)
		case isScale:
			s.Matrix[axis][axis], s.Rounding[axis][axis] = x, off
		case inverse:
			s.Matrix[axis][3], s.Rounding[axis][3] = -x, off
		default:
			s.Matrix[axis][3], s.Rounding[axis][3] = x, off
		}
	}
	return s
}

// roundingOf returns the function that bounds the rounding of numbers of a type: doubles are exact.
func roundingOf(typeName string, n *layer.Numbers) func(float64) float64 {
	switch {
	case n.F32 == nil:
		return func(float64) float64 { return 0 }
	case strings.HasPrefix(typeName, "half") || typeName == "quath" || strings.HasSuffix(typeName, "3h"):
		const coarser = 1 << 13 // a half has 13 bits less than a float32
		return func(x float64) float64 { return coarser * geom.HalfUlpStored(x) }
	}
	return geom.HalfUlpStored
}

// transformOp returns the map of a matrix, which is by rows and for row vectors. Its last column is
// ignored.
func transformOp(n *layer.Numbers, inverse bool) *geom.Stored {
	s := &geom.Stored{}
	for row := range 4 {
		for c := range 3 {
			s.Matrix[c][row] = n.At(4*row + c)
		}
	}
	if inverse {
		s.Matrix = s.Matrix.Inverse()
	}
	return s
}

// rotate returns the rotation by angles in degrees about the axes with the given letters, the first one
// first.
func (r *builder) rotate(axes string, n *layer.Numbers, half func(float64) float64, inverse bool) *geom.Stored {
	s := &geom.Stored{Matrix: geom.Identity()}
	for _, letter := range axes {
		axis := int(letter - 'X')
		angle := n.At(0)
		if len(axes) > 1 {
			angle = n.At(axis)
		}
		t := r.turn(axis, angle, half, inverse)
		if inverse {
			s.Matrix, s.Rounding = under(&t, s)
		} else {
			s.Matrix, s.Rounding = under(s, &t)
		}
	}
	return s
}

// under returns the map that applies s first and then t.
func under(s, t *geom.Stored) (geom.Affine, geom.Affine) {
	m, off := s.Under(t.Matrix, &t.Rounding)
	return m, *off
}

// turn returns the rotation about one axis. Multiples of 90 degrees are exact.
func (r *builder) turn(axis int, degrees float64, half func(float64) float64, inverse bool) geom.Stored {
	sin, cos := r.sincos(degrees)
	off := half(degrees) * math.Pi / 180
	if math.Mod(degrees, 90) == 0 {
		off = 0
	}
	if inverse {
		sin = -sin
	}
	s := geom.Stored{Matrix: geom.Identity()}
	i, j := (axis+1)%3, (axis+2)%3
	s.Matrix[i][i], s.Matrix[j][j], s.Matrix[j][i], s.Matrix[i][j] = cos, cos, sin, -sin
	s.Rounding[i][i], s.Rounding[j][j] = off*math.Abs(sin), off*math.Abs(sin)
	s.Rounding[j][i], s.Rounding[i][j] = off*math.Abs(cos), off*math.Abs(cos)
	return s
}

// mostAngles is the number of angles that are remembered.
const mostAngles = 1 << 16

// sincos returns the sine and the cosine of an angle in degrees.
func (r *builder) sincos(degrees float64) (sin, cos float64) {
	if math.Mod(degrees, 90) == 0 {
		at := int(math.Mod(degrees, 360)/90) & 3
		return [...]float64{0, 1, 0, -1}[at], [...]float64{1, 0, -1, 0}[at]
	}
	if sc, ok := r.angles[degrees]; ok {
		return sc[0], sc[1]
	}
	sin, cos = trig.Sincos(degrees * math.Pi / 180)
	if len(r.angles) < mostAngles {
		r.angles[degrees] = [2]float64{sin, cos}
	}
	return sin, cos
}
