// Package usd decodes USD files for the package loader: usda, usdc and usdz. The packages below it read
// layers and compose them; what is here knows files, packages and the schemas of UsdGeom, UsdShade and
// UsdPhysics. The reference is OpenUSD 26.11 (https://openusd.org).
package usd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/crate"
	"github.com/meshcheck/meshcheck/loader/usd/stage"
	"github.com/meshcheck/meshcheck/mesh"
)

// USD is the name of the format.
const USD source.Format = "usd"

// Text layers begin with one of textSignatures.
var textSignatures = [...]string{"#usda ", "#sdf "}

// Recognize returns how certain it is that a file is a USD file: a layer by its signature, or a package
// by the name of the first entry of a ZIP archive.
func Recognize(head []byte, _ int64) (source.Format, source.Certainty) {
	if bytes.HasPrefix(head, []byte(crate.Signature)) || isText(head) {
		return USD, source.Certain
	}
	if isLayer(source.FirstZIPEntry(head)) {
		return USD, source.Likely
	}
	return USD, source.NoMatch
}

func isText(data []byte) bool {
	for _, s := range textSignatures {
		if bytes.HasPrefix(data, []byte(s)) {
			return true
		}
	}
	return false
}

// isLayer reports whether a file has the ending of a layer or a package.
func isLayer(name string) bool { return strings.HasPrefix(strings.ToLower(path.Ext(name)), ".usd") }

// Estimate estimates what it takes to load a file by its size. What other layers add is not known.
func Estimate(_ io.ReaderAt, head []byte, size int64, _ fs.FS) source.Estimate {
	perTriangle := int64(packedTriangle)
	if isText(head) {
		perTriangle = textTriangle
	}
	return source.Estimate{Bytes: size, Held: size, Triangles: size / perTriangle}
}

// About the least number of bytes for a triangle: half a point, and its corners, which a crate file packs.
const (
	packedTriangle = 8
	textTriangle   = 25
)

// reader decodes a stage into a scene.
type reader struct {
	*source.Input
	ctx    context.Context
	layers *layers
	stage  *stage.Stage
	scene  *mesh.Scene
}

// Decode decodes a file into a mesh for each Mesh of its stage, and an instance for each place where the
// stage shows one.
func Decode(ctx context.Context, in *source.Input, data []byte) (*mesh.Scene, error) {
	r := &reader{Input: in, ctx: ctx, layers: newLayers(ctx, in, data), scene: &mesh.Scene{Placed: true}}
	if err := r.decode(); err != nil {
		return nil, err
	}
	return r.scene, nil
}

func (r *reader) decode() (err error) {
	r.stage, err = stage.Open(r.layers.root, stage.Options{
		Open: r.layers.open, Resolve: r.layers.resolve, Charge: r.layers.compose, Work: r.layers.compute, Poll: r.layers.poll,
	})
	b := r.builder()
	if err == nil {
		err = b.build()
	}
	if err == nil {
		err = r.layers.fatal
	}
	if err != nil {
		return r.cause(r.failure(err))
	}
	if err := r.problems(); err != nil {
		return err
	}
	return b.readRig()
}

// cause returns the error of a file that is malformed or not supported or, if something could not be composed, the error
// about that: what is missing may be why the rest does not fit.
func (r *reader) cause(err error) error {
	var malformed *source.FormatError
	var unsupported *source.UnsupportedError
	if r.stage != nil && r.layers.fatal == nil && (errors.As(err, &malformed) || errors.As(err, &unsupported)) {
		return cmp.Or(r.problems(), err)
	}
	return err
}

// failure returns an error of the packages below as one of this package.
func (r *reader) failure(err error) error {
	if r.layers.fatal != nil {
		err = r.layers.fatal
	}
	r.locate(err)
	if r.layers.fatal != nil {
		return err
	}
	var malformed *source.FormatError
	var unsupported *source.UnsupportedError
	var limit *source.LimitError
	if errors.As(err, &malformed) || errors.As(err, &unsupported) || errors.As(err, &limit) || r.ctx.Err() != nil {
		return err
	}
	var value *stage.Error
	if errors.As(err, &value) {
		return r.Malformed(r.place(value.Layer, value.Path), fmt.Errorf("%s: %w", value.Field, value.Err))
	}
	var layer *layerError
	if errors.As(err, &layer) {
		return layer.in(r.Input, r.place(layer.id, ""))
	}
	return r.Malformed("", err)
}

// locate gives an error of a limit of composition its place.
func (r *reader) locate(err error) {
	var limit *source.LimitError
	if errors.As(err, &limit) && limit.Place == "" && r.stage != nil {
		limit.Place = r.place("", r.stage.At())
	}
}

// place names a place in errors: a path in a layer. Either may be "", and the layer is named if it is not
// the file itself.
func (r *reader) place(layer, path string) string {
	var parts []string
	if layer != r.layers.root && layer != "" {
		parts = append(parts, source.Shorten(layer))
	}
	if path != "" && path != "/" {
		parts = append(parts, "<"+source.Shorten(path)+">")
	}
	return strings.Join(parts, " ")
}

// problems returns an error if something could not be composed: what it should have brought is missing,
// so that what is there must not pass for the whole.
func (r *reader) problems() error {
	all := r.stage.Problems()
	if len(all) == 0 {
		return nil
	}
	first, more := all[0], ""
	if len(all) > 1 {
		more = fmt.Sprintf(" (and %d more)", len(all)-1)
	}
	place := r.place(first.Layer, first.Path)
	var unsupported *source.UnsupportedError
	if feature, ok := strings.CutSuffix(first.Err.Error(), " are not supported"); first.Unsupported && ok {
		return r.Unsupported(place, feature+more)
	}
	if errors.As(first.Err, &unsupported) {
		return hinted(r.Unsupported(place, unsupported.Feature+more), first.Err)
	}
	return r.Fail(place, "%w%s", first.Err, more)
}

// hinted returns err with the hint that another error has.
func hinted(err, from error) error {
	if hint := (*source.HintError)(nil); errors.As(from, &hint) {
		return &source.HintError{Err: err, Hint: hint.Hint}
	}
	return err
}
