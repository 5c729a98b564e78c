package json

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// readAs are the types that values are read and written as.
var readAs = map[reflect.Type]reflect.Type{
	reflect.TypeFor[check.Counts]():       reflect.TypeFor[Tally](),
	reflect.TypeFor[check.Options]():      reflect.TypeFor[Options](),
	reflect.TypeFor[check.HullResult]():   reflect.TypeFor[wireHulls](),
	reflect.TypeFor[report.Judged]():      reflect.TypeFor[wireBaseline](),
	reflect.TypeFor[report.Changes]():     reflect.TypeFor[wireChanges](),
	reflect.TypeFor[check.Totals]():       reflect.TypeFor[Totals](),
	reflect.TypeFor[check.Object]():       reflect.TypeFor[wireObject](),
	reflect.TypeFor[check.Face]():         reflect.TypeFor[wireFace](),
	reflect.TypeFor[check.Finding]():      reflect.TypeFor[wireFinding](),
	reflect.TypeFor[check.Region]():       reflect.TypeFor[wireRegion](),
	reflect.TypeFor[check.Nearest]():      reflect.TypeFor[wireNearest](),
	reflect.TypeFor[check.UVTile]():       reflect.TypeFor[wireTile](),
	reflect.TypeFor[check.PoseOptions]():  reflect.TypeFor[wirePoseOptions](),
	reflect.TypeFor[check.Pose]():         reflect.TypeFor[wirePose](),
	reflect.TypeFor[check.PoseClip]():     reflect.TypeFor[wireClip](),
	reflect.TypeFor[check.PosePlace]():    reflect.TypeFor[wirePosePlace](),
	reflect.TypeFor[check.PaddingLimit](): reflect.TypeFor[wirePaddingLimit](),
}

// otherwise are members that are written although their types say that they may be left out, as lists
// are that are written by hand, or that older reports lack.
var otherwise = map[string]bool{
	"Mesh.regions": true, "Mesh.findings": true, "wirePair.regions": true, "wirePair.findings": true,
	"wireNearest.distance": true, "wireNearest.points": true, "SheetResult.wide": true, "IslandPair.wide": true,
}

// TestTypesAreTheSchema: the members of each type are those of the object in the schema, and those without
// an option to be left out are required there.
func TestTypesAreTheSchema(t *testing.T) {
	var root map[string]any
	if err := json.Unmarshal(Schema(), &root); err != nil {
		t.Fatal(err)
	}
	s := schemaTest{t, root, map[reflect.Type]bool{}}
	s.object(root, reflect.TypeFor[struct {
		wireHead
		Files []wireFile `json:"files"`
	}](), "")
	if len(s.seen) < 40 {
		t.Errorf("only %d types", len(s.seen))
	}
}

// TestTypesAreTheSummarySchema is TestTypesAreTheSchema for the schema of summaries.
func TestTypesAreTheSummarySchema(t *testing.T) {
	var root map[string]any
	if err := json.Unmarshal(SummarySchema(), &root); err != nil {
		t.Fatal(err)
	}
	s := schemaTest{t, root, map[reflect.Type]bool{}}
	s.object(root, reflect.TypeFor[struct {
		summaryHead
		Files []report.Row `json:"files"`
	}](), "")
	if !s.seen[reflect.TypeFor[report.WorstPlace]()] || !s.seen[reflect.TypeFor[report.Skipped]()] {
		t.Errorf("only %v", s.seen)
	}
}

type schemaTest struct {
	t    *testing.T
	root map[string]any
	seen map[reflect.Type]bool
}

// member is a member of an object by its type.
type member struct {
	of       string // the struct that has it
	required bool
	value    reflect.Type
}

func membersOf(t reflect.Type) map[string]member {
	all := map[string]member{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && options == "inline" && f.Type == reflect.TypeFor[map[string]jsontext.Value]():
			maps.Copy(all, ownMembers(t))
		case name == "" && (f.Anonymous || options == "inline"):
			for name, inlined := range membersOf(f.Type) {
				if _, outer := all[name]; !outer {
					all[name] = inlined
				}
			}
		case name != "" && name != "-":
			all[name] = member{t.Name(), options == "", f.Type}
		}
	}
	return all
}

// ownMembers returns the members of a struct by the names of checks.
func ownMembers(t reflect.Type) map[string]member {
	all := map[string]member{}
	for _, c := range check.All.Members() {
		switch section, of := c.NewSection(), (&check.Options{}).Of(c); {
		case t == reflect.TypeFor[fileSections]() && hasOwn(section):
			all[c.String()] = member{t.Name(), false, reflect.TypeOf(section)}
		case t == reflect.TypeFor[Options]() && of != nil:
			all[c.String()] = member{t.Name(), false, reflect.TypeOf(of)}
		}
	}
	return all
}

// resolved returns what a schema refers to.
func (s *schemaTest) resolved(node map[string]any) map[string]any {
	for ref, ok := node["$ref"].(string); ok; ref, ok = node["$ref"].(string) {
		node = s.root
		for _, name := range strings.Split(ref, "/")[1:] {
			node = node[name].(map[string]any)
		}
	}
	return node
}

// object compares an object of the schema with a struct.
func (s *schemaTest) object(node map[string]any, t reflect.Type, path string) {
	s.seen[t] = true
	properties, _ := node["properties"].(map[string]any)
	members := membersOf(t)
	if got, want := slices.Sorted(maps.Keys(properties)), slices.Sorted(maps.Keys(members)); !slices.Equal(got, want) {
		s.t.Errorf("%s has %v in the schema, and %v as a %s", path, got, want, t)
	}
	for name, m := range members {
		required := node["required"] != nil && slices.Contains(node["required"].([]any), any(name))
		if required != m.required && !otherwise[m.of+"."+name] {
			s.t.Errorf("%s.%s is required in the schema: %t, but not as %s.%[2]s", path, name, required, m.of)
		}
		if p, ok := properties[name].(map[string]any); ok {
			s.value(p, m.value, path+"."+name)
		}
	}
}

// value compares what a value may be with its type.
func (s *schemaTest) value(node map[string]any, t reflect.Type, path string) {
	node = s.resolved(node)
	if of, ok := node["oneOf"].([]any); ok {
		node, t = of[len(of)-1].(map[string]any), reflect.TypeFor[uvTransform]()
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if as := readAs[t]; as != nil {
		t = as
	}
	kinds := map[reflect.Kind]string{reflect.Int: "integer", reflect.Int64: "integer", reflect.Uint32: "integer", reflect.Float64: "number", reflect.Bool: "boolean", reflect.String: "string"}
	want, given := node["type"].(string)
	items, _ := node["items"].(map[string]any)
	switch {
	case want == "object" && node["properties"] == nil: // which another schema describes
	case t == reflect.TypeFor[Tally]():
		s.tally(node, path)
	case t == reflect.TypeFor[Totals](), s.seen[t], !given:
	case want == "array" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array):
		if items != nil {
			s.value(items, t.Elem(), path+"[]")
		}
	case want == "object" && t.Kind() == reflect.Struct:
		s.object(node, t, path)
	case (t.Kind() == reflect.Uint8 || t.Kind() == reflect.Uint16) && want == "string", kinds[t.Kind()] == want, want == "array":
	default:
		s.t.Errorf("%s is an %s, and not a %s", path, want, t)
	}
}

// tally sees to it that numbers by rule have all rules.
func (s *schemaTest) tally(node map[string]any, path string) {
	of := selfRules
	if path == ".files[].objects.pairs" {
		of = pairRules
	}
	for _, r := range of.rules {
		if node["properties"].(map[string]any)[of.word(r)] == nil {
			s.t.Errorf("%s has no %s", path, r)
		}
	}
}

// Findings and regions are written by hand as the library writes what they are read as.
func TestAppendersWriteTheTypes(t *testing.T) {
	for _, row := range []struct {
		text string
		into any
	}{
		{string(Marshal(&check.Finding{Rule: check.Crossing, B: &check.Face{CutFrom: 2}, Severity: check.Info, Region: 3})), &wireFinding{}},
		{string(forgetful.appendRegion(nil, 2, &check.Region{Number: 4, Shells: []int{1}, Counts: check.Counts{ThroughEdge: 1}})), &wireRegion{}},
	} {
		var names map[string]json.RawMessage
		if err := json.Unmarshal([]byte(row.text), &names); err != nil {
			t.Fatal(err)
		}
		members := membersOf(reflect.TypeOf(row.into).Elem())
		for name := range names {
			if _, known := members[name]; !known {
				t.Errorf("%T has no %s", row.into, name)
			}
		}
	}
}
