package loader

import (
	"errors"

	"github.com/meshcheck/meshcheck/loader/source"
)

// ErrUnknownFormat is returned, perhaps wrapped, for bytes that are no model in
// a format of this package. Of some other formats, the error says which it is.
var ErrUnknownFormat = errors.New("unknown format: not glTF, GLB, STL, OBJ, PLY, OFF or 3MF")

// ErrChanged is returned, perhaps wrapped, for a file that another program wrote to while
// it was read: the bytes that were read may be neither its old contents nor its new ones.
var ErrChanged = source.ErrChanged

// FormatError reports a malformed file: one that violates the format which it has.
type FormatError = source.FormatError

// UnsupportedError reports a file that may well be valid but needs something
// that this package does not do.
type UnsupportedError = source.UnsupportedError

// LimitError reports a file that may well be valid but exceeds a limit of the Options.
type LimitError = source.LimitError
