package world

import (
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/check"
	"github.com/meshcheck/meshcheck/mesh"
)

// errOtherNode reports a node, or a collision shape, that is not the one a result names.
var errOtherNode = errors.New("the node is not the one that was checked")

// Locate returns where an object of a result is in the scene that the result is of: its
// instance, or the collider as one, whose mesh is -1 if it is given by numbers. It fails where
// the object names neither, where the scene does not have it, and where the mesh or the path
// is another.
func Locate(s *mesh.Scene, o *check.Object) (mesh.Instance, error) {
	var in mesh.Instance
	switch shown := s.Shown(); {
	case o.Collider >= len(s.Colliders):
		return in, fmt.Errorf("there is no collision shape %d; the model has %d", o.Collider, len(s.Colliders))
	case o.Collider >= 0:
		in = InstanceOf(&s.Colliders[o.Collider])
	case o.Instance < 0:
		return in, errors.New("the report does not say which node it is")
	case o.Instance >= len(shown):
		return in, fmt.Errorf("there is no instance %d; the model has %d", o.Instance, len(shown))
	default:
		in = shown[o.Instance]
	}
	if in.Mesh != o.Mesh || mesh.ShortName(in.Path) != o.Path {
		return in, errOtherNode
	}
	return in, nil
}

// InstanceOf returns a collider as an instance of its mesh, which is -1 for a shape that is
// given by numbers.
func InstanceOf(k *mesh.Collider) mesh.Instance {
	return mesh.Instance{Path: k.Path, Name: k.Name, Mesh: k.Mesh, World: k.World}
}
