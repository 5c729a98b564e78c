package main

import (
	"bytes"
	"os"

	"github.com/meshcheck/meshcheck/report"
)

// stepSummary names the variable of a GitHub action that holds the path of the file
// for the summary of the step.
const stepSummary = "GITHUB_STEP_SUMMARY"

// summarize appends the report to the summary of the step, if there is one. GitHub
// shows none of a summary that is too long, so what stands in the file already
// counts.
func summarize(rep *report.Report) (err error) {
	path := os.Getenv(stepSummary)
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if info.Size() > 0 {
		b.WriteByte('\n') // whatever the last line of others is
	}
	room := report.MarkdownLimit - info.Size() - int64(b.Len())
	if err := report.MarkdownWithin(&b, rep, int(room)); err != nil {
		return err
	}
	_, err = f.Write(b.Bytes())
	return err
}
