package layout

import (
	"math"
	"strconv"

	"github.com/meshcheck/meshcheck/geom"
)

// Pictures have side units to a tile, and coordinates are multiples of a step, a decimal part of a
// unit.
const (
	side  = 1000
	steps = 100
)

// point is a point of a picture, in steps.
type point [2]int

func pointOf(p geom.Vec2) point {
	return point{int(math.Round(p[0] * side * steps)), int(math.Round(p[1] * side * steps))}
}

// pathMaker makes paths of directed edges.
type pathMaker struct {
	edges [][2]point
	count map[[2]point]int // of the edges, for cancelling
}

func (m *pathMaker) reset() { m.edges, m.count = m.edges[:0], nil }

// edge adds an edge.
func (m *pathMaker) edge(p, q geom.Vec2) {
	if e := [2]point{pointOf(p), pointOf(q)}; e[0] != e[1] {
		m.edges = append(m.edges, e)
	}
}

// cancel adds an edge, or removes the opposite one. The remaining edges of triangles have the same
// winding numbers as all of them.
func (m *pathMaker) cancel(p, q geom.Vec2) {
	if m.count == nil {
		m.count = map[[2]point]int{}
	}
	e := [2]point{pointOf(p), pointOf(q)}
	switch back := [2]point{e[1], e[0]}; {
	case e[0] == e[1]:
	case m.count[back] > 0:
		m.count[back]--
	default:
		m.count[e]++
		m.edges = append(m.edges, e)
	}
}

// path joins the edges to closed lines and returns them as an SVG path.
func (m *pathMaker) path() (out []byte) {
	if m.count != nil {
		kept := m.edges[:0]
		for _, e := range m.edges {
			if m.count[e] > 0 {
				m.count[e]--
				kept = append(kept, e)
			}
		}
		m.edges = kept
	}
	next := map[point][]int{}
	for i := len(m.edges) - 1; i >= 0; i-- {
		next[m.edges[i][0]] = append(next[m.edges[i][0]], i)
	}
	used, line := make([]bool, len(m.edges)), []point{}
	for i := range m.edges {
		if used[i] {
			continue
		}
		line = append(line[:0], m.edges[i][0])
		for k := i; k >= 0; k = following(next, used, m.edges[k][1], line[0]) {
			used[k] = true
			line = append(line, m.edges[k][1])
		}
		out = appendLine(out, line)
	}
	return out
}

// following returns an unused edge from a point, or -1 if there is none or the line is closed.
func following(next map[point][]int, used []bool, from, start point) int {
	if from == start {
		return -1
	}
	list := next[from]
	for len(list) > 0 {
		k := list[len(list)-1]
		list = list[:len(list)-1]
		if !used[k] {
			next[from] = list
			return k
		}
	}
	next[from] = nil
	return -1
}

// appendLine appends a line, closed if it ends where it begins. It leaves out collinear points.
func appendLine(out []byte, line []point) []byte {
	out = append(out, 'M')
	out = appendPoint(out, line[0])
	at, relative := line[0], false
	for i := 1; i < len(line); i++ {
		p := line[i]
		if i+1 < len(line) && ahead(at, p, line[i+1]) {
			continue
		}
		if i+1 == len(line) && p == line[0] {
			return append(out, 'z')
		}
		if !relative {
			out, relative = append(out, 'l'), true
		} else if p[0] >= at[0] {
			out = append(out, ' ')
		}
		out = appendPoint(out, point{p[0] - at[0], p[1] - at[1]})
		at = p
	}
	return out
}

// ahead reports whether q lies straight between p and r.
func ahead(p, q, r point) bool {
	a, b := point{q[0] - p[0], q[1] - p[1]}, point{r[0] - q[0], r[1] - q[1]}
	return a[0]*b[1] == a[1]*b[0] && a[0]*b[0]+a[1]*b[1] > 0
}

// appendPoint appends the coordinates of a point, or of a step.
func appendPoint(out []byte, p point) []byte {
	out = appendSteps(out, p[0])
	if p[1] >= 0 {
		out = append(out, ' ')
	}
	return appendSteps(out, p[1])
}

// appendSteps appends a number of steps in units.
func appendSteps(out []byte, n int) []byte {
	if n < 0 {
		out, n = append(out, '-'), -n
	}
	whole, part := n/steps, n%steps
	if whole > 0 || part == 0 {
		out = strconv.AppendInt(out, int64(whole), 10)
	}
	if part == 0 {
		return out
	}
	out = append(out, '.', byte('0'+part/10))
	if part%10 != 0 {
		out = append(out, byte('0'+part%10))
	}
	return out
}
