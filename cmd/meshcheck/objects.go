package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/contents"
	"github.com/meshcheck/meshcheck/internal/run"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/text"
)

const objectsHelp = `List what is in models, of any format, without checking them: the tree of their
objects with the mesh that each shows, the unit, which axis is up, what is
hidden or a lower level of detail, collision hulls with what they belong to,
physics colliders, animations, and what was left out and why.

Long rows of objects that show one mesh are folded; --json lists everything. The
exit status is 0, or 3 if some file could not be read.`

// objectsOptions are the settings that change what is listed.
var objectsOptions = []string{"unit", "usd-root", "profile", "hull-names", "timeout", "max-triangles", "allow-empty"}

func objectsCommand() *cobra.Command {
	s := newSettings()
	asJSON := false
	cmd := &cobra.Command{
		Use:     "objects [OPTIONS] PATH...",
		Short:   "list objects, hulls, units of models",
		Long:    objectsHelp,
		Example: "  meshcheck objects scene.fbx\n  meshcheck objects --json --profile unreal props/",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if asJSON {
				s.format = "json"
			}
			return listObjects(cmd.Context(), paths, s)
		},
	}
	f := cmd.Flags()
	for _, name := range objectsOptions {
		for _, flag := range config.Flags(&s.Settings) {
			if flag.Name == name {
				f.Var(flag, flag.Name, flag.About)
			}
		}
	}
	f.Lookup("allow-empty").NoOptDefVal = "true"
	f.BoolVar(&asJSON, "json", false, "print JSON")
	f.Var(&s.memory, "memory", "use no more memory than this, such as 4GB (default: three quarters of what is available)")
	s.inputs.declare(f)
	s.declareConfig(f)
	completeWords(cmd, "profile", config.ProfileNames())
	completeWords(cmd, "unit", check.FileUnits())
	return cmd
}

// listObjects runs the command objects.
func listObjects(ctx context.Context, paths []string, given *settings) error {
	layers, err := given.layers()
	if err != nil {
		return err
	}
	s := *given
	s.Settings = *layers.Base()
	if err := s.validRoot(); err != nil {
		return err
	}
	r := newResults(&s)
	inputs, err := s.gather(ctx, r.con, paths, nil)
	if err != nil {
		return err
	}
	list := contents.List{Version: toolVersion()}
	status := check.Pass
	for i := range inputs {
		f, err := run.Contents(ctx, &inputs[i], layers.Of(inputs[i].Path), s.allThreads(), r.memory)
		if err != nil {
			return err
		}
		if f.Problem != nil {
			status = check.NotChecked
		}
		if s.format == "json" {
			list.Files = append(list.Files, f)
		} else if r.sayObjects(f); r.con.gone {
			break
		}
	}
	if s.format == "json" {
		r.wrote(stdout, r.con.result(list.JSON()))
	}
	switch {
	case r.broken:
		return exitWith(statusNotChecked)
	case r.con.gone:
		return exitWith(statusUnread)
	}
	return exitFor(status)
}

// sayObjects prints what is in a file.
func (r *results) sayObjects(f *contents.File) {
	for _, w := range f.Warnings {
		r.con.warningf("%s: %s", shown(f.Path), shown(w))
	}
	r.wrote(stdout, r.con.result([]byte(text.WrapHanging(f.Text(), r.con.columns()))))
	if hint := report.HintText(f.Problem); hint != "" {
		r.con.hintf("%s", hint)
	}
}
