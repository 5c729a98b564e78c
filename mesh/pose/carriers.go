package pose

// Carriers returns for each node the nearest one, itself or an ancestor, that a clip moves, and -1 if
// there is none. Nodes with the same carrier do not move against each other in the clip.
func (r *Rig) Carriers(clip int) []int32 {
	moved := make([]bool, len(r.Nodes))
	for i := range r.Clips[clip].Channels {
		if c := &r.Clips[clip].Channels[i]; c.Property != Weights {
			moved[c.Node] = true
		}
	}
	carriers := make([]int32, len(r.Nodes))
	for _, i := range parentsFirst(r.Nodes) {
		switch p := r.Nodes[i].Parent; {
		case moved[i]:
			carriers[i] = i
		case p >= 0:
			carriers[i] = carriers[p]
		default:
			carriers[i] = -1
		}
	}
	return carriers
}
