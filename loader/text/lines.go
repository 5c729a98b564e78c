package text

import (
	"errors"
	"fmt"
)

// Lines is a text that has an element on each line. Lines end with LF, CR or both.
type Lines struct {
	Data []byte
	Pos  int // of the next byte
	Line int // the line of Pos
	// Comment begins a comment, which ends with its line. It is 0 if there are none.
	Comment byte
}

var (
	// ErrEnd is the error for a number that is missing at the end of a file.
	ErrEnd = errors.New("the file ends here")
	errFew = errors.New("too few numbers")
)

// OnLine moves to the next word of the line, and reports whether there is one.
func (l *Lines) OnLine() bool {
	i := l.Pos
	for i < len(l.Data) && !l.endsLine(i) && IsSpace(l.Data[i]) {
		i++
	}
	l.Pos = i
	return i < len(l.Data) && !l.endsLine(i) && l.Data[i] != l.Comment
}

func (l *Lines) endsLine(i int) bool { return l.Data[i] == '\n' || l.Data[i] == '\r' }

// NextLine moves to the next line with a word, which may be this one.
func (l *Lines) NextLine() {
	for l.Pos < len(l.Data) {
		switch c := l.Data[l.Pos]; {
		case IsSpace(c):
			l.Advance(l.Pos + 1)
		case c == l.Comment:
			l.EndLine()
		default:
			return
		}
	}
}

// EndLine moves to the end of the line.
func (l *Lines) EndLine() {
	i := l.Pos
	for i < len(l.Data) && !l.endsLine(i) {
		i++
	}
	l.Pos = i
}

// Advance moves to an offset and counts the lines on the way.
func (l *Lines) Advance(to int) {
	for ; l.Pos < to; l.Pos++ {
		if c := l.Data[l.Pos]; c == '\n' || c == '\r' && (l.Pos+1 == len(l.Data) || l.Data[l.Pos+1] != '\n') {
			l.Line++
		}
	}
}

// Missing returns the error for a number that is missing on the line.
func (l *Lines) Missing() error {
	if l.Pos == len(l.Data) {
		return ErrEnd
	}
	return errFew
}

// Claimed returns the error for an element, of which the header of the file claims n.
func Claimed(err error, n int64) error {
	if errors.Is(err, ErrEnd) {
		return fmt.Errorf("%w, but its header claims %d of them", err, n)
	}
	return err
}
