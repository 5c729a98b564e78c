package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"path/filepath"
)

// ShardOf returns the number of the shard of a path, from 1: one plus the first 8 bytes of the
// SHA-256 of the cleaned path with slashes, as a big-endian number, modulo the number of
// shards. It does not depend on the content of the file or on other paths.
func ShardOf(path string, of int) int {
	sum := sha256.Sum256([]byte(filepath.ToSlash(filepath.Clean(path))))
	return int(binary.BigEndian.Uint64(sum[:8])%uint64(of)) + 1
}

// Cut returns the positions of the paths of a shard, and a digest of all paths in order,
// which identifies shards of the same run.
func Cut(paths []string, number, of int) (positions []int, list string) {
	hash := sha256.New()
	for i, path := range paths {
		_, _ = io.WriteString(hash, filepath.ToSlash(path)+"\x00")
		if ShardOf(path, of) == number {
			positions = append(positions, i)
		}
	}
	return positions, hex.EncodeToString(hash.Sum(nil))
}
