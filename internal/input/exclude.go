package input

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Excludes are globs of paths to exclude. A glob with a slash matches a path; one without
// matches the last element of any path. Excluding a folder excludes everything below it.
type Excludes []string

// ValidExclude returns an error for a text that is not a valid glob of Excludes.
func ValidExclude(s string) error {
	if glob := excludeGlob(s); glob == "" || !doublestar.ValidatePattern(glob) {
		return errors.New("not a glob")
	}
	return nil
}

// excludeGlob cleans a glob: "./tmp/" becomes "tmp".
func excludeGlob(s string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(s), "/"), "./")
}

// match reports whether a path or one of the folders in it is excluded.
func (e Excludes) match(name string) bool {
	if len(e) == 0 {
		return false
	}
	for p := filepath.ToSlash(name); ; p = path.Dir(p) {
		for _, glob := range e {
			glob = excludeGlob(glob)
			subject := p
			if !namesFolders(glob) {
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

// excluded reports whether a path is excluded.
func (o *Options) excluded(name string) bool {
	return o.Exclude.match(name) || len(o.ExcludeBelow) > 0 && o.ExcludeBelow.match(RelativePath(o.Folder, name))
}

// namesFolders reports whether some glob of the excludes matches whole paths.
func (o *Options) namesFolders() bool {
	return slices.ContainsFunc(slices.Concat(o.Exclude, o.ExcludeBelow), func(glob string) bool { return namesFolders(excludeGlob(glob)) })
}

// namesFolders reports whether a glob matches whole paths, not single names.
func namesFolders(glob string) bool { return strings.Contains(glob, "/") }

// RelativePath returns a path relative to a folder, with slashes, or relative to the root if
// there is no such path.
func RelativePath(folder, path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	near, err := filepath.Rel(folder, absolute)
	if err != nil {
		near = absolute
	}
	return filepath.ToSlash(near)
}
