package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/report"
)

// helpHint is the hint for wrong usage without a better one.
const helpHint = `"meshcheck --help" lists all options`

// flagError rewords the parser's message and adds a suggestion.
func flagError(cmd *cobra.Command, err error) error {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	hint := helpHint
	var bad *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var unknown *pflag.NotExistError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &bad):
		flag := bad.GetFlag()
		err = fmt.Errorf("--%s %q: %w", flag.Name, bad.GetValue(), bad.Unwrap())
		if meant := meantLong(flag.Shorthand, bad.GetValue(), names); meant != "" {
			hint = meant
		}
	case errors.As(err, &missing):
		err = fmt.Errorf("option --%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &unknown):
		word := unknown.GetSpecifiedShortnames()
		arg := "-" + word
		if word == "" {
			word = unknown.GetSpecifiedName()
			arg = "--" + word
		}
		err = unknownOption(arg)
		if meant := meantOption(word, names); meant != "" {
			hint = fmt.Sprintf("did you mean --%s?", meant)
		} else if _, absent := os.Lstat(arg); absent == nil {
			hint = "a file of that name is ./" + shown(arg)
		}
	case errors.As(err, &syntax):
		err = unknownOption(syntax.GetSpecifiedFlag())
	}
	return &failure{statusUsage, err, hint}
}

func unknownOption(arg string) error { return fmt.Errorf("unknown option %s", shown(arg)) }

// meantOption suggests an option for a misspelled name, "" for none.
func meantOption(word string, names []string) string {
	if len(word) < 2 {
		return ""
	}
	if meant := suggest.Nearest(word, 1, slices.Values(names)); meant != "" {
		return meant
	}
	// A prefix of an option, such as --out, is not a misspelling of a shorter one.
	for _, name := range names {
		if len(word) > 2 && len(word) < len(name) && name[:len(word)] == word {
			return name
		}
	}
	return suggest.Meant(word, names)
}

// meantLong returns a hint for a misspelled long option with one dash, such as -ouput, which
// is parsed as a short option and its value; "" if it resembles none of the names.
func meantLong(short, value string, names []string) string {
	if short == "" || len(value) < 2 {
		return ""
	}
	meant := suggest.Nearest(short+value, 2, slices.Values(names))
	if meant == "" {
		return ""
	}
	return fmt.Sprintf("-%s takes the value %q; did you mean --%s?", short, shown(value), meant)
}

// meantCommand returns a hint with the command that was probably meant, "" if there is none.
func meantCommand(root *cobra.Command, word string) string {
	root.SuggestionsMinimumDistance = min(2, len(word)/2) // the greatest distance, in spite of its name
	if meant := root.SuggestionsFor(word); len(meant) > 0 {
		return fmt.Sprintf("did you mean the command %q?", meant[0])
	}
	return ""
}

const (
	// missingHints limits the missing files of a run that get a hint.
	missingHints = 10
	// missingNames limits the names of a folder that are compared with a missing file's.
	missingNames = 10_000
)

// missing returns a hint for a file that does not exist, "" if there is none.
func (r *checkRun) missing(f *report.File) string {
	if f.Problem == nil || f.Problem.Kind != "io" || r.hinted == missingHints {
		return ""
	}
	path := f.Path
	if _, err := os.Lstat(path); err == nil && f.Against != nil {
		path = f.Against.Path
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	r.hinted++
	folder, name := filepath.Split(path)
	if folder == "" && filepath.Ext(name) == "" {
		if hint := meantCommand(newCommand(io.Discard), name); hint != "" {
			return hint
		}
	}
	names, err := namesIn(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return noFolder(folder, name)
	}
	if meant := suggest.MeantFile(name, names); meant != "" {
		return fmt.Sprintf("did you mean %s?", shown(folder+meant))
	}
	return ""
}

// noFolder returns a hint for a file in a missing folder: the same file in a folder with a
// similar name, or that there is no such folder.
func noFolder(folder, name string) string {
	parent, wrong := filepath.Split(filepath.Clean(folder))
	names, _ := namesIn(parent)
	if meant := suggest.Meant(wrong, names); meant != "" {
		path := filepath.Join(parent, meant, name)
		if _, err := os.Stat(path); err == nil {
			return fmt.Sprintf("did you mean %s?", shown(path))
		}
	}
	return fmt.Sprintf("there is no folder %s", shown(folder))
}

// namesIn returns names of what is in a folder, sorted.
func namesIn(folder string) ([]string, error) {
	if folder == "" {
		folder = "."
	}
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(missingNames)
	slices.Sort(names)
	return names, err
}
