package pose

import "sort"

// moment is a time as a sampler sees it: u of the way from key k to the next, span seconds later. At a
// key, before the first and after the last, u is 0.
type moment struct {
	key     int
	u, span float64
}

func (s *Sampler) moment(t float64) moment {
	n := s.Times.Rows()
	switch {
	case t <= s.Times.At(0, 0):
		return moment{}
	case t >= s.Times.At(n-1, 0):
		return moment{key: n - 1}
	}
	k := sort.Search(n, func(k int) bool { return s.Times.At(k, 0) > t }) - 1
	before := s.Times.At(k, 0)
	span := s.Times.At(k+1, 0) - before
	return moment{k, (t - before) / span, span}
}

// at writes the value at a time, without regard to rotations, to out, which has the length Width.
func (s *Sampler) at(t float64, out []float64) {
	if s.Curves != nil {
		for i := range s.Curves {
			out = s.Curves[i].write(t, out)
		}
		return
	}
	m := s.moment(t)
	switch {
	case s.Interpolation == Step || m.u == 0:
		for c := range out {
			out[c] = s.Values.At(s.Key(m.key), c)
		}
	case s.Interpolation == Cubic:
		s.cubic(m, out)
	default:
		for c := range out {
			out[c] = float64((1-m.u)*s.Values.At(m.key, c)) + float64(m.u*s.Values.At(m.key+1, c))
		}
	}
}

// cubic writes a value between two keys: the four terms of Cubic, added from left to right.
func (s *Sampler) cubic(m moment, out []float64) {
	u, row := m.u, 3*m.key
	square := float64(u * u)
	cube := float64(square * u)
	v := float64(2*cube) - float64(3*square) + 1
	leave := float64(m.span * (cube - float64(2*square) + u))
	w := float64(-2*cube) + float64(3*square)
	arrive := float64(m.span * (cube - square))
	for c := range out {
		x := func(row int) float64 { return s.Values.At(row, c) }
		out[c] = float64(v*x(row+1)) + float64(leave*x(row+2)) + float64(w*x(row+4)) + float64(arrive*x(row+3))
	}
}

// rotation returns the rotation at a time, normalized. It reports false for one of length 0.
func (s *Sampler) rotation(t float64) (q Quaternion, ok bool) {
	m := s.moment(t)
	if s.Interpolation != Linear || m.u == 0 {
		s.at(t, q[:])
		return q, q.Normalize()
	}
	var next Quaternion
	for c := range q {
		q[c], next[c] = s.Values.At(m.key, c), s.Values.At(m.key+1, c)
	}
	if !q.Normalize() || !next.Normalize() {
		return q, false
	}
	q = slerp(&q, &next, m.u)
	return q, q.Normalize()
}
