package html

import (
	"path"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

type (
	// indexView lists all files of a report, the worst first.
	indexView struct {
		Rows []rowView // for browsers without scripts
		Data indexData
	}
	// rowView is a file of the index in words.
	rowView struct{ Href, Path, Verdict, Class, Why, Places string }
	// indexData is the index as viewer/index.js reads it.
	indexData struct {
		// Shared is the folder that all files are in, "" or with a slash at its end.
		Shared string `json:"shared"`
		// Folders are those of the rows, without Shared.
		Folders []string `json:"folders"`
		// Kinds are the icons and colours of the worst places.
		Kinds [][2]string `json:"kinds"`
		// Causes are the reasons why files were not checked.
		Causes []string `json:"causes"`
		// Rows has for each file: the verdict (0 failed, 1 not checked, 2 passed), the numbers of its
		// folder, its name, how many places fail, the worst place in words or the number of the cause,
		// the number of its kind, its address, its picture, its badges, and how many of its places are new,
		// worse, better and fixed since an earlier report. Values at the end may be missing.
		Rows [][]any `json:"rows"`
	}
	// linkView is the address of the details of a file, and a picture of its worst place.
	linkView struct{ Href, Picture string }
)

// picturesInIndex is how many rows of an index in a page of its own have a picture.
const picturesInIndex = 200

// worstFirst returns the numbers of the rows, the worst first.
func worstFirst(rows []report.Row) []int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return report.CompareRows(&rows[i], &rows[j]) })
	return order
}

// newIndexView returns the index of files in the given order. Links are those of the files that have
// details somewhere; so many of the worst may have a picture.
func newIndexView(rows []report.Row, order []int, links map[int]linkView, pictures int) *indexView {
	v := &indexView{Data: indexData{Folders: []string{}, Kinds: [][2]string{}, Causes: []string{}, Rows: [][]any{}}}
	shared, numbers := commonFolder(rows), newNumbering(&v.Data)
	v.Data.Shared = wording.Printable(shared, wording.PathLimit)
	for k, i := range order {
		link := links[i]
		if k >= pictures {
			link.Picture = ""
		}
		v.Rows = append(v.Rows, newRowView(&rows[i], link, shared))
		v.Data.Rows = append(v.Data.Rows, numbers.row(&rows[i], link, shared))
	}
	return v
}

// newRowView returns a file in words.
func newRowView(r *report.Row, link linkView, shared string) rowView {
	folder, name := splitPath(r.Path)
	v := rowView{
		Href: link.Href, Path: wording.Printable(strings.TrimPrefix(folder, shared)+name, wording.PathLimit),
		Verdict: wording.StatusWord(r.Status), Class: statusClass(r.Status),
		Why: r.Reason,
	}
	if r.Worst != nil && r.Status == check.Fail {
		v.Why = r.Worst.Place
	}
	if r.FailingPlaces > 0 {
		v.Places = wording.Grouped(r.FailingPlaces)
	}
	return v
}

// numbering numbers the words that rows repeat.
type numbering struct {
	data                   *indexData
	folders, causes, kinds map[string]int
}

func newNumbering(d *indexData) *numbering {
	return &numbering{d, map[string]int{}, map[string]int{}, map[string]int{}}
}

// number returns the number of a word, which append adds to its list if it is new.
func number(known map[string]int, word string, add func()) int {
	n, ok := known[word]
	if !ok {
		n = len(known)
		known[word] = n
		add()
	}
	return n
}

// row returns the data of a file.
func (n *numbering) row(r *report.Row, link linkView, shared string) []any {
	d := n.data
	folder, name := splitPath(r.Path)
	folder = wording.Printable(strings.TrimPrefix(folder, shared), wording.PathLimit)
	status := [...]int{check.Fail: 0, check.NotChecked: 1, check.Pass: 2}[r.Status]
	of, kind := number(n.folders, folder, func() { d.Folders = append(d.Folders, folder) }), 0
	var worst any = ""
	if w := r.Worst; w != nil {
		is := [2]string{iconOf(w.Rule, w.Severity), colorOf(w.Rule, w.Severity)}
		worst, kind = w.Place, number(n.kinds, is[0]+" "+is[1], func() { d.Kinds = append(d.Kinds, is) })
	}
	if r.Status == check.NotChecked {
		worst = number(n.causes, r.Reason, func() { d.Causes = append(d.Causes, r.Reason) })
	}
	row := []any{status, of, wording.Printable(name, wording.NameLimit), r.FailingPlaces, worst, kind, link.Href, link.Picture, badges(r)}
	if c := r.Changed; c.Any() {
		return append(row, []int{c.New, c.Worse, c.Better, c.Fixed})
	}
	for len(row) > 6 && row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	return row
}

// badges returns what else there is to say about a file, a line for each badge.
func badges(r *report.Row) string {
	var words []string
	if r.Accepted > 0 {
		words = append(words, wording.Grouped(r.Accepted)+" accepted")
	}
	if r.Uncompared > 0 {
		words = append(words, "objects not compared")
	}
	return strings.Join(words, "\n")
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

// splitPath returns the folder of a path, with a slash at its end, and the name of the file.
func splitPath(p string) (folder, name string) {
	return path.Split(strings.ReplaceAll(p, `\`, "/"))
}

// commonFolder returns the longest folder, with a slash at its end, that all files are in.
func commonFolder(rows []report.Row) string {
	shared := ""
	for i := range rows {
		folder, _ := splitPath(rows[i].Path)
		if i == 0 {
			shared = folder
		}
		for !strings.HasPrefix(folder, shared) {
			shared, _ = splitPath(strings.TrimSuffix(shared, "/"))
		}
	}
	return shared
}
