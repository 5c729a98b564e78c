package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
)

// key is a key of the configuration. It has the name of its flag, if there is one.
type key struct {
	name string
	// about says what it is for, as in the help.
	about string
	// schema is the JSON Schema of its values.
	schema string
	// read reads a value and returns what puts it into settings.
	read func(n ast.Node) (func(s *settings), error)
	// copy takes the value of other settings over; nil if a flag does not take its place.
	copy func(to, from *settings)
	// run: it is for the whole run, and no override can have it.
	run bool
	// show writes the value as YAML, "" if there is none. A value of several lines is a list
	// or an object.
	show func(s *settings) string
}

// field is a field of settings that reads its value from text.
type field[T any] interface {
	*T
	pflag.Value
}

// keys are all keys of the configuration and of its overrides, in the order they are shown.
var keys = []key{
	textKey("policy", "A set of rules to begin with: strict, game, print or collision.",
		enumSchema(check.PresetNames()), func(s *settings) *policyName { return &s.policy }),
	{
		name:   "checks",
		about:  "What to check. By default self, and hulls where a model has collision hulls.",
		schema: `{"oneOf":[{"type":"string"},{"type":"array","minItems":1,"items":{"enum":["self","parts","clearance","hulls"]}}]}`,
		read: func(n ast.Node) (func(*settings), error) {
			texts, err := textsOf(n)
			if err != nil {
				return nil, err
			}
			var c checks
			if err := c.Set(strings.Join(texts, ",")); err != nil {
				return nil, at(n, err)
			}
			return func(s *settings) { s.checks = c }, nil
		},
		copy: func(to, from *settings) { to.checks = from.checks },
		show: func(s *settings) string { return listed(s.checks.String()) },
	},
	textKey("parts-of", "What the objects of parts and clearance are: mesh, shell or primitive.",
		enumSchema([]string{"mesh", "shell", "primitive"}), func(s *settings) *partsOf { return &s.partsOf }),
	listKey("allow", "Pairs of objects that may cross or be near: A:B.", meshcheck.AllowRule,
		func(s *settings) *[]string { return (*[]string)(&s.allow) }),
	textKey("clearance", "The distance that objects must keep: 0.5mm, or a number in the file's unit.",
		lengthSchema, func(s *settings) *clearance { return &s.clearance }),
	textKey("tolerance", "Findings up to this depth count as touches: 0.0005, or 0.01% of the size.",
		lengthSchema, func(s *settings) *tolerance { return &s.tolerance }),
	textKey("touch", "List touches too.", `{"type":"boolean"}`, func(s *settings) *truth { return &s.touch }),
	excludeKey(),
	forRun(textKey("baseline", "The file of accepted findings, from the folder of the configuration.",
		`{"type":"string","minLength":1}`, func(s *settings) *baselinePath { return &s.baseline.file })),
	textKey("max-triangles", "Do not check files whose meshes have more triangles.",
		`{"type":"integer","minimum":1}`, func(s *settings) *count { return &s.maxTriangles }),
	textKey("timeout", "Give up on a file after this time of work: 30s, 5m.",
		`{"type":"string"}`, func(s *settings) *timeout { return &s.limits.timeout }),
	textKey("max-findings", "List at most this many findings of each mesh.",
		`{"type":"integer","minimum":0}`, func(s *settings) *count { return &s.maxFindings }),
	{
		name:   "profile",
		about:  "The engine that collision hulls are judged for, or one of your own with its limits.",
		schema: profileSchema(),
		read:   readProfile,
		copy:   func(to, from *settings) { to.hulls.profile = from.hulls.profile },
		show:   func(s *settings) string { return showProfile(&s.hulls.profile.HullProfile) },
	},
	listKey("hull-names", "Nodes that are hulls of the mesh they hang on.", meshcheck.HullName,
		func(s *settings) *[]string { return (*[]string)(&s.hulls.names) }),
	textKey("hull-gap", "Fail where a mesh sticks out of its hulls by more.",
		lengthSchema, func(s *settings) *clearance { return &s.hulls.gap }),
	textKey("hull-excess", "Fail where hulls stand off their mesh by more.",
		lengthSchema, func(s *settings) *clearance { return &s.hulls.excess }),
	{
		name:   "severities",
		about:  "How much each kind of finding matters: error, warning, info or off.",
		schema: severitiesSchema(),
		read:   readSeverities,
		copy:   func(*settings, *settings) {}, // goes with fail-on
		show:   func(*settings) string { return "" },
	},
	{
		name:   "fail-on",
		about:  "What fails, and from what size on: crossing, overlap:area>1e-4, touch:off.",
		schema: `{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`,
		read:   readFailOn,
		copy: func(to, from *settings) {
			to.failOn = failOn(check.Policy(to.failOn).With(check.Policy(from.failOn)))
		},
		show: func(s *settings) string { return listed(s.failOn.String()) },
	},
}

const lengthSchema = `{"type":["string","number"]}`

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
func textKey[T any, P field[T]](name, about, schema string, of func(s *settings) P) key {
	return key{
		name: name, about: about, schema: schema,
		read: func(n ast.Node) (func(*settings), error) {
			text, err := scalarOf(n, schema)
			if err != nil {
				return nil, err
			}
			fresh := newSettings()
			if err := of(&fresh).Set(text); err != nil {
				return nil, at(n, fmt.Errorf("%s: %q is %w", name, text, err))
			}
			return func(s *settings) { *of(s) = *of(&fresh) }, nil
		},
		copy: func(to, from *settings) { *of(to) = *of(from) },
		show: func(s *settings) string {
			text := of(s).String()
			if fresh := newSettings(); of(&fresh).Set(text) != nil {
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
func listKey(name, about string, valid func(string) error, of func(s *settings) *[]string) key {
	return key{
		name: name, about: about,
		schema: `{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`,
		read: func(n ast.Node) (func(*settings), error) {
			texts, err := textsOf(n)
			if err != nil {
				return nil, err
			}
			for i, text := range texts {
				if err := valid(text); err != nil {
					return nil, at(elementOf(n, i), fmt.Errorf("%q: %w", text, err))
				}
			}
			return func(s *settings) { *of(s) = texts }, nil
		},
		copy: func(to, from *settings) { *of(to) = *of(from) },
		show: func(s *settings) string { return list(*of(s)) },
	}
}

// excludeKey is for globs that --exclude adds to.
func excludeKey() key {
	k := forRun(listKey("exclude", "Files and folders to leave out, as globs from the folder of the configuration.", validExclude,
		func(s *settings) *[]string { return (*[]string)(&s.inputs.standing) }))
	k.copy = nil
	return k
}

func readFailOn(n ast.Node) (func(*settings), error) {
	texts, err := textsOf(n)
	if err != nil {
		return nil, err
	}
	var f failOn
	for i, text := range texts {
		if err := f.Set(text); err != nil {
			return nil, at(elementOf(n, i), err)
		}
	}
	return func(s *settings) { s.failOn = failOn(check.Policy(s.failOn).With(check.Policy(f))) }, nil
}

// readSeverities reads an object of names and severities.
func readSeverities(n ast.Node) (func(*settings), error) {
	var f failOn
	err := eachMember(n, check.PolicyNames(), func(name string, n ast.Node) error {
		text, err := scalarOf(n, severitySchema)
		if err != nil {
			return err
		}
		if !slices.Contains(severityWords, text) {
			return at(n, fmt.Errorf("%q is not one of %s", text, strings.Join(severityWords, ", ")))
		}
		return f.Set(name + ":" + text)
	})
	return func(s *settings) { s.failOn = failOn(check.Policy(s.failOn).With(check.Policy(f))) }, err
}

var severityWords = []string{"error", "warning", "info", "off"}

// severitySchema is that of strings. YAML takes a plain off for a text, as of version 1.2.
const severitySchema = `{"type":"string"}`

func severitiesSchema() string {
	var members []string
	for _, name := range check.PolicyNames() {
		members = append(members, fmt.Sprintf("%q:%s", name, enumSchema(severityWords)))
	}
	return `{"type":"object","additionalProperties":false,"properties":{` + strings.Join(members, ",") + "}}"
}

func enumSchema(words []string) string { return `{"enum":["` + strings.Join(words, `","`) + `"]}` }
