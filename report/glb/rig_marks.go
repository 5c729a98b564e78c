package glb

import (
	"slices"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/drawing"
	"github.com/meshcheck/meshcheck/report/palette"
)

// mark is a triangle of an instance to paint.
type mark struct {
	instance int
	face     *check.Face
}

// paintedTriangle is a triangle that is painted.
type paintedTriangle struct{ instance, triangle int }

// addPlaces adds the places of poses among the issues of a file, the worst first. A triangle of several is painted
// for the first.
func (g *rigged) addPlaces(issues []report.Issue) {
	if g == nil {
		return
	}
	painted := map[paintedTriangle]bool{}
	for i := range issues {
		is := &issues[i]
		if is.Pose == nil || len(is.Subjects) == 0 {
			continue
		}
		var marks []mark
		for k := range is.Findings {
			for side, face := range is.Findings[k].Faces() {
				if face != nil {
					marks = append(marks, mark{is.Subjects[min(side, len(is.Subjects)-1)].Instance, face})
				}
			}
		}
		d := &drawing.Drawing{At: is.At, Rule: is.Rule, Listed: len(is.Findings)}
		g.addMarks(d, is, g.unpainted(marks, painted))
	}
}

// unpainted returns the marks of triangles that are not painted yet, and that the model has.
func (g *rigged) unpainted(marks []mark, painted map[paintedTriangle]bool) []mark {
	return slices.DeleteFunc(marks, func(x mark) bool {
		key := paintedTriangle{x.instance, x.face.Triangle}
		if painted[key] || !g.shows(x.instance) || x.face.Triangle < 0 || !drawing.Holdable(x.face.Corners[:]) {
			return true
		}
		painted[key] = true
		return x.face.Triangle >= g.scene.Meshes[g.scene.Instances[x.instance].Mesh].Triangles()
	})
}

// addMoving adds the triangles of findings within a mesh or between objects if all of these move with the rig. It
// reports whether it did.
func (g *rigged) addMoving(d *drawing.Drawing, is *report.Issue) bool {
	if g == nil {
		return false
	}
	var findings []check.Finding
	var instances [2]int
	switch m, p := is.Mesh(), is.Pair(); {
	case m != nil:
		instances[0] = g.measured(is.At.Of, max(m.Measured, 0))
		instances[1] = instances[0]
		findings = m.Findings
	case p != nil:
		instances, findings = [2]int{p.A.Instance, p.B.Instance}, p.Findings
	}
	if len(d.Triangles) == 0 || !g.moves(instances[0]) && !g.moves(instances[1]) || !g.shows(instances[0]) || !g.shows(instances[1]) {
		return false
	}
	drawn := map[geom.Triangle]bool{} // those that no other drawing paints
	for _, t := range d.Triangles {
		drawn[t] = true
	}
	var marks []mark
	for i := range findings {
		f := &findings[i]
		if f.Rule != d.Rule || is.At.List == check.Regions && f.Region != is.At.Index {
			continue
		}
		for side, face := range f.Faces() {
			if face != nil && drawn[face.Corners] {
				marks = append(marks, mark{instances[min(side, 1)], face})
			}
		}
	}
	g.addMarks(d, is, g.unpainted(marks, map[paintedTriangle]bool{}))
	return true
}

// measured returns an instance of a mesh by its number among those, -1 for none.
func (g *rigged) measured(mesh, number int) int {
	for k := range g.scene.Instances {
		if g.scene.Instances[k].Mesh == mesh {
			if number == 0 {
				return k
			}
			number--
		}
	}
	return -1
}

// moves reports whether an instance may be elsewhere than the file's nodes place it.
func (g *rigged) moves(instance int) bool {
	i, ok := g.of[instance]
	if !ok {
		return false
	}
	if g.moved == nil {
		g.moved = make([]bool, len(g.rig.Objects))
		for clip := range g.rig.Clips {
			g.rig.Moves(clip, g.moved)
		}
	}
	o := &g.rig.Objects[i]
	return g.moved[i] || o.Skin != pose.NoSkin || slices.ContainsFunc(o.Weights, func(w float64) bool { return w != 0 })
}

// markedPart is what is painted in one node: triangles of an object that its skin moves, or others.
type markedPart struct {
	object  int
	skinned bool
}

// addMarks adds nodes with the triangles of an issue, which move with their objects.
func (g *rigged) addMarks(d *drawing.Drawing, is *report.Issue, marks []mark) {
	box, order := geom.EmptyBox(), []markedPart(nil)
	of := map[markedPart][]mark{}
	for _, x := range marks {
		box = box.Union(x.face.Corners.Box())
		i := g.of[x.instance]
		part, _ := g.scene.Meshes[g.scene.Instances[x.instance].Mesh].Locate(x.face.Triangle)
		o := &g.rig.Objects[i]
		key := markedPart{i, o.Skin != pose.NoSkin && o.Shape.Parts[part].Influences != nil}
		if of[key] == nil {
			order = append(order, key)
		}
		of[key] = append(of[key], x)
	}
	if len(marks) == 0 {
		return
	}
	lift := max(liftShare*box.Diagonal(), liftBits*box.MaxAbs())
	word := d.Rule.Label()
	paint := faceMaterial(word, palette.Of(d.Rule, is.Severity))
	paint.both = true
	name := "meshcheck " + word + subjectName(is)
	for _, key := range order {
		p := g.lifted(key, of[key], lift)
		p.Material = gltf.Index(g.material(paint))
		n := g.host(key.object, key.skinned)
		g.show(key.object, n, g.mesh(name, []*gltf.Primitive{p}))
		g.doc.Nodes[n].Name, g.doc.Nodes[n].Extras = name, newExtras(d, is)
	}
}

// vertexOf is a vertex of a part of a shape.
type vertexOf struct {
	part *pose.Part
	i    int
}

// at returns the position as a pose takes it.
func (v *vertexOf) at() geom.Vec {
	p := v.part.Points.At(v.i)
	return geom.Vec{p[0] / v.part.Divisor, p[1] / v.part.Divisor, p[2] / v.part.Divisor}
}

// lifted returns triangles on both sides of the surface of an object, at a height in the world.
func (g *rigged) lifted(key markedPart, marks []mark, height float64) *gltf.Primitive {
	o := &g.rig.Objects[key.object]
	of := g.scene.Meshes[g.scene.Instances[o.Instance].Mesh]
	var points []geom.Vec
	var vertices []vertexOf
	for _, x := range marks {
		k, i := of.Locate(x.face.Triangle)
		var corners [3]vertexOf
		var t geom.Triangle
		for c := range t {
			corners[c] = vertexOf{&o.Shape.Parts[k], of.Parts[k].Corner(3*i + c)}
			t[c] = corners[c].at()
		}
		up := t.Normal().Unit().Scale(height * stretch(&t, &x.face.Corners))
		for c := range t {
			points, vertices = append(points, t[c].Add(up)), append(vertices, corners[c])
		}
		for _, c := range []int{2, 1, 0} {
			points, vertices = append(points, t[c].Sub(up)), append(vertices, corners[c])
		}
	}
	p := &gltf.Primitive{Attributes: gltf.PrimitiveAttributes{gltf.POSITION: g.soup(points)}}
	if key.skinned {
		setInfluences(p, g.influences(len(vertices), func(i int) ([]uint16, []float64, float64) {
			return vertices[i].part.Influences.Of(vertices[i].i)
		}))
	}
	for t := range o.Weights {
		d := displacements{count: len(vertices)}
		for i := range vertices {
			d.add(uint32(i), vertices[i].part.Targets[t].Delta(vertices[i].i))
		}
		p.Targets = append(p.Targets, gltf.PrimitiveAttributes{gltf.POSITION: g.displacements(&d)})
	}
	return p
}

// stretch returns how many times longer the edges of t are than those of u, 1 if u has none.
func stretch(t, u *geom.Triangle) float64 {
	around := func(t *geom.Triangle) float64 {
		return t[0].Sub(t[1]).Norm() + t[1].Sub(t[2]).Norm() + t[2].Sub(t[0]).Norm()
	}
	if s := around(t) / around(u); s > 0 && s < 1e30 {
		return s
	}
	return 1
}
