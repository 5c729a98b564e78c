package excerpt

import (
	"context"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
)

// weldPool has meshes as drafts are made from them. A mesh that stands in several pairs
// is welded once.
type weldPool struct {
	ctx     context.Context
	scene   *mesh.Scene
	workers int
	kept    map[int]*weld
}

type weld struct {
	*mesh.Welded
	shell []uint32 // of each vertex
}

func newWeldPool(ctx context.Context, s *mesh.Scene, workers int) *weldPool {
	return &weldPool{ctx, s, workers, map[int]*weld{}}
}

func (p *weldPool) weld(m *mesh.Mesh) (*weld, error) {
	w, err := mesh.Weld(p.ctx, m, p.workers)
	if err != nil {
		return nil, err
	}
	shell, _, err := w.Shells(p.ctx, p.workers)
	return &weld{w, shell}, err
}

func (p *weldPool) draft(st *stage) (*draft, error) {
	d := &draft{stage: st, ctx: p.ctx, workers: p.workers, box: geom.EmptyBox()}
	for k := range st.objects {
		if err := p.add(d, &st.objects[k]); err != nil {
			return nil, err
		}
	}
	d.regions = append(d.regions[:len(d.regions):len(d.regions)], d.placeBox()...)
	return d, d.dropInfinite()
}

// excerpt returns what of a stage fits into its share, nil if there is nothing to see.
func (p *weldPool) excerpt(st *stage, share portion, up int) (*Stage, error) {
	d, err := p.draft(st)
	if err != nil {
		return nil, err
	}
	x, err := d.fit(share)
	if x != nil {
		x.up = up
	}
	return x, err
}

// add brings an object onto the stage. What stands there alone becomes the draft's own.
func (p *weldPool) add(d *draft, o *stageObject) error {
	from := len(d.at)
	d.vertices = append(d.vertices, from)
	w, err := p.welded(o)
	if err != nil {
		return err
	}
	if o.role == roleAlone {
		d.faces, d.at, d.shell = w.Faces, w.Vertices, w.shell
	} else {
		d.copy(o, w)
	}
	box, err := d.carry(from, o.world)
	d.boxes = append(d.boxes, box)
	d.box = d.box.Union(box)
	return err
}

// welded returns what an object shows. Meshes that may stand in several pairs are kept.
func (p *weldPool) welded(o *stageObject) (*weld, error) {
	switch {
	case o.surface != nil:
		return p.weld(o.surface)
	case o.role == roleAlone:
		return p.weld(p.scene.Meshes[o.Mesh])
	case p.kept[o.Mesh] != nil:
		return p.kept[o.Mesh], nil
	}
	w, err := p.weld(p.scene.Meshes[o.Mesh])
	if err == nil {
		p.kept[o.Mesh] = w
	}
	return w, err
}

// copy appends an object of a mesh, vertices in the order of their first use.
func (d *draft) copy(o *stageObject, w *weld) {
	number := make([]uint32, len(w.Vertices)) // plus one
	for i, f := range w.Faces {
		switch {
		case f[0] == mesh.NoVertex && o.shell < 0 && o.has(i, -1):
		case f[0] == mesh.NoVertex || !o.has(i, int(w.shell[f[0]])):
			f = [3]uint32{mesh.NoVertex, mesh.NoVertex, mesh.NoVertex}
			d.strange++
		default:
			for k, v := range f {
				if number[v] == 0 {
					d.at, d.shell = append(d.at, w.Vertices[v]), append(d.shell, w.shell[v])
					number[v] = uint32(len(d.at))
				}
				f[k] = number[v] - 1
			}
		}
		d.faces = append(d.faces, f)
	}
}
