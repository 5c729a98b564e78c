package excerpt

import (
	"cmp"
	"context"
	"fmt"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// leastStage is how many triangles show what a pair of objects is: with fewer, rather
// fewer pairs.
const leastStage = 500

// stageWork bounds the triangles of all pairs that are looked at for excerpts of a
// file, those that are left out or decimated among them: some seconds.
const stageWork = 20_000_000

// addPairs adds the excerpts of the pairs, the worst first, and returns what they leave
// of the bounds.
func (e *Excerpt) addPairs(ctx context.Context, s *mesh.Scene, r *meshcheck.Result, o Options) (Options, error) {
	bounds := o
	if !onlyPairs(r) {
		bounds.Triangles, bounds.Findings, bounds.Bytes = o.Triangles/2, o.Findings/2, o.Bytes/2
	}
	find := newObjectFinder(s)
	numbers, triangles, findings := staged(r, bounds)
	for _, i := range numbers { // a mesh may stand in several pairs
		p := &r.Pairs[i]
		o.Geometry.World().Expect(world.Drawing, p.A.Mesh)
		o.Geometry.World().Expect(world.Drawing, p.B.Mesh)
	}
	drafts := o.drafter(ctx)
	for k, share := range shareOut(triangles, findings, bounds) {
		i := numbers[k]
		a, b := find.instances(&r.Pairs[i])
		if a == nil || share.triangles == 0 {
			continue
		}
		x, err := drafts.excerpt(pairStage(s, r, i, [2]*mesh.Instance{a, b}), share, upAxis(s))
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
func onlyPairs(r *meshcheck.Result) bool {
	return len(r.Pairs) > 0 && r.Counts == (check.Counts{}) && (r.Hulls == nil || len(r.Hulls.Groups) == 0)
}

// staged returns the numbers of the pairs for which there is room, the worst first, and
// what each wants.
func staged(r *meshcheck.Result, o Options) (numbers []int, triangles, findings []demand) {
	room, work := o.Triangles, stageWork
	for i := range r.Pairs[:min(len(r.Pairs), PairsPerFile)] {
		p := &r.Pairs[i]
		looked := r.Meshes[p.A.Mesh].Triangles + r.Meshes[p.B.Mesh].Triangles
		want := objectTriangles(r, &p.A) + objectTriangles(r, &p.B)
		least := min(want, leastStage)
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
func objectTriangles(r *meshcheck.Result, o *check.Object) int {
	if o.Part >= 0 {
		return r.Meshes[o.Mesh].Parts[o.Part].Triangles
	}
	return r.Meshes[o.Mesh].Triangles
}

// objectFinder finds the instances that objects of a result are at.
type objectFinder struct {
	scene *mesh.Scene
	at    map[objectKey][]int
}

type objectKey struct {
	path string
	mesh int
}

func newObjectFinder(s *mesh.Scene) *objectFinder {
	f := &objectFinder{s, map[objectKey][]int{}}
	for i := range s.Instances {
		key := objectKey{mesh.ShortName(s.Instances[i].Path), s.Instances[i].Mesh}
		f.at[key] = append(f.at[key], i)
	}
	return f
}

// instances returns the instances of a pair. Paths need not be unique: the number of the
// instance tells, or else the places of its triangles; without either, where it could be
// several, it is none.
func (f *objectFinder) instances(p *parts.Pair) (a, b *mesh.Instance) {
	s := f.scene
	if len(s.Instances) == 0 {
		if len(s.Meshes) != 1 {
			return nil, nil
		}
		in := &mesh.Instance{World: geom.Identity()}
		return in, in
	}
	known := false
	var fits [2][]int
	for k, o := range []*check.Object{&p.A, &p.B} {
		face := witness(p, k)
		known = face != nil
		for _, i := range f.at[objectKey{o.Path, o.Mesh}] {
			if o.Instance >= 0 && o.Instance != i {
				continue
			}
			if face == nil || f.inPlace(i, face) {
				fits[k] = append(fits[k], i)
			}
		}
	}
	for _, i := range fits[0] {
		for _, j := range fits[1] {
			if i > j || i == j && p.A.Part < 0 && p.A.Shell < 0 {
				continue
			}
			if a != nil {
				return nil, nil
			}
			if a, b = &s.Instances[i], &s.Instances[j]; known {
				return a, b
			}
		}
	}
	return a, b
}

// inPlace reports whether a face of a result is where instance i has it.
func (f *objectFinder) inPlace(i int, face *check.Face) bool {
	in := &f.scene.Instances[i]
	m := f.scene.Meshes[in.Mesh]
	return InPlace(m, in.World.ScaleInput(cmp.Or(m.Scale, 1)), face)
}

// witness returns a triangle of one object of a pair whose place is known, or nil.
func witness(p *parts.Pair, k int) *check.Face {
	switch {
	case p.Nearest != nil:
		return &p.Nearest.Faces[k]
	case len(p.Findings) == 0:
		return nil
	case k == 0:
		return &p.Findings[0].A
	}
	return p.Findings[0].B
}

// matchPairs reports where the pairs of r name what s does not have.
func matchPairs(s *mesh.Scene, r *meshcheck.Result) error {
	for i := range r.Pairs {
		p := &r.Pairs[i]
		for k, o := range []*check.Object{&p.A, &p.B} {
			if o.Mesh < 0 || o.Mesh >= len(s.Meshes) || o.Part >= len(r.Meshes[o.Mesh].Parts) {
				return fmt.Errorf("pair %d: an object is of what the model does not have", i)
			}
			n := s.Meshes[o.Mesh].Triangles()
			if p.Nearest != nil && !among(p.Nearest.Faces[k].Triangle, n) {
				return fmt.Errorf("pair %d: its nearest triangle is one that the model does not have", i)
			}
			for j := range p.Findings {
				f := &p.Findings[j]
				face := []*check.Face{&f.A, f.B}[k]
				if face == nil || !among(face.Triangle, n) || f.Region >= len(p.Regions) {
					return fmt.Errorf("pair %d: finding %d names what the model does not have", i, j)
				}
			}
		}
	}
	return nil
}

func among(t, n int) bool { return 0 <= t && t < n }

// SamePairs reports where triangles that pairs of r name are not where s has them.
func SamePairs(s *mesh.Scene, r *meshcheck.Result) error {
	if len(s.Instances) == 0 {
		return nil // each mesh stands for itself, and has been compared
	}
	find := newObjectFinder(s)
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if a, _ := find.instances(p); a == nil && witness(p, 0) != nil {
			return fmt.Errorf("pair %d: its triangles are not where they were", i)
		}
	}
	return nil
}
