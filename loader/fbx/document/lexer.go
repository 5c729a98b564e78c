package document

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// lexer reads the tokens of a text file. Tokens are parts of data.
type lexer struct {
	data []byte
	at   int
}

// peek returns the next byte, 0 at the end.
func (l *lexer) peek() byte {
	if l.at == len(l.data) {
		return 0
	}
	return l.data[l.at]
}

// skip goes to the next byte that is neither white space nor in a comment. Zero bytes are white
// space.
func (l *lexer) skip() {
	for l.at < len(l.data) {
		switch l.data[l.at] {
		case ' ', '\t', '\r', '\n', '\v', '\f', 0:
			l.at++
		case ';':
			l.skipComment()
		default:
			return
		}
	}
}

func (l *lexer) skipComment() {
	n := bytes.IndexAny(l.data[l.at:], "\r\n")
	if n < 0 {
		n = len(l.data) - l.at
	}
	l.at += n
}

// accept reads a character if it is next.
func (l *lexer) accept(c byte) bool {
	if l.at == len(l.data) || l.data[l.at] != c {
		return false
	}
	l.at++
	return true
}

// isLetter reports whether a word may begin with c.
func isLetter(c byte) bool { return c|0x20-'a' < 26 || c == '_' }

// isWord reports whether c may be in a word or a number: they have "e+5" and "#IND" and "nan(ind)".
func isWord(c byte) bool {
	return isLetter(c) || c-'0' < 10 || c == '.' || c == '-' || c == '+' || c == '#' || c == '(' || c == ')' || c == '|'
}

// word reads characters of a word or number. There may be none.
func (l *lexer) word() []byte {
	start := l.at
	for l.at < len(l.data) && isWord(l.data[l.at]) {
		l.at++
	}
	return l.data[start:l.at:l.at]
}

// quoted reads a string after its first quote. ok is false if the last is missing.
func (l *lexer) quoted() (s []byte, ok bool) {
	n := bytes.IndexByte(l.data[l.at:], '"')
	if n < 0 {
		return nil, false
	}
	s = l.data[l.at : l.at+n : l.at+n]
	l.at += n + 1
	return s, true
}

// name reads a name and the colon behind it, if that is next.
func (l *lexer) name() (name []byte, ok bool) {
	start := l.at
	switch {
	case l.accept('"'):
		name, ok = l.quoted()
	case isLetter(l.peek()):
		name, ok = l.word(), true
		l.skip()
	}
	if !ok || !l.accept(':') {
		l.at = start
		return nil, false
	}
	return name, true
}

// value reads a number or a word, if that is next.
func (l *lexer) value() (v Value, ok bool) {
	l.skip()
	kind := byte(kindNumber)
	if isLetter(l.peek()) {
		kind = kindWord
	}
	raw := l.word()
	return Value{kind: kind, raw: raw}, len(raw) > 0
}

// openNumbers goes to the first number of an array or a list. It returns how many there are, or may
// be in a list.
func (l *lexer) openNumbers(kind byte) (count int, err error) {
	if kind == kindArray {
		return l.openArray()
	}
	return bytes.Count(l.data, []byte{','}) + 1, nil
}

// openArray reads the beginning of an array, "24 { a:", and returns the number of elements. It fails
// if there is no space for so many.
func (l *lexer) openArray() (count int, err error) {
	l.skip()
	text := l.word()
	count, err = strconv.Atoi(string(text))
	if err != nil || count < 0 {
		return 0, fmt.Errorf("the number %.20q of elements of an array is not valid", text)
	}
	if l.skip(); !l.accept('{') {
		return 0, errors.New("the opening brace of an array is missing")
	}
	l.skip()
	l.name()
	if count > (len(l.data)-l.at+1)/2 {
		return 0, fmt.Errorf("%d elements of an array do not fit into the file", count)
	}
	return count, nil
}
