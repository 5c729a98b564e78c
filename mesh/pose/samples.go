package pose

import (
	"math"

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
	var keys []float64
	for i := range c.Keys {
		if keys = merge(keys, &c.Keys[i], most); keys == nil {
			return nil, false
		}
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

// merge returns the numbers in either of two ascending lists, nil if there are more than most.
func merge(times []float64, keys *Values, most int) []float64 {
	rows := keys.Rows()
	if rows > most {
		return nil
	}
	out := make([]float64, 0, min(len(times)+rows, most))
	for i, k := 0, 0; i < len(times) || k < rows; {
		if len(out) == most {
			return nil
		}
		switch {
		case k == rows:
			out = append(out, times[i])
			i++
		case i == len(times) || keys.At(k, 0) < times[i]:
			out = append(out, keys.At(k, 0))
			k++
		default:
			if keys.At(k, 0) == times[i] {
				k++
			}
			out = append(out, times[i])
			i++
		}
	}
	return out
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
