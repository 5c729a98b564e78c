package report

import (
	"fmt"
	"io"
	"strings"
)

// formats are the reports that can be written, a row for each. Those without an ending
// are for standard output only.
var formats = []struct {
	name, ending string
	write        func(io.Writer, *Report) error
	needs        Needs
}{
	{"html", ".html", HTML, Needs{Files: true, Findings: true, Excerpt: true}},
	{"json", ".json", JSON, Needs{}},
	{"marked", ".glb", Marked, Needs{Files: true, Findings: true, Scene: true}},
	{"sarif", ".sarif", SARIF, Needs{Files: true}},
	{"junit", ".xml", JUnit, Needs{Files: true}},
	{"markdown", ".md", Markdown, Needs{Files: true}},
	{"codequality", ".codequality.json", CodeQuality, Needs{Files: true}},
	{"github", "", GitHub, Needs{Files: true}},
}

// Endings returns the endings of file names that ask for a format, ".html" first.
func Endings() []string {
	var endings []string
	for _, f := range formats {
		if f.ending != "" {
			endings = append(endings, f.ending)
		}
	}
	return endings
}

// Write writes r to w in the named format: one of those that FormatOf returns, or
// "github".
// The error is that of w, or says that there is no such format.
func Write(w io.Writer, format string, r *Report) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(w, r)
		}
	}
	return fmt.Errorf("no report format %q", format)
}

// FormatOf returns the format that the ending of path asks for, in any letter
// case: "json" for "out/Report.JSON". Of several endings that fit, the longest counts. The
// error names the endings there are.
func FormatOf(path string) (string, error) {
	lower := strings.ToLower(path)
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
		Printable(path, pathLimit), alternatives(Endings()))
}

// alternatives returns ".html, .json or .glb".
func alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
