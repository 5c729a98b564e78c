package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/model"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/internal/pagedfile"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/meshcheck/meshcheck/report/shards"
)

const mergeHelp = `Join the JSON reports of all shards of a run, in any order, into the reports
that one run over all files would have written, byte for byte. If a shard is
missing, duplicated or from a different run, nothing is written.

Pages and marked models need the models, which are searched for from the folder
of the report and from the working folder. The exit status is that of the one
run (0, 1 or 3), and 3 if the reports cannot be merged.

"meshcheck explain shards" says more.`

func mergeCommand() *cobra.Command {
	s := newSettings()
	cmd := &cobra.Command{
		Use:     "merge [OPTIONS] REPORT.json...",
		Short:   "join the JSON reports of shards",
		Long:    mergeHelp,
		Example: "  meshcheck -q --shard 3/16 -o shard-3.json assets      on each machine\n  meshcheck merge shard-*.json -o all.json -o all.html  at the end",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &failure{statusUsage, errors.New("merge takes the reports of shards"), `"meshcheck merge shard-*.json -o all.json" joins them`}
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              func(cmd *cobra.Command, args []string) error { return merge(cmd.Context(), args, s) },
	}
	s.declareOutput(cmd)
	s.declareFormat(cmd)
	return cmd
}

// merger joins the reports of shards.
type merger struct {
	results
	shards []shards.Source
	merge  *shards.Merge
}

// merge runs the command merge.
func merge(ctx context.Context, named []string, s *settings) error {
	m := &merger{results: newResults(s)}
	paths, err := namedShards(named)
	if err != nil {
		return err
	}
	if m.shards, err = openShards(paths); err != nil {
		return err
	}
	if m.reports, err = s.prepareReports(output.Sources{}.With("input", paths...)); err != nil {
		return err
	}
	defer m.reports.Close()
	m.con.expectReader(s.format)
	if m.merge, err = shards.New(m.shards); err != nil {
		return notMerged(err)
	}
	m.spool(m.merge.Inputs(), m.merge.Report())
	for _, w := range m.merge.Warnings() {
		m.con.warningf("%s", w)
	}
	if err := m.addAll(ctx); err != nil {
		return err
	}
	return m.finish(ctx)
}

// namedShards returns the reports that the arguments name; the matches of a glob are sorted.
func namedShards(named []string) ([]string, error) {
	var paths []string
	for _, name := range named {
		switch _, err := os.Stat(name); {
		case name == "":
			return nil, &failure{statusUsage, errors.New("a path is empty"), ""}
		case name == "-":
			return nil, &failure{statusUsage, errors.New("merge reads no report from standard input (-)"), "write the reports of the shards to files"}
		case err == nil || !input.IsGlob(name):
			paths = append(paths, name)
			continue
		}
		found, err := doublestar.FilepathGlob(name)
		if err == nil && len(found) == 0 {
			err = input.ErrNoMatch
		}
		if err != nil {
			return nil, notMerged(fmt.Errorf("%s: %w", shown(name), fserror.Cause(err)))
		}
		paths = append(paths, found...)
	}
	return paths, nil
}

// openShards opens the files at paths.
func openShards(paths []string) ([]shards.Source, error) {
	sources := make([]shards.Source, len(paths))
	for i, path := range paths {
		file, err := pagedfile.New(path, len(paths))
		if err != nil {
			return nil, notMerged(fmt.Errorf("%s: %w", shown(path), fserror.Cause(err)))
		}
		sources[i] = shards.Source{Name: path, JSON: file}
	}
	return sources, nil
}

// notMerged returns the failure of a run that writes nothing because of err.
func notMerged(err error) error {
	f := &failure{status: statusNotChecked, err: err}
	if errors.Is(err, json.ErrMarkup) || errors.Is(err, json.ErrSummary) || errors.Is(err, json.ErrLines) {
		f.hint = "merge takes the .json reports of shards, which -o shard-1.json writes"
	}
	var missing *shards.MissingError
	if errors.As(err, &missing) {
		n := missing.Missing[0]
		f.hint = fmt.Sprintf(`"meshcheck --shard %d/%d -o shard-%d.json PATH..." writes shard %d; nothing is merged without it`, n, missing.Of, n, n)
	}
	return f
}

// addAll reads all files and adds them to the reports.
func (m *merger) addAll(ctx context.Context) error {
	for {
		f, err := m.merge.Next()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == io.EOF:
			return nil
		case err == nil:
			err = m.add(ctx, f)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return notMerged(err)
		}
	}
}

// add adds one file to the reports.
func (m *merger) add(ctx context.Context, f *shards.File) error {
	folder := filepath.Dir(m.shards[f.Source].Name)
	if err := m.reports.Overwritten(output.Sources{}.With("input", model.Candidates(folder, f.Path)...)); err != nil {
		return fmt.Errorf("-o %w", err)
	}
	m.sum.Add(f.File)
	m.line(f.File)
	drawn, err := m.draw(ctx, m.finder(folder), f.File, m.merge.Report().OptionsOf(f.File), m.reports.Needs().For(f.File, m.merge.Inputs()), m.merge.Inputs())
	m.reports.Add(*f.File, nil, drawn)
	return err
}

// finish writes the reports.
func (m *merger) finish(ctx context.Context) error {
	rep := m.merge.Report()
	rep.Files = m.reports.Files()
	m.skip(rep.Skipped)
	if rep.Interrupted {
		m.sum.Interrupt(rep.Unreached)
	}
	m.saySkipped()
	m.sayTotal()
	if err := m.publish(ctx, rep); err != nil {
		return err
	}
	return m.exit(m.sum.Status)
}
