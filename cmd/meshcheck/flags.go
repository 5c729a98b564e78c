package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
	"github.com/meshcheck/meshcheck/internal/limits"
	"github.com/meshcheck/meshcheck/report/json"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// settings are the flags of the root command as given, and in a run what a configuration
// makes of them.
type settings struct {
	config.Settings
	outputs  []string
	format   format
	quiet    bool
	timings  bool
	threads  int // 0, which cannot be given, means all
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
		Args:          cobra.ArbitraryArgs, // else a path would be an unknown subcommand
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, paths []string) (err error) {
			*status, err = checkPaths(cmd.Context(), paths, &s)
			return err
		},
	}
	s.declare(root.Flags())
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.SetVersionTemplate("meshcheck {{.Version}}\n")
	subcommandHelp := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == root {
			fmt.Fprint(cmd.OutOrStdout(), help)
			return
		}
		subcommandHelp(cmd, args)
	})
	_ = root.MarkFlagFilename("output", outputEndings()...)
	_ = root.MarkFlagFilename("files-from")
	_ = root.MarkFlagFilename("hulls")
	_ = root.MarkFlagFilename("against")
	_ = root.MarkFlagDirname("cache")
	_ = root.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(config.ProfileNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.RegisterFlagCompletionFunc("policy", cobra.FixedCompletions(check.PresetNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = root.MarkFlagFilename("config", "yaml", "yml")
	_ = root.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(stdoutFormats, cobra.ShellCompDirectiveNoFileComp))
	cobra.MousetrapHelpText = "" // a model dropped on the program's icon is a fair call
	root.AddCommand(explainCommand(), viewCommand(status), mergeCommand(status), baselineCommand(status), schemaCommand(), configCommand())
	return root
}

func (s *settings) declare(f *pflag.FlagSet) {
	f.StringArrayVarP(&s.outputs, "output", "o", nil, "write a report to this file, in the format of its ending")
	f.Var(&s.format, "format", "print this on standard output: text, json, github, ...")
	f.Var(jsonFormat{&s.format}, "json", "print the JSON report on standard output")
	f.Lookup("json").NoOptDefVal = "true"
	for _, flag := range config.Flags(&s.Settings) {
		f.Var(flag, flag.Name, flag.About)
	}
	f.Lookup("touch").NoOptDefVal = "true"
	f.StringVar(&s.hulls.hulls, "hulls", "", "check the collision hulls in this file")
	f.StringVar(&s.hulls.against, "against", "", "the file of what --hulls stands for")
	f.Var(&s.shard, "shard", "check the third of 16 parts of the files: 3/16")
	f.VarP(config.Whole(&s.threads, 1, maxThreads), "threads", "j", "threads to use (default all)")
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print errors only")
	f.BoolVar(&s.timings, "timings", false, "print the time of each phase on standard error")
	f.Bool("version", false, "print the version")
	s.inputs.declare(f)
	f.Var(&s.memory, "memory", "take no more memory than this (4GB; default three quarters of what there is)")
	s.declareConfig(f)
	f.Var(&s.cache, "cache", "keep results in this folder, and take those of unchanged files from there")
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the JSON report",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("schema takes no argument: %q (a file of that name is ./schema)", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(json.Schema())
			return err
		},
	}
}

// flagError rewords the parser's message where a flag's value is wrong.
func flagError(err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		return fmt.Errorf("--%s %q: %w", bad.GetFlag().Name, bad.GetValue(), bad.Unwrap())
	}
	return err
}

// maxThreads is far beyond use and keeps a slip of the finger from costing memory.
const maxThreads = 1024

// version returns the module version that the program was built from, or "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// memoryFor returns the memory to make do with, in bytes, if a run may take so much, 0 if
// that was not said: never more than the limits of the process leave, since it does not
// survive that.
func memoryFor(most limits.Bytes) int64 {
	if most == 0 {
		return limits.Memory()
	}
	return min(int64(most), limits.AddressSpace()/4*3)
}
