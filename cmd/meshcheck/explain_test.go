package main

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/report/formats"
	"github.com/meshcheck/meshcheck/report/topics"
)

// Explanations name only options that exist.
func TestExplanationsNameOptions(t *testing.T) {
	root := newCommand(io.Discard)
	write, _, err := root.Find([]string{"baseline", "write"})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, topic := range topics.Topics() {
		for _, option := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(topic.Text(), -1) {
			named++
			if root.Flags().Lookup(option[2:]) == nil && write.Flags().Lookup(option[2:]) == nil {
				t.Errorf("%s names %s, which there is not", topic.Name, option)
			}
		}
	}
	if named < 3 {
		t.Errorf("only %d options are named", named)
	}
}

// Help pages name every format, command and option, and no page is wider than a terminal.
func TestHelpIsComplete(t *testing.T) {
	root := newCommand(io.Discard)
	grouped := map[string]bool{shortHelpName: true}
	for _, g := range optionGroups {
		for _, name := range g.options {
			if grouped[name] {
				t.Errorf("--%s is in two groups", name)
			}
			grouped[name] = true
		}
	}
	pages := map[string]string{"-h": briefHelp(root), "--help": helpOf(root)}
	commands := []*cobra.Command{root}
	for len(commands) > 0 {
		cmd := commands[0]
		commands = append(commands[1:], cmd.Commands()...)
		pages[cmd.CommandPath()] = helpOf(cmd)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !grouped[f.Name] {
				t.Errorf("the option --%s of %s is in no group", f.Name, cmd.CommandPath())
			}
			if n := strings.Count(optionHelp(f), "\n"); n > 3 {
				t.Errorf("--%s takes %d lines", f.Name, n)
			}
		})
	}
	for _, ending := range formats.Endings() {
		if !strings.Contains(pages["--help"], ending) {
			t.Errorf("the help does not name the ending %s", ending)
		}
	}
	for _, cmd := range root.Commands() {
		for _, page := range []string{"-h", "--help"} {
			if !strings.Contains(pages[page], "\n  "+cmd.Name()+" ") {
				t.Errorf("%s does not name the command %s", page, cmd.Name())
			}
		}
	}
	for _, option := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(pages["-h"], -1) {
		if root.Flags().Lookup(option[2:]) == nil {
			t.Errorf("-h names %s, which there is not", option)
		}
	}
	for name, page := range pages {
		for line := range strings.Lines(page) {
			if len(line) > 81 && !strings.HasPrefix(name, "meshcheck completion ") { // package cobra wrote those
				t.Errorf("%s has a line of %d columns: %q", name, len(line)-1, line)
			}
		}
	}
}

// helpOf returns the help page of a command.
func helpOf(cmd *cobra.Command) string {
	var b strings.Builder
	cmd.SetOut(&b)
	printHelp(cmd)
	cmd.SetOut(nil)
	return b.String()
}
