package uv

import (
	"cmp"
	"context"
	"encoding/binary"
	"hash/maphash"
	"math"
	"math/bits"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/parallel"
	"github.com/meshcheck/meshcheck/internal/seedhash"
	"github.com/meshcheck/meshcheck/plane"
)

// stacks groups what is equal in UV, so that it is compared once: triangles with the same three
// corners, and islands of the same triangles.
type stacks struct {
	// group is, for each triangle, the least triangle with the same corners; size is the number of
	// triangles of the group, at its least triangle.
	group, size []uint32
	// class is the class of each island: islands made of the same triangles with the same
	// resolutions. Classes are numbered in the order of their first island.
	class []uint32
	// islands of each class, ascending.
	islands [][]uint32
	// start and entries list the classes that have triangles of each group.
	start   []uint32
	entries []entry
}

// entry is the number of triangles of a group, with one resolution, in each island of a class.
type entry struct {
	class, times uint32
	resolution   float64
}

// of returns the entries of a group, by class.
func (s *stacks) of(group uint32) []entry { return s.entries[s.start[group]:s.start[group+1]] }

// classSize returns the number of islands of a class.
func (s *stacks) classSize(class uint32) int { return len(s.islands[class]) }

// first returns the first island of a class.
func (s *stacks) first(class uint32) uint32 { return s.islands[class][0] }

// stacksOf groups the triangles and islands of a layout.
func stacksOf(ctx context.Context, l *layout, is *islands, workers int) (*stacks, error) {
	s := &stacks{}
	if err := s.groupTriangles(ctx, l.triangles, workers); err != nil {
		return nil, err
	}
	s.classify(l, is)
	s.list(l, is)
	return s, ctx.Err()
}

// sorted returns the corners of a triangle in an order that does not depend on their order in t.
func sorted(t *plane.Triangle) plane.Triangle {
	u := *t
	before := func(p, q *geom.Vec2) bool { return p[0] < q[0] || p[0] == q[0] && p[1] < q[1] }
	if before(&u[1], &u[0]) {
		u[0], u[1] = u[1], u[0]
	}
	if before(&u[2], &u[1]) {
		u[1], u[2] = u[2], u[1]
		if before(&u[1], &u[0]) {
			u[0], u[1] = u[1], u[0]
		}
	}
	return u
}

// hashOf returns a hash of a triangle's corners in any order.
func hashOf(seed seedhash.Seed, t *plane.Triangle) uint32 {
	u := sorted(t)
	h := uint32(0)
	for _, p := range u {
		h = seed.Hash(uint64(h), math.Float64bits(p[0]), math.Float64bits(p[1]))
	}
	return h
}

// buckets is the number of parts that triangles are split into by their hash, its highest byte.
// Each is grouped by one worker.
const buckets = 1 << 8

// groupTriangles finds the triangles with the same corners.
func (s *stacks) groupTriangles(ctx context.Context, triangles []plane.Triangle, workers int) error {
	n := len(triangles)
	hashes, bucketOf, seed := make([]uint32, n), make([]uint8, n), seedhash.OfProcess()
	err := parallel.Ranges(ctx, workers, n, chunk, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			hashes[i] = hashOf(seed, &triangles[i])
			bucketOf[i] = uint8(hashes[i] >> 24)
		}
	})
	if err != nil {
		return err
	}
	order, start := grouped(bucketOf, buckets)
	s.group, s.size = make([]uint32, n), make([]uint32, n)
	return parallel.Tasks(ctx, workers, buckets, func(_, b int) {
		s.groupBucket(ctx, order[start[b]:start[b+1]], hashes, triangles)
	})
}

// groupBucket groups the triangles of one bucket, which ascend, with a hash table with open
// addressing.
func (s *stacks) groupBucket(ctx context.Context, bucket []uint32, hashes []uint32, triangles []plane.Triangle) {
	if len(bucket) == 0 {
		return
	}
	table := make([]uint32, 1<<bits.Len(uint(2*len(bucket)))) // the triangle plus one, 0 for none
	mask := uint32(len(table) - 1)
	for k, i := range bucket {
		if k%chunk == 0 && ctx.Err() != nil {
			return
		}
		at := hashes[i] & mask
		for ; table[at] != 0; at = (at + 1) & mask {
			k := table[at] - 1
			if hashes[k] == hashes[i] && sorted(&triangles[k]) == sorted(&triangles[i]) {
				break
			}
		}
		if table[at] == 0 {
			table[at] = i + 1
		}
		first := table[at] - 1
		s.group[i] = first
		s.size[first]++
	}
}

// stacked reports whether another triangle has the same corners as triangle i.
func (s *stacks) stacked(i uint32) bool { return s.size[s.group[i]] > 1 }

// classify finds the islands made of the same triangles. Only islands with all triangles stacked
// can be.
func (s *stacks) classify(l *layout, is *islands) {
	s.class = make([]uint32, is.count())
	known := map[uint64][]uint32{} // classes by the hash of their triangles
	seed := maphash.MakeSeed()
	for island := range s.class {
		class := uint32(len(s.islands))
		if members := is.members(uint32(island)); s.allStacked(members) {
			s.sortByGroup(l, members)
			h := s.hash(seed, l, members)
			same := slices.IndexFunc(known[h], func(c uint32) bool { return s.equal(l, is.members(s.first(c)), members) })
			if same >= 0 {
				class = known[h][same]
			} else {
				known[h] = append(known[h], class)
			}
		}
		if s.class[island] = class; int(class) == len(s.islands) {
			s.islands = append(s.islands, nil)
		}
		s.islands[class] = append(s.islands[class], uint32(island))
	}
}

func (s *stacks) allStacked(members []uint32) bool {
	return !slices.ContainsFunc(members, func(i uint32) bool { return !s.stacked(i) })
}

// sortByGroup orders the triangles of an island by their group and resolution.
func (s *stacks) sortByGroup(l *layout, members []uint32) {
	slices.SortFunc(members, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(s.group[a], s.group[b]), cmp.Compare(l.resolution[a], l.resolution[b]), cmp.Compare(a, b))
	})
}

func (s *stacks) hash(seed maphash.Seed, l *layout, members []uint32) uint64 {
	var b []byte
	for _, i := range members {
		b = binary.LittleEndian.AppendUint32(b, s.group[i])
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(l.resolution[i]))
	}
	return maphash.Bytes(seed, b)
}

// equal reports whether two islands, sorted by group, are made of the same triangles.
func (s *stacks) equal(l *layout, a, b []uint32) bool {
	return slices.EqualFunc(a, b, func(i, j uint32) bool {
		return s.group[i] == s.group[j] && l.resolution[i] == l.resolution[j]
	})
}

// list lists the entries of each group.
func (s *stacks) list(l *layout, is *islands) {
	n := 0
	for _, members := range s.islands {
		n += len(is.members(members[0]))
	}
	s.entries = make([]entry, 0, n)
	triangles, start := grouped(s.group, len(s.group))
	for g, to := range start[1:] {
		from := start[g]
		start[g] = uint32(len(s.entries))
		listed := slices.DeleteFunc(triangles[from:to], func(i uint32) bool { return is.of[i] != s.first(s.class[is.of[i]]) })
		slices.SortFunc(listed, func(a, b uint32) int {
			return cmp.Or(cmp.Compare(s.class[is.of[a]], s.class[is.of[b]]), cmp.Compare(a, b))
		})
		for _, i := range listed {
			s.enter(int(start[g]), entry{s.class[is.of[i]], 1, l.resolution[i]})
		}
	}
	start[len(s.group)] = uint32(len(s.entries))
	s.start = start
}

// enter appends an entry to the group whose entries begin at start, or adds it to an equal one.
func (s *stacks) enter(start int, e entry) {
	for k := len(s.entries) - 1; k >= start && s.entries[k].class == e.class; k-- {
		if s.entries[k].resolution == e.resolution {
			s.entries[k].times++
			return
		}
	}
	s.entries = append(s.entries, e)
}

// entryOf returns the index of the entry of a triangle.
func (s *stacks) entryOf(l *layout, is *islands, triangle uint32) int {
	g, class := s.group[triangle], s.class[is.of[triangle]]
	list := s.of(g)
	k, _ := slices.BinarySearchFunc(list, class, func(e entry, c uint32) int { return cmp.Compare(e.class, c) })
	for list[k].resolution != l.resolution[triangle] {
		k++
	}
	return int(s.start[g]) + k
}
