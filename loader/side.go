package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/meshcheck/meshcheck/loader/source"
)

// SideFile is a file beside a model that contains a buffer or an image.
type SideFile = source.SideFile

// HashSides hashes the current contents of side files of the model at path, by their names and
// sizes. A file that Open would not read, because it is not a regular file or is outside of the
// folder, has no hash. The error is that of ctx.
func HashSides(ctx context.Context, path string, sides []SideFile) ([]SideFile, error) {
	dir := &folder{dir: filepath.Dir(path)}
	defer dir.Close()
	now := make([]SideFile, len(sides))
	for i, s := range sides {
		now[i] = SideFile{Name: s.Name, Size: s.Size}
		if hash, err := hashSide(ctx, dir, s); err == nil {
			now[i].SHA256 = hash
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return now, nil
}

func hashSide(ctx context.Context, fsys fs.FS, s SideFile) (string, error) {
	f, before, err := source.OpenSide(fsys, s.Name, s.Size)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	for left := s.Size; left > 0; left -= min(left, source.Chunk) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if _, err := io.CopyN(hash, f, min(left, source.Chunk)); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), before.Check(f)
}
