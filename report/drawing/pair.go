package drawing

import (
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/world"
)

const (
	// PairsPerFile is how many pairs of objects a page shows in three dimensions.
	PairsPerFile = 200
	// leastTriangles is how many triangles show what a pair of objects is: with fewer, rather
	// fewer pairs.
	leastTriangles = 500
	// mostExamined bounds the triangles of all pairs that are looked at for excerpts of a
	// file, those that are left out or decimated among them: some seconds.
	mostExamined = 20_000_000
)

// addPairs adds the views of the pairs, the worst first.
func (e *excerpting) addPairs() error {
	bounds, pairs, w := e.left, pairsOf(e.result), e.geometry.World()
	if foundInMeshes(e.result) || len(groupsOf(e.result)) > 0 {
		bounds = bounds.half()
	}
	numbers, demands := choosePairs(e.result, bounds)
	for _, i := range numbers { // a mesh may stand in several pairs
		w.Expect(world.Drawing, pairs[i].A.Mesh)
		w.Expect(world.Drawing, pairs[i].B.Mesh)
	}
	for k, share := range shareOut(demands, bounds) {
		s, err := pairStage(e.scene, e.result, numbers[k])
		if err != nil || share.triangles == 0 {
			continue // the page says of what there is nothing to be seen
		}
		if err := e.add(&e.Pairs, s, share); err != nil {
			return err
		}
	}
	return nil
}

// half returns bounds for half as much.
func (o Options) half() Options {
	o.Triangles, o.Findings, o.Bytes = o.Triangles/2, o.Findings/2, o.Bytes/2
	return o
}

// choosePairs returns the numbers of the pairs for which there is room, the worst first, and
// what each wants.
func choosePairs(r *check.Result, o Options) (numbers []int, demands []demand) {
	room, work, meshes := o.Triangles, mostExamined, meshesOf(r)
	triangles := func(o *check.Object) int { // of a shell, those of the mesh
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
