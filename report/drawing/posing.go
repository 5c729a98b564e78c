package drawing

import (
	"cmp"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// posing is a scene in a pose, or as the file places its objects, without skins and morph targets.
type posing struct {
	scene  *mesh.Scene
	rig    *pose.Rig
	rigged map[int]int // objects of the rig by instance; nil if the scene is not posed
	*pose.Evaluator
	// points are the positions of the object that was looked at last, by instance.
	points []geom.Vec
	of     int
}

// posedAs returns the scene at the worst sample of the first place if nothing that other views show is at least
// as bad, otherwise as the file places it.
func (m *moving) posedAs(rig *pose.Rig) *posing {
	p, first := &posing{scene: m.scene, rig: rig, of: -1}, &m.places[0]
	totals := m.result.Totals()
	for _, r := range (check.Self | check.Between | check.Hulls).Rules() {
		for s := check.Error; s <= first.issue.Severity; s++ {
			if totals[r][s] > 0 {
				return p
			}
		}
	}
	p.Evaluator = pose.NewEvaluator(rig)
	if p.Pose(first.issue.Pose.Clip, first.issue.Pose.Time) == nil {
		p.rigged = riggedInstances(rig)
	}
	return p
}

// object returns the object of the rig that an instance is, nil for none whose poses are known.
func (p *posing) object(instance int) (o *pose.Object, number int) {
	if p == nil {
		return nil, 0
	}
	number, ok := p.rigged[instance]
	if !ok || p.rig.Objects[number].Unposed != "" {
		return nil, 0
	}
	return &p.rig.Objects[number], number
}

// deforms reports whether more than a matrix moves an instance.
func (p *posing) deforms(instance int) bool {
	o, _ := p.object(instance)
	return o != nil && (o.Skin != pose.NoSkin || len(o.Weights) > 0)
}

// world returns the transform of an instance, as in mesh.Instance. It is the identity for one that deforms, whose
// surface is in the world.
func (p *posing) world(instance int, in *mesh.Instance) geom.Affine {
	o, number := p.object(instance)
	switch {
	case o == nil:
		return in.World
	case p.deforms(instance):
		return geom.Identity()
	}
	return p.Placement(number)
}

// surface returns the mesh of an instance that deforms, in the world.
func (p *posing) surface(instance int) *mesh.Mesh {
	points := p.pointsOf(instance)
	out := *p.scene.Meshes[p.scene.Instances[instance].Mesh]
	out.Scale, out.Parts = 1, append([]mesh.Part(nil), out.Parts...)
	for k := range out.Parts {
		n := out.Parts[k].Positions.Len()
		flat := make([]float64, 0, 3*n)
		for i := range points[:n] {
			flat = append(flat, points[i][:]...)
		}
		out.Parts[k].Positions, points = mesh.Positions{F64: flat}, points[n:]
	}
	return &out
}

// pointsOf returns the positions of an instance in the world.
func (p *posing) pointsOf(instance int) []geom.Vec {
	if p.of != instance {
		o, number := p.object(instance)
		p.points, p.of = make([]geom.Vec, o.Shape.Len()), instance
		p.Positions(number, p.points)
	}
	return p.points
}

// triangle returns a triangle of an instance in the world.
func (p *posing) triangle(instance, triangle int) (t geom.Triangle) {
	in := &p.scene.Instances[instance]
	m := p.scene.Meshes[in.Mesh]
	part, i := m.Locate(triangle)
	if o, _ := p.object(instance); o == nil {
		at := in.World.ScaleInput(cmp.Or(m.Scale, 1))
		return at.ApplyTriangle(m.Parts[part].Triangle(i))
	}
	first := 0
	for k := range m.Parts[:part] {
		first += m.Parts[k].Positions.Len()
	}
	points := p.pointsOf(instance)
	for c := range t {
		t[c] = points[first+m.Parts[part].Corner(3*i+c)]
	}
	return t
}

// pins returns where places are in the scene, unless that is where the result says: the middle of their first
// triangle.
func (m *moving) pins(p *posing) map[check.Ref]geom.Vec {
	pins := map[check.Ref]geom.Vec{}
	pin := func(at check.Ref, instance, triangle int) {
		if triangle >= 0 && triangle < m.trianglesIn(instance) {
			t := p.triangle(instance, triangle)
			pins[at] = t[0].Add(t[1]).Add(t[2]).Scale(1.0 / 3)
		}
	}
	for i := range m.places {
		if is := m.places[i].issue; len(is.Findings) > 0 {
			pin(is.At, m.places[i].instances[0], is.Findings[0].A.Triangle)
		}
	}
	if p.rigged == nil {
		return pins
	}
	for i, instance := range measuredInstances(m.scene) {
		if o, _ := p.object(instance); o == nil {
			continue
		}
		of := &meshesOf(m.result)[i]
		for k := range of.Findings {
			at := check.Ref{List: check.Regions, Of: i, Index: of.Findings[k].Region}
			if _, known := pins[at]; !known && at.Index >= 0 {
				pin(at, instance, of.Findings[k].A.Triangle)
			}
		}
	}
	for i := range pairsOf(m.result) {
		if of := &pairsOf(m.result)[i]; len(of.Findings) > 0 && of.A.Instance >= 0 {
			pin(check.Ref{List: check.Pairs, Index: i}, of.A.Instance, of.Findings[0].A.Triangle)
		}
	}
	return pins
}
