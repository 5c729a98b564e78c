package collect

import (
	"slices"
)

// worst keeps the max worst of the entries of one rule that are added to it.
type worst struct {
	max     int
	dropped bool
	cut     bool // entries was cut: entries[max-1] is the least severe that is kept
	entries []Entry
}

// add reports whether the entry was kept, at least for now.
func (w *worst) add(e Entry) bool {
	if w.max == 0 || w.cut && compareEntries(e, w.entries[w.max-1]) > 0 {
		w.dropped = true
		return false
	}
	w.entries = append(w.entries, e)
	if len(w.entries) >= 2*w.max+64 {
		w.trim()
	}
	return true
}

// trim sorts the entries and drops those beyond max.
func (w *worst) trim() {
	slices.SortFunc(w.entries, compareEntries)
	if len(w.entries) > w.max {
		w.entries, w.dropped, w.cut = w.entries[:w.max], true, true
	}
}
