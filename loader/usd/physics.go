package usd

import (
	"errors"
	"math"
	"unsafe"

	"github.com/meshcheck/meshcheck/geom"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// usdPhysics is the name of the schemas of collision shapes
// (https://openusd.org/release/api/usd_physics_page_front.html).
const usdPhysics = "UsdPhysics"

// readSchemas reads what the applied schemas of the prim of v say: whether it is a rigid body or has a
// collision shape, which a prim that is not shown may have, and whether its children are levels of detail.
func (r *builder) readSchemas(v *visit) error {
	schemas, err := v.prim.APISchemas()
	for _, schema := range schemas {
		if err != nil {
			return err
		}
		switch schema {
		case "PhysicsRigidBodyAPI":
			var enabled bool
			if enabled, err = r.boolean(v.prim, "physics:rigidBodyEnabled", true); enabled && err == nil {
				v.body = v
				v.kinematic, err = r.boolean(v.prim, "physics:kinematicEnabled", false)
			}
		case "PhysicsCollisionAPI":
			v.collides, err = r.boolean(v.prim, "physics:collisionEnabled", true)
		case "PhysxTriggerAPI":
			v.trigger = true
		case "LODRootAPI":
			v.levels = true
		}
	}
	return err
}

// boolean returns the value of an attribute that is a bool, other if it has none.
func (r *builder) boolean(p *stage.Prim, name string, other bool) (bool, error) {
	o, err := r.value(p, name)
	if b, ok := o.Value.(bool); ok {
		return b, err
	}
	return other, err
}

// colliderSize is what a collider costs in addition to its paths, with the growth of the slice.
const colliderSize = 2 * int(unsafe.Sizeof(mesh.Collider{}))

// collide adds the collision shape of the prim of v to the scene.
func (r *builder) collide(v *visit) error {
	size := v.pathLen + colliderSize
	if v.body != nil {
		size += v.body.pathLen
	}
	if err := r.charge(v.prim, "", 1, size); err != nil {
		return err
	}
	c := mesh.Collider{Path: v.path(), Name: v.prim.Name(), Extension: usdPhysics, Mesh: -1, Trigger: v.trigger, World: v.world}
	if v.body != nil {
		c.Body, c.Kinematic = v.body.path(), v.body.kinematic
	}
	known, err := r.shape(v, &c)
	if errors.Is(err, errNoLength) {
		r.shapeless.Add(c.Path)
		return nil
	}
	if err != nil || !known {
		return err
	}
	if !c.World.Finite() {
		return r.Fail(r.place("", c.Path), "its world matrix is not finite")
	}
	if c.World.Singular() {
		r.flat.Add(c.Path)
	}
	r.scene.Colliders = append(r.scene.Colliders, c)
	return nil
}

// shape sets the shape of a collider, and moves it to where the shape is centred. It reports whether the
// shape is one that can be checked.
func (r *builder) shape(v *visit, c *mesh.Collider) (known bool, err error) {
	switch p := v.prim; p.TypeName() {
	case "Cube":
		var size float64
		size, err = r.length(p, "size", 2)
		c.Shape, c.Size = mesh.ShapeBox, geom.Vec{size, size, size}
		return true, err
	case "Sphere":
		c.Shape = mesh.ShapeSphere
		return true, r.radii(c, p, 1, "radius", "radius")
	case "Capsule":
		return true, r.spine(c, p, mesh.ShapeCapsule, 1, 0.5, "radius", "radius")
	case "Capsule_1":
		return true, r.spine(c, p, mesh.ShapeCapsule, 1, 0.5, "radiusBottom", "radiusTop")
	case "Cylinder":
		return true, r.spine(c, p, mesh.ShapeCylinder, 2, 1, "radius", "radius")
	case "Cylinder_1":
		return true, r.spine(c, p, mesh.ShapeCylinder, 2, 1, "radiusBottom", "radiusTop")
	case "Cone":
		err = r.spine(c, p, mesh.ShapeCylinder, 2, 1, "radius", "radius")
		c.Radius[1] = 0
		return true, err
	case "Mesh":
		return r.meshShape(v, c)
	}
	r.shapeless.Add(c.Path)
	return false, nil
}

// errNoLength is returned for a length of a collision shape that is not positive, or not finite.
var errNoLength = errors.New("is no length of a collision shape")

// length returns the value of an attribute that is a positive length, other if it has none. The error may be
// errNoLength.
func (r *builder) length(p *stage.Prim, name string, other float64) (float64, error) {
	n, err := r.numbers(p, name, 1, false)
	if err != nil || n == nil {
		return other, err
	}
	x := n.At(0)
	if !(x > 0) || math.IsInf(x, 0) {
		return 0, errNoLength
	}
	return x, nil
}

// radii sets the radii of a shape.
func (r *builder) radii(c *mesh.Collider, p *stage.Prim, other float64, bottom, top string) (err error) {
	if c.Radius[0], err = r.length(p, bottom, other); err != nil {
		return err
	}
	c.Radius[1], err = r.length(p, top, other)
	return err
}

// spine sets a shape along an axis, with the default height and radius of its type. Heights of capsules
// are, as here, without the balls.
func (r *builder) spine(c *mesh.Collider, p *stage.Prim, shape mesh.ColliderShape, height, radius float64, bottom, top string) (err error) {
	c.Shape = shape
	if c.Height, err = r.length(p, "height", height); err != nil {
		return err
	}
	axis, err := r.token(p, "axis", "Z")
	if err != nil {
		return err
	}
	c.World = alongY(c.World, axis)
	return r.radii(c, p, radius, bottom, top)
}

// alongY returns a world matrix for a shape along Y instead of an axis: the axes change places, without
// a mirror.
func alongY(world geom.Affine, axis string) geom.Affine {
	turned := world
	for i, row := range world {
		switch axis {
		case "X":
			turned[i] = [4]float64{row[2], row[0], row[1], row[3]}
		case "Y":
		default:
			turned[i] = [4]float64{row[1], row[2], row[0], row[3]}
		}
	}
	return turned
}

// meshShape sets the shape that a Mesh stands for. The pieces that an engine makes of a mesh, and the mesh
// that it simplifies it to, are near the mesh, which is checked instead. "sdf" and "sphereFill" are of
// PhysX.
func (r *builder) meshShape(v *visit, c *mesh.Collider) (known bool, err error) {
	approximation, err := r.token(v.prim, "physics:approximation", "none")
	if err != nil {
		return false, err
	}
	index, err := r.meshOf(v)
	if err != nil {
		return false, err
	}
	m := r.scene.Meshes[index]
	if m.Triangles() == 0 {
		r.shapeless.Add(c.Path)
		return false, nil
	}
	switch approximation {
	case "boundingCube", "boundingSphere":
		return r.boundingShape(m, c, approximation == "boundingSphere"), nil
	case "convexHull":
		c.Shape, c.Mesh = mesh.ShapeHull, index
	case "convexDecomposition", "sdf", "sphereFill":
		c.Shape, c.Mesh, c.Approximated = mesh.ShapeTrimesh, index, true
	case "none", "meshSimplification":
		c.Shape, c.Mesh = mesh.ShapeTrimesh, index
	default:
		r.approximations.Add(approximation)
		c.Shape, c.Mesh = mesh.ShapeTrimesh, index
	}
	return true, nil
}

// boundingShape sets the box of the triangles of a mesh, along the axes of the mesh, or the ball around
// them about the centre of that box. Engines may find smaller ones.
func (r *builder) boundingShape(m *mesh.Mesh, c *mesh.Collider, ball bool) (known bool) {
	box := geom.EmptyBox()
	eachCorner(m, func(p geom.Vec) { box = box.Include(p) })
	size := box.Max.Sub(box.Min)
	centre := box.Min.Add(size.Scale(0.5))
	c.Shape, c.Size = mesh.ShapeBox, size
	thickness := min(size[0], size[1], size[2])
	if ball {
		radius := 0.0
		eachCorner(m, func(p geom.Vec) { radius = max(radius, p.Sub(centre).Norm()) })
		c.Shape, c.Size, c.Radius, thickness = mesh.ShapeSphere, geom.Vec{}, [2]float64{radius, radius}, radius
	}
	if !(thickness > 0) || !size.Finite() {
		r.shapeless.Add(c.Path)
		return false
	}
	move := geom.Identity()
	for k := range centre {
		move[k][3] = centre[k]
	}
	c.World = c.World.Mul(move)
	return true
}

// eachCorner calls visit with the corners of all triangles.
func eachCorner(m *mesh.Mesh, visit func(geom.Vec)) {
	for i := range m.Parts {
		for k := range m.Parts[i].Triangles() {
			for _, p := range m.Parts[i].Triangle(k) {
				visit(p)
			}
		}
	}
}
