package drawing

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/world"
)

const (
	// PairsPerFile is how many pairs of objects a page shows in three dimensions.
	PairsPerFile = 200
	// leastTriangles is how many triangles a pair of objects needs to be recognisable. If they do
	// not suffice for all pairs, fewer pairs are shown.
	leastTriangles = 500
	// mostExamined limits the triangles of all pairs examined for excerpts of a file, including
	// those left out or decimated, to a few seconds of work.
	mostExamined = 20_000_000
)

// addPairs adds the views of the pairs, the worst first.
func (e *excerpting) addPairs() error {
	bounds, pairs, w := e.left, pairsOf(e.result), e.geometry.World()
	if foundInMeshes(e.result) || len(groupsOf(e.result)) > 0 {
		bounds = bounds.half()
	}
	numbers, demands := choosePairs(e.result, bounds)
	for _, i := range numbers { // a mesh may occur in several pairs
		w.Expect(world.Drawing, pairs[i].A.Mesh)
		w.Expect(world.Drawing, pairs[i].B.Mesh)
	}
	for k, share := range shareOut(demands, bounds) {
		s, err := pairStage(e.scene, e.result, numbers[k])
		if err != nil || share.triangles == 0 {
			continue // the page says what is not visible
		}
		if err := e.add(&e.Pairs, s, share); err != nil {
			return err
		}
	}
	return nil
}

// half halves the bounds.
func (o Options) half() Options {
	o.Triangles, o.Findings, o.Bytes = o.Triangles/2, o.Findings/2, o.Bytes/2
	return o
}

// choosePairs returns the numbers of the pairs that fit, the worst first, and their demands.
func choosePairs(r *check.Result, o Options) (numbers []int, demands []demand) {
	room, work, meshes := o.Triangles, mostExamined, meshesOf(r)
	triangles := func(o *check.Object) int { // for a shell, those of its mesh
		if o.Part >= 0 {
			return meshes[o.Mesh].Parts[o.Part].Triangles
		}
		return meshes[o.Mesh].Triangles
	}
	for i := range pairsOf(r)[:min(len(pairsOf(r)), PairsPerFile)] {
		p := &pairsOf(r)[i]
		looked := meshes[p.A.Mesh].Triangles + meshes[p.B.Mesh].Triangles
		want := triangles(&p.A) + triangles(&p.B)
		least := min(want, leastTriangles)
		if least > room || looked > work {
			continue
		}
		room, work = room-least, work-looked
		numbers = append(numbers, i)
		demands = append(demands, demand{want, len(p.Findings), 1})
	}
	return numbers, demands
}
