package text

import (
	"bytes"
	"math"
	"slices"
	"unsafe"
)

// reserve takes the memory for an array, of about as many components as there are commas up to the
// first bracket.
func (v *values) reserve() error {
	rest := v.p.data[v.p.pos:]
	n := 1 + bytes.Count(rest[:max(bytes.IndexByte(rest, ']'), 0)], []byte{','})
	return v.grow(n)
}

// grow takes the memory for n more components.
func (v *values) grow(n int) (err error) {
	switch {
	case v.t.kind == boolean:
		v.bools, err = grow(v.p, v.bools, n)
	case v.t.kind == str:
		v.strings, err = grow(v.p, v.strings, n)
	case v.t.kind == assetPath:
		v.assets, err = grow(v.p, v.assets, n)
	case v.t.kind == double:
		v.f64, err = grow(v.p, v.f64, n)
	case v.t.kind != integer:
		v.f32, err = grow(v.p, v.f32, n)
	case v.t.low < math.MinInt32 || v.t.high > math.MaxInt32:
		v.i64, err = grow(v.p, v.i64, n)
	default:
		v.i32, err = grow(v.p, v.i32, n)
	}
	return err
}

// grow returns s with space for n more elements, which is charged.
func grow[T any](p *parser, s []T, n int) ([]T, error) {
	if cap(s)-len(s) >= n {
		return s, nil
	}
	var t T
	if err := p.o.Charge(n, int(unsafe.Sizeof(t))); err != nil {
		return s, err
	}
	return slices.Grow(s, n), nil
}

// full reports whether another element may not fit.
func (v *values) full() bool {
	w := v.t.width()
	return cap(v.i32)-len(v.i32) < w && cap(v.i64)-len(v.i64) < w && cap(v.f32)-len(v.f32) < w && cap(v.f64)-len(v.f64) < w &&
		cap(v.bools) == len(v.bools) && cap(v.strings) == len(v.strings) && cap(v.assets) == len(v.assets)
}

// count returns the number of components.
func (v *values) count() int {
	return len(v.i32) + len(v.i64) + len(v.f32) + len(v.f64) + len(v.bools) + len(v.strings) + len(v.assets)
}

// list reads an array. Lists in lists, all of one length at each depth, are one long list.
func (v *values) list() error {
	p := v.p
	var n nesting
	for {
		if err := p.poll(); err != nil {
			return err
		}
		closes := p.next() == ']'
		switch {
		case p.eat('['):
			if n.begin(); len(n.open) > maxNesting {
				return p.fail("lists are nested more than %d deep", maxNesting)
			}
			p.skip(lines)
			continue
		case closes && !n.end():
			return p.fail("the lists in a list are not of one length")
		case closes:
			if p.pos++; len(n.open) == 0 {
				return nil
			}
		case !n.isLeaf():
			return p.fail("a list has values beside lists")
		default:
			if err := v.next(); err != nil {
				return err
			}
		}
		n.open[len(n.open)-1]++
		p.skip(inline)
		comma := p.eat(',')
		p.skip(lines)
		if !comma && p.next() != ']' {
			return p.expected(", or ]")
		}
	}
}

// next reads the next element of an array.
func (v *values) next() error {
	if v.full() {
		if err := v.grow(max(64, v.count())); err != nil {
			return err
		}
	}
	return v.element()
}

// nesting is what lists in lists have so far.
type nesting struct {
	open    []int // the number of items of each open list
	lengths []int // the number of items of the first list at each depth, -1 while it is open
	leaf    int   // the depth of elements, 0 before the first
}

// begin opens a list.
func (n *nesting) begin() {
	if n.open = append(n.open, 0); len(n.lengths) < len(n.open) {
		n.lengths = append(n.lengths, -1)
	}
}

// end closes a list. It reports whether that has the length of the others at its depth.
func (n *nesting) end() bool {
	last := len(n.open) - 1
	length := n.open[last]
	n.open = n.open[:last]
	if n.lengths[last] < 0 {
		n.lengths[last] = length
	}
	return n.lengths[last] == length
}

// isLeaf reports whether elements are at the depth of the open list.
func (n *nesting) isLeaf() bool {
	if n.leaf == 0 {
		n.leaf = len(n.open)
	}
	return n.leaf == len(n.open)
}
