package sarif

import (
	"bytes"
	"encoding/json"
)

// withoutDefaults returns a SARIF log as plain JSON values, without the meaningless members that
// the library writes: every empty list, and -1 for every unset number. An empty list of results
// stays, because it means that nothing was found.
func withoutDefaults(log any) (any, error) {
	text, err := json.Marshal(log)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // keep numbers as written
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	prune(v)
	return v, nil
}

// prune leaves properties alone, which are our own.
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
