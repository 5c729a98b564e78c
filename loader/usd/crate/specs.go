package crate

// spec is a row of the table of specs.
type spec struct {
	set  *fieldSet
	kind specKind
}

const sizeOfSpec = 16

type specKind uint32

// The kinds of specs, as in SdfSpecType, that are read. Those of connections, targets, mappers and
// expressions say nothing more than the fields of their properties do.
const (
	attributeSpec    specKind = 1
	primSpec         specKind = 6
	rootSpec         specKind = 7
	relationshipSpec specKind = 8
	variantSpec      specKind = 10
	variantSetSpec   specKind = 11
	specKinds                 = 12
)

func (k specKind) String() string {
	switch k {
	case attributeSpec:
		return "attribute"
	case primSpec:
		return "prim"
	case rootSpec:
		return "root"
	case relationshipSpec:
		return "relationship"
	case variantSpec:
		return "variant"
	case variantSetSpec:
		return "variant set"
	}
	return "other spec"
}

// readSpecs reads the table of specs.
func (f *file) readSpecs() error {
	const name = "SPECS"
	c, err := f.section(name)
	if err != nil {
		return err
	}
	n := c.packedCount()
	var paths, sets, kinds []int32
	for _, table := range []*[]int32{&paths, &sets, &kinds} {
		if *table, err = readInts[int32](f, &c, n); err != nil {
			return err
		}
	}
	if err := f.charge(n, sizeOfSpec); err != nil {
		return err
	}
	f.specs = make([]spec, n)
	for i := range f.specs {
		if err := f.poll(i); err != nil {
			return err
		}
		p, set, kind := uint32(paths[i]), f.sets[uint32(sets[i])], specKind(kinds[i])
		switch {
		case uint64(p) >= uint64(len(f.paths)) || f.paths[p].kind == unusedPath:
			return failIn(name, "spec %d has path %d, which is not there", i, p)
		case set == nil:
			return failIn(name, "spec %d has field set %d, where none begins", i, uint32(sets[i]))
		case kind == 0 || kind >= specKinds:
			return failIn(name, "spec %d is of the unknown type %d", i, uint32(kind))
		case f.paths[p].spec >= 0:
			return failIn(name, "spec %d has the path of spec %d", i, f.paths[p].spec)
		}
		f.paths[p].spec = int32(i)
		f.specs[i] = spec{set, kind}
	}
	return nil
}
