package report

import (
	"cmp"
	"slices"

	"github.com/meshcheck/meshcheck/check"
)

// Issue is one thing to fix in a file of a report.
type Issue struct {
	check.Issue
	File   *File
	number int // index of the file in the report
}

// IssuesOf returns the issues of file number i of r, the worst first: see check.Result.Issues. Each
// call returns new values.
func IssuesOf(r *Report, i int) []Issue {
	f := &r.Files[i]
	return issuesOf(f, i, r.OptionsOf(f))
}

// Issues returns the issues of a file that was checked with the given options, as IssuesOf does.
func (f *File) Issues(o *check.Options) []Issue { return issuesOf(f, 0, o) }

// issuesOf returns the issues of a file with the given number and options.
func issuesOf(f *File, number int, o *check.Options) []Issue {
	if f.Result == nil {
		return nil
	}
	found := f.Result.Issues(*o)
	issues := make([]Issue, len(found))
	for k := range found {
		issues[k] = Issue{found[k], f, number}
	}
	return issues
}

// CompareIssues orders issues of several files as check.CompareIssuesIn does, and equally bad ones by
// file. The numbers of a file without a unit count as metres.
func CompareIssues(a, b Issue) int {
	return cmp.Or(check.CompareIssuesIn(&a.Issue, &b.Issue, metres(a.File), metres(b.File)), cmp.Compare(a.number, b.number))
}

// metres returns the length of the unit of a file in metres, 1 for a file without one.
func metres(f *File) float64 {
	unit, err := check.Length{Value: 1, Unit: f.Unit}.In("m")
	if err != nil {
		return 1
	}
	return unit
}

// Mesh returns the mesh that the issue is about, or nil if it is not about the triangles of a mesh.
func (is *Issue) Mesh() *check.Mesh {
	if is.At.Of < 0 || is.At.List != check.Regions && is.At.List != check.Singles {
		return nil
	}
	return &is.File.Result.Meshes[is.At.Of]
}

// Region returns the region that the issue describes, or nil.
func (is *Issue) Region() *check.Region {
	if is.At.List != check.Regions {
		return nil
	}
	return &is.Regions[0]
}

// Pair returns the pair of objects that the issue describes, or nil.
func (is *Issue) Pair() *check.Pair {
	if is.At.List != check.Pairs || is.At.Index < 0 {
		return nil
	}
	return &is.File.Result.Pairs()[is.At.Index]
}

// HullFinding returns the finding about hulls that the issue describes, and its group, or nil.
func (is *Issue) HullFinding() (*check.HullGroup, *check.HullFinding) {
	if is.At.List != check.HullFindings || is.At.Index < 0 {
		return nil, nil
	}
	g := &is.File.Result.Hulls().Groups[is.At.Of]
	return g, &g.Findings[is.At.Index]
}

// Has reports whether the issue includes findings of rule r with severity s. A region may have
// findings of several rules.
func (is *Issue) Has(r check.Rule, s check.Severity) bool {
	if is.At.List != check.Regions {
		return is.Rule == r && is.Severity == s
	}
	return s == check.Error && r.Check() == check.Self && is.Counts.Failed[r] > 0
}

// Judgement returns the baseline's decision about the issue, or nil if there is none, as for issues
// that do not fail.
func (is *Issue) Judgement() *Judgement {
	if is.Severity != check.Error || is.Key() == "" {
		return nil
	}
	return is.File.Judgement(is.At)
}

// Accepted reports whether a baseline accepts the issue.
func (is *Issue) Accepted() bool {
	j := is.Judgement()
	return j != nil && j.State == BaselineAccepted
}

// AcceptedNote says that the issue is accepted, and why.
func (is *Issue) AcceptedNote() string {
	return "accepted" + is.Judgement().Because(", ") + ": " + is.Summary()
}

// WorstIssues returns the worst issues of all files, at most limit, and those that were left out.
// It keeps the worst of each rule in each file before any second one, so that no file looks better
// than it is.
func WorstIssues(r *Report, limit int) (kept, dropped []Issue) {
	var others []Issue
	for i := range r.Files {
		issues := IssuesOf(r, i)
		seen := map[check.Rule]bool{}
		for _, is := range issues {
			if seen[is.Rule] {
				others = append(others, is)
			} else {
				kept, seen[is.Rule] = append(kept, is), true
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
