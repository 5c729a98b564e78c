// Package formats lists all formats in which reports can be written.
package formats

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/csv"
	"github.com/meshcheck/meshcheck/report/github"
	"github.com/meshcheck/meshcheck/report/gitlab"
	"github.com/meshcheck/meshcheck/report/glb"
	"github.com/meshcheck/meshcheck/report/html"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/junit"
	"github.com/meshcheck/meshcheck/report/markdown"
	"github.com/meshcheck/meshcheck/report/sarif"
	"github.com/meshcheck/meshcheck/report/svg"
	"github.com/meshcheck/meshcheck/report/wording"
)

// formats has a row for each report format. Formats without an ending go to standard output only.
var formats = []struct {
	name, ending string
	write        func(io.Writer, *report.Report, assets.List) error
	needs        report.Needs
}{
	{"html", ".html", html.Write, report.Needs{Files: true, Rows: true, Findings: true, Excerpt: true, Textures: true}},
	{"json", ".json", data(json.Write), report.Needs{}},
	{"summary", ".summary.json", data(json.WriteSummary), report.Needs{Rows: true}},
	{"ndjson", ".ndjson", data(json.WriteLines), report.Needs{}},
	{"csv", ".csv", data(csv.Write), report.Needs{Rows: true}},
	{Marked, ".glb", glb.Write, report.Needs{Files: true, Findings: true, Scene: true}},
	{"svg", ".svg", svg.Write, report.Needs{Files: true, Layouts: true}},
	{"sarif", ".sarif", data(sarif.Write), report.Needs{Files: true}},
	{"junit", ".xml", data(junit.Write), report.Needs{Files: true}},
	{"markdown", ".md", data(markdown.Write), report.Needs{Files: true}},
	{"codequality", ".codequality.json", data(gitlab.Write), report.Needs{Files: true}},
	{"github", "", data(github.Write), report.Needs{Files: true}},
}

// Folder is the format of a report in a folder, which html.Folder writes file by file. A path selects
// it by a slash at its end.
const Folder = "folder"

// Marked is the format of a marked model.
const Marked = "marked"

// data adapts the writer of a format that shows no models.
func data(write func(io.Writer, *report.Report) error) func(io.Writer, *report.Report, assets.List) error {
	return func(w io.Writer, r *report.Report, _ assets.List) error { return write(w, r) }
}

// Endings returns the file name endings that select a format, ".html" first, and the slash that
// selects Folder.
func Endings() []string {
	var endings []string
	for _, f := range formats {
		if f.ending != "" {
			endings = append(endings, f.ending)
		}
	}
	return append(endings, "/")
}

// Names returns the names of all formats but Folder: "html", "json" and so on.
func Names() []string {
	names := make([]string, len(formats))
	for i := range formats {
		names[i] = formats[i].name
	}
	return names
}

// Write writes r to w in the named format, one of Names. The error is that of w, or says that the
// format does not exist.
func Write(w io.Writer, format string, r *report.Report, models assets.List) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(w, r, models)
		}
	}
	return fmt.Errorf("no report format %q", format)
}

// FormatOf returns the format that the ending of path selects, in any letter case: "json" for
// "out/Report.JSON". Of several matching endings the longest counts. The error lists the endings.
func FormatOf(path string) (string, error) {
	lower := strings.ToLower(filepath.ToSlash(path))
	if strings.HasSuffix(lower, "/") {
		return Folder, nil
	}
	name, longest := "", ""
	for _, f := range formats {
		if strings.HasSuffix(lower, f.ending) && len(f.ending) > len(longest) {
			name, longest = f.name, f.ending
		}
	}
	if name != "" {
		return name, nil
	}
	return "", fmt.Errorf("cannot tell the report format of %s: its name must end in %s",
		wording.Printable(path, wording.PathLimit), wording.Alternatives(Endings()))
}

// NeedsOf returns what the named format needs, or nothing for an unknown format.
func NeedsOf(format string) report.Needs {
	if format == Folder {
		return report.Needs{Rows: true, Excerpt: true, Textures: true, Pages: true}
	}
	for _, f := range formats {
		if f.name == format {
			return f.needs
		}
	}
	return report.Needs{}
}
