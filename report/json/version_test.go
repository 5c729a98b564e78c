package json

import (
	"bytes"
	encoding "encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update-schema", false, "write the list of what the schema has, if its version has grown")

// TestVersions: what the schema has may only change together with its minor version, which the golden
// file states in its first line. docs/reports.md has the rule.
func TestVersions(t *testing.T) {
	var root map[string]any
	if err := encoding.Unmarshal(schema, &root); err != nil {
		t.Fatal(err)
	}
	const path = "testdata/schema.txt"
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	version, before, _ := strings.Cut(string(golden), "\n")
	now := strings.Join(contentsOf(root, "report"), "")
	current := fmt.Sprintf("schema 1, schema_minor %d", schemaMinor)
	switch {
	case version == current && now == before:
	case version == current:
		t.Fatalf("the schema has changed since schema_minor %d: raise schemaMinor, say in the description of schema_minor what is new, and run\n"+
			"go test ./report/json -run TestVersions -update-schema\nIf something has gone or has another meaning, schema itself must grow.\n%s", schemaMinor, difference(before, now))
	case *update:
		if err := os.WriteFile(path, []byte(current+"\n"+now), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("%s is of %s, the code of %s: go test ./report/json -run TestVersions -update-schema", path, version, current)
	}
	properties := root["properties"].(map[string]any)
	if properties["schema"].(map[string]any)["const"] != 1.0 {
		t.Error("the schema is not 1")
	}
	if says := properties["schema_minor"].(map[string]any)["description"].(string); !strings.Contains(says, fmt.Sprintf(" %d: ", schemaMinor)) {
		t.Errorf("the description of schema_minor does not say what is new in %d", schemaMinor)
	}
	page, err := os.ReadFile("../../docs/reports.md")
	if err != nil || !bytes.Contains(page, fmt.Appendf(nil, "`\"schema_minor\": %d`", schemaMinor)) {
		t.Errorf("docs/reports.md names another schema_minor than %d, %v", schemaMinor, err)
	}
	if !bytes.Contains(summarySchema, []byte(`"schema": {"const": 1`)) {
		t.Error("the schema of the summary is another one")
	}
}

// contentsOf returns a line for each object and each list of words of a schema: its members, of which
// those with a star are required, or its words.
func contentsOf(node any, path string) (lines []string) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			lines = append(lines, contentsOf(item, path)...)
		}
	case map[string]any:
		if properties, ok := node["properties"].(map[string]any); ok {
			lines = append(lines, path+": "+strings.Join(starred(slices.Sorted(maps.Keys(properties)), node["required"]), " ")+"\n")
		}
		if words, ok := node["enum"]; ok {
			lines = append(lines, fmt.Sprint(path, " = ", words, "\n"))
		}
		for _, name := range slices.Sorted(maps.Keys(node)) {
			below := path + "." + name
			if name == "properties" || name == "$defs" || name == "items" || strings.HasSuffix(name, "Of") {
				below = path
			}
			if name != "enum" && name != "required" {
				lines = append(lines, contentsOf(node[name], below)...)
			}
		}
	}
	return lines
}

// starred marks the names that are required.
func starred(names []string, required any) []string {
	list, _ := required.([]any)
	for i, name := range names {
		if slices.Contains(list, any(name)) {
			names[i] += "*"
		}
	}
	return names
}

// difference returns the lines that only one of two texts has.
func difference(before, now string) string {
	var b strings.Builder
	old, lines := strings.Split(before, "\n"), strings.Split(now, "\n")
	for _, line := range old {
		if !slices.Contains(lines, line) {
			fmt.Fprintln(&b, "-", line)
		}
	}
	for _, line := range lines {
		if !slices.Contains(old, line) {
			fmt.Fprintln(&b, "+", line)
		}
	}
	return b.String()
}
