package excerpt

import (
	"cmp"
	"context"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// leastTriangles is how many triangles show what a pair of objects is: with fewer, rather
// fewer pairs.
const leastTriangles = 500

// mostExamined bounds the triangles of all pairs that are looked at for excerpts of a
// file, those that are left out or decimated among them: some seconds.
const mostExamined = 20_000_000

// addPairs adds the excerpts of the pairs, the worst first, and returns what they leave
// of the bounds.
func (e *Excerpt) addPairs(ctx context.Context, s *mesh.Scene, r *check.Result, o Options) (Options, error) {
	bounds := o
	if !onlyPairs(r) {
		bounds.Triangles, bounds.Findings, bounds.Bytes = o.Triangles/2, o.Findings/2, o.Bytes/2
	}
	numbers, triangles, findings := choosePairs(r, bounds)
	for _, i := range numbers { // a mesh may stand in several pairs
		p := &r.Pairs()[i]
		o.Geometry.World().Expect(world.Drawing, p.A.Mesh)
		o.Geometry.World().Expect(world.Drawing, p.B.Mesh)
	}
	drafts := o.drafter(ctx)
	for k, share := range shareOut(triangles, findings, bounds) {
		i := numbers[k]
		at, err := locatePair(s, &r.Pairs()[i])
		if err != nil || share.triangles == 0 {
			continue // the page says of what there is nothing to be seen
		}
		x, err := drafts.excerpt(pairSubject(r, i, at), share, upAxis(s))
		if err != nil {
			return o, err
		}
		if x != nil {
			e.Pairs = append(e.Pairs, x)
			o.Triangles -= x.Embedded + x.StandIns
			o.Findings -= x.Findings
			o.Bytes -= x.size()
		}
	}
	return o, nil
}

// onlyPairs reports whether all that was found is between objects: meshes one by one
// would show nothing of it.
func onlyPairs(r *check.Result) bool {
	return len(r.Pairs()) > 0 && r.Counts == (check.Counts{}) && (r.Hulls() == nil || len(r.Hulls().Groups) == 0)
}

// choosePairs returns the numbers of the pairs for which there is room, the worst first, and
// what each wants.
func choosePairs(r *check.Result, o Options) (numbers []int, triangles, findings []demand) {
	room, work := o.Triangles, mostExamined
	for i := range r.Pairs()[:min(len(r.Pairs()), PairsPerFile)] {
		p := &r.Pairs()[i]
		looked := r.Meshes[p.A.Mesh].Triangles + r.Meshes[p.B.Mesh].Triangles
		want := objectTriangles(r, &p.A) + objectTriangles(r, &p.B)
		least := min(want, leastTriangles)
		if least > room || looked > work {
			continue
		}
		room, work = room-least, work-looked
		numbers = append(numbers, i)
		triangles = append(triangles, demand{want, 1})
		findings = append(findings, demand{len(p.Findings), 1})
	}
	return numbers, triangles, findings
}

// objectTriangles returns the number of triangles of an object, or more if it is a shell.
func objectTriangles(r *check.Result, o *check.Object) int {
	if o.Part >= 0 {
		return r.Meshes[o.Mesh].Parts[o.Part].Triangles
	}
	return r.Meshes[o.Mesh].Triangles
}

// matchPairs reports where the pairs of r name what s does not have.
func matchPairs(s *mesh.Scene, r *check.Result) error {
	for i := range r.Pairs() {
		p := &r.Pairs()[i]
		for k, o := range []*check.Object{&p.A, &p.B} {
			if o.Mesh < 0 || o.Mesh >= len(s.Meshes) || o.Part >= len(r.Meshes[o.Mesh].Parts) {
				return fmt.Errorf("pair %d: the model does not have one of the objects", i)
			}
			n := s.Meshes[o.Mesh].Triangles()
			if p.Nearest != nil && !among(p.Nearest.Faces[k].Triangle, n) {
				return fmt.Errorf("pair %d: the model does not have its nearest triangle", i)
			}
			for j := range p.Findings {
				f := &p.Findings[j]
				face := []*check.Face{&f.A, f.B}[k]
				if face == nil || !among(face.Triangle, n) || f.Region >= len(p.Regions) {
					return fmt.Errorf("pair %d: finding %d names triangles that the model does not have", i, j)
				}
			}
		}
	}
	return nil
}

func among(t, n int) bool { return 0 <= t && t < n }

// SamePairs reports where objects or triangles that pairs of r name are not where s has them.
func SamePairs(s *mesh.Scene, r *check.Result) error {
	for i := range r.Pairs() {
		p := &r.Pairs()[i]
		at, err := locatePair(s, p)
		if err != nil {
			return fmt.Errorf("pair %d: %w", i, err)
		}
		for k, o := range []*check.Object{&p.A, &p.B} {
			for _, face := range facesOf(p, k) {
				if !InPlace(s.Meshes[o.Mesh], at[k].world, face) {
					return fmt.Errorf("pair %d: its triangles have moved", i)
				}
			}
		}
	}
	return nil
}

// placed is where an object is: the map from its stored coordinates to the world, and the parts of
// its mesh that it shows, nil for all.
type placed struct {
	world geom.Affine
	shows []bool
}

// locatePair returns where both objects of a pair are.
func locatePair(s *mesh.Scene, p *check.Pair) (at [2]placed, err error) {
	for k, o := range []*check.Object{&p.A, &p.B} {
		in, err := world.Locate(s, o)
		if err != nil {
			return at, err
		}
		m := s.Meshes[o.Mesh]
		at[k].world = in.World.ScaleInput(cmp.Or(m.Scale, 1))
		if in.Object > 0 {
			at[k].shows = make([]bool, len(m.Parts))
			for i := range m.Parts {
				at[k].shows[i] = in.Shows(m, i)
			}
		}
	}
	return at, nil
}

// facesOf returns the triangles of one object of a pair whose places are known.
func facesOf(p *check.Pair, k int) (faces []*check.Face) {
	for i := range p.Findings {
		faces = append(faces, []*check.Face{&p.Findings[i].A, p.Findings[i].B}[k])
	}
	if p.Nearest != nil {
		faces = append(faces, &p.Nearest.Faces[k])
	}
	return faces
}
