package solid

import "github.com/meshcheck/meshcheck/mesh"

// Surface has the topological properties of the surface of a mesh.
type Surface struct {
	Closure Closure
	// Inward reports whether the surface is closed and oriented and its normals point inwards.
	Inward bool
	// Shell has the shell of each vertex, and First the first vertex of each shell.
	Shell, First []uint32
	// Degenerate are the finite triangles that are degenerate, ascending.
	Degenerate []uint32
}

// Examine returns the surface of a welded mesh. proper marks the triangles that are finite and
// not degenerate; c and shell are the results of ClosureOf and Shells. It takes time linear in
// the size of the mesh.
func Examine(w *mesh.Welded, proper []bool, c Closure, shell []uint32) Surface {
	s := Surface{Closure: c, Shell: shell}
	for v, shell := range s.Shell {
		if int(shell) == len(s.First) { // numbered in the order of their first vertices
			s.First = append(s.First, uint32(v))
		}
	}
	for i := range w.Faces {
		if w.Finite(i) && !proper[i] {
			s.Degenerate = append(s.Degenerate, uint32(i))
		}
	}
	s.Inward = s.Closure.Oriented() && inward(w)
	return s
}
