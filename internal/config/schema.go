package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/check"
)

// Schema returns the JSON Schema (draft 2020-12) of configurations.
func Schema() []byte {
	var members []string
	for i := range keys {
		members = append(members, fmt.Sprintf(`%q:{"description":%q,"allOf":[%s]}`, keys[i].name, keys[i].about, keys[i].schema))
	}
	all := strings.Join(members, ",")
	globs := `{"oneOf":[{"type":"string","minLength":1},{"type":"array","items":{"type":"string","minLength":1}}]}`
	text := `{"$schema":"https://json-schema.org/draft/2020-12/schema",` +
		`"$id":"https://github.com/meshcheck/meshcheck/config-schema.json",` +
		`"title":"meshcheck configuration",` +
		`"description":"What meshcheck checks and what fails: .meshcheck.yaml in the working folder or above.",` +
		`"type":["object","null"],"additionalProperties":false,"properties":{` + all +
		`,"overrides":{"description":"Sections for some files. Of several that match a file a later one counts for more.","type":"array","items":` +
		`{"type":"object","required":["files"],"additionalProperties":false,"properties":{"files":` +
		`{"description":"Globs for paths, relative to the folder of the configuration; without a slash for names in any folder.","allOf":[` + globs + `]},` + all + `}}}}}`
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(text), "", "  "); err != nil {
		panic("the schema of configurations is not JSON: " + err.Error())
	}
	return append(out.Bytes(), '\n')
}

const lengthSchema = `{"type":["string","number"]}`

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

func profileSchema() string {
	var severities []string
	for _, name := range hullRuleNames() {
		severities = append(severities, fmt.Sprintf(`%q:{"enum":["error","warning","info"]}`, name))
	}
	share := `{"type":["number","string"]}`
	return `{"oneOf":[` + enumSchema(ProfileNames()) + `,{"type":"object","required":["name"],"additionalProperties":false,"properties":{` +
		`"name":{"type":"string","minLength":1},"base":` + enumSchema(ProfileNames()) +
		`,"vertices":{"type":"integer","minimum":0},"faces":{"type":"integer","minimum":0},"gap":` + share + `,"excess":` + share + `,"fit":` + share +
		`,"schemes":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]},"severities":{"type":"object","additionalProperties":false,"properties":{` +
		strings.Join(severities, ",") + `}}}}]}`
}
