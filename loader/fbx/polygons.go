package fbx

import (
	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/polygon"
)

// layer has a number for each polygon, or one for all. There may be fewer than polygons.
type layer struct {
	values []int32
	all    bool
}

// at returns the number of a polygon, 0 if there is none.
func (l *layer) at(i int) int32 {
	if l.all {
		i = 0
	}
	if i < len(l.values) {
		return l.values[i]
	}
	return 0
}

// countPolygons checks the corners of all polygons.
func (r *reader) countPolygons(g *geometry, n *document.Node) error {
	points := uint32(g.positions.Len())
	size := 0
	for i, c := range g.corners {
		size++
		v := uint32(c)
		if c < 0 {
			v = ^v
		}
		switch {
		case v >= points:
			return r.fail(n, "%s polygon %d: vertex %d does not exist: there are %d, the first of which is 0", g.label(), g.polygons, v, points)
		case size > polygon.MaxCorners:
			return r.fail(n, "%s polygon %d has more than %d corners", g.label(), g.polygons, polygon.MaxCorners)
		case c < 0 || i == len(g.corners)-1: // some programs do not mark the last end
			g.count(size)
			size = 0
		}
		if i&0xfffff == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
	}
	return nil
}

// count counts a polygon with so many corners.
func (g *geometry) count(corners int) {
	switch {
	case corners < 3:
		g.short++
	case g.holes.at(g.polygons) != 0:
		g.left++
	default:
		g.triangles += corners - 2
	}
	g.polygons++
}

// eachPolygon calls f with the number, the number of the first corner, and the corners of each
// polygon that is no hole and has at least three.
func (g *geometry) eachPolygon(f func(i, first int, corners []uint32) error) error {
	n := 0
	var corners []uint32
	for k, c := range g.corners {
		end := c < 0 || k == len(g.corners)-1
		if c < 0 {
			c = ^c
		}
		corners = append(corners, uint32(c))
		if !end {
			continue
		}
		if len(corners) >= 3 && g.holes.at(n) == 0 {
			if err := f(n, k+1-len(corners), corners); err != nil {
				return err
			}
		}
		n++
		corners = corners[:0]
	}
	return nil
}

// byPolygon returns a layer. Those of other mappings than by polygon say nothing about polygons.
func (r *reader) byPolygon(n *document.Node, name string) (l layer, err error) {
	mapping, _ := n.Child("MappingInformationType").Value(0).Text()
	l.all = mapping == "AllSame"
	if values := n.Child(name); values != nil && (l.all || mapping == "ByPolygon") {
		l.values, err = r.doc.Ints(values)
	}
	return l, err
}
