package config

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/meshcheck/meshcheck/check"
)

// ProfileNames returns the names of the built-in profiles.
func ProfileNames() []string { return profiles.schema["enum"].([]string) }

// profileKey returns the key for the name of a built-in hull profile, or a custom profile.
func profileKey() key[Settings] {
	k := newKey("profile", "judge collision hulls as this engine does: unreal, unity, godot, physx, bullet or none (default)", profiles,
		func(s *Settings) *check.HullProfile { return &s.Profile })
	named := k
	k.schema = schema{"oneOf": []schema{named.schema, mappingSchema(properties(profileKeys), "name")}}
	k.read = func(n ast.Node) (func(*Settings), error) {
		if _, ok := n.(*ast.MappingNode); ok {
			p, err := readProfile(n)
			return func(s *Settings) { s.Profile = p }, err
		}
		return named.read(n)
	}
	k.show = func(s *Settings) any {
		if s.Profile.Name == "" || slices.Contains(ProfileNames(), s.Profile.Name) {
			return named.show(s)
		}
		return showAll(profileKeys, &s.Profile)
	}
	return k
}

// profileKeys are the keys of a custom hull profile, in the order in which they are applied.
// The base provides all other values.
var profileKeys = []key[check.HullProfile]{
	newKey("base", "", profileBase, func(p *check.HullProfile) *check.HullProfile { return p }),
	newKey("name", "", anyText, func(p *check.HullProfile) *string { return &p.Name }),
	newKey("vertices", "", whole(0, math.MaxInt32), func(p *check.HullProfile) *int { return &p.Vertices }),
	newKey("faces", "", whole(0, math.MaxInt32), func(p *check.HullProfile) *int { return &p.Faces }),
	newKey("gap", "", share, func(p *check.HullProfile) *float64 { return &p.Gap }),
	newKey("excess", "", share, func(p *check.HullProfile) *float64 { return &p.Excess }),
	newKey("fit", "", share, func(p *check.HullProfile) *float64 { return &p.Fit }),
	newKey("schemes", "", texts("", nil), func(p *check.HullProfile) *[]string { return &p.Schemes }),
	profileSeveritiesKey(),
}

// profileBase reads the name of a profile, and takes everything of it but the name.
var profileBase = kind[check.HullProfile]{
	schema: profiles.schema,
	parse: func(text string) (check.HullProfile, error) {
		p, err := profiles.parse(text)
		p.Name, p.Source = "", ""
		return p, err
	},
	format: func(check.HullProfile) string { return "" },
}

// share is the kind of fractions of a size: 0.05 or 5%.
var share = kind[float64]{
	schema: lengthSchema, literal: true,
	parse: func(text string) (float64, error) {
		if v, ok := parsePercentage(text); ok {
			return v, nil
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return 0, errors.New("not a share such as 0.05 or 5%")
		}
		return v, nil
	},
	format: func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) },
}

func profileSeveritiesKey() key[check.HullProfile] {
	rules := check.Hulls.Rules()
	k := severitiesKey("", rules, words("", check.Severity.String, check.Severities()...),
		func(p *check.HullProfile, severities map[check.Rule]check.Severity) {
			of := map[check.Rule]check.Severity{}
			maps.Copy(of, p.Severities) // they belong to the base
			maps.Copy(of, severities)
			p.Severities = of
		})
	k.show = func(p *check.HullProfile) any {
		var members []shown
		for _, r := range rules {
			if s, ok := p.Severities[r]; ok {
				members = append(members, shown{r.String(), s.String()})
			}
		}
		if members == nil {
			return nil
		}
		return members
	}
	return k
}

func readProfile(n ast.Node) (check.HullProfile, error) {
	values := map[string]ast.Node{}
	err := eachMember(n, names(profileKeys), func(name string, _, value ast.Node) error {
		values[name] = value
		return nil
	})
	p, _ := profileBase.parse("none")
	for i := range profileKeys {
		if v, ok := values[profileKeys[i].name]; ok && err == nil {
			var set func(*check.HullProfile)
			set, err = profileKeys[i].read(v)
			set(&p)
		}
	}
	switch {
	case err != nil:
		return p, err
	case p.Name == "":
		return p, at(n, errors.New(`a profile needs a "name"`))
	case slices.Contains(ProfileNames(), p.Name):
		return p, at(values["name"], fmt.Errorf("name %q: it is the name of a built-in profile", p.Name))
	}
	return p, at(n, p.Validate())
}
