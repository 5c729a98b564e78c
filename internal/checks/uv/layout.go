package uv

import (
	"context"
	"math"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/world"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/plane"
)

// layout is the triangles of a sheet that take part in its checks: those that are finite and have
// an area in UV and in space.
type layout struct {
	coordinates
	// triangles are counter-clockwise, in the coordinates that are checked.
	triangles []plane.Triangle
	// mirrored reports for each triangle whether the winding in the file is counter-clockwise in
	// UV, or clockwise if V points up: where it points down, an unmirrored triangle is clockwise.
	mirrored []bool
	// corners are numbers of corners in the order of the corners in triangles. Corners of the same
	// vertex of the same mesh with the same coordinates have the same number.
	corners [][3]uint32
	// numberOfCorners is greater than all of them.
	numberOfCorners int
	resolution      []float64 // of each triangle, in the coordinates that are checked
	faces           []check.UVFace
	// meshes are where the triangles of each mesh begin, with a final end.
	meshes []int
	shown  []plane.Triangle // the triangles as toShown has them; the same slice without a transform

	total, nonfinite, degenerate, dropped int
}

// layoutOf reads the triangles of a sheet.
func layoutOf(ctx context.Context, w *world.World, sh *sheet, workers int) (*layout, error) {
	s := w.Scene()
	l := &layout{coordinates: coordinatesOf(s, sh)}
	l.reserve(s, sh)
	for i := 0; i < len(sh.parts); {
		end := i + 1
		for end < len(sh.parts) && sh.parts[end].Mesh == sh.parts[i].Mesh {
			end++
		}
		l.meshes = append(l.meshes, len(l.triangles))
		if err := l.addMesh(ctx, w, sh, i, end, workers); err != nil {
			return nil, err
		}
		i = end
	}
	l.meshes = append(l.meshes, len(l.triangles))
	return l, l.show(ctx, workers)
}

// show sets the triangles as they are shown.
func (l *layout) show(ctx context.Context, workers int) error {
	l.shown = l.triangles
	if l.coordinates.shown == nil {
		return ctx.Err()
	}
	l.shown = make([]plane.Triangle, len(l.triangles))
	return parallel.Ranges(ctx, workers, len(l.shown), chunk, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			for k := range 3 {
				l.shown[t][k] = l.toShown(l.triangles[t][k])
			}
		}
	})
}

// chunk is the number of triangles that a worker processes at once.
const chunk = 1 << 14

// partFaces are the triangles of one part of a sheet.
type partFaces struct {
	part    *mesh.Part
	ref     check.PartRef
	reader  reader
	first   int // the number of the part's first triangle in its mesh
	vertex0 int // the number of the part's first stored vertex in its mesh
}

// addMesh reads the parts from..end of the sheet, which belong to one mesh.
func (l *layout) addMesh(ctx context.Context, w *world.World, sh *sheet, from, end, workers int) error {
	number := sh.parts[from].Mesh
	m := w.Scene().Meshes[number]
	welded, err := w.Mesh(ctx, number)
	if err != nil {
		return err
	}
	c := cornerTable{welded: welded}
	for i := from; i < end; i++ {
		ref := sh.parts[i]
		p := partFaces{part: &m.Parts[ref.Part], ref: ref, reader: l.reader(w.Scene(), sh, i), vertex0: c.vertices}
		for k := range ref.Part {
			p.first += m.Parts[k].Triangles()
		}
		c.vertices += p.reader.set.Len()
		if err := l.addPart(ctx, &p, welded, workers); err != nil {
			return err
		}
		c.parts = append(c.parts, p)
	}
	first := l.meshes[len(l.meshes)-1]
	if err := c.number(ctx, l, first, workers); err != nil {
		return err
	}
	l.numberOfCorners += c.vertices
	return nil
}

// addPart appends the triangles of a part that take part in the checks, and counts the others.
// Until the corners of the mesh are numbered, corners are stored vertices.
func (l *layout) addPart(ctx context.Context, p *partFaces, welded *world.Mesh, workers int) error {
	n := p.part.Triangles()
	pieces := make([]layout, (n+chunk-1)/chunk)
	for k := range pieces {
		pieces[k] = l.room(k*chunk, min(chunk, n-k*chunk))
	}
	err := parallel.Tasks(ctx, workers, len(pieces), func(_, k int) {
		piece := &pieces[k]
		for t := k * chunk; t < min(n, (k+1)*chunk); t++ {
			piece.addTriangle(p, t, welded)
		}
	})
	if err != nil {
		return err
	}
	for k := range pieces {
		l.addPiece(&pieces[k])
	}
	l.total += n
	return nil
}

// reserve allocates room for the triangles of all parts of a sheet.
func (l *layout) reserve(s *mesh.Scene, sh *sheet) {
	n := 0
	for _, ref := range sh.parts {
		n += s.Meshes[ref.Mesh].Parts[ref.Part].Triangles()
	}
	l.triangles, l.mirrored, l.corners = make([]plane.Triangle, 0, n), make([]bool, 0, n), make([][3]uint32, 0, n)
	l.resolution, l.faces = make([]float64, 0, n), make([]check.UVFace, 0, n)
}

// room returns an empty layout for n triangles in the reserved room, at the given distance behind
// the end.
func (l *layout) room(behind, n int) layout {
	from := len(l.triangles) + behind
	to := from + n
	return layout{
		coordinates: l.coordinates,
		triangles:   l.triangles[from:from:to], mirrored: l.mirrored[from:from:to], corners: l.corners[from:from:to],
		resolution: l.resolution[from:from:to], faces: l.faces[from:from:to],
	}
}

// addPiece appends a layout that is in the room behind the end. It moves triangles only if earlier
// ones were left out.
func (l *layout) addPiece(piece *layout) {
	end := len(l.triangles)
	if n := end + len(piece.triangles); n > end && &l.triangles[:n][end] == &piece.triangles[0] {
		l.triangles, l.mirrored, l.corners = l.triangles[:n], l.mirrored[:n], l.corners[:n]
		l.resolution, l.faces = l.resolution[:n], l.faces[:n]
	} else {
		l.triangles, l.mirrored, l.corners = append(l.triangles, piece.triangles...), append(l.mirrored, piece.mirrored...), append(l.corners, piece.corners...)
		l.resolution, l.faces = append(l.resolution, piece.resolution...), append(l.faces, piece.faces...)
	}
	l.nonfinite, l.degenerate, l.dropped = l.nonfinite+piece.nonfinite, l.degenerate+piece.degenerate, l.dropped+piece.dropped
}

// addTriangle appends triangle t of a part, or counts it as left out.
func (l *layout) addTriangle(p *partFaces, t int, welded *world.Mesh) {
	vertices := [3]int{p.part.Corner(3 * t), p.part.Corner(3*t + 1), p.part.Corner(3*t + 2)}
	uv := plane.Triangle{p.reader.at(vertices[0]), p.reader.at(vertices[1]), p.reader.at(vertices[2])}
	if !finite(&uv) {
		l.nonfinite++
		return
	}
	winding := uv.Winding()
	switch sound := soundInSpace(welded, p.first+t); {
	case winding == 0:
		if sound {
			l.degenerate++
		}
		return
	case !sound:
		l.dropped++
		return
	}
	resolution := p.reader.resolution(vertices)
	if winding < 0 {
		uv[1], uv[2] = uv[2], uv[1]
		vertices[1], vertices[2] = vertices[2], vertices[1]
	}
	l.triangles = append(l.triangles, uv)
	l.mirrored = append(l.mirrored, (winding > 0) != l.vUp)
	l.corners = append(l.corners, [3]uint32{uint32(p.vertex0 + vertices[0]), uint32(p.vertex0 + vertices[1]), uint32(p.vertex0 + vertices[2])})
	l.resolution = append(l.resolution, resolution)
	l.faces = append(l.faces, check.UVFace{Mesh: uint32(p.ref.Mesh), Part: uint32(p.ref.Part), Triangle: uint32(p.first + t)})
}

// soundInSpace reports whether a triangle of a mesh is finite and has area.
func soundInSpace(welded *world.Mesh, i int) bool {
	if !welded.Finite(i) {
		return false
	}
	t := welded.Triangle(i)
	return !t.Degenerate()
}

func finite(t *plane.Triangle) bool {
	sum := 0.0 // NaN if a coordinate is not finite
	for _, p := range t {
		sum += 0*p[0] + 0*p[1]
	}
	return !math.IsNaN(sum)
}
