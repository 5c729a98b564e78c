package poses

import "slices"

// place is regions of consecutive samples of a clip that belong together.
type place struct {
	key
	clip int // an index into the clips that are looked at
	// first is the index of its first sample among those of the clip, depths the greatest depth in
	// each sample from there on.
	first  int
	depths []float64
	// worst is the sample in which it is deepest, now the last one.
	worst, now moment
	// partly reports that its worst sample has more regions, of places that became this one later.
	partly bool
	into   *place // the one that it is a part of, or nil
}

// moment is a place in one sample, by its index among those of the clip.
type moment struct {
	sample int
	depth  float64
	rest   float64
	pairs  []pair // ascending
}

// joiner joins the regions of the samples of a clip to places.
type joiner struct {
	clip   int
	sample int // the index of the next one
	// before are the places that the ties of the sample before belong to.
	before map[tie]*place
	places []*place
	// members are the places of the regions of each sample, in the order of the regions.
	members [][]*place
	// new are the different new pairs so far, as 64 bits.
	new    map[uint64]struct{}
	within int
}

func newJoiner(clip int) *joiner {
	return &joiner{clip: clip, before: map[tie]*place{}, new: map[uint64]struct{}{}}
}

// root returns the place that a place has become.
func (p *place) root() *place {
	for p.into != nil {
		p = p.into
	}
	return p
}

// add adds the next sample.
func (j *joiner) add(f *found) {
	for _, p := range f.deep {
		j.new[uint64(p.t)<<32|uint64(p.u)] = struct{}{}
	}
	j.within += f.within
	owners := j.ownersOf(f)
	for i := range f.regions {
		owners[i].grow(j.sample, &f.regions[i])
	}
	clear(j.before)
	for _, x := range f.ties {
		j.before[x.tie] = owners[x.group]
	}
	for _, p := range owners {
		p.compare()
	}
	j.members = append(j.members, owners)
	j.sample++
}

// ownersOf returns the places that the regions of a sample belong to. It joins those that a region
// connects.
func (j *joiner) ownersOf(f *found) []*place {
	owners := make([]*place, len(f.regions))
	for _, x := range f.ties {
		other := j.before[x.tie]
		if other == nil || other.key != f.regions[x.group].key {
			continue
		}
		switch owner := owners[x.group]; {
		case owner == nil:
			owners[x.group] = other.root()
		case owner.root() != other.root():
			owners[x.group] = join(owner.root(), other.root())
		}
	}
	for i := range owners {
		if owners[i] == nil {
			owners[i] = &place{key: f.regions[i].key, clip: j.clip, first: j.sample}
			j.places = append(j.places, owners[i])
		}
		owners[i] = owners[i].root()
	}
	return owners
}

// join makes one place of two that are there in the same sample. It returns the one that begins first.
func join(p, q *place) *place {
	if q.first < p.first {
		p, q = q, p
	}
	worst, partly := worstOf(p, q)
	for i, d := range q.depths {
		at := q.first - p.first + i
		p.depths[at] = max(p.depths[at], d)
	}
	p.worst, p.partly = worst, partly
	q.into, q.depths, q.worst, q.now = p, nil, moment{}, moment{}
	return p
}

// worstOf returns the worst sample of two places together, and whether it has more pairs than are known.
func worstOf(p, q *place) (worst moment, partly bool) {
	if q.worst.depth > p.worst.depth || q.worst.depth == p.worst.depth && q.worst.sample < p.worst.sample {
		p, q = q, p
	}
	worst, partly = p.worst, p.partly
	switch at := worst.sample - q.first; {
	case at < 0 || at >= len(q.depths):
	case q.worst.sample == worst.sample:
		worst.rest = max(worst.rest, q.worst.rest)
		worst.pairs = slices.Concat(worst.pairs, q.worst.pairs)
		slices.SortFunc(worst.pairs, pair.compare)
		partly = partly || q.partly
	default:
		partly = true
	}
	return worst, partly
}

// grow adds a region of a sample.
func (p *place) grow(sample int, r *region) {
	if p.now.sample != sample || p.now.pairs == nil {
		p.now = moment{sample: sample}
		p.depths = append(p.depths, 0)
	}
	p.now.depth, p.now.rest = max(p.now.depth, r.depth), max(p.now.rest, r.rest)
	p.now.pairs = append(p.now.pairs, r.pairs...)
	p.depths[sample-p.first] = p.now.depth
}

// compare makes the last sample the worst if the place is deeper there than in all before.
func (p *place) compare() {
	if p.worst.pairs == nil || p.now.depth > p.worst.depth {
		slices.SortFunc(p.now.pairs, pair.compare)
		p.worst, p.partly = p.now, false
	}
}

// end returns the places of the clip in the order in which they begin.
func (j *joiner) end() []*place {
	return slices.DeleteFunc(j.places, func(p *place) bool { return p.into != nil })
}
