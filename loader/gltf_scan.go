package loader

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/mesh"
)

// scanned is what is known of a document before it is parsed.
type scanned struct {
	// values is the number of braces, brackets and commas outside of texts, which is at
	// least that of the values.
	values int
	// twice is where a name begins that stood in the same object before, and is read; -1
	// for nowhere. It means nothing if the document is malformed.
	twice int
}

// level is an object or array that is open where the scan has got to.
type level struct {
	seen     nameSet
	inExtras bool // within extras, where names are what an application makes of them
}

// nameSet are names of knownNames, a bit each.
type nameSet [2]uint64

// maxDepth is how deep JSON may be nested. Deeper documents are refused when parsed.
const maxDepth = 10_000

// scanDocument looks at every byte of text once, and takes memory for maxDepth levels at most.
func scanDocument(text []byte) scanned {
	s := scanned{twice: -1}
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
				if top.seen.add(name) && s.twice < 0 {
					s.twice = i
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
		// Each backslash is looked at for one quote only.
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

// add adds a name in quotes and reports whether it was there before. Names that are not
// read are never there.
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
		outline{}, leanMesh{}, leanPrimitive{}, leanNode{}, leanAccessor{}, gltf.BufferView{}, rigidBody{}, physicsBody{}, parameters{}, sceneNodes{}, lowerLevels{}, nodeSize{},
	} {
		eachName(reflect.TypeOf(v), put)
	}
	for _, x := range nodePhysics {
		put(x.name)
	}
	for kind := mesh.ShapeBox; kind <= mesh.ShapeTrimesh; kind++ {
		put(kind.String())
	}
	for _, name := range []string{gltf.POSITION, "TRANSLATION", "ROTATION", "SCALE", gpuInstancing, lodExtension, meshopt[0], meshopt[1], draco, "type", "convex"} {
		put(name)
	}
	if len(names) > 64*len(nameSet{}) {
		panic("loader: more names than a nameSet has bits")
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
