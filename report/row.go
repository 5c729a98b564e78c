package report

import (
	"cmp"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Index is a report without the findings: the totals, and a row for each file.
type Index struct {
	Summary Summary
	Rows    []Row
}

// Indexed returns the index of r: Report.Index or, if that is nil, one made of Files.
func (r *Report) Indexed() *Index {
	if r.Index != nil {
		return r.Index
	}
	x := &Index{Summary: r.Summary(), Rows: make([]Row, len(r.Files))}
	for i := range r.Files {
		x.Rows[i] = RowOf(&r.Files[i], r.OptionsOf(&r.Files[i]))
	}
	return x
}

// Row is what an index says of one file. It keeps no findings. Its numbers are 0 for a file that
// was not checked.
type Row struct {
	// Path as it was given, unescaped.
	Path string `json:"path"`
	// Status is the verdict, with the baseline applied.
	Status check.Status `json:"status"`
	// Reason says why the file or some of its objects were not checked, in one printable line. It
	// is "" for others.
	Reason string `json:"reason,omitzero"`
	// Worst is the worst place to fix, or else the worst of the other places; nil if there is none.
	Worst *WorstPlace `json:"worst,omitzero"`
	// FailingPlaces is the number of issues that fail and that no baseline accepts. OtherPlaces is
	// the number of those that do not fail. A region that is not listed counts
	// as an issue, which fails if any finding in such regions of its mesh does.
	FailingPlaces int `json:"failing_places"`
	OtherPlaces   int `json:"other_places"`
	// FailingFindings is the exact number of findings in the failing places: see File.Failing.
	FailingFindings int `json:"failing_findings"`
	// Accepted is the number of issues that a baseline accepts.
	Accepted int `json:"accepted"`
	// Triangles, Meshes and Objects are in the file. Objects are the places at which nodes show its
	// meshes, or the meshes of a file without nodes.
	Triangles int `json:"triangles"`
	Meshes    int `json:"meshes"`
	Objects   int `json:"objects"`
	// Format and SHA256 are as in File.
	Format string `json:"format,omitzero"`
	SHA256 string `json:"sha256,omitzero"`

	// Uncompared is that of the result.
	Uncompared int `json:"-"`
	// Changed counts what has become of its issues since an earlier report.
	Changed ChangeTally `json:"-"`

	// rank orders rows by Worst; nil without one. Its lengths are in units of so many metres.
	rank *check.Issue
	unit float64
}

// WorstAt returns the reference of Worst in the result, and whether there is one.
func (row *Row) WorstAt() (check.Ref, bool) {
	if row.rank == nil {
		return check.Ref{}, false
	}
	return row.rank.At, true
}

// CompareRows orders rows for people: files that failed, those that were not checked, those that
// passed, each the one with the worst place first, whatever the units of the files. It returns 0 for
// files that are equally bad.
func CompareRows(a, b *Row) int {
	order := [...]int{check.Fail: 0, check.NotChecked: 1, check.Pass: 2}
	if c := cmp.Compare(order[a.Status], order[b.Status]); c != 0 {
		return c
	}
	switch {
	case a.rank != nil && b.rank != nil:
		return check.CompareIssuesIn(a.rank, b.rank, a.unit, b.unit)
	case a.rank != nil:
		return -1
	case b.rank != nil:
		return 1
	}
	return 0
}

// WorstPlace is the worst issue of a file.
type WorstPlace struct {
	// Place names what meets there, and says how bad it is: see Issue.Brief.
	Place    string         `json:"place"`
	Rule     check.Rule     `json:"rule"`
	Severity check.Severity `json:"severity"`
}

// RowOf returns the row of a file that was checked with the given options.
func RowOf(f *File, o *check.Options) Row {
	row := Row{Path: f.Path, Status: f.Status(), Format: f.Format, SHA256: f.SHA256, Accepted: f.Baseline.Of(BaselineAccepted), Changed: f.Changes.Tally(), unit: metres(f)}
	if row.Status == check.NotChecked {
		row.Reason = reason(f)
	}
	if f.Result == nil {
		return row
	}
	row.FailingFindings, row.Uncompared = f.Failing(), f.Result.Uncompared
	row.Triangles, row.Meshes, row.Objects = TriangleCount(f.Result), len(f.Result.Meshes), objectCount(f.Result)
	row.countPlaces(issuesOf(f, 0, o))
	return row
}

// countPlaces counts issues, the worst first, and keeps the worst that no baseline accepts.
func (row *Row) countPlaces(issues []Issue) {
	unlisted := map[*check.Mesh]bool{}
	for i := range issues {
		is := &issues[i]
		if is.Accepted() {
			continue
		}
		if row.Worst == nil {
			row.Worst, row.rank = &WorstPlace{is.Brief(), is.Rule, is.Severity}, rankOf(&is.Issue)
		}
		n := 1
		switch m := is.Mesh(); {
		case is.At.Index < 0:
			n = is.Count
		case is.unlistedRegions() && unlisted[m]:
			n = 0 // a region may have findings of several rules
		case is.unlistedRegions():
			n, unlisted[m] = m.RegionCount-len(m.Regions), true
		}
		if is.Fails() {
			row.FailingPlaces += n
		} else {
			row.OtherPlaces += n
		}
	}
}

// rankOf returns what check.CompareIssuesIn reads of an issue, so that the rest can be freed.
func rankOf(is *check.Issue) *check.Issue {
	rank := &check.Issue{Rule: is.Rule, Severity: is.Severity, Count: is.Count, At: is.At, Value: is.Value}
	if is.At.List == check.Regions {
		r := &is.Regions[0]
		rank.Regions = []check.Region{{Box: r.Box, Depth: r.Depth, Area: r.Area, EdgeLength: r.EdgeLength}}
	}
	return rank
}

// unlistedRegions reports whether the issue sums up regions of a mesh that are not listed.
func (is *Issue) unlistedRegions() bool {
	return is.At.List == check.Singles && is.Rule.Regional() && !is.Rule.WithinPrecision()
}

// objectCount returns the number of nodes that show a mesh, or the number of meshes if no node
// does.
func objectCount(r *check.Result) int {
	n := 0
	for i := range r.Meshes {
		n += len(r.Meshes[i].Instances)
	}
	return cmp.Or(n, len(r.Meshes))
}

// reason returns why a file or some of its objects were not checked, in one line.
func reason(f *File) string {
	lines := NotChecked(f)
	switch {
	case len(lines) == 0:
		return "no reason is known" // of a report that was read
	case f.Result == nil || len(lines) == 1:
		return lines[0]
	}
	return lines[0] + ": " + lines[1] // the number of objects, and the first of them
}

// Why says in one printable line why the file did not pass: "2 places: seat ↔ leg_front_left, 4.2 mm
// deep", with the worst place. It is "" for a file that passed.
func (row *Row) Why() string {
	var parts []string
	if row.Status == check.NotChecked {
		parts = append(parts, row.Reason)
	}
	switch {
	case row.FailingPlaces > 0:
		parts = append(parts, wording.Count(row.FailingPlaces, "place")+": "+row.Worst.Place)
	case row.Status == check.Fail:
		parts = append(parts, wording.Count(row.FailingFindings, "finding"))
	}
	return strings.Join(parts, "; ")
}
