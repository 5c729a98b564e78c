package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// stdoutFormats are what standard output can carry: text for people, or a report.
var stdoutFormats = []string{"text", "json", "github", "sarif", "junit", "codequality", "markdown"}

// format is a flag for what to print on standard output; its zero value is "text".
type format string

func (f *format) Type() string { return "FORMAT" }

func (f *format) String() string {
	if *f == "" {
		return stdoutFormats[0]
	}
	return string(*f)
}

func (f *format) Set(s string) error {
	if !slices.Contains(stdoutFormats, s) {
		return fmt.Errorf("none of %s", strings.Join(stdoutFormats, ", "))
	}
	*f = format(s)
	return nil
}

// jsonFormat is the flag --json, which stands for --format json. The last one counts.
type jsonFormat struct{ of *format }

func (j jsonFormat) Type() string     { return "bool" }
func (j jsonFormat) IsBoolFlag() bool { return true }
func (j jsonFormat) String() string   { return strconv.FormatBool(j.of != nil && *j.of == "json") }

func (j jsonFormat) Set(s string) error {
	yes, err := strconv.ParseBool(s)
	if err != nil {
		return errors.New("neither true nor false")
	}
	if yes {
		*j.of = "json"
	}
	return nil
}
