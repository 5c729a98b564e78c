package drawing

import (
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/report/wording"
)

const (
	// posesPerFile is how many places of poses a page shows in three dimensions.
	posesPerFile = 200
	// mostInfluences is how many influences of a point are kept, the greatest of more.
	mostInfluences = 8
	// surfaceShare is the share of the bytes of a motion for its surface; the rest is for its clips.
	surfaceShare = 0.55
)

// moving is a motion under construction.
type moving struct {
	*excerpting
	section *check.PoseResult
	rig     *pose.Rig // with the distinct vertices of the objects
	objects []movingObject
	of      map[int]int // number of an object by instance
	places  []movingPlace
	clips   []movingClip
	movers  *movers
	// rest and restWeights are Motion.Rest and Motion.RestWeights.
	rest, restWeights []float32
	out               *Motion
}

// movingObject is an object of a motion.
type movingObject struct {
	instance int
	rigged   int      // index into rig.Objects
	number   []uint32 // of the distinct vertex in place of each vertex of the mesh
	first    int      // its first vertex in the draft
}

// movingPlace is an issue with a pose, and the instances that it is about.
type movingPlace struct {
	issue     *check.Issue
	instances [2]int
	clip      int // index into moving.clips
}

// newMoving chooses what a motion shows of the places of the check Poses, if the scene has a rig. It returns nil
// if there is nothing to show.
func (e *excerpting) newMoving() (*moving, error) {
	section, rig := e.result.Poses(), e.scene.Rig
	if section == nil || rig == nil {
		return nil, nil
	}
	if slices.ContainsFunc(section.List, func(is check.Issue) bool { return is.Pose != nil && is.Pose.Clip >= len(rig.Clips) }) {
		rig = rig.WithTargets()
	}
	m := &moving{excerpting: e, section: section, of: map[int]int{}}
	if m.findPlaces(rig); len(m.places) == 0 {
		return nil, e.ctx.Err()
	}
	if err := m.chooseObjects(rig); err != nil || len(m.places) == 0 {
		return nil, err
	}
	e.posing = m.posedAs(rig)
	e.Pins = m.pins(e.posing)
	return m, nil
}

// addMotion adds the motion.
func (m *moving) addMotion() error {
	if m == nil {
		return nil
	}
	bounds := m.left
	if foundInMeshes(m.result) || len(pairsOf(m.result)) > 0 || len(groupsOf(m.result)) > 0 {
		bounds = bounds.half()
	}
	return m.build(bounds)
}

// findPlaces lists the places whose objects and triangles the scene has, and their clips.
func (m *moving) findPlaces(rig *pose.Rig) {
	rigged := riggedInstances(rig)
	for i := range m.section.List {
		is := &m.section.List[i]
		if is.Pose == nil || is.Pose.Clip < 0 || is.Pose.Clip >= len(rig.Clips) || !wording.Finite(is.Pose.Time) || len(is.Subjects) == 0 || len(m.places) == posesPerFile {
			continue
		}
		p := movingPlace{issue: is}
		known := true
		for k := range p.instances {
			o := &is.Subjects[min(k, len(is.Subjects)-1)]
			_, err := world.Locate(m.scene, o)
			at, posed := rigged[o.Instance]
			known = known && err == nil && posed && rig.Objects[at].Unposed == ""
			p.instances[k] = o.Instance
		}
		if !known {
			continue
		}
		p.clip = slices.IndexFunc(m.clips, func(c movingClip) bool { return c.number == is.Pose.Clip })
		if p.clip < 0 {
			p.clip = len(m.clips)
			m.clips = append(m.clips, movingClip{number: is.Pose.Clip})
		}
		m.places = append(m.places, p)
	}
}

// riggedInstances returns the objects of a rig by their instances.
func riggedInstances(rig *pose.Rig) map[int]int {
	of := map[int]int{}
	for i := range rig.Objects {
		of[rig.Objects[i].Instance] = i
	}
	return of
}

// chooseObjects chooses the objects of the places and those that the clips move among what the scene
// shows, and reduces them to their distinct vertices.
func (m *moving) chooseObjects(rig *pose.Rig) error {
	var chosen []int
	for i := range m.places {
		chosen = append(chosen, m.places[i].instances[:]...)
	}
	shown, err := (&sceneDraft{excerpting: m.excerpting}).instances()
	if err != nil {
		return err
	}
	moved := make([]bool, len(rig.Objects))
	for i := range m.clips {
		rig.Moves(m.clips[i].number, moved)
	}
	rigged := riggedInstances(rig)
	for _, in := range shown {
		if at, ok := rigged[in.number]; ok && moved[at] && rig.Objects[at].Unposed == "" {
			chosen = append(chosen, in.number)
		}
	}
	m.reduce(rig, rigged, chosen)
	return m.ctx.Err()
}

// reduce sets the objects and the rig from the chosen instances, as many as can be examined.
func (m *moving) reduce(rig *pose.Rig, rigged map[int]int, chosen []int) {
	type distinct struct {
		shape  *pose.Shape
		number []uint32
	}
	reduced := *rig
	reduced.Objects = slices.Clone(rig.Objects)
	known, work := map[*pose.Shape]distinct{}, mostExamined
	for _, instance := range chosen {
		_, twice := m.of[instance]
		looked := m.trianglesIn(instance)
		if twice || looked > work || len(m.objects) == hullObjects {
			continue
		}
		work -= looked
		o := &reduced.Objects[rigged[instance]]
		of, ok := known[o.Shape]
		if !ok {
			of.shape, of.number = o.Shape.Distinct()
			known[o.Shape] = of
		}
		o.Shape = of.shape
		m.of[instance] = len(m.objects)
		m.objects = append(m.objects, movingObject{instance: instance, rigged: rigged[instance], number: of.number})
		m.geometry.World().Expect(world.Drawing, m.scene.Instances[instance].Mesh)
	}
	m.rig = &reduced
	m.places = slices.DeleteFunc(m.places, func(p movingPlace) bool {
		_, a := m.of[p.instances[0]]
		_, b := m.of[p.instances[1]]
		return !a || !b
	})
}

// build makes the motion as large as the bounds allow.
func (m *moving) build(bounds Options) error {
	d, err := m.draft()
	if err != nil {
		return err
	}
	m.movers = m.newMovers(newFrame(d.box))
	if len(m.movers.matrices) > math.MaxUint16 {
		return nil
	}
	e := pose.NewEvaluator(m.rig)
	m.rest = m.movers.append(nil, e, all(len(m.movers.matrices)))
	m.restWeights = m.movers.weights(nil, e, all(len(m.movers.targets)))
	bytes := float64(bounds.Bytes)
	if err := m.sampleClips(int((1 - surfaceShare) * bytes)); err != nil {
		return err
	}
	most := portion{triangles: min(bounds.Triangles, d.finite), bytes: int(surfaceShare * bytes)}
	for most.triangles > 0 {
		d.keep = m.marked(most.triangles * 3 / 5)
		x, err := d.fit(most)
		if x == nil || err != nil {
			return err
		}
		m.out = &Motion{View: x}
		m.bind(x.traced)
		m.complete()
		if m.out.Size() <= bounds.Bytes {
			m.finish()
			break
		}
		most.triangles = min(most.triangles, x.Embedded+x.StandIns) * 3 / 4
	}
	return nil
}

// finish sets the motion of the excerpt, unless single precision cannot hold it or no place is left.
func (m *moving) finish() {
	m.out.View.Up, m.out.View.traced = upOf(m.scene), nil
	if len(m.out.Places) == 0 || !m.out.finite() {
		return
	}
	m.Motion = m.out
	m.left.Triangles -= m.out.View.Embedded + m.out.View.StandIns
	m.left.Bytes -= m.out.Size()
}
