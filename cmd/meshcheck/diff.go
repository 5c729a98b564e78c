package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/output"
	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/diff"
	"github.com/meshcheck/meshcheck/report/text"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/spf13/cobra"
)

const diffHelp = `Say what is new, worse, better and fixed in a JSON report since an earlier one.
Places are found again by names and place, so also after a new export. A place
with a question mark ("worse?") has another fingerprint than before: its object
was moved or renamed.

"-" reads one of the reports from standard input. -o writes the new report with
what has become of each place.

The exit status is 1 if there is what --fail-on names: new or worse places that
fail their files (new, worse), or any difference at all (any); several with
commas. It is 3 if a file of the new report was not checked, or a report cannot
be read.`

// changeGate is what makes a comparison fail.
type changeGate struct{ fresh, worse, any bool }

// gateWords are the words of a gate.
var gateWords = []string{"new", "worse", "any", "none"}

func (g *changeGate) set(list string) error {
	*g = changeGate{}
	words := strings.Split(list, ",")
	for _, word := range words {
		switch word {
		case "new":
			g.fresh = true
		case "worse":
			g.worse = true
		case "any":
			g.any = true
		case "none":
			if len(words) > 1 {
				return errors.New("none cannot be combined with others")
			}
		default:
			return fmt.Errorf("%q is not one of %s%s", shown(word), strings.Join(gateWords, ", "), suggest.DidYouMean(word, gateWords))
		}
	}
	return nil
}

// fails reports whether the gate is closed for changes.
func (g *changeGate) fails(t report.ChangeTally, c *report.Comparison) bool {
	return g.fresh && t.NewFailing > 0 || g.worse && t.WorseFailing > 0 || g.any && (t.Any() || len(c.Missing) > 0)
}

func diffCommand() *cobra.Command {
	s := newSettings()
	gate := &changeGate{fresh: true}
	cmd := &cobra.Command{
		Use:     "diff [OPTIONS] OLD.json NEW.json",
		Short:   "say what changed between two reports",
		Long:    diffHelp,
		Example: "  meshcheck diff yesterday.json today.json\n  meshcheck diff --fail-on new,worse main.json branch.json -o changes.json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 || slices.Contains(args, "") {
				return &failure{statusUsage, errors.New("diff takes two reports"), `"meshcheck diff old.json new.json" compares them`}
			}
			if args[0] == "-" && args[1] == "-" {
				return &failure{statusUsage, errors.New("standard input (-) can be read only once"), ""}
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, args []string) error {
			return compareReports(cmd.Context(), args[0], args[1], s, gate)
		},
	}
	s.declareOutput(cmd)
	s.declareFormat(cmd)
	cmd.Flags().Func("fail-on", "what fails, a `LIST` of "+wording.Alternatives(gateWords)+" (default: new)", gate.set)
	completeWords(cmd, "fail-on", gateWords)
	return cmd
}

// compareReports runs the command diff.
func compareReports(ctx context.Context, old, new string, s *settings, gate *changeGate) error {
	r := newResults(s)
	earlier, err := r.readEarlier(ctx, old)
	if err != nil {
		return err
	}
	rep, err := r.read(ctx, new)
	if err != nil {
		return err
	}
	if err := r.prepareView(rep, new, output.Sources{}.With("input", old)); err != nil {
		return err
	}
	defer r.reports.Close()
	r.con.expectReader(s.format)
	diff.Reports(earlier, rep)
	r.sayChanges(rep)
	if err := r.addCompared(ctx, rep, filepath.Dir(new)); err != nil {
		return err
	}
	if err := r.publish(ctx, rep); err != nil {
		return err
	}
	return r.exit(gate.verdict(rep))
}

// read reads a report and says what there is to know about it.
func (r *results) read(ctx context.Context, path string) (*report.Report, error) {
	rep, warnings, err := readReport(ctx, path)
	for _, w := range warnings {
		r.con.warningf("%s: %s", shown(path), w)
	}
	return rep, err
}

// readEarlier reads a report to compare with. It keeps no more findings than are compared.
func (r *results) readEarlier(ctx context.Context, path string) (*report.Report, error) {
	rep, err := r.read(ctx, path)
	if err != nil {
		return nil, err
	}
	for i := range rep.Files {
		rep.Files[i].Forget(report.Needs{})
	}
	return rep, nil
}

// addCompared adds the files of a report to those that are written.
func (r *results) addCompared(ctx context.Context, rep *report.Report, folder string) error {
	r.spool(len(rep.Files), rep)
	models := r.finder(folder)
	for i := range rep.Files {
		f := &rep.Files[i]
		drawn, err := r.draw(ctx, models, f, rep.OptionsOf(f), r.reports.Needs().For(f, len(rep.Files)), len(rep.Files))
		if err != nil {
			return err
		}
		r.sum.Add(f)
		if r.lines != nil {
			r.line(f)
		}
		r.reports.Add(*f, nil, drawn)
	}
	r.sum.Skip(rep.Skipped)
	if rep.Interrupted {
		r.sum.Interrupt(rep.Unreached)
	}
	return nil
}

// sayChanges prints what has changed.
func (r *results) sayChanges(rep *report.Report) {
	if rep.Interrupted {
		r.con.warningf("the new report is of a run that was interrupted")
	}
	r.print(func(w io.Writer, o text.Options) error {
		return text.WriteChanges(w, rep, r.settings.format == "short", o)
	})
}

// verdict returns the verdict on a report that was compared.
func (g *changeGate) verdict(rep *report.Report) check.Status {
	switch {
	case rep.Summary().Status == check.NotChecked:
		return check.NotChecked
	case g.fails(rep.ChangeTally(), rep.Comparison):
		return check.Fail
	}
	return check.Pass
}
