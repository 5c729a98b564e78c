package html

import (
	"encoding/json"
	"strconv"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/baseline"
	"github.com/meshcheck/meshcheck/report/wording"
)

// acceptedPerPage and acceptedBytes limit what a page lists of a baseline.
const (
	acceptedPerPage = 2000
	acceptedBytes   = 1 << 20
)

type (
	// triageData is what the script needs to keep decisions about the places of a page.
	triageData struct {
		// Key is the name under which the browser keeps them. It stays the same when the files are
		// checked again.
		Key string `json:"key"`
		// Accepted is what the baseline accepts, at most a limited number of places, and More how many
		// places are left out.
		Accepted []acceptedPlace `json:"accepted"`
		More     int             `json:"more"`
	}
	// acceptedPlace is a place that the baseline accepts: its element, its name with its size, its file
	// and number, and the line of the baseline.
	acceptedPlace struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		File   string `json:"file"`
		Number string `json:"number,omitempty"`
		Line   string `json:"line"`
	}
	// fileTriage is what the script has to know about a file: its path in lines of a baseline, how many
	// places fail, and which model was checked.
	fileTriage struct {
		Path    string
		Failing int
		Model   string // "" if it is not known
	}
)

func newFileTriage(f *report.File, lines *baseline.Lines) *fileTriage {
	return &fileTriage{lines.Path(), lines.Len(), f.SHA256[:min(len(f.SHA256), modelDigits)]}
}

// modelDigits are enough of a hash to tell a model from an earlier one.
const modelDigits = 16

// newTriageData returns what the script needs about all files of r.
func newTriageData(r *report.Report) triageData {
	v := triageData{Key: triageKey(r), Accepted: []acceptedPlace{}}
	free := acceptedBytes
	for i := range r.Files {
		f := &r.Files[i]
		if f.Result == nil || f.Baseline.Of(report.BaselineAccepted) == 0 {
			continue
		}
		issues := report.IssuesOf(r, i)
		ids, lines := newPlaceIDs(r, i, issues), baseline.LinesOf(f)
		for k := range issues {
			is := &issues[k]
			if !is.Accepted() {
				continue
			}
			p := acceptedPlace{Name: is.Name() + wording.When(is.Size() != "", ", "+is.Size()), File: wording.Printable(f.Path, wording.PathLimit), Line: lines.At(is.At)}
			if is.Region() != nil {
				p.Number = "Region " + strconv.Itoa(is.Region().Number)
			}
			p.ID = ids.of(is.At)
			if free -= len(p.Line) + len(p.Name) + len(p.File); free < 0 || len(v.Accepted) == acceptedPerPage {
				v.More++
				continue
			}
			v.Accepted = append(v.Accepted, p)
		}
	}
	return v
}

// triageKey returns the folder that all files are in, or the path of the only file.
func triageKey(r *report.Report) string {
	if len(r.Files) == 1 {
		return wording.Printable(wording.PortablePath(r.Files[0].Path), wording.PathLimit)
	}
	rows := make([]report.Row, len(r.Files))
	for i := range rows {
		rows[i].Path = r.Files[i].Path
	}
	return wording.Printable(commonFolder(rows), wording.PathLimit)
}

// baselineScript returns the words of lines of a baseline as the constant BASELINE: the rules with their
// labels, and the fields.
func baselineScript() string {
	rules := map[string]string{"region": ""}
	for _, r := range check.Rules() {
		rules[r.String()] = r.Label()
	}
	text, err := json.Marshal(map[string]any{"rules": rules, "fields": baseline.Fields()})
	if err != nil {
		panic("report: strings are always JSON: " + err.Error())
	}
	return "const BASELINE = " + string(text) + ";\n"
}
