package model

import (
	"fmt"
	"path/filepath"

	"github.com/meshcheck/meshcheck/mesh"
)

// Join joins a scene of hulls and the scene of their meshes, hulls first, as mesh.Join does.
// Meshes without names get the names of their files. If only one of the scenes has a unit of
// length, the result has a warning.
func Join(hulls, visual *mesh.Scene, hullsPath, visualPath string) (*mesh.Scene, error) {
	joined, err := mesh.Join(hulls, visual)
	if err != nil {
		return nil, err
	}
	if hulls.Unit != visual.Unit {
		joined.Warnings = append(joined.Warnings, fmt.Sprintf("only one of %s and %s has a unit of length: the numbers of the other are read as %s as well",
			filepath.Base(hullsPath), filepath.Base(visualPath), joined.Unit))
	}
	for i, m := range joined.Meshes {
		if m.Name == "" {
			named := *m
			named.Name = filepath.Base(visualPath)
			if i < len(hulls.Meshes) {
				named.Name = filepath.Base(hullsPath)
			}
			joined.Meshes[i] = &named
		}
	}
	return joined, nil
}
