package convex_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/convex"
	"github.com/meshcheck/meshcheck/geom"
)

// slowHull finds the hull from its definition: the planes of three points with all others
// on one side of them have the faces, whose corners are the points of the plane
// that are not between others.
func slowHull(points []geom.Vec) *convex.Hull {
	all := distinct(points)
	var polygons [][]geom.Vec
	if inOnePlane(all) {
		polygons = append(polygons, flatCorners(all))
	} else {
		for i := range all {
			for j := range all {
				for k := range all {
					if face := supported(all, i, j, k); face != nil {
						polygons = append(polygons, face)
					}
				}
			}
		}
	}
	h := &convex.Hull{}
	for _, polygon := range polygons {
		h.Vertices = append(h.Vertices, polygon...)
	}
	h.Vertices = distinct(h.Vertices)
	for _, polygon := range polygons {
		var face []uint32
		for _, p := range polygon {
			at, _ := slices.BinarySearchFunc(h.Vertices, p, compare)
			face = append(face, uint32(at))
		}
		for len(face) > 0 && face[0] != slices.Min(face) {
			face = append(face[1:], face[0])
		}
		if len(face) > 0 {
			h.Faces = append(h.Faces, face)
		}
	}
	slices.SortFunc(h.Faces, slices.Compare)
	h.Faces = slices.CompactFunc(h.Faces, slices.Equal)
	return h
}

// supported returns the face in the plane of three points, nil if they span none or if a
// point is above it.
func supported(all []geom.Vec, i, j, k int) []geom.Vec {
	t := geom.Triangle{all[i], all[j], all[k]}
	if t.Degenerate() {
		return nil
	}
	var inPlane []geom.Vec
	for _, p := range all {
		switch geom.Orient3D(t[0], t[1], t[2], p) {
		case 1:
			return nil
		case 0:
			inPlane = append(inPlane, p)
		}
	}
	return ringOf(inPlane, t)
}

// ringOf returns the corners of the hull of points in the plane of t, counter-clockwise as
// t is, by wrapping.
func ringOf(points []geom.Vec, t geom.Triangle) []geom.Vec {
	view, sign := 0, 0
	project := func(p geom.Vec) [2]float64 { return [2]float64{p[(view+1)%3], p[(view+2)%3]} }
	for ; view < 3; view++ {
		if sign = geom.Orient2D(project(t[0]), project(t[1]), project(t[2])); sign != 0 {
			break
		}
	}
	at := slices.MinFunc(points, compare)
	ring := []geom.Vec{at}
	for {
		to := at
		for _, p := range points {
			side := 1
			if to != at {
				side = -sign * geom.Orient2D(project(at), project(to), project(p))
			}
			if p != at && (side > 0 || side == 0 && beyond(at, to, p)) {
				to = p
			}
		}
		if to == ring[0] {
			return ring
		}
		ring = append(ring, to)
		at = to
	}
}

// beyond reports whether q, on the ray from o through p, is farther than p.
func beyond(o, p, q geom.Vec) bool {
	return cmp.Compare(compare(o, p), 0) == compare(p, q)
}

// flatCorners returns the face of points in one plane, on one line or at one place.
func flatCorners(all []geom.Vec) []geom.Vec {
	for i := range all {
		for j := range i {
			t := geom.Triangle{all[0], all[j], all[i]}
			if t.Degenerate() {
				continue
			}
			for view := range 3 { // against a normal whose first coordinate is positive
				x, y := (view+1)%3, (view+2)%3
				s := geom.Orient2D([2]float64{t[0][x], t[0][y]}, [2]float64{t[1][x], t[1][y]}, [2]float64{t[2][x], t[2][y]})
				if s < 0 {
					t[1], t[2] = t[2], t[1]
				}
				if s != 0 {
					return ringOf(all, t)
				}
			}
		}
	}
	if len(all) < 2 {
		return all
	}
	return []geom.Vec{all[0], all[len(all)-1]}
}

func inOnePlane(all []geom.Vec) bool {
	for i := range all {
		for j := range i {
			for k := range j {
				if geom.Orient3D(all[0], all[i], all[j], all[k]) != 0 {
					return false
				}
			}
		}
	}
	return true
}

// distinct returns points in lexicographic order, each once, -0 as +0.
func distinct(points []geom.Vec) []geom.Vec {
	out := make([]geom.Vec, len(points))
	for i, p := range points {
		out[i] = p.Add(geom.Vec{})
	}
	slices.SortFunc(out, compare)
	return slices.Compact(out)
}

func compare(p, q geom.Vec) int { return slices.Compare(p[:], q[:]) }

// lawful checks all that Hull promises of the hull of points.
func lawful(h *convex.Hull, points []geom.Vec) error {
	if err := wellFormed(h); err != nil {
		return err
	}
	if err := bulges(h); err != nil {
		return err
	}
	for _, v := range h.Vertices {
		if !slices.Contains(points, v) {
			return fmt.Errorf("vertex %v is none of the points", v)
		}
	}
	if h.Dimension() == 3 {
		for i := range h.Faces {
			if err := noneAbove(h, i, points); err != nil {
				return err
			}
		}
		return nil
	}
	return flat(h, points)
}

// wellFormed checks the order of vertices and faces, that every edge is passed once each
// way, and Euler's formula.
func wellFormed(h *convex.Hull) error {
	if !slices.IsSortedFunc(h.Vertices, compare) || !slices.IsSortedFunc(h.Faces, slices.Compare) {
		return fmt.Errorf("not in order: %v %v", h.Vertices, h.Faces)
	}
	if len(slices.Compact(slices.Clone(h.Vertices))) < len(h.Vertices) {
		return fmt.Errorf("a vertex twice: %v", h.Vertices)
	}
	passes := map[[2]uint32]int{}
	used := map[uint32]bool{}
	for _, f := range h.Faces {
		if f[0] != slices.Min(f) {
			return fmt.Errorf("face %v does not start with the smallest", f)
		}
		for k, v := range f {
			passes[[2]uint32{v, f[(k+1)%len(f)]}]++
			used[v] = true
		}
	}
	if len(used) != len(h.Vertices) {
		return fmt.Errorf("%d vertices of %d in faces", len(used), len(h.Vertices))
	}
	if h.Dimension() < 3 {
		return nil
	}
	for e, n := range passes {
		if n != 1 || passes[[2]uint32{e[1], e[0]}] != 1 {
			return fmt.Errorf("edge %v is passed %d times, and back %d", e, n, passes[[2]uint32{e[1], e[0]}])
		}
	}
	if euler := len(h.Vertices) - len(passes)/2 + len(h.Faces); euler != 2 {
		return fmt.Errorf("V - E + F = %d", euler)
	}
	return nil
}

// bulges checks that no corner of a face is straight or turns the wrong way, that the
// corners are in one plane, and that faces at an edge are not.
func bulges(h *convex.Hull) error {
	if h.Dimension() < 3 {
		return nil
	}
	after := map[[2]uint32]uint32{} // the corner that follows an edge
	for i, f := range h.Faces {
		plane := h.Plane(i)
		for k, v := range f {
			w, x := f[(k+1)%len(f)], f[(k+2)%len(f)]
			if (&geom.Triangle{h.Vertices[v], h.Vertices[w], h.Vertices[x]}).Degenerate() {
				return fmt.Errorf("face %v is straight at %d", f, w)
			}
			if plane.Side(h.Vertices[v]) != 0 {
				return fmt.Errorf("face %v is not flat", f)
			}
			after[[2]uint32{v, w}] = x
		}
	}
	for e, x := range after {
		v := h.Vertices
		if y := after[[2]uint32{e[1], e[0]}]; geom.Orient3D(v[e[0]], v[e[1]], v[x], v[y]) >= 0 {
			return fmt.Errorf("the faces at edge %v do not bulge", e)
		}
	}
	return nil
}

// noneAbove checks that no point is above face i, and that those in its plane which are
// vertices are its corners.
func noneAbove(h *convex.Hull, i int, points []geom.Vec) error {
	plane := h.Plane(i)
	for _, p := range points {
		if plane.Side(p) > 0 {
			return fmt.Errorf("%v is above face %v", p, h.Faces[i])
		}
	}
	for v, p := range h.Vertices {
		if (plane.Side(p) == 0) != slices.Contains(h.Faces[i], uint32(v)) {
			return fmt.Errorf("vertex %d in the plane of face %v", v, h.Faces[i])
		}
	}
	return nil
}

// flat checks a hull without volume: all points are in its plane and, seen along an axis,
// in its polygon; on the line of its ends and between them; at its place.
func flat(h *convex.Hull, points []geom.Vec) error {
	if n := min(len(points), 1); len(h.Faces) != n || n == 1 && len(h.Faces[0]) != len(h.Vertices) {
		return fmt.Errorf("faces %v of %d vertices", h.Faces, len(h.Vertices))
	}
	for _, p := range points {
		p = p.Add(geom.Vec{})
		switch h.Dimension() {
		case 0:
			if p != h.Vertices[0] {
				return fmt.Errorf("%v is elsewhere", p)
			}
		case 1:
			a, b := h.Vertices[0], h.Vertices[1]
			if !(&geom.Triangle{a, b, p}).Degenerate() || compare(p, a) < 0 || compare(p, b) > 0 {
				return fmt.Errorf("%v is not between %v and %v", p, a, b)
			}
		case 2:
			if plane := h.Plane(0); plane.Side(p) != 0 {
				return fmt.Errorf("%v is not in the plane", p)
			}
			if ring := flatCorners(distinct(append(slices.Clone(h.Vertices), p))); !slices.Equal(ring, flatCorners(h.Vertices)) {
				return fmt.Errorf("%v is outside of the polygon", p)
			}
		}
	}
	return nil
}

// encode and decode turn points into bytes for fuzzing: 24 for a point.
func encode(points []geom.Vec) (data []byte) {
	for _, p := range points {
		for _, x := range p {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return data
}

func decode(data []byte) (points []geom.Vec) {
	for ; len(data) >= 24; data = data[24:] {
		var p geom.Vec
		for k := range p {
			p[k] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*k:]))
		}
		points = append(points, p)
	}
	return points
}
