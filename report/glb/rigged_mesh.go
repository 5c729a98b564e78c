package glb

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/qmuntal/gltf"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// riggedCache has what meshes share, by what it is made from.
type riggedCache struct {
	bodies     map[bodyKey]*int
	influences map[*pose.Influences][]int
	targets    map[targetKey]int
}

// bodyKey is a mesh: all parts of a shape, or those that a skin moves, or the others.
type bodyKey struct {
	shape          *pose.Shape
	mesh           int
	whole, skinned bool
}

func newRiggedCache() riggedCache {
	return riggedCache{map[bodyKey]*int{}, map[*pose.Influences][]int{}, map[targetKey]int{}}
}

// body returns the mesh of those parts of an object that its skin moves, or of the others; nil if nothing of them
// can be drawn.
func (g *rigged) body(i int, skinned bool) *int {
	o := &g.rig.Objects[i]
	if skinned && o.Skin == pose.NoSkin {
		return nil
	}
	number := g.scene.Instances[o.Instance].Mesh
	key := bodyKey{o.Shape, number, o.Skin == pose.NoSkin, skinned}
	if at, known := g.cache.bodies[key]; known {
		return at
	}
	from := g.scene.Meshes[number]
	var primitives []*gltf.Primitive
	for k := range from.Parts {
		part := &o.Shape.Parts[k]
		if !key.whole && (part.Influences != nil) != skinned {
			continue
		}
		if p := g.part(&from.Parts[k], part, skinned); p != nil {
			primitives = append(primitives, p)
		}
	}
	at := g.mesh(mesh.ShortName(from.Name), primitives)
	g.cache.bodies[key] = at
	return at
}

// part returns a part as a primitive, nil if nothing of it can be drawn.
func (g *rigged) part(p *mesh.Part, of *pose.Part, skinned bool) *gltf.Primitive {
	if p.Triangles() == 0 {
		return nil
	}
	stored := g.storedPoints(&p.Positions, g.known)
	triangles := finiteTriangles(p, stored)
	if stored.nonfinite && len(triangles) == 0 {
		return nil
	}
	if stored.accessor < 0 {
		box := stored.box
		if of.Divisor != 1 {
			stored.divisor = of.Divisor
			for k := range box.Min {
				box.Min[k], box.Max[k] = box.Min[k]/of.Divisor, box.Max[k]/of.Divisor
			}
			box = geom.Box{Min: toFloat32(box.Min), Max: toFloat32(box.Max)}
		}
		stored.accessor = g.points(stored.count, box, stored.at)
	}
	out := &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: stored.accessor},
		Material:   gltf.Index(g.material(modelMaterial)),
	}
	if p.Indexed() || stored.nonfinite || stored.count%3 != 0 {
		out.Indices = gltf.Index(g.indices(p, triangles, stored.count))
	}
	if skinned {
		accessors, known := g.cache.influences[of.Influences]
		if !known {
			accessors = g.influences(stored.count, of.Influences.Of)
			g.cache.influences[of.Influences] = accessors
		}
		setInfluences(out, accessors)
	}
	for t := range of.Targets {
		out.Targets = append(out.Targets, gltf.PrimitiveAttributes{gltf.POSITION: g.target(&of.Targets[t], stored.count)})
	}
	return out
}

// setInfluences sets the accessors of joints and weights in turn.
func setInfluences(p *gltf.Primitive, accessors []int) {
	for k := 0; k < len(accessors); k += 2 {
		p.Attributes[fmt.Sprint("JOINTS_", k/2)], p.Attributes[fmt.Sprint("WEIGHTS_", k/2)] = accessors[k], accessors[k+1]
	}
}

// influences plans the joints and the weights of vertices, four in each accessor. Weights are divided by their
// sum.
func (g *rigged) influences(count int, of func(i int) ([]uint16, []float64, float64)) (accessors []int) {
	most, joints := 1, uint16(0)
	for i := range count {
		j, _, _ := of(i)
		most = max(most, len(j))
		for _, x := range j {
			joints = max(joints, x)
		}
	}
	for first := 0; first < most; first += 4 {
		accessors = append(accessors, g.joints(count, first, joints, of), g.weights(count, first, of))
	}
	return accessors
}

// joints plans four of the joints of vertices.
func (g *rigged) joints(count, first int, most uint16, of func(i int) ([]uint16, []float64, float64)) int {
	a := gltf.Accessor{ComponentType: gltf.ComponentUbyte, Type: gltf.AccessorVec4, Count: count}
	size := 1
	if most > math.MaxUint8 {
		a.ComponentType, size = gltf.ComponentUshort, 2
	}
	return g.accessor(a, 4*size*count, gltf.TargetArrayBuffer, func(b []byte) {
		for i := range count {
			joints, _, _ := of(i)
			for k := range min(4, max(len(joints)-first, 0)) {
				at := b[size*(4*i+k):]
				if size == 1 {
					at[0] = byte(joints[first+k])
				} else {
					binary.LittleEndian.PutUint16(at, joints[first+k])
				}
			}
		}
	})
}

// weights plans four of the weights of vertices.
func (g *rigged) weights(count, first int, of func(i int) ([]uint16, []float64, float64)) int {
	a := gltf.Accessor{ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec4, Count: count}
	return g.accessor(a, 16*count, gltf.TargetArrayBuffer, func(b []byte) {
		for i := range count {
			_, weights, sum := of(i)
			for k := range min(4, max(len(weights)-first, 0)) {
				putFloat(b[16*i+4*k:], weights[first+k]/sum)
			}
		}
	})
}
