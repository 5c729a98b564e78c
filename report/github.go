package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck"
)

// annotations is how many annotations of one level GitHub shows of a step.
const annotations = 10

// GitHub writes r as workflow commands for the log of a GitHub action: an error for
// each file that fails or was not checked, a warning for each file with findings
// or remarks that fail nothing, at most ten of each, the worst first. The files
// beyond are plain lines, and a notice counts them. The only errors are those of w.
func GitHub(w io.Writer, r *Report) error {
	var b bytes.Buffer
	errors, warnings := fileNotes(r)
	annotate(&b, "error", errors)
	annotate(&b, "warning", warnings)
	if more := len(errors) - annotations; more > 0 {
		command(&b, "notice", "", "meshcheck",
			count(more, "more file")+" failed or could not be checked: the log and the summary name them")
	}
	logLine(&b, "meshcheck: "+count(len(r.Files), "file")+": "+cmp.Or(verdicts(r.Summary()), "nothing to check"))
	_, err := w.Write(b.Bytes())
	return err
}

// fileNote is what is to be said about one file at one level.
type fileNote struct {
	file  *File
	title string
	lines []string
	worst *issue // nil where there is none
}

// fileNotes returns what there is to say about the files, at the level of errors those
// that were not checked first, then the worst.
func fileNotes(r *Report) (errors, warnings []fileNote) {
	for i := range r.Files {
		f := &r.Files[i]
		remarks := firstWarnings(f, "")
		if f.Result == nil {
			errors = append(errors, fileNote{file: f, title: "not checked", lines: []string{problemText(f.Problem)}})
		} else {
			remarks = append(kindNotes(r, f, levelWarning), remarks...)
		}
		if issues := issuesOf(r, i); len(issues) > 0 && f.Result.Counts.Failing() > 0 {
			errors = append(errors, fileNote{f, failedWith(f.Result), kindNotes(r, f, levelError), &issues[0]})
		}
		if len(remarks) > 0 {
			warnings = append(warnings, fileNote{file: f, title: "warning", lines: remarks})
		}
	}
	slices.SortStableFunc(errors, func(m, n fileNote) int {
		if m.worst == nil || n.worst == nil {
			return cmp.Compare(rank(m), rank(n))
		}
		return compareIssues(*m.worst, *n.worst)
	})
	return errors, warnings
}

// rank puts files that were not checked before those that failed.
func rank(n fileNote) int {
	if n.worst == nil {
		return 0
	}
	return 1
}

// failedWith returns "3 findings in 1 region".
func failedWith(r *meshcheck.Result) string {
	text := count(r.Counts.Failing(), "finding")
	if n := regionCount(r); n > 0 && r.Counts.Of(meshcheck.Nonfinite) == 0 {
		text += " in " + count(n, "region")
	}
	return text
}

// kindNotes says what was found at one level, a line for each kind.
func kindNotes(r *Report, f *File, l level) []string {
	var lines []string
	for _, k := range meshcheck.Kinds() {
		if f.Result.Counts.Of(k) > 0 && levelOf(k) == l {
			lines = append(lines, kindNote(r, f, k))
		}
	}
	return lines
}

// kindNote says in one line how many findings of kind k file f has, and which is the
// worst.
func kindNote(r *Report, f *File, k meshcheck.Kind) string {
	return findingCount(f.Result.Counts.Of(k), k) + ": " + describe(f, k, TextOptions{Check: r.Options})
}

// annotate writes the first notes as annotations and the others as lines of the log.
func annotate(b *bytes.Buffer, word string, notes []fileNote) {
	for i, n := range notes {
		at := Printable(portablePath(n.file.Path), pathLimit)
		if i < annotations {
			command(b, word, at, "meshcheck: "+n.title, strings.Join(n.lines, "\n"))
		} else {
			logLine(b, fmt.Sprintf("meshcheck: %s: %s: %s: %s", word, at, n.title, strings.Join(n.lines, "; ")))
		}
	}
}

var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// command writes a workflow command on a line of its own. All of its texts are
// Printable already, apart from line breaks.
func command(b *bytes.Buffer, word, file, title, message string) {
	properties := "title=" + commandProperty.Replace(title)
	if file != "" {
		properties = "file=" + commandProperty.Replace(file) + "," + properties
	}
	fmt.Fprintf(b, "::%s %s::%s\n", word, properties, commandData.Replace(message))
}

// logLine writes a plain line, which must not begin with "::". The older form of
// a command, ##[command], counts anywhere in a line.
func logLine(b *bytes.Buffer, line string) {
	fmt.Fprintln(b, strings.ReplaceAll(line, "##[", "## ["))
}
