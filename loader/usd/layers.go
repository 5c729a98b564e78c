package usd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/meshcheck/meshcheck/loader/source"
	"github.com/meshcheck/meshcheck/loader/usd/crate"
	"github.com/meshcheck/meshcheck/loader/usd/layer"
	"github.com/meshcheck/meshcheck/loader/usd/text"
)

// mostLayers is the greatest number of layers of a stage.
const mostLayers = 1 << 16

// layers opens the layers of a stage. The identifier of a layer is its path relative to the model's
// folder, such as "../props/chair.usda", with the paths within packages behind it, as in OpenUSD:
// "set.usdz[chair.usdz[geom.usdc]]".
type layers struct {
	*source.Input
	ctx context.Context
	// root is the identifier of the file itself, "" if it has no name.
	root string
	// files has the content of files and of entries of packages by their identifiers.
	files map[string][]byte
	// packages has the packages that were opened, and anchors the places to which paths in layers are
	// relative, both by identifier.
	packages map[string]*pack
	anchors  map[string]asset
	opened   int
	// reading reports whether a layer is being read. work is what was done with the layers, in prims, and size the
	// number of bytes of files.
	reading    bool
	work, size int64
	// fatal is an error that ends the load whatever asked for the layer.
	fatal error
}

func newLayers(ctx context.Context, in *source.Input, data []byte) *layers {
	l := &layers{
		Input: in, ctx: ctx, root: in.Name, files: map[string][]byte{in.Name: data},
		packages: map[string]*pack{}, anchors: map[string]asset{},
	}
	l.grant(data)
	return l
}

// layerError is the error for a layer that cannot be read.
type layerError struct {
	id    string
	where string // in the layer, "" if not known
	err   error
}

func (e *layerError) Error() string {
	if e.where == "" {
		return e.err.Error()
	}
	return e.where + ": " + e.err.Error()
}

func (e *layerError) Unwrap() error { return e.err }

// in returns the error as one of the load. The place is that of the layer.
func (e *layerError) in(in *source.Input, place string) error {
	if place != "" && e.where != "" {
		place += ": "
	}
	return in.Malformed(place+e.where, e.err)
}

// charge is Input.Charge for what is read from files.
func (l *layers) charge(count, size int) error {
	err := l.Charge("", count, size)
	if err != nil && l.fatal == nil {
		l.fatal = err
	}
	return err
}

// compose is charge for what is made of layers. References multiply what files have, so that their size does not
// limit it, but only the memory.
func (l *layers) compose(count, size int) error {
	needs := int64(math.MaxInt64)
	if int64(count) <= needs/int64(size) {
		needs = int64(count) * int64(size)
	}
	if err := l.LimitMemory(l.MaxMemory-l.Free(), needs); err != nil {
		l.fatal = cmp.Or(l.fatal, err)
		return err
	}
	l.Grant(needs)
	return l.charge(count, size)
}

// chargeValue charges for a part of a layer, which is read with the layer, or when it is asked for, once for each prim
// that has it.
func (l *layers) chargeValue(count, size int) error {
	if l.reading {
		return l.charge(count, size)
	}
	return l.compose(count, size)
}

// Limits of how many prims are composed and visited: so many for any stage, and more for each byte of its files.
// Little text can make more by references that double than could be checked in a lifetime.
const (
	mostPrims    = 1_000_000
	primsPerByte = 4
)

// compute counts n prims that are composed or visited, or what takes about as long.
func (l *layers) compute(n int) error {
	most := mostPrims + primsPerByte*l.size
	if l.work += int64(n); l.work > most {
		err := &source.LimitError{Format: l.Format, What: "prims", Needs: l.work, Most: most}
		l.fatal = cmp.Or(l.fatal, error(err))
		return err
	}
	return nil
}

// poll returns the error of the context.
func (l *layers) poll() error { return l.ctx.Err() }

// open returns the layer with an identifier. If it names a package, that is the first layer of the
// package.
func (l *layers) open(id string) (*layer.Layer, error) {
	if l.opened++; l.opened > mostLayers {
		return nil, fmt.Errorf("there are more than %d layers", mostLayers)
	}
	if name := foreignEnding(id); name != "" {
		return nil, l.foreign(name, id)
	}
	found, data, err := l.content(id)
	if err != nil {
		var limit *source.LimitError
		if errors.As(err, &limit) || l.ctx.Err() != nil {
			l.fatal = err
		}
		return nil, err
	}
	if name := foreignContent(data); name != "" {
		return nil, l.foreign(name, id)
	}
	l.anchors[id] = found
	name, _ := found.last()
	l.reading = true
	parsed, err := l.parse(name, data)
	l.reading = false
	return parsed, l.failure(id, err)
}

// binaryGrant is the number of bytes that may be charged for each byte of a crate file or a package
// beyond those of any file: the names and fields of equal prims take few bytes there.
const binaryGrant = 192

// grant allows what a file justifies beyond others, once for each file: the entries of a package are
// parts of it.
func (l *layers) grant(data []byte) {
	l.size += int64(len(data))
	if isPackage(data) || bytes.HasPrefix(data, []byte(crate.Signature)) {
		l.Grant(binaryGrant * int64(len(data)))
	}
}

// parse reads a layer in the format that its content has. The name of what is none says whether it should
// be one.
func (l *layers) parse(name string, data []byte) (*layer.Layer, error) {
	switch {
	case bytes.HasPrefix(data, []byte(crate.Signature)):
		return crate.Read(data, crate.Options{Charge: l.chargeValue, Poll: l.poll})
	case isText(data):
		return text.Read(data, text.Options{Charge: l.chargeValue, Poll: l.poll})
	case len(data) == 0:
		return nil, errors.New("the layer is empty")
	case !isLayer(name):
		return nil, &source.UnsupportedError{Format: l.Format, Feature: "the format of the layer " + source.Shorten(name)}
	}
	return nil, fmt.Errorf("this is no layer of USD: it begins with %s", source.Quote(data[:min(len(data), 12)]))
}

// failure returns an error of the readers of layers with the place that it has.
func (l *layers) failure(id string, err error) error {
	var unsupported *crate.UnsupportedError
	var inCrate *crate.Error
	var inText *text.Error
	switch {
	case err == nil || l.fatal != nil:
		return err
	case errors.As(err, &unsupported):
		feature := unsupported.Feature
		if id != l.root {
			feature += " of " + source.Shorten(id)
		}
		return &source.UnsupportedError{Format: l.Format, Feature: feature}
	case errors.As(err, &inCrate) && inCrate.Cut || errors.As(err, &inText) && inText.Cut:
		return &layerError{id: id, err: fmt.Errorf("the file seems to be cut off: %w", err)}
	case errors.As(err, &inCrate):
		return &layerError{id, inCrate.Where, inCrate.Err}
	case errors.As(err, &inText):
		return &layerError{id, fmt.Sprintf("line %d", inText.Line), inText.Err}
	}
	return &layerError{id: id, err: err}
}
