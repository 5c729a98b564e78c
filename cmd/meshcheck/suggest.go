package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/internal/suggest"
	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/report"
)

// helpHint goes with wrong usage that nothing better is known of.
const helpHint = `"meshcheck --help" lists all options`

// flagError rewords the parser's message and adds what was probably meant.
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

// meantOption returns the name of the option that was probably meant by a word, "" for none.
func meantOption(word string, names []string) string {
	if len(word) < 2 {
		return ""
	}
	if meant := suggest.Nearest(word, 1, slices.Values(names)); meant != "" {
		return meant
	}
	// One that is cut short, such as --out, is not a misspelling of a shorter one.
	for _, name := range names {
		if len(word) > 2 && len(word) < len(name) && name[:len(word)] == word {
			return name
		}
	}
	return suggest.Meant(word, names)
}

// meantLong returns a hint for a long option with one dash, such as -ouput: a short option
// that takes the rest for its value. It returns "" if that is none of the names.
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

// meantCommand returns a hint on the command that was probably meant, "" if there is none.
func meantCommand(root *cobra.Command, word string) string {
	if meant := suggest.Meant(word, commandNames(root)); meant != "" {
		return fmt.Sprintf("did you mean the command %q?", meant)
	}
	return ""
}

const (
	// missingHints is how many missing files of a run are given a hint.
	missingHints = 10
	// missingNames is how many names of a folder are compared with that of a missing file.
	missingNames = 10_000
)

// missing returns a hint on what was probably meant by a file that does not exist, "" if
// there is none.
func (r *runner) missing(f *report.File) string {
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
		if hint := meantCommand(newCommand(new(int)), name); hint != "" {
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

// noFolder says that the folder of a missing file does not exist, or names the same file in one
// with nearly the same name.
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

// foreign returns a hint on a file that has the ending of a format which is not read, and a
// content that tells nothing; else "". What the ending says is no part of a result, which goes
// by the content alone.
func foreign(f *report.File) string {
	if f.Problem == nil || f.Problem.Message != loader.ErrUnknownFormat.Error() {
		return ""
	}
	name := loader.ForeignFormat(f.Path)
	if name == "" {
		return ""
	}
	return fmt.Sprintf("by its name this is %s: export glTF, OBJ or STL", name)
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
