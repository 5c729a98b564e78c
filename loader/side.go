package loader

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"path"

	"github.com/meshcheck/meshcheck/loader/source"
)

// SideFile is a file beside a model that contains a buffer or an image.
type SideFile = source.SideFile

// HashSides hashes the current contents of side files of the model at path, by their names and
// sizes, or as a whole if they were read so. root is Options.Root. A file that Open would not read,
// because it is not a regular file or is outside of the folders, has no hash. The error is that of ctx.
func HashSides(ctx context.Context, path, root string, sides []SideFile) ([]SideFile, error) {
	dir := folderOf(path, root)
	defer dir.Close()
	now := make([]SideFile, len(sides))
	for i, s := range sides {
		now[i] = SideFile{Name: s.Name, Size: s.Size, Whole: s.Whole}
		fsys, name := dir.sideOf(s)
		if s.Whole {
			if info, err := fs.Stat(fsys, name); err == nil {
				now[i].Size = info.Size()
			}
		}
		if hash, err := hashSide(ctx, fsys, name, now[i].Size); err == nil {
			now[i].SHA256 = hash
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return now, nil
}

// sideOf returns where a side file is. Formats that read files as a whole are those that may read them
// above the model's folder.
func (f *folder) sideOf(s SideFile) (fs.FS, string) {
	if !s.Whole && !LeadsOut(s.Name) {
		return f, s.Name
	}
	fsys, base := f.widest()
	return fsys, path.Join(base, s.Name)
}

// hashSide returns the hash of the first size bytes of a file.
func hashSide(ctx context.Context, fsys fs.FS, name string, size int64) (string, error) {
	f, before, err := source.OpenSide(fsys, name, size)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	for left := size; left > 0; left -= min(left, source.Chunk) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if _, err := io.CopyN(hash, f, min(left, source.Chunk)); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), before.Check(f)
}
