package fbx

import (
	"bytes"
	"io"
	"io/fs"

	"github.com/meshcheck/meshcheck/loader/source"
)

// Sizes of a triangle in files of nothing but polygons, which is the most that there can be: as
// compressed arrays, and as text.
const (
	packedTriangle = 6
	textTriangle   = 24
)

// Estimate estimates what it takes to load a file by its size, since what it contains is known only
// after its arrays are unpacked.
func Estimate(_ io.ReaderAt, head []byte, size int64, _ fs.FS) source.Estimate {
	e := source.Estimate{Bytes: size, Held: size, Triangles: size / textTriangle}
	if bytes.HasPrefix(head, []byte(signature)) {
		e.Triangles = size / packedTriangle
	}
	return e
}
