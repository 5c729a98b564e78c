package loader

import (
	"encoding/json"
	"strings"
)

// nodeExtras keeps of a node's extras the members that are text, numbers, true or
// false, by which rules can name nodes, and nothing of the rest, which can be large.
type nodeExtras map[string]string

const (
	// mostExtras is the number of members kept, longestExtra that of the bytes of each.
	mostExtras, longestExtra = 64, 256
	// extraSize is what keeping one costs beside its text.
	extraSize = 64
)

// UnmarshalJSON takes any JSON value. Of a long object the first members are kept, in
// the order of the file.
func (e *nodeExtras) UnmarshalJSON(data []byte) error {
	*e = nil
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.UseNumber()
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return err
	}
	for dec.More() && len(*e) < mostExtras {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		e.keep(key.(string), value)
	}
	return nil
}

func (e *nodeExtras) keep(key string, value json.RawMessage) {
	text := string(value)
	switch {
	case len(key)+len(text) > longestExtra, text[0] == '{', text[0] == '[', text == "null":
		return
	case text[0] == '"':
		if json.Unmarshal(value, &text) != nil {
			return
		}
	}
	if *e == nil {
		*e = nodeExtras{}
	}
	(*e)[key] = text
}
