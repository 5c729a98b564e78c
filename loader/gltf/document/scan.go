package document

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Names are the names of members that a program reads, numbered. An object with two members of such
// a name is refused, since readers differ in which of the two they use.
type Names map[string]uint

// NewNames returns a set of names: those that are given, and those of the members of structs and of
// what is in them. It panics if there are more than fit.
func NewNames(structs []any, names ...string) Names {
	all := Names{}
	for _, v := range structs {
		all.addMembers(reflect.TypeOf(v))
	}
	for _, name := range names {
		all.add(name)
	}
	if len(all) > 64*len(nameSet{}) {
		panic("document: more names than a nameSet has bits")
	}
	return all
}

func (n Names) add(name string) {
	if _, has := n[name]; !has && name != "" && name != "-" {
		n[name] = uint(len(n))
	}
}

func (n Names) addMembers(t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		n.addMembers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			n.add(name)
			n.addMembers(f.Type)
		}
	}
}

// ScanResult is what is known of a document before it is parsed.
type ScanResult struct {
	// Values is the number of braces, brackets and commas outside of strings. It is at least the
	// number of values.
	Values int
	// Duplicate is the first name, in quotes, that is one of the Names and that its object has
	// already. At is its offset, or -1 if there is none. Both are meaningless if the document is
	// malformed.
	Duplicate string
	At        int
}

// level is an object or array that is open at the current position of the scan.
type level struct {
	seen     nameSet
	inExtras bool // within extras, whose names are up to the application
}

// nameSet is a set of Names, a bit for each.
type nameSet [2]uint64

// maxDepth is the depth up to which JSON may be nested. Deeper documents are refused when parsed.
const maxDepth = 10_000

// Scan examines each byte of a document once. It takes memory for at most maxDepth levels.
func Scan(text []byte, names Names) ScanResult {
	s := ScanResult{At: -1}
	stack := make([]level, 1, 16)
	inExtras := false // the next value is that of extras
	for i := 0; i < len(text); i++ {
		top := &stack[len(stack)-1]
		switch text[i] {
		case ',':
			s.Values++
			inExtras = false
		case '{', '[':
			s.Values++
			if len(stack) <= maxDepth {
				stack = append(stack, level{inExtras: inExtras || top.inExtras})
			}
			inExtras = false
		case '}', ']':
			stack = stack[:max(len(stack)-1, 1)]
		case '"':
			end := stringEnd(text, i)
			if !top.inExtras && isName(text[end:]) {
				name := text[i:end]
				inExtras = string(name) == `"extras"`
				if top.seen.add(names, name) && s.At < 0 {
					s.Duplicate, s.At = string(name), i
				}
			}
			i = end - 1
		}
	}
	return s
}

// stringEnd returns the end of the string that begins with a quote at i.
func stringEnd(text []byte, i int) int {
	for at := i + 1; ; {
		k := bytes.IndexByte(text[at:], '"')
		if k < 0 {
			return len(text)
		}
		end := at + k
		// Each backslash is examined for one quote only.
		slashes := end - at - len(bytes.TrimRight(text[at:end], `\\`))
		if at = end + 1; slashes%2 == 0 {
			return at
		}
	}
}

// isName reports whether a string is the name of a member, by what follows it.
func isName(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}

// add adds a name in quotes, if it is one of names, and reports whether the set had it before.
func (s *nameSet) add(names Names, quoted []byte) bool {
	if bytes.IndexByte(quoted, '\\') >= 0 {
		plain, err := jsontext.AppendUnquote(nil, quoted)
		if err != nil {
			return false
		}
		quoted = append(append([]byte{'"'}, plain...), '"')
	}
	if len(quoted) < 2 {
		return false
	}
	bit, known := names[string(quoted[1:len(quoted)-1])]
	if !known {
		return false
	}
	word, mask := bit/64, uint64(1)<<(bit%64)
	had := s[word]&mask != 0
	s[word] |= mask
	return had
}
