package baseline

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// lineWords splits a line at spaces outside of quotes.
type lineWords struct {
	line    string
	at, end int    // of the last word
	reason  string // after #
}

// next returns the next word, unquoted; not ok at the end.
func (w *lineWords) next() (word string, ok bool, err error) {
	rest := strings.TrimLeft(w.line[w.end:], " \t")
	w.at = len(w.line) - len(rest)
	w.end = w.at
	switch {
	case rest == "":
		return "", false, nil
	case rest[0] == '#':
		w.reason, w.end = oneLine(rest[1:]), len(w.line)
		return "", false, nil
	case rest[0] != '"':
		word = rest
		if n := strings.IndexAny(rest, " \t"); n >= 0 {
			word = rest[:n]
		}
		w.end += len(word)
		return word, true, nil
	}
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", false, errors.New("a quoted text has no end, or contains an unknown escape")
	}
	w.end += len(quoted)
	if w.end < len(w.line) && w.line[w.end] != ' ' && w.line[w.end] != '\t' {
		w.at = w.end
		return "", false, errors.New("a quoted text is not followed by a space")
	}
	word, _ = strconv.Unquote(quoted)
	return word, true, nil
}

// want returns the next word, or an error at the end.
func (w *lineWords) want(what string) (string, error) {
	word, ok, err := w.next()
	if err == nil && !ok {
		err = fmt.Errorf("%s is missing", what)
	}
	return word, err
}

// isNot returns an error about a word.
func isNot(word, what string) error {
	return fmt.Errorf("%q is %s", wording.Printable(word, wording.NameLimit), what)
}

var baselineKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9a-f]{16}$`)
})

// parseEntry parses a line.
func parseEntry(line string) (*entry, *Error) {
	w := &lineWords{line: line}
	failed := func(err error) (*entry, *Error) {
		return nil, &Error{Column: 1 + utf8.RuneCountInString(line[:w.at]), Err: err}
	}
	for i, r := range line {
		if r == utf8.RuneError && !strings.HasPrefix(line[i:], "\ufffd") {
			w.at = i
			return failed(errors.New("a byte that is not UTF-8"))
		}
	}
	e := &entry{}
	e.box = geom.EmptyBox()
	if err := e.parse(w); err != nil {
		return failed(err)
	}
	e.reason = w.reason
	return e, nil
}

func (e *entry) parse(w *lineWords) error {
	if err := e.parseHead(w); err != nil {
		return err
	}
	for has := map[string]bool{}; ; {
		word, ok, err := w.next()
		if err != nil || !ok {
			return err
		}
		if has[word] {
			return fmt.Errorf("%s occurs twice", word)
		}
		has[word] = true
		if err := e.parseField(word, w); err != nil {
			return err
		}
	}
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
		return isNot(e.path, "not a valid pattern")
	case tooManyAlternatives(e.path):
		return fmt.Errorf("the pattern has more than %d of { or **, or more than %d alternatives", mostBraces, mostAlternatives)
	}
	if e.rule, err = w.want("the rule"); err != nil {
		return err
	}
	if _, ok := check.ParseRule(e.rule); !ok && e.rule != regionRule {
		return isNot(e.rule, `neither "region" nor a rule, such as parts/crossing`)
	}
	if e.key, err = w.want("the key"); err == nil && !baselineKey().MatchString(e.key) {
		err = isNot(e.key, "not a key of 16 hexadecimal digits")
	}
	return err
}

// fields has a parser for what follows each word.
var fields = func() map[string]func(e *entry, value string) error {
	all := map[string]func(*entry, string) error{
		"times": (*entry).parseTimes,
		"box":   (*entry).parseBox,
		"mesh":  (*entry).parseMesh,
		"what":  func(e *entry, value string) error { e.what = value; return nil },
		"until": (*entry).parseUntil,
	}
	for m := range measureCount {
		all[m.String()] = func(e *entry, value string) error { return e.parseMeasure(m, value) }
	}
	return all
}()

// Fields returns the words that may come behind the key of a line, sorted.
func Fields() []string { return slices.Sorted(maps.Keys(fields)) }

func (e *entry) parseField(word string, w *lineWords) error {
	parse, ok := fields[word]
	if !ok {
		return isNot(word, "not a field: a field is a measure such as depth, box, mesh, what, until, or # and a reason")
	}
	value, err := w.want("what belongs behind " + word)
	if err != nil {
		return err
	}
	return parse(e, value)
}

func (e *entry) parseTimes(value string) (err error) {
	if e.times, err = strconv.Atoi(value); err != nil || e.times < 1 {
		return isNot(value, "not a number of times")
	}
	return nil
}

func (e *entry) parseUntil(value string) error {
	e.until = value
	if _, err := time.Parse(time.DateOnly, value); err != nil {
		return isNot(value, "not a date such as 2027-01-31")
	}
	return nil
}

func (e *entry) parseMeasure(m measure, value string) error {
	x, err := parseNumber(value)
	if err == nil && (x < 0 || m < depthMeasure && x != math.Trunc(x)) {
		return isNot(value, "not a "+wording.Either(m < depthMeasure, "whole number", "size"))
	}
	e.measures[m] = x
	return err
}

func (e *entry) parseMesh(value string) error {
	p, err := parsePoint(value)
	e.mesh = &p
	return err
}

func (e *entry) parseBox(value string) error {
	from, to, ok := strings.Cut(value, ":")
	if !ok {
		return isNot(value, "not a box such as 0,0,0:1,1,1")
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
		return p, isNot(text, "not a point such as 1,2.5,-3")
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
		return 0, isNot(text, "not a number")
	}
	return x, nil
}
