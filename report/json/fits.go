package json

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
)

// maxSum is what sums of counts may be at most, so that those of several do not overflow.
const maxSum = math.MaxInt / 2

// fits sees to it that no index leads out of its list, and that everything has the pieces that those
// who write it rely on.
func fits(r *check.Result) error {
	f := fitting{Result: r}
	for i := range r.Meshes {
		f.mesh(i, &r.Meshes[i])
	}
	for i := range r.Pairs() {
		f.pair(i, &r.Pairs()[i])
	}
	if h := r.Hulls(); h != nil {
		for i := range h.Groups {
			f.group(fmt.Sprintf("hulls.groups[%d].", i), &h.Groups[i])
		}
	}
	if u := r.UV(); u != nil {
		for i := range u.Sheets {
			f.sheet(fmt.Sprintf("uv.sheets[%d].", i), &u.Sheets[i])
		}
		for i := range u.Missing {
			f.need(f.hasPart(u.Missing[i].Part), "uv.", "missing", i)
		}
	}
	for _, found := range r.Sections {
		for i, p := range found.Common().NotChecked {
			f.need(p.Object.Mesh < len(r.Meshes), found.Check().String()+".", "not_checked", i)
		}
		if list, ok := found.(*check.IssueList); ok {
			f.issues(list.Of.String()+".", list)
		}
	}
	return f.err
}

// fitting is a result that is looked at, with the first thing in it that does not fit.
type fitting struct {
	*check.Result
	err error
}

// need notes that an element of a list does not fit, unless it does.
func (f *fitting) need(ok bool, place, list string, i int) {
	if !ok && f.err == nil {
		f.err = inner{fmt.Sprintf("%s%s[%d]", place, list, i), errors.New("names something that is not there, or lacks what it must have")}
	}
}

func (f *fitting) mesh(i int, m *check.Mesh) {
	at := fmt.Sprintf("meshes[%d].", i)
	f.need(m.Index == i && (m.Measured <= 0 || m.Measured < len(m.Instances)), "", "meshes", i)
	for k, p := range m.Parts {
		f.need(p.First <= m.Triangles-p.Triangles, at, "parts", k)
	}
	for k, r := range m.Regions {
		f.need(len(r.Shells) <= 2 && !slices.ContainsFunc(r.Parts, func(p int) bool { return p >= len(m.Parts) }), at, "regions", k)
	}
	for k := range m.Findings {
		x := &m.Findings[k]
		ok := x.Region < len(m.Regions)
		for _, face := range x.Faces() {
			ok = ok && (face == nil || hasFace(m, face))
		}
		f.need(ok, at, "findings", k)
	}
}

func hasFace(m *check.Mesh, f *check.Face) bool {
	if f.Part >= len(m.Parts) {
		return false
	}
	p := m.Parts[f.Part]
	return f.InPart < p.Triangles && f.Triangle == p.First+f.InPart
}

// hasMesh reports whether the mesh of an object is there.
func (f *fitting) hasMesh(o *check.Object) bool { return o.Mesh >= 0 && o.Mesh < len(f.Meshes) }

func (f *fitting) pair(i int, p *check.Pair) {
	if !f.hasMesh(&p.A) || !f.hasMesh(&p.B) {
		f.need(false, "", "between", i)
		return
	}
	at := fmt.Sprintf("between[%d].", i)
	a, b := &f.Meshes[p.A.Mesh], &f.Meshes[p.B.Mesh]
	n := p.Nearest
	f.need(check.Between.Has(p.Rule.Check()) && (n != nil) == (p.Rule == check.TooNear) &&
		(n == nil || hasFace(a, &n.Faces[0]) && hasFace(b, &n.Faces[1])), "", "between", i)
	for k := range p.Findings {
		x := &p.Findings[k]
		f.need(x.B != nil && hasFace(a, &x.A) && hasFace(b, x.B) && x.Region < len(p.Regions), at, "findings", k)
	}
}

func (f *fitting) group(at string, g *check.HullGroup) {
	for i := range g.Visuals {
		f.need(f.hasMesh(&g.Visuals[i]), at, "visuals", i)
	}
	for i := range g.Hulls {
		f.need(g.Hulls[i].Object.Mesh < len(f.Meshes), at, "hulls", i)
	}
	for i := range g.Findings {
		x := &g.Findings[i]
		overlap := x.Rule == check.HullsOverlap
		f.need(x.Rule.Check() == check.Hulls && x.Hull < len(g.Hulls) && x.Other < len(g.Hulls) && len(x.Places) <= 2 &&
			overlap == (x.Overlap != nil) && overlap == (x.Other >= 0) && (x.Hull >= 0 || !overlap), at, "findings", i)
	}
}

func (f *fitting) hasPart(p check.PartRef) bool {
	return p.Mesh < len(f.Meshes) && p.Part < len(f.Meshes[p.Mesh].Parts)
}

func (f *fitting) sheet(at string, s *check.UVSheet) {
	for i, p := range s.Parts {
		f.need(f.hasPart(p), at, "parts", i)
	}
	for i := range s.IslandPairs.Listed {
		f.need(f.hasFaces(s.IslandPairs.Listed[i].Worst), at, "island_pairs.worst", i)
	}
	for i := range s.Padding {
		for k := range s.Padding[i].Listed {
			f.need(f.hasFaces(s.Padding[i].Listed[k].Faces), at, fmt.Sprintf("padding[%d].worst", i), k)
		}
	}
	for i := range s.Findings {
		f.need(s.Findings[i].Rule.Check() == check.UV, at, "findings", i)
	}
}

// hasFaces reports whether triangles of a sheet are there.
func (f *fitting) hasFaces(faces [2]check.UVFace) bool {
	for _, face := range faces {
		ref := check.PartRef{Mesh: int(face.Mesh), Part: int(face.Part)}
		if !f.hasPart(ref) {
			return false
		}
		p := f.Meshes[ref.Mesh].Parts[ref.Part]
		if n := int(face.Triangle) - p.First; n < 0 || n >= p.Triangles {
			return false
		}
	}
	return true
}

func (f *fitting) issues(at string, l *check.IssueList) {
	for i := range l.List {
		is := &l.List[i]
		lost := func(o check.Object) bool { return o.Mesh >= len(f.Meshes) }
		f.need(l.Of.Has(is.Rule.Check()) && is.Severity != check.Off && !slices.ContainsFunc(is.Subjects, lost), at, "issues", i)
	}
}

// checkStatus sees to it that a file that passes has nothing that fails, and that judgements are about
// what does. It puts right the status of the result, which is worse than that of the file where all that
// fails is accepted.
func checkStatus(f *report.File, status check.Status) error {
	if f.Result == nil || status != check.Pass && f.Baseline == nil {
		return nil
	}
	failures := map[check.Ref]bool{}
	for _, s := range baseline.FailuresOf(f) {
		failures[s.At] = true
	}
	if f.Baseline != nil {
		for at := range f.Baseline.Judgements {
			if !failures[at] {
				return inner{"baseline", errors.New("has findings that do not fail or are not listed")}
			}
		}
		if status == check.Pass && f.Baseline.Of(report.BaselineAccepted) > 0 {
			f.Result.Status = check.Fail
		}
	}
	passes := status == check.Pass
	for at := range failures {
		if passes && !f.Accepts(at) {
			return errors.New("passes, but has a finding that fails")
		}
	}
	unchecked := func(found check.Found) bool { return len(found.Common().NotChecked) > 0 }
	if passes && (f.Failing() > 0 || slices.ContainsFunc(f.Result.Sections, unchecked)) {
		return errors.New("passes, but something fails or was not checked")
	}
	if f.Status() != status {
		return errors.New("the status does not match what the baseline accepts")
	}
	return nil
}
