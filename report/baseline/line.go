package baseline

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/report/wording"
)

// entry is one line of a baseline:
//
//	models/chair.glb region 0f6ab1d2c3e45678 crossing 26 depth 0.0042 box -1,0,0:1,2,0.5 until 2027-01-31 # why
//
// The path, the rule and the key come first. The rest is optional: the measures, how many "times"
// the line counts, the "box", the middle of its "mesh", a description for people ("what"), and the
// last day on which the line counts.
type entry struct {
	path string
	finding
	until, reason string
	times         int // how many identical findings it accepts; 0 means one

	line    int      // in the file, 0 for a new entry
	remarks []string // the lines above it
	glob    bool     // the path is a pattern

	// seen: a file with the path was checked for the entry's rule; used: the entry matched an
	// issue.
	seen, used bool
}

// String returns the line.
func (e *entry) String() string {
	words := []string{quoteWord(e.path), e.rule, e.key}
	for m := range measureCount {
		if x := e.measures[m]; x != 0 {
			words = append(words, m.String(), measureText(x))
		}
	}
	if e.times > 1 {
		words = append(words, "times", strconv.Itoa(e.times))
	}
	if !e.box.Empty() {
		words = append(words, "box", e.placeText())
	}
	if e.mesh != nil {
		words = append(words, "mesh", pointText(*e.mesh))
	}
	if e.what != "" {
		words = append(words, "what", quoteText(e.what))
	}
	if e.until != "" {
		words = append(words, "until", e.until)
	}
	if e.reason != "" {
		words = append(words, "#", e.reason)
	}
	return strings.Join(words, " ")
}

// measureText writes a whole number in full and any other to six digits, far more than the slack
// needs.
func measureText(x float64) string {
	if x == math.Trunc(x) && x < 1<<53 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// title names the entry in messages.
func (e *entry) title() string {
	text := wording.Printable(e.path, wording.PathLimit) + ": " + e.rule
	if e.what != "" {
		text += " " + wording.Printable(e.what, 3*wording.NameLimit)
	}
	if e.reason != "" {
		text += " (" + wording.Printable(e.reason, wording.PathLimit) + ")"
	}
	return text
}

// placeText writes the box, or "" if there is none.
func (p *position) placeText() string {
	if p.box.Empty() {
		return ""
	}
	return pointText(p.box.Min) + ":" + pointText(p.box.Max)
}

func pointText(p geom.Vec) string {
	return baselineNumber(p[0]) + "," + baselineNumber(p[1]) + "," + baselineNumber(p[2])
}

// baselineNumber writes a number as a float32 if a file can hold it: the last digits of a float64
// are noise, and people review every changed line.
func baselineNumber(x float64) string {
	short := float64(float32(x))
	if math.IsInf(short, 0) || short == 0 {
		if x == 0 {
			return "0" // not -0
		}
		return strconv.FormatFloat(min(x, math.MaxFloat64), 'g', -1, 64)
	}
	return strconv.FormatFloat(short, 'g', -1, 32)
}

// plainWord matches words that need no quotes.
var plainWord = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^\s"#][^\s"]*$`)
})

// quoteWord writes a word, in quotes if it needs them.
func quoteWord(word string) string {
	quoted := quoteText(word)
	if plainWord().MatchString(word) && quoted[1:len(quoted)-1] == strings.ReplaceAll(word, `\`, `\\`) {
		return word
	}
	return quoted
}

// quoteText writes a text in quotes, with unprintable characters escaped.
func quoteText(text string) string {
	return strings.ReplaceAll(strconv.Quote(text), "\ufffd", `\ufffd`)
}

// globRunes have a meaning in patterns.
const globRunes = `*?[]{}\`

// globOf returns the pattern that matches only the path itself.
func globOf(path string) string {
	var b strings.Builder
	for _, r := range path {
		if strings.ContainsRune(globRunes, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// literalPath returns the only path that matches a pattern; not ok if there may be several.
func literalPath(glob string) (path string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(glob); i++ {
		if glob[i] == '\\' && i+1 < len(glob) {
			i++
		} else if strings.IndexByte(globRunes, glob[i]) >= 0 {
			return "", false
		}
		b.WriteByte(glob[i])
	}
	return b.String(), true
}

// oneLine returns a reason in the form that fits into a line.
func oneLine(reason string) string {
	reason = strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(reason, "\ufffd"))
	return strings.Join(strings.Fields(reason), " ")
}

// newEntry returns the line that accepts a failure of the file with the given path.
func newEntry(path string, s *failure) *entry {
	return &entry{path: globOf(path), finding: s.finding}
}
