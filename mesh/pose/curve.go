package pose

import "sort"

// Curve is a number as a function of time with keys of its own. Before the first key it has the first value,
// from the last key on the last.
type Curve struct {
	// Times are the times of the keys in seconds, strictly ascending, and Values the values at the keys.
	Times, Values []float64
	// Segments say what the curve is from each key to the next. If nil, it is linear.
	Segments []Segment
	// Default is the value of a curve without keys.
	Default float64
	// Full, if not nil, makes several consecutive numbers of the value; see Inbetween.
	Full []float64
}

// Segment is what a curve is between two keys.
type Segment struct {
	Kind SegmentKind
	// Leave and Arrive are the control points of a Bézier curve.
	Leave, Arrive Control
}

// Control is an inner control point of a Bézier curve, seen from the key that it belongs to: the distance in
// time as a fraction of the time between the keys, and the difference in value.
type Control struct{ Time, Value float64 }

// SegmentKind is a kind of Segment.
type SegmentKind uint8

// The kinds of segments.
const (
	// Line is linear in time.
	Line SegmentKind = iota
	// Hold is the value of the key before.
	Hold
	// Next is the value of the key behind.
	Next
	// Bezier is a cubic Bézier curve in time and value, from the key before over Leave and Arrive to the key
	// behind. Its value at a time is that at the parameter at which it has this time.
	Bezier
)

// Numbers returns how many numbers the curve gives.
func (c *Curve) Numbers() int {
	if c.Full == nil {
		return 1
	}
	return len(c.Full)
}

// At returns the value at a time in seconds.
func (c *Curve) At(t float64) float64 {
	k, u := c.moment(t)
	switch {
	case k < 0:
		return c.Default
	case u == 0:
		return c.Values[k]
	}
	v, w := c.Values[k], c.Values[k+1]
	if c.Segments == nil {
		return float64((1-u)*v) + float64(u*w)
	}
	switch s := &c.Segments[k]; s.Kind {
	case Hold:
		return v
	case Next:
		return w
	case Bezier:
		return s.bezier(u, v, w)
	}
	return float64((1-u)*v) + float64(u*w)
}

// moment returns how far a time is from key k to the next, between 0 and 1. Before the first key it is at the first,
// and from the last on at the last. Without keys, k is -1.
func (c *Curve) moment(t float64) (k int, u float64) {
	n := len(c.Times)
	switch {
	case n == 0:
		return -1, 0
	case t <= c.Times[0]:
		return 0, 0
	case t >= c.Times[n-1]:
		return n - 1, 0
	}
	k = sort.Search(n, func(k int) bool { return c.Times[k] > t }) - 1
	return k, (t - c.Times[k]) / (c.Times[k+1] - c.Times[k])
}

// bezier returns the value at u of the way in time from a key with the value v to one with the value w:
// v + (3s(1-s)²·leave + 3s²(1-s)·((w - v) - arrive) + s³·(w - v)) at the parameter s.
func (g *Segment) bezier(u, v, w float64) float64 {
	s := u
	if g.Leave.Time != third || g.Arrive.Time != third {
		s = parameter(g.Leave.Time, 1-g.Arrive.Time, u)
	}
	rest, rise := 1-s, w-v
	leave := float64(float64(3*s) * float64(rest*rest))
	arrive := float64(float64(3*rest) * float64(s*s))
	return v + (float64(leave*g.Leave.Value) + float64(arrive*(rise-g.Arrive.Value)) + float64(float64(float64(s*s)*s)*rise))
}

// third is the distance in time of control points at which the parameter is the time.
const third = 1. / 3

// parameter returns the parameter at which a Bézier curve from 0 over p and q to 1 is u, between 0 and 1, by
// Newton's method within an interval that has it.
func parameter(p, q, u float64) float64 {
	// ((a·s + b)·s + c)·s
	a, b, c := float64(3*(p-q))+1, float64(3*(q-2*p)), float64(3*p)
	low, high, s := 0.0, 1.0, u
	for range 100 {
		off := float64(float64((float64((float64(a*s)+b)*s)+c)*s)) - u
		if off == 0 {
			return s
		}
		if off > 0 {
			high = s
		} else {
			low = s
		}
		next := s - off/(float64((float64(3*a*s)+2*b)*s)+c)
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == s || next <= low || next >= high {
			return next
		}
		s = next
	}
	return s
}

// write writes the numbers of the curve at a time to the beginning of out, and returns the rest of out.
func (c *Curve) write(t float64, out []float64) []float64 {
	x := c.At(t)
	if c.Full == nil {
		out[0] = x
		return out[1:]
	}
	Inbetween(x, c.Full, out)
	return out[len(c.Full):]
}
