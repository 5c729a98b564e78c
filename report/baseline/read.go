package baseline

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/wording"
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
	b := &Baseline{byPath: map[string][]*entry{}, judged: map[*report.Judged][]*Failure{}}
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

// lineWords splits a line at spaces outside of quotes.
type lineWords struct {
	text   string
	column int    // of the remaining text
	at     int    // the column of the last word
	reason string // after #
}

// next returns the next word, unquoted; not ok at the end.
func (w *lineWords) next() (word string, ok bool, err error) {
	rest := strings.TrimLeft(w.text, " \t")
	w.skip(len(w.text) - len(rest))
	w.at = w.column
	if rest == "" {
		return "", false, nil
	}
	if rest[0] == '#' {
		w.reason = oneLine(rest[1:])
		w.skip(len(rest))
		return "", false, nil
	}
	n := strings.IndexAny(rest, " \t")
	if n < 0 {
		n = len(rest)
	}
	word = rest[:n]
	if rest[0] == '"' {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return "", false, errors.New("a quoted text has no end, or contains an unknown escape")
		}
		word, _ = strconv.Unquote(quoted)
		if n = len(quoted); n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
			w.skip(n)
			w.at = w.column
			return "", false, errors.New("a quoted text is not followed by a space")
		}
	}
	w.skip(n)
	return word, true, nil
}

func (w *lineWords) skip(n int) {
	w.column += utf8.RuneCountInString(w.text[:n])
	w.text = w.text[n:]
}

// want returns the next word, or an error at the end.
func (w *lineWords) want(what string) (string, error) {
	word, ok, err := w.next()
	if err == nil && !ok {
		err = fmt.Errorf("%s is missing", what)
	}
	return word, err
}

var baselineKey = regexp.MustCompile(`^[0-9a-f]{16}$`)

// parseEntry parses a line.
func parseEntry(line string) (*entry, *Error) {
	w := &lineWords{text: line, column: 1}
	for i, r := range line {
		if r == utf8.RuneError && !strings.HasPrefix(line[i:], "\ufffd") {
			return nil, &Error{Column: 1 + utf8.RuneCountInString(line[:i]), Err: errors.New("a byte that is not UTF-8")}
		}
	}
	e := &entry{position: position{box: geom.EmptyBox()}}
	err := e.parseHead(w)
	for has := map[string]bool{}; err == nil; {
		var word string
		var ok bool
		if word, ok, err = w.next(); err != nil || !ok {
			break
		}
		if has[word] {
			err = fmt.Errorf("%s occurs twice", word)
			break
		}
		has[word] = true
		err = e.parseField(word, w)
	}
	if err != nil {
		return nil, &Error{Column: w.at, Err: err}
	}
	e.reason = w.reason
	return e, nil
}

// mostBraces and mostAlternatives limit the time that a pattern takes: all combinations of lists in
// braces are tried.
const (
	mostBraces       = 4
	mostAlternatives = 256
)

// tooManyAlternatives reports whether a pattern may take too long. Braces that share their commas
// evenly have the most combinations.
func tooManyAlternatives(glob string) bool {
	if _, ok := literalPath(glob); ok {
		return false
	}
	braces := strings.Count(glob, "{")
	if braces > mostBraces || strings.Count(glob, "**") > mostBraces {
		return true
	}
	each := 1 + float64(strings.Count(glob, ","))/float64(max(braces, 1))
	return braces > 0 && math.Pow(each, float64(braces)) > mostAlternatives
}

// parseHead parses the path, the rule and the key.
func (e *entry) parseHead(w *lineWords) (err error) {
	if e.path, err = w.want("a path"); err != nil {
		return err
	}
	switch {
	case e.path == "":
		return errors.New("the path is empty")
	case len(e.path) > 16*wording.LongestPath: // with a backslash before each of its characters, quoted
		return errors.New("the path is too long")
	case !doublestar.ValidatePattern(e.path):
		return fmt.Errorf("%q is not a valid pattern", wording.Printable(e.path, wording.NameLimit))
	case tooManyAlternatives(e.path):
		return fmt.Errorf("the pattern has more than %d of { or **, or more than %d alternatives", mostBraces, mostAlternatives)
	}
	if e.rule, err = w.want("the rule"); err != nil {
		return err
	}
	if _, ok := check.ParseRule(e.rule); !ok && e.rule != regionRule {
		return fmt.Errorf(`%q is neither "region" nor a rule, such as parts/crossing`, wording.Printable(e.rule, wording.NameLimit))
	}
	if e.key, err = w.want("the key"); err == nil && !baselineKey.MatchString(e.key) {
		err = fmt.Errorf("%q is not a key of 16 hexadecimal digits", wording.Printable(e.key, wording.NameLimit))
	}
	return err
}

var baselineFields = func() map[string]measure {
	all := map[string]measure{}
	for m := range measureCount {
		all[m.String()] = m
	}
	return all
}()

// parseField parses what follows a word.
func (e *entry) parseField(word string, w *lineWords) error {
	m, isMeasure := baselineFields[word]
	switch {
	case isMeasure, word == "times", word == "box", word == "mesh", word == "what", word == "until":
	default:
		return fmt.Errorf("%q is not a field: a field is a measure such as depth, box, mesh, what, until, or # and a reason", wording.Printable(word, wording.NameLimit))
	}
	value, err := w.want("what belongs behind " + word)
	if err != nil {
		return err
	}
	switch word {
	case "box":
		return e.parseBox(value)
	case "mesh":
		p, err := parsePoint(value)
		e.mesh = &p
		return err
	case "what":
		e.what = value
		return nil
	case "until":
		e.until = value
		if _, err := time.Parse(time.DateOnly, value); err != nil {
			return fmt.Errorf("%q is not a date such as 2027-01-31", wording.Printable(value, wording.NameLimit))
		}
		return nil
	}
	if word == "times" {
		if e.times, err = strconv.Atoi(value); err != nil || e.times < 1 {
			err = fmt.Errorf("%q is not a number of times", wording.Printable(value, wording.NameLimit))
		}
		return err
	}
	x, err := parseNumber(value)
	if err == nil && (x < 0 || m < depthMeasure && x != math.Trunc(x)) {
		err = fmt.Errorf("%q is not a %s", wording.Printable(value, wording.NameLimit), wording.Either(m < depthMeasure, "whole number", "size"))
	}
	e.measures[m] = x
	return err
}

func (e *entry) parseBox(text string) error {
	from, to, ok := strings.Cut(text, ":")
	if !ok {
		return fmt.Errorf("%q is not a box such as 0,0,0:1,1,1", wording.Printable(text, wording.NameLimit))
	}
	low, err := parsePoint(from)
	if err != nil {
		return err
	}
	high, err := parsePoint(to)
	if err != nil {
		return err
	}
	e.box = geom.Box{Min: low, Max: high}
	if e.box.Empty() {
		return errors.New("the second corner of the box is below the first")
	}
	return nil
}

func parsePoint(text string) (p geom.Vec, err error) {
	numbers := strings.Split(text, ",")
	if len(numbers) != len(p) {
		return p, fmt.Errorf("%q is not a point such as 1,2.5,-3", wording.Printable(text, wording.NameLimit))
	}
	for k := range p {
		if p[k], err = parseNumber(numbers[k]); err != nil {
			return p, err
		}
	}
	return p, nil
}

func parseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !wording.Finite(x) {
		return 0, fmt.Errorf("%q is not a number", wording.Printable(text, wording.NameLimit))
	}
	return x, nil
}
