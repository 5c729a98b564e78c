// Package document reads the JSON of a glTF document element by element, with the place of each
// error and a limited number of warnings, for the package gltf and the packages below it.
package document

import (
	"context"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/meshcheck/meshcheck/loader/source"
)

// Reader reads the parts of one document.
type Reader struct {
	*source.Input
	Ctx      context.Context
	warnings []string
	omitted  int
}

// maxWarnings is the number of warnings that are written out for one file.
const maxWarnings = 100

// Warn adds a warning.
func (r *Reader) Warn(format string, args ...any) {
	if len(r.warnings) == maxWarnings {
		r.omitted++
		return
	}
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// Warnings returns the first 100 warnings, and one more with the number of the others.
func (r *Reader) Warnings() []string {
	if r.omitted == 0 {
		return r.warnings
	}
	return append(r.warnings, fmt.Sprintf("%d more warnings", r.omitted))
}

// Label returns the name of an element in messages: its index, with the beginning of its own name
// if it has one.
func Label(what string, index int, name string) string {
	s := what + " " + strconv.Itoa(index)
	if name == "" {
		return s
	}
	const most = 80
	if len(name) > most {
		name = name[:most] + "…"
	}
	return s + " " + strconv.Quote(name)
}

// Missing reports whether a member is missing or null.
func Missing(value jsontext.Value) bool { return len(value) == 0 || value.Kind() == 'n' }
