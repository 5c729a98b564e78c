package config

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/check/parts"
)

// keys are all settings, in the order in which they are applied and shown.
var keys = []key[Settings]{
	newKey("policy", "a set of rules: strict, game, print, collision", presets, func(s *Settings) *string { return &s.Policy }),
	newKey("checks", "check these: self, parts, clearance, hulls (default self, and hulls if there are any)", checks,
		func(s *Settings) *check.Set { return &s.Checks }),
	newKey("parts-of", "what --checks parts compares: mesh, shell, primitive", pieces, func(s *Settings) *check.PartsOf { return &s.PartsOf }),
	newKey("allow", "let objects cross: 'Sword*:Belt*'", texts("A:B", parts.ValidateRule), func(s *Settings) *[]string { return &s.Allow }),
	newKey("clearance", "check that objects keep this distance (0.5mm)", length, func(s *Settings) *check.Length { return &s.Clearance }),
	newKey("tolerance", "count findings up to this depth as touches (0.5 or 0.01%)", tolerance,
		func(s *Settings) *check.Tolerance { return &s.Tolerance }),
	newKey("touch", "list touches as well", truth, func(s *Settings) *bool { return &s.Touch }),
	excludeKey(),
	forRun(newKey("baseline", "let pass what this file accepts", anyText, func(s *Settings) *string { return &s.Baseline })),
	newKey("max-triangles", "do not check files of more triangles than this", whole(1, math.MaxInt), func(s *Settings) *int { return &s.MaxTriangles }),
	newKey("timeout", "give up on a file after this time (30s, 5m)", timeout, func(s *Settings) *time.Duration { return &s.Timeout }),
	newKey("max-findings", "list at most this many findings of a mesh", whole(0, math.MaxInt32), func(s *Settings) *int { return &s.MaxFindings }),
	profileKey(),
	newKey("hull-names", "nodes that are collision hulls: '*_phys'", texts("GLOB", hulls.ValidatePattern), func(s *Settings) *[]string { return &s.HullNames }),
	newKey("hull-gap", "fail where a mesh sticks out of its hulls by more (2cm)", length, func(s *Settings) *check.Length { return &s.HullGap }),
	newKey("hull-excess", "fail where hulls stand off their mesh by more (2cm)", length, func(s *Settings) *check.Length { return &s.HullExcess }),
	// Verdicts are shown as those of fail-on, which counts for more.
	severitiesKey("how much each kind of finding matters: error, warning, info, off", check.Rules(),
		words("", check.Severity.String, append(check.Severities(), check.Off)...),
		func(s *Settings, r check.Rule, severity check.Severity) {
			s.FailOn = s.FailOn.With(check.Policy{r: {Severity: severity}})
		}),
	newKey(failOn, "what fails: 'crossing,overlap:area>1e-4,touch:off'", policy, func(s *Settings) *check.Policy { return &s.FailOn }),
}

// failOn is the key whose items may come from several layers.
const failOn = "fail-on"

func names[T any](keys []key[T]) []string {
	var list []string
	for i := range keys {
		list = append(list, keys[i].name)
	}
	return list
}

// overrideKeys are the keys that an override can have.
func overrideKeys() []key[Settings] {
	return slices.DeleteFunc(slices.Clone(keys), func(k key[Settings]) bool { return k.run })
}

// forRun makes a key one of the whole run.
func forRun(k key[Settings]) key[Settings] {
	k.run = true
	return k
}

// excludeKey is for globs from the folder of the configuration. Those of --exclude, which are
// from the working folder, count beside them.
func excludeKey() key[Settings] {
	k := newKey("exclude", "leave out files and folders that match, from the folder of the configuration", excludes,
		func(s *Settings) *[]string { return &s.Exclude })
	k.copy, k.flag = nil, nil
	return forRun(k)
}

// severitiesKey is for a mapping of rules to severities.
func severitiesKey[T any](about string, rules []check.Rule, k kind[check.Severity], put func(*T, check.Rule, check.Severity)) key[T] {
	var names []string
	properties := schema{}
	for _, r := range rules {
		names = append(names, r.String())
		properties[r.String()] = k.schema
	}
	return key[T]{
		name: "severities", about: about, schema: mappingSchema(properties),
		read: func(n ast.Node, to *T) error {
			return eachMember(n, names, func(name string, _, value ast.Node) error {
				return onlyText(value, func(text string) error {
					severity, err := k.parse(text)
					if err != nil {
						return fmt.Errorf("%s %q: %w", name, text, err)
					}
					r, _ := check.ParseRule(name)
					put(to, r, severity)
					return nil
				})
			})
		},
	}
}
