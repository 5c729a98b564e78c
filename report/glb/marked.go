// Package glb writes the marked model: the model that was checked, with what was found painted on it.
package glb

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/meshcheck/meshcheck/mesh"
	"github.com/meshcheck/meshcheck/report"
	"github.com/meshcheck/meshcheck/report/assets"
	reportjson "github.com/meshcheck/meshcheck/report/json"
	"github.com/qmuntal/gltf"
)

// Write writes the models of r as one GLB (glTF 2.0) with what was found in them.
//
// Each file is a root node that is named for its path. Below it stand the model's own
// instances in neutral grey and, as nodes named "meshcheck crossing region 3", the
// offending triangles in the colour of their rule, lifted off the surface a little on
// both sides, the segments of crossings as lines and the areas of overlaps, in a dark
// shade of it. What was found between two objects hangs in nodes such as "meshcheck crossing
// /table /chair". A pair of which no finding is listed has such a node as well, with the
// objects themselves: the triangles of the one that lies inside the other, or of one of two
// doubles, and else the edges of boxes; or with the nearest points of two that are too near.
// The triangles that overlap, fold, are stacked or flipped in a UV sheet hang in nodes such as
// "meshcheck uv_overlap brick.png, UV 0". What was found about collision hulls hangs in nodes such as "meshcheck hulls_overlap
// /UCX_Wall_00 ↔ /UCX_Wall_01": lines for the edges of hulls and for places. The extras of a
// node hold the numbers of the issue that it is of, with the fingerprint that it has in other
// reports. A file without a scene among the models has its findings only, one without a Result nothing. Lengths
// are those of the file; STL, PLY, OFF and 3MF, where z is up, are turned to glTF's y.
//
// Triangles of the model that are not finite are left out, and so are findings and whole
// instances too far away for float32, whose number the extras say. The same report gives the
// same bytes. The errors are those of w, or say that the model is too large for a GLB, which
// ends at 4 GB.
func Write(w io.Writer, r *report.Report, models assets.List) error {
	m := newMarkedModel(r.Version)
	for i := range r.Files {
		m.addFile(r, i, models.Of(i))
	}
	return m.write(w)
}

// markedModel is a marked model in the making.
type markedModel struct {
	doc       gltf.Document
	buffer    layout
	unpacked  int // bytes that compressed buffer views stand for
	materials map[material]int
}

func newMarkedModel(version string) *markedModel {
	return &markedModel{
		doc: gltf.Document{
			Asset:  gltf.Asset{Version: "2.0", Generator: strings.TrimSpace("meshcheck " + version)},
			Scene:  gltf.Index(0),
			Scenes: []*gltf.Scene{{Name: "meshcheck"}},
		},
		materials: map[material]int{},
	}
}

// node adds a node and returns its number.
func (m *markedModel) node(n *gltf.Node) int {
	m.doc.Nodes = append(m.doc.Nodes, n)
	return len(m.doc.Nodes) - 1
}

// mesh adds a mesh, and returns nil for one without primitives, which glTF forbids.
func (m *markedModel) mesh(name string, primitives []*gltf.Primitive) *int {
	if len(primitives) == 0 {
		return nil
	}
	m.doc.Meshes = append(m.doc.Meshes, &gltf.Mesh{Name: name, Primitives: primitives})
	return gltf.Index(len(m.doc.Meshes) - 1)
}

// fileExtras are the extras of a file's root node.
type fileExtras struct {
	Path   string          `json:"path"`
	SHA256 string          `json:"sha256,omitempty"`
	Unit   string          `json:"unit,omitempty"`
	Status string          `json:"status"`
	Error  string          `json:"error,omitempty"`
	Counts json.RawMessage `json:"counts,omitempty"`
	Pairs  json.RawMessage `json:"pairs,omitempty"`
	Hulls  json.RawMessage `json:"hulls,omitempty"`
	// Undrawn is the number of the model's nodes that are not to be seen, because they
	// are too far away; their own extras say so.
	Undrawn int `json:"undrawn,omitempty"`
}

// zUp turns the z axis to glTF's y, a quarter turn about x, by columns. As a matrix it
// is exact.
var zUp = [16]float64{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}

func (m *markedModel) addFile(r *report.Report, i int, model *assets.File) {
	f := &r.Files[i]
	numbers := fileExtras{Path: f.Path, SHA256: f.SHA256, Unit: f.Unit, Status: f.Status().String()}
	root := &gltf.Node{Name: cmp.Or(f.Path, "model")}
	if assets.ZUp(f) {
		root.Matrix = zUp
	}
	id := m.node(root)
	m.doc.Scenes[0].Nodes = append(m.doc.Scenes[0].Nodes, id)
	if f.Result == nil {
		numbers.Error = report.ProblemText(f.Problem)
	} else {
		numbers.Counts = reportjson.Marshal(reportjson.Counts(f.Result.Counts))
		scene := cmp.Or(model.Scene, &mesh.Scene{})
		var nodes []int
		nodes, numbers.Undrawn = m.addScene(scene, f.Result)
		root.Children = slices.Concat(nodes, m.addDrawings(r, i, model))
		if f.Result.Between() != nil {
			numbers.Pairs = reportjson.Marshal(reportjson.PairCounts(f.Result.Between()))
		}
		if f.Result.Hulls() != nil {
			numbers.Hulls = reportjson.Marshal(reportjson.HullCounts(f.Result.Hulls().Counts))
		}
	}
	root.Extras = numbers
}

// write writes the document and its buffer.
func (m *markedModel) write(w io.Writer) error {
	if m.buffer.size > maxGLB {
		return fmt.Errorf("the marked model would take %.1f GB, and a GLB ends at 4 GB", float64(m.buffer.size)/(1<<30))
	}
	if m.buffer.size > 0 {
		data := m.buffer.bytes()
		m.doc.Buffers = []*gltf.Buffer{{ByteLength: len(data), Data: data}}
		if m.unpacked > 0 { // no program has need of them
			m.doc.Buffers = append(m.doc.Buffers, &gltf.Buffer{ByteLength: m.unpacked, Extensions: gltf.Extensions{meshoptName: map[string]bool{"fallback": true}}})
		}
	}
	return gltf.NewEncoder(w).Encode(&m.doc)
}
