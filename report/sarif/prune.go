package sarif

import (
	"bytes"
	"encoding/json"
)

// withoutDefaults returns a SARIF log as plain JSON values, less the members that
// say nothing: the library writes every empty list, and -1 for every number that is
// not set. An empty list of results stays, for it says that nothing was found.
func withoutDefaults(log any) (any, error) {
	text, err := json.Marshal(log)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // as they stand
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	prune(v)
	return v, nil
}

// prune leaves the properties alone, which are ours.
func prune(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			prune(item)
		}
	case map[string]any:
		for name, member := range v {
			if name == "properties" && !saysNothing(member) {
				continue
			}
			if name != "results" && saysNothing(member) {
				delete(v, name)
				continue
			}
			prune(member)
		}
	}
}

func saysNothing(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	case json.Number:
		return v == "-1"
	}
	return false
}
