package input

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Excludes are globs for what is left out. A glob with a slash is for a path, one without
// for the last name of any path; both leave out all that is below a folder.
type Excludes []string

// ValidExclude returns an error for a text that is no glob to exclude by.
func ValidExclude(s string) error {
	if glob := excludeGlob(s); glob == "" || !doublestar.ValidatePattern(glob) {
		return errors.New("not a glob")
	}
	return nil
}

// excludeGlob returns the glob that a text stands for: "./tmp/" is tmp.
func excludeGlob(s string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(s), "/"), "./")
}

// match reports whether a path or one of the folders that it names on its way is left out.
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

// excluded reports whether a path is left out.
func (o *Options) excluded(name string) bool {
	return o.Exclude.match(name) || len(o.ExcludeBelow) > 0 && o.ExcludeBelow.match(RelativePath(o.Folder, name))
}

// namesFolders reports whether what is left out depends on the folders of a path beyond
// their own names.
func (o *Options) namesFolders() bool {
	return slices.ContainsFunc(slices.Concat(o.Exclude, o.ExcludeBelow), func(glob string) bool { return namesFolders(excludeGlob(glob)) })
}

// namesFolders reports whether a glob is for the whole path, and not for one name.
func namesFolders(glob string) bool { return strings.Contains(glob, "/") }

// RelativePath returns a path relative to a folder, with slashes, or if there is none from
// the root.
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
