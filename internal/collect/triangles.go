package collect

import "github.com/meshcheck/meshcheck/check"

// Triangles tells what regions need to know of triangles, which are asked for once many findings are known, or
// never. It must be safe for concurrent use. Both methods take the number of a triangle that is the first or,
// where k is 1, the second of a finding.
type Triangles interface {
	Side(k int, triangle uint32) Side
	Corners(k int, triangle uint32) Corners
}

// Side is what the regions of findings of a triangle need to know of it.
type Side struct {
	Triangle, Shell uint32
	Part            int
}

// Corners are the vertices of a triangle, and a number of its face, the same for triangles of the same three
// vertices.
type Corners struct {
	Vertices [3]uint32
	Face     uint32
}

// noPart stands for the parts of an edge crossing, all of which are added one by one.
const noPart = -1

// links are what a finding may have in common with others.
type links struct {
	shells [2]uint32 // the smaller number first
	parts  [2]int32
	places [2]place // the ends of a segment, if it has any
}

// sides returns the shells and parts of a finding of two triangles, or of shells for an edge crossing.
func (c *Collector) sides(rule check.Rule, of [2]uint32) (shells [2]uint32, parts [2]int32) {
	if rule.Kind() == check.EdgeCrossing {
		return ordered(of), [2]int32{noPart, noPart}
	}
	t, u := c.triangles.Side(0, of[0]), c.triangles.Side(1, of[1])
	return ordered([2]uint32{t.Shell, u.Shell}), [2]int32{int32(t.Part), int32(u.Part)}
}

// linksTogether is how many records are linked together.
const linksTogether = 64

// setLinks sets the links of some records, at most linksTogether.
func (c *Collector) setLinks(records []*record, links []links) {
	// Fetching the corners of all before the first are used overlaps the cache misses.
	var corners [linksTogether][2]Corners
	for n, r := range records {
		if r.hasEnds {
			corners[n] = [2]Corners{c.triangles.Corners(0, r.of[0]), c.triangles.Corners(1, r.of[1])}
		}
	}
	for n, r := range records {
		l := &links[n]
		l.shells, l.parts = c.sides(r.kind.rule, r.of)
		if r.hasEnds {
			for k, p := range r.ends {
				l.places[k] = placeOf(p, &corners[n][0], &corners[n][1])
			}
		}
	}
}

// ordered returns two numbers, the smaller first.
func ordered(pair [2]uint32) [2]uint32 {
	return [2]uint32{min(pair[0], pair[1]), max(pair[0], pair[1])}
}
