package source

import "io/fs"

// Snapshot is the size and the modification time of an open file. A change of the file is noticed
// by them. It is empty for anything but a regular file, since pipes and devices have no size.
type Snapshot struct{ info fs.FileInfo }

// SnapshotOf returns the snapshot of a file, which is empty if the file has no Stat method.
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

// Size returns the size of the file, -1 if it is unknown.
func (s Snapshot) Size() int64 {
	if s.info == nil {
		return -1
	}
	return s.info.Size()
}

// Check returns ErrChanged if the size or the modification time of file is no longer that of s. A
// file that was removed or replaced is still the one that was opened, and complete.
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
