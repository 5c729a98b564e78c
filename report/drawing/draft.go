package drawing

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// draft is a stage on its way to a view.
type draft struct {
	*stage
	ctx     context.Context
	workers int
	faces   [][3]uint32 // mesh.NoVertex if a triangle cannot be drawn
	at      []geom.Vec  // vertices in the world
	shell   []uint32    // of each vertex
	// vertices are the numbers of the first vertex of each object.
	vertices []int
	boxes    []geom.Box // of each object
	box      geom.Box
	finite   int
	excluded int // triangles of the meshes that belong to no object of the stage
	meshes   []*mesh.Mesh
	paints   *paints // nil if the scene has no colors
	// traced: points of the view are vertices, and the view says which.
	traced bool
}

// chunk is the number of vertices or triangles that a worker takes at a time.
const chunk = 1 << 14

// draft gathers the triangles of a stage.
func (e *excerpting) draft(s *stage) (*draft, error) {
	d := &draft{stage: s, ctx: e.ctx, workers: e.left.Workers, box: geom.EmptyBox(), meshes: e.scene.Meshes, paints: e.paints}
	for k := range s.objects {
		o := &s.objects[k]
		w, err := e.welded(o)
		if err == nil {
			err = d.add(o, w)
		}
		if err != nil {
			return nil, err
		}
	}
	d.regions = append(d.regions[:len(d.regions):len(d.regions)], d.placeBox()...)
	return d, d.dropInfinite()
}

// welded returns the welded mesh of an object.
func (e *excerpting) welded(o *object) (*world.Mesh, error) {
	if o.surface == nil {
		return e.geometry.World().Mesh(e.ctx, o.Mesh)
	}
	w, err := mesh.Weld(e.ctx, e.left.Workers, o.surface)
	o.surface = nil // which takes more memory than w
	return &world.Mesh{Welded: w}, err
}

// add adds an object.
func (d *draft) add(o *object, w *world.Mesh) error {
	from := len(d.at)
	d.vertices = append(d.vertices, from)
	shell, _, err := w.Shells(d.ctx, d.workers)
	if err != nil {
		return err
	}
	if o.Role == Alone && o.shows == nil {
		d.faces, d.at, d.shell = slices.Clone(w.Faces), slices.Clone(w.Vertices), shell
	} else {
		d.copy(o, w.Welded, shell)
	}
	box, err := d.transform(from, o.world)
	d.boxes = append(d.boxes, box)
	d.box = d.box.Union(box)
	return err
}

// copy appends an object of a mesh, with its vertices in order of first use.
func (d *draft) copy(o *object, w *mesh.Welded, shell []uint32) {
	number := make([]uint32, len(w.Vertices)) // plus one
	for i, f := range w.Faces {
		switch {
		case f[0] == mesh.NoVertex && o.shell < 0 && o.has(i, -1):
		case f[0] == mesh.NoVertex || !o.has(i, int(shell[f[0]])):
			f = [3]uint32{mesh.NoVertex, mesh.NoVertex, mesh.NoVertex}
			d.excluded++
		default:
			for k, v := range f {
				if number[v] == 0 {
					d.at, d.shell = append(d.at, w.Vertices[v]), append(d.shell, shell[v])
					number[v] = uint32(len(d.at))
				}
				f[k] = number[v] - 1
			}
		}
		d.faces = append(d.faces, f)
	}
}

// transform maps the vertices from index from into the world and returns their box.
func (d *draft) transform(from int, world geom.Affine) (geom.Box, error) {
	at, all := d.at[from:], geom.EmptyBox()
	var lock sync.Mutex
	err := parallel.Ranges(d.ctx, d.workers, len(at), chunk, func(lo, hi int) {
		b := geom.EmptyBox()
		for i := lo; i < hi; i++ {
			if at[i] = world.Apply(at[i]); drawable(at[i]) {
				b = b.Include(at[i])
			}
		}
		lock.Lock()
		defer lock.Unlock()
		all = all.Union(b)
	})
	return all, err
}

// dropInfinite removes the faces that cannot be drawn and counts the others.
func (d *draft) dropInfinite() error {
	var finite atomic.Int64
	err := parallel.Ranges(d.ctx, d.workers, len(d.faces), chunk, func(lo, hi int) {
		n := 0
		defer func() { finite.Add(int64(n)) }()
		for i := lo; i < hi; i++ {
			switch f := &d.faces[i]; {
			case f[0] == mesh.NoVertex:
			case drawable(d.at[f[0]]) && drawable(d.at[f[1]]) && drawable(d.at[f[2]]):
				n++
			default:
				f[0] = mesh.NoVertex
			}
		}
	})
	d.finite = int(finite.Load())
	return err
}

// placeBox returns the box around the places, if any.
func (d *draft) placeBox() []geom.Box {
	if len(d.places) == 0 && d.inner < 0 {
		return nil
	}
	if len(d.places) == 0 {
		return d.boxes[d.inner : d.inner+1]
	}
	smallest := math.Inf(1)
	for _, b := range d.boxes {
		smallest = min(smallest, b.Diagonal())
	}
	const around = 1.0 / 16 // as a share of the smaller object
	return []geom.Box{geom.BoxOf(d.places).Grown(smallest * around)}
}

// fit returns the best view within the portion, or nil if there is none.
func (d *draft) fit(s portion) (*View, error) {
	for s.triangles > 0 && d.finite > 0 {
		x, err := d.cut(s)
		if err != nil {
			return nil, err
		}
		if x.Embedded+x.StandIns == 0 {
			break
		}
		size := x.Size()
		if size <= s.bytes {
			return x, nil
		}
		// Reduce whichever takes more of it, triangles or findings.
		less := 0.95 * float64(s.bytes) / float64(size)
		bare, listed := (&View{Findings: x.Findings}).Size(), len(d.findings)-x.OmittedFindings
		if bare > size/2 && listed > 0 {
			s.findings = int(less * float64(listed))
		} else {
			s.triangles = int(less * float64(min(s.triangles, x.Embedded+x.StandIns)))
		}
	}
	return nil, d.ctx.Err()
}

// cut selects triangles and findings up to the limits of the portion.
func (d *draft) cut(s portion) (*View, error) {
	sel := newSelection(d)
	detailed, around := s.triangles, s.triangles
	if s.triangles < d.finite { // the rest is for the surroundings
		detailed, around = s.triangles*4/5, s.triangles*3/5
	}
	findings := sel.first(s.findings, detailed)
	if err := sel.surround(around); err != nil {
		return nil, err
	}
	picked, err := sel.context(s.triangles)
	if err != nil {
		return nil, err
	}
	x := &View{
		Mesh: d.mesh, Pair: d.pair, Group: d.group,
		Box: Bounds(d.box), Nonfinite: len(d.faces) - d.excluded - d.finite,
		Findings: []Finding{}, OmittedFindings: len(d.findings) - findings, Core: d.keep, Frame: newFrame(d.box),
	}
	for k := range d.objects {
		x.Objects = append(x.Objects, d.objects[k].Object)
	}
	d.fill(x, picked)
	x.Omitted = len(d.faces) - d.excluded - x.Embedded
	for k := range d.findings[:findings] {
		x.Findings = append(x.Findings, d.finding(&d.findings[k], x.Frame))
	}
	x.Places = x.Frame.singles(d.places)
	if d.hulls != nil {
		err = d.hulls.complete(d, x)
	}
	return x, err
}

// fill numbers the picked vertices in order of first use and adds the triangles.
func (d *draft) fill(x *View, p *picked) {
	number := make([]uint32, len(d.at)+len(p.clusters)) // plus one
	object, part := 0, 0
	var colors *coloring
	if d.paints != nil {
		colors = newColoring(d.paints)
		defer func() { x.Colors = colors.done() }()
	}
	for _, t := range p.triangles {
		for object+1 < len(d.objects) && t.face >= d.objects[object+1].First {
			object, part = object+1, 0
		}
		o := &d.objects[object]
		for part+1 < len(o.parts) && t.face-o.First >= o.parts[part+1].First {
			part++
		}
		out := Triangle{Face: int32(t.face), Object: int32(object), Part: int32(part), Shell: int32(d.shell[d.faces[t.face][0]]), Detail: t.detail}
		for k, v := range t.corners {
			if number[v] == 0 {
				at := p.at(d, v)
				x.Points = append(x.Points, x.Frame.single(at))
				if d.traced {
					x.traced = append(x.traced, v)
				}
				number[v] = uint32(len(x.Points))
			}
			out.Corners[k] = number[v] - 1
		}
		if x.Embedded++; t.standIn {
			out.Face = -1
			x.Embedded--
			x.StandIns++
		}
		x.Triangles = append(x.Triangles, out)
		if colors != nil {
			colors.add(o, d.meshes[o.Mesh], part, t.face)
		}
	}
}
