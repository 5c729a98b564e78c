package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"path/filepath"
)

// ShardOf returns the number of the shard that a path falls into, from 1: the first 8
// bytes of the SHA-256 of the path without needless parts and with slashes, as a number,
// the most significant byte first, modulo the number of shards, and 1. The contents of
// the file and the other paths do not matter.
func ShardOf(path string, of int) int {
	sum := sha256.Sum256([]byte(filepath.ToSlash(filepath.Clean(path))))
	return int(binary.BigEndian.Uint64(sum[:8])%uint64(of)) + 1
}

// Cut returns which of the paths fall into a shard, by their positions, and a digest of all
// paths in their order, by which shards of the same run are told.
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
