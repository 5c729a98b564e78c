package loader

import (
	"errors"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
)

// ErrUnknownFormat is returned, possibly wrapped, for a file that is not in any of the Formats. For
// some other formats, the error names the format.
var ErrUnknownFormat = errors.New("unknown format: not " + alternatives())

// alternatives lists the names of the formats that are read: "glTF, GLB or STL".
func alternatives() string {
	var b strings.Builder
	for i, info := range formats {
		switch {
		case i == 0:
		case i == len(formats)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(info.Name)
	}
	return b.String()
}

// ErrChanged is returned, possibly wrapped, for a file that another program wrote to while
// it was read: what was read may mix old and new contents.
var ErrChanged = source.ErrChanged

// ErrOutside is returned, possibly wrapped, for a model that needs a layer outside of its own folder and
// of Options.Root.
var ErrOutside = source.ErrOutside

// HintError is an error with what to do about it. Errors of Open and Read may wrap one, or be one.
type HintError = source.HintError

// FormatError reports a malformed file: one that violates its format.
type FormatError = source.FormatError

// UnsupportedError reports a file that may be valid but uses a feature that this package does
// not support.
type UnsupportedError = source.UnsupportedError

// LimitError reports a file that may be valid but exceeds a limit of the Options.
type LimitError = source.LimitError
