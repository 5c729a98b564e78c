package usd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// value returns the value of an attribute with the layer that has it: the default value, else the
// earliest sample; see together. Its Value is nil if there is none.
func (r *builder) value(p *stage.Prim, name string) (stage.Opinion, error) {
	a, err := p.Attribute(name)
	if err != nil || a == nil {
		return stage.Opinion{}, err
	}
	return r.valueOf(p, a)
}

// valueOf is value for an attribute that was found.
func (r *builder) valueOf(p *stage.Prim, a *stage.Attribute) (stage.Opinion, error) {
	if !r.early {
		o, err := a.Default()
		if err != nil || o.Value != nil {
			return o, err
		}
	}
	samples, err := a.Samples()
	if err != nil {
		return stage.Opinion{}, err
	}
	if samples != nil {
		return r.earliest(p, a, samples)
	}
	if err := r.findSpline(p, a); err != nil || !r.early {
		return stage.Opinion{}, err
	}
	return a.Default()
}

// earliest returns the earliest sample of an attribute. Its Value is nil if it is blocked.
func (r *builder) earliest(p *stage.Prim, a *stage.Attribute, samples *layer.Samples) (stage.Opinion, error) {
	v, err := samples.Value(0)
	if err != nil {
		return stage.Opinion{}, err
	}
	if _, blocked := v.(layer.Blocked); blocked {
		r.blocked.Add(p.Path() + "." + a.Name)
		return stage.Opinion{}, nil
	}
	r.sampled.Add(p.Path() + "." + a.Name)
	return stage.Opinion{Value: v}, nil
}

// findSpline fails for an attribute with a spline that would count, unless it is an input of a material: that
// is noted.
func (r *builder) findSpline(p *stage.Prim, a *stage.Attribute) error {
	spline, err := a.Metadata("spline")
	if spline == nil || err != nil {
		return err
	}
	if strings.HasPrefix(a.Name, inputs) {
		r.splines.Add(p.Path() + "." + a.Name)
		return nil
	}
	return r.Unsupported(r.placeOf(p, a.Name), "a spline")
}

// together calls read, which reads attributes of a prim that must be of one time. If one of them has samples
// and no default value, it reads all at the earliest time at which one of them has a sample. There the value of
// each that has samples is its first one, since that holds before.
func (r *builder) together(p *stage.Prim, names []string, read func() error) error {
	for _, name := range names {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		sampled, err := isSampled(p, name)
		if err != nil {
			return err
		}
		if sampled {
			r.early = true
			break
		}
	}
	defer func() { r.early = false }()
	return read()
}

// isSampled reports whether an attribute has samples and no default value.
func isSampled(p *stage.Prim, name string) (bool, error) {
	a, err := p.Attribute(name)
	if err != nil || a == nil {
		return false, err
	}
	samples, err := a.Samples()
	if err != nil || samples == nil {
		return false, err
	}
	o, err := a.Default()
	return o.Value == nil, err
}

// token returns the value of an attribute that is a token or string, other if it has none.
func (r *builder) token(p *stage.Prim, name, other string) (string, error) {
	o, err := r.value(p, name)
	if s, ok := o.Value.(string); ok {
		return s, err
	}
	return other, err
}

// numbers returns the value of an attribute that is numbers, nil if it has none. It fails for values of
// another shape.
func (r *builder) numbers(p *stage.Prim, name string, width int, array bool) (*layer.Numbers, error) {
	o, err := r.value(p, name)
	if err != nil || o.Value == nil {
		return nil, err
	}
	if kind, unknown := o.Value.(layer.Unknown); unknown {
		return nil, r.Unsupported(r.placeOf(p, name), "a value of the kind "+source.Quote([]byte(kind)))
	}
	n, ok := o.Value.(*layer.Numbers)
	if !ok || n.Width != width || n.Array != array {
		return nil, r.fail(p, name, "is not %s", shape(width, array))
	}
	return n, nil
}

func shape(width int, array bool) string {
	switch {
	case array && width == 1:
		return "an array of numbers"
	case array:
		return fmt.Sprintf("an array of %d numbers each", width)
	case width == 1:
		return "a number"
	}
	return fmt.Sprintf("%d numbers", width)
}

// integers returns the value of an attribute that is an array of integers of 32 bits, nil if it has none.
func (r *builder) integers(p *stage.Prim, name string) ([]int32, error) {
	n, err := r.numbers(p, name, 1, true)
	if err != nil || n == nil {
		return nil, err
	}
	return r.integersOf(p, name, n)
}

// integersOf returns numbers as integers of 32 bits.
func (r *builder) integersOf(p *stage.Prim, name string, n *layer.Numbers) ([]int32, error) {
	if n.Len() == 0 {
		return nil, nil
	}
	if n.I32 == nil {
		return nil, r.fail(p, name, "is not an array of integers of 32 bits")
	}
	return n.I32, nil
}

// placeOf returns the place of an attribute, or of a prim if there is no name.
func (r *builder) placeOf(p *stage.Prim, attribute string) string {
	if attribute != "" {
		attribute = "." + attribute
	}
	return r.place("", p.Path()+attribute)
}

// fail returns the error of an attribute, or of a prim if there is no name.
func (r *builder) fail(p *stage.Prim, attribute, format string, args ...any) error {
	return r.Fail(r.placeOf(p, attribute), format, args...)
}

// charge is layers.compose for an attribute. Its place is made only for an error.
func (r *builder) charge(p *stage.Prim, attribute string, count, size int) error {
	return r.limit(p, attribute, r.layers.compose(count, size))
}

// compute is layers.compute for an attribute, or for a prim if there is no name.
func (r *builder) compute(p *stage.Prim, attribute string, n int) error {
	return r.limit(p, attribute, r.layers.compute(n))
}

// limit gives an error of a limit a place.
func (r *builder) limit(p *stage.Prim, attribute string, err error) error {
	var limit *source.LimitError
	if errors.As(err, &limit) {
		limit.Place = r.placeOf(p, attribute)
	}
	return err
}

// release takes back n bytes that were charged.
func (r *builder) release(n int64) {
	r.Refund(r.Charged() - n)
	r.Grant(-n)
}
