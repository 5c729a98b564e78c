package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/token"
	"github.com/meshcheck/meshcheck/report/wording"
)

// The encoder of package yaml writes control characters as they are, and numbers in texts
// such as "1e3" without quotes.

// YAML writes the settings as a configuration, with a comment after each value about its
// origin. A key without a value is commented out.
func (e *Effective) YAML() []byte {
	var b bytes.Buffer
	for i := range keys {
		k := &keys[i]
		if k.show == nil {
			continue
		}
		v, comment := k.show(&e.Settings), " # "+e.origin(k.name)
		switch {
		case v == nil:
			fmt.Fprintf(&b, "# %s: none%s\n", k.name, comment)
		case k.name == failOn:
			fmt.Fprintf(&b, "%s:\n", k.name)
			for _, item := range v.([]string) {
				rule, _, _ := strings.Cut(item, ":")
				fmt.Fprintf(&b, "  - %s # %s\n", quoted(item), e.origin(verdictOn+rule))
			}
		default:
			write(&b, "", k.name, v, comment)
		}
	}
	return b.Bytes()
}

// shown is a key with its value, in a form for write.
type shown struct {
	name  string
	value any
}

// showAll returns the keys that have a value.
func showAll[T any](keys []key[T], of *T) []shown {
	var all []shown
	for i := range keys {
		if v := keys[i].show(of); v != nil {
			all = append(all, shown{keys[i].name, v})
		}
	}
	return all
}

// write writes a key with its value (a string, JSON, a []string or a []shown) and a comment
// after the first line.
func write(b *bytes.Buffer, indent, name string, v any, comment string) {
	switch v := v.(type) {
	case string:
		fmt.Fprintf(b, "%s%s: %s%s\n", indent, name, quoted(v), comment)
	case json.RawMessage:
		fmt.Fprintf(b, "%s%s: %s%s\n", indent, name, v, comment)
	case []string:
		fmt.Fprintf(b, "%s%s:%s\n", indent, name, comment)
		for _, text := range v {
			fmt.Fprintf(b, "%s  - %s\n", indent, quoted(text))
		}
	case []shown:
		fmt.Fprintf(b, "%s%s:%s\n", indent, name, comment)
		for _, member := range v {
			write(b, indent+"  ", member.name, member.value, "")
		}
	}
}

var plainWord = regexp.MustCompile(`^[A-Za-z][A-Za-z_-]*$`)

// quoted writes a text as YAML.
func quoted(s string) string {
	if plainWord.MatchString(s) && !token.IsNeedQuoted(s) {
		return s
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // it cannot fail for a string
	return string(wording.EscapeLogCommands([]byte(strings.TrimSuffix(b.String(), "\n"))))
}
