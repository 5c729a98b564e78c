package rig

import (
	"errors"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// takeCurve is a curve of a take.
type takeCurve struct {
	curve
	given bool // it has a value without keys
}

// takeCurve reads the curve of a channel. Of keys with tangents of an unknown kind it notes that they are not
// evaluated.
func (c *clipReader) takeCurve(n *document.Node, a animated) (*takeCurve, error) {
	out := &takeCurve{}
	if x, ok := n.Child("Default").Value(0).Float(); ok {
		out.Default, out.given = x, true
	}
	if !finite(out.Default) {
		return nil, c.Fail(n.Where(), "%s: the value is not finite", a)
	}
	values := n.Child("Key")
	count, _ := n.Child("KeyCount").Value(0).Int()
	if values == nil || count == 0 {
		return out, nil
	}
	if count < 0 || count > int64(len(values.Values)) {
		return nil, c.Fail(values.Where(), "%s: %d keys have %d values", a, count, len(values.Values))
	}
	if err := c.Charge(n.Where(), int(count), 2*8+segmentSize); err != nil {
		return nil, err
	}
	k := takeKeys{left: values.Values, version: newestKeys}
	if v, ok := n.Child("KeyVer").Value(0).Int(); ok && v > 0 {
		k.version = v
	}
	for range count {
		if err := k.key(c.second); err != nil {
			if errors.Is(err, errTangents) {
				c.notEvaluated("%s has tangents of a kind that is not known", a)
				return out, nil
			}
			return nil, c.Fail(values.Where(), "%s, key %d: %w", a, len(k.times), err)
		}
	}
	out.Times, out.Values, out.extends = k.times, k.values, extends(n)
	out.Segments = k.segments()
	for i := range out.Segments {
		if s := &out.Segments[i]; !finite(s.Leave.Time, s.Leave.Value, s.Arrive.Time, s.Arrive.Value) {
			return nil, c.Fail(values.Where(), "%s: the tangents between the keys %d and %d are not finite", a, i, i+1)
		}
	}
	return out, c.Ctx.Err()
}

// newestKeys is the KeyVer of files that do not say it. Keys of the version unweightedKeys have no weights, and of
// those before constantKeys constant ones do not say which key they have the value of.
const newestKeys, unweightedKeys, constantKeys = 4005, 4003, 4004

// takeKeys are the keys of a take, which are lists of numbers and letters.
type takeKeys struct {
	left    []document.Value
	version int64

	times, values []float64
	kinds         []pose.SegmentKind
	// right and next are the tangents behind each key, and before the next one.
	right, next []tangent
}

var (
	errTangents = errors.New("tangents of an unknown kind")
	errShort    = errors.New("there are too few values")
)

// number takes the next value, which is a number.
func (k *takeKeys) number() (float64, error) {
	if len(k.left) == 0 {
		return 0, errShort
	}
	x, ok := k.left[0].Float()
	if !ok || !finite(x) {
		return 0, errors.New("a value is not a finite number")
	}
	k.left = k.left[1:]
	return x, nil
}

// letter takes the next value, which is a letter: a word in text files, a character in binary ones.
func (k *takeKeys) letter() (byte, error) {
	if len(k.left) == 0 {
		return 0, errShort
	}
	v := k.left[0]
	k.left = k.left[1:]
	if text, ok := v.Text(); ok && len(text) == 1 {
		return text[0], nil
	}
	if code, ok := v.Int(); ok && code == int64(byte(code)) {
		return byte(code), nil
	}
	return 0, errors.New("a value is not a letter")
}

// key takes the next key. A second has a length in the unit of times.
func (k *takeKeys) key(second float64) error {
	time, err := k.number()
	if err != nil {
		return err
	}
	value, err := k.number()
	if err != nil {
		return err
	}
	mode, err := k.letter()
	if err != nil {
		return err
	}
	if time /= second; len(k.times) > 0 && !(time > k.times[len(k.times)-1]) {
		return errors.New("its time is not after that of the one before it")
	}
	k.times, k.values = append(k.times, time), append(k.values, value)
	kind, right, next := pose.Line, tangent{0, defaultWeight}, tangent{0, defaultWeight}
	switch mode {
	case 'L':
	case 'C':
		kind = pose.Hold
		if k.version >= constantKeys {
			which, err := k.letter()
			if err != nil {
				return err
			}
			if which == 'n' {
				kind = pose.Next
			}
		}
	case 'U':
		kind = pose.Bezier
		if err := k.tangents(&right, &next); err != nil {
			return err
		}
	default:
		return errTangents
	}
	k.kinds, k.right, k.next = append(k.kinds, kind), append(k.right, right), append(k.next, next)
	return nil
}

// tangents takes the tangents of a key.
func (k *takeKeys) tangents(right, next *tangent) error {
	kind, err := k.letter()
	if err != nil {
		return err
	}
	if kind != 's' && kind != 'b' {
		return errTangents
	}
	numbers := []*float64{&right.slope, &next.slope}
	if err := k.numbers(numbers); err != nil || k.version == unweightedKeys {
		return err
	}
	weights, err := k.letter()
	if err != nil {
		return err
	}
	switch weights {
	case 'n', 'c':
		return nil
	case 'a':
		return k.numbers([]*float64{&right.weight, &next.weight})
	case 'r':
		return k.numbers([]*float64{&right.weight})
	case 'l':
		return k.numbers([]*float64{&next.weight})
	}
	return errTangents
}

// numbers takes several numbers.
func (k *takeKeys) numbers(to []*float64) (err error) {
	for _, x := range to {
		if *x, err = k.number(); err != nil {
			return err
		}
	}
	return nil
}

// segments returns what the curve is between its keys.
func (k *takeKeys) segments() []pose.Segment {
	out := make([]pose.Segment, len(k.times)-1)
	for i := range out {
		if out[i].Kind = k.kinds[i]; out[i].Kind == pose.Bezier {
			span := k.times[i+1] - k.times[i]
			out[i].Leave, out[i].Arrive = k.right[i].control(span), k.next[i].control(span)
		}
	}
	return out
}
