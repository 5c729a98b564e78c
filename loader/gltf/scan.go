package gltf

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// scanResult is what is known of a document before it is parsed.
type scanResult struct {
	// values is the number of braces, brackets and commas outside of texts, which is at
	// least that of the values.
	values int
	// duplicate is the offset of the first name that its object has already, of those that
	// are read; -1 for none. It means nothing if the document is malformed.
	duplicate int
}

// level is an object or array that is open at the current position of the scan.
type level struct {
	seen     nameSet
	inExtras bool // within extras, whose names are up to the application
}

// nameSet is a set of knownNames, a bit each.
type nameSet [2]uint64

// maxDepth is how deep JSON may be nested. Deeper documents are refused when parsed.
const maxDepth = 10_000

// scanDocument examines every byte of text once, and takes memory for maxDepth levels at most.
func scanDocument(text []byte) scanResult {
	s := scanResult{duplicate: -1}
	stack := make([]level, 1, 16)
	inExtras := false // the next value is that of extras
	for i := 0; i < len(text); i++ {
		top := &stack[len(stack)-1]
		switch text[i] {
		case ',':
			s.values++
			inExtras = false
		case '{', '[':
			s.values++
			if len(stack) <= maxDepth {
				stack = append(stack, level{inExtras: inExtras || top.inExtras})
			}
			inExtras = false
		case '}', ']':
			stack = stack[:max(len(stack)-1, 1)]
		case '"':
			end := textEnd(text, i)
			if !top.inExtras && isName(text[end:]) {
				name := text[i:end]
				inExtras = string(name) == `"extras"`
				if top.seen.add(name) && s.duplicate < 0 {
					s.duplicate = i
				}
			}
			i = end - 1
		}
	}
	return s
}

// textEnd returns where the text ends that begins with a quote at i.
func textEnd(text []byte, i int) int {
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

// isName reports whether a text that rest follows is the name of a member.
func isName(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] == ':'
}

// add adds a name in quotes and reports whether the set had it before. It has only names that
// are read.
func (s *nameSet) add(quoted []byte) bool {
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
	bit, known := knownNames[string(quoted[1:len(quoted)-1])]
	if !known {
		return false
	}
	word, mask := bit/64, uint64(1)<<(bit%64)
	had := s[word]&mask != 0
	s[word] |= mask
	return had
}

// knownNames numbers the names that are read: those of members of all types into which
// documents are decoded, and of members that are looked up.
var knownNames = func() map[string]uint {
	names := map[string]uint{}
	put := func(name string) {
		if _, has := names[name]; !has && name != "" && name != "-" {
			names[name] = uint(len(names))
		}
	}
	for _, v := range []any{
		outline{}, meshJSON{}, primitiveJSON{}, nodeJSON{}, accessorJSON{}, viewJSON{}, rigidBody{}, physicsBody{}, parameters{}, sceneJSON{}, levelsJSON{}, estimateNode{},
	} {
		eachName(reflect.TypeOf(v), put)
	}
	for _, x := range nodePhysics {
		put(x.name)
	}
	for kind := mesh.ShapeBox; kind <= mesh.ShapeTrimesh; kind++ {
		put(kind.String())
	}
	for _, name := range []string{gltf.POSITION, texCoord + "0", texCoord + "1", texCoord + "2", texCoord + "3", "textures", "samplers", "TRANSLATION", "ROTATION", "SCALE", gpuInstancing, lodExtension, draco, meshoptExtensions[0], meshoptExtensions[1], "fallback", "type", "convex"} {
		put(name)
	}
	if len(names) > 64*len(nameSet{}) {
		panic("gltf: more names than a nameSet has bits")
	}
	return names
}()

// eachName calls put for the names of all members of t and of what is in them.
func eachName(t reflect.Type, put func(name string)) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		eachName(t.Elem(), put)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			put(name)
			eachName(f.Type, put)
		}
	}
}
