package poses

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/checks"
	"github.com/meshcheck/meshcheck/internal/checks/self"
	"github.com/meshcheck/meshcheck/internal/posed"
	"github.com/meshcheck/meshcheck/internal/posegen"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/mesh"
)

func load(t *testing.T, m *posegen.Model) *mesh.Scene {
	t.Helper()
	s, _, err := loader.Decode(t.Context(), m.GLB(), nil, loader.Options{Poses: true, Workers: 1})
	if err != nil || s.RigError != nil {
		t.Fatal(err, s.RigError)
	}
	return s
}

// run runs a check of a job.
func run(t *testing.T, c checks.Check, j *checks.Job) check.Found {
	t.Helper()
	if _, err := c.Prepare(j); err != nil {
		t.Fatal(err)
	}
	found, err := c.Run(t.Context(), j, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// models are some with regions that come, go, split and join.
func models() map[string]*posegen.Model {
	all := map[string]*posegen.Model{"touching": posegen.Touching(2000, 12), "shells": posegen.Shells(3)}
	for _, f := range posegen.Fixtures() {
		if len(f.Clips) > 0 {
			all[f.Name] = f.Model
		}
	}
	return all
}

// hangTogether is the definition of pairs that hang together.
func (s *scene) hangTogether(p, q pair) bool {
	near := func(a, b uint32) bool {
		if s.of[a] != s.of[b] {
			return false
		}
		k, x := s.subjectOf(a)
		_, y := s.subjectOf(b)
		for _, v := range k.stored.welded.Faces[x] {
			if slices.Contains(k.stored.welded.Faces[y][:], v) {
				return true
			}
		}
		return a == b
	}
	return near(p.t, q.t) && near(p.u, q.u) || near(p.t, q.u) && near(p.u, q.t)
}

// sets is a partition by the smallest members.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) join(i, j int) {
	a, b := s[i], s[j]
	for k := range s {
		if s[k] == max(a, b) {
			s[k] = min(a, b)
		}
	}
}

// TestRegionsTwin divides the pairs of samples into regions by the definition.
func TestRegionsTwin(t *testing.T) {
	for name, m := range models() {
		s, p := sceneOf(t, load(t, m), check.PoseOptions{})
		w := s.newWorker()
		for k, at := range p.samples {
			if name == "shells" && k > 0 {
				break
			}
			found, err := w.sample(t.Context(), p.clips[at.clip].Clip, at.time)
			if err != nil {
				t.Fatal(err)
			}
			var pairs []pair
			for _, r := range found.regions {
				pairs = append(pairs, r.pairs...)
			}
			slices.SortFunc(pairs, pair.compare)
			all := newSets(len(pairs))
			for i := range pairs {
				for j := range i {
					if s.hangTogether(pairs[i], pairs[j]) {
						all.join(i, j)
					}
				}
			}
			group, _ := w.grouping.divide(pairs)
			for i := range pairs {
				first := slices.Index(group, group[i])
				if first != all[i] {
					t.Fatalf("%s, sample %d: pair %d is with pair %d, not %d", name, k, i, first, all[i])
				}
			}
		}
	}
}

// TestPlacesTwin joins the regions of all samples to places by the definition.
func TestPlacesTwin(t *testing.T) {
	several := 0
	for name, m := range models() {
		o := check.PoseOptions{Rate: -1}
		if name == "hand_through_hip" || name == "elbow" || name == "door_between_keys" {
			o.Rate = 0
		}
		scene := load(t, m)
		s, p := sceneOf(t, scene, o)
		w := s.newWorker()
		type node struct {
			region
			clip, sample int
		}
		var nodes []node
		first := map[int]int{}
		for k, at := range p.samples {
			if _, known := first[at.clip]; !known {
				first[at.clip] = k
			}
			found, err := w.sample(t.Context(), p.clips[at.clip].Clip, at.time)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range found.regions {
				nodes = append(nodes, node{r, at.clip, k - first[at.clip]})
			}
		}
		all := newSets(len(nodes))
		for i := range nodes {
			for j := range i {
				a, b := &nodes[j], &nodes[i]
				if a.clip == b.clip && a.sample+1 == b.sample && a.key == b.key && slices.ContainsFunc(a.pairs, func(p pair) bool {
					return slices.ContainsFunc(b.pairs, func(q pair) bool { return s.hangTogether(p, q) })
				}) {
					all.join(i, j)
				}
			}
		}
		places := map[int][]node{}
		for i, n := range nodes {
			places[all[i]] = append(places[all[i]], n)
		}
		var want []string
		for _, of := range places {
			depths, pairs := map[int]float64{}, map[int]int{}
			start := of[0].sample
			for _, n := range of {
				start = min(start, n.sample)
				depths[n.sample], pairs[n.sample] = max(depths[n.sample], n.depth), pairs[n.sample]+len(n.pairs)
			}
			list, worst := []float64{}, start
			for k := range len(depths) {
				if list = append(list, depths[start+k]); depths[start+k] > depths[worst] {
					worst = start + k
				}
			}
			if len(of) > len(depths) {
				several++
			}
			want = append(want, fmt.Sprint(of[0].clip, of[0].rule, start, list, worst, pairs[worst]))
		}
		var got []string
		for i, c := range run(t, &Check{}, jobOf(scene, o)).(*check.PoseResult).Clips {
			for _, p := range c.Places {
				got = append(got, fmt.Sprint(i, p.Rule, p.FirstSample, p.Depths, p.FirstSample+slices.Index(p.Times, p.Worst), p.Pairs))
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d places, want %d:\n%.300q\n%.300q", name, len(got), len(want), got, want)
		}
	}
	if several == 0 {
		t.Error("no place has several regions in a sample")
	}
}

// TestPosedMeshes compares the pairs of each sample of a skin with those of the posed mesh by itself.
func TestPosedMeshes(t *testing.T) {
	for name, m := range map[string]*posegen.Model{"touching": posegen.Touching(2000, 6), "clean": posegen.Clean(2000, 3)} {
		scene := load(t, m)
		s, p := sceneOf(t, scene, check.PoseOptions{})
		w := s.newWorker()
		for _, at := range p.samples {
			if err := w.pose(t.Context(), 0, at.time, &found{}); err != nil {
				t.Fatal(err)
			}
			pairs := 0
			err := w.search.Pairs(t.Context(), w.positions, w.without, func(posed.Pair) bool { pairs++; return true })
			if err != nil {
				t.Fatal(err)
			}
			if want := failingAlone(t, scene, w.positions, s.faces); pairs != want {
				t.Errorf("%s at %v: %d pairs, %d of the mesh", name, at.time, pairs, want)
			}
		}
	}
}

// failingAlone returns the number of pairs of triangles of a mesh that fail, as the check Self counts them.
func failingAlone(t *testing.T, of *mesh.Scene, vertices []geom.Vec, faces [][3]uint32) int {
	t.Helper()
	var points []float64
	var corners []uint32
	for _, v := range vertices {
		points = append(points, v[:]...)
	}
	for _, f := range faces {
		corners = append(corners, f[:]...)
	}
	m, err := mesh.New("posed", points, corners)
	if err != nil {
		t.Fatal(err)
	}
	j := jobOf(&mesh.Scene{Unit: of.Unit, Meshes: []*mesh.Mesh{m}}, check.PoseOptions{})
	j.Result.Meshes = make([]check.Mesh, 1)
	run(t, &self.Check{}, j)
	c := &j.Result.Meshes[0].Counts
	return c.OfKind(check.Crossing) + c.OfKind(check.Overlap) + c.OfKind(check.Duplicate) - c.ThroughEdge
}
