package collect

import "slices"

// worst keeps the max worst of the entries of one rule that are added to it.
type worst struct {
	max     int
	dropped bool
	cut     bool  // entries was cut
	least   entry // if cut: the least severe of those that were kept
	entries []entry
}

// add reports whether the entry was kept, at least for now.
func (w *worst) add(e *entry) bool {
	if w.max == 0 || w.cut && compareEntries(e, &w.least) > 0 {
		w.dropped = true
		return false
	}
	if len(w.entries) == cap(w.entries) {
		w.entries = slices.Grow(w.entries, max(16, len(w.entries))) // append would copy more often
	}
	w.entries = append(w.entries, *e)
	if len(w.entries) >= 2*w.max+64 {
		w.trim()
	}
	return true
}

// trim sorts the entries and drops those beyond max.
func (w *worst) trim() {
	slices.SortFunc(w.entries, func(a, b entry) int { return compareEntries(&a, &b) })
	if len(w.entries) <= w.max {
		return
	}
	w.entries, w.dropped, w.cut = w.entries[:w.max], true, true
	if w.max > 0 {
		w.least = w.entries[w.max-1]
	}
}
