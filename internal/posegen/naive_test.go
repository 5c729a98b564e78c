package posegen_test

import (
	"math"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/boxtree"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/tritri"
)

// load returns the scene of a model, through its file.
func load(t testing.TB, m *posegen.Model) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), m.GLB(), nil, loader.Options{Poses: true, Workers: 1})
	if err != nil || s.RigError != nil || s.Rig == nil {
		t.Fatal(err, s.RigError)
	}
	return s
}

// naive finds the pairs of triangles that a pose adds, as slowly as it can be said: triangles against triangles, of
// which those of two rigid objects count where the bodies are in each other. It has no regions and rules.
type naive struct {
	scene  *mesh.Scene
	e      *pose.Evaluator
	bodies *parts.Bodies
	rigid  []bool // of each object
	object []int  // of each triangle
	rest   []geom.Triangle
	known  map[[2]int]bool // the pairs of the baseline
}

// found is what a sample adds.
type found struct {
	pairs  [][2]int
	depths []float64
	flat   bool // an object is flattened
}

func newNaive(t testing.TB, s *mesh.Scene) *naive {
	n := &naive{scene: s, e: pose.NewEvaluator(s.Rig), known: map[[2]int]bool{}}
	g := world.New(s, 1).Gatherer(check.ByMesh)
	var all []*world.Placeable
	for i, o := range s.Rig.Objects {
		p, err := g.Placeables(t.Context(), o.Instance, &s.Instances[o.Instance])
		if err != nil || len(p) != 1 {
			t.Fatal(err, len(p))
		}
		all = append(all, p[0])
		targets := slices.ContainsFunc(o.Shape.Parts, func(p pose.Part) bool { return len(p.Targets) > 0 })
		n.rigid = append(n.rigid, o.Skin == pose.NoSkin && !targets)
		for range p[0].Shape.Welded.Faces {
			n.object = append(n.object, i)
		}
	}
	n.bodies = parts.NewBodies(all, check.Settings{})
	n.rest = n.triangles(func(object int, points []geom.Vec) {
		for i := range points {
			points[i] = s.Rig.Objects[object].Shape.Parts[0].Points.At(i)
		}
	})
	for _, p := range n.failing(t, n.rest) {
		if n.object[p[0]] == n.object[p[1]] {
			n.known[p] = true
		}
	}
	n.rest = n.triangles(n.e.Positions)
	for _, p := range n.inEachOther(t, n.failing(t, n.rest)) {
		n.known[p] = true
	}
	return n
}

// triangles returns the triangles of all objects at some positions.
func (n *naive) triangles(positions func(object int, points []geom.Vec)) (all []geom.Triangle) {
	for i, o := range n.scene.Rig.Objects {
		points := make([]geom.Vec, o.Shape.Len())
		positions(i, points)
		p := &n.scene.Meshes[n.scene.Instances[o.Instance].Mesh].Parts[0]
		for f := range p.Triangles() {
			all = append(all, geom.Triangle{points[p.Corner(3*f)], points[p.Corner(3*f+1)], points[p.Corner(3*f+2)]})
		}
	}
	return all
}

// failing returns the pairs of triangles that do more than touch.
func (n *naive) failing(t testing.TB, all []geom.Triangle) (pairs [][2]int) {
	boxes := make([]boxtree.Box, len(all))
	for i := range all {
		if boxes[i] = boxtree.EmptyBox; all[i].Finite() && !all[i].Degenerate() {
			boxes[i] = boxtree.BoxOf(&all[i][0], &all[i][1], &all[i][2])
		}
	}
	tree, err := boxtree.Build(t.Context(), 1, boxes, nil)
	if err == nil {
		err = tree.SelfPairs(t.Context(), 1, func(_ int, b *boxtree.Block) {
			near, far := tree.Leaf(b.I), tree.Leaf(b.J)
			for x, y := range b.Pairs() {
				i, j := int(near[x]), int(far[y])
				if tritri.Relate(&all[i], &all[j]).Kind > tritri.Touch {
					pairs = append(pairs, [2]int{min(i, j), max(i, j)})
				}
			}
		}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// inEachOther returns the pairs without those of rigid objects that are not in each other in the current pose.
func (n *naive) inEachOther(t testing.TB, pairs [][2]int) [][2]int {
	flat := n.place(t)
	return slices.DeleteFunc(pairs, func(p [2]int) bool {
		a, b := n.object[p[0]], n.object[p[1]]
		if flat[a] || flat[b] {
			return true
		}
		if a == b || !n.rigid[a] || !n.rigid[b] {
			return a == b && n.rigid[a]
		}
		m, err := n.bodies.Examine(t.Context(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		return !m.Through
	})
}

// place places the rigid objects and returns which are flattened.
func (n *naive) place(t testing.TB) []bool {
	flat := make([]bool, len(n.rigid))
	for i, rigid := range n.rigid {
		if !rigid {
			continue
		}
		m, off := n.e.Placement(i), n.e.PlacementRounding(i)
		problem, err := n.bodies.Place(t.Context(), i, m, &off)
		if err != nil {
			t.Fatal(err)
		}
		flat[i] = problem != ""
	}
	return flat
}

// sample returns what a sample of a clip adds.
func (n *naive) sample(t testing.TB, clip int, time float64) found {
	if err := n.e.Pose(clip, time); err != nil {
		t.Fatal(err)
	}
	all := n.triangles(n.e.Positions)
	f := n.beyond(all, n.inEachOther(t, n.failing(t, all)))
	f.flat = slices.Contains(n.place(t), true)
	return f
}

// target returns what a morph target alone adds.
func (n *naive) target(t testing.TB, k int) found {
	all := n.triangles(func(object int, points []geom.Vec) {
		p := &n.scene.Rig.Objects[object].Shape.Parts[0]
		for i := range points {
			d := geom.Vec{}
			if k < len(p.Targets) {
				d = geom.Vec{p.Targets[k].Deltas.At(i, 0), p.Targets[k].Deltas.At(i, 1), p.Targets[k].Deltas.At(i, 2)}
			}
			points[i] = p.Points.At(i).Add(d)
		}
	})
	return n.beyond(all, n.failing(t, all))
}

// beyond returns the pairs that are not in the baseline, and deeper than rounding to float32 can explain.
func (n *naive) beyond(all []geom.Triangle, pairs [][2]int) (f found) {
	for _, p := range pairs {
		depth := tritri.Depth(&all[p[0]], &all[p[1]])
		if depth > n.resolution(all, p) && !n.known[p] {
			f.pairs, f.depths = append(f.pairs, p), append(f.depths, depth)
		}
	}
	return f
}

// resolution returns the distance of neighbouring float32 numbers at the greatest magnitude of a corner of a pair, in
// the pose or at rest.
func (n *naive) resolution(all []geom.Triangle, p [2]int) float64 {
	most := 0.
	for _, corners := range [][]geom.Triangle{all, n.rest} {
		for _, i := range p {
			for _, v := range corners[i] {
				most = max(most, math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
			}
		}
	}
	return 2 * geom.HalfUlp32(most)
}
