package boxtree

// ApplyRounded is Apply for a box that is rounded.
func (t Transform) ApplyRounded(b Box) Box { return t.apply(b) }
