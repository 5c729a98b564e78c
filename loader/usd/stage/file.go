package stage

import (
	"fmt"
	"strings"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// file is a layer that was opened, or the reason why it was not.
type file struct {
	id    string
	layer *layer.Layer
	rate  float64 // time codes per second
	err   error
}

// Error is returned for a value of a layer that does not decode or has not the type that it must have.
type Error struct {
	// Layer is the identifier of the layer, Path that of the spec, Field the name of the field.
	Layer, Path, Field string
	Err                error
}

// Error returns "layer: path: field: cause".
func (e *Error) Error() string {
	return fmt.Sprintf("%s: <%s>: %s: %v", e.Layer, e.Path, e.Field, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// open returns the layer with an identifier.
func (s *Stage) open(id string) *file {
	if f := s.files[id]; f != nil {
		return f
	}
	f := &file{id: id}
	s.files[id] = f
	s.limit.charge(1, 256)
	if s.limit.err != nil {
		f.err = s.limit.err
		return f
	}
	if f.layer, f.err = s.o.Open(id); f.err != nil {
		return f
	}
	s.used = append(s.used, id)
	f.rate = s.rate(f)
	return f
}

// rate returns the time codes per second of a layer.
func (s *Stage) rate(f *file) float64 {
	for _, name := range [...]string{"timeCodesPerSecond", "framesPerSecond"} {
		if n, ok := s.field(f, f.layer.Root.Fields, name, s.paths.root).(*layer.Numbers); ok && n.Len() == 1 {
			if x := n.At(0); x > 0 {
				return x
			}
		}
	}
	return 24
}

// field returns a field of a spec at a path, nil if there is none. A value that does not decode ends
// composition.
func (s *Stage) field(f *file, fields []layer.Field, name string, p *path) any {
	v, err := layer.Get(fields, name)
	if err != nil {
		s.limit.fail(&Error{f.id, p.String(), name, err})
		return nil
	}
	return v
}

// resolve returns the layer that an asset path in file f stands for, or why there is none, and
// whether that is because it is not supported.
func (s *Stage) resolve(f *file, asset string) (id string, unsupported bool, err error) {
	if strings.HasPrefix(asset, "`") {
		return "", true, fmt.Errorf("@%s@: variable expressions are not supported", asset)
	}
	if id, err = s.o.Resolve(f.id, asset); err != nil {
		return "", false, fmt.Errorf("@%s@: %w", asset, err)
	}
	return id, false, nil
}
