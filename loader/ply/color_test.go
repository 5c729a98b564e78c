package ply_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/meshcheck/meshcheck/internal/loadertest"
	"github.com/meshcheck/meshcheck/loader"
)

// withColors is a PLY of a triangle and properties of its vertices.
func withColors(format, properties, vertices string) []byte {
	return []byte("ply\nformat " + format + " 1.0\nelement vertex 3\n" + properties + "element face 1\nproperty list uchar uchar vertex_indices\nend_header\n" + vertices)
}

// Colors of vertices are read where they are bytes, wherever they stand; they change nothing else.
func TestColors(t *testing.T) {
	const xyz, rgb = "property float x\nproperty float y\nproperty float z\n", "property uchar red\nproperty uchar green\nproperty uchar blue\n"
	want := []uint8{255, 0, 0, 0, 128, 0, 1, 2, 3}
	binary := func(at string) string {
		return "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\x00\x00" +
			"\x00\x00\x80\x3f\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x00" +
			"\x00\x00\x00\x00\x00\x00\x80\x3f\x00\x00\x00\x00\x01\x02\x03" + at
	}
	const face = "\x03\x00\x01\x02"
	for name, row := range map[string]struct {
		data []byte
		want []uint8
	}{
		"text":       {withColors("ascii", xyz+rgb, "0 0 0 255 0 0\n1 0 0 0 128 0\n0 1 0.123456789012 1 2 3\n3 0 1 2\n"), want},
		"before":     {withColors("ascii", rgb+xyz, "255 0 0 0 0 0\n0 128 0 1 0 0\n1 2 3 0 1 0\n3 0 1 2\n"), want},
		"binary":     {withColors("binary_little_endian", xyz+rgb, binary(face)), want},
		"diffuse":    {withColors("ascii", xyz+"property uchar diffuse_red\nproperty uchar diffuse_green\nproperty uchar diffuse_blue\n", "0 0 0 255 0 0\n1 0 0 0 128 0\n0 1 0 1 2 3\n3 0 1 2\n"), want},
		"floats":     {withColors("ascii", xyz+"property float red\nproperty float green\nproperty float blue\n", "0 0 0 1 0 0\n1 0 0 0 1 0\n0 1 0 0 0 1\n3 0 1 2\n"), nil},
		"not bytes":  {withColors("ascii", xyz+rgb, "0 0 0 255 0 0\n1 0 0 0 half 0\n0 1 0 1 2 3\n3 0 1 2\n"), nil},
		"too large":  {withColors("ascii", xyz+rgb, "0 0 0 255 0 0\n1 0 0 0 256 0\n0 1 0 1 2 3\n3 0 1 2\n"), nil},
		"two of rgb": {withColors("ascii", xyz+"property uchar red\nproperty uchar green\n", "0 0 0 255 0\n1 0 0 0 128\n0 1 0 1 2\n3 0 1 2\n"), nil},
	} {
		plain, _, err := loader.Decode(t.Context(), row.data, nil, loader.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, _, err := loader.Decode(t.Context(), row.data, nil, loader.Options{Colors: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p := &s.Meshes[0].Parts[0]
		if got := p.Color; (got == nil) != (row.want == nil) || got != nil && !slices.Equal(got.Vertices, row.want) {
			t.Errorf("%s: %+v, want %v", name, got, row.want)
		}
		loadertest.CheckScene(t, s)
		if p.Color = nil; !reflect.DeepEqual(s, plain) {
			t.Errorf("%s: colors change %s", name, fmt.Sprint(p.Positions.Text))
		}
	}
}
