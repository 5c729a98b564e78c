package parts

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/internal/selector"
	"github.com/meshcheck/meshcheck/mesh"
)

// rule allows objects that meet one side of it to cross objects that meet the other.
type rule struct {
	text  string
	sides [2]selector.Selector
	// matched reports for each side whether any object met it.
	matched [2]bool
}

// sides are the sides of a rule that an object meets.
type sides uint8

// ValidateRule checks a rule of check.Options.Allow. Its error says why the rule is invalid.
func ValidateRule(text string) error {
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
		return nil, errors.New("not two patterns with a colon between them, such as Sword*:Belt* (write a colon in a name as \\:)")
	}
	r := &rule{text: text}
	for k, piece := range pieces {
		s, err := selector.Parse(piece)
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

// matchRules records which sides of which rules each object meets.
func (c *checker) matchRules(s *mesh.Scene) {
	if len(c.rules) == 0 {
		return
	}
	instances := s.Shown()
	for _, o := range c.objects {
		o.rules = make([]sides, len(c.rules))
		materials := o.materials(s)
		for k, r := range c.rules {
			for side := range r.sides {
				if r.sides[side].Meets(&instances[o.Instance], materials) {
					o.rules[k] |= 1 << side
					r.matched[side] = true
				}
			}
		}
	}
}

// materials returns the names of the object's materials.
func (o *object) materials(s *mesh.Scene) (names []string) {
	for k, p := range s.Meshes[o.Name.Mesh].Parts {
		if (o.Name.Part < 0 || o.Name.Part == k) && (o.Of == 0 || p.Object == o.Of-1) {
			names = append(names, p.Material)
		}
	}
	return names
}

// allowing returns the first rule that a pair meets, -1 if there is none.
func (c *checker) allowing(p indexPair) int {
	a, b := c.objects[p.a].rules, c.objects[p.b].rules
	for k := range a {
		if a[k]&1 != 0 && b[k]&2 != 0 || a[k]&2 != 0 && b[k]&1 != 0 {
			return k
		}
	}
	return -1
}

// warnOfRules warns of the rules that have no effect.
func (c *checker) warnOfRules(used []bool) {
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
