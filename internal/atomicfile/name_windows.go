package atomicfile

import (
	"errors"
	"path/filepath"
	"strings"
)

// validName fails for a path whose last element cannot be the name of a file.
func validName(path string) error {
	name := filepath.Base(path)
	switch {
	case strings.ContainsAny(name, `<>:"|?*`):
		return errors.New(`has one of < > : " | ? * in its name, which Windows does not allow`)
	case !filepath.IsLocal(name):
		return errors.New("is the name of a device on Windows")
	}
	return nil
}
