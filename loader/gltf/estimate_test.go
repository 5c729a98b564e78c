package gltf

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/meshcheck/meshcheck/loader/source"
)

// allPaths is placesSize by walking every path from a root to a node with a mesh.
func allPaths(nodes []node) (sum int64) {
	var down func(i int, path int64)
	down = func(i int, path int64) {
		path += int64(len(nodes[i].part(i)))
		if nodes[i].mesh >= 0 {
			sum += path + placeSize
		}
		for _, c := range nodes[i].children {
			down(c, path)
		}
	}
	for i := range nodes {
		if nodes[i].parents == 0 {
			down(i, 0)
		}
	}
	return sum
}

func TestPlacesSize(t *testing.T) {
	const most = 1 << 40
	linked := func(nodes []node) *reader {
		r := newReader(t.Context(), &source.Input{})
		r.nodes = nodes
		if err := r.linkNodes(); err != nil {
			t.Fatal(err)
		}
		return r
	}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		nodes := make([]node, 1+r.IntN(12))
		for i := range nodes {
			if r.IntN(2) == 0 {
				nodes[i].name = strings.Repeat("x", 1+r.IntN(300))
			}
			nodes[i].mesh = int32(min(r.IntN(3), 1) - 1)
			for j := i + 1; j < len(nodes); j++ { // a child may be listed twice
				for range r.IntN(3) {
					nodes[i].children = append(nodes[i].children, j)
				}
			}
		}
		x := linked(nodes)
		want := allPaths(nodes)
		if got := x.placesSize(most); got != want {
			t.Errorf("seed %d: %d bytes, want %d", seed, got, want)
		}
		if got := x.placesSize(want / 2); got != want/2 {
			t.Errorf("seed %d: %d bytes, where %d are the most", seed, got, want/2)
		}
	}
	// 2^100 paths lead down 100 nodes.
	tower := make([]node, 101)
	for i := range 100 {
		tower[i] = node{mesh: -1, children: []int{i + 1, i + 1}}
	}
	if got := linked(tower).placesSize(most); got != most {
		t.Errorf("more paths than can be counted are %d bytes", got)
	}
}

// TestEstimateRefused: the estimate of a document has what comes before its first fault.
func TestEstimateRefused(t *testing.T) {
	const text = `{"asset":{"version":"2.0"},"accessors":[{"componentType":5126,"type":"VEC3","count":6}],"meshes":[
		{"primitives":[{"attributes":{"POSITION":0}},{"attributes":{"POSITION":0},"mode":1}]},{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]}`
	for _, c := range []struct {
		old, new          string
		triangles, places int64
	}{
		{"", "", 4, placeSize + 6}, // lines do not count
		{`"version":"2.0"`, `"version":"3.0"`, 0, 0},
		{`{"primitives":[{"attributes":{"POSITION":0}}]}`, `{"primitives":[{"attributes":{"POSITION":1}}]}`, 2, 0},
		{`{"mesh":0}`, `{"mesh":2}`, 4, 0},
		{`{"mesh":0}`, `{"mesh":0,"children":[0]}`, 4, 0},
	} {
		document := strings.Replace(text, c.old, c.new, 1)
		e := Estimate(strings.NewReader(document), []byte(document), int64(len(document)), nil)
		if e.Triangles != c.triangles || e.Places != c.places {
			t.Errorf("with %s: %+v, want %d triangles and %d bytes of places", c.new, e, c.triangles, c.places)
		}
	}
}

// Draco data may have more triangles than bytes, which take memory while they are decoded.
func TestEstimateDraco(t *testing.T) {
	text := `{"asset":{"version":"2.0"},"accessors":[{"componentType":5125,"type":"SCALAR","count":30000}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":0%s}]}]}`
	for extension, want := range map[string]int64{"": 66, `,"extensions":{"KHR_draco_mesh_compression":{}}`: 10000} {
		document := strings.Replace(text, "%s", extension, 1)
		document += strings.Repeat(" ", max(0, 200-len(document)))
		if extension != "" {
			document += strings.Repeat(" ", 1000-len(document))
		}
		size := int64(len(document))
		e := Estimate(strings.NewReader(document), []byte(document), size, nil)
		if e.Triangles != want || (extension != "") != (e.Held == size+dracoTriangle*want) {
			t.Errorf("with %q: %+v, want %d triangles", extension, e, want)
		}
	}
}
