package rig

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/mesh/pose"
)

// geometry is what poses need of an object with polygons.
type geometry struct {
	shape *pose.Shape
	skin  *skin // nil for none
	// channels are those of its blend shapes, and weights the default weights of all their shapes.
	channels []*channel
	weights  []float64
	// objects are those of the rig that show it.
	objects []int
	// exact is as in pose.Object: coordinates that are all float32 come from a program that keeps everything so.
	exact bool
	// unposed is as in pose.Object.
	unposed string
}

const (
	// objectSize is what an object costs, twice for the growth of the slice.
	objectSize   = 2*int(unsafe.Sizeof(pose.Object{})) + 2*8
	geometrySize = 2 * (int(unsafe.Sizeof(geometry{})) + int(unsafe.Sizeof(pose.Shape{})))
	partSize     = int(unsafe.Sizeof(pose.Part{}))
)

// readObjects makes an object of each instance.
func (r *Reader) readObjects() error {
	morphs := map[int]*Object{} // the first geometry with blend shapes of each Model
	for i, place := range r.Shown {
		if err := r.Ctx.Err(); err != nil {
			return err
		}
		g, err := r.geometry(place.Geometry, r.Scene.Instances[i].Mesh)
		if err != nil {
			return err
		}
		m := &r.Models[place.Model]
		if err := r.Charge(m.Node.Where(), 1, objectSize); err != nil {
			return err
		}
		o := pose.Object{
			Instance: i, Node: place.Model, Within: m.Geometric, Skin: pose.NoSkin,
			Weights: g.weights, Shape: g.shape, Unposed: g.unposed,
		}
		r.move(place.Model)
		if len(g.weights) > 0 {
			if first := morphs[place.Model]; first == nil {
				morphs[place.Model] = place.Geometry
			} else if o.Node, err = r.below(place.Model); err != nil {
				return err
			}
		}
		o.Exact = g.exact
		if g.skin != nil {
			if o.Skin, err = r.skinOf(g.skin, place.Model); err != nil {
				return err
			}
			o.Within = nil
		}
		g.objects = append(g.objects, len(r.rig.Objects))
		r.rig.Objects = append(r.rig.Objects, o)
	}
	return nil
}

// below adds a node at the place of a Model, for weights of its own, and returns its index.
func (r *Reader) below(model int) (int, error) {
	r.rig.Nodes = append(r.rig.Nodes, pose.Node{Parent: int32(model), Local: pose.Local{Rotation: pose.Quaternion{3: 1}, Scale: geom.Vec{1, 1, 1}}})
	return len(r.rig.Nodes) - 1, r.Charge(r.Models[model].Node.Where(), 1, nodeSize)
}

// geometry reads an object with polygons, whose mesh has an index.
func (r *Reader) geometry(o *Object, index int) (*geometry, error) {
	if g := r.geometries[o]; g != nil {
		return g, nil
	}
	m := r.Scene.Meshes[index]
	if err := r.Charge(o.Node.Where(), 1, geometrySize+partSize*len(m.Parts)); err != nil {
		return nil, err
	}
	g := &geometry{shape: &pose.Shape{Parts: make([]pose.Part, len(m.Parts))}}
	r.geometries[o] = g
	for k := range m.Parts {
		p := &g.shape.Parts[k]
		p.Points, p.Divisor = &m.Parts[k].Positions, 1
		g.exact = g.exact || m.Parts[k].Positions.F64 != nil
		if m.Scale > 0 {
			p.Divisor = math.Round(1 / m.Scale)
		}
	}
	return g, r.deform(g, o, index)
}

// deform reads the deformers of a geometry.
func (r *Reader) deform(g *geometry, o *Object, index int) error {
	var skins []*Object
	for _, d := range o.Sources {
		if d.Kind != "Deformer" {
			continue
		}
		var err error
		switch d.Class {
		case "Skin":
			if clusters := clustersOf(d); len(clusters) > 0 {
				skins = append(skins, d)
				r.moveJoints(clusters)
			}
		case "BlendShape":
			err = r.blendShape(g, d, index)
		case "VertexCacheDeformer":
			if r.number(d, "Active", 1) != 0 {
				g.unposed, r.unread = "it is deformed by a vertex cache", true
			}
		default:
			g.unposed, r.unread = fmt.Sprintf("it has %s, which is not evaluated", d.label()), true
		}
		if err != nil {
			return err
		}
	}
	if o.Model >= 0 && o.Node.Child("Shape") != nil {
		g.unposed, r.unread = "it has shapes of FBX 6", true
	}
	switch {
	case len(skins) > 1:
		g.unposed = fmt.Sprintf("it has %d skins", len(skins))
	case len(skins) == 1 && g.unposed == "":
		return r.readSkin(g, skins[0], o, index)
	}
	return nil
}
