// Package github writes reports as annotations for the log of a GitHub action.
package github

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
)

// MaxAnnotations is how many annotations of one level GitHub shows for a step.
const MaxAnnotations = 10

// Write writes r as workflow commands for the log of a GitHub action: an error for each file that
// fails or was not checked, and a warning for each file whose findings or remarks do not fail, at
// most ten of each, the worst first. Further files are plain lines, and a notice counts them. The
// only errors are those of w.
func Write(w io.Writer, r *report.Report) error {
	var b bytes.Buffer
	errors, warnings := fileNotes(r)
	annotate(&b, "error", errors)
	annotate(&b, "warning", warnings)
	if more := len(errors) - MaxAnnotations; more > 0 {
		command(&b, "notice", "", "meshcheck",
			wording.Count(more, "more file")+" failed or could not be checked: the log and the summary name them")
	}
	if text := report.SkippedText(r.Skipped); text != "" {
		word := wording.Either(report.FailingSkipped(r.Skipped), "error", "warning")
		command(&b, word, "", "meshcheck", text)
	}
	if text := report.UncomparedFiles(r.Summary()); text != "" {
		fmt.Fprintf(&b, "meshcheck: %s\n", text)
	}
	fmt.Fprintf(&b, "%s: %s\n", r.Tool(), report.RunLine(r.Summary()))
	_, err := w.Write(b.Bytes())
	return err
}

// annotate writes the first notes as annotations and the others as lines of the log.
func annotate(b *bytes.Buffer, word string, notes []fileNote) {
	for i, n := range notes {
		at := wording.Printable(wording.PortablePath(n.file.Path), wording.PathLimit)
		if i < MaxAnnotations {
			command(b, word, at, "meshcheck: "+n.title, strings.Join(n.lines, "\n"))
		} else {
			fmt.Fprintf(b, "meshcheck: %s: %s: %s: %s\n", word, at, n.title, strings.Join(n.lines, "; "))
		}
	}
}

var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// command writes a workflow command on a line of its own. Its texts are already Printable, apart
// from line breaks.
func command(b *bytes.Buffer, word, file, title, message string) {
	properties := "title=" + commandProperty.Replace(title)
	if file != "" {
		properties = "file=" + commandProperty.Replace(file) + "," + properties
	}
	fmt.Fprintf(b, "::%s %s::%s\n", word, properties, commandData.Replace(message))
}
