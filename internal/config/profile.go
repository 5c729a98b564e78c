package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/suggest"
)

// profileKeys are the members of a hull profile of one's own.
var profileKeys = []string{"name", "base", "vertices", "faces", "gap", "excess", "fit", "schemes", "severities"}

// readProfile reads the name of a hull profile, or one of the user's own: what it does not
// say is as in its base, which is none by default.
func readProfile(n ast.Node) (func(*Settings), error) {
	var p Profile
	if _, ok := n.(ast.MapNode); !ok {
		text, err := scalarOf(n, severitySchema)
		if err != nil {
			return nil, err
		}
		if err := p.Set(text); err != nil {
			return nil, at(n, fmt.Errorf("profile %q: %w%s", text, err, suggest.DidYouMean(text, ProfileNames())))
		}
		return func(s *Settings) { s.Profile = p }, nil
	}
	base := "none"
	err := eachMember(n, profileKeys, func(name string, n ast.Node) (err error) {
		if name == "base" {
			base, err = scalarOf(n, severitySchema)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := p.Set(base); err != nil {
		return nil, at(n, fmt.Errorf("base %q: %w", base, err))
	}
	p.Name, p.Source = "", ""
	if err := eachMember(n, profileKeys, func(name string, n ast.Node) error { return p.read(name, n) }); err != nil {
		return nil, err
	}
	if p.Name == "" {
		return nil, at(n, errors.New(`a profile needs a "name"`))
	}
	if err := p.Validate(); err != nil {
		return nil, at(n, err)
	}
	return func(s *Settings) { s.Profile = p }, nil
}

// read reads one member of a profile.
func (p *Profile) read(name string, n ast.Node) (err error) {
	switch name {
	case "name":
		if p.Name, err = scalarOf(n, severitySchema); err == nil && (p.Name == "" || slices.Contains(ProfileNames(), p.Name)) {
			err = at(n, fmt.Errorf("%q cannot be the name of a profile of your own", p.Name))
		}
	case "vertices":
		p.Vertices, err = wholeOf(n)
	case "faces":
		p.Faces, err = wholeOf(n)
	case "gap":
		p.Gap, err = shareOf(n)
	case "excess":
		p.Excess, err = shareOf(n)
	case "fit":
		p.Fit, err = shareOf(n)
	case "schemes":
		p.Schemes, err = textsOf(n)
	case "severities":
		err = p.readSeverities(n)
	}
	return err
}

func (p *Profile) readSeverities(n ast.Node) error {
	severities := map[check.Rule]check.Severity{}
	for r, s := range p.Severities {
		severities[r] = s
	}
	p.Severities = severities
	return eachMember(n, hullRuleNames(), func(name string, n ast.Node) error {
		text, err := scalarOf(n, severitySchema)
		if err != nil {
			return err
		}
		for _, s := range check.Severities() {
			if text == s.String() {
				r, _ := check.ParseRule(name)
				p.Severities[r] = s
				return nil
			}
		}
		return at(n, fmt.Errorf("%q is not error, warning or info", text))
	})
}

func hullRuleNames() []string {
	var names []string
	for _, r := range check.Hulls.Rules() {
		names = append(names, r.String())
	}
	return names
}

// wholeOf reads a whole number from 0 on.
func wholeOf(n ast.Node) (int, error) {
	text, err := scalarOf(n, `{"type":"integer"}`)
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseInt(text, 10, 32)
	if err != nil || v < 0 {
		return 0, at(n, fmt.Errorf("%s is not a whole number from 0 on", text))
	}
	return int(v), nil
}

// shareOf reads a share of a size: 0.05 or 5%.
func shareOf(n ast.Node) (float64, error) {
	text, err := scalarOf(n, lengthSchema)
	if err != nil {
		return 0, err
	}
	var t Tolerance
	digits, percent := strings.CutSuffix(text, "%")
	if err := t.Set(digits); err != nil {
		return 0, at(n, fmt.Errorf("%q is not a share such as 0.05 or 5%%", text))
	}
	if percent {
		t.Value /= 100
	}
	return t.Value, nil
}

// showProfile writes a profile by its name if it is one that meshcheck has.
func showProfile(p *meshcheck.HullProfile) string {
	if p.Name == "" || slices.Contains(ProfileNames(), p.Name) {
		return p.Name
	}
	lines := []string{
		"name: " + quoted(p.Name),
		fmt.Sprintf("vertices: %d", p.Vertices),
		fmt.Sprintf("faces: %d", p.Faces),
		"gap: " + strconv.FormatFloat(p.Gap, 'g', -1, 64),
		"excess: " + strconv.FormatFloat(p.Excess, 'g', -1, 64),
		"fit: " + strconv.FormatFloat(p.Fit, 'g', -1, 64),
	}
	if len(p.Schemes) > 0 {
		lines = append(lines, "schemes:"+indented(list(p.Schemes)))
	}
	if len(p.Severities) > 0 {
		var by []string
		for _, r := range check.Hulls.Rules() {
			if s, ok := p.Severities[r]; ok {
				by = append(by, r.String()+": "+s.String())
			}
		}
		lines = append(lines, "severities:"+indented("\n"+strings.Join(by, "\n")))
	}
	return "\n" + strings.Join(lines, "\n")
}
