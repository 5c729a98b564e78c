package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/check/hulls"
	"github.com/meshcheck/meshcheck/check/parts"
	"github.com/meshcheck/meshcheck/internal/input"
)

// key is a key of the configuration. It has the name of its flag, if there is one.
type key struct {
	name string
	// about says what it is for, as in the help.
	about string
	// schema is the JSON Schema of its values.
	schema string
	// read reads a value and returns what puts it into settings.
	read func(n ast.Node) (func(s *Settings), error)
	// copy takes the value of other settings over; nil if a flag does not take its place.
	copy func(to, from *Settings)
	// run: it is for the whole run, and no override can have it.
	run bool
	// show writes the value as YAML, "" if there is none. A value of several lines is a list
	// or an object.
	show func(s *Settings) string
}

// field is a field of settings that reads its value from text.
type field[T any] interface {
	*T
	Set(string) error
	String() string
}

// keys are all keys of the configuration and of its overrides, in the order they are shown.
var keys = []key{
	textKey("policy", "A set of rules to begin with: strict, game, print or collision.",
		enumSchema(check.PresetNames()), func(s *Settings) *PolicyName { return &s.Policy }),
	{
		name:   "checks",
		about:  "What to check. By default self, and hulls where a model has collision hulls.",
		schema: `{"oneOf":[{"type":"string"},{"type":"array","minItems":1,"items":{"enum":["self","parts","clearance","hulls"]}}]}`,
		read: func(n ast.Node) (func(*Settings), error) {
			texts, err := textsOf(n)
			if err != nil {
				return nil, err
			}
			var c Checks
			if err := c.Set(strings.Join(texts, ",")); err != nil {
				return nil, at(n, err)
			}
			return func(s *Settings) { s.Checks = c }, nil
		},
		copy: func(to, from *Settings) { to.Checks = from.Checks },
		show: func(s *Settings) string { return listed(s.Checks.String()) },
	},
	textKey("parts-of", "What the objects of parts and clearance are: mesh, shell or primitive.",
		enumSchema([]string{"mesh", "shell", "primitive"}), func(s *Settings) *PartsOf { return &s.PartsOf }),
	listKey("allow", "Pairs of objects that may cross or be near: A:B.", parts.ValidateRule,
		func(s *Settings) *[]string { return (*[]string)(&s.Allow) }),
	textKey("clearance", "The distance that objects must keep: 0.5mm, or a number in the file's unit.",
		lengthSchema, func(s *Settings) *Distance { return &s.Clearance }),
	textKey("tolerance", "Findings up to this depth count as touches: 0.0005, or 0.01% of the size.",
		lengthSchema, func(s *Settings) *Tolerance { return &s.Tolerance }),
	textKey("touch", "List touches too.", `{"type":"boolean"}`, func(s *Settings) *Switch { return &s.Touch }),
	excludeKey(),
	forRun(textKey("baseline", "The file of accepted findings, from the folder of the configuration.",
		`{"type":"string","minLength":1}`, func(s *Settings) *Path { return &s.Baseline })),
	textKey("max-triangles", "Do not check files whose meshes have more triangles.",
		`{"type":"integer","minimum":1}`, func(s *Settings) *Count { return &s.MaxTriangles }),
	textKey("timeout", "Give up on a file after this time of work: 30s, 5m.",
		`{"type":"string"}`, func(s *Settings) *Timeout { return &s.Timeout }),
	textKey("max-findings", "List at most this many findings of each mesh.",
		`{"type":"integer","minimum":0}`, func(s *Settings) *Count { return &s.MaxFindings }),
	{
		name:   "profile",
		about:  "The engine that collision hulls are judged for, or one of your own with its limits.",
		schema: profileSchema(),
		read:   readProfile,
		copy:   func(to, from *Settings) { to.Profile = from.Profile },
		show:   func(s *Settings) string { return showProfile(&s.Profile.Profile) },
	},
	listKey("hull-names", "Nodes that are hulls of the mesh they hang on.", hulls.ValidatePattern,
		func(s *Settings) *[]string { return (*[]string)(&s.HullNames) }),
	textKey("hull-gap", "Fail where a mesh sticks out of its hulls by more.",
		lengthSchema, func(s *Settings) *Distance { return &s.HullGap }),
	textKey("hull-excess", "Fail where hulls stand off their mesh by more.",
		lengthSchema, func(s *Settings) *Distance { return &s.HullExcess }),
	{
		name:   "severities",
		about:  "How much each kind of finding matters: error, warning, info or off.",
		schema: severitiesSchema(),
		read:   readSeverities,
		copy:   func(*Settings, *Settings) {}, // goes with fail-on
		show:   func(*Settings) string { return "" },
	},
	{
		name:   "fail-on",
		about:  "What fails, and from what size on: crossing, overlap:area>1e-4, touch:off.",
		schema: `{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`,
		read:   readFailOn,
		copy: func(to, from *Settings) {
			to.FailOn = FailOn(check.Policy(to.FailOn).With(check.Policy(from.FailOn)))
		},
		show: func(s *Settings) string { return listed(s.FailOn.String()) },
	},
}

func keyNames() []string {
	var names []string
	for i := range keys {
		names = append(names, keys[i].name)
	}
	return names
}

// fileKeyNames are the names of the keys that an override can have.
func fileKeyNames() []string {
	var names []string
	for i := range keys {
		if !keys[i].run {
			names = append(names, keys[i].name)
		}
	}
	return names
}

// forRun makes a key one of the whole run.
func forRun(k key) key {
	k.run = true
	return k
}

func keyOf(name string) *key {
	if i := slices.IndexFunc(keys, func(k key) bool { return k.name == name }); i >= 0 {
		return &keys[i]
	}
	return nil
}

// textKey is a key for a text, a number or a truth value, as the schema says, that its flag
// reads as well.
func textKey[T any, P field[T]](name, about, schema string, of func(s *Settings) P) key {
	return key{
		name: name, about: about, schema: schema,
		read: func(n ast.Node) (func(*Settings), error) {
			text, err := scalarOf(n, schema)
			if err != nil {
				return nil, err
			}
			fresh := New()
			if err := of(&fresh).Set(text); err != nil {
				return nil, at(n, fmt.Errorf("%s: %q is %w", name, text, err))
			}
			return func(s *Settings) { *of(s) = *of(&fresh) }, nil
		},
		copy: func(to, from *Settings) { *of(to) = *of(from) },
		show: func(s *Settings) string {
			text := of(s).String()
			if fresh := New(); of(&fresh).Set(text) != nil {
				return "" // a default that cannot be given
			}
			if text == "" || strings.Contains(schema, "boolean") || strings.Contains(schema, "integer") {
				return text
			}
			return quoted(text)
		},
	}
}

// listKey is a key for a list of texts that a function finds right or wrong, or for one.
func listKey(name, about string, valid func(string) error, of func(s *Settings) *[]string) key {
	return key{
		name: name, about: about,
		schema: `{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`,
		read: func(n ast.Node) (func(*Settings), error) {
			texts, err := textsOf(n)
			if err != nil {
				return nil, err
			}
			for i, text := range texts {
				if err := valid(text); err != nil {
					return nil, at(elementOf(n, i), fmt.Errorf("%q: %w", text, err))
				}
			}
			return func(s *Settings) { *of(s) = texts }, nil
		},
		copy: func(to, from *Settings) { *of(to) = *of(from) },
		show: func(s *Settings) string { return list(*of(s)) },
	}
}

// excludeKey is for globs that --exclude adds to.
func excludeKey() key {
	k := forRun(listKey("exclude", "Files and folders to leave out, as globs from the folder of the configuration.", input.ValidExclude,
		func(s *Settings) *[]string { return &s.Exclude }))
	k.copy = nil
	return k
}
