package main

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/report"
)

// settings are the flags of the root command as given.
type settings struct {
	outputs     []string
	format      format
	touch       truth
	quiet       bool
	timings     bool
	maxFindings count
	// maxTriangles of one file; 0, which cannot be given, means any number.
	maxTriangles count
	threads      count
	tolerance    tolerance
	checks       checks
	partsOf      partsOf
	allow        allow
	clearance    clearance
	hulls        hullFlags
	inputs       inputFlags
	limits       limitFlags
	baseline     baselineFlags
	shard        shardFlag
	config       configFlags
	policy       policyName
	failOn       failOn
	given        func(flag string) bool // nil where no flag can be
	cache        cachePath
}

// newSettings returns the settings of a run without flags.
func newSettings() settings {
	return settings{
		maxFindings:  count{n: meshcheck.DefaultMaxFindings, most: math.MaxInt32},
		maxTriangles: count{least: 1, most: math.MaxInt},
		threads:      count{least: 1, most: maxThreads}, // 0, which cannot be given, means all
	}
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
	_ = root.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(profileNames(), cobra.ShellCompDirectiveNoFileComp))
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
	f.Var(&s.touch, "touch", "list touches as well")
	f.Lookup("touch").NoOptDefVal = "true"
	f.Var(&s.maxFindings, "max-findings", "list at most this many findings of a mesh")
	f.Var(&s.maxTriangles, "max-triangles", "do not check files of more triangles than this")
	f.Var(&s.checks, "checks", "check these: self, parts, clearance, hulls (default self, and hulls if there are any)")
	f.Var(&s.partsOf, "parts-of", "what --checks parts compares: mesh, shell, primitive")
	f.Var(&s.allow, "allow", "let objects cross: 'Sword*:Belt*'")
	f.Var(&s.clearance, "clearance", "check that objects keep this distance (0.5mm)")
	f.Var(&s.hulls.profile, "profile", "judge collision hulls as this engine does: unreal, unity, godot, ...")
	f.Var(&s.hulls.names, "hull-names", "nodes that are collision hulls: '*_phys'")
	f.Var(&s.hulls.gap, "hull-gap", "fail where a mesh sticks out of its hulls by more (2cm)")
	f.Var(&s.hulls.excess, "hull-excess", "fail where hulls stand off their mesh by more (2cm)")
	f.StringVar(&s.hulls.hulls, "hulls", "", "check the collision hulls in this file")
	f.StringVar(&s.hulls.against, "against", "", "the file of what --hulls stands for")
	s.baseline.declare(f)
	f.Var(&s.shard, "shard", "check the third of 16 parts of the files: 3/16")
	f.Var(&s.tolerance, "tolerance", "count findings up to this depth as touches (0.5 or 0.01%)")
	f.VarP(&s.threads, "threads", "j", "threads to use (default all)")
	f.BoolVarP(&s.quiet, "quiet", "q", false, "print errors only")
	f.BoolVar(&s.timings, "timings", false, "print the time of each phase on standard error")
	f.Bool("version", false, "print the version")
	s.inputs.declare(f)
	s.limits.declare(f)
	s.declareConfig(f)
	s.declareCache(f)
}

// options returns what the settings mean to the library.
func (s *settings) options() meshcheck.Options {
	o := meshcheck.Options{
		Tolerance:   meshcheck.Tolerance(s.tolerance),
		ListTouches: bool(s.touch),
		Policy:      check.Policy(s.failOn),
		MaxFindings: s.maxFindings.n,
		Workers:     s.threads.n,
		Checks:      s.allChecks(),
		Clearance:   check.Length(s.clearance),
		PartsOf:     meshcheck.PartsOf(s.partsOf),
		Allow:       s.allow,
		Hulls:       s.hulls.options(),
	}
	if o.MaxFindings == 0 {
		o.MaxFindings = -1 // the library's zero is its default
	}
	return o
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
			_, err := cmd.OutOrStdout().Write(report.Schema())
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

// count is a flag for a whole number between two limits.
type count struct{ n, least, most int }

func (c *count) String() string { return strconv.Itoa(c.n) }
func (c *count) Type() string   { return "N" }

func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < c.least || n > c.most {
		return fmt.Errorf("not a whole number from %d to %d", c.least, c.most)
	}
	c.n = n
	return nil
}

// tolerance is a flag for a length ("0.5") or a percentage of a mesh's size ("0.01%").
type tolerance meshcheck.Tolerance

func (t *tolerance) Type() string { return "LENGTH" }

func (t *tolerance) String() string {
	if t.Relative {
		return strconv.FormatFloat(t.Value*100, 'g', -1, 64) + "%"
	}
	return strconv.FormatFloat(t.Value, 'g', -1, 64)
}

func (t *tolerance) Set(s string) error {
	digits, relative := strings.CutSuffix(s, "%")
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return errors.New("neither a length such as 0.5 nor a percentage such as 0.01%")
	}
	if relative {
		v /= 100
	}
	t.Value, t.Relative = v, relative
	return nil
}

// version returns the module version that the program was built from, or "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
