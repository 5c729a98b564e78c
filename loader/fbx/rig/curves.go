package rig

import (
	"math"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// curve is an AnimationCurve.
type curve struct {
	pose.Curve
	// extends reports whether the curve is anything but constant before its first or behind its last key.
	extends bool
}

// keys are the keys of a curve as they are stored.
type keys struct {
	object       *Object
	times        []float64 // in seconds
	values       []float64
	flags, count []int32
	// data are four numbers for each of flags.
	data []float32
}

const (
	curveSize   = int(unsafe.Sizeof(curve{})) + 64
	segmentSize = int(unsafe.Sizeof(pose.Segment{}))
)

// The times of a second in keys, by what the header of a file says.
const (
	oldSecond, newSecond = 46186158000, 141120000
	// oldDefinition is the TCDefinition of the former, firstDefinition the first version of headers with one.
	oldDefinition, firstDefinition = 127, 1004
)

// readSecond finds how long a second is.
func (r *Reader) readSecond() {
	r.second = oldSecond
	header := r.Doc.Child("FBXHeaderExtension")
	version, _ := header.Child("FBXHeaderVersion").Value(0).Int()
	definition, ok := header.Child("OtherFlags").Child("TCDefinition").Value(0).Int()
	if ok && version >= firstDefinition && definition != oldDefinition {
		r.second = newSecond
	}
}

// curve reads an AnimationCurve.
func (r *Reader) curve(o *Object) (*curve, error) {
	if c := r.curves[o]; c != nil {
		return c, nil
	}
	if err := r.Ctx.Err(); err != nil {
		return nil, err
	}
	if err := r.Charge(o.Node.Where(), 1, curveSize); err != nil {
		return nil, err
	}
	before := r.Charged()
	k, err := r.keys(o)
	if err != nil {
		return nil, err
	}
	c := &curve{Curve: pose.Curve{Times: k.times, Values: k.values}, extends: extends(o.Node)}
	r.Refund(before)
	if err := r.Charge(o.Node.Where(), len(k.times), 2*8); err != nil {
		return nil, err
	}
	if !k.linear() {
		if err := r.Charge(o.Node.Where(), len(k.times), segmentSize); err != nil {
			return nil, err
		}
		c.Segments = k.segments()
		for i := range c.Segments {
			if s := &c.Segments[i]; !finite(s.Leave.Time, s.Leave.Value, s.Arrive.Time, s.Arrive.Value) {
				return nil, r.fail(o, "the tangents between the keys %d and %d are not finite", i, i+1)
			}
		}
	}
	r.curves[o] = c
	return c, nil
}

// keys reads the keys of a curve.
func (r *Reader) keys(o *Object) (k *keys, err error) {
	k = &keys{object: o}
	if o.Node.Child("KeyTime") == nil {
		return nil, r.fail(o, "has no KeyTime")
	}
	if k.times, err = r.Doc.Floats(o.Node.Child("KeyTime")); err != nil {
		return nil, err
	}
	if k.values, err = r.Doc.Floats(o.Node.Child("KeyValueFloat")); err != nil {
		return nil, err
	}
	if k.flags, err = r.Doc.Ints(o.Node.Child("KeyAttrFlags")); err != nil {
		return nil, err
	}
	if k.count, err = r.Doc.Ints(o.Node.Child("KeyAttrRefCount")); err != nil {
		return nil, err
	}
	if err := r.readData(k); err != nil {
		return nil, err
	}
	return k, r.checkKeys(k)
}

// firstBits is the first version whose text files have the bits of numbers in KeyAttrDataFloat.
const firstBits = 7200

// readData reads the numbers of tangents. Some of them are not numbers but bits.
func (r *Reader) readData(k *keys) error {
	place, n := k.object.Node.Where(), k.object.Node.Child("KeyAttrDataFloat")
	if r.Doc.ASCII && r.Doc.Version >= firstBits {
		bits, err := r.Doc.Ints(n)
		if err != nil {
			return err
		}
		if err := r.Charge(place, len(bits), 4); err != nil {
			return err
		}
		k.data = make([]float32, len(bits))
		for i, x := range bits {
			k.data[i] = math.Float32frombits(uint32(x))
		}
		return nil
	}
	numbers, err := r.Doc.Floats(n)
	if err != nil {
		return err
	}
	if err := r.Charge(place, len(numbers), 4); err != nil {
		return err
	}
	k.data = make([]float32, len(numbers))
	for i, x := range numbers {
		k.data[i] = float32(x)
	}
	return nil
}

// checkKeys checks that the arrays of keys fit, and makes their times seconds.
func (r *Reader) checkKeys(k *keys) error {
	o, n := k.object, len(k.times)
	switch {
	case len(k.values) != n:
		return r.fail(o, "has %d values for %d keys", len(k.values), n)
	case len(k.count) != len(k.flags):
		return r.fail(o, "has %d KeyAttrRefCount for %d KeyAttrFlags", len(k.count), len(k.flags))
	case len(k.data) != 4*len(k.flags):
		return r.fail(o, "has %d numbers of tangents for %d KeyAttrFlags, which need %d", len(k.data), len(k.flags), 4*len(k.flags))
	}
	total := int64(0)
	for _, c := range k.count {
		if c <= 0 {
			return r.fail(o, "has a KeyAttrRefCount that is not positive")
		}
		total += int64(c)
	}
	if total < int64(n) {
		return r.fail(o, "has attributes of %d keys for %d keys", total, n)
	}
	for i := range k.times {
		k.times[i] /= r.second
		switch {
		case !finite(k.times[i]):
			return r.fail(o, "the time of key %d is not finite", i)
		case !finite(k.values[i]):
			return r.fail(o, "the value of key %d is not finite", i)
		case i > 0 && !(k.times[i] > k.times[i-1]):
			return r.fail(o, "the time of key %d is not after the one before it", i)
		}
	}
	return nil
}

// extends reports whether a curve goes on beyond its keys in another way than as a constant.
func extends(n *document.Node) bool {
	return goesOn(n.Child("Pre-Extrapolation")) || goesOn(n.Child("Post-Extrapolation"))
}

// goesOn reports whether an extrapolation is anything but constant.
func goesOn(n *document.Node) bool {
	kind, ok := n.Child("Type").Value(0).Int()
	if text, isText := n.Child("Type").Value(0).Text(); isText && text != "" {
		kind, ok = int64(text[0]), true
	}
	count, counted := n.Child("Repetition").Value(0).Int()
	switch {
	case !ok:
		return false
	case kind == 'K': // on along the tangent
		return true
	case kind == 'R' || kind == 'M' || kind == 'A': // repeated, mirrored, and repeated on top of the last value
		return !counted || count != 0
	}
	return false
}
