package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

const configHelp = `Print the configuration that is in force, for all files or for the one at PATH,
which need not exist, as YAML that is a configuration itself. Behind each value
stands where it came from: a flag, a line of the configuration, a policy, or the
default. The options are those of a check.

"meshcheck config --schema" prints the JSON Schema of configurations, for editors.`

func configCommand() *cobra.Command {
	s := newSettings()
	schema := false
	cmd := &cobra.Command{
		Use:                   "config [--schema] [OPTIONS] [PATH]",
		DisableFlagsInUseLine: true,
		Short:                 "Print the configuration in force, and where it came from",
		Long:                  configHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || schema && len(args) > 0 {
				return &failure{statusUsage, errors.New("config takes at most one path, and none with --schema"), `"meshcheck config chair.glb"`}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if schema {
				_, err := cmd.OutOrStdout().Write(configSchema())
				return err
			}
			text, err := s.effectiveYAML(args)
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
	s.declare(cmd.Flags())
	for _, idle := range []string{"output", "format", "json", "threads", "quiet", "timings", "cache", "version", "hulls", "against"} {
		_ = cmd.Flags().MarkHidden(idle)
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema of configurations")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	return cmd
}

// effectiveYAML writes the configuration that is in force for a path, or for all others.
func (s *settings) effectiveYAML(path []string) ([]byte, error) {
	l, err := s.layers()
	if err != nil {
		return nil, err
	}
	e := l.effective("", nil)
	if len(path) > 0 {
		e = l.forPath(path[0])
	}
	return e.yaml(), nil
}

// yaml writes the settings with a comment behind each value. A key without a value is a
// comment itself.
func (e *effective) yaml() []byte {
	var b bytes.Buffer
	for i := range keys {
		k := &keys[i]
		text := k.show(&e.settings)
		switch {
		case k.name == "severities": // fail-on has them
		case k.name == "fail-on" && text != "":
			fmt.Fprintf(&b, "fail-on:\n")
			for _, item := range strings.Split(e.settings.failOn.String(), ",") {
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

// configSchema returns the JSON Schema (draft 2020-12) of configurations.
func configSchema() []byte {
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
