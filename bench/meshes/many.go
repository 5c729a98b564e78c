package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/internal/meshgen"
)

// manyFolders folders of manyFiles files each make a tree of 100,000 files.
const (
	manyFolders = 100
	manyFiles   = 1000
)

// writeMany makes a tree of small files: spheres of 30 to 160 triangles, half of them
// STL and half GLB, every tenth file with two that cross, and no two files alike. The number of
// a file determines its content.
func writeMany(folder string) error {
	for i := range manyFolders {
		sub := filepath.Join(folder, fmt.Sprintf("%02d", i))
		if err := os.MkdirAll(sub, 0o777); err != nil {
			return err
		}
		for k := range manyFiles {
			if err := writeSmall(sub, i*manyFiles+k); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeSmall(folder string, number int) error {
	random := meshgen.Rand(uint64(number))
	m := meshgen.Sphere(5+random.IntN(5), 4+random.IntN(5), geom.Vec{})
	if number%10 == 0 {
		m = meshgen.Join(m, meshgen.Sphere(6, 4, geom.Vec{0.3, 0.2, 0.1}))
	}
	for i := range m.Vertices {
		m.Vertices[i] = m.Vertices[i].Scale(1 + float64(number)/(manyFolders*manyFiles))
	}
	path := filepath.Join(folder, fmt.Sprintf("%05d", number))
	if number%2 == 0 {
		return writeSTL(path+".stl", m.Soup())
	}
	return gltf.SaveBinary(document(m.Soup()), path+".glb")
}
