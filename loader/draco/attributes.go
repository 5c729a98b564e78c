package draco

import "slices"

// coding is how the values of an attribute are stored.
type coding uint8

const (
	codingPlain     coding = 0 // in their type
	codingIntegers  coding = 1
	codingQuantized coding = 2 // floats as integers
	codingNormals   coding = 3 // unit vectors as points of an octahedron
)

// attribute is one that is being decoded.
type attribute struct {
	*Attribute
	coding coding
	wanted bool
	group  *group
	// values are integers as they are stored, width of them for each value; nil before they
	// are decoded.
	values []int32
	width  int

	// What turns the integers into floats.
	minimum []float32
	span    float32
	bits    int
}

// group is some attributes whose values are stored in the same order.
type group struct {
	table      *table // nil for a sequential mesh
	byDegree   bool
	attributes []*attribute
	sequence   *sequence
	count      int // of values
}

// attributes reads the attributes, section "Attributes Decoder".
func (d *decoder) attributes() error {
	groups, err := d.groups()
	if err != nil {
		return err
	}
	wanted := false
	for i := range groups {
		for _, a := range groups[i].attributes {
			a.wanted = d.Want == nil || d.Want(a.Attribute)
			wanted = wanted || a.wanted
		}
	}
	// Those that are not wanted are skipped to the end, since data that ends early is an error.
	for i := range groups {
		if err := d.decodeGroup(&groups[i], wanted); err != nil {
			return err
		}
	}
	return d.err
}

// groups reads which attributes there are, in groups.
func (d *decoder) groups() ([]group, error) {
	groups := make([]group, d.byte())
	for i := range groups {
		if d.corners == nil {
			continue
		}
		if err := d.groupTable(&groups[i]); err != nil {
			return nil, err
		}
	}
	for i := range groups {
		if err := d.describe(&groups[i]); err != nil {
			return nil, err
		}
	}
	return groups, d.err
}

// groupTable reads which connectivity a group has.
func (d *decoder) groupTable(g *group) error {
	part, perCorner, order := int8(d.byte()), d.byte(), d.byte()
	g.byDegree = order == 1
	switch {
	case d.err != nil:
		return d.err
	case order > 1 || order == 1 && perCorner != 0:
		return fail("the order of values %d is unknown", order)
	case part < 0 && (perCorner != 0 || d.meshTaken), int(part) >= len(d.parts), part >= 0 && d.parts[part].taken:
		return fail("a group of attributes has no connectivity")
	case part < 0:
		d.meshTaken = true
		g.table = d.corners
		return nil
	}
	d.parts[part].taken = true
	g.table = d.parts[part].table
	if perCorner == 0 {
		g.table = d.corners
	}
	return nil
}

// describe reads which attributes a group has.
func (d *decoder) describe(g *group) error {
	n := int(d.varint())
	if n == 0 || n > len(d.data)/6 {
		return fail("%d attributes are not allowed", n)
	}
	if err := d.charge(n, 256); err != nil {
		return err
	}
	all := make([]attribute, n)
	for i := range all {
		a := &all[i]
		a.Attribute = &Attribute{Kind: Kind(d.byte()), Type: Type(d.byte()), Components: int(d.byte()), Normalized: d.byte() != 0, ID: d.varint()}
		a.group, a.width = g, a.Components
		g.attributes = append(g.attributes, a)
		d.mesh.Attributes = append(d.mesh.Attributes, a.Attribute)
		if a.Kind == Position && d.position == nil {
			d.position = a
		}
	}
	for _, a := range g.attributes {
		if a.coding = coding(d.byte()); a.coding == codingNormals {
			a.width = 2
		}
		if d.err != nil {
			return d.err
		}
		if !a.valid() {
			return fail("attribute %d: the values cannot be stored in this way", a.ID)
		}
	}
	return nil
}

// valid reports whether there is such an attribute, and such values of it.
func (a *attribute) valid() bool {
	if a.Type < Int8 || a.Type > Bool || a.Components == 0 {
		return false
	}
	switch a.coding {
	case codingPlain:
		return true
	case codingIntegers:
		return a.Type <= Uint32
	case codingQuantized:
		return a.Type == Float32
	case codingNormals:
		return a.Type == Float32 && a.Components == 3
	}
	return false
}

// decodeGroup reads the values of a group. Positions are decoded if any attribute is wanted,
// for it may be predicted from them.
func (d *decoder) decodeGroup(g *group, positions bool) error {
	needed := func(a *attribute) bool { return a.wanted || positions && a == d.position }
	if err := d.order(g, slices.ContainsFunc(g.attributes, needed)); err != nil {
		return err
	}
	for _, a := range g.attributes {
		var err error
		switch {
		case a.coding == codingPlain:
			err = d.plainValues(a)
		case needed(a):
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

// order finds out how many values a group has, and their order if it is needed.
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

// index finds out which value each point has.
func (d *decoder) index(a *attribute) error {
	s := a.group.sequence
	if s == nil {
		return nil
	}
	a.Index = s.value // where points are vertices
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
