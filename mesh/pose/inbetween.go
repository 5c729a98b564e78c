package pose

import "slices"

// Inbetween writes the weights of the shapes of a blend channel of an FBX file at a value of the channel to the
// beginning of out. Shape k is full at the value full[k]: there its weight is 1, and that of the others is 0. At
// the value 0 all weights are 0. From one of these values to the next, weights are linear, and beyond the last
// on a side they go on as between the last two. A shape that is full at 0 has the weight 0.
//
// The values of full are distinct and ascend.
func Inbetween(x float64, full, out []float64) {
	clear(out[:len(full)])
	from, to := around(x, full)
	if to < 0 {
		return
	}
	if from < 0 {
		out[to] = x / full[to]
		return
	}
	u := (x - full[from]) / (full[to] - full[from])
	out[from], out[to] = 1-u, u
}

// around returns the shapes that are full at the values around x, or at the two next to it on the same side of 0.
// The value 0 is -1. If no shape is full on the side of x, they are those nearest to 0 on the other side.
func around(x float64, full []float64) (from, to int) {
	below, _ := slices.BinarySearch(full, 0)
	above := below
	if above < len(full) && full[above] == 0 {
		above++
	}
	k, _ := slices.BinarySearch(full, x) // the first that is not below x
	switch {
	case above < len(full) && (x >= 0 || below == 0):
		to = min(max(k, above), len(full)-1)
		if from = to - 1; from < above {
			from = -1
		}
	case below > 0:
		if k < len(full) && full[k] > x || k == len(full) {
			k-- // the last that is not above x
		}
		to = max(min(k, below-1), 0)
		if from = to + 1; from >= below {
			from = -1
		}
	default:
		return -1, -1
	}
	return from, to
}
