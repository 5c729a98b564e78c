package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/internal/config"
)

const configHelp = `Print the configuration in effect, for all files or for the one at PATH,
which need not exist. The output is YAML, and a configuration itself. A comment
after each value names its origin: a flag, a line of the configuration,
a policy, or the default. The options are those of a check.`

func configCommand() *cobra.Command {
	s := newSettings()
	schema := false
	cmd := &cobra.Command{
		Use:   "config [OPTIONS] [PATH]",
		Short: "print the configuration in effect",
		Long:  configHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || schema && len(args) > 0 {
				return &failure{statusUsage, errors.New("config takes at most one path, or no path with --schema"), `"meshcheck config chair.glb"`}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if schema {
				_, err := cmd.OutOrStdout().Write(config.Schema())
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
	s.declare(cmd)
	for _, idle := range []string{"output", "format", "json", "threads", "quiet", "timings", "cache", "hulls", "against"} {
		_ = cmd.Flags().MarkHidden(idle)
	}
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema of configurations")
	return cmd
}

// effectiveYAML returns the configuration in effect for a path, or without overrides.
func (s *settings) effectiveYAML(path []string) ([]byte, error) {
	l, err := s.layers()
	if err != nil {
		return nil, err
	}
	if len(path) == 0 {
		path = []string{""}
	}
	return l.Effective(path[0]).YAML(), nil
}
