package drawing

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/hullname"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// Placement is a place at which a scene shows one of its objects.
type Placement struct {
	// Object is an index into the objects of the view. Instance is one into mesh.Scene.Shown, -1
	// for all of them in a format without nodes.
	Object, Instance int
	Name             string
	// A point p of the object is at Axes[0]·p[0] + Axes[1]·p[1] + Axes[2]·p[2] + At in the frame of
	// the view.
	Axes [3]Single
	At   Single
}

// size bounds the bytes of a placement in a page: twelve numbers, two indices and the name.
func (p *Placement) size() int { return 60 + len(p.Name) }

// Bounds of a scene, for an excerpt with the default options; others get as much less as they have
// fewer triangles or bytes.
const (
	// sceneTriangles and sceneBytes are the shares of an excerpt's triangles and bytes that its scene
	// may take; the triangles are in addition to those of the other views.
	sceneTriangles, sceneBytes = 0.3, 0.2
	// coloredScene is how many times more bytes it takes with base colors.
	coloredScene = 1.5
	// drawnPerStored is how many triangles a scene may draw for each that it may store, as one mesh
	// may be shown at many places.
	drawnPerStored = 4
	// leastShape is how many triangles a shape needs to be recognisable.
	leastShape = 12
	// sceneDetail is how many times more triangles the largest shape of a scene may have than the
	// smallest.
	sceneDetail = 1000
)

// sceneDraft is a scene on its way to a view.
type sceneDraft struct {
	*excerpting
	bytes  int
	shapes []*shape // the largest first
	byMesh map[int][]*shape
}

// shape is what some instances show: a mesh, or objects of it.
type shape struct {
	mesh, variant int
	deformed      int // the instance that shows it in a pose of its own, plus one; 0 for others
	places        []placing
	triangles     int     // of the mesh that it shows
	share         int     // how many it may store
	size          float64 // its size in the world where that is greatest
	view          *View   // nil until it is made, and if there is nothing to see
}

// placing is an instance in the scene.
type placing struct {
	number int
	world  geom.Affine
	name   string
	size   float64
}

// planScene chooses what the scene shows and reserves room for it. It returns nil if the scene would
// show nothing that the other views do not show.
func (e *excerpting) planScene() (*sceneDraft, error) {
	stored := int(sceneTriangles * float64(e.left.Triangles))
	s := &sceneDraft{excerpting: e, byMesh: map[int][]*shape{}}
	places, err := s.instances()
	if err != nil || len(places) == 0 || len(places) == 1 && len(pairsOf(e.result)) == 0 && len(groupsOf(e.result)) < 2 {
		return nil, err
	}
	slices.SortStableFunc(places, func(p, q sizedInstance) int { return cmp.Compare(q.size, p.size) })
	places = places[:min(len(places), stored*drawnPerStored/leastShape)]
	s.addPlaces(places, stored/leastShape)
	s.share(stored)
	reserve := viewCost
	for _, of := range s.shapes {
		reserve += 2*objectSize + 40*of.share + 140*len(of.places)
	}
	most := sceneBytes * float64(e.left.Bytes)
	if e.paints != nil {
		reserve, most = int(coloredScene*float64(reserve)), coloredScene*most
	}
	s.bytes = min(reserve, int(most))
	e.left.Bytes -= s.bytes
	return s, nil
}

// sizedInstance is an instance, its number, and how large it is in the world.
type sizedInstance struct {
	of     *mesh.Instance
	number int
	size   float64
}

// instances returns the instances that the scene shows: those of the scene that is shown by
// default, except collision hulls.
func (s *sceneDraft) instances() (out []sizedInstance, err error) {
	hull, err := s.onlyHulls()
	if err != nil {
		return nil, err
	}
	shown := s.scene.Instances
	if s.scene.InPlace() {
		if shown = s.scene.Shown(); len(hull) == 0 {
			shown = []mesh.Instance{{World: geom.Identity()}} // all objects of the mesh are in place
		}
	}
	places, sizes := world.PlacesOf(s.scene), map[int]float64{}
	first := firstScene(s.scene)
	for k := range shown {
		in := &shown[k]
		if in.LowerLevel || in.Hidden || !s.scene.Shows(in) || first >= 0 && !slices.Contains(in.Scenes, first) || hull[k] || !in.World.Finite() {
			continue
		}
		size, known := sizes[in.Mesh]
		if !known {
			if size, err = s.sizeOf(in.Mesh, places[in.Mesh].World); err != nil {
				return nil, err
			}
			sizes[in.Mesh] = size
		}
		if size *= in.World.SpectralNorm(); size > 0 && size < 1e150 {
			out = append(out, sizedInstance{in, k, size})
		}
	}
	return out, nil
}

// onlyHulls returns the instances that are collision hulls and nothing else.
func (s *sceneDraft) onlyHulls() (map[int]bool, error) {
	hull := map[int]bool{}
	for _, g := range groupsOf(s.result) {
		for i := range g.Hulls {
			hull[g.Hulls[i].Object.Instance] = true
		}
		for i := range g.Visuals {
			delete(hull, g.Visuals[i].Instance) // a mesh may be its own hull
		}
	}
	if s.result.Hulls() != nil || s.left.Hulls == nil {
		return hull, nil
	}
	found, err := hullname.Find(s.ctx, s.scene, s.left.Hulls)
	if err != nil || found == nil {
		return hull, err
	}
	for i, only := range found.Only {
		if only {
			hull[i] = true
		}
	}
	return hull, nil
}

// firstScene returns the first scene that shows anything if a file has several and none is shown by
// default, otherwise -1.
func firstScene(s *mesh.Scene) int {
	first := -1
	if s.Scenes < 2 || s.Default >= 0 {
		return first
	}
	for _, in := range s.Instances {
		if len(in.Scenes) > 0 && (first < 0 || in.Scenes[0] < first) {
			first = in.Scenes[0]
		}
	}
	return first
}

// sizeOf returns the size of a mesh in model units. The result has its box in the world at a given
// place, unless meshes were not checked within themselves.
func (s *sceneDraft) sizeOf(i int, at geom.Affine) (float64, error) {
	m := &meshesOf(s.result)[i]
	if m.Triangles == 0 || m.Triangles > mostExamined {
		return 0, nil
	}
	scale := cmp.Or(s.scene.Meshes[i].Scale, 1)
	if norm := at.SpectralNorm(); !m.Box.Empty() && norm > 0 {
		return m.Box.Diagonal() / norm * scale, nil
	}
	w := s.geometry.World()
	w.Expect(world.Drawing, i)
	welded, err := w.Mesh(s.ctx, i)
	if err != nil {
		return 0, err
	}
	box := geom.EmptyBox()
	for _, p := range welded.Vertices {
		if drawable(p) {
			box = box.Include(p)
		}
	}
	if box.Empty() {
		return 0, nil
	}
	return box.Diagonal() * scale, nil
}

// addPlaces gathers the instances, the largest first, by what they show: at most a number of shapes,
// and no more than can be examined.
func (s *sceneDraft) addPlaces(places []sizedInstance, most int) {
	type key struct{ mesh, variant, deformed int }
	known, work := map[key]*shape{}, mostExamined
	for _, p := range places {
		k := key{p.of.Mesh, p.of.Object, 0}
		if s.posing.deforms(p.number) {
			k.deformed = p.number + 1
		}
		of := known[k]
		if of == nil {
			looked := meshesOf(s.result)[k.mesh].Triangles
			if looked > work || len(s.shapes) == most {
				continue
			}
			work -= looked
			of = &shape{mesh: k.mesh, variant: k.variant, deformed: k.deformed, triangles: s.trianglesOf(p.of), size: p.size}
			known[k] = of
			s.shapes = append(s.shapes, of)
			s.byMesh[k.mesh] = append(s.byMesh[k.mesh], of)
			s.geometry.World().Expect(world.Drawing, k.mesh)
		}
		at := placing{p.number, s.posing.world(p.number, p.of), nameOf(s.scene, p.of), p.size}
		if len(s.scene.Instances) == 0 {
			at.number = -1
		}
		of.places = append(of.places, at)
	}
}

// trianglesOf returns how many triangles an instance shows.
func (s *sceneDraft) trianglesOf(in *mesh.Instance) (n int) {
	m := s.scene.Meshes[in.Mesh]
	for k := range m.Parts {
		if in.Shows(m, k) {
			n += m.Parts[k].Triangles()
		}
	}
	return n
}

// share divides triangles among the shapes, so that surfaces of the same size get about the same
// number, within the limits of what is stored and what is drawn.
func (s *sceneDraft) share(stored int) {
	var kept, drawn []demand
	for _, of := range s.shapes {
		relative := of.size / s.shapes[0].size
		weight := 1 + int(sceneDetail*relative*relative)
		kept = append(kept, demand{of.triangles, 0, weight})
		drawn = append(drawn, demand{len(of.places) * of.triangles, 0, len(of.places) * weight})
	}
	level := func(of []demand, total int) float64 {
		return levelOf(of, total, func(d demand) (int, int) { return d.triangles, d.weight })
	}
	least := min(level(kept, stored), level(drawn, drawnPerStored*stored))
	for k, of := range s.shapes {
		of.share = min(of.triangles, max(leastShape, int(min(float64(of.triangles), least*float64(kept[k].weight)))))
	}
}

// nameOf returns the name of the node of an instance, or else of its mesh.
func nameOf(s *mesh.Scene, in *mesh.Instance) string {
	return cmp.Or(in.Name, s.Meshes[in.Mesh].Name)
}

// measuredInstances returns for each mesh the instance that places and sizes are measured at, -1 for
// none: then the mesh is drawn where no instance shows it. In a format without nodes it is 0.
func measuredInstances(s *mesh.Scene) []int {
	out, before := make([]int, len(s.Meshes)), make([]int, len(s.Meshes))
	places := world.PlacesOf(s)
	for i := range out {
		if out[i] = -1; s.InPlace() {
			out[i] = 0
		}
	}
	for k, in := range s.Instances {
		if before[in.Mesh] == places[in.Mesh].Measured {
			out[in.Mesh] = k
		}
		before[in.Mesh]++
	}
	return out
}
