package config

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// key is a key of a configuration, or of a mapping in it, which says something about a T.
type key[T any] struct {
	name   string
	about  string // in help, "" for none
	schema schema // of its values
	// read reads a value. It may leave the T half changed if it fails.
	read func(n ast.Node, to *T) error
	// show returns the value as it is to be written, as write takes it; nil for none.
	show func(of *T) any
	// copy takes the value over from what flags say; nil where no flag takes its place.
	copy func(to, from *T)
	// flag returns the flag of the same name.
	flag func(of *T) Flag
	// run: it is for the whole run, and no override can have it.
	run bool
}

// single is the key of a value.
func single[T, V any](name, about string, k kind[V], of func(*T) *V) key[T] {
	put := func(to *T, v V) {
		if k.sum != nil {
			v = k.sum(*of(to), v)
		}
		*of(to) = v
	}
	set := func(to *T, text string) error {
		v, err := k.parse(text)
		if err == nil {
			put(to, v)
		}
		return err
	}
	return key[T]{
		name: name, about: about, schema: k.schema,
		read: func(n ast.Node, to *T) error {
			each := eachText
			if !k.several {
				each = onlyText
			}
			var all []string
			err := each(n, func(text string) error {
				all = append(all, text)
				_, err := k.parse(text)
				return wrong(name, text, err)
			})
			if err != nil || len(all) == 0 && k.sum != nil { // nothing to add
				return err
			}
			text := strings.Join(all, ",")
			return at(n, wrong(name, text, set(to, text)))
		},
		show: func(from *T) any {
			text := k.format(*of(from))
			switch {
			case text == "":
				return nil
			case k.literal:
				return json.RawMessage(text)
			case k.several:
				return strings.Split(text, ",")
			}
			return text
		},
		copy: func(to, from *T) { put(to, *of(from)) },
		flag: func(to *T) Flag {
			return Flag{name, about, k.name, func(text string) error { return set(to, text) }, func() string { return k.format(*of(to)) }}
		},
	}
}

// list is the key of a list of texts. A flag adds one.
func list[T any](name, about string, k kind[string], of func(*T) *[]string) key[T] {
	set := func(to *[]string, text string) error {
		_, err := k.parse(text)
		if err == nil {
			*to = append(*to, text)
		}
		return err
	}
	return key[T]{
		name: name, about: about, schema: textsSchema,
		read: func(n ast.Node, to *T) error {
			texts := []string{}
			err := eachText(n, func(text string) error { return wrong(name, text, set(&texts, text)) })
			*of(to) = texts
			return err
		},
		show: func(from *T) any {
			if texts := *of(from); len(texts) > 0 {
				return texts
			}
			return nil
		},
		copy: func(to, from *T) { *of(to) = *of(from) },
		flag: func(to *T) Flag {
			return Flag{name, about, k.name, func(text string) error { return set(of(to), text) }, func() string { return strings.Join(*of(to), " ") }}
		},
	}
}

// wrong says what an error is about, unless it is nil.
func wrong(name, text string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %q: %w", name, text, err)
}

// Flag reads a setting from the command line. It is a pflag.Value.
type Flag struct {
	Name, About string
	kind        string
	set         func(text string) error
	text        func() string
}

// Type returns what a help page calls the value: "LENGTH".
func (f Flag) Type() string { return f.kind }

// Set sets the value, or adds to it if it is a list or verdicts. It leaves it alone if it
// fails.
func (f Flag) Set(text string) error { return f.set(text) }

// String returns the value as Set reads it, "" for none.
func (f Flag) String() string { return f.text() }

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

// Whole returns a flag for a whole number between limits, which are not less than 0.
func Whole(to *int, least, most int) Flag {
	return single("", "", whole(least, most), func(to *int) *int { return to }).flag(to)
}
