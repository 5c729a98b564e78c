package mesh

import "sync/atomic"

// Union is a partition of 0 … n-1 into sets that can be joined from several
// goroutines at once. The sets that result do not depend on the order of joins.
//
// Reference: R. J. Anderson and H. Woll, "Wait-free Parallel Algorithms for the
// Union-Find Problem", STOC 1991. Roots are linked by number instead of rank, so
// that the root of a set is its smallest element.
type Union struct{ parent []uint32 }

// NewUnion returns n sets of one element.
func NewUnion(n int) *Union {
	u := &Union{parent: make([]uint32, n)}
	for i := range u.parent {
		u.parent[i] = uint32(i)
	}
	return u
}

// Len returns the number of elements.
func (u *Union) Len() uint32 { return uint32(len(u.parent)) }

// Find returns the smallest element of i's set.
func (u *Union) Find(i uint32) uint32 {
	for {
		p := atomic.LoadUint32(&u.parent[i])
		if p == i {
			return i
		}
		// Halve the path: point to the grandparent, which may fail without harm.
		g := atomic.LoadUint32(&u.parent[p])
		if g != p {
			atomic.CompareAndSwapUint32(&u.parent[i], p, g)
		}
		i = g
	}
}

// siblings reports whether the three elements have the same parent, and so are in one set. False
// proves nothing.
func (u *Union) siblings(v [3]uint32) bool {
	p := atomic.LoadUint32(&u.parent[v[0]])
	return p == atomic.LoadUint32(&u.parent[v[1]]) && p == atomic.LoadUint32(&u.parent[v[2]])
}

// Join merges the sets of i and j.
func (u *Union) Join(i, j uint32) {
	for {
		i, j = u.Find(i), u.Find(j)
		if i == j {
			return
		}
		if i > j {
			i, j = j, i
		}
		if atomic.CompareAndSwapUint32(&u.parent[j], j, i) {
			return
		}
	}
}
