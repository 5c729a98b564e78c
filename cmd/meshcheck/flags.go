package main

import (
	"errors"
	"runtime/debug"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// settings are the flags of the root command as given or, during a run, with the
// configuration applied.
type settings struct {
	config.Settings
	outputs  []string
	format   format
	quiet    bool
	timings  bool
	threads  int // 0 if not given: all
	hulls    hullFiles
	inputs   inputFlags
	memory   limits.Bytes
	baseline baselineFlags
	shard    shardFlag
	config   configFlags
	given    func(flag string) bool // nil where no flag can be
	cache    cachePath
}

// newSettings returns the settings of a run without flags.
func newSettings() settings {
	return settings{Settings: config.New()}
}

// newCommand returns the root command with its flags and subcommands. A check
// leaves its exit status in status.
func newCommand(status *int) *cobra.Command {
	s := newSettings()
	root := &cobra.Command{
		Use:           "meshcheck [OPTIONS] PATH...",
		Version:       version(),
		Args:          cobra.ArbitraryArgs, // otherwise a path would be an unknown subcommand
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, paths []string) (err error) {
			*status, err = checkPaths(cmd.Context(), paths, &s)
			return err
		},
	}
	s.declare(root.Flags())
	root.SetFlagErrorFunc(flagError)
	root.SetVersionTemplate("meshcheck {{.Version}}\n")
	declareHelp(root.Flags())
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd) })
	_ = root.MarkFlagFilename("output", outputEndings()...)
	_ = root.MarkFlagFilename("files-from")
	_ = root.MarkFlagFilename("hulls")
	_ = root.MarkFlagFilename("against")
	_ = root.MarkFlagDirname("cache")
	_ = root.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(config.ProfileNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("policy", cobra.FixedCompletions(check.PresetNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("unit", cobra.FixedCompletions(check.FileUnits(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.MarkFlagFilename("config", "yaml", "yml")
	_ = root.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(stdoutFormats, cobra.ShellCompDirectiveNoFileComp))
	cobra.MousetrapHelpText = "" // users may drop a model on the program's icon
	addCommands(root, status)
	return root
}

func (s *settings) declare(f *pflag.FlagSet) {
	f.StringArrayVarP(&s.outputs, "output", "o", nil, "write a report to `PATH` (repeatable) in the format of its ending: "+strings.Join(formats.Endings(), " "))
	f.Var(&s.format, "format", formatHelp)
	f.Var(jsonFormat{&s.format}, "json", "the same as --format json; the last one wins")
	f.Lookup("json").NoOptDefVal = "true"
	for _, flag := range config.Flags(&s.Settings) {
		f.Var(flag, flag.Name, flag.About)
	}
	for _, name := range []string{"touch", "allow-empty"} {
		f.Lookup(name).NoOptDefVal = "true"
	}
	f.StringVar(&s.hulls.hulls, "hulls", "", "check the collision hulls in the file at `PATH`")
	f.StringVar(&s.hulls.against, "against", "", "against the meshes in the file at `PATH`")
	f.Var(&s.shard, "shard", "check part I of N of the files on one of N machines, such as 3/16; \"merge\" joins the reports")
	f.VarP(config.Whole(&s.threads, 1, maxThreads), "threads", "j", "use this many threads (default: all); results are the same")
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print errors only")
	f.BoolVar(&s.timings, "timings", false, "print the times of the phases on standard error (JSON)")
	f.Bool("version", false, "print the version")
	s.inputs.declare(f)
	f.Var(&s.memory, "memory", "use no more memory than this, such as 4GB (default: three quarters of what is available)")
	s.declareConfig(f)
	f.Var(&s.cache, "cache", "store results in this folder and reuse those of unchanged files")
}

// maxThreads is more than anybody needs, and keeps a typing error from costing memory.
const maxThreads = 1024

// version returns the module version that the program was built from, or "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

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
)

// rewrites reports whether the run changes the baseline, which is then all that it reports.
func (m baselineMode) rewrites() bool { return m >= baselineWrite }

// baselineFlags are the flags for a baseline.
type baselineFlags struct {
	reason string
	until  date
	mode   baselineMode
}

// date is a flag for a day.
type date string

func (d *date) Type() string   { return "DATE" }
func (d *date) String() string { return string(*d) }

func (d *date) Set(s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return errors.New("not a date such as 2027-01-31")
	}
	*d = date(s)
	return nil
}
