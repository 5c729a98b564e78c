package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// shortest is the least number of characters of a short ID.
const shortest = 4

// ShortIDs returns names for the places of a file that people can say to each other: the first four
// characters of their fingerprints, more where places of the file share these. issues are all of the
// file. What is only counted has none.
func ShortIDs(issues []Issue) map[check.Ref]string {
	var all []*Issue
	for i := range issues {
		if is := &issues[i]; is.At.Index >= 0 && is.Fingerprint != "" {
			all = append(all, is)
		}
	}
	slices.SortFunc(all, func(a, b *Issue) int { return cmp.Compare(a.Fingerprint, b.Fingerprint) })
	ids, shared := make(map[check.Ref]string, len(all)), 0 // with the one before
	for i, is := range all {
		next := 0
		if i+1 < len(all) {
			next = sharedStart(is.Fingerprint, all[i+1].Fingerprint)
		}
		ids[is.At] = is.Fingerprint[:min(len(is.Fingerprint), max(shortest, shared+1, next+1))]
		shared = next
	}
	return ids
}

// sharedStart returns the number of bytes at the start that two texts have in common.
func sharedStart(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// HullRef returns the reference of a finding about the hulls of a group, by its index.
func HullRef(s *check.HullResult, g *check.HullGroup, finding int) check.Ref {
	return check.Ref{List: check.HullFindings, Of: number(s.Groups, g), Index: finding}
}

// SheetRef returns the reference of a finding in a UV sheet, by its index.
func SheetRef(r *check.UVResult, s *check.UVSheet, finding int) check.Ref {
	return check.Ref{List: check.Sheets, Of: number(r.Sheets, s), Index: finding}
}

// number returns the index of an element of a list, -1 if it is not in it.
func number[T any](all []T, one *T) int {
	for i := range all {
		if &all[i] == one {
			return i
		}
	}
	return -1
}
