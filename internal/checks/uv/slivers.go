package uv

import (
	"cmp"
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/obrtree"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/plane"
)

// sliverSearch finds the triangles that share area in layouts in which most boxes of triangles meet
// but few triangles do: long slivers beside each other, and triangles that meet in one corner. It
// finds the same pairs as the search by boxes.
type sliverSearch struct {
	triangles []plane.Triangle
	groups    []uint32 // the triangles to compare
	tree      *obrtree.Tree
	hubs      []hub
	tags      [][3]uint32 // the hubs of the corners of each group, in order
}

// hub is a point that is a corner of many triangles.
type hub struct {
	at      geom.Vec2
	corners []hubCorner
}

// hubCorner is corner k of the triangle at an index of groups.
type hubCorner struct {
	at    geom.Vec2
	group uint32
	k     uint8
}

// leastHub is the least number of triangles at a hub.
const leastHub = 16

// newSliverSearch prepares a search among one triangle of each group.
func newSliverSearch(ctx context.Context, triangles []plane.Triangle, groups []uint32) (*sliverSearch, error) {
	s := &sliverSearch{triangles: triangles, groups: groups}
	s.findHubs()
	var err error
	s.tree, err = obrtree.Build(ctx, s)
	return s, err
}

// Len, Points and Tags make the groups the items of a tree.
func (s *sliverSearch) Len() int { return len(s.groups) }

// Points appends the corners of a triangle.
func (s *sliverSearch) Points(i uint32, out []geom.Vec2) []geom.Vec2 {
	return append(out, s.triangles[s.groups[i]][:]...)
}

// Tags returns the hubs of a triangle.
func (s *sliverSearch) Tags(i uint32) [3]uint32 { return s.tags[i] }

// findHubs finds the hubs and the triangles at them.
func (s *sliverSearch) findHubs() {
	corners := make([]hubCorner, 0, 3*len(s.groups))
	s.tags = make([][3]uint32, len(s.groups))
	for i, g := range s.groups {
		s.tags[i] = [3]uint32{obrtree.NoTag, obrtree.NoTag, obrtree.NoTag}
		for k, p := range s.triangles[g] {
			corners = append(corners, hubCorner{p, uint32(i), uint8(k)})
		}
	}
	slices.SortFunc(corners, func(a, b hubCorner) int {
		return cmp.Or(cmp.Compare(a.at[0], b.at[0]), cmp.Compare(a.at[1], b.at[1]), cmp.Compare(a.group, b.group))
	})
	for len(corners) > 0 {
		n := 1
		for n < len(corners) && corners[n].at == corners[0].at {
			n++
		}
		if n >= leastHub {
			for _, c := range corners[:n] {
				s.tags[c.group][c.k] = uint32(len(s.hubs))
			}
			s.hubs = append(s.hubs, hub{corners[0].at, corners[:n]})
		}
		corners = corners[n:]
	}
}

// visit calls f with all pairs of groups, i < j, whose triangles share area, each once.
func (s *sliverSearch) visit(ctx context.Context, workers int, f func(worker int, i, j uint32), progress func(share float64)) error {
	err := parallel.Tasks(ctx, workers, len(s.hubs), func(worker, k int) { s.around(ctx, worker, uint32(k), f) })
	if err != nil {
		return err
	}
	return s.tree.Walk(ctx, workers, func(worker int, a, b uint32) bool { return s.step(worker, a, b, f) },
		func(done, total int) { progress(float64(done) / float64(total)) })
}

// around visits the pairs of triangles at a hub. It visits pairs with two common hubs only at the
// lesser one.
func (s *sliverSearch) around(ctx context.Context, worker int, k uint32, f func(worker int, i, j uint32)) {
	corners := s.hubs[k].corners
	wedges := make([]plane.Wedge, len(corners))
	for i, c := range corners {
		t := &s.triangles[s.groups[c.group]]
		wedges[i] = plane.Wedge{From: t[nextCorner[c.k]], To: t[nextCorner[nextCorner[c.k]]]}
	}
	calls := 0
	plane.OverlapsAround(s.hubs[k].at, wedges, func(i, j int) bool {
		x, y := corners[i].group, corners[j].group
		if s.firstHub(x, y) == k {
			f(worker, min(s.groups[x], s.groups[y]), max(s.groups[x], s.groups[y]))
		}
		calls++
		return calls%(1<<10) != 0 || ctx.Err() == nil
	})
}

// firstHub returns the least common hub of two triangles, obrtree.NoTag if there is none.
func (s *sliverSearch) firstHub(x, y uint32) uint32 {
	least := uint32(obrtree.NoTag)
	for _, tag := range s.tags[x] {
		if tag < least && slices.Contains(s.tags[y][:], tag) {
			least = tag
		}
	}
	return least
}

// step visits the pairs of two leaves, and reports whether two nodes may have any.
func (s *sliverSearch) step(worker int, a, b uint32, f func(worker int, i, j uint32)) bool {
	if a != b && s.tree.Nodes[a].Rect.Apart(&s.tree.Nodes[b].Rect) {
		return false
	}
	for i, j := range s.tree.Pairs(a, b) {
		g, h := s.groups[i], s.groups[j]
		if boxesMeet(&s.triangles[g], &s.triangles[h]) && s.firstHub(i, j) == obrtree.NoTag && plane.Overlap(&s.triangles[g], &s.triangles[h]) {
			f(worker, min(g, h), max(g, h))
		}
	}
	return true
}

// boxesMeet reports whether the boxes of two triangles have a point in common.
func boxesMeet(t, u *plane.Triangle) bool {
	for k := range 2 {
		if max(t[0][k], t[1][k], t[2][k]) < min(u[0][k], u[1][k], u[2][k]) || max(u[0][k], u[1][k], u[2][k]) < min(t[0][k], t[1][k], t[2][k]) {
			return false
		}
	}
	return true
}
