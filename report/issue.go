package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/check/self"
)

// issue is what programs that track problems get to see: all findings of one kind in
// one region, or, for a kind that belongs to no region, all those of one mesh; or a pair
// of objects, or all pairs of one kind that are not listed; or a finding about collision
// hulls.
type issue struct {
	file   *File
	number int // of the file in the report
	rule   check.Rule
	mesh   *self.Result // nil for pairs of objects and hulls
	region int          // place in mesh.Regions; -1 for none, or for regions that are not listed
	// pair is nil unless the issue is a listed pair of objects.
	pair *parts.Pair
	// hull is nil unless the issue is a finding about collision hulls.
	hull *hullIssue
	// spot is the place of the issue for a baseline; nil for what is not listed.
	spot *Spot
	// count is how many findings or pairs of objects the issue stands for.
	count int
	// severity is that of the gravest finding that the issue stands for.
	severity check.Severity
	// worst is the worst listed finding of the issue, nil if none is listed.
	worst *check.Finding
	// names stands for the names of the mesh, the same for all of its issues, or for
	// those of both objects.
	names, fingerprint string
}

// issuesOf returns the issues of file number i of r, the worst first. Touches are
// among them only if the check was to list them.
func issuesOf(r *Report, i int) []issue {
	f := &r.Files[i]
	if f.Result == nil {
		return nil
	}
	var out []issue
	o := r.optionsOf(f)
	for j := range f.Result.Meshes {
		m := &f.Result.Meshes[j]
		of := issue{file: f, number: i, mesh: m, names: hashNames(m)}
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
	slices.SortStableFunc(out, compareIssues)
	return out
}

// regions appends the issues of all listed regions of the mesh.
func (is issue) regions(out []issue, p check.Policy) []issue {
	type place struct {
		region int
		kind   check.Rule
	}
	worst := map[place]*check.Finding{}
	for i := range is.mesh.Findings {
		f := &is.mesh.Findings[i]
		at := place{f.Region, f.Rule}
		if worst[at] == nil { // the worst of a region come first
			worst[at] = f
		}
	}
	for i := range is.mesh.Regions {
		is.region, is.spot = i, &Spot{SpotRegion, is.mesh.Index, i}
		for _, k := range check.Self.Rules() {
			c := &is.mesh.Regions[i].Counts
			is.rule, is.count, is.worst = k, c.Of(k), worst[place{i, k}]
			is.severity = severityOf(is.rule, c.Failed[k], p)
			if is.count > 0 && k <= check.Duplicate && is.severity != check.Off {
				out = append(out, is)
			}
		}
	}
	return out
}

// rest appends the issue of those findings of kind k in the mesh that are in no
// listed region, if there are any.
func (is issue) rest(out []issue, k check.Rule, p check.Policy) []issue {
	is.rule, is.region, is.count = k, -1, is.mesh.Counts.Of(k)
	is.spot = &Spot{SpotSingles, is.mesh.Index, int(k)} // a judgement is there only of what has no regions
	failed := is.mesh.Counts.Failed[k]
	for i := range is.mesh.Regions {
		if c := &is.mesh.Regions[i].Counts; k <= check.Duplicate { // others are in no region
			is.count, failed = is.count-c.Of(k), failed-c.Failed[k]
		}
	}
	is.severity = severityOf(is.rule, failed, p)
	if is.count <= 0 || is.severity == check.Off {
		return out
	}
	for i := range is.mesh.Findings {
		if f := &is.mesh.Findings[i]; f.Rule == k && f.Region < 0 {
			is.worst = f
			break
		}
	}
	return append(out, is)
}

// compareIssues orders issues by severity, the worst first: by how much they matter,
// kind, depth, area and count, then as they come in the report.
func compareIssues(a, b issue) int {
	depth, area := a.sizes()
	otherDepth, otherArea := b.sizes()
	return cmp.Or(
		cmp.Compare(a.severity, b.severity),
		cmp.Compare(a.rule, b.rule),
		cmp.Compare(otherDepth, depth),
		cmp.Compare(otherArea, area),
		cmp.Compare(b.count, a.count),
		cmp.Compare(a.number, b.number),
	)
}

// sizes returns the depth and the area of the region or the pair, for a finding about
// hulls its number, and 0 for an issue that has neither.
func (is *issue) sizes() (depth, area float64) {
	switch {
	case is.pair != nil:
		return is.pair.Depth, 0
	case is.hull != nil:
		return is.hull.finding.Value, 0
	}
	if r := is.where(); r != nil {
		return r.Depth, r.Area
	}
	return 0, 0
}

// worstIssues returns the issues of all files, at most limit, the worst first, and
// those that were left out. The worst of each kind in each file are kept before
// any second one, so that no file looks better than it is for the sake of another.
func worstIssues(r *Report, limit int) (kept, dropped []issue) {
	var others []issue
	for i := range r.Files {
		issues := issuesOf(r, i)
		for j, is := range issues {
			if j == 0 || issues[j-1].rule != is.rule {
				kept = append(kept, is)
			} else {
				others = append(others, is)
			}
		}
	}
	slices.SortStableFunc(kept, compareIssues)
	slices.SortStableFunc(others, compareIssues)
	kept = append(kept, others...)
	if len(kept) > limit {
		kept, dropped = kept[:limit:limit], kept[limit:]
	}
	slices.SortStableFunc(kept, compareIssues)
	return kept, dropped
}
