package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/terminal"
	"github.com/meshcheck/meshcheck/report/text"
	"github.com/meshcheck/meshcheck/report/wording"
)

// console is what a person sees of a run: results on standard output, messages
// and progress on standard error. Messages are in lower case, begin with
// "meshcheck:" and have no full stop.
type console struct {
	quiet bool
	smart bool            // standard output is a terminal that understands more than text
	bar   *progress       // nil if none is wanted
	gone  bool            // the reader of standard output has left
	hints map[string]bool // that were given
}

// newConsole returns the console of a run. A quiet one shows errors and nothing else.
func newConsole(quiet bool) *console { return &console{quiet: quiet, smart: terminal.Smart(os.Stdout)} }

func (c *console) errorf(format string, args ...any) {
	c.say("error", format, args...)
}

func (c *console) warningf(format string, args ...any) {
	if !c.quiet {
		c.say("warning", format, args...)
	}
}

// hintf gives a hint, once in a run: what helps with one file of a kind helps with all.
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
	// Names in it are fit to print already, but not what a library says of an argument.
	line, width := "meshcheck: "+word+": "+wording.Printable(fmt.Sprintf(format, args...), longestMessage), 0
	if terminal.Smart(os.Stderr) {
		width = terminal.Columns(os.Stderr)
	}
	io.WriteString(os.Stderr, text.Wrap(line, width))
}

// longestMessage is far beyond the length of any message that is not about an argument of
// endless length, in characters.
const longestMessage = 10_000

// result writes to standard output. That the reader has left is no error.
func (c *console) result(b []byte) error {
	if c.gone || len(b) == 0 {
		return nil
	}
	c.bar.erase()
	_, err := os.Stdout.Write(b)
	return c.outputError(err)
}

// expectReader warns where a report is to go to a standard output that leads nowhere.
func (c *console) expectReader(format string) {
	if format != "text" && terminal.Discarded(os.Stdout) {
		c.warningf("%s is closed or discarded, so the %s report is lost", stdout, format)
	}
}

// outputError notes and swallows a broken pipe.
func (c *console) outputError(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		c.gone = true
		return nil
	}
	return err
}

// color reports whether standard output should have colour.
func (c *console) color() bool {
	return os.Getenv("NO_COLOR") == "" && c.smart
}

// columns returns the width of a terminal on standard output, 0 if it is none.
func (c *console) columns() int {
	if !c.smart {
		return 0
	}
	return terminal.Columns(os.Stdout)
}

// shown returns a path or message as it can be printed: without characters that a
// terminal might act on, and not endless.
func shown(text string) string { return wording.Printable(text, 300) }

// printer is standard output for what commands print beside the results of checks: help,
// versions, explanations, completions. It remembers its first error and tells nobody, since
// the library for commands would take it for wrong usage or lose it.
type printer struct{ err error }

func (p *printer) Write(b []byte) (int, error) {
	if p.err == nil {
		_, p.err = os.Stdout.Write(b)
	}
	return len(b), nil
}

// failure is what the error means for the run.
func (p *printer) failure() error {
	if errors.Is(p.err, syscall.EPIPE) {
		return &failure{status: statusUnread, err: p.err}
	}
	return &failure{status: statusNotChecked, err: fmt.Errorf("cannot write %s: %w", stdout, fserror.Cause(p.err))}
}
