package crate

import "github.com/meshcheck/meshcheck/loader/usd/layer"

// rep is what a file has for a value: its type, how it is stored, and the value itself or where it is.
type rep uint64

func (r rep) array() bool      { return r>>63 != 0 }
func (r rep) inlined() bool    { return r>>62&1 != 0 }
func (r rep) compressed() bool { return r>>61&1 != 0 }

// arrayEdit reports whether the value is an edit of an array.
func (r rep) arrayEdit() bool { return r>>60&1 != 0 }

func (r rep) kind() valueKind { return valueKind(r >> 48) }

// offset is where the value is in the file. Payload is the value itself if it is inlined.
func (r rep) offset() uint64  { return uint64(r) & (1<<48 - 1) }
func (r rep) payload() uint32 { return uint32(r) }

// valueKind is the type of a value, by the number that it has in files.
type valueKind uint8

// The types that are decoded, apart from those in numberTypes.
const (
	boolKind             valueKind = 1
	stringKind           valueKind = 10
	tokenKind            valueKind = 11
	assetKind            valueKind = 12
	dictionaryKind       valueKind = 31
	tokenListKind        valueKind = 32
	stringListKind       valueKind = 33
	pathListKind         valueKind = 34
	referenceListKind    valueKind = 35
	pathsKind            valueKind = 40
	tokensKind           valueKind = 41
	specifierKind        valueKind = 42
	variabilityKind      valueKind = 44
	variantSelectionKind valueKind = 45
	timeSamplesKind      valueKind = 46
	payloadKind          valueKind = 47
	doublesKind          valueKind = 48
	layerOffsetsKind     valueKind = 49
	stringsKind          valueKind = 50
	blockKind            valueKind = 51
	payloadListKind      valueKind = 55
	int64ListKind        valueKind = 37
)

// unknown has the names of the types that are not decoded.
var unknown = map[valueKind]layer.Unknown{
	36: "IntListOp", 38: "UIntListOp", 39: "UInt64ListOp", 43: "Permission", 52: "Value",
	53: "UnregisteredValue", 54: "UnregisteredValueListOp", 57: "PathExpression", 58: "Relocates", 59: "Spline",
	60: "AnimationBlock",
}

// value is a value of a file. It is a layer.Lazy.
type value struct {
	file    *file
	rep     rep
	decoded any // nil before it is needed
}

// Decode returns the value.
func (v *value) Decode() (any, error) {
	if v.decoded == nil {
		if err := v.file.poll(0); err != nil {
			return nil, err
		}
		decoded, err := v.file.decode(v.rep, 0)
		if err != nil {
			return nil, err
		}
		v.decoded = decoded
	}
	return v.decoded, nil
}

// decode decodes a value at a depth of dictionaries.
func (f *file) decode(r rep, depth int) (any, error) {
	if r.arrayEdit() {
		return layer.Unknown("ArrayEdit"), nil
	}
	if name, ok := unknown[r.kind()]; ok {
		return name, nil
	}
	c := cursor{data: f.data}
	if !r.inlined() {
		c.seek(r.offset())
	}
	switch {
	case numberTypes[r.kind()].width > 0:
		return f.numbers(&c, r)
	case r.array():
		return f.array(&c, r)
	case r.inlined():
		return f.inlined(&c, r)
	}
	return f.compound(&c, r, depth)
}

// array decodes an array that is not of numbers.
func (f *file) array(c *cursor, r rep) (any, error) {
	n := f.arrayLength(c, r)
	switch r.kind() {
	case boolKind:
		return f.bools(c, c.fits(n, 1))
	case tokenKind:
		return list(f, c, c.fits(n, 4), 4, sizeOfString, f.readToken)
	case stringKind:
		return list(f, c, c.fits(n, 4), 4, sizeOfString, f.readString)
	case assetKind:
		return list(f, c, c.fits(n, 4), 4, sizeOfString, func(c *cursor) layer.Asset { return layer.Asset(f.readString(c)) })
	}
	return nil, c.fail("there are no arrays of the type %d", r.kind())
}

// arrayLength reads the number of elements of an array.
func (f *file) arrayLength(c *cursor, r rep) uint64 {
	if r.offset() == 0 {
		return 0
	}
	if f.version.minor < 5 {
		c.uint32() // the number of dimensions, always 1
	}
	if f.version.minor < 7 {
		return uint64(c.uint32())
	}
	return c.uint64()
}

func (f *file) bools(c *cursor, n int) (any, error) {
	data := c.bytes(uint64(n))
	if c.err != nil {
		return nil, c.err
	}
	if err := f.charge(n, 1); err != nil {
		return nil, err
	}
	all := make([]bool, n)
	for i := range all {
		all[i] = data[i] != 0
	}
	return all, nil
}

// inlined decodes a value that is not a number and is in its rep.
func (f *file) inlined(c *cursor, r rep) (any, error) {
	var v any
	switch x := r.payload(); r.kind() {
	case boolKind:
		v = byte(x) != 0
	case stringKind:
		v = f.string(c, x)
	case tokenKind:
		v = f.token(c, x)
	case assetKind: // unlike in arrays, not a string
		v = layer.Asset(f.token(c, x))
	case specifierKind:
		v = named(c, x, "def", "over", "class")
	case variabilityKind:
		v = named(c, x, "varying", "uniform", "uniform")
	case dictionaryKind:
		v = map[string]any{}
	case blockKind:
		v = layer.Blocked{}
	default:
		c.fail("there are no inlined values of the type %d", r.kind())
	}
	return v, c.err
}

// named returns the name of a value of an enumeration.
func named(c *cursor, i uint32, names ...string) string {
	if uint64(i) >= uint64(len(names)) {
		c.fail("%d is none of %q", i, names)
		return ""
	}
	return names[i]
}

// compound decodes a value that is not a number and is at c.
func (f *file) compound(c *cursor, r rep, depth int) (any, error) {
	switch r.kind() {
	case dictionaryKind:
		return f.dictionary(c, depth)
	case tokenListKind:
		return listOp(f, c, 4, sizeOfString, f.readToken)
	case stringListKind:
		return listOp(f, c, 4, sizeOfString, f.readString)
	case pathListKind:
		return listOp(f, c, 4, sizeOfString, f.readPath)
	case int64ListKind:
		return listOp(f, c, 8, sizeOfString+sizeOfDigits, readDigits)
	case referenceListKind:
		return listOp(f, c, minReference, sizeOfReference, f.readReference)
	case payloadListKind:
		return listOp(f, c, minPayload, sizeOfReference, f.readPayload)
	case payloadKind:
		return f.payload(c)
	case pathsKind:
		return list(f, c, c.count(4), 4, sizeOfString, f.readPath)
	case tokensKind:
		return list(f, c, c.count(4), 4, sizeOfString, f.readToken)
	case stringsKind:
		return list(f, c, c.count(4), 4, sizeOfString, f.readString)
	case variantSelectionKind:
		return f.variantSelection(c)
	case timeSamplesKind:
		return f.timeSamples(c)
	case doublesKind:
		return f.doubles(c, 1)
	case layerOffsetsKind:
		return f.doubles(c, 2)
	}
	return f.inlined(c, r) // some types are always inlined, whether they are marked so or not
}

// namesOf returns a value that lists names, nil if v is nil.
func namesOf(v *value) ([]string, error) { return as[[]string](v) }

// textOf returns a value that is a text, "" if v is nil.
func textOf(v *value) (string, error) { return as[string](v) }

// boolOf returns a value that is a bool, false if v is nil.
func boolOf(v *value) (bool, error) { return as[bool](v) }

// as returns a value that must have the type T, the zero T if v is nil.
func as[T any](v *value) (T, error) {
	var none T
	if v == nil {
		return none, nil
	}
	decoded, err := v.Decode()
	if err != nil {
		return none, err
	}
	t, ok := decoded.(T)
	if !ok {
		return none, failAt(int(min(v.rep.offset(), uint64(len(v.file.data)))), "a value is of the type %T instead of %T", decoded, none)
	}
	return t, nil
}
