package baseline

import (
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// Error says what is wrong with a baseline and where. Line and Column, in characters, count from 1.
type Error struct {
	Line, Column int
	Err          error
}

// Error returns "line 3, column 7: " and the cause.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// baselineLimit is the size of the largest baseline, in bytes: some 200,000 lines.
const baselineLimit = 64 << 20

// Read reads a baseline from any bytes. The error is that of r or an *Error. Lines that are empty
// or begin with # are remarks; those above an entry stay with it. Of lines that differ only in
// remarks and times, the first stays, with the greatest times: two people may have added the same
// line.
func Read(r io.Reader) (*Baseline, error) {
	text, err := io.ReadAll(io.LimitReader(r, baselineLimit+1))
	if err != nil {
		return nil, err
	}
	if len(text) > baselineLimit {
		return nil, &Error{1, 1, fmt.Errorf("the file has more than %d MiB", baselineLimit>>20)}
	}
	b := newBaseline()
	var remarks []string
	first := map[string]*entry{}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		number++
		line = strings.TrimRight(line, "\r\n \t")
		if blank := strings.TrimLeft(line, " \t"); (blank == "" || blank[0] == '#') && utf8.ValidString(line) {
			remarks = append(remarks, line)
			continue
		}
		e, err := parseEntry(line)
		if err != nil {
			err.Line = number
			return nil, err
		}
		e.line, e.remarks = number, remarks
		if remarks = nil; len(b.entries) == 0 {
			b.head, e.remarks = splitHead(e.remarks)
		}
		if same := first[e.bare()]; same != nil {
			same.times = max(same.times, e.times)
			continue
		}
		first[e.bare()] = e
		b.add(e)
	}
	b.foot = remarks
	return b, nil
}

// splitHead separates the remarks on the whole file, down to the last empty line, from those on the
// first entry.
func splitHead(remarks []string) (head, own []string) {
	for i := len(remarks) - 1; i >= 0; i-- {
		if strings.TrimSpace(remarks[i]) == "" {
			return remarks[:i+1], remarks[i+1:]
		}
	}
	if len(remarks) > 0 && strings.HasPrefix(remarks[0], baselineTitle) {
		return remarks, nil
	}
	return nil, remarks
}

// bare returns the line without its remark and its number of times.
func (e *entry) bare() string {
	bare := *e
	bare.what, bare.until, bare.reason, bare.times = "", "", "", 0
	return bare.String()
}

func (b *Baseline) add(e *entry) {
	b.entries = append(b.entries, e)
	literal, ok := literalPath(e.path)
	if e.glob = !ok; e.glob {
		b.globs = append(b.globs, e)
		return
	}
	literal = path.Clean(literal)
	b.byPath[literal] = append(b.byPath[literal], e)
}

// entriesFor returns the entries of a file, those with a pattern as path last.
func (b *Baseline) entriesFor(name string) []*entry {
	name = path.Clean(name)
	all := b.byPath[name][:len(b.byPath[name]):len(b.byPath[name])]
	for _, e := range b.globs {
		if doublestar.MatchUnvalidated(e.path, name) {
			all = append(all, e)
		}
	}
	return all
}
