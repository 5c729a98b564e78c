package document

import "errors"

// Parse reads a file. The error is an Error, a VersionError, or one of Options.
func Parse(data []byte, o Options) (*Document, error) {
	return nil, &Error{"byte 0", errors.New("the container is not read yet")}
}
