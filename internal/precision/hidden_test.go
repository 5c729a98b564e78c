package precision_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/check"
)

// TestPrecisionHiddenFaults: small files with a visible fault, of which each pair of triangles is no deeper than
// the step of its numbers, or was taken for it.
func TestPrecisionHiddenFaults(t *testing.T) {
	why := map[string]string{
		"fin_thin_row.stl":            "a fin that goes through a wall along a row of thin triangles",
		"wall_thin_row.stl":           "a wall through a floor along a row of thin triangles",
		"wall_two_decimals.obj":       "a wall through a floor, two decimals, a row as high as the last of them",
		"stretched_node.glb":          "5 mm through each other, shown by a node that is stretched along another axis",
		"stretched_far_node.glb":      "5 mm through each other, shown as it is and by a node that stretches and flattens it",
		"quantized_sheets_u16.glb.gz": "two sheets in one plane with cells of one step, cut along different diagonals",
		"quantized_sheets_u8.glb.gz":  "the same in unsigned bytes",
		"quantized_sheets_i8n.glb.gz": "the same in normalized signed bytes",
		"integer_cubes.obj":           "two cubes of side 2, one unit in each other, written as integers",
		"integer_cubes.off":           "the same",
		"integer_cubes.ply":           "the same",
		"integer_cubes.stl":           "the same in float32",
		"spheres_one_decimal.obj.gz":  "two spheres in each other with one decimal",
	}
	for name, why := range why {
		t.Run(name, func(t *testing.T) {
			r := checked(t, loadedScene(t, unpacked(t, filepath.Join("testdata", name))), check.Options{})
			if r.Status != check.Fail {
				t.Errorf("%s: %v, %s", why, r.Status, ruleCounts(r.Counts))
			}
			if n := r.Counts.Of(check.CrossingWithinPrecision) + r.Counts.Of(check.OverlapWithinPrecision); n > 0 && strings.HasPrefix(name, "spheres") {
				t.Errorf("%d findings are within a precision that is the grid on which the spheres were made", n)
			}
		})
	}
}

// unpacked reads a file, which may be compressed.
func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return data
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		data, err = io.ReadAll(z)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}
