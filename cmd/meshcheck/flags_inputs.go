package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"

	"github.com/meshcheck/meshcheck/internal/fserror"
)

// inputFlags say what to check beside the arguments, and what not.
type inputFlags struct {
	exclude   excludes
	filesFrom string
	// standing are what the configuration in the folder leaves out.
	standing excludes
	folder   string
}

// excluded reports whether a path is left out.
func (i *inputFlags) excluded(name string) bool {
	return i.exclude.match(name) || len(i.standing) > 0 && i.standing.match(pathFrom(i.folder, name))
}

func (i *inputFlags) declare(f *pflag.FlagSet) {
	f.Var(&i.exclude, "exclude", "leave out files and folders that match: '*_old.glb', 'assets/tmp'")
	f.StringVar(&i.filesFrom, "files-from", "", "check the files named in this list, one a line or NUL-separated (- is standard input)")
}

// excludes is a flag for globs, one each time it is given.
type excludes []string

func (e *excludes) Type() string   { return "GLOB" }
func (e *excludes) String() string { return strings.Join(*e, " ") }

func (e *excludes) Set(s string) error {
	if err := validExclude(s); err != nil {
		return err
	}
	*e = append(*e, s)
	return nil
}

func validExclude(s string) error {
	if glob := excludeGlob(s); glob == "" || !doublestar.ValidatePattern(glob) {
		return errors.New("not a glob")
	}
	return nil
}

// excludeGlob returns the glob that a text stands for: "./tmp/" is tmp.
func excludeGlob(s string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(s), "/"), "./")
}

// match reports whether a path or one of the folders that it names on its way is left
// out. A glob without a slash is for the last name alone, wherever that stands.
func (e excludes) match(name string) bool {
	if len(e) == 0 {
		return false
	}
	for p := filepath.ToSlash(name); ; p = path.Dir(p) {
		for _, glob := range e {
			glob = excludeGlob(glob)
			subject := p
			if !strings.Contains(glob, "/") {
				subject = path.Base(p)
			}
			if doublestar.MatchUnvalidated(glob, subject) {
				return true
			}
		}
		if up := path.Dir(p); up == p || up == "." {
			return false
		}
	}
}

// valid reports wrong usage that no file needs to be read for.
func (i *inputFlags) valid(named []string) error {
	if len(named) == 0 && i.filesFrom == "" {
		return &failure{statusUsage, errors.New("no file to check"),
			`"meshcheck model.glb" checks a file, "meshcheck --help" says more`}
	}
	stdin := 0
	if i.filesFrom == "-" {
		stdin++
	}
	for _, p := range named {
		if p == "" {
			return &failure{statusUsage, errors.New("a path is empty"), ""}
		}
		if p == "-" {
			stdin++
		}
	}
	if stdin > 1 {
		return &failure{statusUsage, errors.New("standard input (-) can be read only once"), ""}
	}
	return nil
}

// listLimit bounds the list of files, in bytes: a million paths of the greatest usual length.
const listLimit = 256 << 20

// readList returns the paths in a list. The list may be a pipe that nobody writes to,
// so that it is not waited for when the context ends.
func readList(ctx context.Context, name string) ([]string, error) {
	type content struct {
		data []byte
		err  error
	}
	read := make(chan content, 1)
	go func() {
		var c content
		if name == "-" {
			c.data, c.err = readLimited(os.Stdin)
		} else if f, err := os.Open(name); err != nil {
			c.err = err
		} else {
			c.data, c.err = readLimited(f)
			f.Close()
		}
		read <- c
	}()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case c := <-read:
		if c.err != nil {
			return nil, &failure{statusUsage, fmt.Errorf("--files-from %s: %w", shown(name), fserror.Cause(c.err)), ""}
		}
		text, err := listText(c.data)
		if err != nil {
			return nil, &failure{statusUsage, fmt.Errorf("--files-from %s: %w", shown(name), err), ""}
		}
		return splitList(text), nil
	}
}

// readLimited reads all of a list, unless it is too long for one.
func readLimited(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, listLimit+1))
	if err == nil && len(data) > listLimit {
		err = fmt.Errorf("the list has more than %d MiB", listLimit>>20)
	}
	return data, err
}

// splitList takes a list apart at its NUL bytes if it has any, as of find -print0, and
// else at its line ends. Empty names are skipped, and "-" is a file of that name.
func splitList(data []byte) []string {
	separator := "\n"
	if bytes.IndexByte(data, 0) >= 0 {
		separator = "\x00"
	}
	var names []string
	for name := range strings.SplitSeq(string(data), separator) {
		if separator == "\n" {
			name = strings.TrimSuffix(name, "\r")
		}
		if name == "-" {
			name = "./-"
		}
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}
