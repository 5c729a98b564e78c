package loader

import (
	"io"
	"os"
	"path/filepath"

	"github.com/meshcheck/meshcheck/loader/source"
)

// Estimate says what it takes to load a file, as far as that is known before the file is loaded.
type Estimate = source.Estimate

// estimateHead is the number of bytes that are read to detect the format of a file. The words that
// distinguish text from binary STL are among them.
const estimateHead = 1 << 10

// EstimateFile estimates what it takes to load the file at path, from its size, its beginning, and
// the document of a glTF file. Numbers that the file declares are limited by what a file of this
// size can have, and are not checked otherwise: the estimate of a malformed file is meaningless.
// The error is that of the operating system. A file that is not regular has no size: Bytes is -1.
func EstimateFile(path string) (Estimate, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Estimate{}, err
	}
	if !info.Mode().IsRegular() {
		return Estimate{Bytes: -1}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return Estimate{}, err
	}
	defer f.Close()
	size := info.Size()
	head := make([]byte, min(size, estimateHead))
	if _, err := io.ReadFull(f, head); err != nil {
		return Estimate{Bytes: size}, err
	}
	found := recognize(head, size)
	if found.decoder == nil || found.utf16 {
		return Estimate{Bytes: size}, nil // Open will refuse it before it costs anything
	}
	return found.estimate(f, head, size, os.DirFS(filepath.Dir(path))), nil
}
