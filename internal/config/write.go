package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/report/wording"
)

// YAML writes the settings as a configuration, with a comment behind each value that says
// where it came from. A key without a value is a comment itself.
func (e *Effective) YAML() []byte {
	var b bytes.Buffer
	for i := range keys {
		k := &keys[i]
		text := k.show(&e.Settings)
		switch {
		case k.name == "severities": // fail-on has them
		case k.name == "fail-on" && text != "":
			fmt.Fprintf(&b, "fail-on:\n")
			for _, item := range strings.Split(e.Settings.FailOn.String(), ",") {
				name, _, _ := strings.Cut(item, ":")
				fmt.Fprintf(&b, "  - %s # %s\n", quoted(item), e.origin("fail-on:"+name))
			}
		case text == "":
			fmt.Fprintf(&b, "# %s: none # %s\n", k.name, e.origin(k.name))
		case strings.HasPrefix(text, "\n"):
			fmt.Fprintf(&b, "%s: # %s%s\n", k.name, e.origin(k.name), indented(text))
		default:
			fmt.Fprintf(&b, "%s: %s # %s\n", k.name, text, e.origin(k.name))
		}
	}
	return b.Bytes()
}

var plainWord = regexp.MustCompile(`^[A-Za-z][A-Za-z_-]*$`)

// quoted writes a text as YAML.
func quoted(s string) string {
	if plainWord.MatchString(s) && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}, strings.ToLower(s)) {
		return s
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // no string fails
	return string(wording.EscapeLogCommands([]byte(strings.TrimSuffix(b.String(), "\n"))))
}

// list writes texts as a YAML list of a line each, "" for none.
func list(texts []string) string {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString("\n- " + quoted(text))
	}
	return b.String()
}

// listed writes a list with commas as a YAML list.
func listed(s string) string {
	if s == "" {
		return ""
	}
	return list(strings.Split(s, ","))
}

// indented writes lines two columns further in.
func indented(lines string) string { return strings.ReplaceAll(lines, "\n", "\n  ") }
