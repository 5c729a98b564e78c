package report

import (
	"fmt"
	"io"
	"strings"
)

// formats are the reports that can be written to a file, a row for each. Where
// one ending ends with another, the longer one stands first.
var formats = []struct {
	name, ending string
	write        func(io.Writer, *Report) error
}{
	{"html", ".html", HTML},
	{"json", ".json", JSON},
}

// Write writes r to w in the named format, one of those that FormatOf returns.
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
// case: "json" for "out/Report.JSON". The error names the endings there are.
func FormatOf(path string) (string, error) {
	lower := strings.ToLower(path)
	for _, f := range formats {
		if strings.HasSuffix(lower, f.ending) {
			return f.name, nil
		}
	}
	endings := make([]string, len(formats))
	for i, f := range formats {
		endings[i] = f.ending
	}
	return "", fmt.Errorf("cannot tell the report format of %s: its name must end in %s",
		Printable(path, pathLimit), strings.Join(endings, " or "))
}
