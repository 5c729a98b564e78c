// Package fbx decodes FBX files for the package loader: the objects of a file and their connections
// become meshes, and instances at the places of their Models. The package document below it reads
// the container.
//
// There is no public specification of the objects. Properties and transforms are those that
// Autodesk's documentation of the FBX SDK describes ("FBX Nodes: Transformation Data"), and where it
// is silent, what ufbx (github.com/ufbx/ufbx) found in files.
package fbx

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/meshcheck/meshcheck/loader/fbx/document"
	"github.com/meshcheck/meshcheck/loader/fbx/rig"
	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/mesh"
)

// FBX is the name of the format.
const FBX source.Format = "fbx"

// signature is how binary files begin.
const signature = "Kaydara FBX Binary  \x00"

// recognized is the number of bytes at the beginning of a text file that are searched for its first
// node.
const recognized = 1 << 10

// Recognize returns how certain it is that a file is an FBX file: a binary one by its signature, a
// text by the comment in its first line or by its first node.
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	text := source.TrimText(head[:min(len(head), recognized)])
	switch {
	case bytes.HasPrefix(head, []byte(signature)), bytes.HasPrefix(text, []byte("; FBX ")):
		return FBX, source.Certain
	case bytes.HasPrefix(text, []byte("FBXHeaderExtension:")), text != nil && text[0] == ';' && bytes.Contains(text, []byte("\nFBXHeaderExtension:")):
		return FBX, source.Likely
	}
	return FBX, source.NoMatch
}

// Decode decodes a file into a mesh for each Geometry with polygons, and an instance for each Model
// that shows one.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	charged := in.Charged()
	r := newReader(ctx, in)
	err := r.decode(data)
	if err != nil && in.Colors && ctx.Err() == nil {
		// Colors must not decide whether a file is read, and they may have taken too much memory.
		in.Refund(charged)
		in.Colors = false
		failed := err
		r = newReader(ctx, in)
		err = r.decode(data)
		r.note("the colors: %v", r.failure(failed))
	}
	if err != nil {
		return nil, r.failure(err)
	}
	return r.scene, nil
}

// reader decodes a file into a scene.
type reader struct {
	*source.Input
	ctx   context.Context
	doc   *document.Document
	scene *mesh.Scene
	// objects are those of the file, in its order.
	objects []*object
	byID    map[id]*object
	// models are the objects that are Models, in file order. roots are those at the root.
	models    []*model
	roots     []*model
	triangles int64
	// sets are the numbers of the UV sets of the file, by their names.
	sets       map[string]int
	uvOddities layerOddities
	// materials are the Materials of the file, by their objects, and videos the images of Videos.
	materials map[*object]*material
	videos    map[*object]*picture
	// angles has the sine and the cosine of angles in degrees, since files repeat few of them.
	angles map[float64][2]float64
	// severalParents are the Models with more than one.
	severalParents source.Tally
	// paths are those of the instances, with the number that the next instance with the path gets.
	paths map[string]int
	// shown are those of the instances, and points those of the meshes, if poses are asked for.
	shown  []shown
	points []rig.Points
	// flat are the instances with a singular transform, by their paths.
	flat source.Tally
}

func newReader(ctx context.Context, in *source.Input) *reader {
	return &reader{Input: in, ctx: ctx, scene: &mesh.Scene{Placed: true}, byID: map[id]*object{}, paths: map[string]int{}, angles: map[float64][2]float64{}, sets: map[string]int{}, materials: map[*object]*material{}, videos: map[*object]*picture{}}
}

// decode decodes a file.
func (r *reader) decode(data []byte) error {
	if err := r.open(data); err != nil {
		return err
	}
	for _, step := range []func() error{r.readSettings, r.readObjects, r.readConnections, r.readModels, r.reportReferences, r.listMaterials, r.readMeshes, r.place, r.readMaterials, r.readColors, r.readRig} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// open reads the container.
func (r *reader) open(data []byte) (err error) {
	r.doc, err = document.Parse(data, document.Options{
		Charge: func(count, size int) error { return r.Charge("", count, size) },
		Unpack: r.unpack(len(data)),
		Poll:   r.ctx.Err,
	})
	return err
}

// Arrays that unpack to more than bombSize bytes in all, and to more than bombFactor times the size of
// the file, are refused. What is made of a byte of them takes up to grantFactor bytes.
const (
	bombSize    = 100 << 20
	bombFactor  = 200
	grantFactor = 8
)

// unpack returns the function that is asked before an array of a file of so many bytes is unpacked.
func (r *reader) unpack(size int) func(packed, unpacked int) error {
	total := 0
	return func(_, unpacked int) error {
		if total += unpacked; total > bombSize && total/bombFactor > size {
			return r.Fail("", "its arrays unpack to more than %d times its size", bombFactor)
		}
		r.Grant(grantFactor * int64(unpacked))
		return nil
	}
}

// failure gives an error of the container its format.
func (r *reader) failure(err error) error {
	var malformed *document.Error
	var version *document.VersionError
	switch {
	case errors.As(err, &malformed) && malformed.Cut:
		return r.Fail("", "the file seems to be cut off: %w", err)
	case errors.As(err, &malformed):
		return r.Malformed(malformed.Where, malformed.Err)
	case errors.As(err, &version):
		return r.unread(version)
	}
	return err
}

// unread returns the error for a version that is not read, with what to do.
func (r *reader) unread(v *document.VersionError) error {
	feature, age, hint := v.Name(), "", ""
	if v.TooNew() {
		age, hint = "newer than 7.7 (FBX 2020)", "export it as FBX 2020 or an earlier version"
	} else {
		age = "older than 6.1 (FBX 2010)"
		hint = "open it in a program that can still read it, such as Autodesk's FBX Converter or MotionBuilder, and export it as FBX 2011 or later"
	}
	return &source.HintError{Err: r.Unsupported("", "FBX version "+feature+", which is "+age), Hint: hint}
}

// fail returns the error of a node.
func (r *reader) fail(n *document.Node, format string, args ...any) error {
	return r.Fail(n.Where(), format, args...)
}

// warn adds a warning.
func (r *reader) warn(format string, args ...any) {
	r.scene.Warnings = append(r.scene.Warnings, fmt.Sprintf(format, args...))
}

// warnOf adds the warning about things of a kind, if there are any; see source.Tally.
func (r *reader) warnOf(t *source.Tally, one, several string) {
	r.scene.Warnings = append(r.scene.Warnings, t.Warnings(one, several)...)
}
