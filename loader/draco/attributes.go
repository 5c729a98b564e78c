package draco

import (
	"errors"
	"slices"
)

// coding is the way in which the values of an attribute are stored.
type coding uint8

const (
	codingPlain     coding = 0 // in their own type
	codingIntegers  coding = 1
	codingQuantized coding = 2 // floats as integers
	codingNormals   coding = 3 // unit vectors as points of an octahedron
)

// attribute is an attribute that is being decoded.
type attribute struct {
	*Attribute
	coding coding
	wanted bool
	// needed reports whether the values are decoded: because they are wanted, or because wanted
	// values may be predicted from them.
	needed bool
	group  *group
	// values are the integers as they are stored, width of them for each value. It is nil before
	// they are decoded.
	values []int32
	width  int

	// What is needed to convert the integers to floats.
	minimum []float32
	span    float32
	bits    int
}

// group is a group of attributes whose values are stored in the same order.
type group struct {
	table      *table // nil for a sequential mesh
	byDegree   bool
	attributes []*attribute
	sequence   *sequence
	count      int // of values
}

// attributes reads the attributes; section "Attributes Decoder".
func (d *decoder) attributes() error {
	groups, err := d.groups()
	if err != nil {
		return err
	}
	last, err := d.choose(groups)
	if err != nil {
		return err
	}
	// Attributes that are not needed are skipped to the end, since data that ends early is an
	// error. Other faults of the last ones are not.
	for i := range groups {
		if err := d.decodeGroup(&groups[i]); i > last && isOddity(err) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return d.err
}

// isOddity reports whether an error is about the content of data, not about its end.
func isOddity(err error) bool {
	var format *FormatError
	var unsupported *UnsupportedError
	return errors.As(err, &format) && format != errEnd || errors.As(err, &unsupported)
}

// decodeGroup reads the values of a group.
func (d *decoder) decodeGroup(g *group) error {
	if err := d.order(g, slices.ContainsFunc(g.attributes, func(a *attribute) bool { return a.needed })); err != nil {
		return err
	}
	for _, a := range g.attributes {
		var err error
		switch {
		case !a.layoutKnown():
			err = fail("attribute %d: the values cannot be stored in this way", a.ID)
		case a.coding == codingPlain:
			err = d.plainValues(a)
		case a.needed:
			err = d.integerValues(a)
		default:
			err = d.skipIntegers(a)
		}
		if err != nil {
			return err
		}
	}
	for _, a := range g.attributes {
		if err := d.transform(a); err != nil {
			return err
		}
	}
	for _, a := range g.attributes {
		if !a.wanted {
			continue
		}
		if err := d.restore(a); err != nil {
			return err
		}
		if err := d.index(a); err != nil {
			return err
		}
	}
	return nil
}

// order computes the number of values of a group, and their order if it is needed.
func (d *decoder) order(g *group, needed bool) error {
	switch {
	case g.table == nil:
		g.count = d.mesh.Points
	case needed:
		var err error
		if g.sequence, err = d.sequence(g.table, g.byDegree); err != nil {
			return err
		}
		g.count = len(g.sequence.corners)
	default:
		for _, c := range g.table.left {
			if c != none {
				g.count++
			}
		}
	}
	return nil
}

// plainValues reads values in their own type.
func (d *decoder) plainValues(a *attribute) error {
	n := int64(a.group.count) * int64(a.Components*a.Type.size())
	raw := d.sized(uint64(n))
	if d.err != nil || !a.wanted {
		return d.err
	}
	if err := d.charge(len(raw), 4/min(a.Type.size(), 4)); err != nil {
		return err
	}
	switch {
	case a.Type == Float32:
		a.Floats = floats(raw)
	case a.Type <= Uint32:
		a.Integers = integers(raw, a.Type)
	default:
		a.Raw = slices.Clone(raw)
	}
	return nil
}

// index computes which value each point has.
func (d *decoder) index(a *attribute) error {
	s := a.group.sequence
	if s == nil {
		return nil
	}
	a.Index = s.value // if points are vertices
	if d.pointCorner != nil {
		if err := d.charge(d.mesh.Points, 4); err != nil {
			return err
		}
		a.Index = make([]int32, d.mesh.Points)
		for p, c := range d.pointCorner {
			a.Index[p] = s.value[s.table.vertex[c]]
		}
	}
	if slices.Contains(a.Index, none) {
		return errConnectivity
	}
	return nil
}
