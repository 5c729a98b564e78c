package self_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/meshcheck/meshcheck"
	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/loader"
)

// degenerateDraco is a document whose Draco data lists a face (0, 0, 0) so many times in a few bytes:
// the differences between its indices are one symbol that has the whole probability.
func degenerateDraco(faces int) []byte {
	data := append([]byte("DRACO"), 2, 2, 1, 0, 0, 0) // version 2.2, a mesh, sequential
	data = binary.AppendUvarint(data, uint64(faces))  // of
	data = append(data, 3, 0)                         // points, with compressed indices:
	data = append(data, 1, 1, 1, 1, 0x40, 1, 0)       // symbols, one with a frequency of 4096, and the coder's state
	data = append(data, 1, 1, 0, 9, 3, 0, 0, 0)       // one group of one attribute: plain positions
	for _, x := range [9]float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	data = append(data, make([]byte, faces/100)...) // which justify the memory
	return fmt.Appendf(nil, `{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0, "nodes": [{"mesh": 0}],
		"extensionsUsed": ["KHR_draco_mesh_compression"], "extensionsRequired": ["KHR_draco_mesh_compression"],
		"buffers": [{"byteLength": %[1]d, "uri": "data:application/octet-stream;base64,%[2]s"}], "bufferViews": [{"buffer": 0, "byteLength": %[1]d}],
		"accessors": [{"componentType": 5126, "count": 3, "type": "VEC3"}, {"componentType": 5125, "count": %[3]d, "type": "SCALAR"}],
		"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1,
			"extensions": {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}}}}]}]}`,
		len(data), base64.StdEncoding.EncodeToString(data), 3*faces)
}

// TestDegenerateFacesCostLittle: a degenerate triangle takes the memory for its corners, as read and as
// welded, and hardly more.
func TestDegenerateFacesCostLittle(t *testing.T) {
	const faces = 1 << 20
	data := degenerateDraco(faces)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	scene, _, err := loader.Decode(t.Context(), data, nil, loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := meshcheck.Check(t.Context(), scene, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := r.Counts.OfKind(check.Degenerate); n != faces {
		t.Errorf("%d degenerate triangles, want %d", n, faces)
	}
	const corners, other = 2 * 12, 40 // the fans have room for all corners, and the tree for all boxes
	if perFace := float64(after.TotalAlloc-before.TotalAlloc) / faces; perFace > corners+other {
		t.Errorf("%.1f bytes are allocated for each triangle", perFace)
	}
}
