package gltf

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/meshcheck/meshcheck/loader/source"
)

// allWays is placesSize by walking every way from a root to a node with a mesh.
func allWays(nodes []estimateNode) (sum int64) {
	parents := make([]int, len(nodes))
	for _, n := range nodes {
		for _, c := range n.Children {
			parents[c]++
		}
	}
	var down func(i int, path int64)
	down = func(i int, path int64) {
		name := nodes[i].Name
		if name == "" {
			name = "node" + strconv.Itoa(i)
		}
		path += int64(1 + len(name))
		if nodes[i].Mesh != nil {
			sum += path + placeSize
		}
		for _, c := range nodes[i].Children {
			down(c, path)
		}
	}
	for i, n := range parents {
		if n == 0 {
			down(i, 0)
		}
	}
	return sum
}

func TestPlacesSize(t *testing.T) {
	mesh, most := 0, int64(1)<<40
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		nodes := make([]estimateNode, 1+r.IntN(12))
		for i := range nodes {
			if r.IntN(2) == 0 {
				nodes[i].Name = strings.Repeat("x", 1+r.IntN(300))
			}
			if r.IntN(3) > 0 {
				nodes[i].Mesh = &mesh
			}
			for j := i + 1; j < len(nodes); j++ { // a child may be listed twice
				for range r.IntN(3) {
					nodes[i].Children = append(nodes[i].Children, j)
				}
			}
		}
		want := allWays(nodes)
		if got := placesSize(nodes, most); got != want {
			t.Errorf("seed %d: %d bytes, want %d", seed, got, want)
		}
		if got := placesSize(nodes, want/2); got != want/2 {
			t.Errorf("seed %d: %d bytes, where %d are the most", seed, got, want/2)
		}
	}
	// 2^100 ways lead down 100 nodes.
	tower := make([]estimateNode, 101)
	for i := range 100 {
		tower[i].Children = []int{i + 1, i + 1}
	}
	tower[100].Mesh = &mesh
	if got := placesSize(tower, most); got != most {
		t.Errorf("more ways than can be counted are %d bytes", got)
	}
	for name, nodes := range map[string][]estimateNode{
		"none": nil, "a cycle": {{Children: []int{1}, Mesh: &mesh}, {Children: []int{0}}},
		"no such child": {{Children: []int{1}, Mesh: &mesh}}, "a child below none": {{Children: []int{-1}, Mesh: &mesh}},
	} {
		if got := placesSize(nodes, most); got != 0 {
			t.Errorf("%s: %d bytes", name, got)
		}
	}
}

// Triangles of Draco data may be more than there are bytes, and take memory while they are
// decoded.
func TestEstimateDraco(t *testing.T) {
	text := `{"accessors":[{"count":30000}],"meshes":[{"primitives":[{"attributes":{},"indices":0%s}]}]}`
	for extension, want := range map[string]int64{"": 33, `,"extensions":{"KHR_draco_mesh_compression":{}}`: 10000} {
		document := strings.Replace(text, "%s", extension, 1)
		document += strings.Repeat(" ", max(0, 100-len(document)))
		if extension != "" {
			document += strings.Repeat(" ", 1000-len(document))
		}
		size := int64(len(document))
		e := source.Estimate{Bytes: size, Held: size}
		estimateDocument(&e, strings.NewReader(document), 0, size, nil)
		if e.Triangles != want || (extension != "") != (e.Held == size+dracoTriangle*want) {
			t.Errorf("with %q: %+v, want %d triangles", extension, e, want)
		}
	}
}

// Compressed views are held as decoded, but no more of them than their data can stand for, and what
// only they would be without compression is not read.
func TestEstimateMeshopt(t *testing.T) {
	const text = `{"buffers":[{"uri":"data.bin"},{"uri":"plain.bin"},{"uri":"both.bin"}],"bufferViews":[
		{"buffer":1,"byteLength":48000,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":100}}},
		{"buffer":1,"byteLength":1000000000,"extensions":{"KHR_meshopt_compression":{"buffer":0,"byteLength":10}}},
		{"buffer":2,"byteLength":600,"extensions":{"KHR_meshopt_compression":{"buffer":2,"byteLength":10}}},
		{"buffer":2,"byteLength":600}]}`
	folder := fstest.MapFS{"data.bin": {Data: make([]byte, 1000)}, "plain.bin": {Data: make([]byte, 50000)}, "both.bin": {Data: make([]byte, 700)}}
	e := source.Estimate{Bytes: int64(len(text)), Held: int64(len(text))}
	estimateDocument(&e, strings.NewReader(text), 0, e.Bytes, folder)
	if want := e.Bytes + 1000 + 700 + 48000 + 10*meshoptRatio + 600; e.Held != want {
		t.Errorf("%d bytes held, want %d", e.Held, want)
	}
}
