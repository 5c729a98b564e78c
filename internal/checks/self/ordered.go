package self

import (
	"context"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/mesh"
)

// ordered is a mesh whose file has its triangles or vertices in no order, a second time: the triangles
// that take part in the search, in the order of the tree. Fans are certified, and leaves filled, from
// it. In w, almost every triangle and vertex would have to be fetched from a distant place in memory,
// again and again.
type ordered struct {
	*mesh.Welded
	vertices  []uint32 // numbers in the mesh itself
	certified []bool
}

// cached is the number of vertices up to which their order does not matter: they fit into a cache.
const cached = 1 << 16

// each is how many triangles or vertices a worker copies at once.
const each = 1 << 14

// scattered reports whether most neighbours in the order of the file have vertices whose numbers are far
// apart. It looks at a part of the triangles.
func (s *surface) scattered() bool {
	const every = 64
	n := uint32(len(s.welded.Vertices))
	if n < cached {
		return false
	}
	far, all := 0, 0
	for i := 1; i < len(s.welded.Faces); i += every {
		if f, g := s.welded.Faces[i-1], s.welded.Faces[i]; f[0] != mesh.NoVertex && g[0] != mesh.NoVertex {
			all++
			if max(f[0], f[1], f[2], g[0], g[1], g[2])-min(f[0], f[1], f[2], g[0], g[1], g[2]) > n/64 {
				far++
			}
		}
	}
	return 2*far > all
}

// certifyOrdered is certifyUmbrellas for a scattered mesh.
func (p *preparation) certifyOrdered(ctx context.Context) error {
	workers := p.settings.Workers
	triangles, err := p.builder.Order(ctx, workers, p.box)
	if err != nil {
		return err
	}
	o := &ordered{}
	if o.Welded, o.vertices, err = p.welded.Ordered(ctx, workers, triangles); err != nil {
		return err
	}
	views := make([]geom.Views, len(triangles))
	err = parallel.Ranges(ctx, workers, len(triangles), each, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			views[k] = p.views[triangles[k]]
		}
	})
	if err != nil {
		return err
	}
	fans, err := o.Fans(ctx, workers, make([]bool, len(triangles)))
	if err != nil {
		return err
	}
	o.certified = make([]bool, len(o.vertices))
	if err := o.Umbrellas(ctx, workers, fans, views, o.certified); err != nil {
		return err
	}
	p.ordered = o
	return parallel.Ranges(ctx, workers, len(o.vertices), each, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			p.neighbours.certified[o.vertices[k]] = o.certified[k]
		}
	})
}

// update copies the certificates of the mesh itself, nil for none.
func (o *ordered) update(ctx context.Context, workers int, certified []bool) error {
	if certified == nil {
		o.certified = nil
		return ctx.Err()
	}
	return parallel.Ranges(ctx, workers, len(o.vertices), each, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			o.certified[k] = certified[o.vertices[k]]
		}
	})
}
