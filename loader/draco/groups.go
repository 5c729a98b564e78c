package draco

// groups reads the groups of attributes.
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

// describe reads the attributes of a group.
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
	}
	return d.err
}

// layoutKnown reports whether the number of bytes of an attribute's values is known.
func (a *attribute) layoutKnown() bool {
	return a.coding <= codingNormals && (a.coding != codingPlain || a.Type >= Int8 && a.Type <= Bool)
}

// valid reports whether an attribute and its values have a valid description.
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

// choose decides which attributes are needed, and returns the last group that has one. Only these
// must be valid.
func (d *decoder) choose(groups []group) (last int, err error) {
	last = none
	for i := range groups {
		for _, a := range groups[i].attributes {
			if a.wanted = d.Want == nil || d.Want(a.Attribute); a.wanted {
				a.needed, last = true, i
			}
		}
	}
	if last != none && d.position != nil {
		d.position.needed = true
	}
	for i := range groups {
		for _, a := range groups[i].attributes {
			if a.needed && !a.valid() {
				return last, fail("attribute %d: the values cannot be stored in this way", a.ID)
			}
		}
	}
	return last, nil
}
