// Package changes says what a check of the same files found otherwise than the one before it.
package changes

import (
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Tracker compares each report with the one before it. The zero Tracker has seen none.
type Tracker struct {
	files  map[string]places // by path; nil before the first report
	broken map[string]bool   // those that could not be checked
}

// places counts the places to fix in a file by their fingerprints, which several may share.
type places map[string]int

// Change is what is different. Places in files that are gone are not fixed.
type Change struct {
	First      bool // there is nothing to compare with
	Fixed, New int  // places to fix: errors and warnings that nothing accepts
	Gone       int  // files
	Broken     int  // files that were checked before and could not be checked now
}

// String returns such as "1 fixed, 2 new", and "" for the first report.
func (c Change) String() string {
	var parts []string
	if c.Fixed > 0 {
		parts = append(parts, wording.Grouped(c.Fixed)+" fixed")
	}
	if c.New > 0 {
		parts = append(parts, wording.Grouped(c.New)+" new")
	}
	if c.Gone > 0 {
		parts = append(parts, wording.GroupedCount(c.Gone, "file")+" gone")
	}
	if c.Broken > 0 {
		parts = append(parts, wording.GroupedCount(c.Broken, "file")+" can no longer be checked")
	}
	switch {
	case c.First:
		return ""
	case len(parts) == 0:
		return "no change"
	}
	return strings.Join(parts, ", ")
}

// Next compares a report with the one before it. A file that could not be checked keeps the places
// that it had: nobody knows whether they are fixed.
func (t *Tracker) Next(r *report.Report) Change {
	change := Change{First: t.files == nil}
	now, broken := make(map[string]places, len(r.Files)), map[string]bool{}
	for i := range r.Files {
		path := r.Files[i].Path
		before, known := t.files[path]
		if r.Files[i].Result == nil {
			if broken[path] = true; known {
				now[path] = before
				if !t.broken[path] {
					change.Broken++
				}
			}
			continue
		}
		now[path] = placesOf(r, i)
		change.Fixed += before.without(now[path])
		change.New += now[path].without(before)
	}
	gone := len(t.files)
	for i := range r.Files {
		if _, ok := t.files[r.Files[i].Path]; ok {
			gone--
		}
	}
	change.Gone = gone
	t.files, t.broken = now, broken
	return change
}

// placesOf returns the places to fix in file number i of a report.
func placesOf(r *report.Report, i int) places {
	found := places{}
	for _, is := range report.IssuesOf(r, i) {
		if is.Severity <= check.Warning && is.Fingerprint != "" && is.Allowed == "" && !is.Accepted() {
			found[is.Fingerprint]++
		}
	}
	return found
}

// without counts the places of p that q does not have.
func (p places) without(q places) (n int) {
	for fingerprint, count := range p {
		n += max(0, count-q[fingerprint])
	}
	return n
}
