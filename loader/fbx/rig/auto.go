package rig

import "math"

// auto returns the slopes before and behind a key whose tangents are found from the keys around it. What is
// stored in place of slopes is a bias in percent, to the segment behind the key if it is positive. The rules are
// those that ufbx found out from files of Maya and MotionBuilder.
func (k *keys) auto(i int, flags int32, left, right tangent) (before, behind float64) {
	first, last := i == 0, i+1 == len(k.times)
	switch {
	case first && last:
		return 0, 0
	case last:
		s := k.autoEnd(i-1, flags, -left.slope)
		return s, s
	case first:
		s := k.autoEnd(i, flags, right.slope)
		return s, s
	}
	const equal = 1e-4
	behind = k.autoMiddle(i, flags, left.weight, right.weight, right.slope)
	if math.Abs(left.slope+right.slope) <= equal {
		return behind, behind
	}
	return k.autoMiddle(i, flags, left.weight, right.weight, -left.slope), behind
}

// Biases of more than strongBias percent add to the slope: strongSlope units a second for the square of each
// further 100 percent.
const (
	strongBias  = 5
	strongSlope = 40
)

// strong returns what a bias, in hundreds of percent, adds to a slope.
func strong(bias float64) float64 {
	if over := bias - strongBias; over > 0 {
		return float64(over*over) * strongSlope
	}
	return 0
}

// autoEnd returns the slope at an end of a curve whose segment i is next to it.
func (k *keys) autoEnd(i int, flags int32, bias float64) float64 {
	slope := k.slope(i)
	switch {
	case flags&flagClampProgressive != 0, flags&flagClamp != 0 && k.values[i] == k.values[i+1]:
		return 0
	case flags&flagTimeIndependent != 0:
		return slope
	}
	return slope + math.Copysign(strong(math.Abs(bias)/100), bias)
}

// autoMiddle returns a slope at key i, between two others.
func (k *keys) autoMiddle(i int, flags int32, leftWeight, rightWeight, bias float64) float64 {
	before, value, behind := k.values[i-1], k.values[i], k.values[i+1]
	if flags&flagClamp != 0 && (value == before || value == behind) {
		return 0
	}
	whole := k.times[i+1] - k.times[i-1]
	slope := (behind - before) / whole
	if flags&flagTimeIndependent == 0 {
		slope = k.biased(i, slope, k.span(i-1)/whole, bias)
	}
	if flags&flagClampProgressive == 0 {
		return slope
	}
	// The control points may not go beyond the values of the keys around.
	sign := 1.0
	if slope < 0 {
		sign = -1
	}
	most := func(rise, reach float64) float64 {
		if x := sign * rise / reach; reach > 0 && x > 0 {
			return x
		}
		return 0
	}
	steepest := min(most(value-before, leftWeight*k.span(i-1)), most(behind-value, rightWeight*k.span(i)))
	return sign * min(math.Abs(slope), steepest)
}

// biased returns the slope at key i between the mean one, and those of its segments, of which the first takes a
// part of the time.
func (k *keys) biased(i int, mean, part, bias float64) float64 {
	from, to := k.slope(i-1), k.slope(i)
	slope := float64(mean*0.5) + float64(float64(float64(from*(1-part))+float64(to*part))*0.5)
	weight := math.Abs(bias) / 100
	const none = 1e-4
	if weight <= none {
		return slope
	}
	target := from
	if bias > 0 {
		target = to
	}
	direction := target - slope
	if math.Abs(direction) <= 1e-5 {
		direction = bias
	}
	slope = float64(slope*(1-weight)) + float64(target*weight)
	return slope + math.Copysign(strong(weight), direction)
}
