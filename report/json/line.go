package json

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// Line is a piece of JSON that grows member by member. A report may list
// millions of numbers, for which reflection takes three times as long; the bytes
// are those that encoding/json writes.
//
// Method open begins an object or array, and close ends it.
type Line []byte

// next separates a member from the one before it.
func (l *Line) next() {
	if n := len(*l); n > 0 && (*l)[n-1] != '{' && (*l)[n-1] != '[' {
		*l = append(*l, ',')
	}
}

// Open begins an object or a list.
func (l *Line) Open(bracket byte) { *l = append(*l, bracket) }

// Close ends it.
func (l *Line) Close(bracket byte) { *l = append(*l, bracket) }

// Key begins the next member of an object. Keys are plain words.
func (l *Line) Key(name string) {
	l.next()
	*l = append(*l, '"')
	*l = append(*l, name...)
	*l = append(*l, `":`...)
}

func (l *Line) int(name string, n int) {
	l.Key(name)
	*l = strconv.AppendInt(*l, int64(n), 10)
}

func (l *Line) bool(name string, b bool) {
	l.Key(name)
	*l = strconv.AppendBool(*l, b)
}

func (l *Line) string(name, v string) {
	l.Key(name)
	l.text(v)
}

// finite writes a number and leaves out one that is not finite.
func (l *Line) finite(name string, x float64) {
	if !wording.Finite(x) {
		return
	}
	l.Key(name)
	l.number(x)
}

// points writes a list of points and leaves out one that is empty or has a point
// that is not finite.
func (l *Line) points(name string, points ...geom.Vec) {
	for _, p := range points {
		if !p.Finite() {
			return
		}
	}
	if len(points) > 0 {
		l.Key(name)
		l.corners(points...)
	}
}

// corners writes finite points as a list of their coordinates.
func (l *Line) corners(points ...geom.Vec) {
	l.Open('[')
	for _, p := range points {
		l.next()
		l.point(p)
	}
	l.Close(']')
}

// point writes a finite point as a list of its coordinates.
func (l *Line) point(p geom.Vec) {
	l.Open('[')
	for _, x := range p {
		l.next()
		l.number(x)
	}
	l.Close(']')
}

// number writes the shortest decimal number that reads back as x, in the form
// that ECMAScript gives it: with an exponent below 1e-6 and from 1e21 on.
func (l *Line) number(x float64) {
	b := *l
	if a := math.Abs(x); a == 0 || a >= 1e-6 && a < 1e21 {
		*l = strconv.AppendFloat(b, x, 'f', -1, 64)
		return
	}
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1] // e-09 is e-9
		b = b[:n-1]
	}
	*l = b
}

// text writes a string. One that needs escapes is left to encoding/json.
func (l *Line) text(s string) {
	if !plain(s) {
		_ = l.any(toUTF8(s)) // no string fails
		return
	}
	*l = append(*l, '"')
	*l = append(*l, s...)
	*l = append(*l, '"')
}

// toUTF8 returns s with U+FFFD for bytes that are not UTF-8. Left to itself,
// encoding/json would write them as an escape, and what is read back, differently.
func toUTF8(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// any writes what encoding/json makes of v, or says why it cannot.
func (l *Line) any(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	*l = append(*l, wording.EscapeLogCommands(bytes.TrimSuffix(b.Bytes(), []byte("\n")))...)
	return nil
}

// plain reports whether s stands for itself between quotes.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '#' && wording.LogCommand(s, i) {
			return false
		}
	}
	return true
}
