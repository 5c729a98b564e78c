package html

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// indexView lists the files of a page, the worst first.
	indexView struct {
		Bar []verdictCount
		// Rows are the files that failed, Causes those that were not checked, by cause, and Passed
		// those that passed.
		Rows   []rowView
		Causes []causeView
		Passed []rowView
	}
	// causeView is a reason why files were not checked.
	causeView struct {
		Reason string
		Rows   []rowView
	}
	// rowView is a file of the index. Folder is "" if all files are in it.
	rowView struct {
		ID, Name, Folder string
		Status           string // the verdict
		Worst            string // the worst place in words
		Icon, Color      string
		Places           string // the number of places that fail
		Badges           []string
		Number           int // of places that fail
	}
)

// newIndexView returns the index of the files on a page. The worst issues of the files are in the
// order of the files.
func newIndexView(r *report.Report, p *pageView, worst []*report.Issue) *indexView {
	v := &indexView{Bar: p.Tally}
	rows := make([]report.Row, len(p.Files))
	for i := range rows {
		rows[i] = report.RowOf(&r.Files[i], r.OptionsOf(&r.Files[i]))
	}
	shared := commonFolder(rows)
	order := make([]int, len(p.Files))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareWorst(worst[i], worst[j]) })
	causes := map[string]int{}
	for _, i := range order {
		row := newRowView(&p.Files[i], &rows[i], shared)
		switch rows[i].Status {
		case check.Fail:
			v.Rows = append(v.Rows, row)
		case check.Pass:
			v.Passed = append(v.Passed, row)
		default:
			k, ok := causes[rows[i].Reason]
			if !ok {
				k, causes[rows[i].Reason] = len(v.Causes), len(v.Causes)
				v.Causes = append(v.Causes, causeView{Reason: rows[i].Reason})
			}
			v.Causes[k].Rows = append(v.Causes[k].Rows, row)
		}
	}
	slices.SortStableFunc(v.Causes, func(a, b causeView) int { return cmp.Compare(len(b.Rows), len(a.Rows)) })
	return v
}

// compareWorst compares files by their worst issues; files without issues come last.
func compareWorst(a, b *report.Issue) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	return report.CompareIssues(*a, *b)
}

// newRowView returns the row of a file. Shared is the folder that all files are in.
func newRowView(f *fileView, r *report.Row, shared string) rowView {
	folder, name := path.Split(strings.ReplaceAll(r.Path, `\`, "/"))
	v := rowView{
		ID: f.ID, Name: wording.Printable(name, wording.NameLimit), Folder: wording.Printable(strings.TrimPrefix(folder, shared), wording.PathLimit),
		Status: r.Status.String(), Number: r.FailingPlaces,
	}
	if r.FailingPlaces > 0 {
		v.Places = wording.GroupedCount(r.FailingPlaces, "place")
	}
	if w := r.Worst; w != nil {
		v.Worst, v.Color, v.Icon = w.Place, colorOf(w.Rule, w.Severity), iconOf(w.Rule, w.Severity)
	}
	if r.Accepted > 0 {
		v.Badges = append(v.Badges, wording.Grouped(r.Accepted)+" accepted")
	}
	if f.Apart != nil {
		v.Badges = append(v.Badges, f.Apart.Text)
	}
	return v
}

// iconOf returns the icon of an issue: that of its rule, or else of its severity.
func iconOf(r check.Rule, s check.Severity) string {
	switch {
	case r.Check() == check.Self:
		return icon(r.String())
	case check.Between.Has(r.Check()):
		return pairIcon(r)
	}
	return s.String()
}

// colorOf returns the class that gives an issue its colour.
func colorOf(r check.Rule, s check.Severity) string {
	if r.Check() == check.Self {
		return r.String()
	}
	return iconOf(r, s)
}

// commonFolder returns the longest folder, with a slash at its end, that all files are in.
func commonFolder(rows []report.Row) string {
	shared := ""
	for i := range rows {
		folder, _ := path.Split(strings.ReplaceAll(rows[i].Path, `\`, "/"))
		if i == 0 {
			shared = folder
		}
		for !strings.HasPrefix(folder, shared) {
			shared, _ = path.Split(strings.TrimSuffix(shared, "/"))
		}
	}
	return shared
}
