package config

import (
	"encoding/json"
	"maps"
)

// schema is a JSON Schema.
type schema map[string]any

var (
	textSchema   = schema{"type": "string", "minLength": 1}
	textsSchema  = listSchema(schema{"type": "string"}, false)
	lengthSchema = schema{"type": []string{"string", "number"}}
)

// listSchema returns the schema of a list of items, or of a single item that is a string.
func listSchema(item schema, needed bool) schema {
	list := schema{"type": "array", "items": item}
	if needed {
		list["minItems"] = 1
	}
	return schema{"oneOf": []schema{{"type": "string"}, list}}
}

// mappingSchema returns the schema of an object with these members only.
func mappingSchema(properties schema, required ...string) schema {
	s := schema{"type": "object", "additionalProperties": false, "properties": properties}
	if required != nil {
		s["required"] = required
	}
	return s
}

// properties returns the schemas of the values of keys.
func properties[T any](keys []key[T]) schema {
	all := schema{}
	for i := range keys {
		s := maps.Clone(keys[i].schema)
		if keys[i].about != "" {
			s["description"] = keys[i].about
		}
		all[keys[i].name] = s
	}
	return all
}

// Schema returns the JSON Schema (draft 2020-12) of configurations.
func Schema() []byte {
	override := properties(overrideKeys())
	maps.Copy(override, properties([]key[section]{filesKey}))
	all := properties(keys)
	all["overrides"] = schema{"type": "array", "items": mappingSchema(override, "files"),
		"description": "Sections for some files. Of several that match a file a later one counts for more."}
	s := mappingSchema(all)
	s["type"] = []string{"object", "null"}
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["$id"] = "https://github.com/meshcheck/meshcheck/config-schema.json"
	s["title"] = "meshcheck configuration"
	s["description"] = "What meshcheck checks and what fails: .meshcheck.yaml in the working folder or above."
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("the schema of configurations is not JSON: " + err.Error())
	}
	return append(text, '\n')
}
