// Meshes writes the meshes that bench/run measures, each as NAME.stl (binary)
// and NAME.glb, into a folder, and the scene that it measures as scene.glb and
// scene.bodies, which is for the drivers of peers:
//
//	go run ./bench/meshes FOLDER NAME...
//
// The same name gives the same bytes. foot and cloth are made from files of the
// corpus in the folder that MESHCHECK_CORPUS names. Atlases of texture coordinates, uv_...,
// are written as GLB alone, and formats_... in the other formats as well.
package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
	"github.com/meshcheck/meshcheck/loader"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: meshes FOLDER NAME...")
		os.Exit(2)
	}
	for _, name := range os.Args[2:] {
		if err := write(os.Args[1], name); err != nil {
			fmt.Fprintf(os.Stderr, "meshes: error: %s: %v\n", name, err)
			os.Exit(1)
		}
	}
}

// write makes one mesh, or the scene, in both formats.
func write(folder, name string) error {
	if name == "scene" {
		return writeScene(filepath.Join(folder, name))
	}
	if name == "many" {
		return writeMany(filepath.Join(folder, name))
	}
	if a, ok := atlases[name]; ok {
		return gltf.SaveBinary(atlas(a.charts, a.mess), filepath.Join(folder, name)+".glb")
	}
	recipe, ok := recipes()[name]
	if !ok {
		return fmt.Errorf("not scene, many or one of %q", append(slices.Sorted(maps.Keys(recipes())), slices.Sorted(maps.Keys(atlases))...))
	}
	soup, err := recipe()
	if err != nil {
		return err
	}
	path := filepath.Join(folder, name)
	if err := gltf.SaveBinary(document(soup), path+".glb"); err != nil {
		return err
	}
	if _, ok := formats[name]; ok {
		if err := writeFormats(path, soup); err != nil {
			return err
		}
	}
	return writeSTL(path+".stl", soup)
}

// corpus loads the first mesh of a file of the corpus and splits each triangle
// in four, times over.
func corpus(file string, times int) ([]geom.Triangle, error) {
	folder := os.Getenv("MESHCHECK_CORPUS")
	if folder == "" {
		return nil, errors.New("MESHCHECK_CORPUS does not name the folder of the corpus")
	}
	model, err := loader.Open(context.Background(), filepath.Join(folder, file), loader.Options{})
	if err != nil {
		return nil, err
	}
	var soup []geom.Triangle
	for _, part := range model.Scene.Meshes[0].Parts {
		for i := range part.Triangles() {
			soup = append(soup, part.Triangle(i))
		}
	}
	for range times {
		soup = quarter(soup)
	}
	return soup, nil
}

// quarter splits triangles at the float32 midpoints of their edges. A midpoint
// depends on its edge alone, so neighbours stay neighbours.
func quarter(soup []geom.Triangle) []geom.Triangle {
	var out []geom.Triangle
	for _, t := range soup {
		p, q, r := middle(t[0], t[1]), middle(t[1], t[2]), middle(t[2], t[0])
		out = append(out, geom.Triangle{t[0], p, r}, geom.Triangle{p, t[1], q},
			geom.Triangle{r, q, t[2]}, geom.Triangle{p, q, r})
	}
	return out
}

func middle(v, w geom.Vec) geom.Vec {
	m := v.Add(w).Scale(0.5)
	for k := range m {
		m[k] = float64(float32(m[k]))
	}
	return m
}

// document returns a glTF document with the soup as its only primitive, welded.
// Its buffer is the positions, then the indices, which is all that the drivers of
// peers can read.
func document(soup []geom.Triangle) *gltf.Document {
	m := welded(soup)
	var positions [][3]float32
	var indices []uint32
	for _, v := range m.Vertices {
		positions = append(positions, [3]float32{float32(v[0]), float32(v[1]), float32(v[2])})
	}
	for _, f := range m.Faces {
		indices = append(indices, f[:]...)
	}
	doc := gltf.NewDocument()
	attributes := gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, positions)}
	primitive := &gltf.Primitive{Attributes: attributes, Indices: gltf.Index(modeler.WriteIndices(doc, indices))}
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{primitive}}}
	doc.Nodes = []*gltf.Node{{Mesh: gltf.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	return doc
}

func writeSTL(path string, soup []geom.Triangle) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(meshgen.WriteSTL(f, soup), f.Close())
}
