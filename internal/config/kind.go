package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/internal/input"
	"github.com/meshcheck/meshcheck/internal/suggest"
)

// kind describes how values are written in flags and in configurations.
type kind[V any] struct {
	name   string // in help: LENGTH
	schema schema
	parse  func(text string) (V, error)
	// format is the inverse of parse, "" for none; nil if items is set instead.
	format func(v V) string
	items  func(v V) []string
	// literal: it is a number or a boolean, written without quotes.
	literal bool
	// join combines two items of a list; nil if there can be no list.
	join func(v, w V) V
	// empty is the value of an empty list, if one is allowed.
	empty  V
	needed bool
	// repeats: a repeated flag joins its values.
	repeats bool
	// sums: the value of a layer joins that of the layers before.
	sums bool
}

// text returns a value on one line, "" for none.
func (k *kind[V]) text(v V) string {
	if k.items != nil {
		return strings.Join(k.items(v), ",")
	}
	return k.format(v)
}

var (
	anyText    = kind[string]{name: "FILE", schema: textSchema, parse: func(s string) (string, error) { return s, nil }, format: verbatim}
	anyFolder  = kind[string]{name: "DIR", schema: textSchema, parse: func(s string) (string, error) { return s, nil }, format: verbatim}
	length     = kind[check.Length]{name: "DISTANCE", schema: lengthSchema, parse: parseDistance, format: formatDistance}
	tolerance  = kind[check.Tolerance]{name: "LENGTH", schema: lengthSchema, parse: parseTolerance, format: formatTolerance}
	timeout    = kind[time.Duration]{name: "TIME", schema: textSchema, parse: parseTimeout, format: formatTimeout}
	truth      = kind[bool]{name: "bool", schema: schema{"type": "boolean"}, parse: parseTruth, format: strconv.FormatBool, literal: true}
	pieces     = words("PIECE", check.PartsOf.String, check.ByMesh, check.ByShell, check.ByPrimitive)
	units      = words("UNIT", verbatim, check.FileUnits()...)
	presets    = words("NAME", verbatim, check.PresetNames()...)
	profiles   = words("NAME", func(p check.HullProfile) string { return p.Name }, check.HullProfiles()...)
	uvProfiles = words("NAME", func(p check.UVProfile) string { return p.Name }, check.UVProfiles()...)
	excludes   = texts("GLOB", input.ValidExclude)
	oneCheck   = words("NAME", check.Set.String, check.All.Members()...)
	checks     = kind[check.Set]{name: "LIST", schema: listSchema(oneCheck.schema, true), parse: parseChecks, items: checkNames,
		join: func(s, t check.Set) check.Set { return s | t }, needed: true}
	uvSet   = kind[string]{name: "SET", schema: lengthSchema, parse: parseUVSet, format: verbatim}
	padding = kind[[]check.PaddingLimit]{
		name: "LIST", schema: textsSchema, repeats: true, empty: []check.PaddingLimit{},
		parse: parsePadding,
		items: func(v []check.PaddingLimit) (items []string) {
			for _, p := range v {
				items = append(items, p.String())
			}
			return items
		},
		join: func(v, w []check.PaddingLimit) []check.PaddingLimit { return slices.Concat(v, w) },
	}
	policy = kind[check.Policy]{name: "LIST", schema: textsSchema, parse: parsePolicy, items: check.Policy.Items,
		join: check.Policy.With, repeats: true, sums: true}
)

func parsePadding(text string) (all []check.PaddingLimit, err error) {
	for item := range strings.SplitSeq(text, ",") {
		p, err := check.ParsePadding(item)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// parseUVSet parses the number of a UV set, also as in "TEXCOORD_1", or its name.
func parseUVSet(text string) (string, error) {
	number := strings.TrimPrefix(text, "TEXCOORD_")
	n, err := strconv.Atoi(number)
	switch {
	case err == nil && (n < 1 || n > 255):
		return "", errors.New("not a number from 1 to 255, nor a name")
	case err == nil:
		return number, nil
	case text == "":
		return "", errors.New("neither a number nor a name")
	}
	return text, nil
}

// lightmapOf returns the number or the name of a UV set that parseUVSet has parsed.
func lightmapOf(text string) (number int, name string) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, ""
	}
	return 0, text
}

func verbatim(text string) string { return text }

// texts returns the kind of lists of strings that valid accepts; nil accepts all.
func texts(name string, valid func(text string) error) kind[[]string] {
	return kind[[]string]{
		name: name, schema: textsSchema, repeats: true, empty: []string{},
		parse: func(text string) ([]string, error) {
			if valid == nil {
				return []string{text}, nil
			}
			return []string{text}, valid(text)
		},
		items: func(v []string) []string { return v },
		join:  func(v, w []string) []string { return slices.Concat(v, w) },
	}
}

// words returns the kind of an enumeration of named values.
func words[V any](name string, format func(V) string, values ...V) kind[V] {
	var list []string
	for _, v := range values {
		list = append(list, format(v))
	}
	return kind[V]{
		name: name, schema: schema{"enum": list}, format: format,
		parse: func(text string) (v V, err error) {
			for i, name := range list {
				if name == text {
					return values[i], nil
				}
			}
			return v, fmt.Errorf("not one of %s%s", strings.Join(list, ", "), suggest.DidYouMean(text, list))
		},
	}
}

// whole returns the kind of whole numbers from least to most. A smaller value means none.
func whole(least, most int) kind[int] {
	return kind[int]{
		name: "N", schema: schema{"type": "integer", "minimum": least}, literal: true,
		parse: func(text string) (int, error) {
			n, err := strconv.Atoi(text)
			if err != nil || n < least || n > most {
				return 0, fmt.Errorf("not a whole number from %d to %d", least, most)
			}
			return n, nil
		},
		format: func(n int) string {
			if n < least {
				return ""
			}
			return strconv.Itoa(n)
		},
	}
}

func parseDistance(text string) (check.Length, error) {
	l, err := check.ParseLength(text)
	if err == nil && l.Value == 0 {
		err = errors.New("a distance cannot be negative; --checks parts finds objects that cross or touch")
	}
	return l, err
}

func formatDistance(l check.Length) string {
	if l.Value == 0 {
		return ""
	}
	return l.String()
}

// parseTolerance parses a length, "0.1mm", or a percentage of a size, "0.01%".
func parseTolerance(text string) (check.Tolerance, error) {
	if v, ok := parsePercentage(text); ok {
		return check.Tolerance{Value: v, Relative: true}, nil
	}
	l, err := check.ParseLength(text)
	if err != nil {
		return check.Tolerance{}, errors.New("neither a length such as 0.1mm or 0.5, which is in the file's own unit, nor a percentage such as 0.01%; units are um, mm, cm, m and in")
	}
	return check.Tolerance{Value: l.Value, Unit: l.Unit}, nil
}

// parsePercentage parses a percentage such as "5%" and returns the fraction, 0.05.
func parsePercentage(text string) (share float64, ok bool) {
	digits, ok := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(digits, 64)
	return v / 100, ok && err == nil && v >= 0 && !math.IsInf(v, 0)
}

func formatTolerance(t check.Tolerance) string {
	if t.Relative {
		return strconv.FormatFloat(t.Value*100, 'g', -1, 64) + "%"
	}
	return check.Length{Value: t.Value, Unit: t.Unit}.String()
}

func parseTimeout(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, errors.New("not a time such as 30s or 5m")
	}
	return d, nil
}

func formatTimeout(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

func parseTruth(text string) (bool, error) {
	if text != "true" && text != "false" {
		return false, errors.New("neither true nor false")
	}
	return text == "true", nil
}

// parseChecks parses comma-separated names of checks.
func parseChecks(text string) (set check.Set, err error) {
	for name := range strings.SplitSeq(text, ",") {
		one, err := oneCheck.parse(name)
		if err != nil {
			return 0, err
		}
		set |= one
	}
	return set, nil
}

func checkNames(set check.Set) []string {
	return strings.FieldsFunc(set.String(), func(r rune) bool { return r == ',' })
}

// parsePolicy is check.ParsePolicy with a suggestion for an unknown name.
func parsePolicy(text string) (check.Policy, error) {
	p, err := check.ParsePolicy(text)
	if err == nil {
		return p, nil
	}
	if !strings.Contains(text, ",") {
		err = errors.Unwrap(err) // the only item need not be named
	}
	for item := range strings.SplitSeq(text, ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(item), ":")
		if _, wrong := check.ParsePolicy(name); wrong != nil {
			return nil, fmt.Errorf("%w%s", err, suggest.DidYouMean(name, check.PolicyNames()))
		}
	}
	return nil, err
}
