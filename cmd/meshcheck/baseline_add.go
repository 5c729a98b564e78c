package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/internal/fserror"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/report/baseline"
)

const baselineAddHelp = `Add decisions to a baseline: files that the page of a report exports, or other
baselines. A line replaces the line about the same place, unless that was
decided later. Remarks in the baseline stay. Of the remarks in a file of
decisions, those directly above a line come with it: who accepted it, and what
others said.

The paths in all files must begin at the folder of the baseline. A malformed
line is named, and nothing is written.`

func baselineAddCommand() *cobra.Command {
	s := newSettings()
	s.baseline.mode = baselineAdd
	cmd := &cobra.Command{
		Use:     "add [OPTIONS] DECISIONS...",
		Short:   "add decisions made on a page",
		Long:    baselineAddHelp,
		Example: "  meshcheck baseline add meshcheck-decisions.txt",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &failure{statusUsage, errors.New("add takes files of decisions"), `the page of "meshcheck -o report.html PATH..." exports them`}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, files []string) error { return addDecisions(files, s) },
	}
	cmd.Flags().StringVar(&s.Baseline, "baseline", baselineFile, "the baseline to add to, a `FILE`")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "print errors only")
	_ = cmd.MarkFlagFilename("baseline")
	return cmd
}

// addDecisions runs the command baseline add.
func addDecisions(files []string, s *settings) error {
	if s.Baseline == "" {
		return &failure{statusUsage, errors.New("--baseline is empty"), ""}
	}
	b, err := openBaseline(s, output.Sources{}.With("input", files...))
	if err != nil {
		return err
	}
	defer b.discard()
	var all baseline.Added
	for _, file := range files {
		decisions, err := readBaseline(file)
		if bad := malformed(file, err); bad != nil {
			return bad
		}
		if err != nil {
			return &failure{statusUsage, fmt.Errorf("%s: %w", shown(file), fserror.Cause(err)), ""}
		}
		a := b.lines.Add(decisions)
		all.New, all.Replaced, all.Kept = all.New+a.New, all.Replaced+a.Replaced, all.Kept+a.Kept
	}
	r := newResults(s)
	r.saveBaseline(b, fmt.Sprintf("%d accepted, %d of them new, %d changed", b.lines.Len(), all.New, all.Replaced))
	switch {
	case r.broken:
		return exitWith(statusNotChecked)
	case r.con.gone:
		return exitWith(statusUnread)
	}
	return nil
}

// malformed returns the failure that names the place of a malformed line, or nil for other errors.
func malformed(file string, err error) error {
	var bad *baseline.Error
	if !errors.As(err, &bad) {
		return nil
	}
	return &failure{statusUsage, fmt.Errorf("%s:%d:%d: %w", shown(file), bad.Line, bad.Column, bad.Err), ""}
}
