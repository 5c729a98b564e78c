package crate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// dump returns a layer as text, one value a line, or the first error of a value.
func dump(l *layer.Layer) (string, error) {
	d := dumper{}
	d.prim("/", l.Root)
	return d.text.String(), d.err
}

type dumper struct {
	text strings.Builder
	err  error
}

func (d *dumper) prim(path string, p *layer.Prim) {
	fmt.Fprintf(&d.text, "%s %s %q\n", path, []string{"over", "def", "class"}[p.Specifier], p.TypeName)
	if p.PrimOrder != nil || p.PropertyOrder != nil {
		fmt.Fprintf(&d.text, "\torder %q %q\n", p.PrimOrder, p.PropertyOrder)
	}
	d.fields(p.Fields)
	for _, q := range p.Properties {
		fmt.Fprintf(&d.text, "%s.%s %q relationship=%t custom=%t uniform=%t\n", path, q.Name, q.TypeName, q.Relationship, q.Custom, q.Uniform)
		d.fields(q.Fields)
	}
	for _, s := range p.VariantSets {
		for _, v := range s.Variants {
			d.prim(path+"{"+s.Name+"="+v.Name+"}", v)
		}
	}
	for _, c := range p.Children {
		d.prim(strings.TrimSuffix(path, "/")+"/"+c.Name, c)
	}
}

func (d *dumper) fields(fields []layer.Field) {
	for _, f := range fields {
		v, err := layer.Get(fields, f.Name)
		if err != nil {
			if d.err == nil {
				d.err = err
			}
			continue
		}
		fmt.Fprintf(&d.text, "\t%s = %s\n", f.Name, d.value(v))
	}
}

func (d *dumper) value(v any) string {
	switch v := v.(type) {
	case *layer.Numbers:
		text := fmt.Sprintf("%d×%v", v.Width, slices.Concat(texts(v.I32), texts(v.I64), texts(v.F32), texts(v.F64)))
		if v.Array {
			return "array " + text
		}
		return text
	case *layer.Samples:
		var text []string
		for i, t := range v.Times {
			x, err := v.Value(i)
			if err != nil && d.err == nil {
				d.err = err
			}
			text = append(text, fmt.Sprint(t, ": ", d.value(x)))
		}
		return strings.Join(text, ", ")
	case map[string]any:
		var text []string
		for name, x := range v {
			text = append(text, name+": "+d.value(x))
		}
		slices.Sort(text)
		return "{" + strings.Join(text, ", ") + "}"
	case string, layer.Asset, []string, []layer.Asset:
		return fmt.Sprintf("%T %q", v, v)
	}
	return fmt.Sprintf("%T %+v", v, v)
}

// texts returns numbers as text, with their type at the end of the first.
func texts[T any](numbers []T) []string {
	var all []string
	for i, x := range numbers {
		text := fmt.Sprint(x)
		if i == 0 {
			text += fmt.Sprintf("(%T)", x)
		}
		all = append(all, text)
	}
	return all
}

// decodeAll decodes all values of a layer and returns the last error.
func decodeAll(l *layer.Layer) (err error) {
	decode := func(fields []layer.Field) {
		for _, f := range fields {
			v, failed := f.Value.(layer.Lazy).Decode()
			if s, ok := v.(*layer.Samples); ok {
				for i := range s.Times {
					if _, err := s.Value(i); err != nil {
						failed = err
					}
				}
			}
			if failed != nil {
				err = failed
			}
		}
	}
	for prims := []*layer.Prim{l.Root}; len(prims) > 0; {
		p := prims[len(prims)-1]
		prims = append(prims[:len(prims)-1], p.Children...)
		decode(p.Fields)
		for _, q := range p.Properties {
			decode(q.Fields)
		}
		for _, s := range p.VariantSets {
			prims = append(prims, s.Variants...)
		}
	}
	return err
}

// limits returns options that charge no more than a loader grants for a file of the given size.
func limits(t testing.TB, size int) Options {
	left := 64*size + 1<<20
	return Options{Charge: func(count, size int) error {
		if count < 0 || size <= 0 {
			t.Fatalf("charged %d elements of %d bytes", count, size)
		}
		if count > left/size {
			return errLimit
		}
		left -= count * size
		return nil
	}}
}

var errLimit = fmt.Errorf("too much memory")
