package obrtree

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// sampleSize is the number of items by which a split is chosen.
const sampleSize = 64

// keyed is an item with its sort key.
type keyed struct {
	key  float64
	item uint32
}

// split reorders the items of a node and returns how many go to the left: at least one, but not
// all.
func (b *builder) split(items []uint32) uint32 {
	var buffer [sampleSize]uint32
	sample := buffer[:0]
	for k := range min(sampleSize, len(items)) {
		sample = append(sample, items[k*len(items)/min(sampleSize, len(items))])
	}
	if tag, ok := b.frequentTag(sample); ok {
		if n := b.partition(items, tag); n > 0 && int(n) < len(items) {
			return n
		}
	}
	u, mean := b.direction(sample), b.twice(sample)
	keys := [...]func(*item) float64{
		func(of *item) float64 { return of.center[0]*u[0] + of.center[1]*u[1] },
		func(of *item) float64 { return of.center[1]*u[0] - of.center[0]*u[1] },
		func(of *item) float64 { return turn(&of.twice, &mean) },
	}
	best, least := 0, 0.0
	for k, key := range keys {
		b.sort(sample, key)
		half := len(sample) / 2
		left, right := b.enclose(sample[:half]), b.enclose(sample[half:])
		if c := cost(&left) + cost(&right); k == 0 || c < least {
			best, least = k, c
		}
	}
	b.sort(items, keys[best])
	return uint32(len(items) / 2)
}

// turn returns a number that increases with the angle from the mean to a direction, both with
// doubled angles: from -1 to 1 for a quarter turn to either side.
func turn(of, mean *geom.Vec2) float64 {
	cross, dot := mean[0]*of[1]-mean[1]*of[0], mean[0]*of[0]+mean[1]*of[1]
	size := max(abs(cross), abs(dot))
	if !(size > 0) {
		return 0
	}
	if dot < 0 {
		if cross < 0 {
			return -2 - cross/size
		}
		return 2 - cross/size
	}
	return cross / size
}

func abs(x float64) float64 { return max(x, -x) }

// sort sorts items by a key, and equal keys by number.
func (b *builder) sort(items []uint32, key func(*item) float64) {
	b.keyed = b.keyed[:0]
	for _, i := range items {
		b.keyed = append(b.keyed, keyed{key(&b.items[i]), i})
	}
	slices.SortFunc(b.keyed, func(x, y keyed) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.item, y.item))
	})
	for k, x := range b.keyed {
		items[k] = x.item
	}
}

// frequentTag returns the most frequent tag of a sample, if it is worth a split: at least an eighth
// of the sample has it, and an eighth does not.
func (b *builder) frequentTag(sample []uint32) (tag uint32, ok bool) {
	count, most := map[uint32]int{}, 0
	for _, i := range sample {
		tags := b.items[i].tags
		for k, t := range tags {
			if t != NoTag && !slices.Contains(tags[:k], t) {
				count[t]++
			}
		}
	}
	for t, n := range count {
		if n <= len(sample)-len(sample)/8 && n >= max(1, len(sample)/8) && (n > most || n == most && t < tag) {
			tag, most = t, n
		}
	}
	return tag, most > 0
}

// partition moves the items with a tag to the front and returns their number.
func (b *builder) partition(items []uint32, tag uint32) uint32 {
	n := 0
	for k, i := range items {
		if has(&b.items[i].tags, tag) {
			items[k], items[n] = items[n], i
			n++
		}
	}
	return uint32(n)
}
