package drawing

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report/wording"
)

const (
	// hullViews is the greatest number of groups of hulls of a file with a view.
	hullViews = 50
	// hullTriangles is the least number of triangles into which the surfaces in a view of hulls are
	// cut, so that colours interpolated between vertices match the distances there.
	hullTriangles = 8000
	// hullObjects is the greatest number of visuals and hulls of a group in a view.
	hullObjects = 2000
	// cutPieces is the number of cut edges that fit along the size of the view.
	cutPieces = 40
	// leastScale is the least distance at the end of a scale, as a share of the view's size:
	// smaller ones are invisible and mostly rounding.
	leastScale = 1.0 / 200
)

// addHulls adds the views of the groups of hulls, in the order of the result.
func (e *excerpting) addHulls() error {
	bounds, g := e.left, e.geometry
	if foundInMeshes(e.result) || len(pairsOf(e.result)) > 0 {
		bounds = bounds.half()
	}
	chosen, demands := chooseGroups(e.result, bounds)
	for i := range groupsOf(e.result) {
		if !slices.Contains(chosen, i) {
			g.ReleaseHulls(i)
		}
	}
	for k, share := range shareOut(demands, bounds) {
		i := chosen[k]
		model, err := g.HullModel(e.ctx, e.result, i, e.left.Workers)
		g.ReleaseHulls(i)
		if e.ctx.Err() != nil {
			return e.ctx.Err()
		}
		if err != nil || share.triangles == 0 {
			continue // the page says what is not visible
		}
		if err := e.add(&e.Hulls, newHullStage(&groupsOf(e.result)[i], i, model, share.triangles), share); err != nil {
			return err
		}
	}
	return nil
}

// chooseGroups returns the numbers of the groups that fit, those with findings first, and their
// demands.
func chooseGroups(r *check.Result, o Options) (numbers []int, demands []demand) {
	const least = viewCost + 18*leastTriangles // bytes
	room, work, groups := min(o.Triangles, o.Bytes/least*leastTriangles), mostExamined, groupsOf(r)
	for _, found := range []bool{true, false} {
		for i := range groups {
			g := &groups[i]
			looked := trianglesOf(r, g)
			if len(g.Findings) > 0 != found || len(numbers) == hullViews || len(g.Visuals)+len(g.Hulls) > hullObjects || leastTriangles > room || looked > work {
				continue
			}
			room, work = room-leastTriangles, work-looked
			numbers = append(numbers, i)
			demands = append(demands, demand{max(looked, hullTriangles), 0, 1})
		}
	}
	return numbers, demands
}

// trianglesOf returns the number of triangles of a group's meshes.
func trianglesOf(r *check.Result, g *check.HullGroup) (n int) {
	for i := range g.Visuals {
		n += meshesOf(r)[g.Visuals[i].Mesh].Triangles
	}
	for i := range g.Hulls {
		if m := g.Hulls[i].Object.Mesh; m >= 0 {
			n += meshesOf(r)[m].Triangles
		}
	}
	return n
}

// hullStage is what a stage of hulls has besides triangles.
type hullStage struct {
	group *check.HullGroup
	model *hulls.Model
	// size is the size of everything in the view.
	size float64
}

// newHullStage returns the stage of group i: its visuals, then its hulls, cut into at most room
// triangles.
func newHullStage(g *check.HullGroup, i int, model *hulls.Model, room int) *stage {
	of := &stage{mesh: -1, pair: -1, group: i, inner: -1}
	var surfaces [][]geom.Triangle
	for k := range g.Visuals {
		surfaces = append(surfaces, model.Visual(k))
		of.objects = append(of.objects, object{Object: Object{Role: Visual, Mesh: g.Visuals[k].Mesh, Instance: g.Visuals[k].Instance}})
	}
	for k := range g.Hulls {
		surfaces = append(surfaces, model.Surface(k))
		of.objects = append(of.objects, object{Object: Object{Role: Hull, Mesh: max(g.Hulls[k].Object.Mesh, 0), Instance: g.Hulls[k].Object.Instance}})
	}
	box := geom.EmptyBox()
	for _, s := range surfaces {
		for k := range s {
			box = box.Union(s[k].Box())
		}
	}
	first := 0
	surfaces = cutFine(surfaces, box.Diagonal()/cutPieces, room)
	for k, s := range surfaces {
		o := &of.objects[k]
		o.surface, o.world, o.First, o.part, o.shell = soupOf(s), geom.Identity(), first, -1, -1
		first += len(s)
		surfaces[k] = nil // the soup has all of it
	}
	for k := range g.Findings {
		if places := g.Findings[k].Places; len(places) > 0 && allDrawable(places) {
			of.regions = append(of.regions, geom.BoxOf(places))
		}
	}
	of.hulls = &hullStage{g, model, box.Diagonal()}
	return of
}

// complete measures the vertices of a view and adds the findings.
func (h *hullStage) complete(d *draft, x *View) error {
	for k := range h.group.Findings {
		x.Findings = append(x.Findings, d.hullFinding(&h.group.Findings[k], k, x.Frame))
	}
	x.Gap, x.Excess = h.scale(h.group.Gap), h.scale(h.group.Excess)
	x.Far = make([]float32, len(x.Points))
	owners := make([]int32, len(x.Points))
	for k := range x.Triangles {
		for _, c := range x.Triangles[k].Corners {
			owners[c] = x.Triangles[k].Object
		}
	}
	return parallel.Ranges(d.ctx, d.workers, len(owners), 64, func(lo, hi int) {
		for v := lo; v < hi; v++ {
			p := x.Frame.World(x.Points[v])
			switch role := x.Objects[owners[v]].Role; {
			case role == Hull && x.Excess > 0:
				x.Far[v] = float32(min(h.model.OffVisuals(p)/x.Excess, 1))
			case role == Visual && x.Gap > 0:
				x.Far[v] = float32(min(h.model.OffHulls(p)/x.Gap, 1))
			}
		}
	})
}

// scale returns the distance at the end of a scale, or 0 if nothing was measured.
func (h *hullStage) scale(c *check.Coverage) float64 {
	if c == nil || !wording.Finite(c.Greatest) {
		return 0
	}
	return max(c.Greatest, h.size*leastScale)
}

// soupOf returns triangles as a mesh.
func soupOf(triangles []geom.Triangle) *mesh.Mesh {
	var p mesh.Positions
	for k := range triangles {
		for _, c := range triangles[k] {
			p.F64 = append(p.F64, c[:]...)
		}
	}
	return &mesh.Mesh{Parts: []mesh.Part{{Positions: p}}}
}

// cutFine bisects the edges of surfaces until none is longer than most, or the triangles would
// exceed room. Neighbours cut their common edge at the same point, so connected surfaces stay
// connected.
func cutFine(surfaces [][]geom.Triangle, most float64, room int) [][]geom.Triangle {
	for {
		all, cuts := 0, 0
		for _, s := range surfaces {
			all += len(s)
			for k := range s {
				cuts += len(longEdges(&s[k], most))
			}
		}
		if cuts == 0 || all+cuts > room {
			return surfaces
		}
		for i, s := range surfaces {
			finer := make([]geom.Triangle, 0, len(s)*2)
			for k := range s {
				finer = cutTriangle(finer, &s[k], most)
			}
			surfaces[i] = finer
		}
	}
}

// longEdges returns the edges of t longer than most, each by its first corner.
func longEdges(t *geom.Triangle, most float64) (edges []int) {
	for k := range t {
		if t[(k+1)%3].Sub(t[k]).Norm() > most {
			edges = append(edges, k)
		}
	}
	return edges
}

// cutTriangle appends the pieces of a triangle: one more than it has long edges.
func cutTriangle(out []geom.Triangle, t *geom.Triangle, most float64) []geom.Triangle {
	edges := longEdges(t, most)
	if len(edges) == 0 {
		return append(out, *t)
	}
	k := edges[0] // if there are two, the second follows the first
	if len(edges) == 2 && edges[1] != k+1 {
		k = edges[1]
	}
	p, q, r := t[k], t[(k+1)%3], t[(k+2)%3]
	middle := func(a, b geom.Vec) geom.Vec { return a.Add(b).Scale(0.5) }
	m, l := middle(p, q), middle(q, r)
	switch len(edges) {
	case 1:
		return append(out, geom.Triangle{p, m, r}, geom.Triangle{m, q, r})
	case 2:
		return append(out, geom.Triangle{m, q, l}, geom.Triangle{p, m, l}, geom.Triangle{p, l, r})
	}
	n := middle(r, p)
	return append(out, geom.Triangle{p, m, n}, geom.Triangle{m, q, l}, geom.Triangle{n, l, r}, geom.Triangle{m, l, n})
}
