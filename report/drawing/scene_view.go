package drawing

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/report/wording"
)

// addShapes makes the shapes of a mesh, in the coordinates of the mesh.
func (s *sceneDraft) addShapes(i int) error {
	for _, of := range s.byMesh[i] {
		m := s.scene.Meshes[i]
		o := object{Object: Object{Mesh: i, Instance: -1}, part: -1, shell: -1, variant: of.variant, world: geom.Scaling(cmp.Or(m.Scale, 1)), parts: world.Parts(m)}
		if of.variant > 0 {
			o.shows = make([]bool, len(m.Parts))
			for k := range m.Parts {
				o.shows[k] = m.Parts[k].Object == of.variant-1
			}
		}
		if of.deformed > 0 {
			o.surface, o.world = s.posing.surface(of.deformed-1), geom.Identity()
		}
		d, err := s.draft(&stage{mesh: -1, pair: -1, group: -1, objects: []object{o}, inner: -1})
		if err != nil {
			return err
		}
		if of.view, err = d.fit(portion{triangles: of.share, bytes: s.bytes}); err != nil {
			return err
		}
	}
	return nil
}

// finish sets the scene of the excerpt, if it shows anything.
func (s *sceneDraft) finish() {
	s.left.Bytes += s.bytes
	x := &View{Mesh: -1, Pair: -1, Group: -1, Findings: []Finding{}}
	x.Up = upOf(s.scene)
	box := geom.EmptyBox()
	for _, of := range s.shapes {
		box = box.Union(of.boxed())
	}
	x.Box, x.Frame = Bounds(box), newFrame(box)
	room, colors := s.bytes-x.Size(), newColoring(s.paints)
	for _, of := range s.shapes {
		if of.view == nil {
			continue
		}
		taken := x.place(of, room)
		if room -= taken; taken > 0 {
			colors.join(of.view)
		}
	}
	if len(x.Triangles) == 0 {
		return
	}
	x.Colors = colors.done()
	s.left.Bytes -= x.Size()
	s.Scene = x
}

// boxed returns the box of all places of a shape, and drops those that float32 cannot hold.
func (of *shape) boxed() geom.Box {
	all := geom.EmptyBox()
	if of.view == nil {
		return all
	}
	box := geom.Box(of.view.Box)
	of.places = slices.DeleteFunc(of.places, func(p placing) bool {
		if !Reachable(box, p.world) {
			return true
		}
		all = all.Union(p.world.ApplyBox(box))
		return false
	})
	return all
}

// place adds a shape and as many of its places to a scene as there is room for. It returns the bytes
// that they take.
func (x *View) place(of *shape, room int) int {
	var placed []Placement
	size := of.view.Size() - (&View{}).Size() + objectSize*4/3 + 1
	for _, p := range of.places {
		at := p.in(x.Frame, of.view.Frame, len(x.Objects))
		if size+at.size()*4/3+1 > room {
			break
		}
		size += at.size()*4/3 + 1
		placed = append(placed, at)
	}
	x.Missing += len(of.places) - len(placed)
	if len(placed) == 0 {
		return 0
	}
	x.Placed = append(x.Placed, placed...)
	number, first := len(x.Objects), uint32(len(x.Points))
	o := of.view.Objects[0]
	x.Objects = append(x.Objects, o)
	x.Points = append(x.Points, of.view.Points...)
	for _, t := range of.view.Triangles {
		t.Object = int32(number)
		for k := range t.Corners {
			t.Corners[k] += first
		}
		x.Triangles = append(x.Triangles, t)
	}
	x.Embedded += of.view.Embedded
	x.StandIns += of.view.StandIns
	x.Omitted += of.view.Omitted
	x.Nonfinite += of.view.Nonfinite
	return size
}

// in returns the placement of an object, whose points are in the frame from, in a scene.
func (p *placing) in(scene, from Frame, object int) Placement {
	out := Placement{Object: object, Instance: p.number, Name: wording.Printable(p.name, wording.NameLimit), At: scene.single(p.world.Apply(from.Origin))}
	for k := range out.Axes {
		for row := range p.world {
			out.Axes[k][row] = float32(p.world[row][k]*from.Scale/scene.Scale) + 0 // no -0
		}
	}
	return out
}
