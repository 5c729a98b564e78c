package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/wording"
	"github.com/spf13/cobra"
)

// settings are the flags of the root command as given or, during a run, with the
// configuration applied.
type settings struct {
	config.Settings
	outputs []string
	format  string // on standard output
	quiet   bool
	open    bool // a page in the browser
	// mustOpen: without the browser, nobody sees the page.
	mustOpen bool
	// noTextures leaves textures out of pages.
	noTextures bool
	timings    bool
	threads    int // 0 if not given: all
	hulls      hullFiles
	inputs     inputFlags
	memory     limits.Bytes
	baseline   baselineFlags
	shard      shard
	config     configFlags
	given      func(flag string) bool // nil where no flag can be
	cache      string                 // the path of a folder, "" for none
	since      string                 // the path of an earlier report, "" for none
}

// hullFiles are two files that are checked together: the hulls, and the meshes they belong to.
type hullFiles struct{ hulls, against string }

// newSettings returns the settings of a run without flags.
func newSettings() *settings {
	return &settings{Settings: config.New(), format: stdoutFormats[0]}
}

// newCommand returns the root command with its flags and subcommands. It prints to out.
func newCommand(out io.Writer) *cobra.Command {
	root := newSettings().checks(&cobra.Command{
		Use:           "meshcheck [OPTIONS] PATH...",
		Version:       toolVersion(),
		SilenceErrors: true,
		SilenceUsage:  true,
	})
	root.SetOut(out)
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate(thisBuild().String() + "\n")
	declareHelp(root.Flags())
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd) })
	cobra.MousetrapHelpText = "" // users may drop a model on the program's icon
	addCommands(root)
	return root
}

// checks makes cmd a command that checks the files of its arguments, and returns it.
func (s *settings) checks(cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs // otherwise a path would be an unknown subcommand
	cmd.RunE = func(cmd *cobra.Command, paths []string) error { return checkPaths(cmd.Context(), paths, s) }
	s.declare(cmd)
	return cmd
}

// declareOutput declares the flags of all commands that write reports.
func (s *settings) declareOutput(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVarP(&s.outputs, "output", "o", nil, "write a report to `PATH` (repeatable) in the format of its ending: "+strings.Join(formats.Endings(), " "))
	f.VarP(config.Whole(&s.threads, 1, maxThreads), "threads", "j", "use this many threads (default: all); results are the same")
	f.Var(&s.memory, "memory", "use no more memory than this, such as 4GB (default: three quarters of what is available)")
	f.BoolVar(&s.noTextures, "no-textures", false, "show models on pages without their textures, which takes less room and time")
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print errors only")
	_ = cmd.MarkFlagFilename("output", outputEndings()...)
}

// stdoutFormats are the formats for standard output: two texts for people, or a report.
var stdoutFormats = []string{"text", "short", "json", "ndjson", "summary", "csv", "github", "sarif", "junit", "codequality", "markdown"}

// forPeople reports whether a format for standard output is a text.
func forPeople(format string) bool { return format == "text" || format == "short" }

// declareFormat declares the flags for the format on standard output.
func (s *settings) declareFormat(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Func("format", "the `FORMAT` on standard output: text (default), "+wording.Alternatives(stdoutFormats[1:]), func(name string) error {
		if !slices.Contains(stdoutFormats, name) {
			return fmt.Errorf("not one of %s%s", strings.Join(stdoutFormats, ", "), suggest.DidYouMean(name, stdoutFormats))
		}
		s.format = name
		return nil
	})
	f.BoolFunc("json", "the same as --format json; the last one wins", func(text string) error {
		yes, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("neither true nor false")
		}
		if yes {
			s.format = "json"
		}
		return nil
	})
	completeWords(cmd, "format", stdoutFormats)
}

func completeWords(cmd *cobra.Command, flag string, words []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

func (s *settings) declare(cmd *cobra.Command) {
	s.declareOutput(cmd)
	s.declareFormat(cmd)
	f := cmd.Flags()
	for _, flag := range config.Flags(&s.Settings) {
		f.Var(flag, flag.Name, flag.About)
		if flag.Type() == "bool" {
			f.Lookup(flag.Name).NoOptDefVal = "true"
		}
	}
	f.StringVar(&s.hulls.hulls, "hulls", "", "check the collision hulls in the file at `PATH`")
	f.StringVar(&s.hulls.against, "against", "", "against the meshes in the file at `PATH`")
	f.Func("shard", "check part `I/N` of the files, on one of N machines, such as 3/16; \"merge\" joins the reports", s.shard.set)
	f.BoolVar(&s.open, "open", false, "open the page in the browser; without -o it goes to a temporary folder")
	f.BoolVar(&s.timings, "timings", false, "print the times of the phases on standard error (JSON)")
	s.inputs.declare(f)
	s.declareConfig(f)
	f.Func("cache", "store results in the folder `DIR` and reuse those of unchanged files", func(path string) error {
		if path == "" { // usually an unset variable
			return errors.New("is empty")
		}
		s.cache = path
		return nil
	})
	f.StringVar(&s.since, "since", "", "say what changed since the JSON report `OLD.json`; only new places fail the run")
	for _, name := range []string{"files-from", "hulls", "against", "since"} {
		_ = cmd.MarkFlagFilename(name)
	}
	_ = cmd.MarkFlagFilename("config", "yaml", "yml")
	_ = cmd.MarkFlagDirname("cache")
	_ = cmd.MarkFlagDirname("usd-root")
	completeWords(cmd, "profile", config.ProfileNames())
	completeWords(cmd, "policy", check.PresetNames())
	completeWords(cmd, "unit", check.FileUnits())
}

// maxThreads is more than anybody needs, and keeps a typing error from costing memory.
const maxThreads = 1024

// allThreads returns the number of threads of a run.
func (s *settings) allThreads() int { return cmp.Or(s.threads, runtime.GOMAXPROCS(0)) }

// memoryFor returns the memory that a run may use, in bytes: most, or a default if most is 0,
// but never more than the limits of the process leave.
func memoryFor(most limits.Bytes) int64 {
	if most == 0 {
		return limits.Memory()
	}
	return min(int64(most), limits.AddressSpace()/4*3)
}

// baselineFile is the default file of the baseline commands.
const baselineFile = ".meshcheck-baseline"

// baselineMode is what a run does with its baseline.
type baselineMode uint8

const (
	baselineUse   baselineMode = iota // accepted findings do not fail
	baselineCheck                     // the same, and stale lines fail
	baselineWrite                     // accept all that fails now
	baselinePrune                     // delete stale lines
	baselineAdd                       // add lines from other files
)

// rewrites reports whether the run changes the baseline, which is then all that it reports.
func (m baselineMode) rewrites() bool { return m >= baselineWrite }

// creates reports whether the baseline need not exist.
func (m baselineMode) creates() bool { return m == baselineWrite || m == baselineAdd }

// baselineFlags are the flags for a baseline.
type baselineFlags struct {
	reason string
	until  string // a day, "" for none
	mode   baselineMode
}
