package mesh

// Shells returns the number of shells, sets of finite triangles connected through
// shared vertices, and the shell of every vertex. Shells are numbered in the order
// of their first vertex.
func (w *Welded) Shells() (shell []uint32, count int) {
	u := NewUnion(len(w.Vertices))
	for i, f := range w.Faces {
		if w.Finite(i) {
			u.Join(f[0], f[1])
			u.Join(f[0], f[2])
		}
	}
	shell = make([]uint32, len(w.Vertices))
	for v := range shell {
		if root := u.Find(uint32(v)); root == uint32(v) {
			shell[v] = uint32(count)
			count++
		} else {
			shell[v] = shell[root] // the root is the smallest of its set
		}
	}
	return shell, count
}
