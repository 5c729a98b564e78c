package mesh

// Fans lists the triangles around each vertex: those of vertex v stand at
// Triangles[First[v]:First[v+1]], ascending.
type Fans struct {
	First     []uint32
	Triangles []uint32
}

// Fans returns the fans of all vertices, leaving out triangles for which skip is
// true.
func (w *Welded) Fans(skip func(triangle int) bool) Fans {
	first := make([]uint32, len(w.Vertices)+1)
	for i, f := range w.Faces {
		if !skip(i) {
			for _, v := range f {
				first[v+1]++
			}
		}
	}
	for v := range w.Vertices {
		first[v+1] += first[v]
	}
	triangles := make([]uint32, first[len(w.Vertices)])
	at := append([]uint32(nil), first[:len(w.Vertices)]...)
	for i, f := range w.Faces {
		if !skip(i) {
			for _, v := range f {
				triangles[at[v]] = uint32(i)
				at[v]++
			}
		}
	}
	return Fans{First: first, Triangles: triangles}
}

// Around returns the triangles around v. The slice must not be written to.
func (f Fans) Around(v uint32) []uint32 { return f.Triangles[f.First[v]:f.First[v+1]] }
