package draco

// sequence is the order of the values of attributes, one for each vertex of a table.
type sequence struct {
	table    *table
	byDegree bool
	corners  []int32 // a corner of each value
	value    []int32 // by vertex
	visited  []bool  // by face, while it is made
}

// sequence returns the order of a table, by one of two traversals of its faces: depth first, or by
// the number of visited neighbors.
func (d *decoder) sequence(t *table, byDegree bool) (*sequence, error) {
	for _, s := range d.sequences {
		if s.table == t && s.byDegree == byDegree {
			return s, nil
		}
	}
	n, faces := len(t.left), len(t.vertex)/3
	if err := d.charge(n, 2*4+4); err != nil {
		return nil, err
	}
	if err := d.charge(faces, 1+4); err != nil {
		return nil, err
	}
	s := &sequence{
		table: t, byDegree: byDegree,
		corners: make([]int32, 0, n), value: make([]int32, n), visited: make([]bool, faces),
	}
	for v := range s.value {
		s.value[v] = none
	}
	if byDegree {
		s.traverseByDegree()
	} else if !s.traverseDepthFirst() {
		return nil, errConnectivity
	}
	s.visited = nil
	d.sequences = append(d.sequences, s)
	return s, nil
}

// visit assigns the next value to the vertex at a corner, unless it has one.
func (s *sequence) visit(c int32) {
	if v := s.table.vertex[c]; s.value[v] == none {
		s.value[v] = int32(len(s.corners))
		s.corners = append(s.corners, c)
	}
}

// seen reports whether the face of a corner was visited. No face counts as visited.
func (s *sequence) seen(c int32) bool { return c == none || s.visited[c/3] }

func (s *sequence) traverseDepthFirst() bool {
	var stack []int32
	for f := range s.visited {
		if s.visited[f] {
			continue
		}
		c := int32(3 * f)
		s.visit(c + 1)
		s.visit(c + 2)
		for stack = append(stack, c); len(stack) > 0; {
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if s.seen(c) {
				continue
			}
			left, right, ok := s.strip(c)
			if !ok {
				return false
			}
			if right != none {
				stack = append(stack, left, right)
			}
		}
	}
	return true
}

// strip visits faces from a corner on until there are two ways to continue, or none. It returns the
// corners to continue with, the second one first. It fails if a closed fan is not closed.
func (s *sequence) strip(c int32) (left, right int32, ok bool) {
	t := s.table
	for {
		s.visited[c/3] = true
		right = t.opposite[next(c)]
		if v := t.vertex[c]; s.value[v] == none {
			s.visit(c)
			if !t.open(v) {
				if right == none {
					return none, none, false
				}
				c = right
				continue
			}
		}
		left = t.opposite[previous(c)]
		switch seenLeft, seenRight := s.seen(left), s.seen(right); {
		case seenLeft && seenRight:
			return none, none, true
		case seenRight:
			c = left
		case seenLeft:
			c = right
		default:
			return left, right, true
		}
	}
}

// degreeTraversal has the corners to continue with, by priority.
type degreeTraversal struct {
	*sequence
	stacks [3][]int32
	best   int
	degree []int32 // by vertex: how often it was a candidate
}

func (s *sequence) traverseByDegree() {
	t := degreeTraversal{sequence: s, degree: make([]int32, len(s.value))}
	for f := range s.visited {
		c := int32(3 * f)
		s.visit(c + 1)
		s.visit(c + 2)
		s.visit(c)
		t.best = 0
		for ; c != none; c = t.pop() {
			if !s.seen(c) {
				t.strip(c)
			}
		}
	}
}

// pop removes the corner of the highest priority, or returns none.
func (t *degreeTraversal) pop() int32 {
	for ; t.best < len(t.stacks); t.best++ {
		stack := &t.stacks[t.best]
		if n := len(*stack); n > 0 {
			c := (*stack)[n-1]
			*stack = (*stack)[:n-1]
			return c
		}
	}
	return none
}

// strip visits faces from a corner on as long as the priority does not decrease.
func (t *degreeTraversal) strip(c int32) {
	for c != none {
		t.visited[c/3] = true
		t.visit(c)
		right, left := t.table.opposite[next(c)], t.table.opposite[previous(c)]
		seenRight := t.seen(right)
		c = none
		if !t.seen(left) {
			p := t.priority(left)
			if seenRight && p <= t.best {
				c = left
				continue
			}
			t.push(left, p)
		}
		if !seenRight {
			if p := t.priority(right); p <= t.best {
				c = right
			} else {
				t.push(right, p)
			}
		}
	}
}

func (t *degreeTraversal) push(c int32, priority int) {
	t.stacks[priority] = append(t.stacks[priority], c)
	t.best = min(t.best, priority)
}

// priority returns the priority of the face of a corner: 0, the highest, if it has no new vertex.
func (t *degreeTraversal) priority(c int32) int {
	v := t.table.vertex[c]
	if t.value[v] != none {
		return 0
	}
	t.degree[v]++
	if t.degree[v] > 1 {
		return 1
	}
	return 2
}
