package excerpt

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks/hulls"
	"github.com/meshcheck/meshcheck/mesh"
)

const (
	// hullViews is how many groups of hulls of a file have a view at most.
	hullViews = 50
	// hullTriangles is into how many triangles the surfaces in a view of hulls are cut at
	// least, so that colours between vertices are those of distances there.
	hullTriangles = 8000
	// hullObjects is how many visuals and hulls a group may have to be in a view.
	hullObjects = 2000
	// cutPieces is how many edges of triangles that are cut go into the size of all.
	cutPieces = 40
)

// addHulls adds the excerpts of the groups of hulls, the first of the result first, and
// returns what they leave of the bounds.
func (e *Excerpt) addHulls(ctx context.Context, s *mesh.Scene, r *check.Result, o Options) (Options, error) {
	if r.Hulls() == nil {
		return o, nil
	}
	bounds := o
	if r.Counts != (check.Counts{}) || len(r.Pairs()) > 0 {
		bounds.Triangles, bounds.Bytes = o.Triangles/2, o.Bytes/2
	}
	groups, triangles, findings := chooseGroups(r, bounds)
	for i := range r.Hulls().Groups {
		if !slices.Contains(groups, i) {
			o.Geometry.ReleaseHulls(i)
		}
	}
	drafts := o.drafter(ctx)
	for k, share := range shareOut(triangles, findings, bounds) {
		i := groups[k]
		model, err := o.Geometry.HullModel(ctx, r, i, o.Workers)
		o.Geometry.ReleaseHulls(i)
		if ctx.Err() != nil {
			return o, ctx.Err()
		}
		if err != nil || share.triangles == 0 {
			continue // the page says of what there is nothing to be seen
		}
		x, err := drafts.excerpt(hullSubject(r, i, model, share.triangles), share, upAxis(s))
		if err != nil {
			return o, err
		}
		if x != nil {
			e.Hulls = append(e.Hulls, x)
			o.Triangles -= x.Embedded + x.StandIns
			o.Bytes -= x.size()
		}
	}
	return o, nil
}

// chooseGroups returns the numbers of the groups for which there is room, those with
// findings first, and what each wants.
func chooseGroups(r *check.Result, o Options) (numbers []int, triangles, findings []demand) {
	room, work := o.Triangles, mostExamined
	for _, found := range []bool{true, false} {
		for i := range r.Hulls().Groups {
			g := &r.Hulls().Groups[i]
			looked := hullTrianglesOf(r, g)
			if len(g.Findings) > 0 != found || len(numbers) == hullViews || len(g.Visuals)+len(g.Hulls) > hullObjects || leastTriangles > room || looked > work {
				continue
			}
			room, work = room-leastTriangles, work-looked
			numbers = append(numbers, i)
			triangles = append(triangles, demand{max(looked, hullTriangles), 1})
			findings = append(findings, demand{0, 1})
		}
	}
	return numbers, triangles, findings
}

// hullTrianglesOf returns how many triangles the meshes of a group have.
func hullTrianglesOf(r *check.Result, g *check.HullGroup) (n int) {
	for i := range g.Visuals {
		n += r.Meshes[g.Visuals[i].Mesh].Triangles
	}
	for i := range g.Hulls {
		if m := g.Hulls[i].Object.Mesh; m >= 0 {
			n += r.Meshes[m].Triangles
		}
	}
	return n
}

// hullScene is what a view of hulls shows beside its triangles.
type hullScene struct {
	group *check.HullGroup
	model *hulls.Model
	// size of all that is in the view.
	size float64
}

// hullSubject is group i: its visuals and then its hulls, cut into no more triangles than
// there is room for.
func hullSubject(r *check.Result, i int, model *hulls.Model, room int) *subject {
	g := &r.Hulls().Groups[i]
	of := &subject{mesh: -1, pair: -1, hulls: i, inner: -1}
	box := geom.EmptyBox()
	var surfaces [][]geom.Triangle
	for k := range g.Visuals {
		surfaces = append(surfaces, model.Visual(k))
		of.objects = append(of.objects, object{role: roleVisual, Mesh: g.Visuals[k].Mesh, part: -1, shell: -1})
	}
	for k := range g.Hulls {
		surfaces = append(surfaces, model.Surface(k))
		of.objects = append(of.objects, object{role: roleHull, Mesh: max(g.Hulls[k].Object.Mesh, 0), part: -1, shell: -1})
	}
	for _, s := range surfaces {
		for k := range s {
			box = box.Union(s[k].Box())
		}
	}
	first := 0
	surfaces = cutFine(surfaces, box.Diagonal()/cutPieces, room)
	for k, s := range surfaces {
		o := &of.objects[k]
		o.surface, o.world, o.first = soupOf(s), geom.Identity(), first
		first += len(s)
		surfaces[k] = nil // the soup has all of it
	}
	for k := range g.Findings {
		if places := g.Findings[k].Places; len(places) > 0 && drawablePoints(places) {
			of.regions = append(of.regions, geom.BoxOf(places))
		}
	}
	of.scene = &hullScene{g, model, box.Diagonal()}
	return of
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

// cutFine cuts the edges of surfaces at their middles until none is longer than most, or
// there would be more than room for the triangles. Neighbours cut the edge between them at
// the same place, so that what was joined stays so.
func cutFine(surfaces [][]geom.Triangle, most float64, room int) [][]geom.Triangle {
	for {
		all, cuts := 0, 0
		for _, s := range surfaces {
			all += len(s)
			for k := range s {
				cuts += longEdges(&s[k], most)
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

// long reports whether the edge behind corner k is longer than most.
func long(t *geom.Triangle, k int, most float64) bool {
	return t[(k+1)%3].Sub(t[k]).Norm() > most
}

func longEdges(t *geom.Triangle, most float64) (n int) {
	for k := range t {
		if long(t, k, most) {
			n++
		}
	}
	return n
}

// cutTriangle appends what becomes of a triangle: one more than it has long edges.
func cutTriangle(out []geom.Triangle, t *geom.Triangle, most float64) []geom.Triangle {
	var middle [3]geom.Vec // of the edge behind each corner
	for k := range t {
		middle[k] = t[k].Add(t[(k+1)%3]).Scale(0.5)
	}
	switch n := longEdges(t, most); n {
	case 0:
		return append(out, *t)
	case 3:
		return append(out, geom.Triangle{t[0], middle[0], middle[2]}, geom.Triangle{middle[0], t[1], middle[1]},
			geom.Triangle{middle[2], middle[1], t[2]}, geom.Triangle{middle[0], middle[1], middle[2]})
	default:
		k := 0 // with one long edge it is the one behind k, with two those behind k and the next
		for !long(t, k, most) || n == 2 && !long(t, (k+1)%3, most) {
			k++
		}
		p, q, r := t[k], t[(k+1)%3], t[(k+2)%3]
		m, l := middle[k], middle[(k+1)%3]
		if n == 1 {
			return append(out, geom.Triangle{p, m, r}, geom.Triangle{m, q, r})
		}
		return append(out, geom.Triangle{m, q, l}, geom.Triangle{p, m, l}, geom.Triangle{p, l, r})
	}
}
