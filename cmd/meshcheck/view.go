package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/mesh"
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
	var v viewer
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
		RunE:              func(cmd *cobra.Command, args []string) error { return v.view(cmd.Context(), args[0]) },
	}
	v.settings.declareOutput(cmd)
	return cmd
}

// viewer writes an existing report in other formats.
type viewer struct {
	settings settings
	runner   runner
	folder   string // of the report
}

// view runs the command view.
func (v *viewer) view(ctx context.Context, path string) error {
	v.runner = runner{con: newConsole(v.settings.quiet), settings: &v.settings, memory: memoryFor(v.settings.memory)}
	limits.SetHeap(v.runner.memory)
	v.folder = filepath.Dir(path)
	rep, warnings, err := readReport(ctx, path)
	if err != nil {
		return err
	}
	for _, w := range warnings {
		v.runner.con.warningf("%s: %s", shown(path), w)
	}
	if len(v.settings.outputs) == 0 {
		if path == "-" {
			return &failure{statusUsage, errors.New("a report from standard input needs a path to write to"), "-o page.html"}
		}
		v.settings.outputs = []string{pageBeside(path)}
	}
	inputs := []string{path}
	for i := range rep.Files {
		inputs = append(inputs, model.Candidates(v.folder, rep.Files[i].Path)...)
		if a := rep.Files[i].Against; a != nil {
			inputs = append(inputs, model.Candidates(v.folder, a.Path)...)
		}
	}
	outputs, err := prepareOutputs(v.settings.outputs, sources{}.with("input", inputs...))
	if err != nil {
		return err
	}
	defer outputs.discard()
	v.runner.outputs = outputs
	if err := v.attachAll(ctx, rep); err != nil {
		return err
	}
	return v.write(ctx, rep)
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

// attachAll attaches the models that the formats need to the files of the report, unless
// a model has changed.
func (v *viewer) attachAll(ctx context.Context, rep *report.Report) error {
	r := &v.runner
	needs := r.outputs.needs()
	if needs == (report.Needs{}) {
		return nil
	}
	r.models = make(assets.List, len(rep.Files))
	for i := range rep.Files {
		f := &rep.Files[i]
		if f.Result == nil {
			continue
		}
		var err error
		r.models[i], err = v.attach(ctx, f, needs, len(rep.Files))
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			r.models[i] = &assets.File{NoModel: err.Error()}
			r.con.warningf("%s: %s; it is shown without the model", shown(f.Path), err)
		}
	}
	return nil
}

// attach returns the assets of one file, or the reason why it has none. Of two files of that
// name, it takes the one that has not changed.
func (v *viewer) attach(ctx context.Context, f *report.File, needs report.Needs, files int) (made *assets.File, err error) {
	if f.Path == "-" {
		return nil, errors.New("the model came from standard input")
	}
	threads := v.runner.threads()
	draw := func(s *mesh.Scene) (err error) {
		made, err = assets.New(ctx, s, f.Result, needs, excerptOptions(files, threads))
		return err
	}
	finder := model.Finder{Folder: v.folder, Threads: threads, Memory: v.runner.memory, UVs: f.Result.UV() != nil, Named: v.runner.outputs.spare}
	scene, err := finder.Find(ctx, f.Path, f.SHA256, func(s *mesh.Scene) error {
		if f.Against != nil {
			return nil
		}
		return draw(s)
	})
	if err != nil || f.Against == nil {
		return made, err
	}
	other, err := finder.Find(ctx, f.Against.Path, f.Against.SHA256, func(*mesh.Scene) error { return nil })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown(f.Against.Path), err)
	}
	if scene, err = model.Join(scene, other, f.Path, f.Against.Path); err != nil {
		return nil, &againstError{f.Against.Path, err}
	}
	err = draw(scene)
	return made, err
}

// write writes the report in all requested formats and prints where.
func (v *viewer) write(ctx context.Context, rep *report.Report) error {
	r := &v.runner
	if err := r.writeAll(ctx, rep); err != nil {
		return err
	}
	var said bytes.Buffer
	for _, o := range r.outputs {
		if o.Written() {
			fmt.Fprintf(&said, "wrote %s\n", shown(o.path))
		}
	}
	if !v.settings.quiet {
		r.wrote(stdout, r.con.result(said.Bytes()))
	}
	if r.broken {
		return exitWith(statusNotChecked)
	}
	return nil
}
