package gltf

import (
	"fmt"
	"slices"
	"strconv"
	"unsafe"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/gltf/document"
	"github.com/meshcheck/meshcheck/loader/gltf/rig"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// readPlaces finds the places where nodes show meshes and have collision shapes.
func (r *reader) readPlaces() error {
	return r.walk(func(v *visit) error {
		n := &r.nodes[v.node]
		if n.mesh >= 0 {
			if err := r.showMesh(v); err != nil {
				return err
			}
		}
		if n.physics != nil {
			return r.placeColliders(v)
		}
		return nil
	})
}

// showMesh adds the instances of the node of v.
func (r *reader) showMesh(v *visit) error {
	n := &r.nodes[v.node]
	world, rounding := v.world, v.rounding
	// A skin moves its mesh only by joints, and not at all in the bind pose.
	if n.skinned {
		world, rounding = geom.Identity(), nil
	}
	if n.instancing != nil {
		return r.instancesOfNode(v, world, rounding)
	}
	// Twice, for the growth of the slice.
	if err := r.Charge(nodePlace(v.node), 1, v.pathLen+2*instanceSize+affineSize); err != nil {
		return err
	}
	r.placeLater(v.node, rig.Alone)
	return r.addInstance(v, r.path(v), world, rounding)
}

// instanceSize is what an instance costs in addition to its path.
const instanceSize = int(unsafe.Sizeof(mesh.Instance{}))

const affineSize = int(unsafe.Sizeof(geom.Affine{}))

// exact is the rounding of a matrix whose entries are exact.
var exact = new(geom.Affine)

// addInstance adds the mesh of the node of v at a place. Its memory was charged before.
func (r *reader) addInstance(v *visit, path string, world geom.Affine, rounding *geom.Affine) error {
	i := v.node
	if !world.Finite() {
		return r.Fail(nodePlace(i), "the world matrix of %s is not finite", source.Quote([]byte(path)))
	}
	index := int(r.nodes[i].mesh)
	if world.Singular() {
		r.Warn("%s: the world matrix of %s is singular and flattens %s", nodePlace(i), source.Quote([]byte(path)), document.Label("mesh", index, r.scene.Meshes[index].Name))
	}
	if rounding == nil {
		rounding = exact
	}
	r.scene.Instances = append(r.scene.Instances, mesh.Instance{
		Path: path, Name: r.name(v, path), Mesh: index, World: world, Rounding: rounding, Extras: r.nodes[i].extras,
		Scenes: r.scenes.lists[v.scenes], LowerLevel: v.lower, Hidden: v.hidden,
	})
	return nil
}

// instancesOfNode adds the instances of EXT_mesh_gpu_instancing. Each has a transform of its own
// between those of the node and the mesh.
// https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/EXT_mesh_gpu_instancing
func (r *reader) instancesOfNode(v *visit, world geom.Affine, rounding *geom.Affine) error {
	i := v.node
	place := instancingPlace(i)
	trs, err := r.transformsOf(i)
	if err != nil {
		return err
	}
	if err := r.Charge(place, trs.count, instanceSize+affineSize+v.pathLen+len("[123456]")); err != nil {
		return err
	}
	path := r.path(v)
	r.scene.Instances = slices.Grow(r.scene.Instances, trs.count)
	for k := range trs.count {
		if k%1024 == 0 && r.Ctx.Err() != nil {
			return r.Ctx.Err()
		}
		local := trs.at(k)
		r.placeLater(i, k)
		at, off := local.Under(world, rounding)
		if err := r.addInstance(v, path+"["+strconv.Itoa(k)+"]", at, off); err != nil {
			return err
		}
	}
	return nil
}

func instancingPlace(node int) string { return fmt.Sprintf("node %d %s", node, gpuInstancing) }

// transformsOf returns the transforms of the instances of a node.
func (r *reader) transformsOf(node int) (*transforms, error) {
	place := instancingPlace(node)
	var ext struct {
		Attributes map[string]int `json:"attributes"`
	}
	if err := document.Unmarshal(r.nodes[node].instancing, &ext); err != nil {
		return nil, r.Invalid(place, err)
	}
	return r.instanceTransforms(place, ext.Attributes)
}

// transforms are the translations, rotations and scales of instances, nil for those that are not
// given.
type transforms struct {
	count   int
	t, q, s []float64
}

// at returns the transform of instance k.
func (x *transforms) at(k int) geom.Stored {
	t, q, s := [3]float64{}, gltf.DefaultRotation, gltf.DefaultScale
	if x.t != nil {
		t = [3]float64(x.t[3*k:])
	}
	if x.q != nil {
		q = [4]float64(x.q[4*k:])
	}
	if x.s != nil {
		s = [3]float64(x.s[3*k:])
	}
	return transformOf(t, q, s)
}

func (r *reader) instanceTransforms(place string, attributes map[string]int) (*transforms, error) {
	x := &transforms{count: -1}
	for _, attr := range []struct {
		name string
		typ  gltf.AccessorType
		out  *[]float64
	}{
		{"TRANSLATION", gltf.AccessorVec3, &x.t}, {"ROTATION", gltf.AccessorVec4, &x.q}, {"SCALE", gltf.AccessorVec3, &x.s},
	} {
		at, ok := attributes[attr.name]
		if !ok {
			continue
		}
		place := place + " " + attr.name
		a, err := r.accessors.Vectors(place, attr.name, at, attr.typ)
		if err != nil {
			return nil, err
		}
		if *attr.out, err = a.Quotients(); err != nil {
			return nil, err
		}
		if x.count >= 0 && a.Count != x.count {
			return nil, r.Fail(place, "has %d elements, but another attribute has %d", a.Count, x.count)
		}
		x.count = a.Count
	}
	if x.count < 0 {
		return nil, r.Fail(place, "has none of TRANSLATION, ROTATION and SCALE")
	}
	return x, nil
}
