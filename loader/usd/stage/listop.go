package stage

import (
	"slices"

	"github.com/meshcheck/meshcheck/loader/usd/layer"
)

// edit applies an edit of a list to what weaker ones made of it, as OpenUSD's
// SdfListOp::ApplyOperations. translate returns the item that one of the layer stands for, and whether
// there is one. No item of the result is twice in it.
func edit[From any, To comparable](list []To, op *layer.ListOp[From], translate func(From) (To, bool)) []To {
	items := func(from []From) []To {
		to := make([]To, 0, len(from))
		for _, item := range from {
			if t, ok := translate(item); ok {
				to = append(to, t)
			}
		}
		return to
	}
	if op.IsExplicit {
		return unique(items(op.Explicit))
	}
	list = without(list, items(op.Deleted))
	list = unique(append(list, items(op.Added)...))
	if first := unique(items(op.Prepended)); len(first) > 0 {
		list = append(first, without(list, first)...)
	}
	if last := items(op.Appended); len(last) > 0 {
		slices.Reverse(last) // The last of equal items counts.
		last = unique(last)
		slices.Reverse(last)
		list = append(without(list, last), last...)
	}
	return reorder(list, items(op.Ordered))
}

// same is a translation for lists of what a layer has.
func same[T any](item T) (T, bool) { return item, true }

// unique removes items that occur before.
func unique[T comparable](list []T) []T {
	if len(list) < 2 {
		return list
	}
	seen := make(map[T]bool, len(list))
	return slices.DeleteFunc(list, func(item T) bool {
		was := seen[item]
		seen[item] = true
		return was
	})
}

// without returns the items that are not among others.
func without[T comparable](list, others []T) []T {
	if len(list) == 0 || len(others) == 0 {
		return list
	}
	out := setOf(others)
	return slices.DeleteFunc(slices.Clone(list), func(item T) bool { return out[item] })
}

// reorder brings the items that are in order in that order. Others stay behind the one that they are
// behind, or first.
func reorder[T comparable](list, order []T) []T {
	if len(order) == 0 || len(list) == 0 {
		return list
	}
	ordered := setOf(order)
	runs := make(map[T][]T)
	start := len(list)
	result := make([]T, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		if ordered[list[i]] {
			runs[list[i]] = list[i:start]
			start = i
		}
	}
	result = append(result, list[:start]...)
	for _, item := range order {
		result = append(result, runs[item]...)
		delete(runs, item)
	}
	return result
}

func setOf[T comparable](items []T) map[T]bool {
	set := make(map[T]bool, len(items))
	for _, item := range items {
		set[item] = true
	}
	return set
}
