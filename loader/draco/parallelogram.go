package draco

// neighborhood has the values of an attribute, of which the later ones are still corrections, and
// the values of their neighbors.
type neighborhood struct {
	wrap
	values  []int32
	width   int
	table   *table
	corners []int32 // by value
	value   []int32 // by vertex
}

// set sets value i to a prediction and its correction.
func (m *neighborhood) set(i int, predicted []int32) {
	at := m.values[i*m.width:][:m.width]
	for c, x := range predicted {
		at[c] = m.add(x, at[c])
	}
}

// get returns value i.
func (m *neighborhood) get(i int32) []int32 { return m.values[int(i)*m.width:][:m.width] }

// first sets the first value, whose prediction is zero.
func (m *neighborhood) first() { m.set(0, make([]int32, m.width)) }

// differences predicts each value by the previous one.
func (m *neighborhood) differences() {
	m.first()
	for i := m.width; i < len(m.values); i++ {
		m.values[i] = m.add(m.values[i-m.width], m.values[i])
	}
}

// across predicts value i by the face across the edge opposite to a corner, completed to a
// parallelogram, if the values of the face are known. Claude Costa Touma and Craig Gotsman,
// "Triangle mesh compression", 1998.
func (m *neighborhood) across(i int32, corner int32, out []int32) bool {
	o := m.table.opposite[corner]
	if o == none {
		return false
	}
	v := m.table.vertex
	far, a, b := m.value[v[o]], m.value[v[next(o)]], m.value[v[previous(o)]]
	if far >= i || a >= i || b >= i {
		return false
	}
	p, q, r := m.get(a), m.get(b), m.get(far)
	for c := range out {
		out[c] = p[c] + q[c] - r[c]
	}
	return true
}

// parallelogram predicts values by one parallelogram.
func (m *neighborhood) parallelogram() {
	m.first()
	predicted := make([]int32, m.width)
	for i := 1; i < len(m.corners); i++ {
		if m.across(int32(i), m.corners[i], predicted) {
			m.set(i, predicted)
		} else {
			m.set(i, m.get(int32(i-1)))
		}
	}
}

// parallelograms predicts values by the mean of the parallelograms of all edges.
func (m *neighborhood) parallelograms() {
	m.first()
	sum, one := make([]int32, m.width), make([]int32, m.width)
	for i := 1; i < len(m.corners); i++ {
		clear(sum)
		n := int32(0)
		for c := m.corners[i]; c != none; {
			if m.across(int32(i), c, one) {
				n++
				addTo(sum, one)
			}
			if c = m.table.swingRight(c); c == m.corners[i] {
				break
			}
		}
		m.setMean(i, sum, n)
	}
}

// setMean predicts value i by the mean of n predictions with the given sum, or by the previous
// value if n is 0.
func (m *neighborhood) setMean(i int, sum []int32, n int32) {
	if n == 0 {
		m.set(i, m.get(int32(i-1)))
		return
	}
	for c := range sum {
		sum[c] /= n
	}
	m.set(i, sum)
}

func addTo(sum, x []int32) {
	for c := range sum {
		sum[c] += x[c]
	}
}

// chosenParallelograms predicts values by the mean of at most four selected parallelograms.
func (m *neighborhood) chosenParallelograms(edges *[4]edgeChoice) error {
	m.first()
	var predictions [4][]int32
	for i := range predictions {
		predictions[i] = make([]int32, m.width)
	}
	sum := make([]int32, m.width)
	for i := 1; i < len(m.corners); i++ {
		clear(sum)
		n := m.fanParallelograms(int32(i), &predictions)
		used := int32(0)
		for _, p := range predictions[:n] {
			choice := &edges[n-1]
			if choice.left == 0 {
				return errEnd
			}
			choice.left--
			if !choice.next() { // the edge is not a crease
				used++
				addTo(sum, p)
			}
		}
		m.setMean(i, sum, used)
	}
	for i := range edges {
		if err := edges[i].end(); err != nil {
			return err
		}
	}
	return nil
}

// fanParallelograms makes the predictions of value i across the edges around its corner, at most
// four, and returns their number: counterclockwise first, and clockwise after a boundary.
func (m *neighborhood) fanParallelograms(i int32, out *[4][]int32) int {
	n, start := 0, m.corners[i]
	for c := start; c != none; {
		if m.across(i, c, out[n]) {
			if n++; n == len(out) {
				return n
			}
		}
		if c = m.table.swingLeft(c); c == start {
			return n
		}
	}
	for c := m.table.swingRight(start); c != none; c = m.table.swingRight(c) {
		if m.across(i, c, out[n]) {
			if n++; n == len(out) {
				return n
			}
		}
	}
	return n
}
