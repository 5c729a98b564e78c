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
func addCommands(root *cobra.Command, status *int) {
	cobra.EnableCommandSorting = false
	root.CompletionOptions.DisableDefaultCmd = true
	help := helpCommand()
	root.SetHelpCommand(help)
	root.AddCommand(help, checkCommand(status), explainCommand(), viewCommand(status), baselineCommand(status), mergeCommand(status),
		configCommand(), schemaCommand(), completionCommand(), versionCommand())
	describeHelp(root)
}

// checkCommand returns the root command under a name, for users who expect one.
func checkCommand(status *int) *cobra.Command {
	s := newSettings()
	cmd := &cobra.Command{
		Use:                   "check [OPTIONS] PATH...",
		DisableFlagsInUseLine: true,
		Short:                 "check models; the word can be left out",
		Args:                  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) (err error) {
			*status, err = checkPaths(cmd.Context(), paths, &s)
			return err
		},
	}
	s.declare(cmd.Flags())
	_ = cmd.Flags().MarkHidden("version")
	return cmd
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "version",
		DisableFlagsInUseLine: true,
		Short:                 "print the version",
		Args:                  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "meshcheck %s\n", version())
			return err
		},
	}
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "schema [summary]",
		DisableFlagsInUseLine: true,
		Short:                 "print the JSON Schema of reports",
		ValidArgs:             []string{"summary"},
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
		Use:                   "help [COMMAND]",
		DisableFlagsInUseLine: true,
		Short:                 "describe the program or a command",
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return commandNames(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				_, err := io.WriteString(cmd.OutOrStdout(), briefHelp(cmd.Root()))
				return err
			}
			about, rest, err := cmd.Root().Find(args)
			if err == nil && about.HasParent() && len(rest) == 0 {
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

// commandNames are the names of all commands.
func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
}

const completionHelp = `Print a script that makes a shell complete commands, options and topics:

  bash         source <(meshcheck completion bash)         in ~/.bashrc; it
               needs the package bash-completion
  zsh          meshcheck completion zsh > "${fpath[1]}/_meshcheck"
  fish         meshcheck completion fish | source
  powershell   meshcheck completion powershell | Out-String | Invoke-Expression`

func completionCommand() *cobra.Command {
	plain := false
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := &cobra.Command{
		Use:                   "completion bash|zsh|fish|powershell",
		DisableFlagsInUseLine: true,
		Short:                 "print a completion script",
		Long:                  completionHelp,
		ValidArgs:             shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &failure{statusUsage, errors.New("completion takes one shell: bash, zsh, fish or powershell"), `"meshcheck completion bash" prints a script`}
			}
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch {
			case args[0] == "bash":
				return root.GenBashCompletionV2(out, !plain)
			case args[0] == "zsh" && plain:
				return root.GenZshCompletionNoDesc(out)
			case args[0] == "zsh":
				return root.GenZshCompletion(out)
			case args[0] == "fish":
				return root.GenFishCompletion(out, !plain)
			case args[0] == "powershell" && plain:
				return root.GenPowerShellCompletion(out)
			case args[0] == "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return &failure{statusUsage, fmt.Errorf("there is no completion for %q", shown(args[0])), "shells are " + strings.Join(shells, ", ")}
		},
	}
	cmd.Flags().BoolVar(&plain, "no-descriptions", false, "complete names without descriptions")
	return cmd
}
