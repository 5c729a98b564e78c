package source

import "io/fs"

// Snapshot is the size and the time of modification of an open file, by which a later change
// of it is noticed. It is empty for anything but a regular file: pipes and devices do not
// know how much they will give.
type Snapshot struct{ info fs.FileInfo }

// SnapshotOf returns the snapshot of a file, which is empty if it has no Stat method.
func SnapshotOf(file any) Snapshot {
	f, ok := file.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return Snapshot{}
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return Snapshot{}
	}
	return Snapshot{info}
}

// Size returns the size of the file, -1 where it is unknown.
func (s Snapshot) Size() int64 {
	if s.info == nil {
		return -1
	}
	return s.info.Size()
}

// Check returns ErrChanged if file, of which s was taken before, has another size or time of
// modification. A file that was removed, or replaced by another of its name, is still the one
// that was opened, and whole.
func (s Snapshot) Check(file any) error {
	if s.info == nil {
		return nil
	}
	now := SnapshotOf(file)
	if now.info == nil || now.Size() != s.Size() || !now.info.ModTime().Equal(s.info.ModTime()) {
		return ErrChanged
	}
	return nil
}
