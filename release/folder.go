package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// folder is where the files of a release are written.
type folder struct {
	path string
	sums map[string]string // SHA-256 by name
}

// write writes a file and remembers its sum.
func (f *folder) write(name string, data []byte) error {
	if f.sums == nil {
		f.sums = map[string]string{}
	}
	sum := sha256.Sum256(data)
	f.sums[name] = hex.EncodeToString(sum[:])
	path := filepath.Join(f.path, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// finish writes the list of the sums, as sha256sum prints and reads it.
func (f *folder) finish() error {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(f.sums)) {
		fmt.Fprintf(&b, "%s  %s\n", f.sums[name], name)
	}
	return os.WriteFile(filepath.Join(f.path, "SHA256SUMS"), b.Bytes(), 0o666)
}
