package poses

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/internal/world"
)

// rigid are the subjects that keep their shapes. How two of them meet is decided as between the objects
// of a scene.
type rigid struct {
	shapes []*world.Placeable
	// subjects are those of the shapes, bodies the shapes of subjects, -1 for none.
	subjects, bodies []int
	// carried has, for each node of a subject, a number: nodes with the same one do not move against each other in
	// any of the clips.
	carried  []int
	settings check.Settings
}

// setRigid finds the shapes of the rigid subjects.
func (s *scene) setRigid(ctx context.Context, p *plan) error {
	r := &s.rigid
	g := s.world.Gatherer(check.ByMesh)
	shown := s.world.Scene().Shown()
	for k := range s.subjects {
		o := &s.subjects[k]
		r.bodies = append(r.bodies, -1)
		if o.deformed {
			continue
		}
		shapes, err := g.Placeables(ctx, o.name.Instance, &shown[o.name.Instance])
		if err != nil {
			return err
		}
		if len(shapes) == 1 {
			r.bodies[k] = len(r.shapes)
			r.shapes, r.subjects = append(r.shapes, shapes[0]), append(r.subjects, k)
		}
	}
	r.carried = make([]int, len(s.rig.Nodes))
	if len(r.shapes) < 2 {
		return nil
	}
	numbered := make([]int, len(s.rig.Nodes))
	for node := range numbered {
		numbered[node] = -1
	}
	for _, c := range p.clips {
		if err := ctx.Err(); err != nil {
			return err
		}
		numbers, carriers := map[[2]int]int{}, s.rig.Carriers(c.Clip)
		for _, k := range r.subjects {
			node := s.nodeOf(k)
			if numbered[node] == c.Clip {
				continue
			}
			numbered[node] = c.Clip
			key := [2]int{r.carried[node], int(carriers[node])}
			if _, known := numbers[key]; !known {
				numbers[key] = len(numbers)
			}
			r.carried[node] = numbers[key]
		}
	}
	return nil
}

// movable reports whether two subjects move against each other in some clip.
func (s *scene) movable(a, b int) bool {
	return s.rigid.carried[s.nodeOf(a)] != s.rigid.carried[s.nodeOf(b)]
}

// nodeOf returns the node of a subject.
func (s *scene) nodeOf(subject int) int { return s.rig.Objects[s.subjects[subject].object].Node }

// setCarriers sets which rigid subjects move against each other in a clip.
func (w *worker) setCarriers(clip int) {
	if len(w.scene.rigid.shapes) < 2 || w.carriersOf == clip && w.carriers != nil {
		return
	}
	w.carriers, w.carriersOf = w.scene.rig.Carriers(clip), clip
}

// moving reports whether two subjects move against each other in the clip.
func (w *worker) moving(a, b int) bool {
	return w.carriers[w.scene.nodeOf(a)] != w.carriers[w.scene.nodeOf(b)]
}

// placeBody places a rigid subject. The reason is "", or why the subject cannot be checked in the pose.
func (w *worker) placeBody(ctx context.Context, subject int) (reason string, err error) {
	body, object := w.scene.rigid.bodies[subject], w.scene.subjects[subject].object
	if body < 0 {
		return "", nil
	}
	rounding := w.evaluator.PlacementRounding(object)
	return w.bodies.Place(ctx, body, w.evaluator.Placement(object), &rounding)
}

// rigidPairs calls emit with the pairs of triangles of rigid subjects that fail, for the subjects of which
// moving is true. Edge reports a pair that fails only because a surface passes exactly through an edge,
// through that the two subjects go through each other by more than rounding can have made.
func (w *worker) rigidPairs(ctx context.Context, moving func(a, b int) bool, emit func(p pair, edge, through bool)) error {
	s := w.scene
	var near [][2]int
	err := w.bodies.Near(ctx, func(i, j int) {
		if a, b := s.rigid.subjects[i], s.rigid.subjects[j]; !w.without[a] && !w.without[b] && s.together(a, b) && moving(a, b) {
			near = append(near, [2]int{i, j})
		}
	})
	if err != nil {
		return err
	}
	for _, k := range near {
		m, err := w.bodies.Examine(ctx, k[0], k[1])
		if err != nil {
			return err
		}
		if len(m.Triangles) == 0 {
			continue
		}
		a, b := s.rigid.subjects[k[0]], s.rigid.subjects[k[1]]
		w.need(a)
		w.need(b)
		for i := range m.Triangles {
			t := &m.Triangles[i]
			p := pair{uint32(s.subjects[a].first) + t.I, uint32(s.subjects[b].first) + t.J, t.Depth}
			if t.Rule != check.Crossing {
				p.depth = 0 // as of other pairs that lie in one plane
			}
			emit(p, t.Through, m.Through)
		}
	}
	return nil
}

// newBodies returns the rigid subjects for a worker.
func (s *scene) newBodies() *parts.Bodies {
	return parts.NewBodies(slices.Clone(s.rigid.shapes), s.rigid.settings)
}
