package excerpt

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
)

// drafter makes drafts from the meshes of a scene.
type drafter struct {
	ctx      context.Context
	geometry *meshcheck.Geometry
	workers  int
}

func (p *drafter) draft(of *subject) (*draft, error) {
	d := &draft{subject: of, ctx: p.ctx, workers: p.workers, box: geom.EmptyBox()}
	for k := range of.objects {
		if err := p.add(d, &of.objects[k]); err != nil {
			return nil, err
		}
	}
	d.regions = append(d.regions[:len(d.regions):len(d.regions)], d.placeBox()...)
	return d, d.dropInfinite()
}

// excerpt returns what of a subject fits into its share, nil if there is nothing to see.
func (p *drafter) excerpt(of *subject, share portion, up int) (*View, error) {
	d, err := p.draft(of)
	if err != nil {
		return nil, err
	}
	x, err := d.fit(share)
	if x != nil {
		x.up = up
	}
	return x, err
}

// add adds an object to the draft.
func (p *drafter) add(d *draft, o *object) error {
	from := len(d.at)
	d.vertices = append(d.vertices, from)
	w, err := p.welded(o)
	if err != nil {
		return err
	}
	shell, _, err := w.Shells(p.ctx, p.workers)
	if err != nil {
		return err
	}
	if o.role == roleAlone {
		d.faces, d.at, d.shell = slices.Clone(w.Faces), slices.Clone(w.Vertices), shell
	} else {
		d.copy(o, w.Welded, shell)
	}
	box, err := d.transform(from, o.world)
	d.boxes = append(d.boxes, box)
	d.box = d.box.Union(box)
	return err
}

// welded returns what an object shows.
func (p *drafter) welded(o *object) (*world.Mesh, error) {
	if o.surface == nil {
		return p.geometry.World().Mesh(p.ctx, o.Mesh)
	}
	w, err := mesh.Weld(p.ctx, o.surface, p.workers)
	o.surface = nil // which takes more memory than w
	return &world.Mesh{Welded: w}, err
}

// copy appends an object of a mesh, vertices in the order of their first use.
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
