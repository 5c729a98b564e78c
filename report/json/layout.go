package json

import "bufio"

// layout puts white space into a compact JSON text that is written through it: what is large
// has a line for each member, and one finding is one line.
type layout struct {
	w       *bufio.Writer
	workers int
	chunks  [][]byte    // of a list, for the next one as well
	open    []container // those that have a line for each member
	inline  int         // depth within a value on one line
	began   bool        // nothing stands in the innermost container yet
	word    []byte      // the latest string among the lines, a name or a value
	quoted  bool        // within a string
	escaped bool        // behind a backslash
}

type container struct {
	name  string // of the member
	array bool
}

// hasLines are the members with a line for each of their members or elements, if they are
// no values of one line, and elementHasLines those of whose elements that is true.
var (
	hasLines = map[string]bool{
		"files": true, "meshes": true, "parts": true, "regions": true, "findings": true, "objects": true, "not_checked": true,
		"between": true, "hulls": true, "groups": true, "visuals": true, "baseline": true,
		"uv": true, "sheets": true, "missing": true, "tiles": true, "island_pairs": true, "padding": true, "worst": true, "model": true,
	}
	elementHasLines = map[string]bool{"files": true, "meshes": true, "between": true, "groups": true, "sheets": true, "of sheet: padding": true}
)

// structural are the signs that matter within a value of one line.
var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

// Write adds to the text.
func (l *layout) Write(p []byte) (int, error) {
	done := 0 // bytes that are written
	for i := 0; i < len(p); i++ {
		c := p[i]
		if l.quoted {
			l.within(c)
			continue
		}
		if l.inline > 0 {
			for !structural[c] && i+1 < len(p) {
				i++
				c = p[i]
			}
			l.skip(c)
			continue
		}
		closing := c == '}' || c == ']'
		if closing && !l.began || l.began && !closing {
			l.w.Write(p[done:i])
			done = i
			if closing {
				l.open = l.open[:len(l.open)-1]
			}
			l.newline()
		} else if closing {
			l.open = l.open[:len(l.open)-1]
		}
		l.began = false
		switch c {
		case '"':
			l.quoted, l.word = true, l.word[:0]
		case '{', '[':
			l.enter(c == '[')
		case ',', ':':
			l.w.Write(p[done : i+1])
			done = i + 1
			if c == ':' {
				l.w.WriteByte(' ')
			} else {
				l.newline()
			}
		}
	}
	_, err := l.w.Write(p[done:])
	return len(p), err
}

// within goes on in a string.
func (l *layout) within(c byte) {
	switch {
	case l.escaped:
		l.escaped = false
	case c == '\\':
		l.escaped = true
	case c == '"':
		l.quoted = false
	case l.inline == 0:
		l.word = append(l.word, c)
	}
}

// skip goes on in a value of one line.
func (l *layout) skip(c byte) {
	switch c {
	case '"':
		l.quoted = true
	case '{', '[':
		l.inline++
	case '}', ']':
		l.inline--
	}
}

// enter begins an object or array.
func (l *layout) enter(array bool) {
	lines, name := true, string(l.word)
	if n := len(l.open); n > 0 && l.open[n-1].array {
		lines, name = elementHasLines[l.open[n-1].name], ""
	} else if n > 0 {
		parent := l.open[n-1].name
		lines = hasLines[name] || name == "counts" && (parent == "hulls" || parent == "uv")
		if n > 1 && l.open[n-2].name == "sheets" {
			name = "of sheet: " + name // so that its meshes are not as those of a file
		}
	}
	if !lines {
		l.inline++
		return
	}
	l.open = append(l.open, container{name, array})
	l.began = true
}

// separate begins the next element.
func (l *layout) separate() {
	if !l.began {
		l.w.WriteByte(',')
		l.newline()
	}
}

// element begins the next element, which is laid out already.
func (l *layout) element() {
	if l.began {
		l.newline()
	}
	l.separate()
	l.began = false
}

func (l *layout) newline() {
	l.w.WriteByte('\n')
	for range l.open {
		l.w.WriteString("  ")
	}
}
