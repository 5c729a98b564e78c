package poses

import "github.com/meshcheck/meshcheck/geom"

// gatherShare is how far apart, relative to the greatest coordinate of a subject, vertices are that rounding
// has parted: well above the rounding of skins, and a thousandth of a float32's last bit.
const gatherShare = 0x1p-44

// gather moves the vertices of a deformed subject to one point that edges connect and that only rounding keeps
// apart, as in a part that joints hide by the scale 0, with several influences for each vertex. Otherwise each
// triangle of such a part may lie in all others. It keeps vertices within the bound of positions: no two
// that are farther apart than gatherShare become one.
func (w *worker) gather(k int) {
	o := &w.scene.subjects[k]
	points := w.positions[o.firstVertex:o.endVertex]
	most := 0.0
	for i := range points {
		if p := &points[i]; finite(p) {
			most = max(most, abs(p[0]), abs(p[1]), abs(p[2]))
		}
	}
	g := gathering{points: points, share: gatherShare * most, root: w.root[:0]}
	for _, f := range w.scene.faces[o.first:o.end] {
		first := uint32(o.firstVertex)
		a, b, c := f[0]-first, f[1]-first, f[2]-first
		g.edge(a, b)
		g.edge(b, c)
		g.edge(c, a)
	}
	for v := range g.root {
		if r := g.of(uint32(v)); g.near(uint32(v), r) {
			points[v] = points[r]
		}
	}
	w.root = g.root
}

// gathering are the points of a subject, and sets of those that are near each other.
type gathering struct {
	points []geom.Vec
	share  float64
	// root has, for each point, one of its set with a lesser number, or itself; it is empty as long as there
	// are no sets.
	root []uint32
}

// near reports whether rounding may keep two points apart.
func (g *gathering) near(a, b uint32) bool {
	p, q := &g.points[a], &g.points[b]
	return abs(p[0]-q[0]) <= g.share && abs(p[1]-q[1]) <= g.share && abs(p[2]-q[2]) <= g.share
}

// edge puts two points into one set if they are near each other.
func (g *gathering) edge(a, b uint32) {
	if !g.near(a, b) || a == b {
		return
	}
	if len(g.root) == 0 {
		for v := range g.points {
			g.root = append(g.root, uint32(v))
		}
	}
	if a, b = g.of(a), g.of(b); a != b {
		g.root[max(a, b)] = min(a, b)
	}
}

// of returns the first point of the set of a point.
func (g *gathering) of(v uint32) uint32 {
	for g.root[v] != v {
		g.root[v] = g.root[g.root[v]]
		v = g.root[v]
	}
	return v
}
