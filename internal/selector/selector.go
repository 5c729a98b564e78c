// Package selector parses patterns that select objects by node path, material or extra.
package selector

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/meshcheck/meshcheck/mesh"
)

// Selector is a glob for one property of objects.
type Selector struct {
	// Field is "path", "material" or "extras".
	Field     string
	key, glob string // key is for extras only
}

// Parse parses a pattern as described at check.Options.Allow.
func Parse(text string) (Selector, error) {
	s := Selector{Field: "path", glob: text}
	if glob, ok := strings.CutPrefix(text, "material="); ok {
		s = Selector{Field: "material", glob: glob}
	} else if rest, ok := strings.CutPrefix(text, "extras."); ok {
		key, glob, found := strings.Cut(rest, "=")
		if !found || key == "" {
			return s, fmt.Errorf("%q is not of the form extras.KEY=PATTERN", text)
		}
		s = Selector{Field: "extras", key: key, glob: glob}
	}
	switch {
	case s.glob == "":
		return s, errors.New("a pattern is empty")
	case !doublestar.ValidatePattern(s.glob):
		return s, fmt.Errorf("%q is not a valid pattern", s.glob)
	case s.Field == "path":
		s.glob = namedSlashes.Replace(s.glob)
		if !strings.HasPrefix(s.glob, "/") {
			s.glob = "/**/" + s.glob
		}
	}
	return s, nil
}

// namedSlash replaces a slash that belongs to a name in paths and globs. This code point is a
// Unicode noncharacter: it is reserved for internal use.
const namedSlash = "\uffff"

// namedSlashes puts namedSlash into globs. A slash after two backslashes is not escaped.
var namedSlashes = strings.NewReplacer(`\\`, `\\`, `\/`, namedSlash)

// pathOf returns the path of an instance with namedSlash for the slashes of its own name.
func pathOf(in *mesh.Instance) string {
	above, ok := strings.CutSuffix(in.Path, in.Name)
	if !ok {
		return in.Path
	}
	return above + strings.ReplaceAll(in.Name, "/", namedSlash)
}

// Meets reports whether the selector matches an object of an instance.
func (s *Selector) Meets(in *mesh.Instance, materials []string) bool {
	switch s.Field {
	case "material":
		return slices.ContainsFunc(materials, func(m string) bool { return m != "" && doublestar.MatchUnvalidated(s.glob, m) })
	case "extras":
		v, ok := in.Extras[s.key]
		return ok && doublestar.MatchUnvalidated(s.glob, v)
	}
	return s.MeetsPath(pathOf(in))
}

// MeetsPath reports whether the selector matches the path of the object's node or of a node
// above it.
func (s *Selector) MeetsPath(path string) bool {
	if bracket := strings.LastIndexByte(path, '['); bracket > 0 && strings.HasSuffix(path, "]") {
		// The bracket may hold the number of an instance of EXT_mesh_gpu_instancing.
		if doublestar.MatchUnvalidated(s.glob, path[:bracket]) {
			return true
		}
	}
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
		if doublestar.MatchUnvalidated(s.glob, path[:end]) {
			return true
		}
	}
	return false
}

// ParsePath is Parse for patterns that must match node paths.
func ParsePath(text string) (Selector, error) {
	s, err := Parse(text)
	if err == nil && s.Field != "path" {
		err = fmt.Errorf("a pattern for hulls is for paths of nodes, not for %s", s.Field)
	}
	return s, err
}
