package config

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/checks/parts"
	"github.com/meshcheck/meshcheck/internal/checks/uv"
	"github.com/meshcheck/meshcheck/internal/selector"
)

// keys are all settings, in the order in which they are applied and shown.
var keys = []key[Settings]{
	newKey("policy", "use a set of rules: strict, game, print or collision", presets, func(s *Settings) *string { return &s.Policy }),
	newKey("checks", "check these: "+checkList()+" (default: self, and hulls if there are any)", checks,
		func(s *Settings) *check.Set { return &s.Checks }),
	newKey("parts-of", "what counts as an object: mesh, shell or primitive (default: mesh, one for each node that shows it)", pieces, func(s *Settings) *check.PartsOf { return &s.PartsOf }),
	newKey("allow", "let objects that match A cross those that match B, such as 'Sword*:Belt*'; may be repeated", texts("A:B", parts.ValidateRule), func(s *Settings) *[]string { return &s.Allow }),
	newKey("clearance", "also check that objects stay at least this far apart, such as 0.5mm", length, func(s *Settings) *check.Length { return &s.Clearance }),
	newKey("unit", "unit of length of files that have none (STL, OBJ, PLY, OFF): um, mm, cm, in, ft or m; options may then use lengths such as 0.1mm",
		units, func(s *Settings) *string { return &s.Unit }),
	forRun(newKey("usd-root", "read the layers of USD files from this folder and those below it (default: the folder that is checked, or that of the file)",
		anyFolder, func(s *Settings) *string { return &s.USDRoot })),
	newKey("tolerance", "ignore findings up to this depth, such as 0.1mm or 0.01% of the size of the mesh", tolerance,
		func(s *Settings) *check.Tolerance { return &s.Tolerance }),
	newKey("touch", "list touches too; without it they are only counted", truth, func(s *Settings) *bool { return &s.Touch }),
	excludeKey(),
	forRun(newKey("allow-empty", "let folders and globs without models pass, with a warning", truth, func(s *Settings) *bool { return &s.AllowEmpty })),
	forRun(newKey("baseline", "ignore findings that this file accepts", anyText, func(s *Settings) *string { return &s.Baseline })),
	newKey("max-triangles", "do not check files whose meshes have more triangles", whole(1, math.MaxInt), func(s *Settings) *int { return &s.MaxTriangles }),
	newKey("timeout", "give up on a file after this time, such as 30s or 5m", timeout, func(s *Settings) *time.Duration { return &s.Timeout }),
	newKey("max-findings", "list at most this many findings of a mesh; counts stay exact (default: 10000)", whole(0, math.MaxInt32), func(s *Settings) *int { return &s.MaxFindings }),
	profileKey(),
	newKey("hull-names", "nodes that are collision hulls of their parent's mesh, such as '*_phys'; none finds no hulls; may be repeated", texts("GLOB", validHullName), func(s *Settings) *[]string { return &s.HullNames }),
	newKey("hull-gap", "fail if a mesh reaches out of its hulls by more than this, such as 2cm", length, func(s *Settings) *check.Length { return &s.HullGap }),
	newKey("hull-excess", "fail if hulls reach beyond their mesh by more than this, such as 2cm", length, func(s *Settings) *check.Length { return &s.HullExcess }),
	newKey("uv-unique", "UV sheets in which nothing may overlap, by material, image or set such as 'map2'; sheets for baking always are; may be repeated",
		texts("GLOB", uv.ValidatePattern), func(s *Settings) *[]string { return &s.UVUnique }),
	newKey("uv-padding", "distance that UV islands must keep in texels, such as 4px@1024, or 4px for the size of each image; several with commas",
		padding, func(s *Settings) *[]check.PaddingLimit { return &s.UVPadding }),
	newKey("lightmap", "number or name of the UV set for light maps, such as 1: every mesh must have it, and nothing may overlap in it", uvSet, func(s *Settings) *string { return &s.Lightmap }),
	newKey("uv-profile", "check UV sets as for unity, unreal or web: light map set and padding; --lightmap and --uv-padding win", uvProfiles,
		func(s *Settings) *check.UVProfile { return &s.UVProfile }),
	forCheck(check.Poses, newKey("fps", "look at so many samples a second of a clip or more, besides its keys; 0 looks at keys only (default: 30)",
		rate, func(s *Settings) *float64 { return &s.Poses.Rate })),
	forCheck(check.Poses, newKey("clips", "check only clips with these names, such as 'Walk*'; may be repeated", texts("GLOB", validGlob),
		func(s *Settings) *[]string { return &s.Poses.Clips })),
	forCheck(check.Poses, newKey("max-samples", "do not check the poses of files with more samples in all clips (default: 100000)",
		maxSamples, func(s *Settings) *int { return &s.Poses.MaxSamples })),
	forCheck(check.Poses, newKey("pose-tolerance", "how much deeper than at rest a contact may slide, such as 1mm or 0.5% of the size of the model (default: 0.5%)",
		poseTolerance, func(s *Settings) *check.Tolerance { return &s.Poses.Tolerance })),
	forCheck(check.Poses, newKey("pose-near", "a contact within so many edges along the surface is a fold (default: 2)",
		poseNear, func(s *Settings) *int { return &s.Poses.Near })),
	forCheck(check.Poses, newKey("pose-targets", "also check each morph target alone, as a clip of one sample", truth,
		func(s *Settings) *bool { return &s.Poses.Targets })),
	// Verdicts are shown under fail-on, which takes precedence.
	severitiesKey("how much each kind of finding matters: error, warning, info, off", check.Rules(),
		words("", check.Severity.String, append(check.Severities(), check.Off)...),
		func(s *Settings, severities map[check.Rule]check.Severity) {
			for r, severity := range severities {
				s.FailOn = s.FailOn.With(check.Policy{r: {Severity: severity}})
			}
		}),
	newKey(failOn, "what fails, and from what size on, such as 'crossing:depth>0.5mm,degenerate,touch:off'", policy, func(s *Settings) *check.Policy { return &s.FailOn }),
}

// failOn is the key whose items come from several layers.
const failOn = "fail-on"

func names[T any](keys []key[T]) []string {
	var list []string
	for i := range keys {
		list = append(list, keys[i].name)
	}
	return list
}

// overrideKeys returns the keys that an override can have.
func overrideKeys() []key[Settings] {
	return slices.DeleteFunc(slices.Clone(keys), func(k key[Settings]) bool { return k.run })
}

// forRun makes a key apply to the whole run.
func forRun(k key[Settings]) key[Settings] {
	k.run = true
	return k
}

// forCheck makes a key an option of one check.
func forCheck(c check.Set, k key[Settings]) key[Settings] {
	k.check = c
	return k
}

// excludeKey returns the key for globs relative to the folder of the configuration. Those of
// --exclude, relative to the working folder, apply as well.
func excludeKey() key[Settings] {
	k := newKey("exclude", "skip files and folders that match, from the folder of the configuration", excludes,
		func(s *Settings) *[]string { return &s.Exclude })
	k.copy, k.flag = nil, nil
	return forRun(k)
}

// severitiesKey returns the key for a mapping of rules to severities.
func severitiesKey[T any](about string, rules []check.Rule, k kind[check.Severity], put func(*T, map[check.Rule]check.Severity)) key[T] {
	var names []string
	properties := schema{}
	for _, r := range rules {
		names = append(names, r.String())
		properties[r.String()] = k.schema
	}
	return key[T]{
		name: "severities", about: about, schema: mappingSchema(properties),
		read: func(n ast.Node) (func(to *T), error) {
			read := map[check.Rule]check.Severity{}
			err := eachMember(n, names, func(name string, _, value ast.Node) error {
				return onlyText(value, func(text string) error {
					severity, err := k.parse(text)
					if err != nil {
						return fmt.Errorf("%s %q: %w", name, text, err)
					}
					r, _ := check.ParseRule(name)
					read[r] = severity
					return nil
				})
			})
			return func(to *T) { put(to, read) }, err
		},
	}
}

// checkList lists all checks: "self (each mesh), parts (objects against each other), clearance".
func checkList() string {
	var names []string
	for _, c := range check.All.Members() {
		name := c.String()
		if looks := c.Words().Looks; looks != "" {
			name += " (" + looks + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// validHullName fails for an invalid pattern of hull-names.
func validHullName(text string) error {
	_, err := selector.ParsePath(text)
	return err
}
