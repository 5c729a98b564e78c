package pose

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// Samples returns the times at which a clip is looked at, strictly ascending: all times of keys and,
// between two that are more than 1/rate seconds apart, the ends of as many equal steps as it takes for
// none to be longer. A rate that is not above 0 asks for keys only. There are none for a clip without keys.
//
// Times of keys are rounded to float32. A gap that exceeds a whole number of steps by no more than
// that explains, and by a hundredth of a step at most, is divided into this number of steps.
//
// If there are more than most, Samples returns none, and ok is false.
func (c *Clip) Samples(rate float64, most int) (times []float64, ok bool) {
	keys, ok := c.times(most)
	if !ok {
		return nil, false
	}
	n := float64(len(keys))
	for k := 1; k < len(keys); k++ {
		n += steps(keys[k-1], keys[k], rate) - 1
	}
	if n > float64(most) {
		return nil, false
	}
	times = make([]float64, 0, int(n))
	for k, t := range keys {
		times = append(times, t)
		if k == len(keys)-1 {
			break
		}
		all := steps(t, keys[k+1], rate)
		for s := 1.0; s < all; s++ {
			times = append(times, t+float64((keys[k+1]-t)*(s/all)))
		}
	}
	return times, true
}

// times returns the times of all keys, strictly ascending. It reports false if there are more than most.
//
// Lists are merged as in a binary counter, so that a time is copied no more often than the logarithm of their number.
func (c *Clip) times(most int) (times []float64, ok bool) {
	type merged struct {
		times []float64
		lists int
	}
	var stack []merged
	join := func() bool {
		last := len(stack) - 1
		times, ok := merge(stack[last-1].times, stack[last].times, most)
		stack[last-1] = merged{times, stack[last-1].lists + stack[last].lists}
		stack = stack[:last]
		return ok
	}
	for i := range c.Keys {
		list, ok := c.Keys[i].list(most)
		if !ok {
			return nil, false
		}
		stack = append(stack, merged{list, 1})
		for len(stack) > 1 && stack[len(stack)-2].lists == stack[len(stack)-1].lists {
			if !join() {
				return nil, false
			}
		}
	}
	for len(stack) > 1 {
		if !join() {
			return nil, false
		}
	}
	if len(stack) == 0 {
		return nil, true
	}
	return stack[0].times, true
}

// list returns the first number of each row. It reports false if there are more than most.
func (v *Values) list(most int) ([]float64, bool) {
	if v.Rows() > most {
		return nil, false
	}
	out := make([]float64, v.Rows())
	for i := range out {
		out[i] = v.At(i, 0)
	}
	return out, true
}

// merge returns the numbers in either of two ascending lists. It reports false if there are more than most.
func merge(a, b []float64, most int) (out []float64, ok bool) {
	if slices.Equal(a, b) {
		return a, true
	}
	out = make([]float64, 0, min(len(a)+len(b), most))
	for len(a) > 0 || len(b) > 0 {
		if len(out) == most {
			return nil, false
		}
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) > 0 && a[0] == b[0]:
			a = a[1:]
		default:
			out, b = append(out, b[0]), b[1:]
		}
	}
	return out, true
}

// steps returns the number of steps from one key to the next, at least 1.
func steps(from, to, rate float64) float64 {
	if !(rate > 0) {
		return 1
	}
	// At most half a unit in the last place for each of the two, the second of which is the greater.
	rounding := min(2*geom.HalfUlp32(to)*rate, 0.01)
	return max(1, math.Ceil(float64((to-from)*rate)-rounding))
}
