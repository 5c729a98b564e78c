package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/meshcheck/meshcheck/report/json"
)

// addCommands adds the subcommands in the order of the help pages.
func addCommands(root *cobra.Command) {
	cobra.EnableCommandSorting = false
	help := helpCommand()
	root.SetHelpCommand(help)
	root.AddCommand(help, checkCommand())
	root.AddCommand(watchCommands()...)
	root.AddCommand(explainCommand(), objectsCommand(), viewCommand(), baselineCommand(), diffCommand(), mergeCommand(), configCommand(), schemaCommand())
	addCompletion(root)
	root.AddCommand(versionCommand())
}

// checkCommand returns the root command under a name, for users who expect one.
func checkCommand() *cobra.Command {
	return newSettings().checks(&cobra.Command{Use: "check [OPTIONS] PATH...", Short: "check models; the word can be left out"})
}

const completionHelp = `Print a script that makes a shell complete commands, options and topics.
"meshcheck completion SHELL --help" says where to put it.`

// addCompletion adds the command of package cobra that prints completion scripts. It describes the
// command like the others, and makes it fail without a shell.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, _ := root.Find([]string{"completion"})
	cmd.Use, cmd.Short, cmd.Long = "completion bash|zsh|fish|powershell", "print a completion script", completionHelp
	for _, shell := range cmd.Commands() {
		shell.Short = "print a script for " + shell.Name()
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		return &failure{statusUsage, errors.New("completion takes one shell: bash, zsh, fish or powershell"), `"meshcheck completion bash" prints a script`}
	}
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "schema [summary]",
		Short:     "print the JSON Schema of reports",
		ValidArgs: []string{"summary"},
		RunE: func(cmd *cobra.Command, args []string) error {
			text := json.Schema()
			switch {
			case len(args) == 1 && args[0] == "summary":
				text = json.SummarySchema()
			case len(args) > 0:
				return &failure{statusUsage, fmt.Errorf("there is no schema %q", shown(strings.Join(args, " "))),
					`"meshcheck schema" prints that of JSON reports, "meshcheck schema summary" that of summaries`}
			}
			_, err := cmd.OutOrStdout().Write(text)
			return err
		},
	}
}

// noArguments returns an error if there are arguments.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no argument: %q (a file of that name is ./%[1]s)", cmd.Name(), args[0])
	}
	return nil
}

// helpCommand returns a command that prints the help of the program or of a command, and
// explains topics.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "describe the program or a command",
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			for _, c := range cmd.Root().Commands() {
				names = append(names, c.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := io.WriteString(cmd.OutOrStdout(), briefHelp(cmd.Root()))
				return err
			}
			about, rest, err := cmd.Root().Find(args)
			if err == nil && about.HasParent() && len(rest) == 0 {
				about.InitDefaultHelpFlag()
				return about.Help()
			}
			text, err := explain(args)
			if err != nil {
				return &failure{statusUsage, fmt.Errorf("there is no command or topic %q", shown(strings.Join(args, " "))),
					cmp.Or(meantCommand(cmd.Root(), args[0]), `"meshcheck help" lists the commands, "meshcheck explain" the topics`)}
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
}
