package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/markdown"
	"github.com/meshcheck/meshcheck/report/wording"
)

// stdoutFormats are the formats for standard output: two texts for people, or a report.
var stdoutFormats = []string{"text", "short", "json", "ndjson", "summary", "csv", "github", "sarif", "junit", "codequality", "markdown"}

// formatHelp is the help of the flag.
var formatHelp = "print on standard output: text (default), " + wording.Alternatives(stdoutFormats[1:])

// format is a flag for the format on standard output; its zero value is "text".
type format string

func (f *format) Type() string { return "FORMAT" }

func (f *format) String() string {
	if *f == "" {
		return stdoutFormats[0]
	}
	return string(*f)
}

// text reports whether standard output gets text for people.
func (f *format) text() bool { return f.String() == "text" || f.short() }

// short reports whether that text has one line for each file.
func (f *format) short() bool { return f.String() == "short" }

func (f *format) Set(s string) error {
	if !slices.Contains(stdoutFormats, s) {
		return fmt.Errorf("not one of %s%s", strings.Join(stdoutFormats, ", "), suggest.DidYouMean(s, stdoutFormats))
	}
	*f = format(s)
	return nil
}

// jsonFormat is the flag --json, short for --format json. The last one counts.
type jsonFormat struct{ of *format }

func (j jsonFormat) Type() string     { return "bool" }
func (j jsonFormat) IsBoolFlag() bool { return true }
func (j jsonFormat) String() string   { return strconv.FormatBool(j.of != nil && *j.of == "json") }

func (j jsonFormat) Set(s string) error {
	yes, err := strconv.ParseBool(s)
	if err != nil {
		return errors.New("neither true nor false")
	}
	if yes {
		*j.of = "json"
	}
	return nil
}

// stepSummary is the environment variable with the path of a GitHub step's summary.
const stepSummary = "GITHUB_STEP_SUMMARY"

// summarize appends the report to the summary of the step, if there is one. GitHub does
// not show a summary that is too long, so the present length of the file counts.
func summarize(rep *report.Report) (err error) {
	path := os.Getenv(stepSummary)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if info.Size() > 0 {
		b.WriteByte('\n') // the text of others may not end with one
	}
	room := markdown.Limit - info.Size() - int64(b.Len())
	if err := markdown.WriteWithin(&b, rep, int(room)); err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return err
}
