// Package posed finds the pairs of triangles that go through each other in the poses of a surface:
// the positions of its vertices change from pose to pose, its faces do not.
//
// What depends on the faces alone is computed once, in a Surface. A Searcher has the memory for one
// pose: a tree that is refitted from pose to pose, and built anew only where it has become bad. The
// triangles around a vertex are not compared with each other where a test of the whole fan proves
// that they do not overlap, and most other pairs of neighbours in space are proved to be apart many
// at a time. What is left is decided exactly, so that the pairs are those of tritri.Relate.
package posed

import "github.com/meshcheck/meshcheck/internal/boxtree"

// Object is a range of the faces of a surface.
type Object struct {
	// First and End are faces: the object has those from First on, without End.
	First, End int
	// Self says that pairs of two faces of the object are sought.
	Self bool
}

// Surface is what all poses have in common. It is immutable and safe for concurrent use.
type Surface struct {
	vertices int
	faces    [][3]uint32
	objects  []Object
	// object has that of each face, none for a face that takes part in no pair.
	object []int32
	sought pairTable
	// groups are the faces of the objects that are compared with objects of their own group too, or
	// with themselves, and those that are compared only with the former, ascending.
	groups [2][]uint32
	// all says, for pairs within the first group and for pairs across, that all of them are sought.
	all  [2]bool
	fans fans
}

// none is the object of a face without one.
const none = -1

// MaxFaces is the greatest number of faces of a surface.
const MaxFaces = boxtree.MaxBoxes

// NewSurface returns a surface with so many vertices and with faces, which it keeps. Vertices are
// distinct ones: corners that are at one place in every pose, as at a seam, should be one vertex.
// Objects are ascending, without a common face or vertex; faces without one are in no pair.
// tested(a, b), for a < b, says that pairs of a face of object a and one of object b are sought.
//
// It panics if there are more than MaxFaces faces.
func NewSurface(vertices int, faces [][3]uint32, objects []Object, tested func(a, b int) bool) *Surface {
	if len(faces) > MaxFaces {
		panic("posed: more faces than a tree can hold")
	}
	s := &Surface{vertices: vertices, faces: faces, objects: objects, sought: newPairTable(len(objects))}
	for a := range objects {
		s.sought.set(a, a, objects[a].Self)
		for b := a + 1; b < len(objects); b++ {
			s.sought.set(a, b, tested(a, b))
		}
	}
	s.divide()
	s.fans = newFans(s)
	return s
}

// divide puts the faces into groups. Those with a vertex twice are in none: they have no area in any
// pose.
func (s *Surface) divide() {
	group := s.groupOf()
	s.object = make([]int32, len(s.faces))
	for i := range s.object {
		s.object[i] = none
	}
	for k, o := range s.objects {
		if group[k] == none {
			continue
		}
		for i := o.First; i < o.End; i++ {
			if f := &s.faces[i]; f[0] != f[1] && f[1] != f[2] && f[2] != f[0] {
				s.object[i] = int32(k)
				s.groups[group[k]] = append(s.groups[group[k]], uint32(i))
			}
		}
	}
	s.all = [2]bool{true, true}
	for a := range s.objects {
		for b := a; b < len(s.objects); b++ {
			switch {
			case group[a] == none || group[b] == none || group[a]+group[b] == 2 || s.sought.has(a, b):
			case group[a] != group[b]:
				s.all[1] = false
			default:
				s.all[0] = false
			}
		}
	}
}

// groupOf returns the group of each object, or none.
func (s *Surface) groupOf() []int {
	group := make([]int, len(s.objects))
	for a := range s.objects {
		group[a] = none
		if s.objects[a].Self {
			group[a] = 0
		}
	}
	for a := range s.objects {
		for b := a + 1; b < len(s.objects); b++ {
			if !s.sought.has(a, b) {
				continue
			}
			if group[a] != 0 && group[b] != 0 {
				group[a] = 0
			}
			for _, k := range [2]int{a, b} {
				if group[k] == none {
					group[k] = 1
				}
			}
		}
	}
	return group
}

// pairTable is a set of unordered pairs of so many numbers, and of those with themselves.
type pairTable struct {
	stride int
	words  []uint64
}

func newPairTable(n int) pairTable {
	stride := (n + 63) / 64
	return pairTable{stride: stride, words: make([]uint64, n*stride)}
}

func (t *pairTable) set(a, b int, in bool) {
	if in {
		t.words[a*t.stride+b/64] |= 1 << (b % 64)
		t.words[b*t.stride+a/64] |= 1 << (a % 64)
	}
}

func (t *pairTable) has(a, b int) bool { return t.words[a*t.stride+b/64]>>(b%64)&1 == 1 }
