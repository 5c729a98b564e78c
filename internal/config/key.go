package config

import (
	"encoding/json"
	"fmt"

	"github.com/goccy/go-yaml/ast"

	"github.com/meshcheck/meshcheck/check"
)

// key is a key of a configuration, or of a mapping in it, that sets something in a T.
type key[T any] struct {
	name   string
	about  string // in help, "" for none
	schema schema // of the value
	// read reads a value, and returns a function that sets it.
	read func(n ast.Node) (set func(to *T), err error)
	// show returns the value in a form for write; nil for none.
	show func(of *T) any
	// copy copies the value from the flags; nil if there is no such flag.
	copy func(to, from *T)
	// flag returns the flag of the same name.
	flag func(of *T) Flag
	// run: it applies to the whole run, and overrides cannot set it.
	run bool
	// check is the check that it is an option of, 0 for those that help lists by what they are for.
	check check.Set
}

// newKey returns the key for a value.
func newKey[T, V any](name, about string, k kind[V], of func(*T) *V) key[T] {
	put := func(to *T, v V, join bool) {
		if join {
			v = k.join(*of(to), v)
		}
		*of(to) = v
	}
	return key[T]{
		name: name, about: about, schema: k.schema,
		read: func(n ast.Node) (func(to *T), error) {
			all, items, each := k.empty, 0, onlyText
			if k.join != nil {
				each = eachText
			}
			err := each(n, func(text string) error {
				v, err := k.parse(text)
				if err != nil {
					return fmt.Errorf("%s %q: %w", name, text, err)
				}
				if items++; items > 1 {
					v = k.join(all, v)
				}
				all = v
				return nil
			})
			if err == nil && items == 0 && k.needed {
				err = at(n, fmt.Errorf("%s: the list is empty", name))
			}
			return func(to *T) { put(to, all, k.sums) }, err
		},
		show: func(from *T) any {
			text := k.text(*of(from))
			switch {
			case text == "":
				return nil
			case k.items != nil:
				return k.items(*of(from))
			case k.literal:
				return json.RawMessage(text)
			}
			return text
		},
		copy: func(to, from *T) { put(to, *of(from), k.sums) },
		flag: func(to *T) Flag {
			return Flag{name, about, k.name, func(text string) error {
				v, err := k.parse(text)
				if err == nil {
					put(to, v, k.repeats)
				}
				return err
			}, func() string { return k.text(*of(to)) }}
		},
	}
}

// Flag reads a setting from the command line. It is a pflag.Value.
type Flag struct {
	Name, About string
	kind        string
	set         func(text string) error
	text        func() string
}

// Type returns the name of the value on help pages: "LENGTH".
func (f Flag) Type() string { return f.kind }

// Set sets the value, or adds to it if it is a list or verdicts. If it fails, the value
// does not change.
func (f Flag) Set(text string) error { return f.set(text) }

// String returns the value in the form that Set reads, "" for none.
func (f Flag) String() string { return f.text() }

// NamesOf returns the names of the flags that help lists as options of one check.
func NamesOf(c check.Set) (list []string) {
	for i := range keys {
		if keys[i].check == c {
			list = append(list, keys[i].name)
		}
	}
	return list
}

// Flags returns the flags that set the settings.
func Flags(s *Settings) []Flag {
	var flags []Flag
	for i := range keys {
		if keys[i].flag != nil {
			flags = append(flags, keys[i].flag(s))
		}
	}
	return flags
}

// Whole returns a flag for a whole number from least to most, where 0 <= least.
func Whole(to *int, least, most int) Flag { return flag(whole(least, most), to) }

// Excludes returns a repeatable flag for a glob to exclude.
func Excludes(to *[]string) Flag { return flag(excludes, to) }

// flag returns a flag that is not a setting.
func flag[V any](k kind[V], to *V) Flag {
	return newKey("", "", k, func(v *V) *V { return v }).flag(to)
}
