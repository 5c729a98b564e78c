package penetration

import "github.com/meshcheck/meshcheck/geom"

// facet is a part of a surface whose depth is at most deepest.
type facet struct {
	geom.Triangle
	deepest float64
}

// facetHeap is a binary heap with the piece that may be deepest on top.
type facetHeap []facet

func (h *facetHeap) push(x facet) {
	*h = append(*h, x)
	list := *h
	k := len(list) - 1
	for k > 0 {
		up := (k - 1) / 2
		if list[up].deepest >= x.deepest {
			break
		}
		list[k], k = list[up], up
	}
	list[k] = x
}

func (h *facetHeap) pop() facet {
	list := *h
	top, last := list[0], len(list)-1
	x := list[last]
	list = list[:last]
	*h = list
	k := 0
	for {
		below := 2*k + 1
		if below >= last {
			break
		}
		if below+1 < last && list[below+1].deepest > list[below].deepest {
			below++
		}
		if list[below].deepest <= x.deepest {
			break
		}
		list[k], k = list[below], below
	}
	if last > 0 {
		list[k] = x
	}
	return top
}
