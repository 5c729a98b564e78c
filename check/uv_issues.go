package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each finding, and one for the parts that lack each set of an image,
// without fingerprints. Object returns what a part is of, and names what identifies an object.
func (r *UVResult) Issues(object func(PartRef) Object, names func(*Object) string) (out []Issue) {
	alike := map[string]int{}
	for i := range r.Sheets {
		s := &r.Sheets[i]
		identity := s.identity(object, names)
		for k, f := range s.Findings {
			of := identity
			if n := alike[f.Rule.String()+identity]; n > 0 { // at another image size, or in a sheet of the same name
				of += fmt.Sprintf(" #%d", n+1)
			}
			alike[f.Rule.String()+identity]++
			is := Issue{
				Rule: f.Rule, Severity: f.Severity, Count: f.Count, At: Ref{List: Sheets, Of: i, Index: k},
				Group: s.Name, Value: f.Value, Limit: f.Limit, Box: geom.EmptyBox(), Reason: f.Reason,
			}
			s.locate(&is, object)
			is.Identify(of, geom.EmptyBox())
			out = append(out, is)
		}
	}
	return append(out, r.missing(object, names)...)
}

// identity is the names of a sheet and of its meshes.
func (s *UVSheet) identity(object func(PartRef) Object, names func(*Object) string) string {
	var all []string
	for _, ref := range s.Parts {
		o := object(ref)
		all = append(all, names(&o))
	}
	slices.Sort(all)
	return QuoteNames(s.Name) + " " + strings.Join(slices.Compact(all), " ")
}

// locate sets the subjects, places and box of an issue: of the worst pair of islands where there
// is one, else the parts of the sheet if they are few.
func (s *UVSheet) locate(is *Issue, object func(PartRef) Object) {
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
	for _, f := range faces {
		is.Subjects = append(is.Subjects, object(PartRef{int(f.Mesh), int(f.Part)}))
	}
	const few = 2
	if faces == nil && len(s.Parts) <= few {
		for _, ref := range s.Parts {
			is.Subjects = append(is.Subjects, object(ref))
		}
	}
	is.Subjects = slices.Compact(is.Subjects)
}

// paddingOf returns the nearest listed pair of islands of the answer with a limit and a least
// distance, nil if there is none.
func (s *UVSheet) paddingOf(limit, least float64) *NearIslands {
	for i := range s.Padding {
		if p := &s.Padding[i]; p.Limit == limit && p.Least == least && len(p.Listed) > 0 {
			return &p.Listed[0]
		}
	}
	return nil
}

// missing returns an issue for each image and set that parts lack, in order of first use.
func (r *UVResult) missing(object func(PartRef) Object, names func(*Object) string) (out []Issue) {
	if r.MissingSeverity == Off {
		return nil
	}
	type key struct{ image, set int }
	at := map[key]int{}
	for i, m := range r.Missing {
		k := key{m.Image, m.Set}
		n, known := at[k]
		if !known {
			n = len(out)
			at[k] = n
			out = append(out, Issue{
				Rule: UVMissing, Severity: r.MissingSeverity, At: Ref{List: MissingSets, Index: i},
				Group: m.Name, Box: geom.EmptyBox(),
			})
		}
		out[n].Count++
		out[n].Subjects = append(out[n].Subjects, object(m.Part))
	}
	for n := range out {
		is := &out[n]
		is.Reason = "1 part lacks the set"
		if is.Count > 1 {
			is.Reason = fmt.Sprintf("%d parts lack the set", is.Count)
		}
		var all []string
		for i := range is.Subjects {
			all = append(all, names(&is.Subjects[i]))
		}
		slices.Sort(all)
		is.Identify(QuoteNames(is.Group)+" "+strings.Join(slices.Compact(all), " "), geom.EmptyBox())
	}
	return out
}

// MissingWith returns how many parts lack the same set as entry i of Missing.
func (r *UVResult) MissingWith(i int) (n int) {
	for _, m := range r.Missing {
		if m.Image == r.Missing[i].Image && m.Set == r.Missing[i].Set {
			n++
		}
	}
	return n
}

// Worst returns the listed pair of islands that shares most and counts as an overlap in the sheet, nil
// if there is none.
func (s *UVSheet) Worst() *IslandPair {
	for i := range s.IslandPairs.Listed {
		if p := &s.IslandPairs.Listed[i]; p.Wide && (s.Unique || !p.Stack) {
			return p
		}
	}
	return nil
}
