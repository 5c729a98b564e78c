package uv

import (
	"fmt"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
)

// Issues returns an issue for each finding, and one for the parts that lack each set of an image,
// without fingerprints. Object returns what a part is of, and names what identifies an object.
func (r *Result) Issues(object func(PartRef) check.Object, names func(*check.Object) string) (out []check.Issue) {
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
			is := check.Issue{
				Rule: f.Rule, Severity: f.Severity, Count: f.Count, At: check.Ref{List: check.Sheets, Of: i, Index: k},
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
func (s *Sheet) identity(object func(PartRef) check.Object, names func(*check.Object) string) string {
	var all []string
	for _, ref := range s.Parts {
		o := object(ref)
		all = append(all, names(&o))
	}
	slices.Sort(all)
	return check.QuoteNames(s.Name) + " " + strings.Join(slices.Compact(all), " ")
}

// locate sets the subjects, places and box of an issue: of the worst pair of islands where there
// is one, else the parts of the sheet if they are few.
func (s *Sheet) locate(is *check.Issue, object func(PartRef) check.Object) {
	var faces []Face
	switch {
	case is.Rule == check.UVOverlap && is.Value > 0:
		if worst := s.worst(); worst != nil {
			faces, is.Places = worst.Worst[:], worst.Places[:]
		}
	case is.Rule == check.UVPadding:
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
func (s *Sheet) paddingOf(limit, least float64) *NearPair {
	for i := range s.Padding {
		if p := &s.Padding[i]; p.Limit == limit && p.Least == least && len(p.Listed) > 0 {
			return &p.Listed[0]
		}
	}
	return nil
}

// missing returns an issue for each image and set that parts lack, in order of first use.
func (r *Result) missing(object func(PartRef) check.Object, names func(*check.Object) string) (out []check.Issue) {
	if r.MissingSeverity == check.Off {
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
			out = append(out, check.Issue{
				Rule: check.UVMissing, Severity: r.MissingSeverity, At: check.Ref{List: check.MissingSets, Index: i},
				Group: m.Name, Box: geom.EmptyBox(),
			})
		}
		out[n].Count++
		out[n].Subjects = append(out[n].Subjects, object(m.Part))
	}
	for n := range out {
		is := &out[n]
		is.Reason = count(is.Count, "part lacks the set", "parts lack the set")
		var all []string
		for i := range is.Subjects {
			all = append(all, names(&is.Subjects[i]))
		}
		slices.Sort(all)
		is.Identify(check.QuoteNames(is.Group)+" "+strings.Join(slices.Compact(all), " "), geom.EmptyBox())
	}
	return out
}

// MissingWith returns how many parts lack the same set as entry i of Missing.
func (r *Result) MissingWith(i int) (n int) {
	for _, m := range r.Missing {
		if m.Image == r.Missing[i].Image && m.Set == r.Missing[i].Set {
			n++
		}
	}
	return n
}
