package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each finding, and one for each set of an image that parts lack,
// without fingerprints.
func (u *UVResult) Issues(r *Result, _ Policy) (out []Issue) {
	alike := map[string]int{}
	for i := range u.Sheets {
		s := &u.Sheets[i]
		identity := r.sheetIdentity(s.Name, r.objectsOf(s.Parts))
		for k, f := range s.Findings {
			of := identity
			if n := alike[f.Rule.String()+identity]; n > 0 { // at another image size, or in a sheet of the same name
				of += fmt.Sprintf(" #%d", n+1)
			}
			alike[f.Rule.String()+identity]++
			is := u.Issue(r, Ref{Sheets, i, k})
			s.locate(r, &is)
			is.Identify(of, geom.EmptyBox())
			out = append(out, is)
		}
	}
	return append(out, u.missing(r)...)
}

// Issue returns the issue of a finding in a sheet, or of the parts that lack a set. It has no
// subjects.
func (u *UVResult) Issue(_ *Result, at Ref) Issue {
	if at.List == MissingSets {
		return Issue{
			Rule: UVMissing, Severity: u.MissingSeverity, Count: u.missingWith(at.Index), At: at,
			Group: u.Missing[at.Index].Name, Whole: true, Box: geom.EmptyBox(),
		}
	}
	s := &u.Sheets[at.Of]
	f := &s.Findings[at.Index]
	return Issue{
		Rule: f.Rule, Severity: f.Severity, Count: f.Count, At: at,
		Group: s.Name, Whole: true, Value: f.Value, Limit: f.Limit, Box: geom.EmptyBox(), Reason: f.Reason,
	}
}

// sheetIdentity returns the name of a sheet with the names of its objects.
func (r *Result) sheetIdentity(name string, objects []Object) string {
	return QuoteNames(name) + " " + strings.Join(slices.Compact(r.identities(objects)), " ")
}

// objectsOf returns the parts as objects, each at the instance where its mesh was measured.
func (r *Result) objectsOf(parts []PartRef) (objects []Object) {
	for _, ref := range parts {
		m := &r.Meshes[ref.Mesh]
		o := m.subject(nil)
		if len(m.Parts) > 1 {
			o.Part = ref.Part
		}
		objects = append(objects, o)
	}
	return objects
}

// locate sets the subjects, places and box of an issue: those of the worst pair of islands if there
// is one, otherwise the parts of the sheet if they are few.
func (s *UVSheet) locate(r *Result, is *Issue) {
	var faces []UVFace
	switch {
	case is.Rule == UVOverlap && is.Value > 0:
		if worst := s.Worst(); worst != nil {
			faces, is.Places = worst.Worst[:], worst.Places[:]
		}
	case is.Rule == UVPadding:
		if p := s.paddingOf(is.Limit, is.Value); p != nil {
			faces, is.Places = p.Faces[:], p.Places[:]
		}
	}
	for _, p := range is.Places {
		if p.Finite() {
			is.Box = is.Box.Include(p)
		}
	}
	var parts []PartRef
	for _, f := range faces {
		parts = append(parts, PartRef{int(f.Mesh), int(f.Part)})
	}
	const few = 2
	if faces == nil && len(s.Parts) <= few {
		parts = s.Parts
	}
	is.Subjects = slices.Compact(r.objectsOf(parts))
}

// paddingOf returns the nearest listed pair of islands in the padding result with the given limit
// and least distance, nil if there is none.
func (s *UVSheet) paddingOf(limit, least float64) *NearIslands {
	for i := range s.Padding {
		if p := &s.Padding[i]; p.Limit == limit && p.Least == least && len(p.Listed) > 0 {
			return &p.Listed[0]
		}
	}
	return nil
}

// missing returns an issue for each image and set that parts lack, in order of first use.
func (u *UVResult) missing(r *Result) (out []Issue) {
	for _, entries := range u.MissingSets() {
		is := u.Issue(r, Ref{List: MissingSets, Index: entries[0]})
		for _, i := range entries {
			is.Subjects = append(is.Subjects, r.objectsOf([]PartRef{u.Missing[i].Part})...)
		}
		is.Reason = "1 part lacks the set"
		if is.Count > 1 {
			is.Reason = fmt.Sprintf("%d parts lack the set", is.Count)
		}
		is.Identify(r.sheetIdentity(is.Group, is.Subjects), geom.EmptyBox())
		out = append(out, is)
	}
	return out
}

// MissingSets returns the indices of the entries of Missing that lack the same set, in order of
// first use; nil if the rule is Off.
func (u *UVResult) MissingSets() (sets [][]int) {
	if u.MissingSeverity == Off {
		return nil
	}
	type key struct{ image, set int }
	at := map[key]int{}
	for i, m := range u.Missing {
		k := key{m.Image, m.Set}
		n, known := at[k]
		if !known {
			n = len(sets)
			at[k], sets = n, append(sets, nil)
		}
		sets[n] = append(sets[n], i)
	}
	return sets
}

// missingWith returns how many parts lack the same set as entry i of Missing.
func (u *UVResult) missingWith(i int) (n int) {
	for _, m := range u.Missing {
		if m.Image == u.Missing[i].Image && m.Set == u.Missing[i].Set {
			n++
		}
	}
	return n
}

// Worst returns the listed pair of islands that shares most and counts as an overlap in the sheet,
// nil if there is none.
func (s *UVSheet) Worst() *IslandPair {
	for i := range s.IslandPairs.Listed {
		if p := &s.IslandPairs.Listed[i]; p.Wide && (s.Unique || !p.Stack) {
			return p
		}
	}
	return nil
}
