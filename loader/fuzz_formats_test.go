package loader_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
)

func FuzzDecodeOBJ(f *testing.F) {
	f.Add([]byte(corner3 + "f 1/1 -2//1 \\\n3\nv 1 1e0 .5 0.25 # a\ng a b\nusemtl c\nf 1 2 4 3\nf 1 2\no d\nl 1 2\nfo -1 -2 -3"))
	f.Add(gridOBJ(3, true, true))
	seedFiles(f, ".obj")
	f.Fuzz(decodeFuzzed)
}

func FuzzDecodePLY(f *testing.F) {
	f.Add(gridPLY(2, "ascii"))
	f.Add(gridPLY(2, "binary_little_endian"))
	f.Add([]byte("ply\rformat binary_big_endian 1.0\relement vertex 1\rproperty list uchar short a\rproperty double z\rproperty int x\rproperty char y\rend_header\r" +
		plyBytes(binary.BigEndian, uint8(1), int16(2), 1.5, int32(3), int8(4))))
	seedFiles(f, ".ply")
	f.Fuzz(decodeFuzzed)
}

func FuzzDecodeOFF(f *testing.F) {
	f.Add([]byte("STCNOFF4 2 0 # a\n0 0 0 1\n1 0 0\n\n1 1 0#b\n0 1 0\n4 0 1 2 3 9\n2 0 1"))
	seedFiles(f, ".off")
	f.Fuzz(decodeFuzzed)
}

// FuzzDecode3MF decodes archives, and the same bytes as the root model of one. What an archive
// unpacks to counts as its size.
func FuzzDecode3MF(f *testing.F) {
	seedFiles(f, ".3mf")
	f.Fuzz(func(t *testing.T, data []byte) {
		size := len(data)
		if z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err == nil {
			for _, e := range z.File {
				size += int(min(e.UncompressedSize64, 1<<20))
				if e.UncompressedSize64 > 1<<20 {
					return // takes long, and tells nothing new
				}
			}
		}
		var err error
		used := allocated(func() {
			s, _, e := loader.Decode(t.Context(), data, nil, loader.Options{Workers: 1})
			if err = e; e == nil {
				defer checkScene(t, s)
			}
		})
		var fe *loader.FormatError
		var ue *loader.UnsupportedError
		if err != nil && !errors.As(err, &fe) && !errors.As(err, &ue) && !errors.Is(err, loader.ErrUnknownFormat) {
			t.Errorf("an error of no known kind: %v", err)
		}
		if limit := allocationLimit(size); used > limit {
			t.Errorf("%d bytes allocated for %d, more than %d", used, size, limit)
		}
	})
}
