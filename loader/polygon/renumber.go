package polygon

// Renumberer gives each of several parts of a mesh vertices of its own.
type Renumberer struct {
	// usedBy has the last part, from 1, that used a vertex, number its number there.
	usedBy, number []uint32
	part           uint32
}

// NewRenumberer returns one for a mesh of so many vertices. It takes eight bytes for each.
func NewRenumberer(vertices int) *Renumberer {
	return &Renumberer{usedBy: make([]uint32, vertices), number: make([]uint32, vertices)}
}

// Renumber replaces the vertices in the indices of the next part by their numbers in order of appearance,
// and returns the vertices by number.
func (r *Renumberer) Renumber(indices []uint32) (used []uint32) {
	r.part++
	for k, v := range indices {
		if r.usedBy[v] != r.part {
			r.usedBy[v], r.number[v] = r.part, uint32(len(used))
			used = append(used, v)
		}
		indices[k] = r.number[v]
	}
	return used
}
