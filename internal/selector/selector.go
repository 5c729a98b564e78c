// Package selector reads patterns that select objects: by the path of a node, a material or an
// extra.
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
	key, glob string // key is of extras only
}

// Parse reads a pattern, as described at check.Options.Allow. The error says why it is none.
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

// namedSlash stands in paths and globs for a slash that belongs to a name. Unicode sets
// this code point aside for such uses, and no text to be exchanged has it.
const namedSlash = "\uffff"

// namedSlashes puts namedSlash into globs. What follows two backslashes is not escaped.
var namedSlashes = strings.NewReplacer(`\\`, `\\`, `\/`, namedSlash)

// pathOf returns the path of an instance with the slashes of its own name told apart.
func pathOf(in *mesh.Instance) string {
	above, ok := strings.CutSuffix(in.Path, in.Name)
	if !ok {
		return in.Path
	}
	return above + strings.ReplaceAll(in.Name, "/", namedSlash)
}

// Meets reports whether an object of an instance meets the selector.
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

// MeetsPath tries the path of the object's node and those of all nodes above it.
func (s *Selector) MeetsPath(path string) bool {
	if bracket := strings.LastIndexByte(path, '['); bracket > 0 && strings.HasSuffix(path, "]") {
		// Perhaps the number of an instance of EXT_mesh_gpu_instancing.
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

// ParsePath is Parse for a pattern that must be for the paths of nodes.
func ParsePath(text string) (Selector, error) {
	s, err := Parse(text)
	if err == nil && s.Field != "path" {
		err = fmt.Errorf("a pattern for hulls is for paths of nodes, not for %s", s.Field)
	}
	return s, err
}
