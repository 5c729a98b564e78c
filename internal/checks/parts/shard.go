package parts

import (
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// shard has the findings of one worker.
type shard struct {
	counts  check.Totals
	allowed int
	kept    []pairGroup
	listed  int // findings of all kept
	// last is the last of those that were kept when some had to be dropped.
	last    *outcome
	dropped bool
	used    []bool // rules that some pair met
}

func (d *shard) use(rule, rules int) {
	if d.used == nil {
		d.used = make([]bool, rules)
	}
	d.used[rule] = true
}

// add adds a group and keeps the worst: at least most of them, and a limited number more until
// they are trimmed. The worst most groups hold the worst most pairs, as each begins with its
// worst.
func (d *shard) add(g pairGroup, most int) {
	if d.last != nil && compareOutcomes(&g.outcome, d.last) > 0 {
		return
	}
	d.kept = append(d.kept, g)
	d.listed += len(g.listed)
	if len(d.kept) >= 2*most+64 || d.listed >= 4*most+64 {
		d.trim(most)
	}
}

func (d *shard) trim(most int) {
	slices.SortFunc(d.kept, func(x, y pairGroup) int { return compareOutcomes(&x.outcome, &y.outcome) })
	if len(d.kept) > most {
		clear(d.kept[most:])
		d.kept, d.dropped = d.kept[:most], true
		if most > 0 {
			last := d.kept[most-1].outcome
			d.last = &last
		}
	}
	trimFindings(d.kept, most)
	d.listed = 0
	for k := range d.kept {
		d.listed += len(d.kept[k].listed)
	}
}

// trimFindings cuts the findings of all outcomes to a total of room, those of the worst pairs
// first.
func trimFindings(kept []pairGroup, room int) {
	for k := range kept {
		o := &kept[k]
		if len(o.listed) > room {
			// A clone, so that the rest can be collected.
			o.listed, o.pair.Truncated = slices.Clone(o.listed[:room]), true
		}
		room -= len(o.listed)
	}
}
