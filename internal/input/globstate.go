package input

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// globs are all globs that decide what a walk takes. How far they are matched by the
// folders that lead to a folder is their state there: where it is the same, the same files
// below are taken and left out, whatever the way there.
type globs struct {
	take    []steps // of what is to be taken, from where the walk begins
	exclude []steps // of Options.Exclude, from where files are named
	below   []steps // of Options.ExcludeBelow, from the folder
	folder  string
}

// globs returns those of a walk that takes what matches a glob, "" for all models.
func (o *Options) globs(glob string) *globs {
	g := &globs{folder: o.Folder, exclude: o.Exclude.steps(), below: o.ExcludeBelow.steps()}
	if glob != "" {
		g.take = stepsOf(glob)
	}
	return g
}

// steps returns those of all globs that folders matter to. The others are for one name
// alone, wherever it stands.
func (e Excludes) steps() []steps {
	var all []steps
	for _, glob := range e {
		if glob = excludeGlob(glob); strings.Contains(glob, "/") {
			all = append(all, stepsOf(glob)...)
		}
	}
	return all
}

// state returns a text that tells what the globs have matched on the way to a folder, rel
// below the root of the walk.
func (g *globs) state(name, rel string) string {
	var b strings.Builder
	for _, group := range []struct {
		globs []steps
		path  func() string
	}{
		{g.take, func() string { return rel }},
		{g.exclude, func() string { return filepath.ToSlash(name) }},
		{g.below, func() string { return RelativePath(g.folder, name) }},
	} {
		if len(group.globs) == 0 {
			continue
		}
		way := group.path()
		for _, s := range group.globs {
			s.matched(&b, way)
		}
	}
	return b.String()
}

// steps is a glob taken apart at its slashes; nil for one that cannot be.
type steps []string

// alternatives is how many globs one with braces may stand for to be taken apart.
const alternatives = 64

// stepsOf takes a glob apart, one whose braces hold slashes into the globs that it stands
// for.
func stepsOf(glob string) []steps {
	globs := []string{glob}
	for i := 0; i < len(globs); {
		expanded := expand(globs[i])
		switch {
		case expanded == nil:
			i++
		case len(globs)+len(expanded) > alternatives:
			return []steps{nil}
		default:
			globs = append(globs[:i], append(expanded, globs[i+1:]...)...)
		}
	}
	all := make([]steps, len(globs))
	for i, g := range globs {
		all[i] = strings.Split(g, "/")
	}
	return all
}

// expand returns the globs that the first braces of a glob stand for, nil if no braces of
// it hold a slash.
func expand(glob string) []string {
	var commas []int
	open, depth, slash, class := -1, 0, false, false
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '{':
			if depth == 0 {
				open, commas = i, nil
			}
			depth++
		case c == ',' && depth == 1:
			commas = append(commas, i)
		case c == '/':
			slash = slash || depth > 0
		case c == '}' && depth > 0:
			if depth--; depth == 0 && slash {
				return alternativesOf(glob, open, append(commas, i))
			}
		}
	}
	return nil
}

// alternativesOf returns a glob with each of the pieces in its braces, which end at ends.
func alternativesOf(glob string, open int, ends []int) []string {
	var all []string
	begin := open + 1
	for _, end := range ends {
		all = append(all, glob[:open]+glob[begin:end]+glob[ends[len(ends)-1]+1:])
		begin = end + 1
	}
	return all
}

// matched writes which steps of a glob may come next after the names of a path. What
// cannot be taken apart is different on every path.
func (s steps) matched(b *strings.Builder, name string) {
	if s == nil {
		fmt.Fprintf(b, "%q;", name)
		return
	}
	at := make([]bool, len(s)+1)
	at[0] = true
	s.pass(at)
	var names []string
	if name != "" && name != "." {
		names = strings.Split(name, "/")
	}
	for _, name := range names {
		at[len(s)] = false // what is below is matched anew
		for i := len(s) - 1; i >= 0; i-- {
			if at[i] && doublestar.MatchUnvalidated(s[i], name) {
				at[i+1] = true
			}
			at[i] = at[i] && s[i] == "**"
		}
		s.pass(at)
	}
	for i, here := range at {
		if here {
			fmt.Fprintf(b, "%d ", i)
		}
	}
	b.WriteByte(';')
}

// pass goes on past stars that stand for no folder.
func (s steps) pass(at []bool) {
	for i, step := range s {
		if at[i] && step == "**" {
			at[i+1] = true
		}
	}
}
