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

// trim drops the entries beyond max.
func (w *worst) trim() {
	if len(w.entries) <= w.max {
		return
	}
	selectWorst(w.entries, w.max)
	w.entries, w.dropped, w.cut = w.entries[:w.max], true, true
	if w.max > 0 {
		w.least = slices.MaxFunc(w.entries, bySeverity)
	}
}

// sort trims the entries and sorts those that are left.
func (w *worst) sort() {
	w.trim()
	slices.SortFunc(w.entries, bySeverity)
}

func bySeverity(a, b entry) int { return compareEntries(&a, &b) }

// selectWorst moves the n most severe entries to the front (C. A. R. Hoare, "Algorithm 65:
// Find", CACM 4(7), 1961).
func selectWorst(entries []entry, n int) {
	for lo, hi := 0, len(entries); hi-lo > 1; {
		pivot := medianOfThree(&entries[lo], &entries[(lo+hi)/2], &entries[hi-1])
		i, j := lo, hi-1
		for i <= j {
			for compareEntries(&entries[i], &pivot) < 0 {
				i++
			}
			for compareEntries(&entries[j], &pivot) > 0 {
				j--
			}
			if i <= j {
				entries[i], entries[j] = entries[j], entries[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			hi = j + 1
		case n >= i:
			lo = i
		default:
			return
		}
	}
}

func medianOfThree(a, b, c *entry) entry {
	if compareEntries(a, b) > 0 {
		a, b = b, a
	}
	if compareEntries(b, c) > 0 {
		b = c
	}
	if compareEntries(a, b) > 0 {
		b = a
	}
	return *b
}
