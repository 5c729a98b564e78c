package gltf

import (
	"slices"
	"strconv"
)

// estimateNode has the members of a node that determine how many places meshes have, and how
// long the paths of these are.
type estimateNode struct {
	Name     string `json:"name"`
	Children []int  `json:"children"`
	Mesh     *int   `json:"mesh"`
}

// placeSize is about what a place of a mesh takes beside its path, in the document, the scene and
// a check of objects. Measured as the peak of the process less the 16 MB that it takes for a
// file of one triangle: 60,000 nodes at one place take 69 MB with parts, 1,150 bytes each.
const placeSize = 1200

// placesSize returns about how many bytes the places of meshes take, but for the instances of
// extensions. It takes time in proportion to the nodes and
// their children, though there may be many more paths to a mesh: the places below a node
// are those below its children, each with a longer path. It is 0 for nodes that are no acyclic
// graph, which Decode refuses, and at most limit, beyond which it refuses any file.
func placesSize(nodes []estimateNode, limit int64) int64 {
	order, roots := childrenFirst(nodes)
	if order == nil {
		return 0
	}
	type below struct{ places, bytes int64 }
	sums := make([]below, len(nodes))
	for _, i := range order {
		n, sum := &nodes[i], &sums[i]
		if n.Mesh != nil {
			*sum = below{1, placeSize}
		}
		for _, c := range n.Children {
			sum.places = min(sum.places+sums[c].places, limit)
			sum.bytes = min(sum.bytes+sums[c].bytes, limit)
		}
		part := int64(len("/") + len(n.Name))
		if n.Name == "" {
			part = int64(len("/node") + len(strconv.Itoa(i)))
		}
		if sum.places > (limit-sum.bytes)/part {
			sum.bytes = limit
		} else {
			sum.bytes += part * sum.places
		}
	}
	var all int64
	for _, i := range roots {
		all = min(all+sums[i].bytes, limit)
	}
	return all
}

// childrenFirst returns the nodes in an order in which each comes after its children, and
// those without parents; nil if a child is no node, or a node its own ancestor.
func childrenFirst(nodes []estimateNode) (order, roots []int) {
	pending := make([]int, len(nodes)) // parents that are not in the order yet
	for i := range nodes {
		for _, c := range nodes[i].Children {
			if c < 0 || c >= len(nodes) {
				return nil, nil
			}
			pending[c]++
		}
	}
	for i, parents := range pending {
		if parents == 0 {
			roots = append(roots, i)
		}
	}
	order = append(make([]int, 0, len(nodes)), roots...)
	for at := 0; at < len(order); at++ {
		for _, c := range nodes[order[at]].Children {
			if pending[c]--; pending[c] == 0 {
				order = append(order, c)
			}
		}
	}
	if len(order) < len(nodes) {
		return nil, nil
	}
	slices.Reverse(order)
	return order, roots
}
