package self

import (
	"context"
	"math"
	"sort"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/collect"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/tritri"
)

// surface is a mesh as all phases see it: welded, in parts and shells, and at its place in the world.
type surface struct {
	mesh     *mesh.Mesh
	whole    *world.Mesh
	welded   *mesh.Welded // of whole
	parts    []check.PartInfo
	shell    []uint32 // of each vertex
	shells   int
	loose    bool // a shell has fewer than two triangles on average, so that parts are used instead
	world    geom.Affine
	moved    bool     // world is not the identity
	stretch  float64  // the greatest factor by which world stretches lengths
	box      geom.Box // of all vertices in the world
	diagonal float64  // of the box of all vertices as stored
}

func newSurface(m *mesh.Mesh, w *world.Mesh, place geom.Affine) surface {
	return surface{
		mesh: m, whole: w, welded: w.Welded, parts: world.Parts(m),
		world: place, moved: place != geom.Identity(), stretch: place.SpectralNorm(),
	}
}

// divide finds the shells.
func (s *surface) divide(ctx context.Context, workers int) (err error) {
	s.shell, s.shells, err = s.whole.Shells(ctx, workers)
	s.loose = len(s.welded.Faces) < 2*s.shells
	return err
}

// measure computes the sizes, and returns the box of all vertices as stored.
func (s *surface) measure(ctx context.Context, workers int) (stored geom.Box, err error) {
	if stored, err = s.bounds(ctx, workers, geom.Identity()); err != nil {
		return stored, err
	}
	s.diagonal = stored.Diagonal()
	if s.box = stored; s.moved {
		s.box, err = s.bounds(ctx, workers, s.world)
	}
	return stored, err
}

// bounds returns the box of all vertices, transformed by m.
func (s *surface) bounds(ctx context.Context, workers int, m geom.Affine) (geom.Box, error) {
	const chunk = 1 << 14
	vertices, transformed := s.welded.Vertices, m != geom.Identity()
	boxes := make([]geom.Box, (len(vertices)+chunk-1)/chunk)
	err := parallel.Tasks(ctx, workers, len(boxes), func(_, k int) {
		some := vertices[k*chunk : min(len(vertices), (k+1)*chunk)]
		if !transformed {
			boxes[k] = geom.BoxOf(some)
			return
		}
		b := geom.EmptyBox()
		for _, v := range some {
			b = b.Include(m.Apply(v))
		}
		boxes[k] = b
	})
	all := geom.EmptyBox()
	for _, b := range boxes {
		all = all.Union(b)
	}
	return all, err
}

// isSoup reports whether the mesh has less than one and a half corners to a vertex, and so
// hardly any fans.
func (s *surface) isSoup() bool { return 2*len(s.welded.Faces) < len(s.welded.Vertices) }

// triangle returns triangle i as stored.
func (s *surface) triangle(i uint32) geom.Triangle { return s.welded.Triangle(int(i)) }

// side returns what the regions of findings of triangle i need to know of it.
func (s *surface) side(i uint32) collect.Side {
	side := collect.Side{Triangle: i, Part: s.part(i)}
	switch {
	case s.loose:
		side.Shell = uint32(side.Part)
	case s.shells > 1:
		side.Shell = s.shellOf(i)
	}
	return side
}

// shellOf returns the shell of triangle i.
func (s *surface) shellOf(i uint32) uint32 { return s.shell[s.welded.Faces[i][0]] }

// part returns the part of triangle i.
func (s *surface) part(i uint32) int {
	if len(s.mesh.Parts) == 1 {
		return 0
	}
	return sort.Search(len(s.parts), func(k int) bool { return s.parts[k].First > int(i) }) - 1
}

// face returns triangle i in the form of reports.
func (s *surface) face(i uint32) check.Face {
	f := s.faceAt(i)
	f.Corners = s.world.ApplyTriangle(s.mesh.Parts[f.Part].Triangle(f.InPart))
	return f
}

// faceOf is face for a triangle whose welded form is known.
func (s *surface) faceOf(i uint32, t *geom.Triangle) check.Face {
	if s.moved {
		return s.face(i) // the world may show the signs of zeros, which welding loses
	}
	f := s.faceAt(i)
	f.Corners = *t
	return f
}

// faceAt returns triangle i in the form of reports, without its corners.
func (s *surface) faceAt(i uint32) check.Face {
	part := s.part(i)
	in := int(i) - s.parts[part].First
	return check.Face{Part: part, Triangle: int(i), InPart: in, CutFrom: s.mesh.Parts[part].CutFrom(in)}
}

// placed returns t in the world.
func (s *surface) placed(t *geom.Triangle) geom.Triangle {
	if s.moved {
		return s.world.ApplyTriangle(*t)
	}
	return *t
}

// place returns p in the world.
func (s *surface) place(p geom.Vec) geom.Vec {
	if s.moved {
		return s.world.Apply(p)
	}
	return p
}

// polygon returns the common polygon of two coplanar triangles in the world.
func (s *surface) polygon(t, u *geom.Triangle) []geom.Vec {
	p := tritri.Polygon(t, u)
	for k := range p {
		p[k] = s.world.Apply(p[k])
	}
	return p
}

// resolution returns the distance between neighbouring numbers of the formats in which the corners
// of two triangles are stored, at the greatest coordinate of both.
func (s *surface) resolution(p *pair) float64 {
	largest := 0.0
	for k := range p.t {
		for i := range p.t[k] {
			largest = max(largest, math.Abs(p.t[k][i]), math.Abs(p.u[k][i]))
		}
	}
	a, b := &s.mesh.Parts[s.part(p.i)].Positions, &s.mesh.Parts[s.part(p.j)].Positions
	return max(a.Resolution(largest, s.diagonal), b.Resolution(largest, s.diagonal)) * (1 + rounding)
}
