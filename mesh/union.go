package mesh

import (
	"context"
	"sync/atomic"

	"github.com/meshcheck/meshcheck/internal/parallel"
)

// Union is a partition of 0 … n-1 into sets that can be joined from several
// goroutines at once. The sets that result do not depend on the order of joins.
//
// Reference: R. J. Anderson and H. Woll, "Wait-free Parallel Algorithms for the
// Union-Find Problem", STOC 1991. Roots are linked by number instead of rank, so
// that the root of a set is its smallest element.
type Union struct{ parent []uint32 }

// NewUnion returns n sets of one element.
func NewUnion(n int) *Union {
	u, _ := newUnion(context.Background(), 1, n)
	return u
}

// newUnion is NewUnion for several workers. It fails only with ctx's error.
func newUnion(ctx context.Context, workers, n int) (*Union, error) {
	u := &Union{parent: make([]uint32, n)}
	return u, parallel.Ranges(ctx, workers, n, chunkLength, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			u.parent[i] = uint32(i)
		}
	})
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

// Number numbers the sets in the order of their smallest elements, once all are joined. It returns the
// number of each element's set, and the number of sets. u must not be used afterwards. It fails only with
// ctx's error.
func (u *Union) Number(ctx context.Context, workers int) (of []uint32, sets int, err error) {
	n := len(u.parent)
	of = make([]uint32, n)
	roots := make([]uint32, (n+chunkLength-1)/chunkLength) // in each chunk, then before it
	err = parallel.Tasks(ctx, workers, len(roots), func(_, c int) {
		for i := c * chunkLength; i < min(n, (c+1)*chunkLength); i++ {
			if of[i] = u.Find(uint32(i)); of[i] == uint32(i) {
				roots[c]++
			}
		}
	})
	if err != nil {
		return nil, 0, err
	}
	var some []int // chunks with roots
	for c, k := range roots {
		if k > 0 {
			some = append(some, c)
		}
		roots[c], sets = uint32(sets), sets+int(k)
	}
	// From now on, the parent of a root is its number.
	err = parallel.Tasks(ctx, workers, len(some), func(_, k int) {
		c := some[k]
		next := roots[c]
		for i := c * chunkLength; i < min(n, (c+1)*chunkLength); i++ {
			if of[i] == uint32(i) {
				u.parent[i] = next
				next++
			}
		}
	})
	if err != nil {
		return nil, 0, err
	}
	return of, sets, parallel.Ranges(ctx, workers, n, chunkLength, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			of[i] = u.parent[of[i]]
		}
	})
}
