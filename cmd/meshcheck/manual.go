//go:build manual

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// init writes the manual pages into a folder and ends the process, if the program is built with
// the tag "manual" and run as "meshcheck manual FOLDER". So the program itself has no part in
// it. SOURCE_DATE_EPOCH is the date of the pages.
func init() {
	if len(os.Args) != 3 || os.Args[1] != "manual" {
		return
	}
	if err := writeManual(os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// writeManual writes a page for the program and one for each command.
func writeManual(dir string) error {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return err
	}
	root := newCommand(io.Discard)
	pages := []*cobra.Command{root}
	for i := 0; i < len(pages); i++ {
		cmd := pages[i]
		pages = append(pages, subpages(cmd)...)
		text := manualPage(cmd, time.Unix(seconds, 0).UTC())
		if err := os.WriteFile(filepath.Join(dir, manualName(cmd)+".1"), md2man.Render([]byte(text)), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// subpages returns the commands of a command that have a page.
func subpages(cmd *cobra.Command) (pages []*cobra.Command) {
	if cmd.Name() == "completion" {
		return nil
	}
	for _, sub := range cmd.Commands() {
		if sub.Name() != "help" && sub.Name() != "version" {
			pages = append(pages, sub)
		}
	}
	return pages
}

// manualName returns the name of a page, such as "meshcheck-baseline-add".
func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manualPage returns the page of a command in Markdown.
func manualPage(cmd *cobra.Command, day time.Time) string {
	var b strings.Builder
	short := cmd.Short
	if !cmd.HasParent() {
		short = "find places where surfaces of 3D models overlap"
	}
	fmt.Fprintf(&b, "%% %q \"1\" %q \"meshcheck %s\" \"meshcheck manual\"\n\n",
		strings.ToUpper(manualName(cmd)), day.Format("January 2006"), cmd.Root().Version)
	fmt.Fprintf(&b, "# NAME\n%s \\- %s\n\n# SYNOPSIS\n", manualName(cmd), plain(short))
	about, examples := cmd.Long, cmd.Example
	if cmd.HasParent() {
		b.WriteString(synopsis(cmd.Parent().CommandPath() + " " + cmd.Use))
	} else {
		b.WriteString(synopsis("meshcheck [OPTIONS] PATH...") + synopsis("meshcheck [OPTIONS] --hulls PATH --against PATH") + synopsis("meshcheck COMMAND ..."))
		_, about, _ = strings.Cut(usageLines, "\n\n")
		_, examples, _ = strings.Cut(shortHelp, "Examples:\n")
	}
	if about == "" {
		about = strings.ToUpper(short[:1]) + short[1:] + "."
	}
	b.WriteString("\n# DESCRIPTION\n" + prose(about))
	manualCommands(&b, cmd)
	manualOptions(&b, cmd)
	if examples != "" {
		b.WriteString("\n# EXAMPLES\n" + indented(examples))
	}
	if !cmd.HasParent() {
		b.WriteString("\n# EXIT STATUS\n" + exitStatusList() + "\n# FILES\n" + manualFiles)
	}
	b.WriteString("\n# SEE ALSO\n" + seeAlso(cmd) + "\n")
	return b.String()
}

const manualFiles = "**.meshcheck.yaml**\n:   the configuration, in the working folder or above; **meshcheck help config**\n\n" +
	"**.meshcheck-baseline**\n:   accepted findings; **meshcheck explain baseline**\n"

// synopsis returns a line of usage.
func synopsis(use string) string {
	name, rest, _ := strings.Cut(use, " ")
	return fmt.Sprintf("**%s** %s  \n", name, plain(rest))
}

// manualCommands writes the commands of a command.
func manualCommands(b *strings.Builder, cmd *cobra.Command) {
	title := "\n# COMMANDS\n"
	for _, sub := range cmd.Commands() {
		b.WriteString(title)
		fmt.Fprintf(b, "**%s**\n:   %s\n\n", plain(strings.Replace(sub.Use, " [OPTIONS]", "", 1)), plain(sub.Short))
		title = ""
	}
}

// manualOptions writes the options of a command in the groups of its help page.
func manualOptions(b *strings.Builder, cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	title := "\n# OPTIONS\n"
	for _, group := range optionGroups {
		subtitle := "## " + group.title + "\n"
		for _, name := range group.options {
			f := cmd.Flags().Lookup(name)
			if f == nil || f.Hidden {
				continue
			}
			b.WriteString(title + subtitle + manualOption(f))
			title, subtitle = "", ""
		}
	}
}

func manualOption(f *pflag.Flag) string {
	value, about := pflag.UnquoteUsage(f)
	left := "**--" + f.Name + "**"
	if f.Shorthand != "" {
		left = "**-" + f.Shorthand + "**, " + left
	}
	if value != "" {
		left += " *" + plain(value) + "*"
	}
	return left + "\n:   " + plain(about) + "\n\n"
}

// exitStatusList returns the list of exit statuses of the help page.
func exitStatusList() string {
	var b strings.Builder
	_, text, _ := strings.Cut(exitStatusHelp, "Exit status:\n")
	list, more, _ := strings.Cut(text, "\n\n")
	row := regexp.MustCompile(`(?m)^  (\d[\d, ]*?)  +((?:.|\n {4})+)`)
	for _, m := range row.FindAllStringSubmatch(list, -1) {
		fmt.Fprintf(&b, "**%s**\n:   %s\n\n", m[1], plain(strings.Join(strings.Fields(m[2]), " ")))
	}
	return b.String() + prose(more)
}

// seeAlso names the pages above and below that of a command.
func seeAlso(cmd *cobra.Command) string {
	var names []string
	if cmd.HasParent() {
		names = append(names, "**"+manualName(cmd.Parent())+"**(1)")
	}
	for _, sub := range subpages(cmd) {
		names = append(names, "**"+manualName(sub)+"**(1)")
	}
	return strings.Join(append(names, "https://github.com/meshcheck/meshcheck"), ", ")
}

// prose returns a text with its indented lines as they are.
func prose(text string) string {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		if strings.HasPrefix(paragraph, " ") || strings.HasPrefix(paragraph, "\t") {
			b.WriteString(indented(paragraph) + "\n")
		} else {
			b.WriteString(plain(paragraph) + "\n\n")
		}
	}
	return b.String()
}

// indented returns lines as a block of code.
func indented(lines string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.Trim(lines, "\n"), "\n") {
		b.WriteString("    " + strings.TrimPrefix(strings.TrimPrefix(line, "\t"), "  ") + "\n")
	}
	return b.String()
}

var special = regexp.MustCompile("[\\\\`*_{}\\[\\]<>#|~]")

// plain returns a text without anything that Markdown takes for more.
func plain(text string) string { return special.ReplaceAllString(text, `\$0`) }
