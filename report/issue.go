package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/check/self"
)

// Issue is what programs that track problems get to see: all findings of one kind in
// one region, or, for a kind that belongs to no region, all those of one mesh; or a pair
// of objects, or all pairs of one kind that are not listed; or a finding about collision
// hulls.
type Issue struct {
	File   *File
	number int // of the file in the report
	Rule   check.Rule
	Mesh   *self.Result // nil for pairs of objects and hulls
	Region int          // place in mesh.Regions; -1 for none, or for regions that are not listed
	// pair is nil unless the issue is a listed pair of objects.
	Pair *parts.Pair
	// hull is nil unless the issue is a finding about collision hulls.
	Hull *hullIssue
	// spot is the place of the issue for a baseline; nil for what is not listed.
	spot *Spot
	// count is how many findings or pairs of objects the issue stands for.
	Count int
	// severity is that of the gravest finding that the issue stands for.
	Severity check.Severity
	// worst is the worst listed finding of the issue, nil if none is listed.
	worst *check.Finding
	// names stands for the names of the mesh, the same for all of its issues, or for
	// those of both objects.
	names, Fingerprint string
}

// IssuesOf returns the issues of file number i of r, the worst first. Touches are
// among them only if the check was to list them.
func IssuesOf(r *Report, i int) []Issue {
	f := &r.Files[i]
	if f.Result == nil {
		return nil
	}
	var out []Issue
	o := r.OptionsOf(f)
	for j := range f.Result.Meshes {
		m := &f.Result.Meshes[j]
		of := Issue{File: f, number: i, Mesh: m, names: HashNames(m)}
		out = of.regions(out, o.Policy)
		for _, k := range check.Self.Rules() {
			if k != check.Touch || tells(o, o.Policy.Of(k)) {
				out = of.rest(out, k, o.Policy)
			}
		}
	}
	out = append(out, pairIssues(r, i)...)
	out = append(out, hullIssues(r, i)...)
	fingerprintIssues(out)
	slices.SortStableFunc(out, CompareIssues)
	return out
}

// regions appends the issues of all listed regions of the mesh.
func (is Issue) regions(out []Issue, p check.Policy) []Issue {
	type place struct {
		region int
		kind   check.Rule
	}
	worst := map[place]*check.Finding{}
	for i := range is.Mesh.Findings {
		f := &is.Mesh.Findings[i]
		at := place{f.Region, f.Rule}
		if worst[at] == nil { // the worst of a region come first
			worst[at] = f
		}
	}
	for i := range is.Mesh.Regions {
		is.Region, is.spot = i, &Spot{SpotRegion, is.Mesh.Index, i}
		for _, k := range check.Self.Rules() {
			c := &is.Mesh.Regions[i].Counts
			is.Rule, is.Count, is.worst = k, c.Of(k), worst[place{i, k}]
			is.Severity = severityOf(is.Rule, c.Failed[k], p)
			if is.Count > 0 && k <= check.Duplicate && is.Severity != check.Off {
				out = append(out, is)
			}
		}
	}
	return out
}

// rest appends the issue of those findings of kind k in the mesh that are in no
// listed region, if there are any.
func (is Issue) rest(out []Issue, k check.Rule, p check.Policy) []Issue {
	is.Rule, is.Region, is.Count = k, -1, is.Mesh.Counts.Of(k)
	is.spot = &Spot{SpotSingles, is.Mesh.Index, int(k)} // a judgement is there only of what has no regions
	failed := is.Mesh.Counts.Failed[k]
	for i := range is.Mesh.Regions {
		if c := &is.Mesh.Regions[i].Counts; k <= check.Duplicate { // others are in no region
			is.Count, failed = is.Count-c.Of(k), failed-c.Failed[k]
		}
	}
	is.Severity = severityOf(is.Rule, failed, p)
	if is.Count <= 0 || is.Severity == check.Off {
		return out
	}
	for i := range is.Mesh.Findings {
		if f := &is.Mesh.Findings[i]; f.Rule == k && f.Region < 0 {
			is.worst = f
			break
		}
	}
	return append(out, is)
}

// CompareIssues orders issues by severity, the worst first: by how much they matter,
// kind, depth, area and count, then as they come in the report.
func CompareIssues(a, b Issue) int {
	depth, area := a.sizes()
	otherDepth, otherArea := b.sizes()
	return cmp.Or(
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(otherDepth, depth),
		cmp.Compare(otherArea, area),
		cmp.Compare(b.Count, a.Count),
		cmp.Compare(a.number, b.number),
	)
}

// sizes returns the depth and the area of the region or the pair, for a finding about
// hulls its number, and 0 for an issue that has neither.
func (is *Issue) sizes() (depth, area float64) {
	switch {
	case is.Pair != nil:
		return is.Pair.Depth, 0
	case is.Hull != nil:
		return is.Hull.Finding.Value, 0
	}
	if r := is.Where(); r != nil {
		return r.Depth, r.Area
	}
	return 0, 0
}

// WorstIssues returns the issues of all files, at most limit, the worst first, and
// those that were left out. The worst of each kind in each file are kept before
// any second one, so that no file looks better than it is for the sake of another.
func WorstIssues(r *Report, limit int) (kept, dropped []Issue) {
	var others []Issue
	for i := range r.Files {
		issues := IssuesOf(r, i)
		for j, is := range issues {
			if j == 0 || issues[j-1].Rule != is.Rule {
				kept = append(kept, is)
			} else {
				others = append(others, is)
			}
		}
	}
	slices.SortStableFunc(kept, CompareIssues)
	slices.SortStableFunc(others, CompareIssues)
	kept = append(kept, others...)
	if len(kept) > limit {
		kept, dropped = kept[:limit:limit], kept[limit:]
	}
	slices.SortStableFunc(kept, CompareIssues)
	return kept, dropped
}
