package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/config"
)

const usageLines = `Usage:
  meshcheck [OPTIONS] PATH...                      check files, folders, globs
  meshcheck [OPTIONS] --hulls PATH --against PATH  check hulls of another file
  meshcheck COMMAND ...

meshcheck finds every place where surfaces of a 3D model cut or cover each
other, and says where it is, how deep it goes and which parts meet there. The
answer is exact: no false alarm, no missed pair.
`

// shortHelp is what -h prints around the list of commands.
const (
	shortHelp = `Usage: meshcheck [OPTIONS] PATH...     (files, folders or globs of models)

Examples:
  meshcheck --open chair.glb                 all places to fix in the browser
  meshcheck -o report.html chair.glb         the same page as a file
  meshcheck watch --open chair.glb           the page, again with each save
  meshcheck -o marked.glb chair.glb          the findings painted on the model
  meshcheck --checks self,parts scene.glb    objects against each other as well
  meshcheck --clearance 0.4mm assembly.glb   objects that are too near as well
  meshcheck --profile unreal props/          collision hulls as Unreal sees them
  meshcheck -q assets/ && ./export.sh        go on only if nothing fails
`
	shortOptions = `
What to check:
  --checks LIST         any of {checks}
  --clearance DISTANCE  how far apart objects have to stay, such as 0.5mm
  --unit UNIT           of files that have none (STL, OBJ), such as mm
  --profile NAME        engine for hulls: unreal, unity, godot, physx, bullet
What fails:
  --fail-on LIST        such as 'crossing:depth>0.5mm,degenerate,touch:off'
  --policy NAME         a set of rules: strict, game, print, collision
  --tolerance LENGTH    findings up to this depth pass, such as 0.1mm or 0.01%
  --baseline FILE       ignore findings that this file accepts
Reports:
  -o, --output PATH     .html .glb .svg .json .csv .sarif .xml .md; repeatable
  --json                print the JSON report
  --format short        print a line for each file that fails
  -q, --quiet           print errors only
Many files:
  --exclude GLOB        skip files and folders that match
  --cache DIR           reuse the results of unchanged files

--help lists all options; "meshcheck explain TOPIC" explains words
`
)

// exitStatusHelp ends the list of all options.
const exitStatusHelp = `
Exit status:
  0         all files were checked and nothing was found that fails
  1         something was found that fails
  2         wrong usage; nothing was checked
  3         some file could not be checked, models were skipped that may not be,
            or a report could not be written
  130, 143  interrupted (Ctrl-C) or terminated
  134       the program crashed
  141       standard output was closed before everything was written

"meshcheck explain files reports policy" explains paths, report formats and
what fails by default; "meshcheck explain" lists all topics.
"meshcheck help COMMAND" describes a command.
`

// optionGroup is a section of help pages.
type optionGroup struct {
	title   string
	options []string
}

// optionGroups are the sections of help pages. Every option is in one of them, or an option of a check
// that has a section of its own behind the first.
var optionGroups = withChecks([]optionGroup{
	{"What to check", []string{"checks", "parts-of", "clearance", "unit", "usd-root", "profile", "hull-names", "hulls", "against", "uv-profile", "lightmap"}},
	{"What fails", []string{"fail-on", "policy", "tolerance", "allow", "hull-gap", "hull-excess",
		"uv-unique", "uv-padding", "since", "baseline", "reason", "until", "config", "no-config"}},
	{"Reports", []string{"output", "format", "json", "touch", "max-findings", "no-textures", "open", "quiet", "timings"}},
	{"Many files", []string{"exclude", "files-from", "models-only", "allow-empty", "shard", "cache", "threads", "memory", "timeout", "max-triangles"}},
	{"Other options", []string{"schema", "no-descriptions", "help", "version"}},
})

// withChecks adds a section behind the first for each check with options of its own.
func withChecks(groups []optionGroup) []optionGroup {
	var own []optionGroup
	for _, c := range check.All.Members() {
		if names := config.NamesOf(c); names != nil {
			own = append(own, optionGroup{c.Words().Title, names})
		}
	}
	return slices.Insert(groups, 1, own...)
}

// optionColumn is the column at which the meaning of an option begins.
const optionColumn = 30

// shortHelpName is the long name of the flag -h of the root command, where it differs from --help.
const shortHelpName = "h"

// declareHelp declares the flags of the root command that print something about the program.
func declareHelp(f *pflag.FlagSet) {
	f.Bool("version", false, "print the version")
	f.Bool("help", false, "print this page; -h prints a shorter one")
	f.BoolFuncP(shortHelpName, "h", "", func(value string) error { return f.Set("help", value) })
	f.Lookup(shortHelpName).Hidden = true
}

// printHelp writes the help page of a command.
func printHelp(cmd *cobra.Command) {
	var b strings.Builder
	switch {
	case cmd.HasParent():
		commandHelp(&b, cmd)
	case cmd.Flags().Changed(shortHelpName):
		b.WriteString(briefHelp(cmd))
	default:
		b.WriteString(usageLines)
		listCommands(&b, cmd)
		listOptions(&b, cmd)
		b.WriteString(exitStatusHelp)
	}
	_, _ = io.WriteString(cmd.OutOrStdout(), b.String())
}

// briefHelp returns the page for beginners.
func briefHelp(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(shortHelp)
	listCommands(&b, root)
	b.WriteString(strings.Replace(shortOptions, "{checks}", check.All.String(), 1))
	return b.String()
}

// commandHelp writes the help page of a subcommand.
func commandHelp(b *strings.Builder, cmd *cobra.Command) {
	about := cmd.Long
	if about == "" {
		about = strings.ToUpper(cmd.Short[:1]) + cmd.Short[1:] + "."
	}
	fmt.Fprintf(b, "Usage:\n  %s\n\n%s\n", cmd.Parent().CommandPath()+" "+cmd.Use, about)
	if cmd.Example != "" {
		fmt.Fprintf(b, "\nExamples:\n%s\n", cmd.Example)
	}
	listCommands(b, cmd)
	listOptions(b, cmd)
}

// listCommands writes a line for each subcommand.
func listCommands(b *strings.Builder, cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	b.WriteString("\nCommands:\n")
	for _, sub := range cmd.Commands() {
		use := strings.Replace(sub.Use, " [OPTIONS]", "", 1)
		fmt.Fprintf(b, "  %-37s %s\n", use, sub.Short)
	}
}

// listOptions writes the options of a command in their groups.
func listOptions(b *strings.Builder, cmd *cobra.Command) {
	for _, group := range optionGroups {
		title := "\n" + group.title + ":\n"
		for _, name := range group.options {
			if f := cmd.Flags().Lookup(name); f != nil && !f.Hidden {
				b.WriteString(title)
				b.WriteString(optionHelp(f))
				title = ""
			}
		}
	}
}

// optionHelp returns the description of an option in lines of at most 80 columns.
func optionHelp(f *pflag.Flag) string {
	value, about := pflag.UnquoteUsage(f)
	left := "      --" + f.Name
	if f.Shorthand != "" {
		left = fmt.Sprintf("  -%s, --%s", f.Shorthand, f.Name)
	}
	if value != "" {
		left += " " + value
	}
	var b strings.Builder
	line := fmt.Sprintf("%-"+strconv.Itoa(optionColumn-1)+"s", left)
	for word := range strings.FieldsSeq(about) {
		if len(line)+1+len(word) > 80 {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", optionColumn-1)
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
	return b.String()
}
