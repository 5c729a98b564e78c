package polygon

import (
	"context"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// clip cuts off ears.
//
// The corners are examined in order. A corner that cannot be cut off is not examined again until
// one of its neighbours is cut off, or the corner that was found in its triangle.
func (c *Cutter) clip(ctx context.Context) error {
	c.start()
	examined, firstWaits := 0, false
	for c.left > 3 {
		i := c.first
		switch {
		case len(c.queue) > 0:
			if i = c.pop(); i == c.first {
				firstWaits = true
				continue
			}
		case !firstWaits:
			return c.rest()
		default:
			firstWaits = false
		}
		if c.gone[i] {
			continue
		}
		if examined++; examined&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if c.isEar(i) {
			c.cut(i)
		}
	}
	return c.rest()
}

// start makes the ring of all corners, each of which is to be examined.
func (c *Cutter) start() {
	n := len(c.points)
	c.left, c.first = n, 0
	c.entries = c.entries[:0]
	c.next, c.prev, c.queue, c.blocked = resized(c.next, n), resized(c.prev, n), resized(c.queue, n), resized(c.blocked, n)
	c.gone, c.queued = resized(c.gone, n), resized(c.queued, n)
	for i := range n {
		c.next[i], c.prev[i] = int32((i+1)%n), int32((i+n-1)%n)
		c.queue[i], c.queued[i] = int32(i), true // ascending, and so a heap
		c.gone[i], c.blocked[i] = false, -1
	}
	c.search.start(c.points)
}

func resized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// isEar reports whether corner i can be cut off. If another corner prevents that, it notes which.
func (c *Cutter) isEar(i int32) bool {
	p, q := c.prev[i], c.next[i]
	t := [3][2]float64{c.points[p], c.points[i], c.points[q]}
	if geom.Orient2D(t[0], t[1], t[2]) <= 0 {
		return false
	}
	b := c.search.within(&t, i, c.gone)
	if b < 0 {
		return true
	}
	c.entries = append(c.entries, entry{i, c.blocked[b]})
	c.blocked[b] = int32(len(c.entries) - 1)
	return false
}

// cut cuts off corner i.
func (c *Cutter) cut(i int32) {
	p, q := c.prev[i], c.next[i]
	c.triangles = append(c.triangles, [3]uint32{uint32(p), uint32(i), uint32(q)})
	c.next[p], c.prev[q] = q, p
	c.gone[i] = true
	c.left--
	if i == c.first {
		c.first = q
	}
	c.search.restart(p)
	c.search.restart(q)
	c.push(p)
	c.push(q)
	for e := c.blocked[i]; e >= 0; e = c.entries[e].next {
		if k := c.entries[e].corner; !c.gone[k] {
			c.push(k)
		}
	}
}

// rest cuts the remaining polygon into the fan from its first corner.
func (c *Cutter) rest() error {
	for i := c.next[c.first]; c.next[i] != c.first; i = c.next[i] {
		c.triangles = append(c.triangles, [3]uint32{uint32(c.first), uint32(i), uint32(c.next[i])})
	}
	return nil
}

// push adds a corner to the queue, unless it is in it.
func (c *Cutter) push(i int32) {
	if c.queued[i] {
		return
	}
	c.queued[i] = true
	c.queue = append(c.queue, i)
	for k := len(c.queue) - 1; k > 0; {
		up := (k - 1) / 2
		if c.queue[up] <= c.queue[k] {
			return
		}
		c.queue[up], c.queue[k] = c.queue[k], c.queue[up]
		k = up
	}
}

// pop removes the least corner from the queue.
func (c *Cutter) pop() int32 {
	i, last := c.queue[0], len(c.queue)-1
	c.queued[i] = false
	c.queue[0] = c.queue[last]
	c.queue = c.queue[:last]
	for k := 0; ; {
		least := k
		for child := 2*k + 1; child <= 2*k+2 && child < last; child++ {
			if c.queue[child] < c.queue[least] {
				least = child
			}
		}
		if least == k {
			return i
		}
		c.queue[k], c.queue[least] = c.queue[least], c.queue[k]
		k = least
	}
}
