package loader

import (
	"io"
	"os"
	"path/filepath"

	"github.com/meshcheck/meshcheck/loader/source"
)

// Weight is what a file will take to load, as far as can be told before it is.
type Weight = source.Estimate

// estimateHead is how much of a file is read to recognize its format for an estimate. Words
// that tell a text from a binary file are within it.
const estimateHead = 1 << 10

// Weigh estimates what the file at path takes without loading it: from its size, its
// beginning, and the document of a glTF file. It believes what the document declares, as far
// as the file is large enough for it, and checks nothing: the weight of a malformed file
// means nothing. The error is that of the operating system. A file
// that is not regular has no size, and Bytes is -1.
func Weigh(path string) (Weight, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Weight{}, err
	}
	if !info.Mode().IsRegular() {
		return Weight{Bytes: -1}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return Weight{}, err
	}
	defer f.Close()
	size := info.Size()
	head := make([]byte, min(size, estimateHead))
	if _, err := io.ReadFull(f, head); err != nil {
		return Weight{Bytes: size}, err
	}
	d, _, _ := recognize(head, size)
	if d == nil {
		return Weight{Bytes: size}, nil // it will be refused before it costs anything
	}
	return d.estimate(f, head, size, os.DirFS(filepath.Dir(path))), nil
}
