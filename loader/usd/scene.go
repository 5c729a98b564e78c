package usd

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/rig"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// builder makes the scene of a stage.
type builder struct {
	*reader
	// meshes are the indices of the meshes of the scene, by their prims. Instances of one prototype
	// have the same prims.
	meshes    map[*stage.Prim]int
	triangles int64
	// materials are those that parts have, by their paths; listed are those in order of first use.
	materials map[string]*material
	listed    []*material
	steps     []step // that are left of the walk, the next one last
	// omitted are the prims below prototypes that are noted as left out.
	omitted map[*stage.Prim]bool
	// sets are the numbers of the UV sets of the file, by their names.
	sets map[string]int
	// angles has the sine and the cosine of angles in degrees, since files repeat few of them.
	angles map[float64][2]float64
	// walked is what moves, if poses are asked for.
	walked rig.Walked
	// early reports whether samples go before default values; see together.
	early bool
	// Prims with a problem that the reader works around: attributes of which the earliest sample was read, or
	// is blocked, inputs that have nothing but a spline, subdivision surfaces, faces that are holes, faces of fewer than three
	// corners, matrices that flatten a mesh, instances that an instancer hides, prototypes that do not exist,
	// matrices with another last column than those of affine maps, colliders with a shape that is not known,
	// layers with another axis up, approximations that are not known, materials bound to collections.
	sampled, blocked, splines, cages, holes, short, flat, masked, missing, perspective, shapeless, turned, approximations, collections source.Tally
}

// builder returns the builder of the scene.
func (r *reader) builder() *builder {
	return &builder{
		reader: r, meshes: map[*stage.Prim]int{}, materials: map[string]*material{}, omitted: map[*stage.Prim]bool{}, sets: map[string]int{}, angles: map[float64][2]float64{},
		walked: rig.Walked{Skeletons: map[rig.SkeletonKey]*rig.Skeleton{}, Points: map[*mesh.Mesh][][]uint32{}},
	}
}

// build makes the scene of the stage.
func (r *builder) build() error {
	for _, step := range []func() error{r.readUnits, r.walk, r.compareUnits, r.readMaterials, r.readColors} {
		if err := step(); err != nil {
			return err
		}
	}
	r.warnTallies()
	return nil
}

// readUnits reads the unit and the axis that is up. V always points up.
func (r *builder) readUnits() error {
	const fallback = 0.01 // of OpenUSD
	metres, err := r.stage.Metadata("metersPerUnit")
	if err != nil {
		return err
	}
	r.scene.Unit = unitOf(metres, mesh.UnitOf(fallback))
	if r.scene.Unit == "" {
		return r.Fail("", "metersPerUnit is not a length")
	}
	up, err := r.stage.Metadata("upAxis")
	if err != nil {
		return err
	}
	r.scene.YUp, r.scene.VUp = up != "Z", true
	if up != nil && up != "Y" && up != "Z" {
		r.warn("upAxis is %v, and neither Y nor Z: Y is taken", up)
	}
	return nil
}

// unitOf returns the unit of a value of metersPerUnit, other if there is none. Some programs store it as
// float32: then the shortest decimal number that gives the same float32 is meant.
func unitOf(metersPerUnit any, other string) string {
	n, ok := metersPerUnit.(*layer.Numbers)
	if !ok || n.Len() != 1 {
		return other
	}
	metres := n.At(0)
	if n.F32 != nil {
		metres, _ = strconv.ParseFloat(strconv.FormatFloat(metres, 'g', -1, 32), 64)
	}
	return mesh.UnitOf(metres)
}

// compareUnits warns about layers with another unit than the first one. They are not rescaled.
func (r *builder) compareUnits() error {
	var others source.Tally
	unit := ""
	for _, id := range r.stage.Layers() {
		metres, err := r.stage.LayerMetadata(id, "metersPerUnit")
		if err != nil {
			return err
		}
		if u := unitOf(metres, r.scene.Unit); u != r.scene.Unit {
			others.Add(id)
			unit = cmp.Or(unit, mesh.UnitWords(u), "no valid unit")
		}
	}
	switch {
	case others.Count == 1:
		r.warn("the layer %s is in %s and the scene in %s: its sizes are not converted", others.First, unit, mesh.UnitWords(r.scene.Unit))
	case others.Count > 1:
		r.warn("%d layers are in other units than the scene, which is in %s, the first is %s, in %s: their sizes are not converted", others.Count, mesh.UnitWords(r.scene.Unit), others.First, unit)
	}
	return r.compareAxes()
}

// compareAxes warns about layers with another axis up than the first one. They are not turned.
func (r *builder) compareAxes() error {
	up := "Z"
	if r.scene.YUp {
		up = "Y"
	}
	for _, id := range r.stage.Layers() {
		axis, err := r.stage.LayerMetadata(id, "upAxis")
		if err != nil {
			return err
		}
		if other, ok := axis.(string); ok && other != up && id != r.layers.root {
			r.turned.Add(id)
		}
	}
	return r.ctx.Err()
}

// warn adds a warning.
func (r *builder) warn(format string, args ...any) {
	r.scene.Warnings = append(r.scene.Warnings, fmt.Sprintf(format, args...))
}

// warnTallies adds the warnings about what was counted. In the texts, %s is the name of the first thing,
// and %d the number of things.
func (r *builder) warnTallies() {
	for _, w := range []struct {
		tally        *source.Tally
		one, several string
	}{
		{&r.sampled, "the earliest time sample of %s is read", "the earliest time samples of %d attributes are read, the first is %s"},
		{&r.blocked, "the earliest time sample of %s is blocked, so that it has no value", "the earliest time samples of %d attributes are blocked, so that they have no value, the first is %s"},
		{&r.splines, "%s has a spline, which is not read", "%d attributes have splines, which are not read, the first is %s"},
		{&r.cages, "%s is a subdivision surface, of which the control cage is checked", "%d meshes are subdivision surfaces, of which the control cages are checked, the first is %s"},
		{&r.holes, "a face of %s is a hole and is left out", "%d faces are holes and are left out, the first of %s"},
		{&r.short, "a face of %s has fewer than 3 corners and is left out", "%d faces have fewer than 3 corners and are left out, the first of %s"},
		{&r.flat, "the world matrix of %s is singular and flattens it", "%d world matrices are singular and flatten what they place, the first that of %s"},
		{&r.masked, "an instance of %s is inactive or invisible and is left out", "%d instances of point instancers are inactive or invisible and are left out, the first of %s"},
		{&r.shapeless, "the collision shape of %s is not known or has no volume, and is not checked", "%d collision shapes are not known or have no volume, and are not checked, the first that of %s"},
		{&r.missing, "the prototype %s of a point instancer does not exist", "%d prototypes of point instancers do not exist, the first is %s"},
		{&r.turned, "the layer %s has another upAxis than the scene, and is not turned", "%d layers have another upAxis than the scene, and are not turned, the first is %s"},
		{&r.approximations, "the physics:approximation %s is not known, and the mesh itself is checked", "%d collision shapes have a physics:approximation that is not known, and the meshes themselves are checked, the first is %s"},
		{&r.collections, "the material that %s binds to a collection is left out", "%d materials are bound to collections and are left out, the first by %s"},
		{&r.perspective, "the last column of the matrix %s is not 0, 0, 0, 1 and is ignored", "the last columns of %d matrices are not 0, 0, 0, 1 and are ignored, the first of %s"},
	} {
		r.scene.Warnings = append(r.scene.Warnings, w.tally.Warnings(w.one, w.several)...)
	}
}
