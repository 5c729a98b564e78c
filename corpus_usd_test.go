package meshcheck_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader"
	"github.com/meshcheck/meshcheck/loader/usd/crate"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/text"
)

// TestUSDAsOBJ: a mesh of a USD file has the findings of the same polygons written as OBJ, with the digits
// that float64 needs. Compared are the meshes that are wholly in the layer of the file.
func TestUSDAsOBJ(t *testing.T) {
	dir := os.Getenv("MESHCHECK_CORPUS")
	if dir == "" {
		t.Skip("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	meshes := 0
	err := filepath.WalkDir(filepath.Join(dir, "usd"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasPrefix(filepath.Ext(path), ".usd") {
			return err
		}
		meshes += compareLayer(t, path)
		return nil
	})
	if err != nil || meshes < 100 {
		t.Errorf("only %d meshes, %v", meshes, err)
	}
}

// compareLayer compares the meshes of a file, and returns their number.
func compareLayer(t *testing.T, path string) (meshes int) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var l *layer.Layer
	if strings.HasPrefix(string(data), crate.Signature) {
		l, err = crate.Read(data, crate.Options{})
	} else {
		l, err = text.Read(data, text.Options{})
	}
	if err != nil {
		return 0 // a package, or a damaged file
	}
	scene, _, err := loader.Decode(t.Context(), data, os.DirFS(filepath.Dir(path)), loader.Options{Name: filepath.Base(path)})
	if err != nil {
		return 0 // the tests of the loader know which are refused
	}
	seen := map[int]bool{}
	for i := range scene.Instances {
		in := &scene.Instances[i]
		obj := meshAsOBJ(t, l.Root, in.Path)
		if seen[in.Mesh] || obj == "" {
			continue
		}
		seen[in.Mesh] = true
		meshes++
		compareWithOBJ(t, filepath.Base(path)+in.Path, scene.Meshes[in.Mesh], obj)
	}
	return meshes
}

// meshAsOBJ returns the polygons of a Mesh of a layer, "" if the layer has not all that makes them.
func meshAsOBJ(t *testing.T, p *layer.Prim, path string) string {
	for _, name := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		var found *layer.Prim
		for _, c := range p.Children {
			if c.Name == name {
				found = c
			}
		}
		if p = found; p == nil {
			return ""
		}
	}
	points, counts, indices := numbersOf(t, p, "points"), numbersOf(t, p, "faceVertexCounts"), numbersOf(t, p, "faceVertexIndices")
	if points == nil || counts == nil || indices == nil {
		return ""
	}
	xyz := make([]float64, points.Len()*points.Width)
	for i := range xyz {
		xyz[i] = points.At(i)
	}
	holes := make([]int32, len(counts.I32))
	if left := numbersOf(t, p, "holeIndices"); left != nil {
		for _, i := range left.I32 {
			holes[i] = 1
		}
	}
	// The last corner of a polygon is inverted, as in FBX.
	corners, at := append([]int32(nil), indices.I32...), int32(0)
	for _, n := range counts.I32 {
		at += n
		corners[at-1] = ^corners[at-1]
	}
	return obj(xyz, corners, holes)
}

// numbersOf returns the default value of an attribute, nil if it has none.
func numbersOf(t *testing.T, p *layer.Prim, name string) *layer.Numbers {
	for _, a := range p.Properties {
		if a.Name == name {
			v, err := layer.Get(a.Fields, "default")
			if err != nil {
				t.Fatal(err)
			}
			n, _ := v.(*layer.Numbers)
			return n
		}
	}
	return nil
}
