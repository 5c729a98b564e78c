package usd

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/meshcheck/meshcheck/loader/source"
)

// asset is where a file is: its path relative to the model's folder, then the path of an entry of the
// package that it is, and so on.
type asset []string

// deepest is the greatest number of packages in one another.
const deepest = 16

// identify returns the identifier of an asset.
func (a asset) identify() string {
	return strings.Join(a, "[") + strings.Repeat("]", len(a)-1)
}

// split returns the asset with an identifier.
func split(id string) (asset, error) {
	n := len(id) - len(strings.TrimRight(id, "]"))
	parts := strings.SplitN(id[:len(id)-n], "[", n+1)
	switch {
	case len(parts) != n+1:
		return nil, errors.New("brackets are not in pairs")
	case n > deepest:
		return nil, fmt.Errorf("more than %d packages are in one another", deepest)
	}
	return parts, nil
}

// within returns an entry of the package at a.
func (a asset) within(entry string) asset { return append(a[:len(a):len(a)], entry) }

// with returns a with another last path.
func (a asset) with(last string) asset { return append(a[:len(a)-1:len(a)-1], last) }

// last returns the last path, and whether that is in a package.
func (a asset) last() (string, bool) { return a[len(a)-1], len(a) > 1 }

// resolve returns the identifier of the file for which a path in a layer stands. Paths are relative to
// the layer, or to the first layer of its package, or to the folder of the package, the first that is
// there. There are no other folders in which to search. The file may be missing.
func (l *layers) resolve(from, name string) (string, error) {
	at, err := split(name)
	if err != nil {
		return "", err
	}
	if err := relative(at[0]); err != nil {
		return "", err
	}
	anchor, ok := l.anchors[from]
	if !ok {
		anchor = l.anchors[l.root] // it is not known which layer has the path
	}
	found, err := l.anchor(anchor, at[0])
	if err != nil {
		return "", err
	}
	for _, entry := range at[1:] {
		found = found.within(path.Clean(entry))
	}
	if len(found) > deepest {
		return "", fmt.Errorf("more than %d packages are in one another", deepest)
	}
	return found.identify(), nil
}

// relative returns an error for a path that is not relative.
func relative(name string) error {
	colon, slash := strings.IndexByte(name, ':'), strings.IndexByte(name, '/')
	switch {
	case name == "":
		return errors.New("the path is empty")
	case strings.Contains(name, ":SDF_FORMAT_ARGS:"):
		return errors.New("arguments of file formats are not supported")
	case colon == 1:
		return absolute("an absolute path is not followed")
	case colon > 0 && (slash < 0 || colon < slash):
		return absolute("a URL is not followed")
	case slash == 0:
		return absolute("an absolute path is not followed")
	}
	return nil
}

// absolute returns the error for a path that leads away from the stage.
func absolute(text string) error {
	return &source.HintError{Err: errors.New(text), Hint: "make the path relative to the layer that has it, such as @../props/chair.usda@"}
}

// anchor returns the place of a path in a layer at from.
func (l *layers) anchor(from asset, name string) (asset, error) {
	for {
		base, packed := from.last()
		at := from.with(path.Join(path.Dir(base), name))
		if !packed {
			l.refer(at[0])
			return at, nil
		}
		if strings.HasPrefix(name, ".") || l.has(at) {
			return at, nil
		}
		p, err := l.packageAt(from[:len(from)-1])
		if err != nil {
			return nil, err
		}
		if at = from.with(path.Join(path.Dir(p.first), name)); l.has(at) {
			return at, nil
		}
		from = from[:len(from)-1]
	}
}

// has reports whether an entry of a package is there.
func (l *layers) has(at asset) bool {
	p, err := l.packageAt(at[:len(at)-1])
	name, _ := at.last()
	return err == nil && p.entries[name] != nil
}

// refer tells OnReference the name of a file.
func (l *layers) refer(name string) {
	if l.OnReference != nil {
		l.OnReference(name)
	}
}

// content returns the content of a layer, and where it is: in a package, if the identifier names one,
// the first layer.
func (l *layers) content(id string) (asset, []byte, error) {
	at, err := split(id)
	if err != nil {
		return nil, nil, err
	}
	for {
		data, err := l.bytes(at)
		if err != nil || !isPackage(data) {
			return at, data, err
		}
		p, err := l.packageAt(at)
		if err != nil {
			return nil, nil, err
		}
		if at = at.within(p.first); len(at) > deepest {
			return nil, nil, fmt.Errorf("more than %d packages are in one another", deepest)
		}
	}
}

// bytes returns the content of a file or of an entry of a package.
func (l *layers) bytes(at asset) ([]byte, error) {
	id := at.identify()
	if data, ok := l.files[id]; ok {
		return data, nil
	}
	var data []byte
	if name, packed := at.last(); packed {
		p, err := l.packageAt(at[:len(at)-1])
		if err != nil {
			return nil, err
		}
		if data, err = p.read(name); err != nil {
			return nil, err
		}
	} else {
		var err error
		if data, err = l.ReadWholeSide(l.ctx, name); err != nil {
			return nil, outside(err)
		}
		l.grant(data)
	}
	if err := l.charge(1, fileSize+len(id)); err != nil {
		return nil, err
	}
	l.files[id] = data
	return data, nil
}

// outside returns ErrOutside for the error of a link that leads out of the root, which package os does not
// export, and other errors as they are.
func outside(err error) error {
	if strings.HasSuffix(err.Error(), "path escapes from parent") {
		return source.ErrOutside
	}
	return err
}

// fileSize is what is kept of a file, apart from its content.
const fileSize = 256

// packageAt returns the package at a place.
func (l *layers) packageAt(at asset) (*pack, error) {
	id := at.identify()
	if p := l.packages[id]; p != nil {
		return p, nil
	}
	data, err := l.bytes(at)
	if err != nil {
		return nil, err
	}
	if !isPackage(data) {
		return nil, fmt.Errorf("%s is no package", source.Shorten(id))
	}
	p, err := newPack(data, l.charge)
	if err != nil {
		return nil, err
	}
	l.packages[id] = p
	return p, nil
}
