package meshcheck

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/meshcheck/meshcheck/mesh"
)

// rule allows objects that meet one side of it to cross objects that meet the other.
type rule struct {
	text  string
	sides [2]selector
	// matched tells for each side whether any object met it.
	matched [2]bool
}

// sides are the sides of a rule that an object meets.
type sides uint8

// selector is one side of a rule: what it looks at, and for extras the key.
type selector struct{ field, key, glob string }

// AllowRule checks a rule of Options.Allow and fails with the reason why it is none.
//
// A rule is two patterns with a colon between them, in any order: "Sword*:Belt*". A
// pattern is a glob with *, **, ?, [classes] and {alternatives}, for the path of a node:
// one that begins with a slash for the whole path, another for its end; what matches a
// node matches all below it, and all of its instances "[7]". "material=" before it makes it a glob for the name of
// any of the object's materials, "extras.KEY=" one for that member of the node's extras. A
// backslash before a colon, and before any character that a glob gives a meaning,
// stands for the character itself.
//
// In a path, a slash stands between nodes, and one that belongs to the name of the object's
// own node is written "\/": "a/b" is the node b below a, "a\/b" the node of that name, and
// "*" matches it whole. Nodes above are known by their path only: theirs are all taken to
// stand between nodes.
func AllowRule(text string) error {
	_, err := parseRule(text)
	return err
}

func parseRules(texts []string) ([]*rule, error) {
	var rules []*rule
	for _, text := range texts {
		r, err := parseRule(text)
		if err != nil {
			return nil, fmt.Errorf("allow %q: %w", text, err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func parseRule(text string) (*rule, error) {
	pieces := splitRule(text)
	if len(pieces) != 2 {
		return nil, errors.New("not two patterns with a colon between them, such as Sword*:Belt* (a colon of a name is written \\:)")
	}
	r := &rule{text: text}
	for k, piece := range pieces {
		s, err := parseSelector(piece)
		if err != nil {
			return nil, err
		}
		r.sides[k] = s
	}
	return r, nil
}

// splitRule splits at the colons that have no backslash before them.
func splitRule(text string) []string {
	var pieces []string
	from := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ':':
			pieces = append(pieces, text[from:i])
			from = i + 1
		}
	}
	return append(pieces, text[from:])
}

func parseSelector(text string) (selector, error) {
	s := selector{field: "path", glob: text}
	if glob, ok := strings.CutPrefix(text, "material="); ok {
		s = selector{field: "material", glob: glob}
	} else if rest, ok := strings.CutPrefix(text, "extras."); ok {
		key, glob, found := strings.Cut(rest, "=")
		if !found || key == "" {
			return s, fmt.Errorf("%q is not of the form extras.KEY=PATTERN", text)
		}
		s = selector{field: "extras", key: key, glob: glob}
	}
	switch {
	case s.glob == "":
		return s, errors.New("a pattern is empty")
	case !doublestar.ValidatePattern(s.glob):
		return s, fmt.Errorf("%q is not a valid pattern", s.glob)
	case s.field == "path":
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

// meets reports whether an object of an instance meets the selector.
func (s *selector) meets(in *mesh.Instance, materials []string) bool {
	switch s.field {
	case "material":
		return slices.ContainsFunc(materials, func(m string) bool { return m != "" && doublestar.MatchUnvalidated(s.glob, m) })
	case "extras":
		v, ok := in.Extras[s.key]
		return ok && doublestar.MatchUnvalidated(s.glob, v)
	}
	return s.meetsPath(pathOf(in))
}

// meetsPath tries the path of the object's node and those of all nodes above it.
func (s *selector) meetsPath(path string) bool {
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

// matchRules notes which sides of which rules each object meets.
func (c *partsCheck) matchRules(s *mesh.Scene) {
	if len(c.rules) == 0 {
		return
	}
	instances := shown(s)
	for _, o := range c.objects {
		o.rules = make([]sides, len(c.rules))
		materials := o.materials(s)
		for k, r := range c.rules {
			for side := range r.sides {
				if r.sides[side].meets(&instances[o.instance], materials) {
					o.rules[k] |= 1 << side
					r.matched[side] = true
				}
			}
		}
	}
}

// materials returns the names of the object's materials.
func (o *object) materials(s *mesh.Scene) (names []string) {
	for k, p := range s.Meshes[o.name.Mesh].Parts {
		if o.name.Part < 0 || o.name.Part == k {
			names = append(names, p.Material)
		}
	}
	return names
}

// allowing returns the first rule that a pair meets, -1 if there is none.
func (c *partsCheck) allowing(p couple) int {
	a, b := c.objects[p.a].rules, c.objects[p.b].rules
	for k := range a {
		if a[k]&1 != 0 && b[k]&2 != 0 || a[k]&2 != 0 && b[k]&1 != 0 {
			return k
		}
	}
	return -1
}

// warnOfRules names the rules that are of no use.
func (c *partsCheck) warnOfRules(used []bool) {
	for k, r := range c.rules {
		why := ""
		switch {
		case !r.matched[0] && !r.matched[1]:
			why = "matches no object on either side"
		case !r.matched[0]:
			why = "matches no object on its left side"
		case !r.matched[1]:
			why = "matches no object on its right side"
		case !used[k]:
			why = "matches no pair that meets"
		default:
			continue
		}
		c.summary.Warnings = append(c.summary.Warnings, fmt.Sprintf("allow %q %s", r.text, why))
	}
}
