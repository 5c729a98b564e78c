package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/spf13/cobra"
)

const viewHelp = `Make the HTML page of a JSON report without checking anything again. It is
written beside the report (report.html for report.json) unless -o names another
path, whose ending picks the format. "-" reads the report from standard input.

The models are searched for by the paths in the report, from the folder of the
report and then from the working folder. If a model is missing or has changed
(SHA-256), that is a warning, and the page goes without it.

The exit status is 0 if the page was written, whatever the report says, and 3 if
it could not be written.`

func viewCommand() *cobra.Command {
	s := newSettings()
	cmd := &cobra.Command{
		Use:     "view [OPTIONS] REPORT.json",
		Short:   "make a page from a JSON report",
		Long:    viewHelp,
		Example: "  meshcheck --json chair.glb > chair.json\n  meshcheck view chair.json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return &failure{statusUsage, errors.New("view takes one report"), `"meshcheck view report.json" writes report.html`}
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              func(cmd *cobra.Command, args []string) error { return view(cmd.Context(), args[0], s) },
	}
	s.declareOutput(cmd)
	return cmd
}

// view runs the command view.
func view(ctx context.Context, path string, s *settings) error {
	r := newResults(s)
	rep, warnings, err := readReport(ctx, path)
	if err != nil {
		return err
	}
	for _, w := range warnings {
		r.con.warningf("%s: %s", shown(path), w)
	}
	if len(s.outputs) == 0 {
		if path == "-" {
			return &failure{statusUsage, errors.New("a report from standard input needs a path to write to"), "-o page.html"}
		}
		s.outputs = []string{pageBeside(path)}
	}
	if err := r.prepareView(rep, path, output.Sources{}); err != nil {
		return err
	}
	defer r.reports.Close()
	models := r.finder(filepath.Dir(path))
	r.reports.BeginPages(rep)
	r.reports.Models = make(assets.List, len(rep.Files))
	for i := range rep.Files {
		if r.reports.Models[i], err = r.draw(ctx, models, &rep.Files[i], rep.OptionsOf(&rep.Files[i]), r.reports.Needs().For(&rep.Files[i], len(rep.Files)), len(rep.Files)); err != nil {
			return err
		}
		r.reports.AddPage(&rep.Files[i], r.reports.Models[i])
	}
	return r.writeView(ctx, rep)
}

// prepareView prepares the reports that are made of the one at path, which must not overwrite it, its
// models or the other sources.
func (r *results) prepareView(rep *report.Report, path string, others output.Sources) (err error) {
	folder := filepath.Dir(path)
	inputs := []string{path}
	for i := range rep.Files {
		inputs = append(inputs, model.Candidates(folder, rep.Files[i].Path)...)
		if a := rep.Files[i].Against; a != nil {
			inputs = append(inputs, model.Candidates(folder, a.Path)...)
		}
	}
	r.reports, err = r.settings.prepareReports(others.With("input", inputs...))
	return err
}

// finder returns a finder of the models of a report in a folder.
func (r *results) finder(folder string) *model.Finder {
	return &model.Finder{Folder: folder, Threads: r.settings.allThreads(), Memory: r.memory, Named: r.reports.Spare}
}

// readReport reads the JSON report at path, and says what there is to know about it.
func readReport(ctx context.Context, path string) (*report.Report, []string, error) {
	in := os.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, &failure{status: statusNotChecked, err: fmt.Errorf("%s: %w", shown(path), fserror.Cause(err))}
		}
		defer f.Close()
		in = f
	}
	var rep *report.Report
	var warnings []string
	read := make(chan error, 1)
	go func() {
		files, err := json.NewFiles(in)
		if err == nil {
			warnings = files.Warnings()
			rep, err = files.All()
		}
		read <- err
	}()
	// The report may be a pipe that nobody writes to, so an interrupted run does not
	// wait for it to end.
	select {
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	case err := <-read:
		if err != nil {
			return nil, nil, &failure{
				statusNotChecked, fmt.Errorf("%s: %w", shown(path), fserror.Cause(err)),
				`"meshcheck -o report.json model.glb" writes a report that can be viewed`,
			}
		}
		return rep, warnings, nil
	}
}

// pageBeside returns the path of the page for a report.
func pageBeside(path string) string {
	if ext := filepath.Ext(path); strings.EqualFold(ext, ".json") {
		path = strings.TrimSuffix(path, ext)
	}
	return path + ".html"
}

// draw returns what the reports show of a file, one of several, that was checked with the given options. It fails only when the context ends.
func (r *results) draw(ctx context.Context, models *model.Finder, f *report.File, o *check.Options, needs report.Needs, files int) (*assets.File, error) {
	if f.Result == nil || !needs.Models() {
		return nil, nil
	}
	drawn, err := models.Draw(ctx, f, o, needs, files)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		r.con.warningf("%s: %s; it is shown without the model", shown(f.Path), err)
		return &assets.File{NoModel: err.Error()}, nil
	}
	return drawn, nil
}

// writeView writes the report in all requested formats and prints where.
func (r *results) writeView(ctx context.Context, rep *report.Report) error {
	if err := r.reports.WriteFiles(ctx, rep, r.sum, r.wrote); err != nil {
		return err
	}
	var said bytes.Buffer
	for _, path := range r.reports.Written() {
		fmt.Fprintf(&said, "wrote %s\n", shown(path))
	}
	if !r.settings.quiet {
		r.wrote(stdout, r.con.result(said.Bytes()))
	}
	return r.exit(check.Pass)
}
