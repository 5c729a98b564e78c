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
	// groups are the faces of the objects that are compared with themselves, and of those that are
	// compared with some of these only, ascending.
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
//
// tested(a, b), for a < b, says that pairs of a face of object a and one of object b are sought. It is
// asked only if one of the two is compared with itself: pairs of two other objects are not sought.
//
// It panics if there are more than MaxFaces faces, or a face has a vertex that does not exist.
func NewSurface(vertices int, faces [][3]uint32, objects []Object, tested func(a, b int) bool) *Surface {
	if len(faces) > MaxFaces {
		panic("posed: more faces than a tree can hold")
	}
	s := &Surface{vertices: vertices, faces: faces, objects: objects, sought: make(pairTable, len(objects))}
	for a := range objects {
		if !objects[a].Self {
			continue
		}
		s.sought.add(a, a)
		for b := range objects {
			if (b > a || !objects[b].Self) && b != a && tested(min(a, b), max(a, b)) {
				s.sought.add(a, b)
				if objects[b].Self {
					s.sought.add(b, a)
				}
			}
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
		if group[a] != 0 {
			continue
		}
		for b := range s.objects {
			if group[b] != none && !s.sought.has(a, b) {
				s.all[group[b]] = false
			}
		}
	}
}

// groupOf returns the group of each object, or none.
func (s *Surface) groupOf() []int {
	group := make([]int, len(s.objects))
	for b := range group {
		group[b] = none
	}
	for a := range group {
		if !s.objects[a].Self {
			continue
		}
		group[a] = 0
		for b := range group {
			if group[b] == none && s.sought.has(a, b) && !s.objects[b].Self {
				group[b] = 1
			}
		}
	}
	return group
}

// pairTable has, for each object that is compared with itself, the set of all that are compared with
// it, as bits; nil for others.
type pairTable [][]uint64

func (t pairTable) add(a, b int) {
	if t[a] == nil {
		t[a] = make([]uint64, (len(t)+63)/64)
	}
	t[a][b/64] |= 1 << (b % 64)
}

// has reports whether pairs of a, which is compared with itself, and b are sought. It is false for other
// a.
func (t pairTable) has(a, b int) bool { return t[a] != nil && t[a][b/64]>>(b%64)&1 == 1 }
