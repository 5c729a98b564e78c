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
}{
	{"html", ".html", HTML},
	{"json", ".json", JSON},
	{"sarif", ".sarif", SARIF},
	{"junit", ".xml", JUnit},
	{"markdown", ".md", Markdown},
	{"codequality", ".codequality.json", CodeQuality},
	{"github", "", GitHub},
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
	var endings []string
	for _, f := range formats {
		if f.ending == "" {
			continue
		}
		endings = append(endings, f.ending)
		if strings.HasSuffix(lower, f.ending) && len(f.ending) > len(longest) {
			name, longest = f.name, f.ending
		}
	}
	if name != "" {
		return name, nil
	}
	last := len(endings) - 1
	return "", fmt.Errorf("cannot tell the report format of %s: its name must end in %s or %s",
		Printable(path, pathLimit), strings.Join(endings[:last], ", "), endings[last])
}
