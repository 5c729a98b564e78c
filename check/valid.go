package check

import (
	"fmt"
	"slices"
)

// Validate returns an *InvalidError unless every index in a result from elsewhere is in range and
// every element has the parts that its readers rely on. It does not check counts.
func (r *Result) Validate() error {
	v := validation{Result: r}
	for i := range r.Meshes {
		v.mesh(i, &r.Meshes[i])
	}
	for i := range r.Pairs() {
		v.pair(i, &r.Pairs()[i])
	}
	if h := r.Hulls(); h != nil {
		for i := range h.Groups {
			v.group(fmt.Sprintf("hulls.groups[%d].", i), &h.Groups[i])
		}
	}
	if u := r.UV(); u != nil {
		for i := range u.Sheets {
			v.sheet(fmt.Sprintf("uv.sheets[%d].", i), &u.Sheets[i])
		}
		for i := range u.Missing {
			v.need(v.hasPart(u.Missing[i].Part), "uv.", "missing", i)
		}
	}
	for _, found := range r.Sections {
		for i, p := range found.Common().NotChecked {
			v.need(p.Object.Mesh < len(r.Meshes), found.Check().String()+".", "not_checked", i)
		}
		if l, ok := found.(Lister); ok {
			v.issues(found.Check().String()+".", l.Listed())
		}
		if d, ok := found.(interface{ validate(*validation) }); ok {
			d.validate(&v)
		}
	}
	if v.invalid != nil {
		return v.invalid
	}
	return nil
}

// InvalidError reports an invalid element of a result.
type InvalidError struct {
	// Place is an element of a list, such as "meshes[2].findings[17]".
	Place string
}

// Error returns "meshes[2].findings[17]: refers to something that does not exist, or is
// incomplete".
func (e *InvalidError) Error() string {
	return e.Place + ": refers to something that does not exist, or is incomplete"
}

// validation is a result to validate, with the first invalid element.
type validation struct {
	*Result
	invalid *InvalidError
}

// need records that an element of a list is invalid, unless ok.
func (v *validation) need(ok bool, place, list string, i int) {
	if !ok && v.invalid == nil {
		v.invalid = &InvalidError{fmt.Sprintf("%s%s[%d]", place, list, i)}
	}
}

func (v *validation) mesh(i int, m *Mesh) {
	at := fmt.Sprintf("meshes[%d].", i)
	v.need(m.Index == i && (m.Measured <= 0 || m.Measured < len(m.Instances)), "", "meshes", i)
	for k, p := range m.Parts {
		v.need(p.First <= m.Triangles-p.Triangles, at, "parts", k)
	}
	for k, r := range m.Regions {
		v.need(len(r.Shells) <= 2 && !slices.ContainsFunc(r.Parts, func(p int) bool { return p >= len(m.Parts) }), at, "regions", k)
	}
	for k := range m.Findings {
		x := &m.Findings[k]
		ok := x.Region < len(m.Regions)
		for _, face := range x.Faces() {
			ok = ok && (face == nil || hasFace(m, face))
		}
		v.need(ok, at, "findings", k)
	}
}

func hasFace(m *Mesh, f *Face) bool {
	if f.Part >= len(m.Parts) {
		return false
	}
	p := m.Parts[f.Part]
	return f.InPart < p.Triangles && f.Triangle == p.First+f.InPart
}

// hasMesh reports whether the mesh of an object exists.
func (v *validation) hasMesh(o *Object) bool { return o.Mesh >= 0 && o.Mesh < len(v.Meshes) }

func (v *validation) pair(i int, p *Pair) {
	if !v.hasMesh(&p.A) || !v.hasMesh(&p.B) {
		v.need(false, "", "between", i)
		return
	}
	at := fmt.Sprintf("between[%d].", i)
	a, b := &v.Meshes[p.A.Mesh], &v.Meshes[p.B.Mesh]
	n := p.Nearest
	v.need(Between.Has(p.Rule.Check()) && (n != nil) == (p.Rule == TooNear) &&
		(n == nil || hasFace(a, &n.Faces[0]) && hasFace(b, &n.Faces[1])), "", "between", i)
	for k := range p.Findings {
		x := &p.Findings[k]
		v.need(x.B != nil && hasFace(a, &x.A) && hasFace(b, x.B) && x.Region < len(p.Regions), at, "findings", k)
	}
}

func (v *validation) group(at string, g *HullGroup) {
	for i := range g.Visuals {
		v.need(v.hasMesh(&g.Visuals[i]), at, "visuals", i)
	}
	for i := range g.Hulls {
		v.need(g.Hulls[i].Object.Mesh < len(v.Meshes), at, "hulls", i)
	}
	for i := range g.Findings {
		x := &g.Findings[i]
		overlap := x.Rule == HullsOverlap
		v.need(x.Rule.Check() == Hulls && x.Hull < len(g.Hulls) && x.Other < len(g.Hulls) && len(x.Places) <= 2 &&
			overlap == (x.Overlap != nil) && overlap == (x.Other >= 0) && (x.Hull >= 0 || !overlap), at, "findings", i)
	}
}

func (v *validation) hasPart(p PartRef) bool {
	return p.Mesh < len(v.Meshes) && p.Part < len(v.Meshes[p.Mesh].Parts)
}

func (v *validation) sheet(at string, s *UVSheet) {
	for i, p := range s.Parts {
		v.need(v.hasPart(p), at, "parts", i)
	}
	for i := range s.IslandPairs.Listed {
		v.need(v.hasFaces(s.IslandPairs.Listed[i].Worst), at, "island_pairs.worst", i)
	}
	for i := range s.Padding {
		for k := range s.Padding[i].Listed {
			v.need(v.hasFaces(s.Padding[i].Listed[k].Faces), at, fmt.Sprintf("padding[%d].worst", i), k)
		}
	}
	for i := range s.Findings {
		v.need(s.Findings[i].Rule.Check() == UV, at, "findings", i)
	}
}

// hasFaces reports whether triangles of a sheet exist.
func (v *validation) hasFaces(faces [2]UVFace) bool {
	for _, face := range faces {
		ref := PartRef{Mesh: int(face.Mesh), Part: int(face.Part)}
		if !v.hasPart(ref) {
			return false
		}
		p := v.Meshes[ref.Mesh].Parts[ref.Part]
		if n := int(face.Triangle) - p.First; n < 0 || n >= p.Triangles {
			return false
		}
	}
	return true
}

func (v *validation) issues(at string, l *IssueList) {
	for i := range l.List {
		is := &l.List[i]
		lost := func(o Object) bool { return o.Mesh >= len(v.Meshes) }
		v.need(l.Of.Has(is.Rule.Check()) && is.Severity != Off && !slices.ContainsFunc(is.Subjects, lost) && v.hasFindings(is), at, "issues", i)
	}
}

// hasFindings reports whether the triangles of an issue's findings exist: the first in the mesh of the
// first subject, the other in that of the last.
func (v *validation) hasFindings(is *Issue) bool {
	in := func(o *Object, f *Face) bool { return v.hasMesh(o) && hasFace(&v.Meshes[o.Mesh], f) }
	for i := range is.Findings {
		f, n := &is.Findings[i], len(is.Subjects)
		if n == 0 || !in(&is.Subjects[0], &f.A) || f.B != nil && !in(&is.Subjects[n-1], f.B) {
			return false
		}
	}
	return true
}
