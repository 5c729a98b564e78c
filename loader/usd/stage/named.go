package stage

import (
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// wide is the number of children or properties from which on they are indexed by name, and indexEntry what one
// then costs.
const (
	wide       = 16
	indexEntry = 48
)

// named finds children or properties of prim specs by their names. Many of one spec are indexed.
type named[T any] struct {
	name    func(T) string
	indexed map[*layer.Prim]map[string]T
}

// find returns the first of all, which parent has, with a name, or the zero T if there is none.
func (n *named[T]) find(limit *limits, parent *layer.Prim, all []T, name string) (found T) {
	if len(all) < wide {
		if i := slices.IndexFunc(all, func(x T) bool { return n.name(x) == name }); i >= 0 {
			found = all[i]
		}
		return found
	}
	index := n.indexed[parent]
	if index == nil {
		limit.charge(len(all), indexEntry)
		if !limit.poll() {
			return found
		}
		index = make(map[string]T, len(all))
		for _, x := range slices.Backward(all) {
			index[n.name(x)] = x
		}
		if n.indexed == nil {
			n.indexed = map[*layer.Prim]map[string]T{}
		}
		n.indexed[parent] = index
	}
	return index[name]
}
