package rig

import (
	"fmt"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
)

// shape says what the values of an attribute are: numbers, tuples of Width, or arrays of them.
type shape struct {
	width int
	array bool
}

func (s shape) String() string {
	of := "a number"
	if s.width > 1 {
		of = fmt.Sprintf("%d numbers", s.width)
	}
	if s.array {
		return "an array of " + of + " each"
	}
	return of
}

// attribute returns an attribute, nil if it has no value.
func attribute(p *stage.Prim, name string) (*stage.Attribute, error) {
	a, err := p.Attribute(name)
	if a == nil || err != nil {
		return nil, err
	}
	if a.Varies() {
		return a, nil
	}
	o, err := a.Default()
	if err != nil || o.Value == nil {
		return nil, err
	}
	return a, nil
}

// value returns the default value of an attribute, or else its earliest sample: nil if there is none.
func value(p *stage.Prim, name string) (any, error) {
	a, err := p.Attribute(name)
	if a == nil || err != nil {
		return nil, err
	}
	if o, err := a.Default(); err != nil || o.Value != nil {
		return o.Value, err
	}
	s, err := a.Samples()
	if s == nil || err != nil {
		return nil, err
	}
	v, err := s.Value(0)
	if _, blocked := v.(layer.Blocked); blocked {
		return nil, err
	}
	return v, err
}

// numbers is value for finite numbers.
func (r *Reader) numbers(p *stage.Prim, name string, s shape) (*layer.Numbers, error) {
	v, err := value(p, name)
	if v == nil || err != nil {
		return nil, err
	}
	return r.numbersOf(p, name, s, v)
}

// defaultNumbers is numbers without samples.
func (r *Reader) defaultNumbers(p *stage.Prim, name string, s shape) (*layer.Numbers, error) {
	a, err := p.Attribute(name)
	if a == nil || err != nil {
		return nil, err
	}
	o, err := a.Default()
	if o.Value == nil || err != nil {
		return nil, err
	}
	return r.numbersOf(p, name, s, o.Value)
}

// numbersOf returns a value as finite numbers.
func (r *Reader) numbersOf(p *stage.Prim, name string, s shape, v any) (*layer.Numbers, error) {
	n, ok := v.(*layer.Numbers)
	if !ok || n.Width != s.width || n.Array != s.array {
		return nil, r.Fail(p, name, "is not %s", s)
	}
	if !finite(n) {
		return nil, r.Fail(p, name, "has a value that is not finite")
	}
	return n, nil
}

// integers is value for an array of integers.
func (r *Reader) integers(p *stage.Prim, name string) ([]int32, error) {
	n, err := r.numbers(p, name, shape{1, true})
	if n == nil || err != nil || n.Len() == 0 {
		return nil, err
	}
	if n.I32 == nil {
		return nil, r.Fail(p, name, "is not an array of integers of 32 bits")
	}
	return n.I32, nil
}

// tokens is value for an array of tokens.
func tokens(p *stage.Prim, name string) ([]string, error) {
	v, err := value(p, name)
	list, _ := v.([]string)
	return list, err
}
