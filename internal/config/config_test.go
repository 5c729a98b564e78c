package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/meshcheck/meshcheck/check"
)

// parsed reads a configuration.
func parsed(text string) (*File, error) {
	f := &File{Path: "c.yaml", Text: []byte(text), folder: absolute("/project")}
	return f, f.parse()
}

// absolute returns a path with the drive that it is on.
func absolute(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		panic(err)
	}
	return path
}

// brokenConfigurations have the place and text of their error. The schema rejects those that it
// can detect.
var brokenConfigurations = []struct {
	text, want string
	schema     bool
}{
	{"tolerence: 1", `1:1: there is no key "tolerence"; did you mean "tolerance"?`, true},
	{"touch: true\n\nxyzzyxyzzy: 1", `3:1: there is no key "xyzzyxyzzy"`, true},
	{"touch: true\ntouch: false", `2:1: not YAML: mapping key "touch" already defined at [1:1]`, false},
	{"touch: 3", `1:8: touch "3": neither true nor false`, true},
	{"touch: yes please", `1:8: touch "yes please": neither true nor false`, true},
	{"touch:", "1:8: a single value was expected, not nothing", true},
	{"max-findings: many", `1:15: max-findings "many": not a whole number from 0 to 2147483647`, true},
	{"max-findings: 1.5", `1:15: max-findings "1.5": not a whole number`, true},
	{"max-findings: -1", `1:15: max-findings "-1": not a whole number`, true},
	{"tolerance: [1]", "1:12: a single value was expected, not a list", true},
	{"tolerance: wide", `1:12: tolerance "wide": neither a length`, false},
	{"clearance: 1furlong", `1:12: clearance "1furlong": not a length`, false},
	{"policy: gmae", `1:9: policy "gmae": not one of strict, game, print, collision; did you mean "game"?`, true},
	{"parts-of: meshes", `1:11: parts-of "meshes": not one of mesh, shell, primitive; did you mean "mesh"?`, true},
	{"checks: [self, prts]", `1:16: checks "prts": not one of self, parts, clearance, hulls, uv, poses; did you mean "parts"?`, true},
	{"checks: {self: 1}", "1:9: a single value was expected, not keys with values", true},
	{"allow:\n  - a:b\n  - abc", `3:5: allow "abc": not two patterns`, false},
	{"allow:\n  - a:b\n  - [a]", "3:5: a single value was expected, not a list", true},
	{"hull-names: ['material=x']", "1:14: ", false},
	{"fail-on: [touch, crosing]", `1:18: fail-on "crosing": not the name of a rule such as crossing, parts/crossing or hull_gap; did you mean "crossing"?`, false},
	{"fail-on: crossing:depth<1", `1:10: fail-on "crossing:depth<1": a depth fails`, false},
	{"severities: {crossing: bad}", `1:24: crossing "bad": not one of error, warning, info, off`, true},
	{"severities: {hul_gap: error}", `1:14: there is no key "hul_gap"; did you mean "hull_gap"?`, true},
	{"severities: off", `1:13: keys with values were expected, not "off"`, true},
	{"profile: unrael", `1:10: profile "unrael": not one of none, unreal`, true},
	{"profile: {vertices: 3}", `1:10: a profile needs a "name"`, true},
	{"profile: {name: unreal}", `1:17: name "unreal": it is the name of a built-in profile`, false},
	{"profile:\n  name: x\n  vertices: -3", `3:13: vertices "-3": not a whole number from 0`, true},
	{"profile:\n  name: x\n  gap: wide", `3:8: gap "wide": not a share`, false},
	{"profile: {name: x, severities: {hull_gap: off}}", `1:43: hull_gap "off": not one of error, warning, info`, true},
	{"profile: {name: x, base: y}", `1:26: base "y": not one of`, true},
	{"overrides: {files: a}", "1:12: a list of sections with files was expected, not keys with values", true},
	{"overrides:\n  - touch: true", `2:5: an override needs "files"`, true},
	{"overrides:\n  - files: ['[']", `2:13: files "[": not a valid pattern`, false},
	{"overrides:\n  - files: a\n    overrides: []", `3:5: there is no key "overrides"`, true},
	{"overrides:\n  - files: a\n    exclude: b", `3:5: there is no key "exclude"`, true},
	{"checks: []", "1:9: checks: the list is empty", true},
	{"overrides:\n  - files: a\n    touch: 1", `3:12: touch "1": neither true nor false`, true},
	{"- a", "1:1: keys with values were expected, not a list", true},
	{"just text", `1:1: keys with values were expected, not "just text"`, true},
	{"touch: true\n---\ntouch: false", "a configuration is one document", false},
	{"allow: [a", "not YAML: ", false},
	{"allow: \"a", "not YAML: ", false},
	{"touch: &x true", "an anchor, alias or tag", false},
	{"touch: *x", "an anchor, alias or tag", false},
	{"touch: !!str true", "an anchor, alias or tag", false},
	{"<<: {touch: true}", "1:1: ", false},
	{strings.Repeat("[", 10000), "nested more than 64 levels deep", false},
	{strings.Repeat("- ", 10000), "nested more than 64 levels deep", false},
	{strings.Repeat("{a: ", 10000), "nested more than 64 levels deep", false},
}

func TestBrokenConfigurations(t *testing.T) {
	for _, row := range brokenConfigurations {
		name := row.text[:min(len(row.text), 60)]
		_, err := parsed(row.text)
		var located *SyntaxError
		switch {
		case err == nil:
			t.Errorf("%q was taken", name)
		case !strings.Contains(err.Error(), row.want):
			t.Errorf("%q: %v, want %s", name, err, row.want)
		case !errors.As(err, &located):
			t.Errorf("%q: %v has no place", name, err)
		}
	}
}

const fullConfiguration = `# all there is
policy: strict
checks: [self, parts, clearance, hulls]
parts-of: shell
allow: ["Sword*:Belt*", 'a\:b:c']
clearance: 0.5mm
tolerance: 0.01%
touch: true
max-findings: 17
profile: {name: studio, base: unity, vertices: 64, faces: 32, gap: 2%, excess: 0.02, fit: 1%, schemes: [unreal, godot], severities: {hull_gap: error}}
hull-names: ["*_phys"]
hull-gap: 2cm
hull-excess: 1
severities: {degenerate: error, touch: off, parts/contained: warning}
fail-on: [none, "overlap:area>2mm2", "hull_gap:depth>1cm", nonfinite]
overrides:
  - files: "*.stl"
    touch: false
    profile: godot
  - files: [characters/**, ./props/?.glb]
    policy: game
    checks: self
    clearance: 1
    severities: {crossing: "off"}
`

func effectiveOf(t *testing.T, text, path string) *Effective {
	t.Helper()
	c, err := parsed(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return NewLayers(c, &Settings{}, nil).Effective(path)
}

// A printed configuration is equivalent to the original, for every file.
func TestEffectiveConfigurationReadsBack(t *testing.T) {
	for _, path := range []string{"", "/project/a.stl", "/elsewhere/b.stl", "/project/characters/x/y.glb", "/project/props/a.glb", "/project/props/ab.glb", "-"} {
		e := effectiveOf(t, fullConfiguration, path)
		text := string(e.YAML())
		again := effectiveOf(t, text, path)
		got, want := fmt.Sprintf("%+v", again.Settings.Options()), fmt.Sprintf("%+v", e.Settings.Options())
		if a, b := fmt.Sprint(again.Settings.Profile), fmt.Sprint(e.Settings.Profile); a != b {
			t.Errorf("%s: the profile is %s, want %s", path, a, b)
		}
		got, want = withoutPointers(again, got), withoutPointers(e, want)
		if got != want {
			t.Errorf("%s: printed as\n%s\nwhich is\n%s\nwant\n%s", path, text, got, want)
		}
	}
}

// withoutPointers leaves out the address of the profile.
func withoutPointers(e *Effective, text string) string {
	o := e.Settings.Options()
	return strings.ReplaceAll(text, fmt.Sprintf("%p", o.Hulls.Profile), "profile")
}

func TestOverrides(t *testing.T) {
	for path, want := range map[string]string{
		"/project/a.glb":                "touch: true # c.yaml:8",
		"/project/deep/a.stl":           "touch: false # c.yaml:18",
		"/project/characters/hero.glb":  `"crossing:off" # c.yaml:24`,
		"/project/characters/hero.stl":  "profile: godot # c.yaml:19",
		"/project/props/a.glb":          "policy: game # c.yaml:21",
		"/project/props/ab.glb":         "policy: strict # c.yaml:2",
		"/project/deep/characters/a.gl": "policy: strict # c.yaml:2",
		"-":                             "touch: true # c.yaml:8",
	} {
		if text := string(effectiveOf(t, fullConfiguration, path).YAML()); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", path, want, text)
		}
	}
	// Checks without clearance remove an earlier one.
	e := effectiveOf(t, "clearance: 1mm\noverrides: [{files: a.glb, checks: self}, {files: b.glb, checks: clearance}]", "/project/a.glb")
	if e.Settings.Clearance.Value != 0 || e.Settings.Reported().Checks != check.Self {
		t.Errorf("%+v", e.Settings.Reported().Checks)
	}
	e = effectiveOf(t, "clearance: 1mm\noverrides: [{files: a.glb, checks: self}, {files: b.glb, checks: clearance}]", "/project/b.glb")
	if e.Settings.Clearance.Value != 1 || e.Settings.Reported().Checks != check.Clearance {
		t.Errorf("%+v", e.Settings.Reported().Checks)
	}
}

// The schema accepts what the program accepts, within the limits of a schema.
func TestConfigurationSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(text string) error {
		data, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			return err
		}
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			return err
		}
		return schema.Validate(v)
	}
	good := []string{fullConfiguration, "touch: true", "tolerance: 1", "fail-on: touch"}
	good = append(good, yamlOf(t, "../../docs/configuration.md")...)
	for _, name := range check.PresetNames() {
		good = append(good, string(effectiveOf(t, "policy: "+name, "").YAML()))
	}
	for _, text := range good {
		if err := valid(text); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		if _, err := parsed(text); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	}
	for _, row := range brokenConfigurations {
		if row.schema && valid(row.text) == nil {
			t.Errorf("the schema takes %q", row.text)
		}
	}
}

// yamlOf returns the examples in a document.
func yamlOf(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, block := range strings.Split(string(text), "```yaml\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		out = append(out, block)
	}
	if len(out) == 0 {
		t.Fatalf("%s has no examples", path)
	}
	return out
}

// The documentation has every key, every name that a policy can have, and the built-in
// policies as they are.
func TestConfigurationIsDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.FromSlash("../../docs/configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	words := append(names(keys), check.PolicyNames()...)
	for _, word := range words {
		if !bytes.Contains(text, []byte("`"+word+"`")) {
			t.Errorf("`%s` is not documented", word)
		}
	}
	for _, name := range check.PresetNames() {
		p, _ := check.PresetOf(name)
		if section := markdownOf(&p); !bytes.Contains(text, []byte(section)) {
			t.Errorf("docs/configuration.md should have\n%s", section)
		}
	}
}

// markdownOf documents a policy.
func markdownOf(p *check.Preset) string {
	checks := "the default: `self`, and `hulls` where a model has collision hulls"
	if p.Checks != 0 {
		checks = "`" + strings.ReplaceAll(p.Checks.String(), ",", "`, `") + "`"
	}
	by := map[string][]string{}
	for _, item := range strings.Split(p.FailOn, ",") {
		name, severity, given := strings.Cut(item, ":")
		if !given {
			severity = "error"
		}
		by[severity] = append(by[severity], "`"+name+"`")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n\n| | |\n|---|---|\n| checks | %s |\n", p.Name, p.Why, checks)
	for _, row := range []struct{ severity, what string }{{"error", "fails"}, {"warning", "warning"}, {"info", "does not fail"}, {"off", "off"}} {
		if names := by[row.severity]; names != nil {
			fmt.Fprintf(&b, "| %s | %s |\n", row.what, strings.Join(names, ", "))
		}
	}
	return b.String()
}

// FuzzConfiguration checks that no text makes the parser panic, and that accepted texts can be
// printed and read back.
func FuzzConfiguration(f *testing.F) {
	f.Add(fullConfiguration)
	for _, row := range brokenConfigurations {
		f.Add(row.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		c, err := parsed(text)
		var located *SyntaxError
		if err != nil {
			if !errors.As(err, &located) || located.Line < 1 || located.Column < 1 {
				t.Fatalf("%v has no place", err)
			}
			return
		}
		printed := NewLayers(c, &Settings{}, nil).Effective("/project/a.glb").YAML()
		if _, err := parsed(string(printed)); err != nil {
			t.Fatalf("%v in\n%s", err, printed)
		}
	})
}
