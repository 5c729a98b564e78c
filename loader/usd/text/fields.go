package text

import (
	"slices"
	"unsafe"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// setField sets a field, or replaces it. There are only the fields that this package knows, so they are
// few.
func (p *parser) setField(fields *[]layer.Field, name string, value any) error {
	for i := range *fields {
		if (*fields)[i].Name == name {
			(*fields)[i].Value = value
			return nil
		}
	}
	*fields = append(*fields, layer.Field{Name: name, Value: value})
	return p.o.Charge(2, int(unsafe.Sizeof(layer.Field{})))
}

// edit is what a statement does to a list.
type edit uint8

const (
	replace edit = iota
	add
	prepend
	appendItems
	remove
	reorder
)

var edits = map[string]edit{"add": add, "prepend": prepend, "append": appendItems, "delete": remove, "reorder": reorder}

// edit reads the keyword of an edit and the space behind it, if there is one.
func (p *parser) edit() (e edit, ok bool, err error) {
	first := p.pos
	e, ok = edits[string(p.word())]
	if !ok {
		p.pos = first
		return replace, false, nil
	}
	return e, true, p.space()
}

// setArcs is setList for arcs and targets. It fails for an item that is there twice, and for no items
// unless they replace the list.
func setArcs[T comparable](p *parser, fields *[]layer.Field, name string, e edit, items []T) error {
	if len(items) == 0 && e != replace {
		return p.fail("the edit of %s has no items", name)
	}
	if err := distinct(p, name, items); err != nil {
		return err
	}
	return setList(p, fields, name, e, items)
}

// setList applies an edit to the list operation of a field.
func setList[T any](p *parser, fields *[]layer.Field, name string, e edit, items []T) error {
	value, err := layer.Get(*fields, name)
	if err != nil {
		return err
	}
	op, _ := value.(layer.ListOp[T])
	if e == replace || op.IsExplicit {
		op = layer.ListOp[T]{IsExplicit: e == replace}
	}
	*[]*[]T{&op.Explicit, &op.Added, &op.Prepended, &op.Appended, &op.Deleted, &op.Ordered}[e] = items
	return p.setField(fields, name, op)
}

// distinct fails if an item is there twice.
func distinct[T comparable](p *parser, name string, items []T) error {
	const few = 8
	if len(items) <= few {
		for i := range items {
			if slices.Contains(items[:i], items[i]) {
				return p.fail("%s has an item twice", name)
			}
		}
		return nil
	}
	var t T
	if err := p.o.Charge(2*len(items), int(unsafe.Sizeof(t))); err != nil {
		return err
	}
	seen := make(map[T]bool, len(items))
	for _, item := range items {
		if seen[item] {
			return p.fail("%s has an item twice", name)
		}
		seen[item] = true
	}
	return nil
}

// appendItem appends an item to a list, and charges for it.
func appendItem[T any](p *parser, items []T, item T) ([]T, error) {
	var t T
	return append(items, item), p.o.Charge(2, int(unsafe.Sizeof(t)))
}

// items reads None, one item, or a list of items in brackets.
func items[T any](p *parser, item func() (T, error)) (all []T, err error) {
	if p.keyword("None") {
		return nil, nil
	}
	one := func() error {
		v, err := item()
		if err != nil {
			return err
		}
		all, err = appendItem(p, all, v)
		return err
	}
	if !p.eat('[') {
		return all, one()
	}
	return all, p.list(']', one)
}
