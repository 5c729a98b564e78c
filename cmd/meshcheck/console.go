package main

import (
	"fmt"
	"io"
	"os"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/terminal"
	"github.com/meshcheck/meshcheck/report/text"
	"github.com/meshcheck/meshcheck/report/wording"
)

// console writes results to standard output, and messages and progress to standard
// error. Messages are in lower case, begin with "meshcheck:" and have no full stop.
type console struct {
	quiet bool
	smart bool            // standard output is a terminal that understands escape sequences
	bar   *progress       // nil if none is wanted
	gone  bool            // standard output is a broken pipe
	hints map[string]bool // given so far
}

// newConsole returns the console of a run. A quiet console shows only errors.
func newConsole(quiet bool) *console { return &console{quiet: quiet, smart: terminal.Smart(os.Stdout)} }

func (c *console) errorf(format string, args ...any) {
	c.say("error", format, args...)
}

func (c *console) warningf(format string, args ...any) {
	if !c.quiet {
		c.say("warning", format, args...)
	}
}

// hintf gives each hint once per run: it helps with all files of a kind.
func (c *console) hintf(format string, args ...any) {
	if hint := fmt.Sprintf(format, args...); !c.quiet && !c.hints[hint] {
		if c.hints == nil {
			c.hints = map[string]bool{}
		}
		c.hints[hint] = true
		c.say("hint", "%s", hint)
	}
}

func (c *console) notef(format string, args ...any) {
	if !c.quiet {
		c.say("note", format, args...)
	}
}

func (c *console) say(word, format string, args ...any) {
	c.bar.erase()
	// Names are printable already; a library's message about an argument may not be.
	line, width := "meshcheck: "+word+": "+wording.Printable(fmt.Sprintf(format, args...), longestMessage), 0
	if terminal.Smart(os.Stderr) {
		width = terminal.Columns(os.Stderr)
	}
	io.WriteString(os.Stderr, text.Wrap(line, width))
}

// longestMessage limits messages, in characters. Only an absurdly long argument reaches it.
const longestMessage = 10_000

// result writes to standard output. A broken pipe is not an error.
func (c *console) result(b []byte) error {
	if c.gone || len(b) == 0 {
		return nil
	}
	c.bar.erase()
	_, err := os.Stdout.Write(b)
	return c.outputError(err)
}

// expectReader warns if a report goes to a standard output that is closed or discarded.
func (c *console) expectReader(format string) {
	if !forPeople(format) && terminal.Discarded(os.Stdout) {
		c.warningf("%s is closed or discarded, so the %s report is lost", stdout, format)
	}
}

// outputError notes and swallows a broken pipe.
func (c *console) outputError(err error) error {
	if fserror.BrokenPipe(err) {
		c.gone = true
		return nil
	}
	return err
}

// color reports whether standard output should have colour.
func (c *console) color() bool {
	return os.Getenv("NO_COLOR") == "" && c.smart
}

// columns returns the width of standard output, 0 if it is not a terminal.
func (c *console) columns() int {
	if !c.smart {
		return 0
	}
	return terminal.Columns(os.Stdout)
}

// shown makes a path or message printable: it removes characters that a terminal might act
// on, and limits the length.
func shown(text string) string { return wording.Printable(text, wording.PathLimit) }

// printer is the standard output of help, versions, explanations and completions. It keeps
// its first error instead of returning it: cobra would take it for wrong usage or lose it.
type printer struct{ err error }

func (p *printer) Write(b []byte) (int, error) {
	if p.err == nil {
		_, p.err = os.Stdout.Write(b)
	}
	return len(b), nil
}

// failure returns the failure of the run that the error causes, or nil.
func (p *printer) failure() error {
	if fserror.BrokenPipe(p.err) {
		return &failure{status: statusUnread, err: p.err}
	}
	return &failure{status: statusNotChecked, err: fmt.Errorf("cannot write %s: %w", stdout, fserror.Cause(p.err))}
}
