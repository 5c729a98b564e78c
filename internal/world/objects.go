package world

import (
	"context"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// divideFor returns the division of what an instance shows: a mesh, or an object of it.
func (w *World) divideFor(ctx context.Context, in *mesh.Instance, of check.PartsOf) (*division, error) {
	if in.Object == 0 {
		return w.divide(ctx, in.Mesh, of)
	}
	s := &w.meshes[in.Mesh]
	if all := s.objects[of]; all != nil {
		return all[in.Object-1], nil
	}
	all, err := w.divideObjects(ctx, in.Mesh, of)
	if err != nil {
		return nil, err
	}
	if s.steps != 0 {
		s.objects[of] = all
	}
	return all[in.Object-1], nil
}

// divideObjects returns the divisions of all objects of a mesh.
func (w *World) divideObjects(ctx context.Context, i int, of check.PartsOf) ([]*division, error) {
	m, err := w.Mesh(ctx, i)
	if err != nil {
		return nil, err
	}
	from := w.scene.Meshes[i]
	parts := Parts(from)
	object := make([]int, len(m.Faces))
	all := make([]*division, len(from.Objects))
	for k := range all {
		all[k] = &division{}
	}
	for k, p := range parts {
		o := from.Parts[k].Object
		for f := p.First; f < p.First+p.Triangles; f++ {
			object[f] = o
		}
		all[o].unassigned += p.Triangles
	}
	pieces, err := w.piecesOf(ctx, m, parts, of)
	if err != nil {
		return nil, err
	}
	c := NewCutter(m.Welded)
	for k, piece := range pieces {
		of := split(piece, object)
		for o, d := range all {
			faces := of[o]
			if len(faces) == 0 {
				continue
			}
			d.numbers = append(d.numbers, k)
			if err := w.add(ctx, d, c, faces, rangesOf(parts)); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// piecesOf returns the triangles of the pieces of a mesh.
func (w *World) piecesOf(ctx context.Context, m *Mesh, parts []check.PartInfo, of check.PartsOf) ([][]uint32, error) {
	switch of {
	case check.ByShell:
		return m.pieces(ctx, w.workers)
	case check.ByPrimitive:
		return partPieces(parts), nil
	}
	whole := make([]uint32, len(m.Faces))
	for f := range whole {
		whole[f] = uint32(f)
	}
	return [][]uint32{whole}, nil
}

// split returns the triangles of a piece by the number of their object, which object has for each
// triangle.
func split(piece []uint32, object []int) map[int][]uint32 {
	by := map[int][]uint32{}
	for _, f := range piece {
		by[object[f]] = append(by[object[f]], f)
	}
	return by
}
