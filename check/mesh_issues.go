package check

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/meshcheck/meshcheck/geom"
)

// SelfResult is the section of Self. Its findings are in Result.Meshes.
type SelfResult struct{ Section }

// Check returns Self.
func (*SelfResult) Check() Set { return Self }

// Empty reports whether the result has no triangles.
func (*SelfResult) Empty(r *Result) bool {
	return !slices.ContainsFunc(r.Meshes, func(m Mesh) bool { return m.Triangles > 0 })
}

// Issues returns the issues of all meshes.
func (*SelfResult) Issues(r *Result, p Policy) (all []Issue) {
	for i := range r.Meshes {
		all = append(all, r.Meshes[i].Issues(p)...)
	}
	return all
}

// Issue returns the issue of a region, or of the findings of one rule outside the listed regions.
// Only the latter has a rule.
func (*SelfResult) Issue(r *Result, at Ref) Issue {
	m := &r.Meshes[at.Of]
	if at.List == Singles {
		is := Issue{Rule: Rule(at.Index), At: at, Box: geom.EmptyBox()}
		is.Counts.ByRule[at.Index], is.Counts.Failed[at.Index] = m.Counts.ByRule[at.Index], m.Counts.Failed[at.Index]
		return is
	}
	region := &m.Regions[at.Index]
	return Issue{At: at, Counts: region.Counts, Box: region.Box, Regions: m.Regions[at.Index : at.Index+1]}
}

// Issues returns an issue for each listed region, and one for each rule with findings outside the
// listed regions, without fingerprints. Findings that are Off under the policy make no issue.
// Slices in issues are slices of r.
func (r *Mesh) Issues(p Policy) []Issue {
	l := meshIssues{mesh: r, policy: p, names: r.names()}
	findings, rest := r.Findings, r.Counts
	for i := range r.Regions {
		region := &r.Regions[i]
		n := 0
		for n < len(findings) && findings[n].Region == i {
			n++
		}
		l.add(Issue{
			At:     Ref{List: Regions, Of: r.Index, Index: i},
			Counts: region.Counts, Box: region.Box, Regions: r.Regions[i : i+1 : i+1], Findings: findings[:n:n],
		}, regionalRules...)
		for _, k := range regionalRules {
			rest.ByRule[k] -= region.Counts.ByRule[k]
			rest.Failed[k] -= region.Counts.Failed[k]
		}
		rest.ThroughEdge -= region.Counts.ThroughEdge
		findings = findings[n:]
	}
	for _, k := range Self.Rules() {
		is := Issue{At: Ref{List: Singles, Of: r.Index, Index: int(k)}, Box: geom.EmptyBox(), Findings: singles(findings, k)}
		is.Counts.ByRule[k], is.Counts.Failed[k] = rest.ByRule[k], rest.Failed[k]
		if k == Crossing {
			is.Counts.ThroughEdge = rest.ThroughEdge
		}
		l.add(is, k)
	}
	return l.issues
}

// regionalRules are the rules whose findings are in regions.
var regionalRules = slices.DeleteFunc(Self.Rules(), func(r Rule) bool { return !r.Regional() })

// singles returns the findings of one rule that are in no region, without a copy if they are
// adjacent.
func singles(findings []Finding, k Rule) []Finding {
	var out []Finding
	end := 0
	for i := range findings {
		switch f := &findings[i]; {
		case f.Rule != k || f.Region >= 0:
		case out == nil || i == end:
			out, end = findings[i-len(out):i+1:i+1], i+1
		default:
			out = append(out, *f)
		}
	}
	return out
}

// meshIssues makes the issues of a mesh.
type meshIssues struct {
	mesh   *Mesh
	policy Policy
	names  string
	issues []Issue
}

// add completes and appends an issue, which already has its reference, box, counts and findings, if
// any of the rules has findings that are not Off.
func (l *meshIssues) add(is Issue, rules ...Rule) {
	is.Severity = Off
	for _, k := range rules {
		s := l.policy.Of(k).Within()
		if is.Counts.Failed[k] > 0 {
			s = Error
		}
		if is.Counts.ByRule[k] <= 0 || s == Off {
			continue
		}
		is.Count += is.Counts.ByRule[k]
		if s < is.Severity {
			is.Rule, is.Severity = k, s
		}
	}
	if is.Severity == Off {
		return
	}
	measure(&is)
	is.Subjects = []Object{l.mesh.subject(is.Regions)}
	is.Identify(l.names, l.mesh.Box)
	l.issues = append(l.issues, is)
}

// measure sets the value of an issue, and its place to that of the worst listed finding of its
// rule, or else of any rule.
func measure(is *Issue) {
	depth, area, length := 0.0, 0.0, 0.0
	if len(is.Findings) > 0 {
		worst := slices.IndexFunc(is.Findings, func(f Finding) bool { return f.Rule == is.Rule })
		f := &is.Findings[max(worst, 0)]
		depth, area, length = f.Depth, f.Area, f.Length()
		if p := f.Place(); p.Finite() {
			is.Places = []geom.Vec{p}
		}
	}
	if len(is.Regions) > 0 {
		depth, _ = is.Regions[0].Sizes()
		area, length = is.Regions[0].Area, is.Regions[0].EdgeLength
	}
	switch is.Rule.Size() {
	case OfArea:
		is.Value = area
	case OfDepth:
		is.Value = depth
	case OfLength:
		is.Value = length
	}
}

// Subject returns the mesh at the instance where it was measured.
func (r *Mesh) Subject() Object { return r.subject(nil) }

// subject returns the mesh at the instance where it was measured, or the part of it that contains
// the whole region.
func (r *Mesh) subject(regions []Region) Object {
	o := Object{Instance: -1, Collider: -1, Mesh: r.Index, Name: r.Name, Part: -1, Shell: -1}
	if len(r.Instances) > 0 {
		o.Path = r.Instances[max(r.Measured, 0)]
	}
	if len(regions) > 0 && len(regions[0].Parts) == 1 {
		o.Part = regions[0].Parts[0]
	}
	return o
}

// names returns a digest of the names of the mesh and of its first node. Names may be long, and are
// part of the fingerprints of all issues of the mesh.
func (r *Mesh) names() string {
	node := ""
	if len(r.Instances) > 0 {
		node = r.Instances[0]
	}
	sum := sha256.Sum256([]byte(QuoteNames(r.Name, node)))
	return hex.EncodeToString(sum[:])
}
